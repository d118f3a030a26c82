import { expect, test } from 'vitest';
import type { Card } from '../kata';
import { averageOf, curveOf, linesOf, tallyOf } from './figures';

const card = (id: string, number: number, cost: number, more: Partial<Card>): Card => ({
  id,
  number,
  name: id,
  cost,
  damage: null,
  heal: null,
  minion_damage: null,
  minion_health: null,
  draw: null,
  limit: 4,
  group: 'plain',
  text: '',
  icon: '',
  ...more,
});
const POOL = [
  card('comet', 1, 12, { damage: 15 }),
  card('cut', 2, 2, { damage: 2, heal: 2 }),
  card('browse', 3, 2, { draw: 2 }),
];

test('a deck’s lines are sorted by cost, then number; unknown cards are left out', () => {
  const lines = linesOf({ browse: 1, gone: 3, comet: 1, cut: 4 }, POOL);
  expect(lines.map(({ card: { id }, copies }) => `${copies} ${id}`)).toEqual(['4 cut', '1 browse', '1 comet']);
});

test('the mana curve counts copies, and all expensive cards under the last cost', () => {
  expect(curveOf(linesOf({ cut: 4, browse: 1, comet: 1 }, POOL))).toEqual([0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 1]);
});

test('a card with several ways counts for each of them', () => {
  const tally = tallyOf(linesOf({ cut: 4, browse: 1 }, POOL));
  expect(tally.map(({ kind, cards }) => `${cards} ${kind}`)).toEqual(['4 attack', '4 heal', '0 summon', '1 draw']);
});

test('the average cost of an empty deck is 0', () => {
  expect(averageOf([])).toBe(0);
  expect(averageOf(linesOf({ cut: 3, comet: 1 }, POOL))).toBe(4.5);
});
