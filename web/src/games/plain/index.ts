/** The table of any game, from its words and the list of its moves. */
import { svelteBoard } from '../svelte-board.svelte';
import Board from './Board.svelte';

export const plainBoard = svelteBoard(() => Promise.resolve({ default: Board }));
