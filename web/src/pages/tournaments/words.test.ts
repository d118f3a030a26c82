import { expect, test } from 'vitest';
import type { Tournament } from '../../lib/protocol';
import { bracketOf, points } from './words';

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
