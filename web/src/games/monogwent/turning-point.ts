/** The result of a round, if the game goes on. */
import type { Beat } from '../../lib/table.svelte';
import { sentencesOf } from '../../lib/words';
import type { GwentView } from './gwent';

export interface RoundEnd {
  round: number;
  power: number[];
  /** The seat that won it, -1 for nobody. */
  winner: number;
  /** The sentence about the leader that claimed a drawn round, if one did. */
  claimed: string;
  near: number;
  names: string[];
  lives: number[];
}

export function turningPoint(beat: Beat, near: number, names: string[], view: GwentView): RoundEnd | null {
  const { events } = beat;
  const over = events.find(({ kind }) => kind === 'round-over');
  // The last round is covered by the result of the game; until then its rows stay in sight.
  if (!over || events.some(({ kind }) => kind === 'won')) return null;
  const claim = events.find(({ kind }) => kind === 'broke-tie');
  return {
    round: Number(over.round),
    power: [Number(over.power0), Number(over.power1)],
    winner: claim ? Number(claim.seat) : Number(over.winner ?? -1),
    claimed: sentencesOf([beat], (event) => event === claim)[0] ?? '',
    near,
    names,
    lives: view.sides.map(({ lives }) => lives),
  };
}
