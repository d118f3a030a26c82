import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Chair, type Line } from './chair';
import type { ToGuest } from './protocol';

class Socket {
  static all: Socket[] = [];
  readyState = 0;
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onclose: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;

  constructor(readonly address: string) {
    Socket.all.push(this);
  }
  open() {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
    this.onclose?.();
  }
}

function sit() {
  const heard: ToGuest[] = [];
  const lines: Line[] = [];
  const chair = new Chair({
    table: 'abc',
    seat: 1,
    token: 'secret',
    hear: (message) => heard.push(message),
    line: (line) => lines.push(line),
    socket: (address) => new Socket(address) as unknown as WebSocket,
  });
  return { chair, heard, lines, socket: Socket.all.at(-1)! };
}

beforeEach(() => {
  vi.useFakeTimers();
  Socket.all = [];
});
afterEach(() => vi.useRealTimers());

describe('sitting down', () => {
  test('the first message says who sits where', () => {
    const { socket } = sit();
    socket.open();
    expect(socket.sent).toEqual([{ type: 'sit', token: 'secret', seat: 1, words: true }]);
    expect(socket.address).toMatch(/^ws.*\/ws\/tables\/abc$/);
  });

  test('the line is open once the house says hello', () => {
    const { socket, lines, heard } = sit();
    socket.open();
    expect(lines).toEqual(['connecting']);
    socket.say({ type: 'hello' });
    expect(lines).toEqual(['connecting', 'open']);
    expect(heard).toHaveLength(1);
  });
});

describe('when the line breaks', () => {
  test('the chair sits down again, waiting longer each time', () => {
    const { socket, lines } = sit();
    socket.open();
    socket.close();
    expect(lines.at(-1)).toBe('lost');
    vi.advanceTimersByTime(600);
    expect(Socket.all).toHaveLength(2);
    Socket.all[1]!.close();
    vi.advanceTimersByTime(500);
    expect(Socket.all).toHaveLength(2);
    vi.advanceTimersByTime(600);
    expect(Socket.all).toHaveLength(3);
    Socket.all[2]!.open();
    expect(Socket.all[2]!.sent[0]).toMatchObject({ type: 'sit', seat: 1 });
  });

  test('a move is not sent, and the caller is told', () => {
    const { chair } = sit();
    expect(chair.move(3, { kind: 'end' })).toBe(false);
  });

  test('questions get no answer', async () => {
    const { chair, socket } = sit();
    socket.open();
    const why = chair.why({ kind: 'end' });
    socket.close();
    expect(await why).toBeNull();
  });

  test('a chair that was left does not reconnect', () => {
    const { chair, lines } = sit();
    chair.leave();
    vi.advanceTimersByTime(60_000);
    expect(Socket.all).toHaveLength(1);
    expect(lines.at(-1)).toBe('closed');
  });
});

describe('questions', () => {
  test('answers are matched to questions by number', async () => {
    const { chair, socket, heard } = sit();
    socket.open();
    const first = chair.preview({ kind: 'heal' });
    const second = chair.why({ kind: 'end' });
    const [, one, two] = socket.sent;
    socket.say({ type: 'why', id: two!.id, legal: false, code: 'x', why: 'Because.' });
    socket.say({ type: 'preview', id: one!.id, changes: [['a', 1, 2]], certain: true });
    expect((await first)?.changes).toEqual([['a', 1, 2]]);
    expect((await second)?.why).toBe('Because.');
    expect(heard).toEqual([]);
  });

  test('a question times out after some seconds', async () => {
    const { chair, socket } = sit();
    socket.open();
    const why = chair.why({ kind: 'end' });
    vi.advanceTimersByTime(7000);
    expect(await why).toBeNull();
  });
});
