import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { timeLeft } from './clock';
import type { Seat } from './protocol';
import { Outlook, type TableStore } from './table.svelte';

/** The line to the house, in the hands of the test. */
class Socket {
  static OPEN = 1;
  static last: Socket;
  readyState = 1;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  constructor() {
    Socket.last = this;
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {}
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const seat = (at: number): Seat => ({ seat: at }) as Seat;
const bank = (outlook: Outlook, at: number): number | null => timeLeft(seat(at), outlook.clock, performance.now());
const hello = { type: 'hello', seat: 0 };
const banks = (...ms: number[]) => ms.map((bank_ms) => ({ bank_ms, strikes: 0 }));
const events = (ply: number, by: number, mover: number, time: object) => ({
  type: 'events',
  ply,
  seat: by,
  events: [],
  view: {},
  mover,
  says: ['Ann plays.'],
  ...time,
});

let outlook: Outlook;

function sit(at: number | null): Socket {
  const store = {
    id: 'abc',
    table: null,
    shown: null,
    turned: () => {},
    ended: () => {},
    told: () => {},
  } as unknown as TableStore;
  outlook = new Outlook(store, at, 'secret');
  Socket.last.say(hello);
  return Socket.last;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  vi.stubGlobal('WebSocket', Socket);
});
afterEach(() => {
  outlook.chair.leave();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the clocks that a viewer sees', () => {
  test('after my move the rival’s clock runs, and mine stops', () => {
    const house = sit(0);
    house.say({
      type: 'turn',
      ply: 1,
      view: {},
      moves: [],
      clock: { move_ms: null, bank_ms: 300_000 },
      clocks: banks(300_000, 300_000),
    });
    vi.advanceTimersByTime(20_000);
    expect(bank(outlook, 0)).toBe(280_000);
    house.say(events(1, 0, 1, { clock: { move_ms: null, bank_ms: 300_000 }, clocks: banks(280_000, 300_000) }));
    vi.advanceTimersByTime(5_000);
    expect(bank(outlook, 0)).toBe(280_000);
    expect(bank(outlook, 1)).toBe(295_000);
  });

  test('a spectator sees the same, however long a move waits to be shown', () => {
    const house = sit(null);
    house.say({
      type: 'waiting',
      ply: 1,
      view: {},
      mover: 0,
      clock: { move_ms: null, bank_ms: 300_000 },
      clocks: banks(300_000, 300_000),
    });
    house.say(events(1, 0, 1, { clock: { move_ms: null, bank_ms: 300_000 }, clocks: banks(299_000, 300_000) }));
    house.say(events(2, 1, 0, { clock: { move_ms: null, bank_ms: 299_000 }, clocks: banks(299_000, 290_000) }));
    return vi.advanceTimersByTimeAsync(2_000).then(() => {
      expect(outlook.ply).toBe(2);
      expect(bank(outlook, 0)).toBe(297_000);
      expect(bank(outlook, 1)).toBe(290_000);
    });
  });

  test('a page that becomes visible again asks for the time', () => {
    const house = sit(1);
    house.say({ type: 'waiting', ply: 1, view: {}, mover: 0, clock: { move_ms: 60_000, bank_ms: null } });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(house.sent.at(-1)).toEqual({ type: 'ping' });
    house.say({ type: 'pong', mover: 0, clock: { move_ms: 12_000, bank_ms: null } });
    expect(bank(outlook, 0)).toBe(12_000);
    house.say({ type: 'pong' });
    expect(bank(outlook, 0)).toBe(12_000);
  });

  test('at the end no clock runs', () => {
    const house = sit(0);
    house.say(events(1, 0, -1, { clock: { move_ms: 5000, bank_ms: null } }));
    house.say({ type: 'over', payoffs: [1, 0], scores: [0, 0], seed: '', why: '' });
    expect(outlook.clock).toBe(null);
  });
});

describe('a hint', () => {
  const drop = (column: number) => ({ kind: 'drop', column });
  const turn = (ply: number) => ({
    type: 'turn',
    ply,
    view: {},
    moves: [drop(0), drop(1)],
    words: ['left', 'right'],
    clock: {},
  });
  const hinted = (column: number) => ({ move: drop(column), words: '', chance: 0.5, margin: 0.1, close: true });
  const hint = (ply: number) => ({ type: 'hint', ply, moves: [hinted(1), hinted(0)], line: [], says: [], left: 2 });

  test('is asked for once, and marked on the board when it comes', () => {
    const house = sit(0);
    house.say(turn(5));
    outlook.askHint();
    outlook.askHint();
    expect(house.sent.filter(({ type }) => type === 'hint')).toEqual([{ type: 'hint', ply: 5 }]);
    house.say(hint(5));
    expect(outlook.picker.hints(drop(1))).toBe(true);
    outlook.suggest(1);
    expect(outlook.picker.hints(drop(0))).toBe(true);
  });

  test('that comes too late is dropped', () => {
    const house = sit(0);
    house.say(turn(5));
    outlook.askHint();
    house.say(events(5, 0, 0, {}));
    house.say(turn(6));
    house.say(hint(5));
    expect(outlook.hint).toBe(null);
    expect(outlook.picker.hinted).toEqual([]);
  });

  test('is asked for again when the line broke meanwhile', () => {
    const house = sit(0);
    house.say(turn(5));
    outlook.askHint();
    house.say(hello);
    house.say(turn(5));
    expect(house.sent.filter(({ type }) => type === 'hint')).toHaveLength(2);
    house.say(hint(5));
    house.say(hello);
    house.say(turn(6));
    expect(house.sent.filter(({ type }) => type === 'hint')).toHaveLength(2);
    expect(outlook.hint).toBe(null);
  });

  test('that is refused can be asked for again', () => {
    const house = sit(0);
    house.say(turn(5));
    outlook.askHint();
    house.say({ type: 'no-hint', ply: 5, code: 'too-slow', why: 'The house could not work out a hint in time.' });
    expect(outlook.hint).toBe(null);
    outlook.askHint();
    expect(outlook.hint).toBe('asked');
  });
});

describe('the last turn of the others, shown again', () => {
  const step = (ply: number, by: number, mover: number) => ({ ...events(ply, by, mover, {}), view: { ply } });

  test('goes from what this seat saw before it to the present, once', async () => {
    const socket = sit(0);
    socket.say(step(1, 0, 1));
    expect(outlook.reruns).toBe(false);
    socket.say(step(2, 1, 1));
    socket.say(step(3, 1, 0));
    await vi.runAllTimersAsync();
    expect(outlook.reruns).toBe(true);
    const seen: unknown[] = [];
    const shown = outlook.showAgain();
    for (let at = 0; at < 3; at++) {
      seen.push(outlook.rerun?.view);
      await vi.advanceTimersByTimeAsync(1000);
    }
    await shown;
    expect(seen).toEqual([{ ply: 1 }, { ply: 2 }, { ply: 3 }]);
    expect(outlook.rerun).toBeNull();
    expect(outlook.beat?.ply).toBe(3);
  });

  test('ends as soon as something happens, and begins anew with the own move', async () => {
    const socket = sit(0);
    socket.say(step(1, 0, 1));
    socket.say(step(2, 1, 0));
    await vi.runAllTimersAsync();
    void outlook.showAgain();
    socket.say(step(3, 0, 1));
    await vi.runAllTimersAsync();
    expect([outlook.rerun, outlook.reruns]).toEqual([null, false]);
  });

  test('is not offered to spectators', async () => {
    const socket = sit(null);
    socket.say(step(1, 0, 1));
    socket.say(step(2, 1, 0));
    await vi.runAllTimersAsync();
    expect(outlook.reruns).toBe(false);
  });
});
