/** A chair at a table: one WebSocket that reconnects by itself whenever the line breaks. */
import type { Emote, FromGuest, Move, Plan, Preview, ToGuest, Why } from './protocol';

export type Line = 'connecting' | 'open' | 'lost' | 'closed';

export interface ChairOptions {
  table: string;
  seat: number | null;
  token: string | null;
  hear: (message: ToGuest) => void;
  line: (line: Line) => void;
  /** The guest may no longer play; whoever sits down again only watches. */
  banned?: () => void;
  /** For tests. */
  socket?: (address: string) => WebSocket;
}

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const PING_EVERY = 20_000;
const ANSWER_WITHIN = 6000;

export class Chair {
  readonly seat: number | null;
  #options: ChairOptions;
  #socket: WebSocket | null = null;
  #tries = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;
  #asked = new Map<number, (answer: ToGuest | null) => void>();
  #next = 1;
  #left = false;

  constructor(options: ChairOptions) {
    this.seat = options.seat;
    this.#options = options;
    this.#connect();
    addEventListener('online', this.#hurry);
    document.addEventListener('visibilitychange', this.#look);
  }

  move(ply: number, move: Move): boolean {
    return this.#send({ type: 'move', ply, move });
  }

  async why(move: Move): Promise<Why | null> {
    const answer = await this.#ask({ type: 'why', id: this.#next++, move });
    return answer?.type === 'why' ? answer : null;
  }

  async preview(move: Move): Promise<Preview | null> {
    const answer = await this.#ask({ type: 'preview', id: this.#next++, move });
    return answer?.type === 'preview' ? answer : null;
  }

  async plan(moves: Move[]): Promise<Plan | null> {
    const answer = await this.#ask({ type: 'plan', id: this.#next++, moves });
    return answer?.type === 'plan' ? answer : null;
  }

  /** The answer comes as a message of its own. */
  hint(ply: number): boolean {
    return this.#send({ type: 'hint', ply });
  }

  takeBack(ply: number): boolean {
    return this.#send({ type: 'take-back', ply });
  }

  emote(emote: Emote): void {
    this.#send({ type: 'emote', emote });
  }

  concede(): void {
    this.#send({ type: 'concede' });
  }

  leave(): void {
    this.#left = true;
    removeEventListener('online', this.#hurry);
    document.removeEventListener('visibilitychange', this.#look);
    clearTimeout(this.#retry);
    clearInterval(this.#ping);
    this.#socket?.close();
    this.#drop();
    this.#options.line('closed');
  }

  #connect(): void {
    this.#options.line(this.#tries ? 'lost' : 'connecting');
    const address = `${location.origin.replace(/^http/, 'ws')}/ws/tables/${encodeURIComponent(this.#options.table)}`;
    const socket = (this.#options.socket ?? ((url) => new WebSocket(url)))(address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#send({ type: 'sit', token: this.#options.token, seat: this.seat, words: true });
      clearInterval(this.#ping);
      this.#ping = setInterval(() => this.#send({ type: 'ping' }), PING_EVERY);
    };
    socket.onmessage = ({ data }: MessageEvent<string>) => this.#hear(JSON.parse(data) as ToGuest);
    socket.onclose = (event?: CloseEvent) => this.#closed(socket, event?.reason);
  }

  #hear(message: ToGuest): void {
    if (message.type === 'hello') {
      this.#tries = 0;
      this.#options.line('open');
    }
    if ((message.type === 'why' || message.type === 'preview' || message.type === 'plan') && message.id !== null) {
      this.#asked.get(message.id)?.(message);
      this.#asked.delete(message.id);
      return;
    }
    this.#options.hear(message);
  }

  #closed(socket: WebSocket, why = ''): void {
    if (socket !== this.#socket || this.#left) return;
    // Signed out elsewhere: whoever opens this page now is a new guest, who may still watch.
    if (why === 'signed-out' || why === 'bad-token') return location.reload();
    clearInterval(this.#ping);
    this.#drop();
    if (why === 'banned') return this.#options.banned?.();
    this.#options.line('lost');
    const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.#tries++);
    this.#retry = setTimeout(() => this.#connect(), wait * (0.75 + Math.random() / 2));
  }

  #hurry = (): void => {
    if (this.#left || this.#socket?.readyState === WebSocket.OPEN) return;
    clearTimeout(this.#retry);
    this.#connect();
  };

  /** Back on the page, ask for the time: a machine that slept has lost track of it. */
  #look = (): void => {
    if (!document.hidden) this.#send({ type: 'ping' });
  };

  #drop(): void {
    for (const answer of this.#asked.values()) answer(null);
    this.#asked.clear();
  }

  #ask(question: FromGuest & { id: number }): Promise<ToGuest | null> {
    return new Promise((resolve) => {
      if (!this.#send(question)) return resolve(null);
      this.#asked.set(question.id, resolve);
      setTimeout(() => {
        if (this.#asked.delete(question.id)) resolve(null);
      }, ANSWER_WITHIN);
    });
  }

  #send(message: FromGuest): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }
}
