/** What a board gets, and what the folder of a game may give. web/README.md explains it with an example. */
import type { Component } from 'svelte';
import type { ToldClock } from '../lib/clock';
import type { Step } from '../lib/guide.svelte';
import type { Picker } from '../lib/picker.svelte';
import type { Emote, Json, Options, Over, Seat } from '../lib/protocol';
import type { Sounds } from '../lib/sound';
import type { Beat } from '../lib/table.svelte';
import type { Page } from '../pages';
import type { Language } from '../pages/bots/snippets';
import type { Tools } from './tools';

export interface BoardProps<View = unknown, Data = unknown> {
  /** The table's id, for what a board remembers in this browser. */
  table: string;
  /** What this seat (or the watcher) sees, as the game's view.py builds it. */
  view: View;
  /** Whose eyes: a seat, or null for a watcher. */
  seat: number | null;
  /** Who decides now; null when the game is over. */
  mover: number | null;
  /** Narrows down the legal moves; idle for watchers and replays. */
  picker: Picker;
  /** Who sits where, and the name on each plate ("You" for the own one). */
  seats: Seat[];
  names: string[];
  /** What the game gives its boards to draw with: `data` of GET /api/games/NAME. */
  data: Data;
  options: Options;
  /** The last thing that happened, to be animated. A new object each time. */
  beat: Beat | null;
  /** Everything that has happened up to this view, oldest first. */
  past: Beat[];
  over: Over | null;
  /** The position in words. */
  text: string;
  /** What everybody has left, and when that was said: for the Clock beside a name. */
  clock: ToldClock | null;
  /** What was just said with a picture, by seat. */
  emotes: Record<number, Emote>;
}

/** A board as it is loaded, whoever wrote it: a module that draws into an element and is told of everything new. */
export interface BoardModule {
  /** Draws the table into this element. `failed` may be called at any time later: the plain table takes over. */
  mount: (element: HTMLElement, table: BoardTable, failed: (error: unknown) => void) => MountedBoard;
}

export interface MountedBoard {
  /** Something has changed: the view, a choice, a clock. */
  update: (table: BoardTable) => void;
  destroy: () => void;
}

/** The table as it is handed to a board. */
export interface BoardTable extends BoardProps {
  house: Tools;
  /** The sentences that an outside game keeps beside its board. */
  texts: Record<string, string>;
}

export interface SetupProps {
  /** All options of the table to be; the form calls `set` to change one. */
  options: Options;
  set: (field: string, value: Json) => void;
  /** Who will sit where: `me`, `free`, or a house player's word. */
  seats: string[];
}

export interface NoticeProps {
  options: Options;
  /** What the game gives its boards to draw with; nothing before the table is loaded. */
  data: unknown;
  /** As a button in the bar instead of a line of its own. */
  small?: boolean;
}

/** A page that only one game has: its decks, its workshop. */
export interface GamePage extends Page {
  label: string;
  /** What it is called where the game is not named beside it; its label if it does not say. */
  title?: string;
  /** It is of use without a table too: F3 opens it from anywhere, and the lobby's foot names it. */
  anywhere?: boolean;
}

/** The guided first game: how its table is laid, against house players that are easy, and the steps of the tour. */
export interface Tour {
  preset?: string;
  options?: Options;
  seats: number;
  steps: () => Promise<{ default: Step[] }>;
}

/** Everything about one game in the client: `entry.ts` in its folder, or what an installed package says of itself. */
export interface GameEntry {
  /** The picture in the lobby. */
  scene?: Component;
  /** The same as the address of an image. */
  picture?: string;
  /** A small tile in the lobby, below the large ones. */
  small?: boolean;
  board: () => Promise<BoardModule>;
  /** The house puts names, clocks and emotes above the board, which then has none of its own. */
  plates?: boolean;
  texts?: Record<string, string>;
  /** More for the side panel, under the log, with the same props. */
  aside?: () => Promise<{ default: Component<any> }>;
  /** A part of the new-table dialog for options that only this game has, and the options it takes care of. */
  setup?: { fields: string[]; form: () => Promise<{ default: Component<SetupProps> }> };
  /** What everybody at a table should know of its options, such as cards that guests wrote. Shows itself if there is any. */
  notice?: () => Promise<{ default: Component<NoticeProps> }>;
  /** F12 gives up and begins anew, and Escape leaves the table when nothing is left to step back from; each after a question. */
  asOriginal?: boolean;
  /** It brings music, which begins with the first click unless the guest has switched it off. */
  music?: boolean;
  /** Pages of its own: in the house's bar, on its tile in the lobby, and the first of them on F3. */
  pages?: GamePage[];
  /** For each sound the kinds of events at which it is heard. */
  sounds?: Sounds;
  guide?: Tour;
  /** Keys that only this board has, for the help: which, and what they do. */
  keys?: [keys: string[], what: string][];
  /** A number for each seat that tells how the game went: drawn as a chart at the end. */
  track?: { title: string; of: (view: any) => number[] };
  /** For those who write bots: languages of its starter bot besides Python and JavaScript, and a way in of its own. */
  bots?: { languages: Language[]; door: { label: string; panel: () => Promise<{ default: Component }> } };
}
