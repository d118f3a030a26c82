/** The geometry of the review's chart, and what its numbers are called. */
import type { Review, Verdict } from '../../lib/protocol';

/** Chances that only mirror each other need one line. */
export const mirrored = (curve: readonly number[][]): boolean =>
  curve.every(([one = 0, two = 0, ...more]) => !more.length && Math.abs(one + two - 1) < 0.005);

/** The line of one seat: x by ply, y from the bottom (nothing) to the top (certainty). */
export function lineOf(curve: readonly number[][], seat: number, width: number, height: number): string {
  return curve
    .map((at, ply) => `${ply ? 'L' : 'M'}${xOf(ply, curve.length, width)} ${round((1 - (at[seat] ?? 0)) * height)}`)
    .join('');
}

/** The same line, closed along the bottom, to be filled. */
export const areaOf = (curve: readonly number[][], seat: number, width: number, height: number): string =>
  `${lineOf(curve, seat, width, height)}L${width} ${height}L0 ${height}Z`;

export const xOf = (ply: number, points: number, width: number): number =>
  points < 2 ? 0 : round((ply / (points - 1)) * width);

/** The ply at this place of the chart. */
export const plyAt = (x: number, points: number, width: number): number =>
  Math.max(0, Math.min(points - 1, Math.round((x / Math.max(1, width)) * (points - 1))));

export interface Bar {
  /** The first ply, and how many. */
  ply: number;
  plies: number;
  change: number;
}

/** How one seat's chances changed, ply by ply, or over several plies each if there are more than fit. */
export function barsOf(changes: readonly number[][], seat: number, most: number): Bar[] {
  const plies = Math.max(1, Math.ceil(changes.length / Math.max(1, most)));
  const bars: Bar[] = [];
  for (let ply = 0; ply < changes.length; ply += plies) {
    const part = changes.slice(ply, ply + plies);
    bars.push({ ply, plies: part.length, change: part.reduce((sum, at) => sum + (at[seat] ?? 0), 0) });
  }
  return bars;
}

export const percent = (chance: number): string => tied(`${Math.round(100 * chance)} %`);

/** Keeps percent signs with their numbers where a line ends. */
export const tied = (sentence: string): string => sentence.replaceAll(' %', '\u00a0%');

/** In hundredths, with a sign: +12, −3, 0. */
export function signed(change: number): string {
  const points = Math.round(100 * change);
  return points > 0 ? `+${points}` : points < 0 ? `−${-points}` : '0';
}

export const VERDICTS: Record<Verdict, { label: string; mark: string; tone: 'good' | 'plain' | 'warn' | 'bad' }> = {
  forced: { label: 'the only move', mark: '·', tone: 'plain' },
  best: { label: 'best', mark: '★', tone: 'good' },
  good: { label: 'good', mark: '✓', tone: 'good' },
  inaccuracy: { label: 'inaccuracy', mark: '?!', tone: 'warn' },
  mistake: { label: 'mistake', mark: '?', tone: 'bad' },
  blunder: { label: 'blunder', mark: '??', tone: 'bad' },
  gone: { label: 'left', mark: '⚑', tone: 'plain' },
};

/** The moments worth a visit, in the order of play: turning points and the worst decisions. */
export const stations = ({ moments, worst }: Pick<Review, 'moments' | 'worst'>): number[] =>
  [...new Set([...moments.map(({ ply }) => ply), ...worst])].sort((one, two) => one - two);

const round = (value: number): number => Math.round(value * 10) / 10;

/** Marks on a line of this width, in their order, moved as little as keeps each this far from the next. */
export function apart(xs: number[], width: number, least: number): number[] {
  const found: number[] = [];
  for (const x of xs) found.push(Math.max(x, (found.at(-1) ?? -Infinity) + least));
  for (let n = found.length - 1, most = width; n >= 0; n--, most -= least) found[n] = Math.min(found[n]!, most);
  return found;
}
