/** How far behind a view is, in words. */
import { plural } from '../../lib/words';

export const DELAYS = [60, 180, 600, 1800];

export const timeWords = (seconds: number): string =>
  seconds % 60 === 0 && seconds > 0 ? plural(seconds / 60, 'minute') : plural(seconds, 'second');

/** "3 minutes behind"; a table of the house's own players may be shown as it is. */
export const delayWords = (seconds: number): string => (seconds ? `${timeWords(seconds)} behind` : 'as it happens');

/** What those who sit down should know: "spectators see hands 3 minutes later"; empty if they don't. */
export const handsWords = (seconds: number | null): string =>
  seconds === null ? '' : `spectators see hands ${timeWords(seconds)} later`;
