/** The house's routes for decks. */
import { ask } from '../../lib/api';
import type { Options } from '../../lib/protocol';
import type { Deck, DeckWish } from './protocol';

const wish = ({ name, notes, cards }: Deck, options?: Options): DeckWish => ({
  name,
  notes,
  cards,
  ...(options && { options }),
});

export const listDecks = () => ask('GET /api/kata-tcg/decks', {});
export const saveDeck = (deck: Deck) => ask('PUT /api/kata-tcg/decks', {}, wish(deck));
export const removeDeck = (name: string) => ask('DELETE /api/kata-tcg/decks/{name}', { name });
export const checkDeck = (deck: Deck, options?: Options) =>
  ask('POST /api/kata-tcg/decks/check', {}, wish(deck, options));
export const readDeck = (text: string) => ask('POST /api/kata-tcg/decks/read', {}, { text });
export const writeDeck = (deck: Deck) => ask('POST /api/kata-tcg/decks/write', {}, wish(deck));
