import { describe as about, expect, it } from 'vitest';
import type { HouseEvent } from '../../lib/protocol';
import { historyOf, purchases, type GardenView } from './garden';

about('purchases', () => {
  it('adds up from the amounts on offer, the largest first', () => {
    const amounts = (quantity: number) => purchases('water', quantity, [1, 2, 5, 10, 20]).map((move) => move.amount);
    expect(amounts(9)).toEqual([5, 2, 2]);
    expect(amounts(48)).toEqual([20, 20, 5, 2, 1]);
    expect(amounts(0)).toEqual([]);
    expect(amounts(1e12).length).toBeLessThan(28);
  });
});

about('historyOf', () => {
  it('tells the points at the end of each round', () => {
    const view = { round: 3, gardeners: [{ points: 8000 }, { points: 2000 }] } as GardenView;
    const events: HouseEvent[] = [
      { kind: 'harvested', seat: 0, points: 8000 },
      { kind: 'round', round: 2 },
      { kind: 'harvested', seat: 1, points: 2000 },
    ];
    expect(historyOf([{ ply: 1, seat: 0, events, says: [] }], view)).toEqual({
      1: [8000, 0],
      2: [8000, 2000],
      3: [8000, 2000],
    });
  });
});
