/** What the lobby says about a table in a line. */
import { house } from '../../lib/house.svelte';
import type { Seat, Table } from '../../lib/protocol';
import { isAway, listed, momentWords, plural, presetOf, rulesWords } from '../../lib/words';
import { handsWords } from '../watch/delay';

const gameOf = (table: Table) => house.games.find(({ name }) => name === table.game);
const isFree = (seat: Seat): boolean => seat.kind === 'free';

export const titleOf = (table: Table): string => gameOf(table)?.title ?? table.title;

/** That this is a branch of another game, if it is. */
const branchWords = (table: Table): string => (table.origin ? `What if, from ${momentWords(table.origin.ply)}. ` : '');

export const taken = (table: Table): Seat[] => table.seats.filter((seat) => !isFree(seat));

export const isMine = (table: Table): boolean => table.seats.some(({ you }) => you);

export const isMyTurn = (table: Table): boolean =>
  table.status === 'running' && table.seats.some(({ you, left, seat }) => you && !left && seat === table.mover);

/** A rematch this guest has not joined yet. */
export const isAwaited = (table: Table): boolean =>
  table.status === 'open' && !table.seats.some(isFree) && table.seats.some((seat) => seat.you && isAway(seat));

/** It can't go on without this guest. */
export const waitsForMe = (table: Table): boolean => isMyTurn(table) || isAwaited(table);

/** Its state: whose turn it is, who it is waiting for, or how it ended. */
export function standing(table: Table): string {
  if (table.status === 'over') return table.result?.why ?? 'Over';
  if (table.status === 'open') {
    const free = table.seats.filter(isFree).length;
    if (free) return `Waiting for ${plural(free, 'player')}`;
    const absent = table.seats.filter(isAway).map(({ you, name }) => (you ? 'you' : (name ?? '')));
    return `Waiting for ${listed(absent) || 'everybody to sit down'}`;
  }
  if (table.line) return table.line;
  const mover = table.seats.find(({ seat }) => seat === table.mover);
  return `Move ${table.ply + 1}, ${mover?.you ? 'your turn' : `waiting for ${mover?.name ?? 'somebody'}`}`;
}

/** Its state, after what kind of game it is. */
export const about = (table: Table): string => branchWords(table) + standing(table);

/** Who is inviting to what: "Ann, full rules, 6 s a move, rated". */
export const invitation = (table: Table): string =>
  branchWords(table) +
  [
    taken(table)[0]?.name,
    rulesWords(presetOf(gameOf(table), table.options)),
    table.clock_words,
    table.rated ? 'rated' : '',
    handsWords(table.hands_after),
  ]
    .filter(Boolean)
    .join(', ');

/** "2 running, 1 waiting". */
export function counted(tables: Table[]): string {
  const open = tables.filter(({ status }) => status === 'open').length;
  return [tables.length > open ? `${tables.length - open} running` : '', open ? `${open} waiting` : '']
    .filter(Boolean)
    .join(', ');
}
