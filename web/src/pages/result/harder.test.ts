import { expect, test } from 'vitest';
import type { Table } from '../../lib/protocol';
import { harderTable } from './harder';

const table = (...seats: object[]): Table =>
  ({ game: 'kata-tcg', options: { minions: true }, clock: {}, takeover: true, hints: 3, origin: null, seats }) as never;
const me = { you: true, kind: 'person', word: null, character: null };
const house = (word: string, character: string | null = null) => ({
  you: false,
  kind: 'house',
  word,
  character: character && { name: character },
});

test('every house player goes up one level and keeps the character', () => {
  const found = harderTable(table(house('easy', 'Ines'), me, house('hard')));
  expect(found?.wish.seats).toEqual(['medium@ines', 'me', 'expert']);
  expect(found?.wish.options).toEqual({ minions: true });
  expect(harderTable(table(me, house('random')))?.wish.seats).toEqual(['me', 'easy']);
});

test('there is nothing above the top, and nobody else is replaced', () => {
  expect(harderTable(table(me, house('master')))).toBeNull();
  expect(harderTable(table(me, house('search:ms=50')))).toBeNull();
  expect(harderTable(table(me, { ...me, you: false }, house('easy')))).toBeNull();
  expect(harderTable(table(me, me))).toBeNull();
});
