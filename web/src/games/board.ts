/** What a board gets, and what a game's folder can provide. web/README.md explains it with an example. */
import type { Component } from 'svelte';
import type { ToldClock } from '../lib/clock';
import type { Step } from '../lib/guide.svelte';
import type { Tune } from '../lib/music';
import type { Picker } from '../lib/picker.svelte';
import type { Emote, HouseEvent, Json, Options, Over, Seat } from '../lib/protocol';
import type { Reference } from '../lib/reference';
import type { Sounds } from '../lib/sound';
import type { Beat } from '../lib/table.svelte';
import type { Page } from '../pages';
import type { Language } from '../pages/bots/snippets';
import type { Tools } from './tools';

export interface BoardProps<View = unknown, Data = unknown> {
  /** The table's id, for anything a board stores in this browser. */
  table: string;
  /** What this seat (or a spectator) sees, as the game's view.py builds it. */
  view: View;
  /** The seat whose view this is; null for a spectator. */
  seat: number | null;
  /** Whose turn it is; null when the game is over. */
  mover: number | null;
  /** Narrows down the legal moves; idle for spectators and replays. */
  picker: Picker;
  /** Who sits where, and the name on each plate ("You" for the guest's own). */
  seats: Seat[];
  names: string[];
  /** The game's static data for its board: `data` of GET /api/games/NAME. */
  data: Data;
  options: Options;
  /** What happened last, to animate and tell. A new object each time. */
  beat: Beat | null;
  /** Everything that has happened up to this view, oldest first. */
  past: Beat[];
  over: Over | null;
  /** The position in words. */
  text: string;
  /** The time everybody has left, and when the house said so: for the Clock beside a name. */
  clock: ToldClock | null;
  /** The emotes on show, by seat. */
  emotes: Record<number, Emote>;
}

/** A board as it is loaded, ours or not: a module that draws into an element. */
export interface BoardModule {
  /** Draws the table into this element. Calling `failed` at any later time brings up the plain table instead. */
  mount: (element: HTMLElement, table: BoardTable, failed: (error: unknown) => void) => MountedBoard;
}

export interface MountedBoard {
  /** Something has changed: the view, a choice, a clock. */
  update: (table: BoardTable) => void;
  destroy: () => void;
}

/** The table as a board gets it. */
export interface BoardTable extends BoardProps {
  house: Tools;
  /** The texts an outside game ships with its board. */
  texts: Record<string, string>;
}

export interface SetupProps {
  /** All options of the new table; the form calls `set` to change one. */
  options: Options;
  set: (field: string, value: Json) => void;
  /** Who will sit where: `me`, `free`, or a house player's word. */
  seats: string[];
}

export interface NoticeProps {
  options: Options;
  /** The game's static data for its board; nothing before the table is loaded. */
  data: unknown;
  /** A button in the bar instead of a line of its own. */
  small?: boolean;
}

/** A page that belongs to one game: its decks, its workshop. */
export interface GamePage extends Page {
  label: string;
  /** Its name where the game's name is not next to it; its label by default. */
  title?: string;
  /** Useful without a table: F3 opens it from anywhere, and the lobby's footer links to it. */
  anywhere?: boolean;
}

/** The guided first game: its table, against easy house players, and the steps of the tour. */
export interface Tour {
  preset?: string;
  options?: Options;
  seats: number;
  steps: () => Promise<{ default: Step[] }>;
}

/** How a game ends on its board. */
export interface EndScene {
  /** The things on the board (`data-thing`) that decided it: they light up once the last move has come to rest. */
  decisive: (view: any, winners: number[], last: Beat | null) => string[];
  /** How the room answers: one motion over the board, over before the result comes. */
  room: () => Promise<{ default: Component<RoomProps> }>;
}

export interface RoomProps {
  /** Whether there is something to celebrate: the guest has won, or watches somebody win. */
  won: boolean;
  /** Nobody has won alone. */
  shared: boolean;
  /** Where the decisive things are, in percent of the board's width and height. */
  spots: { x: number; y: number }[];
  /** The guest has asked for less motion. */
  still: boolean;
}

/** Everything about one game in the client: `entry.ts` in its folder, or what an installed package declares. */
export interface GameEntry {
  /** The address of an image for the lobby, where no Scene.svelte is in the game's folder. */
  picture?: string;
  board: () => Promise<BoardModule>;
  /** The house shows names, clocks and emotes above the board, which has none of its own. */
  plates?: boolean;
  texts?: Record<string, string>;
  /** More for the side panel, under the log, with the same props. */
  aside?: () => Promise<{ default: Component<any> }>;
  /** A form in the new-table dialog for game-specific options, and the options it covers; `folded` with single rules. */
  setup?: { fields: string[]; form: () => Promise<{ default: Component<SetupProps> }>; folded?: boolean };
  /** What everybody at a table should know about its options, such as cards written by guests. Shows nothing if there is nothing. */
  notice?: () => Promise<{ default: Component<NoticeProps> }>;
  /** F12 starts over, and Escape leaves the table when there is nothing to step back from. Both ask first. */
  asOriginal?: boolean;
  /** It has music, which starts with the first click unless the guest has turned it off. */
  music?: boolean;
  /** What is played at its tables; without one, what the house plays everywhere. */
  tune?: () => Promise<{ default: Tune }>;
  /** Pages of its own: in the house's bar, on its tile in the lobby, and the first of them on F3. */
  pages?: GamePage[];
  /** Its board needs all the room: the panel with the log is folded away until the guest opens it. */
  folded?: boolean;
  /** Kinds of events that are told as one line of the log when they follow one another. */
  together?: string[];
  /** The kinds of events that play each sound. */
  sounds?: Sounds;
  /** Whether the last round begins with this event: everybody hears it. */
  lastRound?: (event: HouseEvent, view: any) => boolean;
  guide?: Tour;
  /** What the things on its board are, and which cards its rules show. */
  reference?: () => Promise<{ default: Reference }>;
  /** This board's own keys, for the help dialog: which, and what they do. */
  keys?: [keys: string[], what: string][];
  /** What the scores of a finished game are, and how the board shows one if not as it is. */
  scores?: { label: string; shown?: (score: number) => number };
  /** The end as a scene. Without it, the last move is shown and the result follows. */
  ending?: EndScene;
  /** For bot authors: languages of its starter bot besides Python and JavaScript, and its own way to connect. */
  bots?: { languages: Language[]; door: { label: string; panel: () => Promise<{ default: Component }> } };
}
