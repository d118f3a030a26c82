import { afterEach, expect, test, vi } from 'vitest';
import type { ToldClock } from './clock';
import { beforeTimeIsUp } from './low-time';
import type { Seat } from './protocol';

const seat = { seat: 0, clock: null } as unknown as Seat;
const told = (mover: number, bank_ms: number | null, move_ms: number | null = null): ToldClock =>
  ({ now: { move_ms, bank_ms }, kept: [], mover, at: performance.now() }) as unknown as ToldClock;

function heardAfter(clock: ToldClock): number | null {
  const began = Date.now();
  let heard: number | null = null;
  beforeTimeIsUp(seat, clock, () => (heard = Date.now() - began));
  vi.advanceTimersByTime(3_600_000);
  return heard;
}

afterEach(() => vi.useRealTimers());

test.each([
  ['ten seconds before the end', told(0, 60_000), 50_000],
  ['later in a short turn, when a third is left', told(0, null, 6_000), 4_000],
  ['not when there is no limit', told(0, null), null],
  ['not in somebody else’s turn', told(1, 60_000), null],
  ['not in a blink', told(0, 2_000), null],
])('a guest is warned %s', (_, clock, after) => {
  vi.useFakeTimers();
  const heard = heardAfter({ ...clock, at: performance.now() });
  if (after === null) expect(heard).toBeNull();
  else expect(Math.abs(heard! - after)).toBeLessThan(20);
});

test('whoever has moved is not warned', () => {
  vi.useFakeTimers();
  const warn = vi.fn();
  beforeTimeIsUp(seat, { ...told(0, 60_000), at: performance.now() }, warn)();
  vi.advanceTimersByTime(120_000);
  expect(warn).not.toHaveBeenCalled();
});
