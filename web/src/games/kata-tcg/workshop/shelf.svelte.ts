/** The decks that lie ready: the house's, and those this guest has saved. */
import { api } from '../../../lib/api';
import type { Deck } from '../../../lib/protocol';

const NEW: Deck = { name: 'My deck', notes: '', cards: {} };

export class Shelf {
  ready = $state.raw<Deck[]>([]);
  mine = $state.raw<Deck[]>([]);

  async fetch(): Promise<void> {
    ({ ready: this.ready, mine: this.mine } = await api.decks());
  }

  async save(deck: Deck): Promise<void> {
    await api.saveDeck(deck);
    await this.fetch();
  }

  async remove(name: string): Promise<void> {
    await api.removeDeck(name);
    await this.fetch();
  }

  has(name: string): boolean {
    return this.mine.some((deck) => deck.name === name);
  }

  /** `new`, `mine:NAME`, or `ready:KEY`, of which a copy is made. */
  find(key: string): Deck | undefined {
    if (key === 'new') return NEW;
    const made = this.ready.find((deck) => `ready:${deck.key}` === key);
    return made ? { ...made, name: `My ${made.name}` } : this.mine.find((deck) => `mine:${deck.name}` === key);
  }
}
