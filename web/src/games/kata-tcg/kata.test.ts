import { existsSync, readFileSync } from 'node:fs';
import { describe as about, expect, test } from 'vitest';
import pictures from './pictures.drawings';
import type { HouseEvent } from '../../lib/protocol';
import { skips } from './show';
import { arrow, fate, modesOf, type Card, type KataView, type Minion } from './kata';

const minion = (name: string, health: number): Minion => ({
  minion: name,
  card: 'troll',
  damage: 2,
  health,
  most_health: 5,
  asleep: false,
  used: false,
});
const view = { sides: [{ board: [] }, { board: [minion('m1', 3), minion('m2', 7)] }] } as unknown as KataView;

about('what a preview says of a minion', () => {
  test('it loses health', () => {
    const preview = { changes: [['sides.1.board.1.health', 7, 2]] as never, certain: true };
    expect(fate(view, 1, minion('m2', 7), preview)).toBe('7 → 2');
    expect(fate(view, 1, minion('m1', 3), preview)).toBeNull();
  });

  test('it falls, and its neighbour moves up', () => {
    const changes = [
      ['sides.1.board.0.minion', 'm1', 'm2'],
      ['sides.1.board.0.health', 3, 7],
      ['sides.1.board.1.minion', 'm2', null],
      ['sides.1.board.1.health', 7, null],
    ];
    const preview = { changes: changes as never, certain: true };
    expect(fate(view, 1, minion('m1', 3), preview)).toBe('falls');
    expect(fate(view, 1, minion('m2', 7), preview)).toBeNull();
  });
});

test('health is never negative', () => {
  expect(arrow([3, -2])).toBe('3 → 0');
  expect(arrow(null)).toBeNull();
});

test('a value that is not printed is a mode the card does not have; 0 is one that does nothing', () => {
  const scarecrow = { damage: 0, heal: null, minion_damage: 0, minion_health: 3, draw: null } as Card;
  expect(modesOf(scarecrow).map((mode) => mode.label)).toEqual(['Attack 0', 'Summon 0/3']);
});

const cards = '../src/parlour/games/kata_tcg/cards.toml';
test.skipIf(!existsSync(cards))('every card of the pool has its picture', () => {
  const icons = [...readFileSync(cards, 'utf8').matchAll(/^icon = "(.+)"$/gm)].map((match) => match[1]!);
  expect(icons.filter((icon) => !pictures[icon])).toEqual([]);
  expect(icons.length).toBeGreaterThan(60);
});

about('turns that end by themselves', () => {
  /** Each event is said by its kind and seat. */
  const beat = (...events: HouseEvent[]) => ({
    ply: 1,
    seat: 0,
    events,
    says: events.map(({ kind, seat }) => `${kind} ${seat}`),
  });

  test('everybody hears of a turn in which nothing could be played', () => {
    const skipped = beat({ kind: 'skipped', seat: 1 }, { kind: 'turn', seat: 0 }, { kind: 'skipped', seat: 0 });
    expect(skips([skipped], 0)).toEqual(['skipped 1', 'skipped 0']);
  });

  test('only your own turn is said to be over after its last move', () => {
    const finished = beat({ kind: 'finished', seat: 0 });
    expect(skips([finished], 0)).toEqual(['finished 0']);
    expect(skips([finished], 1)).toEqual([]);
  });
});
