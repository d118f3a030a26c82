/** What the client knows about the house: who you are, and which games there are. */
import { api, HouseError, useToken } from './api';
import { recall, remember } from './memory';
import type { Character, Game } from './protocol';

const KEY = 'parlour.guest';

class House {
  id = $state('');
  name = $state('');
  token = $state<string | null>(null);
  games = $state.raw<Game[]>([]);
  characters = $state.raw<Character[]>([]);
  #full = new Map<string, Promise<Game>>();
  #entered: Promise<void> | null = null;

  /** Comes in as the guest this browser remembers, or as a new one. */
  enter(): Promise<void> {
    this.#entered ??= this.#enter().catch((error: unknown) => {
      this.#entered = null;
      throw error;
    });
    return this.#entered;
  }

  async #enter(): Promise<void> {
    const token = recall(KEY);
    if (token) {
      useToken(token);
      try {
        const me = await api.me();
        this.#become(me.id, me.name, token);
        return;
      } catch (error) {
        if (!(error instanceof HouseError) || (error.status !== 401 && error.status !== 403 && error.status !== 404))
          throw error;
        useToken(null);
      }
    }
    const guest = await api.newGuest();
    this.#become(guest.id, guest.name, guest.token);
  }

  #become(id: string, name: string, token: string): void {
    this.id = id;
    this.name = name;
    this.token = token;
    useToken(token);
    remember(KEY, token);
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }

  async loadGames(): Promise<void> {
    this.games = await api.games();
  }

  async loadCharacters(): Promise<void> {
    if (!this.characters.length) this.characters = (await api.house()).characters ?? [];
  }

  /** One game with everything its board needs; fetched once. */
  game(name: string): Promise<Game> {
    let found = this.#full.get(name);
    if (!found) {
      found = api.game(name);
      found.catch(() => this.#full.delete(name));
      this.#full.set(name, found);
    }
    return found;
  }
}

export const house = new House();
