import { describe, expect, test } from 'vitest';
import { nextTick, timed, timeLeft, type ToldClock } from './clock';
import type { Remaining, Seat, SeatClock } from './protocol';

const seat = (at: number, bank_ms: number | null = null): Seat =>
  ({ seat: at, kind: 'person', name: 'Ann', here: true, clock: { bank_ms, strikes: 0 } }) as Seat;
const told = (mover: number | null, now: Partial<Remaining>, at = 1000, kept: SeatClock[] = []): ToldClock => ({
  now: { move_ms: null, bank_ms: null, strikes: 0, ...now },
  kept,
  mover,
  at,
});
const banks = (...ms: number[]) => ms.map((bank_ms) => ({ bank_ms, strikes: 0 }));

describe('the time a seat has left', () => {
  test('counts from what the house said, when it said it', () => {
    const clock = told(0, { bank_ms: 300_000 });
    expect(timeLeft(seat(0), clock, 1000)).toBe(300_000);
    expect(timeLeft(seat(0), clock, 21_000)).toBe(280_000);
    expect(timeLeft(seat(0), clock, 900)).toBe(300_000);
  });
  test('is the same for a latecomer who was told later', () => {
    const early = told(0, { bank_ms: 300_000 }, 1000);
    const late = told(0, { bank_ms: 284_000 }, 17_000);
    expect(timeLeft(seat(0), early, 20_000)).toBe(timeLeft(seat(0), late, 20_000));
  });
  test('stands still on somebody else’s turn, at what the last move left', () => {
    const clock = told(1, { bank_ms: 300_000 }, 1000, banks(280_000, 300_000));
    expect(timeLeft(seat(0, 300_000), clock, 9_000)).toBe(280_000);
    expect(timeLeft(seat(1, 300_000), clock, 9_000)).toBe(292_000);
  });
  test('is the move’s own time, and then the bank', () => {
    const clock = told(0, { move_ms: 10_000, bank_ms: 60_000 });
    expect(timeLeft(seat(0), clock, 1000)).toBe(70_000);
    expect(timeLeft(seat(0), clock, 14_000)).toBe(57_000);
  });
  test('is never negative', () => expect(timeLeft(seat(0), told(0, { move_ms: 5000 }), 60_000)).toBe(0));
  test('has no limit where the table has none', () => {
    expect(timeLeft(seat(0), told(0, {}), 1000)).toBe(null);
    expect(timeLeft(seat(0), null, 1000)).toBe(null);
  });
  test('is not shown on somebody else’s turn if only moves are timed', () =>
    expect(timeLeft(seat(0), told(1, { move_ms: 60_000 }, 1000, [{ bank_ms: null, strikes: 0 }]), 1000)).toBe(null));
  test('is what the table says when the game is over', () =>
    expect(timeLeft(seat(0, 123_000), null, 99_000)).toBe(123_000));
});

test('every viewer’s clock ticks on the whole second', () => {
  expect(nextTick(279_400)).toBe(400);
  expect(nextTick(279_000)).toBe(1000);
});

test('misses and banks are the latest ones', () => {
  const [one] = timed([seat(0, 300_000)], told(0, {}, 1000, [{ bank_ms: 280_000, strikes: 2 }]));
  expect(one?.clock).toEqual({ bank_ms: 280_000, strikes: 2 });
});
