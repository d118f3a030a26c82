/** Games from other packages: what the house says about their `web/` folder, as an entry like our own. */
import { lastSteps, type Step } from '../lib/guide.svelte';
import type { Game } from '../lib/protocol';
import type { BoardModule, GameEntry } from './board';

/** Loads a module that draws into an element. */
export async function load<Module extends { mount: unknown }>(address: string): Promise<Module> {
  const found = (await import(/* @vite-ignore */ address)) as Partial<Module>;
  if (typeof found.mount !== 'function') throw new Error(`${address} exports no function “mount”.`);
  return found as Module;
}

/** How long nothing is shown for want of a style sheet, in milliseconds; after that, without it. */
const LONGEST = 5000;

const sheets = (): HTMLLinkElement[] => [...document.querySelectorAll<HTMLLinkElement>('link[rel~=stylesheet]')];

/** Lets a module draw; the promise, if any, is kept when the style sheets that it added are loaded or have failed. */
export function dress<Drawn>(draw: () => Drawn): { drawn: Drawn; dressed: Promise<unknown> | null } {
  const before = new Set(sheets());
  const drawn = draw();
  const missing = sheets().filter((link) => !before.has(link) && !link.sheet && !link.disabled);
  if (!missing.length) return { drawn, dressed: null };
  const loaded = missing.map(
    (link) =>
      new Promise((done) => {
        link.addEventListener('load', done, { once: true });
        link.addEventListener('error', done, { once: true });
      }),
  );
  const late = new Promise((done) => setTimeout(done, LONGEST));
  return { drawn, dressed: Promise.race([Promise.all(loaded), late]) };
}

/** Ends what a module has mounted. One that fails even at this keeps nobody from going on. */
export function takeDown(mounted: { destroy?: () => void } | null | undefined): void {
  try {
    mounted?.destroy?.();
  } catch (error) {
    console.warn('A module could not be taken down:', error);
  }
}

export function outsideEntry({ name, default_seats, board }: Game): Partial<GameEntry> {
  if (!board) return {};
  const { module, guide, page } = board;
  return {
    ...((module || board.trouble) && {
      board: () => (module ? load<BoardModule>(module) : Promise.reject(new Error(board.trouble))),
    }),
    plates: board.plates,
    texts: board.texts,
    keys: board.keys,
    sounds: board.sounds,
    ...(board.picture && { picture: board.picture }),
    ...(page && {
      pages: [{ path: name, id: 'optional', label: page.label, load: () => import('./OutsidePage.svelte') }],
    }),
    ...(guide && {
      guide: {
        seats: guide.seats ?? default_seats,
        ...(guide.preset && { preset: guide.preset }),
        steps: async () => {
          const { default: steps } = (await import(/* @vite-ignore */ guide.module)) as { default: Step[] };
          // The closing steps have to wait as long as the guide's own last step.
          return { default: [...steps, ...lastSteps(steps.at(-1)?.when)] };
        },
      },
    }),
  };
}
