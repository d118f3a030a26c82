import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Moment } from './moment.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('ends by itself', () => {
  const banner = new Moment<string>();
  banner.show('Day 2', 1900);
  vi.advanceTimersByTime(1899);
  expect(banner.now).toBe('Day 2');
  vi.advanceTimersByTime(1);
  expect(banner.now).toBeNull();
});

it('restarts the time for whatever comes next', () => {
  const roll = new Moment<number>();
  roll.show(3, 1000);
  vi.advanceTimersByTime(900);
  roll.show(5, 1000);
  vi.advanceTimersByTime(900);
  expect(roll.now).toBe(5);
  roll.end();
  expect(roll.now).toBeNull();
});
