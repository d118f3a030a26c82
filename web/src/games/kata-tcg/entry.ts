/** Kata TCG in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';
import type { KataView } from './kata';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  aside: () => import('./Hidden.svelte'),
  setup: { fields: ['decks'], form: () => import('./DeckChoice.svelte') },
  pages: [{ path: 'decks', label: 'Decks', load: () => import('./workshop/Workshop.svelte') }],
  guide: { options: { healing: true, minions: true }, seats: 2, steps: () => import('./guide') },
  keys: [
    [['E'], 'end your turn'],
    [['F3'], 'your decks'],
  ],
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  sounds: {
    draw: ['drew', 'leafed'],
    play: ['attacked', 'summoned'],
    heal: ['healed'],
    hit: ['hit', 'hurt', 'bled'],
  },
  scores: { label: 'Health', shown: (score) => Math.max(0, score) },
  ending: {
    // The blow: whoever fell, and the minion that struck last.
    decisive: (view: KataView, winners, last) => [
      ...view.sides.flatMap((_, at) => (winners.includes(at) && winners.length === 1 ? [] : [`plate:${at}`])),
      ...(last?.events ?? []).flatMap(({ kind, minion }) => (kind === 'fought' ? [`minion:${minion as string}`] : [])),
    ],
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
