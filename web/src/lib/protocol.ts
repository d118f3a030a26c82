/** What the house says and hears; docs/protocol.md in types. */

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Options = Record<string, Json>;
export type Value = string | number | boolean | null;
export type Move = { kind: string } & Record<string, Value>;
export type HouseEvent = { kind: string } & Record<string, Value>;

export interface Guest {
  id: string;
  name: string;
  kind: 'person' | 'bot';
  token?: string;
}

export interface ClockRule {
  move_ms: number;
  bank_ms: number;
  strikes: number;
  increment_ms?: number;
  delay_ms?: number;
}

/** A number of a clock, as somebody sets it who lays a table. */
export interface ClockPart {
  field: 'move_ms' | 'bank_ms' | 'increment_ms' | 'delay_ms';
  label: string;
  unit_ms: number;
  usual: number;
  least: number;
  most: number;
}

export interface ClockKind {
  name: string;
  title: string;
  says: string;
  about: string;
  parts: ClockPart[];
  by_date: boolean;
}

export interface SeatClock {
  bank_ms: number | null;
  strikes: number;
}

/** What the mover has left now; null means no limit. */
export interface ClockNow {
  move_ms: number | null;
  bank_ms: number | null;
  strikes?: number;
}

/** The time, in every message about a turn: what the mover has left, and what each seat kept after its last move. */
export interface Clocks {
  clock?: ClockNow | null;
  clocks?: SeatClock[];
}

export interface Schema {
  type?: string | string[];
  title?: string;
  description?: string;
  default?: Json;
  enum?: Json[];
  examples?: Json[];
  const?: Json;
  anyOf?: Schema[];
  $ref?: string;
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  maxLength?: number;
  maxItems?: number;
}

export interface Game {
  name: string;
  title: string;
  tagline: string;
  minutes: number;
  seats: [number, number];
  default_seats: number;
  presets: Record<string, Options>;
  quick: string | null;
  players: string[];
  hides: boolean;
  clock: ClockRule;
  clock_words: string;
  options: Schema;
  defaults: Options;
  version: number;
  data?: unknown;
  board: OutsideBoard | null;
}

/** What a game of another package brings for the browser, in its `web/` folder. */
export interface OutsideBoard {
  /** The addresses of its board and its picture. */
  module: string;
  picture: string;
  plates: boolean;
  guide: { module: string; preset: string; seats: number | null } | null;
  /** For each sound of the house, or address of one, the kinds of events at which it is heard. */
  sounds: Record<string, string[]>;
  keys: [keys: string[], what: string][];
  texts: Record<string, string>;
  /** Why there is no board although the package brings one. */
  trouble: string;
}

export interface Seat {
  seat: number;
  kind: 'person' | 'bot' | 'house' | 'free';
  name: string | null;
  word: string | null;
  you: boolean;
  here: boolean;
  away: boolean;
  taken_over: boolean;
  left: boolean;
  clock: SeatClock | null;
}

export interface Result {
  payoffs: number[];
  scores: number[];
  why: string;
}

export interface Table {
  id: string;
  game: string;
  title: string;
  version: number;
  options: Options;
  preset: string | null;
  data?: unknown;
  status: 'open' | 'running' | 'over' | 'closed';
  seats: Seat[];
  clock: ClockRule;
  clock_words: string;
  open: boolean;
  takeover: boolean;
  host: boolean;
  promise: string | null;
  ply: number;
  mover: number | null;
  watchers: number;
  created: number;
  result: Result | null;
  rematch: string | null;
  /** What this game is called in a match of several: "game 2 of 3". */
  part: string | null;
  /** The match goes on there, as after a draw where the rules want a winner. */
  next: { table: string; title: string } | null;
  /** It came from a record file. */
  brought: boolean;
  /** The position in a line, in lists of tables. */
  line?: string;
}

export interface NewTable {
  game: string;
  preset?: string;
  options?: Options;
  seats: string[];
  clock?: ClockRule | string;
  open?: boolean;
  takeover?: boolean;
}

export interface Ply {
  ply: number;
  seat?: number | null;
  move?: Move | null;
  events: HouseEvent[];
  says?: string[];
  /** Under whose name each of these sentences stands. */
  whose?: (number | null)[];
}

/** One match of a bot in a line. */
export interface BotMatch {
  table: string;
  game: string;
  title: string;
  seat: number;
  names: string[];
  status: 'open' | 'running' | 'over' | 'closed';
  here: boolean;
  created: number;
  ended: number | null;
  clock: ClockRule;
  payoff: number | null;
  why: string | null;
  decisions: number;
  mean_ms: number;
  longest_ms: number;
  slips: Record<string, number>;
}

export interface BotLine {
  ply: number;
  seat: number | null;
  says: string[];
  move?: string | null;
  used_ms?: number;
  part?: boolean;
  house?: 'miss' | 'concede' | 'forfeit';
}

/** What went wrong with a bot, or what it noted itself. */
export interface Slip {
  ply: number;
  at: number;
  code: string;
  why: string;
  said: string;
}

export interface BotLog {
  table: string;
  seat: number;
  names: string[];
  status: BotMatch['status'];
  clock: ClockRule;
  why: string | null;
  payoff: number | null;
  lines: BotLine[];
  slips: Slip[];
}

/** The door for bots of the original Gardening War. */
export interface ClassicDoor {
  open: boolean;
  host: string;
  ports: number[];
  seats: string[];
  rounds: number;
  waiting: string[];
  table: string | null;
  matches: BotMatch[];
}

export interface ReplayPly extends Ply {
  view: unknown;
  text: string;
  mover: number;
  scores: number[];
  /** The round in which it was decided, as the game counts them, and the turn: a number that rises. */
  round: number | null;
  turn: number;
}

export interface Replay {
  id: string;
  game: string;
  title: string;
  options: Options;
  data: unknown;
  names: string[];
  seat: number | null;
  promise: string;
  seed: string;
  result: Result | null;
  /** What the game calls a row of decisions: a turn, or a move. */
  turn_word: string;
  /** What the game calls its rounds, if it has any. */
  round_word: string | null;
  plies: ReplayPly[];
}

export interface Deck {
  key?: string;
  name: string;
  notes: string;
  cards: Record<string, number>;
  errors?: string[];
}

export interface DeckError {
  code: string;
  message: string;
  card?: string | null;
}

export interface Why {
  legal: boolean;
  code: string;
  why: string;
}

/** What a move would change, up to the first roll or hidden card: paths into the view, before and after. */
export interface Preview {
  changes: [path: string, before: Json, after: Json][];
  certain: boolean;
}

/** Where a row of decisions would lead: how many can be made, the view then, what could come next, and what is in the way. */
export interface Plan {
  done: number;
  view: unknown;
  moves: Move[];
  words: string[];
  code?: string;
  why?: string;
}

export interface Over {
  payoffs: number[];
  scores: number[];
  seed: string;
  why: string;
  next?: string;
}

export type Emote = 'hello' | 'well-played' | 'oops' | 'thinking' | 'thanks' | 'wow';

export type FromHouse =
  | {
      type: 'hello';
      game: string;
      version: number;
      seat: number | null;
      seats: number;
      names: string[];
      options: Options;
      clock: ClockRule | null;
      promise: string | null;
      protocol: number;
    }
  | ({ type: 'table' } & Table)
  | { type: 'past'; plies: Ply[] }
  | ({
      type: 'events';
      ply: number;
      seat?: number | null;
      events: HouseEvent[];
      view: unknown;
      mover: number;
      says?: string[];
      whose?: (number | null)[];
      text?: string;
    } & Clocks)
  | ({
      type: 'turn';
      ply: number;
      view: unknown;
      moves: Move[];
      words?: string[];
      text?: string;
    } & Clocks)
  | ({ type: 'waiting'; ply: number; view: unknown; mover: number; text?: string } & Clocks)
  | { type: 'refused'; ply: number; code: string; why: string; strikes: number }
  | ({ type: 'why'; id?: number; move: Move } & Why)
  | ({ type: 'preview'; id?: number; move: Move } & Preview)
  | ({ type: 'plan'; id?: number } & Plan)
  | { type: 'emote'; seat: number; emote: Emote }
  | ({ type: 'over' } & Over)
  | ({ type: 'pong'; mover?: number } & Clocks)
  | { type: 'error'; code: string; error: string };

export type ToHouse =
  | { type: 'sit'; token: string | null; seat: number | null; words: true }
  | { type: 'move'; ply: number; move: Move }
  | { type: 'why'; id: number; move: Move }
  | { type: 'preview'; id: number; move: Move }
  | { type: 'plan'; id: number; moves: Move[] }
  | { type: 'emote'; emote: Emote }
  | { type: 'concede' }
  | { type: 'ping' };
