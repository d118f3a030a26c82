/** Types and words for the card workshop. */
import type { Board, Problem, Trial } from '../protocol';

export type {
  Board as TestBoard,
  Example,
  ExplainedEffect as ScriptEffect,
  KeptScript,
  TrialCard,
  Measured,
  Part,
  Problem,
  Reading,
  ScriptShelf,
  Share,
  SharedScript,
  ShownCard as ScriptCard,
  BoardCard,
  Trial,
  TrialSide,
  Word,
} from '../protocol';

/** Warnings have their own codes. */
export const isError = ({ code }: Problem): boolean => !code.startsWith('W');

/** The zones of a test table. */
export type Zone = Exclude<keyof Board, 'boosts' | 'other_boosts' | 'weather'>;

/** How much of a card's budget (10 000 steps, 100 000 operations) this took. */
export function effort({ steps, operations }: Trial): string {
  const percent = Math.max(steps / 100, operations / 1000);
  return percent < 1 ? 'under 1% of its budget' : `${Math.floor(percent)}% of its budget`;
}

/** The address of a shared script, and the hash in such an address. */
export const linkOf = (hash: string): string => `${location.origin}/workshop/${hash}`;
export const hashIn = (link: string): string => link.match(/[0-9a-f]{64}/)?.[0] ?? '';
