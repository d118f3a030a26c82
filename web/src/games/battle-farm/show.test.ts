import { expect, it } from 'vitest';
import type { Beat } from '../../lib/table.svelte';
import { diceOf, newsOfTurn } from './show';

/** Each event is said by its kind. */
const beat = (ply: number, ...events: Beat['events']): Beat => ({
  ply,
  seat: 0,
  events,
  says: events.map(({ kind }) => `${kind}!`),
});

const past = [
  beat(0, { kind: 'turn', seat: 0, round: 1 }, { kind: 'limit', seat: 0, phase: 'market', die: 3 }),
  beat(1, { kind: 'bought', seat: 0, card: 'carrot', price: 2, slot: 0 }),
  beat(2, { kind: 'limit', seat: 0, phase: 'fertilize', die: 1 }),
];
const next = [
  ...past,
  beat(
    3,
    { kind: 'fertilized', seat: 0 },
    { kind: 'turn', seat: 1, round: 1 },
    { kind: 'limit', seat: 1, phase: 'market', die: 4 },
  ),
];

it('finds the turn’s dice in the past, so that latecomers see them too', () => {
  expect(diceOf(past.slice(0, 2))).toEqual({ market: 3, fertilize: null });
  expect(diceOf(past)).toEqual({ market: 3, fertilize: 1 });
  expect(diceOf([])).toEqual({ market: null, fertilize: null });
});

it('forgets the last turn’s dice when the next begins', () => {
  expect(diceOf(next)).toEqual({ market: 4, fertilize: null });
});

it('tells the news of this turn, and the move that ended the turn before, in the house’s words', () => {
  expect(newsOfTurn(past)).toEqual(['bought!']);
  expect(newsOfTurn(next)).toEqual(['fertilized!']);
});
