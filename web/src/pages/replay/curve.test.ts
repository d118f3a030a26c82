import { describe, expect, it } from 'vitest';
import { apart, barsOf, lineOf, mirrored, percent, plyAt, signed, stations, tied, xOf } from './curve';

const curve = [
  [0.5, 0.5],
  [0.75, 0.25],
  [1, 0],
];

describe('the curve', () => {
  it('runs from the first position to the last, certainty at the top', () => {
    expect(lineOf(curve, 0, 100, 40)).toBe('M0 20L50 10L100 0');
    expect(lineOf(curve, 1, 100, 40)).toBe('M0 20L50 30L100 40');
  });

  it('is one line where two seats only mirror each other', () => {
    expect(mirrored(curve)).toBe(true);
    expect(mirrored([[0.6, 0.6]])).toBe(false);
    expect(mirrored([[0.5, 0.3, 0.2]])).toBe(false);
  });

  it('finds the ply under the pointer, and stays within the game', () => {
    expect([-20, 0, 24, 26, 51, 100, 500].map((x) => plyAt(x, 3, 100))).toEqual([0, 0, 0, 1, 1, 2, 2]);
    expect(plyAt(xOf(1, 3, 100), 3, 100)).toBe(1);
    expect(plyAt(10, 1, 0)).toBe(0);
  });
});

describe('the bars', () => {
  const changes = [
    [0.1, -0.1],
    [-0.3, 0.3],
    [0.2, -0.2],
  ];

  it('have one for each ply where they fit', () => {
    expect(barsOf(changes, 1, 10)).toEqual([
      { ply: 0, plies: 1, change: -0.1 },
      { ply: 1, plies: 1, change: 0.3 },
      { ply: 2, plies: 1, change: -0.2 },
    ]);
  });

  it('add up several plies where there are more than fit, and lose nothing', () => {
    const bars = barsOf(changes, 0, 2);
    expect(bars.map(({ ply, plies }) => [ply, plies])).toEqual([
      [0, 2],
      [2, 1],
    ]);
    expect(bars.reduce((sum, { change }) => sum + change, 0)).toBeCloseTo(0);
  });
});

it('says changes in hundredths, with a proper minus', () => {
  expect([0.123, -0.127, 0.001, -0.001].map(signed)).toEqual(['+12', '−13', '0', '0']);
});

it('keeps a percent sign with its number', () => {
  expect([percent(0.637), tied('kept 64 %; this leaves 41 %.')]).toEqual([
    '64\u00a0%',
    'kept 64\u00a0%; this leaves 41\u00a0%.',
  ]);
});

it('lists each moment worth a visit once, in order', () => {
  const moments = [{ ply: 9 }, { ply: 2 }].map((at) => ({ ...at, seat: 0, change: 0, by: 'dice' as const, says: '' }));
  expect(stations({ moments, worst: [9, 4] })).toEqual([2, 4, 9]);
});

it('marks that would hide each other move apart, and stay on the line', () => {
  expect(apart([10, 200, 300], 400, 25)).toEqual([10, 200, 300]);
  expect(apart([100, 104, 300], 400, 25)).toEqual([100, 125, 300]);
  expect(apart([390, 395, 400], 400, 25)).toEqual([350, 375, 400]);
  expect(apart([], 400, 25)).toEqual([]);
});
