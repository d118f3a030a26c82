/** The card workshop as the house sends it, and what the page says of it. */
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

/** Warnings have codes of their own. */
export const isError = ({ code }: Problem): boolean => !code.startsWith('W');

/** Where cards lie on a test table. */
export type Zone = Exclude<keyof Board, 'boosts' | 'other_boosts' | 'weather'>;

/** How much of what one card may take in all (10 000 steps, 100 000 operations) this took. */
export function effort({ steps, operations }: Trial): string {
  const percent = Math.max(steps / 100, operations / 1000);
  return percent < 1 ? 'under 1% of its budget' : `${Math.floor(percent)}% of its budget`;
}

/** The address of a script that can be sent to a friend, and the hash in such an address. */
export const linkOf = (hash: string): string => `${location.origin}/workshop/${hash}`;
export const hashIn = (link: string): string => link.match(/[0-9a-f]{64}/)?.[0] ?? '';
