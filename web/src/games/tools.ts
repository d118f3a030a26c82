/** The house's tools for boards that are not built with it; our own boards import the same things. */
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
  /** An HTTP request to the house, such as one of the game's own routes: the answer, or an Error with a sentence. */
  ask: askAt,
  /** A toast at the edge of the page. */
  note: (sentence: string): void => says.note(sentence),
  /** A sentence for screen readers only. */
  aloud: (sentence: string): void => says.aloud(sentence),
  /** Says why a move can't be made right now. */
  refuse: (table: BoardProps, move: Move): void => {
    if (!notNow(table)) refuse(table.picker, move);
  },
  sound: (sound: Sound): void => play(sound),
  /** The colour of a seat, as CSS. Add a letter or a shape for those who can't tell colours apart. */
  seatColour,
  /** Lets arrow keys move the focus inside an element; Escape and Backspace call `back`. Returns a cleanup function. */
  arrows: (element: HTMLElement, back: () => boolean = () => false): (() => void) => {
    const end = arrows(back)(element);
    return () => end?.();
  },
  /** Animates things from where they were to where they are. */
  Motion,
  /** The guest prefers reduced motion. */
  get still(): boolean {
    return settings.still;
  },
};

export type Tools = typeof tools;
