/** Battle Farm in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  aside: () => import('./Race.svelte'),
  setup: { fields: ['classes', 'win_limit', 'max_rounds'], form: () => import('./FarmSetup.svelte'), folded: true },
  guide: { preset: 'short', seats: 2, steps: () => import('./guide') },
  keys: [
    [['E'], 'end the phase'],
    [['B'], 'make a bid'],
    [['N'], 'no bid'],
  ],
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  sounds: {
    trade: ['offered', 'sold'],
    heal: ['harvested'],
    play: ['planted', 'played'],
    draw: ['bought', 'drew'],
    hit: ['stole', 'lost', 'took', 'destroyed'],
    last: ['last_round'],
  },
  scores: { label: 'Coins' },
  ending: {
    decisive: (_, winners) => winners.map((at) => `coins:${at}`),
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
