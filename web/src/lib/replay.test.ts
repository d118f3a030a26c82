import { describe, expect, test } from 'vitest';
import { after, before, firstUnit, pause, roundAt, stepAt, stops, units } from './replay';

/** Two rounds of two moves; the first move has three decisions. Ply 0 is the set-up. */
const plies = [
  { turn: 0, round: 1 },
  { turn: 1, round: 1 },
  { turn: 1, round: 1 },
  { turn: 1, round: 1 },
  { turn: 2, round: 1 },
  { turn: 3, round: 2 },
  { turn: 4, round: 2 },
];

describe('the steps of a replay', () => {
  test('end with each decision, each move, or each round', () => {
    expect(stops(plies, 'decision')).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(stops(plies, 'turn')).toEqual([0, 3, 4, 5, 6]);
    expect(stops(plies, 'round')).toEqual([0, 4, 6]);
  });
  test('lead forward and back from anywhere, and stop at the ends', () => {
    const turns = stops(plies, 'turn');
    expect(after(turns, 0)).toBe(3);
    expect(after(turns, 1)).toBe(3);
    expect(before(turns, 4)).toBe(3);
    expect(before(turns, 2)).toBe(0);
    expect(after(turns, 6)).toBe(6);
    expect(before(turns, 0)).toBe(0);
    expect(stepAt(turns, 2)).toBe(0);
    expect(stepAt(turns, 6)).toBe(4);
  });
  test('are offered where they differ', () => {
    expect(units({ plies, turn_word: 'move', round_word: 'round' })).toEqual([
      ['decision', 'decision'],
      ['turn', 'move'],
      ['round', 'round'],
    ]);
    expect(units({ plies, turn_word: 'turn', round_word: null }).map(([unit]) => unit)).toEqual(['decision', 'turn']);
    const single = plies.map((_, turn) => ({ turn, round: null }));
    expect(units({ plies: single, turn_word: 'move', round_word: null })).toEqual([['turn', 'move']]);
  });
  test('a game that is over before its first move still has one', () => {
    expect(stops([{ turn: 0, round: null }], 'turn')).toEqual([0]);
    expect(after([0], 0)).toBe(0);
  });
  test('a long game starts with whole moves', () => {
    const all = units({ plies, turn_word: 'move', round_word: 'round' });
    expect(firstUnit(all, 120)).toBe('decision');
    expect(firstUnit(all, 2604)).toBe('turn');
  });
  test('a position belongs to the round it begins', () => {
    expect(roundAt(plies, 4)).toBe(2);
    expect(roundAt(plies, 3)).toBe(1);
    expect(roundAt(plies, 6)).toBe(2);
  });
});

describe('the speed', () => {
  test('a game of hundreds of moves is watched in five minutes', () => {
    expect(pause('five', 1000)).toBe(300);
    expect(pause('five', 1000) * 1000).toBe(300_000);
  });
  test('a short one is not stretched', () => expect(pause('five', 20)).toBe(pause('1', 20)));
  test('twice as fast takes half the time', () => expect(pause('2', 20)).toBe(pause('1', 20) / 2));
});
