/** The same table once more, with every house player one level stronger. */
import type { NewTable, Table } from '../../lib/protocol';

const LADDER = ['easy', 'medium', 'hard', 'expert', 'master'] as const;
/** Players without a level of their own, below the ladder. */
const BELOW = ['random', 'greedy'];

const above = (word: string | null | undefined): string | undefined =>
  BELOW.includes(word ?? '') ? LADDER[0] : LADDER[LADDER.indexOf(word as 'easy') + 1 || LADDER.length];

/** Nothing if somebody else than the house plays, or plays as well as it can already. */
export function harderTable(table: Table): { wish: NewTable; says: string } | null {
  const rivals = table.seats.filter(({ you }) => !you);
  if (table.seats.length - rivals.length !== 1 || !rivals.length || table.origin) return null;
  if (!rivals.every(({ kind, word }) => kind === 'house' && above(word))) return null;
  const seats = table.seats.map((seat) =>
    seat.you ? 'me' : `${above(seat.word)}${seat.character ? `@${seat.character.name.toLowerCase()}` : ''}`,
  );
  const { game, options, clock, takeover, hints, undo } = table;
  const levels = [...new Set(rivals.map(({ word }) => above(word)))];
  return {
    wish: { game, options, seats, clock, takeover, hints, undo, listed: false },
    says: `The same again, against ${levels.join(' and ')}`,
  };
}
