/** What the client knows about the house: who you are, and which games there are. */
import { ahead } from './ahead';
import { api, HouseError, useToken } from './api';
import { device } from './device.svelte';
import { recall, remember } from './memory';
import type { Character, Game, GuestWithToken, ProgramFacts } from './protocol';
import { says } from './says.svelte';

const KEY = 'parlour.guest';

class House {
  id = $state('');
  name = $state('');
  /** Why this guest can't play here, if so. */
  ban = $state<string | null>(null);
  token = $state<string | null>(null);
  games = $state.raw<Game[]>([]);
  characters = $state.raw<Character[]>([]);
  /** What authors of programs may use; null if this house runs none. */
  programs = $state.raw<ProgramFacts | null>(null);
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
      ahead.known();
      useToken(token);
      try {
        const me = await api.me();
        this.ban = me.ban;
        this.#become(me.id, me.name, token);
        return;
      } catch (error) {
        if (!(error instanceof HouseError) || (error.status !== 401 && error.status !== 403 && error.status !== 404))
          throw error;
        useToken(null);
        says.note('You were signed out on this device, so you’re a new guest here.', 'bad');
      }
    }
    const guest = await api.newGuest();
    this.#become(guest.id, guest.name, guest.token);
  }

  #become(id: string, name: string, token: string): void {
    if (id !== this.id && this.id) this.ban = null;
    this.id = id;
    this.name = name;
    this.token = token;
    useToken(token);
    remember(KEY, token);
    void device.renewNotices();
  }

  /** Goes on as another guest, or as the same with another token. */
  become({ id, name, token }: GuestWithToken): void {
    this.#become(id, name, token);
  }

  /** Forgets who this was, and comes in as a new guest. */
  async startAnew(): Promise<void> {
    remember(KEY, null);
    useToken(null);
    this.#entered = null;
    await this.enter();
  }

  /** Asks whether this guest is banned, and why. */
  async look(): Promise<void> {
    this.ban = (await api.me()).ban;
  }

  /** Another page of this browser goes on with another token. */
  follow(token: string | null): void {
    if (token && token !== this.token) location.reload();
  }

  async rename(name: string): Promise<void> {
    this.name = (await api.rename(name)).name;
  }

  async loadGames(): Promise<void> {
    this.games = await api.games();
  }

  async loadCharacters(): Promise<void> {
    if (this.characters.length) return;
    const { characters, programs } = await api.house();
    this.characters = characters ?? [];
    this.programs = programs ?? null;
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

addEventListener('storage', ({ key, newValue }) => {
  if (key === KEY) house.follow(newValue);
});
