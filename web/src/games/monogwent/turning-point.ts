/** A round that has ended while the game goes on: what it came to. */
import type { Beat } from '../../lib/table.svelte';
import type { GwentView } from './gwent';

export interface RoundEnd {
  round: number;
  power: number[];
  /** The seat that won it, -1 for nobody. */
  winner: number;
  /** The leader who claimed a drawn round. */
  claimed: string;
  near: number;
  names: string[];
  lives: number[];
}

export function turningPoint({ events }: Beat, near: number, names: string[], view: GwentView): RoundEnd | null {
  const over = events.find(({ kind }) => kind === 'round-over');
  // The last round is told by the result of the game; until then its rows can be read.
  if (!over || events.some(({ kind }) => kind === 'won')) return null;
  const claim = events.find(({ kind }) => kind === 'broke-tie');
  return {
    round: Number(over.round),
    power: [Number(over.power0), Number(over.power1)],
    winner: claim ? Number(claim.seat) : Number(over.winner ?? -1),
    claimed: String(claim?.card ?? ''),
    near,
    names,
    lives: view.sides.map(({ lives }) => lives),
  };
}
