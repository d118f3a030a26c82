/** A warning to be heard before a guest's time runs out: once in a turn, and only where the clock matters. */
import { timeLeft, type ToldClock } from './clock';
import type { Seat } from './protocol';

/** With this little left, in milliseconds, or a third of what there was when the turn began, if that is less. */
const LOW = 10_000;
/** Turns that are shorter than this are not worth a warning. */
const SHORT = 4_000;

/** Calls `warn` when the time of this seat, which is deciding, is about to run out; returns what calls that off. */
export function beforeTimeIsUp(seat: Seat, told: ToldClock | null, warn: () => void): () => void {
  const left = told?.mover === seat.seat ? timeLeft(seat, told, performance.now()) : null;
  if (left === null || left < SHORT) return () => {};
  const low = Math.min(LOW, left / 3);
  const timer = setTimeout(warn, Math.min(left - low, 2 ** 31 - 1));
  return () => clearTimeout(timer);
}
