/** A rating over its games, as points of an SVG. */
import type { CurvePoint } from '../../lib/protocol';

const ROUND = 100;

export interface Drawn {
  line: string;
  /** Between the margins. */
  band: string;
  low: number;
  high: number;
}

const short = (value: number): string => String(Math.round(value * 10) / 10);

export function curveOf(curve: CurvePoint[], width: number, height: number): Drawn {
  const points = curve.length === 1 ? [curve[0]!, curve[0]!] : curve;
  const low = Math.floor(Math.min(...points.map((one) => one.points - one.margin)) / ROUND) * ROUND;
  const high = Math.ceil(Math.max(...points.map((one) => one.points + one.margin)) / ROUND) * ROUND;
  const x = (at: number): string => short((at / (points.length - 1)) * width);
  const y = (value: number): string => short(height - ((value - low) / (high - low || 1)) * height);
  const along = (value: (one: CurvePoint) => number): string[] => points.map((one, at) => `${x(at)},${y(value(one))}`);
  return {
    line: along((one) => one.points).join(' '),
    band: [...along((one) => one.points + one.margin), ...along((one) => one.points - one.margin).reverse()].join(' '),
    low,
    high,
  };
}
