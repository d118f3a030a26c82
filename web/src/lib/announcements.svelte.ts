/** What the host of the house tells everybody. Whoever has read it can put it away, until there is something new. */
import { recallJson, rememberJson } from './memory';
import type { Announcement } from './protocol';

const KEY = 'parlour.read';
const MOST_READ = 20;

class Announcements {
  #all = $state.raw<Announcement[]>([]);
  #read = $state.raw<string[]>(recallJson<string[]>(KEY) ?? []);

  readonly shown = $derived(this.#all.filter((one) => !this.#read.includes(`${one.id} ${one.text}`)));

  hear(all: Announcement[]): void {
    this.#all = all;
  }

  putAway({ id, text }: Announcement): void {
    this.#read = [...this.#read, `${id} ${text}`].slice(-MOST_READ);
    rememberJson(KEY, this.#read);
  }
}

export const announcements = new Announcements();

/** "until 18:00", or with the day if that is another one; empty without an end. */
export function untilWords(until: number | null, now = new Date()): string {
  if (until === null) return '';
  const end = new Date(until * 1000);
  const time = end.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
  if (end.toDateString() === now.toDateString()) return `until ${time}`;
  return `until ${end.toLocaleDateString([], { day: 'numeric', month: 'long', year: 'numeric' })}, ${time}`;
}
