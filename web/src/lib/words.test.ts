import { describe, expect, test } from 'vitest';
import type { Game, Seat, Table } from './protocol';
import { afterTitle, leftWords, minutes, namesOf, onlyHere, presetOf, promiseOf, seatKind, span } from './words';

const seat = (at: number, name: string, more: Partial<Seat> = {}): Seat => ({
  seat: at,
  kind: 'person',
  name,
  word: null,
  you: false,
  here: true,
  away: false,
  taken_over: false,
  left: false,
  clock: { bank_ms: null, strikes: 0 },
  character: null,
  hints: 0,
  taken_back: 0,
  ...more,
});
const names = (...seats: Seat[]) => namesOf({ seats } as Table);

describe('names on the plates', () => {
  test('my only seat is You', () =>
    expect(names(seat(0, 'Rune', { you: true }), seat(1, 'Ines'))).toEqual(['You', 'Ines']));
  test('two people at one screen keep their names', () =>
    expect(names(seat(0, 'Rune', { you: true }), seat(1, 'Rune', { you: true }))).toEqual(['Rune 1', 'Rune 2']));
  test('a house player’s level is not part of its name', () =>
    expect(names(seat(0, 'Ines (hard)', { kind: 'house', word: 'hard' }))).toEqual(['Ines']));
  test('a guest with the same name gets a number', () =>
    expect(names(seat(0, 'Ines (hard)', { kind: 'house', word: 'hard' }), seat(1, 'Ines'), seat(2, 'Rune'))).toEqual([
      'Ines 1',
      'Ines 2',
      'Rune',
    ]));
});

test('this machine’s own address is no use to friends', () => {
  for (const here of ['localhost', 'parlour.localhost', '127.0.0.1', '127.0.1.1', '[::1]'])
    expect(onlyHere(here), here).toBe(true);
  for (const there of ['192.168.1.7', 'parlour.example.org', 'localhost.example.org', '127.example.org'])
    expect(onlyHere(there), there).toBe(false);
});

test('the reason does not name the winner again', () => {
  expect(afterTitle('Ines wins: Yarrow gave up.')).toBe('Yarrow gave up.');
  expect(afterTitle('Ines wins: the deck is empty.')).toBe('The deck is empty.');
  expect(afterTitle('Ines wins: you gave up.')).toBe('You gave up.');
  expect(afterTitle('Ines wins with 12 points.')).toBe('With 12 points.');
});

test('a guest whose seat is out of the game is told so, and that they are watching', () => {
  const left = { ply: 3, seat: 0, events: [{ kind: 'left', seat: 0, how: 'concede' }], says: ['You gave up.'] };
  expect(leftWords([left], 0)).toBe('You gave up. Watching now.');
  expect(leftWords([left], 1)).toBe('Watching now.');
  expect(seatKind(seat(0, 'Rune', { left: true }))).toBe('out of the game');
});

test('times in words, and on a clock', () => {
  expect([0, 500, 6000, 90_000, 3_600_000, 86_400_000, 180_000_000].map(span)).toEqual([
    ...['0 s', '0.5 s', '6 s', '1 min 30 s', '1 h', '1 day', '2 days 2 h'],
  ]);
  expect([61_001, -5, 600_000, 5_999_000, 100_800_000, 260_000_000].map(minutes)).toEqual([
    ...['1:02', '0:00', '10:00', '99:59', '28 h', '3 d'],
  ]);
});

test('options that match a preset go by its name', () => {
  const game = { defaults: { a: false, decks: [] }, presets: { classic: {}, full: { a: true } } } as unknown as Game;
  expect(presetOf(game, { a: true, decks: ['x'] })).toBe('full');
  expect(presetOf(game, { a: false })).toBe('classic');
  expect(presetOf(game, { a: 3 })).toBe('own');
});

test('the promise is the sha-256 of the seed’s bytes', async () => {
  expect(await promiseOf('00'.repeat(16))).toBe('374708fff7719dd5979ec875d56cd2286f6d3cf7ec317a3b25632aab28ec37bb');
});
