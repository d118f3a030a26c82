/** MonoGwent in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';

const entry: GameEntry = {
  board: svelteBoard(() => import('./Board.svelte')),
  aside: () => import('./Rounds.svelte'),
  setup: { fields: ['faction0', 'faction1', 'script'], form: () => import('./ScriptChoice.svelte') },
  notice: () => import('./ScriptNotice.svelte'),
  pages: [
    {
      path: 'workshop',
      id: 'optional',
      label: 'Workshop',
      title: 'Card workshop',
      anywhere: true,
      load: () => import('./workshop/Workshop.svelte'),
    },
  ],
  guide: { preset: 'hedge-and-storm', seats: 2, steps: () => import('./guide') },
  asOriginal: true,
  music: true,
  reference: () => import('./reference'),
  tune: () => import('./tune'),
  keys: [
    [['E', 'Tab'], 'go to Pass; Enter confirms'],
    [['right Shift'], 'use your leader'],
    [['F2'], 'music on and off'],
    [['F3'], 'the card workshop'],
    [['F4'], 'full screen'],
    [['F12'], 'start over (asks first)'],
    [['Esc'], 'with nothing to undo: leave the table (asks first)'],
  ],
  lastRound: ({ kind, round }) => kind === 'round' && round === 3,
  sounds: {
    play: ['played', 'boosted', 'swapped'],
    hit: ['weathered'],
    heal: ['dispelled', 'recovered'],
    turn: ['led', 'round-over'],
    draw: ['drew'],
  },
  scores: { label: 'Rounds' },
  ending: {
    decisive: (_, winners) => winners.map((at) => `score:${at}`),
    room: () => import('./Ending.svelte'),
  },
};

export default entry;
