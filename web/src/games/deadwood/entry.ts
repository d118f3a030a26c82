/** Deadwood in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  setup: { fields: ['board'], form: () => import('./LotFiles.svelte'), folded: true },
  guide: { preset: 'one day', seats: 2, steps: () => import('./guide') },
  keys: [
    [['A'], 'act'],
    [['R'], 'rehearse'],
    [['E'], 'end your turn'],
  ],
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  lastRound: ({ kind, day, days }) => kind === 'day' && day === days && day !== 1,
  sounds: {
    draw: ['moved'],
    play: ['took_role', 'acted'],
    click: ['rehearsed'],
    heal: ['upgraded', 'bonus'],
  },
  scores: { label: 'Score' },
  ending: {
    decisive: (_, winners) => winners.map((at) => `plate:${at}`),
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
