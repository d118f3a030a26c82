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

test('health is never shown below nothing', () => {
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

about('turns that go by themselves', () => {
  const names = ['You', 'Ines'];

  test('both are told when nothing could be played, with the mana there was', () => {
    const events: HouseEvent[] = [
      { kind: 'skipped', seat: 1, mana: 2 },
      { kind: 'turn', seat: 0 },
      { kind: 'skipped', seat: 0, mana: 3 },
    ];
    expect(skips(events, names)).toEqual([
      'Ines has nothing to play with 2 mana: the turn is skipped.',
      'You have nothing to play with 3 mana: your turn is skipped.',
    ]);
  });

  test('only the own turn is told to be over after its last move', () => {
    expect(skips([{ kind: 'finished', seat: 0 }], names)).toEqual([
      'You have nothing left to play: your turn is over.',
    ]);
    expect(skips([{ kind: 'finished', seat: 1 }], names)).toEqual([]);
  });
});
