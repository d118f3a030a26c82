/** Every game with more than the plain table: from its folder here, or from an installed package. */
import { house } from '../lib/house.svelte';
import type { Game } from '../lib/protocol';
import type { GameEntry, GamePage } from './board';
import { outsideEntry } from './outside';

const folders = import.meta.glob<GameEntry>('./*/entry.ts', { eager: true, import: 'default' });

/** Our own games, by name. */
export const entries = new Map(Object.entries(folders).map(([path, entry]) => [path.split('/')[1] ?? '', entry]));

const plain: GameEntry = { board: async () => (await import('./plain')).plainBoard() };
/** Made once per game: a new entry would reload the board. */
const outside = new WeakMap<Game, GameEntry>();

export function entryOf(name: string): GameEntry {
  const game = house.games.find((each) => each.name === name);
  const known = entries.get(name) ?? (game && outside.get(game));
  if (known || !game) return known ?? plain;
  const made = { ...plain, ...outsideEntry(game) };
  outside.set(game, made);
  return made;
}

export const gamePages: GamePage[] = [...entries.values()].flatMap(({ pages }) => pages ?? []);

/** An installed package's page, found under the name of its game. */
export const outsidePage = (name: string): GamePage | undefined =>
  entries.has(name) ? undefined : entryOf(name).pages?.[0];

/** The page F3 opens while this game, or none, is on the screen. */
export const pageOnF3 = (game: string): GamePage | undefined =>
  game ? entryOf(game).pages?.[0] : gamePages.find(({ anywhere }) => anywhere);
