import { expect, it } from 'vitest';
import { apart, coinsPerTurn, type Card } from './farm';

it('leaves letters that do not touch where they are', () => {
  expect(apart([0, 40, 90], 20, 100)).toEqual([0, 40, 90]);
});

it('puts letters with almost equal coins side by side, in order', () => {
  expect(apart([52, 48, 50], 20, 100)).toEqual([70, 30, 50]);
});

it('keeps letters on the line at both ends', () => {
  expect(apart([0, 0, 100, 99], 20, 100)).toEqual([0, 20, 100, 80]);
});

it('gives letters less room where the line is short', () => {
  expect(apart([0, 0, 0], 20, 30)).toEqual([0, 15, 30]);
});

it('prints what a crop earns a turn, one coin or more', () => {
  const crop = (coins_per_turn: number) => ({ coins_per_turn }) as Card;
  expect([1, 1.5, 2.6, 3].map((earned) => coinsPerTurn(crop(earned)))).toEqual([
    '1 coin',
    '1.5 coins',
    '2.6 coins',
    '3 coins',
  ]);
});
