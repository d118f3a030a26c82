/** The house's ready-made decks, and those this guest has saved. */
import type { Deck, KeptDeck } from '../protocol';
import { listDecks, removeDeck, saveDeck } from '../api';

const NEW: Deck = { name: 'My deck', notes: '', cards: {} };

export class Shelf {
  ready = $state.raw<KeptDeck[]>([]);
  mine = $state.raw<KeptDeck[]>([]);

  async fetch(): Promise<void> {
    ({ ready: this.ready, mine: this.mine } = await listDecks());
  }

  async save(deck: Deck): Promise<void> {
    await saveDeck(deck);
    await this.fetch();
  }

  async remove(name: string): Promise<void> {
    await removeDeck(name);
    await this.fetch();
  }

  has(name: string): boolean {
    return this.mine.some((deck) => deck.name === name);
  }

  /** `new`, `mine:NAME`, or `ready:KEY`, which gives a copy. */
  find(key: string): Deck | undefined {
    if (key === 'new') return NEW;
    const made = this.ready.find((deck) => `ready:${deck.key}` === key);
    return made ? { ...made, name: `My ${made.name}` } : this.mine.find((deck) => `mine:${deck.name}` === key);
  }
}
