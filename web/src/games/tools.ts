/** What the house lends to boards that are not built together with it; our own import the same things. */
import { askAt } from '../lib/api';
import { arrows } from '../lib/arrows';
import { Motion } from '../lib/motion';
import type { Move } from '../lib/protocol';
import { notNow, refuse } from '../lib/refusals';
import { says } from '../lib/says.svelte';
import { settings } from '../lib/settings.svelte';
import { play, type Sound } from '../lib/sound';
import { seatColour } from '../lib/words';
import type { BoardProps } from './board';

export const tools = {
  /** Asks the house over HTTP, such as a route of the game's own: the answer, or an Error with a sentence. */
  ask: askAt,
  /** A sentence at the edge of the page, which goes by itself. */
  note: (sentence: string): void => says.note(sentence),
  /** A sentence for screen readers only. */
  aloud: (sentence: string): void => says.aloud(sentence),
  /** Says why a move cannot be made just now. */
  refuse: (table: BoardProps, move: Move): void => {
    if (!notNow(table)) refuse(table.picker, move);
  },
  sound: (sound: Sound): void => play(sound),
  /** The colour of a seat, as CSS. Let a letter or a shape stand beside it. */
  seatColour,
  /** Lets arrow keys move the focus inside an element; Escape and Backspace call `back`. Gives what ends it. */
  arrows: (element: HTMLElement, back: () => boolean = () => false): (() => void) => {
    const end = arrows(back)(element);
    return () => end?.();
  },
  /** Moves things from where they were to where they are. */
  Motion,
  /** The guest wants little to move. */
  get still(): boolean {
    return settings.still;
  },
};

export type Tools = typeof tools;
