/** Ratings in words. */
import type { PlayerName, Rating } from './protocol';

/** "1520 ± 90". */
export const pointsWords = ({ points, margin }: Pick<Rating, 'points' | 'margin'>): string =>
  margin ? `${points} ± ${margin}` : String(points);

/** "+12", "−7", "±0". */
export const gainWords = (gained: number): string => (gained ? `${gained > 0 ? '+' : '−'}${Math.abs(gained)}` : '±0');

export const nameWords = ({ name, kind }: Pick<PlayerName, 'name' | 'kind'>): string =>
  kind === 'house' && !name.includes(' (') ? `the house (${name})` : name;

/** "18 Nov 2026". */
export const dayWords = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

export const clockWords = (at: number): string =>
  new Date(at * 1000).toLocaleTimeString('en-GB', { hour: '2-digit', minute: '2-digit' });

export const monthWords = (at: number): string =>
  new Date(at * 1000).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' });
