/** A deck in figures: its lines, its mana curve, and how many cards can do what. */
import { KINDS, modesOf, type Card, type Kind } from '../kata';

export interface Line {
  card: Card;
  copies: number;
}

/** Cards of this cost or more share the end of the mana curve. */
export const LAST_COST = 10;

/** A deck's cards by cost, without cards the pool does not know. */
export function linesOf(deck: Record<string, number>, pool: Card[]): Line[] {
  return pool
    .map((card) => ({ card, copies: deck[card.id] ?? 0 }))
    .filter(({ copies }) => copies > 0)
    .toSorted((a, b) => a.card.cost - b.card.cost || a.card.number - b.card.number);
}

const count = (lines: Line[], fits: (card: Card) => boolean): number =>
  lines.reduce((sum, { card, copies }) => sum + (fits(card) ? copies : 0), 0);

/** How many cards there are of each cost. */
export const curveOf = (lines: Line[]): number[] =>
  Array.from({ length: LAST_COST + 1 }, (_, cost) => count(lines, (card) => Math.min(card.cost, LAST_COST) === cost));

/** How many cards can be used in each way. */
export const tallyOf = (lines: Line[]): { kind: Kind; cards: number }[] =>
  KINDS.map((kind) => ({ kind, cards: count(lines, (card) => modesOf(card).some((mode) => mode.kind === kind)) }));

export function averageOf(lines: Line[]): number {
  const cards = count(lines, () => true);
  return cards ? lines.reduce((sum, { card, copies }) => sum + card.cost * copies, 0) / cards : 0;
}
