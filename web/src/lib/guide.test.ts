import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { BoardProps } from '../games/board';
import {
  isOver,
  lastSteps,
  nowOf,
  place,
  progress,
  stepNow,
  told,
  tours,
  type Box,
  type Now,
  type Step,
} from './guide.svelte';

const room: Box = { left: 8, top: 56, right: 1432, bottom: 892 };
const phone: Box = { left: 8, top: 56, right: 382, bottom: 836 };
const size = { width: 340, height: 140 };

const covers = ({ x, y }: { x: number; y: number }, { width, height }: typeof size, target: Box): boolean =>
  x < target.right && x + width > target.left && y < target.bottom && y + height > target.top;

describe('the bubble', () => {
  const targets: Box[] = [
    { left: 0, top: 60, right: 220, bottom: 180 },
    { left: 1200, top: 700, right: 1440, bottom: 900 },
    { left: 600, top: 400, right: 800, bottom: 500 },
    { left: 0, top: 700, right: 1440, bottom: 900 },
    { left: 300, top: 0, right: 400, bottom: 50 },
  ];
  test.each(targets)('never covers what it points at: %o', (target) => {
    const spot = place(target, size, room);
    expect(covers(spot, size, target)).toBe(false);
    expect(spot.x).toBeGreaterThanOrEqual(room.left);
    expect(spot.y + size.height).toBeLessThanOrEqual(room.bottom);
  });
  test('nor on a phone, where it hardly fits', () => {
    for (let top = 56; top < 700; top += 40) {
      const target = { left: 10, top, right: 380, bottom: top + 130 };
      expect(covers(place(target, size, phone), size, target)).toBe(false);
    }
  });
  test('prefers not to cover what can be chosen', () => {
    const target = { left: 600, top: 400, right: 800, bottom: 500 };
    const below = { left: 400, top: 500, right: 1000, bottom: 700 };
    expect(covers(place(target, size, room, [below]), size, below)).toBe(false);
  });
  test('has a place even without a target', () => expect(place(null, size, phone).y).toBeGreaterThanOrEqual(phone.top));
});

describe('the step to be said', () => {
  const now = (more: Partial<Now> = {}): Now =>
    ({ mine: true, since: [], past: [], seat: 0, ...more }) as unknown as Now;
  const steps: Step[] = [
    { id: 'first', says: 'Hello.', at: '.a' },
    { id: 'turn', says: 'Your turn.', at: '.b', when: ({ mine }) => mine },
    { id: 'later', says: 'Later.', at: '.c' },
  ];
  const id = (passed: string[], saying: string | null, mine = true) =>
    stepNow(steps, passed, saying, () => now({ mine }))?.id ?? null;

  test('is the first that fits', () => expect(id([], null)).toBe('first'));
  test('waits until it applies while others go on', () => expect(id(['first'], null, false)).toBe('later'));
  test('stays as long as it applies, even if an earlier one applies again', () =>
    expect(id(['first'], 'later')).toBe('later'));
  test('is none when all are passed', () => expect(id(['first', 'turn', 'later'], 'later')).toBe(null));
  test('knows what the guest has done since', () => {
    const planted = { ply: 1, seat: 1, events: [{ kind: 'planted', seat: 1 }], says: [''] };
    const since = (heard: number, seat: number) =>
      nowOf({ past: [planted], seat, mover: null } as unknown as BoardProps, heard, () => false);
    expect(since(0, 0).did('planted')).toBe(false);
    expect(since(0, 1).did('planted')).toBe(true);
    expect(since(1, 1).did('planted')).toBe(false);
    expect(since(1, 1).hasDone('watered', 'planted')).toBe(true);
  });
  test('may say something about the moment', () =>
    expect(told(({ seat }) => `seat ${seat}`, now({ seat: 1 }))).toBe('seat 1'));
});

describe('the count of a tour', () => {
  const now = { mine: true, since: [], past: [] } as unknown as Now;
  const steps: Step[] = [
    { id: 'a', says: '', at: '' },
    { id: 'b', says: '', at: '' },
    { id: 'c', says: '', at: '', when: () => false },
    ...lastSteps(),
  ];
  const step = (id: string): Step => steps.find((each) => each.id === id)!;

  test('only goes up, whatever the order of the steps', () => {
    expect(progress(steps, [], step('b'))).toEqual({ number: 1, of: 6 });
    expect(progress(steps, ['b'], step('a'))).toEqual({ number: 2, of: 6 });
  });
  test('ends with the last step, even if some were never said', () => {
    expect(progress(steps, ['b', 'a'], step('why'))).toEqual({ number: 3, of: 4 });
    expect(progress(steps, ['b', 'a', 'why'], step('farewell'))).toEqual({ number: 4, of: 4 });
  });
  test('hints are offered where there are any', () => {
    const sees = (there: boolean) => ({ ...now, sees: () => there }) as unknown as Now;
    expect(stepNow(steps, ['a', 'b'], null, () => sees(true))?.id).toBe('hint');
    expect(stepNow(steps, ['a', 'b'], null, () => sees(false))?.id).toBe('why');
  });
  test('after the farewell nothing comes up again', () => {
    expect(stepNow(steps, ['b', 'why'], null, () => now)?.id).toBe('farewell');
    expect(stepNow(steps, ['b', 'why', 'farewell'], null, () => now)).toBe(null);
    expect(isOver(steps, ['b', 'why'])).toBe(false);
    expect(isOver(steps, ['b', 'why', 'farewell'])).toBe(true);
  });
});

describe('the memory of tours', () => {
  beforeEach(() => vi.stubGlobal('localStorage', { getItem: () => null, setItem: vi.fn() }));

  test('a tour runs at its table until it is over, and is then remembered', () => {
    expect(tours.toured('nim')).toBe(false);
    tours.begin('nim', 'one');
    expect(tours.runs('nim', 'one')).toBe(true);
    expect(tours.runs('nim', 'two')).toBe(false);
    tours.pass('nim', 'welcome');
    tours.pass('nim', 'welcome');
    expect(tours.passed('nim')).toEqual(['welcome']);
    tours.end('nim');
    expect(tours.runs('nim', 'one')).toBe(false);
    expect(tours.toured('nim')).toBe(true);
    expect(tours.toured('chess')).toBe(false);
  });
});
