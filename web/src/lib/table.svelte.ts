/**
 * A table as one browser sees it: one chair for each of our seats (two people at one screen have two), or one chair
 * without a seat for a spectator. Other players' moves are shown at a pace the eye can follow.
 */
import { untrack } from 'svelte';
import { api, HouseError } from './api';
import { announcements } from './announcements.svelte';
import { Chair, type Line } from './chair';
import { timed, type ToldClock } from './clock';
import { device } from './device.svelte';
import { EMOTES } from './emotes';
import { house } from './house.svelte';
import { mutes } from './mutes.svelte';
import { Picker } from './picker.svelte';
import type { Emote, Events, Hint, HouseEvent, Move, Over, Ply, Table, ToGuest } from './protocol';
import { says } from './says.svelte';
import { settings } from './settings.svelte';
import { play } from './sound';
import { GONE } from './words';

export interface Beat {
  ply: number;
  seat: number | null;
  events: HouseEvent[];
  /** The house's sentence for each event, empty where it has none. */
  says: string[];
}

export interface LogLine {
  ply: number;
  seat: number | null;
  /** The kind of event it tells. */
  kind: string;
  text: string;
}

const PACE = 420;
/** How long each step of a turn that is shown again stays, in milliseconds. */
const AGAIN = 1000;
/** The longest turn that is kept to be shown again, in steps. */
const MOST_SCENES = 60;

/** A move that can't be taken back: in words, and why. */
export interface Final {
  move: Move;
  words: string;
  why: string;
}

/** A step of somebody's turn, with what this seat saw then. */
export interface Scene {
  view: unknown;
  mover: number | null;
  beat: Beat | null;
}

/** What one of our seats, or a spectator, knows. */
export class Outlook {
  readonly seat: number | null;
  readonly chair: Chair;
  readonly picker: Picker;
  line = $state<Line>('connecting');
  view = $state.raw<unknown>(null);
  text = $state('');
  /** What the position means to this seat, in a sentence of the house. */
  situation = $state('');
  ply = $state(0);
  mover = $state<number | null>(null);
  /** What happened last, for boards to animate. */
  beat = $state.raw<Beat | null>(null);
  /** Everything that has happened so far. */
  past = $state.raw<Beat[]>([]);
  log = $state.raw<LogLine[]>([]);
  clock = $state.raw<ToldClock | null>(null);
  over = $state.raw<Over | null>(null);
  /** The hint for this decision; "asked" until it comes. */
  hint = $state.raw<Hint | 'asked' | null>(null);
  /** This seat can take back its last move. */
  back = $state(false);
  /** A final move that waits for a yes, for guests who want to be asked. */
  asking = $state.raw<Final | null>(null);
  /** What the others have done since this seat's last move, to be shown again; first, how it was before. */
  #scenes: Scene[] = [];
  #reruns = 0;
  /** Whether there is a turn to show again, and the step that is shown now. */
  reruns = $state(false);
  rerun = $state.raw<Scene | null>(null);
  /** The decision that had one, or was to have one, when the line broke: the same one costs nothing again. */
  #hintedPly: number | null = null;

  #queue: { message: ToGuest; at: number }[] = [];
  #busy = false;
  #table: TableStore;

  constructor(table: TableStore, seat: number | null, token: string | null) {
    this.#table = table;
    this.seat = seat;
    this.chair = new Chair({
      table: table.id,
      seat,
      token,
      hear: (message) => this.#hear(message),
      line: (line) => (this.line = line),
      banned: () => table.banned(),
    });
    this.picker = new Picker({
      send: (move) => void this.#consider(move),
      why: (move) => this.chair.why(move),
      preview: (move) => this.chair.preview(move),
      plan: (moves) => this.chair.plan(moves),
    });
  }

  /** This seat is out of the game while others play on. */
  get left(): boolean {
    return this.seat !== null && this.over === null && (this.#table.table?.seats[this.seat]?.left ?? false);
  }

  get myTurn(): boolean {
    return this.seat !== null && this.mover === this.seat && this.over === null && !this.left;
  }

  /** Sends a move, or first asks whether it is meant. */
  async #consider(move: Move): Promise<void> {
    const ply = this.ply;
    const why = settings.preferences.confirm ? await this.#whyFinal(move) : '';
    if (this.ply !== ply || this.picker.sent !== move) return;
    if (why) this.asking = { move, why, words: this.picker.wordsFor(move) };
    else this.#send(move);
  }

  #send(move: Move): void {
    if (this.chair.move(this.ply, move)) return;
    this.picker.refused();
    says.note('The connection is down. Your move was not sent.', 'bad');
  }

  /** Why there is no way back from a move, as far as the house foresees it; empty: there is one. */
  async #whyFinal(move: Move): Promise<string> {
    const seen = await this.chair.preview(move);
    if (!seen?.certain) return 'Dice or hidden cards decide what follows.';
    const mover = seen.changes.find(([path]) => path === 'mover');
    return mover && mover[2] !== this.seat ? 'It ends your turn.' : '';
  }

  /** The answer of a guest who was asked. */
  decide(go: boolean): void {
    const asked = this.asking;
    this.asking = null;
    if (!asked) return;
    if (go) this.#send(asked.move);
    else this.picker.refused();
  }

  takeBack(): void {
    if (this.back && !this.chair.takeBack(this.ply - 1))
      says.note('The connection is down. Please try again in a moment.', 'bad');
  }

  /** Asks what the house would do; the same decision is asked about only once. */
  askHint(): void {
    if (this.hint || !this.picker.active) return;
    if (this.chair.hint(this.ply)) this.hint = 'asked';
    else says.note('The connection is down. Please try again in a moment.', 'bad');
  }

  /** Shows one of a hint's moves on the board; the first with all that follows it. */
  suggest(at: number): void {
    if (!this.hint || this.hint === 'asked') return;
    const move = this.hint.moves[at]?.move;
    if (move) this.picker.suggest(at ? [move] : [move, ...this.hint.line.map((next) => next.move)]);
  }

  /** Shows once more what the others have done since this seat's last move. Whatever happens meanwhile ends it. */
  async showAgain(): Promise<void> {
    const run = ++this.#reruns;
    for (const scene of this.#scenes) {
      this.rerun = { ...scene, beat: scene.beat && { ...scene.beat } };
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
      if (run !== this.#reruns) return;
    }
    // The board has just seen the last of them: it need not move again.
    this.beat = this.rerun?.beat ?? this.beat;
    this.rerun = null;
  }

  endRerun(): void {
    this.#reruns++;
    this.rerun = null;
  }

  #remember(events: Events): void {
    const mine = events.seat === this.seat;
    if (mine || !this.#scenes.length)
      this.#scenes = [{ view: mine ? events.view : this.view, mover: null, beat: null }];
    if (!mine && this.#scenes.length < MOST_SCENES)
      this.#scenes.push({ view: events.view, mover: moverOf(events.mover), beat: beatOf(events) });
    this.reruns = this.seat !== null && this.#scenes.length > 1 && this.#scenes[0]?.view !== null;
  }

  #hinted(hint: Hint): void {
    // Dropped if the game has gone on meanwhile.
    if (this.hint !== 'asked' || hint.ply !== this.ply || !this.picker.active) return;
    this.hint = hint;
    this.suggest(0);
    says.aloud(hint.says.join(' '));
  }

  #hear(message: ToGuest): void {
    if (message.type === 'hint') return this.#hinted(message);
    if (message.type === 'no-hint') {
      this.hint = null;
      return says.note(message.why, 'bad');
    }
    if (message.type === 'table') return this.#table.told(message);
    if (message.type === 'emote') return void this.#table.emoted(message.seat, message.emote);
    if (message.type === 'notice') return announcements.hear(message.announcements);
    if (message.type === 'refused' || message.type === 'error') {
      this.picker.refused();
      says.note(message.type === 'refused' ? message.why : message.error, 'bad');
      play('refuse');
      device.shake('refuse');
      return;
    }
    if (message.type === 'hello') this.#queue = [];
    // The clock counts from when a message arrived, however long it waits to be shown.
    this.#queue.push({ message, at: performance.now() });
    if (!this.#busy) void this.#work();
  }

  async #work(): Promise<void> {
    this.#busy = true;
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      const wait = this.#take(next.message, next.at);
      if (wait && this.#queue.length && !document.hidden) {
        await new Promise((resolve) => setTimeout(resolve, this.#queue.length > 12 ? 80 : wait));
      }
    }
    this.#busy = false;
  }

  /** Handles one message; returns how long to let it sink in. */
  #take(message: ToGuest, at: number): number {
    switch (message.type) {
      case 'hello':
        this.over = null;
        this.back = false;
        this.asking = null;
        this.#hintedPly = this.hint ? this.ply : null;
        this.hint = null;
        return 0;
      case 'past':
        this.log = message.plies.flatMap(linesOf);
        this.past = message.plies.map(beatOf);
        return 0;
      case 'events':
        this.endRerun();
        this.#remember(message);
        this.view = message.view;
        this.text = message.text ?? '';
        this.situation = message.situation ?? '';
        this.ply = message.ply;
        this.beat = beatOf(message);
        this.past = [...this.past, this.beat];
        this.log = [...this.log, ...linesOf(message)];
        this.mover = moverOf(message.mover);
        this.#clock(message, at);
        this.hint = null;
        this.back = false;
        this.asking = null;
        if (message.seat !== this.seat) this.picker.suggest([]);
        this.picker.deal([]);
        if (message.says?.length && this.#table.shown === this) says.aloud(message.says.join(' '));
        // Nothing to see, nothing to wait for.
        return message.seat === this.seat || !message.says?.some(Boolean) ? 0 : settings.still ? 200 : PACE;
      case 'turn':
        this.endRerun();
        this.view = message.view;
        this.text = message.text ?? '';
        this.situation = message.situation ?? '';
        this.ply = message.ply;
        this.mover = this.seat;
        this.back = message.back ?? false;
        this.#clock(message, at);
        this.picker.deal(message.moves, message.words);
        this.#table.turned(this);
        if (this.#hintedPly === message.ply) this.askHint();
        this.#hintedPly = null;
        return 0;
      case 'waiting':
        this.view = message.view;
        this.text = message.text ?? '';
        this.situation = message.situation ?? '';
        this.ply = message.ply;
        this.mover = moverOf(message.mover);
        this.#clock(message, at);
        this.picker.deal([]);
        return 0;
      case 'over':
        this.endRerun();
        this.over = message;
        this.situation = message.why;
        this.mover = null;
        this.clock = null;
        this.picker.deal([]);
        this.#table.curtain = null;
        return 0;
      case 'pong':
        if (message.clock && message.mover === this.mover) this.#clock(message, at);
        return 0;
      default:
        return 0;
    }
  }

  #clock({ clock, clocks = [] }: Pick<Events, 'clock' | 'clocks'>, at: number): void {
    this.clock = clock ? { now: clock, kept: clocks, mover: this.mover, at } : null;
  }
}

/** The house sends -1 when the game is over. */
const moverOf = (mover: number): number | null => (mover < 0 ? null : mover);

export const beatOf = ({ ply, seat, events, says: sentences = [] }: Ply | Events): Beat => ({
  ply,
  seat: seat ?? null,
  events,
  says: sentences,
});

/** The log lines of a ply, each under the seat that acted: one move can end a turn and begin the next. */
export function linesOf({ ply, seat, events, says: sentences = [], whose = [] }: Ply | Events): LogLine[] {
  return sentences.flatMap((text, at) =>
    text
      ? [{ ply, seat: whose[at] === undefined ? (seat ?? null) : whose[at], kind: events[at]?.kind ?? '', text }]
      : [],
  );
}

export class TableStore {
  readonly id: string;
  table = $state.raw<Table | null>(null);
  outlooks = $state.raw<Outlook[]>([]);
  /** The one of our seats that is on the screen. */
  shown = $state.raw<Outlook | null>(null);
  /** Two people share the screen: the seat to pass it to before its cards are shown. */
  curtain = $state<number | null>(null);
  emotes = $state<Record<number, Emote>>({});
  missing = $state('');
  hides = false;
  /** The seats, with their clocks as of the last message. */
  readonly seats = $derived(timed(this.table?.seats ?? [], this.shown?.clock ?? null));
  #token: string | null;
  #turnSounded = -1;
  #watches = false;

  constructor(id: string, token: string | null) {
    this.id = id;
    this.#token = token;
  }

  /** Asks for the table, and sits down once it is `ready`. */
  async open(ready: (table: Table) => Promise<void> = async () => {}): Promise<void> {
    try {
      const table = await api.table(this.id);
      await ready(table).catch(() => {}); // the table can be shown without what it waited for
      this.#settle(table);
    } catch (error) {
      this.missing = error instanceof HouseError && error.code !== 'not-found' ? error.message : GONE;
    }
  }

  close(): void {
    for (const outlook of this.outlooks) outlook.chair.leave();
    this.outlooks = [];
  }

  told(table: Table): void {
    this.#settle({ ...table, data: this.table?.data ?? table.data });
  }

  /** Stores the table and takes a chair for each of our seats. */
  #settle(table: Table): void {
    this.table = table;
    // Without a token nobody sits: a screen that everybody sees must not show anybody's hand.
    const mine = this.#token === null ? [] : table.seats.filter((seat) => seat.you).map((seat) => seat.seat);
    const wanted: (number | null)[] = mine.length && !house.ban && !this.#watches ? mine : [null];
    const now = untrack(() => this.outlooks);
    if (now.length === wanted.length && now.every((outlook, i) => outlook.seat === wanted[i])) return;
    for (const outlook of now) if (!wanted.includes(outlook.seat)) outlook.chair.leave();
    this.outlooks = wanted.map(
      (seat) => now.find((outlook) => outlook.seat === seat) ?? new Outlook(this, seat, this.#token),
    );
    this.shown = this.outlooks.find((outlook) => outlook.seat === table.mover) ?? this.outlooks[0] ?? null;
    if (this.hides && mine.length > 1 && this.shown) this.curtain = this.shown.seat;
  }

  /** It is one of our seats' turn: show its side. */
  turned(outlook: Outlook): void {
    if (this.shown !== outlook) {
      this.shown = outlook;
      if (this.hides && this.outlooks.length > 1) this.curtain = outlook.seat;
    }
    says.aloud(`Your turn. ${outlook.situation}`.trim(), 'assertive');
    const key = outlook.ply;
    if (this.#turnSounded !== key && outlook.beat?.seat !== outlook.seat) this.#call(outlook);
    this.#turnSounded = key;
  }

  /** A new turn: heard, felt, and told to whoever looks elsewhere. */
  #call(outlook: Outlook): void {
    play('turn');
    device.shake('turn');
    if (document.hidden) device.badge(1);
    const title = this.table ? `Your turn: ${this.table.title}` : 'Your turn';
    void device.tell({ title, body: outlook.situation, url: `/table/${this.id}` });
  }

  /** Says how the game ended, once the last move has been seen. */
  tellEnd(outlook: Outlook): void {
    if (outlook !== this.shown) return;
    const over = outlook.over;
    if (!over) return;
    says.aloud(over.why, 'assertive');
    const mine = outlook.seat === null ? null : over.payoffs[outlook.seat];
    play(mine === null || (mine ?? 0) >= 0.5 ? 'win' : 'lose');
  }

  /** The guest was banned: from now on they only watch. */
  banned(): void {
    this.#watches = true;
    void house.look().catch(() => {});
    if (this.table) this.#settle(this.table);
  }

  async emoted(seat: number, emote: Emote): Promise<void> {
    if (await mutes.silences(this.id, seat)) return;
    this.emotes[seat] = emote;
    says.aloud(`${this.table?.seats[seat]?.name ?? 'Somebody'}: ${EMOTES[emote].label}.`);
    setTimeout(() => {
      if (this.emotes[seat] === emote) delete this.emotes[seat];
    }, 3500);
  }
}
