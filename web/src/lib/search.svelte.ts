/** Looking for an opponent, on whatever page you are meanwhile. It survives a reload, and ends when the tab is closed. */
import { api, HouseError } from './api';
import { recallJson, remember, rememberJson } from './memory';
import type { Seek, SeekWish } from './protocol';
import { router } from './router.svelte';
import { says } from './says.svelte';
import { play } from './sound';

const KEY = 'parlour.search';
const LOOK_EVERY = 2000;
/** Without an answer for so long, the house has forgotten us: a sleeping computer, a tab in the background. */
const FORGOTTEN = 6000;

class Search {
  seek = $state.raw<Seek | null>(null);
  busy = $state(false);
  /** What was looked for last, to look again if somebody does not come. */
  last = $state.raw<SeekWish | null>(null);
  #wish: SeekWish | null = null;
  #timer = 0;
  #heard = 0;

  /** The table that was found and that you have not gone to yet. */
  get found(): string | null {
    return this.seek?.table ?? null;
  }

  async begin(wish: SeekWish): Promise<boolean> {
    this.busy = true;
    const begun = await says.trying(async () => {
      this.#hear((await api.seek(wish)).seek);
      this.#wish = this.last = wish;
      rememberJson(KEY, wish, 'tab');
    });
    this.busy = false;
    return begun;
  }

  /** Goes on with the search that this tab had begun before it was reloaded. */
  async resume(): Promise<void> {
    this.#wish = recallJson<SeekWish>(KEY, 'tab');
    if (this.#wish) await this.#look();
  }

  async stop(): Promise<void> {
    this.#forget();
    await api.stopSeeking().catch(() => {});
  }

  /** Goes to the table that was found. */
  async go(): Promise<void> {
    const table = this.found;
    if (!table) return;
    router.go(`/table/${table}`);
    await this.stop();
  }

  #forget(): void {
    clearTimeout(this.#timer);
    this.seek = null;
    this.#wish = null;
    remember(KEY, null, 'tab');
  }

  async #look(): Promise<void> {
    const wish = this.#wish;
    if (!wish) return;
    try {
      const { seek } = await api.mySeek();
      if (wish !== this.#wish) return;
      const away = Date.now() - this.#heard > FORGOTTEN;
      if (!seek && away) await this.begin(wish);
      else this.#hear(seek);
    } catch (error) {
      if (error instanceof HouseError && error.code === 'banned') this.#forget();
      else this.#again(); // the house may be back in a moment
    }
  }

  #again(): void {
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => void this.#look(), LOOK_EVERY);
  }

  #hear(seek: Seek | null): void {
    this.#heard = Date.now();
    if (!seek) return this.#forget();
    const news = seek.table !== null && this.found === null;
    this.seek = seek;
    this.#again();
    if (!news) return;
    play('turn');
    says.note(`You’ve found an opponent at ${seek.title}.`, 'good');
    if (document.hidden) document.title = 'Your opponent is here · Parlour';
    if (!router.route.page.path) void this.go();
  }
}

export const search = new Search();
