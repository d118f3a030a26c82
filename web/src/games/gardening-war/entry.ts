/** Gardening War in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';
import type { GardenView } from './garden';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  folded: true,
  together: ['bought_field', 'bought', 'planted', 'watered', 'picked', 'soaked', 'withered'],
  guide: { preset: 'short', seats: 2, steps: () => import('./guide') },
  keys: [
    [['1', '…', '8'], 'choose a kind of work'],
    [['A'], 'all that glow; or draw over the fields with the mouse'],
    [['E'], 'done: send the move'],
  ],
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  lastRound: (event, view: GardenView) => event.kind === 'round' && event.round === view.rounds,
  sounds: {
    click: ['bought'],
    play: ['bought_field', 'planted'],
    draw: ['watered'],
    heal: ['harvested', 'fertilized'],
    hit: ['dug', 'withered'],
  },
  scores: { label: 'Points' },
  bots: {
    languages: ['java', 'csharp', 'cpp'],
    door: { label: 'Classic door', panel: () => import('./ClassicDoor.svelte') },
  },
  ending: {
    decisive: (_, winners) => winners.map((at) => `points:${at}`),
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
