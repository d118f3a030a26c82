/** Games that other packages bring: what the house tells of their `web/` folder, as an entry like those of our own. */
import { lastSteps, type Step } from '../lib/guide.svelte';
import type { Game } from '../lib/protocol';
import type { BoardModule, GameEntry } from './board';

async function load(address: string): Promise<BoardModule> {
  const found = (await import(/* @vite-ignore */ address)) as Partial<BoardModule>;
  if (typeof found.mount !== 'function') throw new Error(`${address} exports no function “mount”.`);
  return found as BoardModule;
}

export function outsideEntry({ default_seats, board }: Game): Partial<GameEntry> {
  if (!board) return {};
  const { module, guide } = board;
  return {
    ...((module || board.trouble) && {
      board: () => (module ? load(module) : Promise.reject(new Error(board.trouble))),
    }),
    plates: board.plates,
    texts: board.texts,
    keys: board.keys,
    sounds: board.sounds,
    ...(board.picture && { picture: board.picture }),
    ...(guide && {
      guide: {
        seats: guide.seats ?? default_seats,
        ...(guide.preset && { preset: guide.preset }),
        steps: async () => {
          const { default: steps } = (await import(/* @vite-ignore */ guide.module)) as { default: Step[] };
          // The farewell has to wait as long as the last of the guide's own steps.
          return { default: [...steps, ...lastSteps(steps.at(-1)?.when)] };
        },
      },
    }),
  };
}
