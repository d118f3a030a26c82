/** The client's addresses. Links are plain <a href>; clicking one of ours changes the page without a reload. */
import { lobby, lost, pageAt, type Page } from '../pages';

export interface Route {
  page: Page;
  id: string;
  /** What follows the id, as in /tournaments/ID/screen. */
  more: string;
}

export function routeOf(path: string): Route {
  const [first = '', id = '', more = '', ...rest] = path.replace(/^\/|\/$/g, '').split('/');
  if (first === '') return { page: lobby, id: '', more: '' };
  const page = pageAt(first);
  const fits = id ? page?.id : page?.id !== 'needed';
  const goesOn = !more || page?.more?.includes(more);
  if (!page || !fits || !goesOn || rest.length) return { page: lost, id: '', more: '' };
  return { page, id: decodeURIComponent(id), more };
}

class Router {
  path = $state(location.pathname);
  search = $state(location.search);
  route = $derived(routeOf(this.path));

  constructor() {
    addEventListener('popstate', () => this.#read());
    document.addEventListener('click', (event) => {
      if (event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
      const link = (event.target as Element).closest?.('a[href]');
      if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return;
      if (link.origin !== location.origin || link.pathname.startsWith('/api')) return;
      if (link.hash && link.pathname === location.pathname) return;
      event.preventDefault();
      this.go(link.pathname + link.search);
    });
  }

  go(address: string): void {
    history.pushState(null, '', address);
    this.#read();
    scrollTo(0, 0);
  }

  /** Changes this page's query without a new history entry. */
  note(search: string): void {
    history.replaceState(null, '', location.pathname + search);
    this.search = search;
  }

  #read(): void {
    this.path = location.pathname;
    this.search = location.search;
  }
}

export const router = new Router();
