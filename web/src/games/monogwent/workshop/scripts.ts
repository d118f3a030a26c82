/** The card workshop as the house sends it. */
import type { HouseEvent } from '../../../lib/protocol';
import type { Card } from '../gwent';

export interface Problem {
  code: string;
  line: number;
  column: number;
  message: string;
  /** How many characters are wrong, and what was probably meant instead. */
  length: number;
  instead: string;
}

/** Warnings have codes of their own. */
export const isError = ({ code }: Problem): boolean => !code.startsWith('W');

export interface Part {
  kind: string;
  name: string;
  line: number;
  last_line: number;
}

export interface ScriptCard extends Card {
  summary: string;
  copies: number;
  has_effect: boolean;
}

export interface ScriptEffect {
  name: string;
  params: Record<string, string>;
  text: string;
}

export interface Reading {
  ok: boolean;
  errors: Problem[];
  warnings: Problem[];
  outline: Part[];
  cards: ScriptCard[];
  effects: ScriptEffect[];
  factions: string[];
}

/** A word of the language with its help. */
export interface Word {
  word: string;
  kind: 'keyword' | 'key' | 'type' | 'member' | 'value';
  within: string;
  detail: string;
  help: string;
  insert: string;
}

/** A card on a test table: one of the pool, or any other by its type and power. */
export interface Stand {
  card?: string;
  type?: string;
  printed?: number;
  power?: number | null;
  row?: string;
}

export type Zone =
  'hand' | 'deck' | 'field' | 'graveyard' | 'other_hand' | 'other_deck' | 'other_field' | 'other_graveyard';

export type TestBoard = Record<Zone, (string | Stand)[]> & {
  boosts: string[];
  other_boosts: string[];
  weather: string[];
};

export interface TrialCard {
  card: string;
  type: string;
  power: number;
  row: string;
  counts: number;
}

export interface TrialSide {
  power: number;
  hand: TrialCard[];
  deck: TrialCard[];
  field: TrialCard[];
  graveyard: TrialCard[];
  rows: number[];
  boosts: string[];
}

export interface Trial {
  card: string;
  before: TrialSide[];
  after: TrialSide[];
  log: string[];
  steps: number;
  operations: number;
  weather: string[][];
  events: HouseEvent[];
}

/** How much of what one card may take in all (10 000 steps, 100 000 operations) this took. */
export function effort({ steps, operations }: Trial): string {
  const percent = Math.max(steps / 100, operations / 1000);
  return percent < 1 ? 'under 1% of its budget' : `${Math.floor(percent)}% of its budget`;
}

export interface KeptScript {
  name: string;
  hash: string;
  updated: number;
  text: string;
}

export interface Example {
  name: string;
  about: string;
  text: string;
}

export interface ScriptShelf {
  mine: KeptScript[];
  examples: Example[];
  table: TestBoard;
}

export interface SharedScript {
  name: string;
  hash: string;
  text: string;
  author: string;
  mine: boolean;
}

export interface Share {
  share: number;
  low: number;
  high: number;
  games: number;
}

export interface Measured {
  state: 'waiting' | 'playing' | 'done' | 'failed';
  done: number;
  total: number;
  found: {
    decks: { faction: string; without: Share | null; with_script: Share; band: 'below' | 'inside' | 'above' | '' }[];
    games: number;
    player: string;
    verdict: string;
  } | null;
  error: string;
}

/** The address of a script that can be sent to a friend, and the hash in such an address. */
export const linkOf = (hash: string): string => `${location.origin}/workshop/${hash}`;
export const hashIn = (link: string): string => link.match(/[0-9a-f]{64}/)?.[0] ?? '';
