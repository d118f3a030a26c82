import { describe, expect, test } from 'vitest';
import { faces, gridOf, lettersOf, pathsOf, purse, rollOf, type AreaFacts } from './deadwood';

const area = (id: string, x: number, y: number, neighbours: string[] = []): AreaFacts => ({
  id,
  name: id,
  kind: 'set',
  neighbours,
  place: { x, y, w: 10, h: 10 },
  takes: 1,
  roles: [],
  only_here: '',
});

describe('the map', () => {
  test('areas keep their places on the grid, and no two share a cell', () => {
    const ring = [
      [1, 0],
      [2, 0],
      [0, 1],
      [1, 1],
      [2, 1],
      [3, 1],
      [0, 2],
      [1, 2],
      [2, 2],
      [3, 2],
      [1, 3],
      [2, 3],
    ];
    const grid = gridOf(ring.map(([x, y], n) => area(`s${n}`, x! * 300, y! * 225)));
    expect([grid.columns, grid.rows, grid.corners]).toEqual([4, 4, true]);
    ring.forEach(([column, row], n) => expect(grid.cells.get(`s${n}`)).toEqual({ column, row }));
  });

  test('areas on one and the same spot still get a cell each', () => {
    const grid = gridOf(Array.from({ length: 42 }, (_, n) => area(`s${n}`, 5, 5)));
    expect(new Set([...grid.cells.values()].map(({ column, row }) => `${column},${row}`)).size).toBe(42);
  });

  test('each path is drawn once, around an empty corner', () => {
    const areas = [area('a', 0, 200, ['b']), area('b', 300, 0, ['a', 'c']), area('c', 300, 200, ['b'])];
    const paths = pathsOf(areas, gridOf(areas));
    expect(paths.map(({ from, to }) => `${from}${to}`)).toEqual(['ab', 'bc']);
    expect(paths[0]!.d).toContain('Q');
  });
});

test('faces of the die that reach the budget', () => {
  expect([faces(4, 0), faces(6, 1), faces(2, 5)]).toEqual([3, 2, 6]);
});

test('purses and letters in words', () => {
  expect(purse({ dollars: 1, credits: 1 })).toBe('$1 and 1 credit');
  expect(purse({ dollars: 0, credits: 0 })).toBe('nothing');
  expect(lettersOf(['Ann', 'Bo', 'Al'])).toEqual(['1', 'B', '3']);
});

test('a roll with its bonus, as the worked example of the rules tells it', () => {
  const dice: [number, number, number, number][] = [
    [6, 2, 5, 0],
    [6, 1, 4, -1],
    [3, 0, 2, 1],
    [2, 2, 5, 0],
    [1, 1, 4, -1],
  ];
  const roll = rollOf(7, [
    { kind: 'acted', seat: 2, die: 4, chips: 1, budget: 5, result: 'success' },
    { kind: 'paid', seat: 2, dollars: 1, credits: 1 },
    { kind: 'take_shot', area: 'train_station', left: 0 },
    ...dice.map(([die, index, rank, seat]) => ({ kind: 'bonus_die', area: 'train_station', die, index, rank, seat })),
    { kind: 'bonus', seat: 0, side: 'on', dollars: 8 },
    { kind: 'wrapped', area: 'train_station', card: 'c16' },
  ])!;
  expect([roll.success, roll.dollars, roll.credits, roll.wrapped, roll.left]).toEqual([true, 1, 1, true, 0]);
  expect(roll.bonus.map(({ die }) => die)).toEqual([6, 6, 3, 2, 1]);
  expect(roll.paid).toEqual([{ seat: 0, side: 'on', dollars: 8 }]);
  expect(rollOf(8, [{ kind: 'rehearsed', seat: 1 }])).toBeNull();
});
