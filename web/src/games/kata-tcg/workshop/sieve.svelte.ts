/** Which cards of the pool are shown, and in what order. */
import type { Options } from '../../../lib/protocol';
import type { Deck } from '../protocol';
import { checkDeck } from '../api';
import { modesOf, type Card, type Kind } from '../kata';

/** Cards of this cost or more count as one. */
export const MOST_COST = 8;

export class Sieve {
  kind = $state<Kind | null>(null);
  costs = $state<number[]>([]);
  group = $state('');
  words = $state('');
  /** The preset the deck is for. */
  rules = $state('full');
  order = $state<'cost' | 'name'>('cost');
  /** Cards these rules exclude. */
  out = $state.raw(new Set<string>());

  sift(cards: Card[]): Card[] {
    const words = this.words.toLowerCase();
    return cards
      .filter((card) => !this.out.has(card.id))
      .filter((card) => !this.kind || modesOf(card).some(({ kind }) => kind === this.kind))
      .filter((card) => !this.costs.length || this.costs.includes(Math.min(card.cost, MOST_COST)))
      .filter((card) => !this.group || card.group === this.group)
      .filter((card) => `${card.name} ${card.text}`.toLowerCase().includes(words))
      .toSorted((a, b) =>
        this.order === 'name' ? a.name.localeCompare(b.name) : a.cost - b.cost || a.number - b.number,
      );
  }

  toggleCost(cost: number): void {
    this.costs = this.costs.includes(cost) ? this.costs.filter((each) => each !== cost) : [...this.costs, cost];
  }

  clear(): void {
    this.kind = null;
    this.costs = [];
    this.group = '';
    this.words = '';
  }
}

/** The cards these options exclude: the house checks a deck that holds them all. */
export async function keptOut(cards: Card[], options: Options): Promise<Set<string>> {
  const all: Deck = { name: 'All', notes: '', cards: Object.fromEntries(cards.map((card) => [card.id, 1])) };
  const { errors } = await checkDeck(all, options);
  return new Set(errors.filter(({ code }) => code === 'not-eligible').map(({ card }) => card ?? ''));
}
