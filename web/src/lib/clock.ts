/** The clocks of a table: what the house said, and how much of it is left by the browser's own steady clock. */
import type { Remaining, Seat, SeatClock } from './protocol';

export interface ToldClock {
  now: Remaining;
  /** What each seat kept after its last move. */
  kept: SeatClock[];
  /** Whose clock runs. */
  mover: number | null;
  /** When the house said so (performance.now). */
  at: number;
}

/** The milliseconds a seat has left: move time plus bank while it decides, the bank while it waits. Null: no limit. */
export function timeLeft(seat: Seat, told: ToldClock | null, now: number): number | null {
  if (told?.mover !== seat.seat) return told?.kept[seat.seat]?.bank_ms ?? seat.clock?.bank_ms ?? null;
  const { move_ms, bank_ms } = told.now;
  if (move_ms === null && bank_ms === null) return null;
  return Math.max(0, (move_ms ?? 0) + (bank_ms ?? 0) - Math.max(0, now - told.at));
}

/** How long until the next whole second, so that every viewer's clock ticks at the same moment. */
export const nextTick = (left: number): number => left % 1000 || 1000;

/** The seats with their banks and misses after the last move; the table itself is only resent now and then. */
export const timed = (seats: Seat[], told: ToldClock | null): Seat[] =>
  told?.kept.length ? seats.map((seat) => ({ ...seat, clock: told.kept[seat.seat] ?? seat.clock })) : seats;
