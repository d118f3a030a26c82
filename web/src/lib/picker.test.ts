import { describe, expect, test, vi } from 'vitest';
import { Picker, sentence } from './picker.svelte';
import type { Move } from './protocol';

const moves: Move[] = [
  { kind: 'attack', card: 'jab', target: 'player' },
  { kind: 'attack', card: 'jab', target: 'm2' },
  { kind: 'heal', card: 'jab' },
  { kind: 'summon', card: 'troll' },
  { kind: 'fight', minion: 'm1', target: 'm2' },
  { kind: 'end' },
];

function picker(list = moves) {
  const line = {
    send: vi.fn(),
    why: vi.fn(() => Promise.resolve({ legal: false, code: 'no-mana', why: 'It costs 5 mana; you have 3.' })),
    preview: vi.fn(() => Promise.resolve({ changes: [['sides.1.health', 17, 12]] as never, certain: true })),
  };
  const it = new Picker(line);
  it.deal(list);
  return { it, ...line };
}

describe('what glows', () => {
  test('at first, everything that is part of a legal move', () => {
    const { it } = picker();
    expect(it.can({ card: 'jab' })).toBe(true);
    expect(it.can({ target: 'm2' })).toBe(true);
    expect(it.can({ card: 'boulder' })).toBe(false);
  });

  test('after a choice, only what still leads to a legal move', () => {
    const { it } = picker();
    it.choose({ card: 'jab' });
    expect(it.can({ kind: 'heal' })).toBe(true);
    expect(it.can({ kind: 'summon' })).toBe(false);
    expect(it.can({ target: 'player' })).toBe(true);
    expect(it.has({ card: 'jab' })).toBe(true);
  });

  test('nothing on somebody else’s turn', () => {
    const { it } = picker([]);
    expect(it.active).toBe(false);
    expect(it.can({})).toBe(false);
    expect(it.choose({ kind: 'end' })).toBe(false);
  });
});

describe('what is sent', () => {
  test('a move as soon as it is the only one left', () => {
    const { it, send } = picker();
    it.choose({ card: 'jab' });
    expect(send).not.toHaveBeenCalled();
    it.choose({ target: 'm2' });
    expect(send).toHaveBeenCalledWith(moves[1]);
    expect(it.active).toBe(false);
  });

  test('a choice on hold waits although one move is left', () => {
    const { it, send } = picker();
    it.choose({ card: 'troll' }, { hold: true });
    expect(it.left).toEqual([moves[3]]);
    expect(send).not.toHaveBeenCalled();
    it.choose({ kind: 'summon' });
    expect(send).toHaveBeenCalledWith(moves[3]);
  });

  test('the first of several offers that fits', () => {
    const { it, send } = picker();
    it.choose({ minion: 'm1' }, { hold: true });
    it.choose([{ kind: 'attack', target: 'm2' }, { target: 'm2' }]);
    expect(send).toHaveBeenCalledWith(moves[4]);
  });

  test('nothing twice', () => {
    const { it, send } = picker();
    it.choose({ kind: 'end' });
    it.choose({ kind: 'heal' });
    expect(send).toHaveBeenCalledTimes(1);
  });

  test('a whole move, if it is legal', () => {
    const { it, send } = picker();
    it.play({ card: 'jab', kind: 'heal' });
    expect(send).toHaveBeenCalledWith(moves[2]);
    const other = picker();
    other.it.play({ kind: 'heal', card: 'troll' });
    expect(other.send).not.toHaveBeenCalled();
  });
});

describe('changing your mind', () => {
  test('a thing that contradicts the choices replaces them', () => {
    const { it } = picker();
    it.choose({ card: 'jab' });
    it.choose({ card: 'troll' }, { hold: true });
    expect(it.chosen).toEqual([{ card: 'troll' }]);
  });

  test('back steps back one choice at a time', () => {
    const { it } = picker();
    it.choose({ card: 'jab' });
    it.choose({ kind: 'attack' });
    expect(it.back()).toBe(true);
    expect(it.fixed).toEqual({ card: 'jab' });
    expect(it.back()).toBe(true);
    expect(it.back()).toBe(false);
  });

  test('a refusal opens the same decision again', () => {
    const { it, send } = picker();
    it.choose({ kind: 'end' });
    it.refused();
    expect(it.active).toBe(true);
    it.choose({ kind: 'end' });
    expect(send).toHaveBeenCalledTimes(2);
  });

  test('a new decision drops the choices', () => {
    const { it } = picker();
    it.choose({ card: 'jab' });
    it.deal([{ kind: 'end' }]);
    expect(it.chosen).toEqual([]);
  });
});

describe('what the house says', () => {
  test('why a move can’t be made', async () => {
    const { it } = picker();
    expect(await it.why({ kind: 'attack', card: 'boulder', target: 'player' })).toBe('It costs 5 mana; you have 3.');
  });

  test('a preview is requested once and has before and after', async () => {
    const { it, preview } = picker();
    it.look([moves[0]!]);
    it.look([moves[0]!]);
    await Promise.resolve();
    expect(preview).toHaveBeenCalledTimes(1);
    expect(it.change(moves[0], 'sides.1.health')).toEqual([17, 12]);
    expect(it.change(moves[0], 'sides.0.health')).toBeNull();
  });

  test('a preview of an old decision is forgotten', async () => {
    const { it } = picker();
    it.look([moves[0]!]);
    it.deal([{ kind: 'end' }]);
    await Promise.resolve();
    expect(it.seen(moves[0])).toBeNull();
  });

  test('a move without words is spelled out', () => {
    expect(sentence({ kind: 'drop', column: 3 })).toBe('drop, column 3');
  });
});

describe('a suggestion', () => {
  const [attack] = moves as [Move];

  test('marks everything the suggested move needs, until it is chosen', () => {
    const { it } = picker();
    it.suggest([attack]);
    expect(it.hints({ card: 'jab' })).toBe(true);
    expect(it.hints({ target: 'player' })).toBe(true);
    expect(it.hints({ target: 'm2' })).toBe(false);
    it.choose({ card: 'jab' });
    expect(it.hints({ card: 'jab' })).toBe(false);
    expect(it.hints({ kind: 'attack' })).toBe(true);
  });

  test('marks nothing once something else is chosen', () => {
    const { it } = picker();
    it.suggest([attack]);
    it.choose({ card: 'troll' }, { hold: true });
    expect(it.hints({ target: 'player' })).toBe(false);
    it.back();
    expect(it.hints({ target: 'player' })).toBe(true);
  });

  test('goes on with the rest of the turn if it is followed', () => {
    const { it } = picker();
    it.suggest([attack, { kind: 'end' }]);
    it.play(attack);
    it.deal([]);
    it.deal([{ kind: 'end' }, { kind: 'heal', card: 'jab' }]);
    expect(it.hints({ kind: 'end' })).toBe(true);
    it.deal([]);
    it.deal([{ kind: 'end' }]);
    expect(it.hints({ kind: 'end' })).toBe(false);
  });

  test('is forgotten if another move is made', () => {
    const { it } = picker();
    it.suggest([attack, { kind: 'end' }]);
    it.choose({ kind: 'heal' });
    it.deal([{ kind: 'end' }]);
    expect(it.hints({ kind: 'end' })).toBe(false);
  });
});
