/** Connect four in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';
import type { Board } from './protocol';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  guide: { seats: 2, steps: () => import('./guide') },
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  sounds: {
    play: ['dropped'],
  },
  ending: {
    decisive: (view: Board) => view.four.map(([column, row]) => `disc:${column}:${row}`),
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
