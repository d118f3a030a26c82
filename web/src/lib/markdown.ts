/** The rule books' Markdown as sanitised HTML. */
import DOMPurify from 'dompurify';
import { marked, Renderer } from 'marked';

/** A heading's anchor. */
export const slug = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s+/g, '-');

export function html(markdown: string): string {
  marked.use({
    renderer: {
      heading({ tokens, depth, text }) {
        return `<h${depth} id="${slug(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      // Wide tables scroll on their own on a phone, and must be reachable by keyboard.
      table(token) {
        // An empty corner cell is not a heading.
        const table = Renderer.prototype.table.call(this, token).replaceAll(/<th([^>]*)><\/th>/g, '<td$1></td>');
        return `<div class="wide" role="group" aria-label="Table" tabindex="0">${table}</div>`;
      },
      code(token) {
        return Renderer.prototype.code
          .call(this, token)
          .replace('<pre>', '<pre role="group" aria-label="Example" tabindex="0">');
      },
      // Pictures sit next to the text in the repository; the house does not serve them.
      image: ({ href }) => (/^(data:|\/)/.test(href) ? false : ''),
    },
  });
  return DOMPurify.sanitize(marked.parse(markdown, { async: false }));
}

/** A heading and what follows it, up to the next one. The first has no heading if the text begins without one. */
export interface Chapter {
  id: string;
  title: string;
  /** 1 to 6, as the headings of HTML; 0 without one. */
  depth: number;
  html: string;
}

export function chapters(html: string): Chapter[] {
  const found: Chapter[] = [];
  for (const part of new DOMParser().parseFromString(html, 'text/html').body.children) {
    const depth = Number(/^H([1-6])$/.exec(part.tagName)?.[1] ?? 0);
    if (depth || !found.length) found.push({ id: part.id, title: depth ? part.textContent : '', depth, html: '' });
    found.at(-1)!.html += part.outerHTML;
  }
  return found;
}
