/** The table of any game, as a text and a list of moves. */
import { svelteBoard } from '../svelte-board.svelte';
import Board from './Board.svelte';

export const plainBoard = svelteBoard(() => Promise.resolve({ default: Board }));
