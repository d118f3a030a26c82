import { expect, test } from 'vitest';
import type { Tournament } from '../../lib/protocol';
import { bracketOf, columnsToShow, podiumOf, points, restWords, type Slot } from './words';

test.each([
  [0, '0'],
  [0.5, '½'],
  [2.5, '2½'],
  [3, '3'],
  [1 / 3, '0.33'],
])('%d points are %s', (value, shown) => expect(points(value)).toBe(shown));

test('a bracket fills as rounds are drawn', () => {
  const game = { round: 1, meeting: 0, game: 0, seats: [1, 2], extra: false, status: 'over', tables: [], note: '' };
  const cup = {
    status: 'running',
    bracket: [0, -1, 1, 2],
    drawn: [
      { number: 1, tables: [[1, 2]], byes: [0] },
      { number: 2, tables: [[0, 2]], byes: [] },
    ],
    played: [{ ...game, payoffs: [0, 1] }],
    standings: [],
  } as unknown as Tournament;
  const [first, final] = bracketOf(cup);
  expect(first?.map((pair) => pair.map(({ entrant, won }) => [entrant, won]))).toEqual([
    [
      [0, true],
      [-1, false],
    ],
    [
      [1, false],
      [2, true],
    ],
  ]);
  expect(first?.[1]?.map((slot) => slot.points)).toEqual([0, 1]);
  expect(final?.[0]?.map(({ entrant }) => entrant)).toEqual([0, 2]);
});

test('a screen shows the rounds of a bracket that it has room for, from the one being played', () => {
  const pair = (won: boolean): Slot[] => [
    { entrant: 0, points: null, won },
    { entrant: 1, points: null, won: false },
  ];
  const decided = (rounds: number) =>
    [16, 8, 4, 2, 1].map((pairs, at) => Array.from({ length: pairs }, () => pair(at < rounds)));
  expect(columnsToShow(decided(0), 3, 8)).toEqual([1, 2, 3]); // 16 pairs would be too small to read
  expect(columnsToShow(decided(2), 3, 8)).toEqual([2, 3, 4]);
  expect(columnsToShow(decided(4), 3, 8)).toEqual([2, 3, 4]);
  expect(columnsToShow(decided(5), 3, 8)).toEqual([2, 3, 4]);
  expect(columnsToShow(decided(0).slice(-2), 3, 8)).toEqual([0, 1]);
});

test('everybody who shares a place stands on its step', () => {
  const entrants = ['Ann', 'Ben', 'Cid', 'Dee', 'Eve'].map((name) => ({ name }));
  const places = [1, 1, 3, 3, 5].map((place, entrant) => ({ place, entrant }));
  expect(podiumOf({ entrants, standings: places } as unknown as Tournament)).toEqual([
    { place: 1, names: ['Ann', 'Ben'] },
    { place: 3, names: ['Cid', 'Dee'] },
  ]);
});

test.each([
  [2, 1, 'which counts as won'],
  [3, 3, 'which counts 2'],
  [4, 2, 'which counts 1'],
])('at tables of %d with %d games a rest says what it counts', (seats, games, words) =>
  expect(restWords({ seats, games } as Tournament)).toBe(words),
);
