/** What the house says about decks. */
import { ask, id } from '../../lib/api';
import type { Deck, DeckError, Options } from '../../lib/protocol';

const DECKS = '/api/kata-tcg/decks';

export const listDecks = () => ask<{ ready: Deck[]; mine: Deck[] }>('GET', DECKS);
export const saveDeck = (deck: Deck) => ask<unknown>('PUT', DECKS, deck);
export const removeDeck = (name: string) => ask<unknown>('DELETE', `${DECKS}/${id(name)}`);
export const checkDeck = (deck: Deck, options?: Options) =>
  ask<{ valid: boolean; errors: DeckError[] }>('POST', `${DECKS}/check`, { ...deck, ...(options && { options }) });
export const readDeck = (text: string) => ask<Deck>('POST', `${DECKS}/read`, { text });
export const writeDeck = (deck: Deck) => ask<{ file: string; text: string }>('POST', `${DECKS}/write`, deck);
