/** Connect four in the client. */
import type { GameEntry } from '../board';
import { svelteBoard } from '../svelte-board.svelte';
import scene from './Scene.svelte';

const entry: GameEntry = {
  scene,
  small: true,
  board: svelteBoard(() => import('./Board.svelte')),
  guide: { seats: 2, steps: () => import('./guide') },
  sounds: {
    play: ['dropped'],
  },
};

export default entry;
