/** A deck in the making: cards and copies. Whether it is legal, only the house can say. */
import { HouseError } from '../../../lib/api';
import { recallJson, rememberJson } from '../../../lib/memory';
import type { Options } from '../../../lib/protocol';
import type { Deck, DeckFault } from '../protocol';
import { says } from '../../../lib/says.svelte';
import { play } from '../../../lib/sound';
import { checkDeck } from '../api';
import type { Card } from '../kata';

const DRAFT = 'parlour.deck';
export const DECK_SIZE = 20;

export class Draft {
  name = $state('My deck');
  notes = $state('');
  cards = $state<Record<string, number>>({});
  errors = $state.raw<DeckFault[]>([]);
  checked = $state(false);

  size = $derived(Object.values(this.cards).reduce((sum, copies) => sum + copies, 0));
  valid = $derived(this.checked && this.errors.length === 0);

  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    const kept = recallJson<Deck>(DRAFT, 'tab');
    if (kept) this.open(kept);
  }

  get deck(): Deck {
    return { name: this.name.trim(), notes: this.notes, cards: $state.snapshot(this.cards) };
  }

  open(deck: Deck): void {
    this.name = deck.name;
    this.notes = deck.notes;
    this.cards = { ...deck.cards };
  }

  copies(card: Card): number {
    return this.cards[card.id] ?? 0;
  }

  /** Adds or removes a copy, and tells screen readers. */
  change(card: Card, by: 1 | -1): void {
    const copies = this.copies(card) + by;
    if (copies > 0) this.cards[card.id] = copies;
    else delete this.cards[card.id];
    play(by > 0 ? 'play' : 'draw');
    says.aloud(`${card.name}: ${copies} of ${card.limit}. ${this.size} cards in the deck.`);
  }

  /** Stores the draft and has the house check it, shortly after the last change; call it in an effect. */
  check(options: Options | undefined): void {
    const deck = this.deck;
    rememberJson(DRAFT, deck, 'tab');
    clearTimeout(this.#timer);
    this.#timer = setTimeout(async () => {
      try {
        this.errors = (await checkDeck(deck, options)).errors;
        this.checked = true;
      } catch (error) {
        this.errors = error instanceof HouseError ? [{ code: error.code, message: error.message, card: null }] : [];
        this.checked = false;
      }
    }, 250);
  }
}
