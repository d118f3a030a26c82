/** Every game that the client knows more of than its words: by the folder here, or by the package that brought it. */
import { house } from '../lib/house.svelte';
import type { GameEntry, GamePage } from './board';
import { outsideEntry } from './outside';

const folders = import.meta.glob<GameEntry>('./*/entry.ts', { eager: true, import: 'default' });

/** Our own, by name. */
export const entries = new Map(Object.entries(folders).map(([path, entry]) => [path.split('/')[1] ?? '', entry]));

export function entryOf(name: string): GameEntry {
  const own = entries.get(name);
  if (own) return own;
  const game = house.games.find((each) => each.name === name);
  const board = async () => (await import('./plain')).plainBoard();
  return { board, ...(game && outsideEntry(game)) };
}

export const gamePages: GamePage[] = [...entries.values()].flatMap(({ pages }) => pages ?? []);

/** The page that an installed package brings, at an address like the name of its game. */
export const outsidePage = (name: string): GamePage | undefined =>
  entries.has(name) ? undefined : entryOf(name).pages?.[0];

/** The page that F3 opens with this game in front, or with none. */
export const pageOnF3 = (game: string): GamePage | undefined =>
  game ? entryOf(game).pages?.[0] : gamePages.find(({ anywhere }) => anywhere);
