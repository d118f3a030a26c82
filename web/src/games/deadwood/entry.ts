/** Deadwood in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';
import scene from './Scene.svelte';

const entry: GameEntry = {
  scene,
  board: svelteBoard(() => import('./Board.svelte')),
  setup: { fields: ['board'], form: () => import('./LotFiles.svelte'), folded: true },
  guide: { preset: 'one day', seats: 2, steps: () => import('./guide') },
  keys: [
    [['A'], 'act'],
    [['R'], 'rehearse'],
    [['E'], 'end your turn'],
  ],
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
