/** The steps of a replay: single decisions, moves (or turns, where the game has them), or rounds. */
import type { Replay, ReplayPly } from './protocol';

export type Unit = 'decision' | 'turn' | 'round';

/** Longer games start with whole moves instead of single decisions. */
const LONG = 300;
const STEP = 1300;
/** The eye can't follow more than a dozen frames a second: faster ones are skipped. */
export const QUICKEST = 80;
const FIVE_MINUTES = 300_000;

export const SPEEDS = ['0.5', '1', '2', '4', 'five'] as const;
export type Speed = (typeof SPEEDS)[number];

type Place = Pick<ReplayPly, 'round' | 'turn'>;

/** The plies at which a step ends: the beginning, the last ply of every move or round, and the end. */
export function stops(plies: readonly Place[], unit: Unit): number[] {
  const last = plies.length - 1;
  return plies.flatMap((ply, at) => {
    const next = plies[at + 1];
    return at === 0 || at === last || unit === 'decision' || ply[unit] !== next?.[unit] ? [at] : [];
  });
}

export const after = (all: readonly number[], ply: number): number => all.find((stop) => stop > ply) ?? all.at(-1) ?? 0;
export const before = (all: readonly number[], ply: number): number => all.findLast((stop) => stop < ply) ?? 0;
/** The step this ply belongs to. */
export const stepAt = (all: readonly number[], ply: number): number =>
  Math.max(
    0,
    all.findLastIndex((stop) => stop <= ply),
  );

/** The steps that make a difference in this game, with their names. */
export function units({
  plies,
  turn_word,
  round_word,
}: Pick<Replay, 'turn_word' | 'round_word'> & { plies: readonly Place[] }): [Unit, string][] {
  const turns = stops(plies, 'turn').length;
  const rounds = stops(plies, 'round').length;
  const found: [Unit, string][] = [['turn', turn_word]];
  if (turns < plies.length) found.unshift(['decision', 'decision']);
  if (round_word && rounds > 2 && rounds < turns) found.push(['round', round_word]);
  return found;
}

/** The unit to start with: decisions, if there are few enough. */
export const firstUnit = (all: [Unit, string][], plies: number): Unit =>
  plies > LONG ? 'turn' : (all[0]?.[0] ?? 'turn');

/** How long a step stays, in milliseconds. "five" fits the whole game into five minutes without slowing it down. */
export const pause = (speed: Speed, steps: number): number =>
  speed === 'five' ? Math.min(STEP, FIVE_MINUTES / Math.max(1, steps)) : STEP / Number(speed);

/** The round of the position after this ply. */
export const roundAt = (plies: readonly Place[], ply: number): number | null =>
  (plies[ply + 1] ?? plies[ply])?.round ?? null;
