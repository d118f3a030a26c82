/** A tournament as its pages follow it: asked for again and again, sent only if something has changed. */
import { api, HouseError } from '../../lib/api';
import type { Tournament } from '../../lib/protocol';
import { says } from '../../lib/says.svelte';
import { calls } from './calls.svelte';

export class Cup {
  readonly id: string;
  now = $state.raw<Tournament | null>(null);
  /** Why there is nothing to show. */
  missing = $state('');
  busy = $state(false);

  constructor(id: string) {
    this.id = id;
  }

  /** Follows it until the function it returns is called. */
  follow(every: number): () => void {
    void this.#look();
    const timer = setInterval(() => {
      if (!document.hidden) void this.#look();
    }, every);
    return () => clearInterval(timer);
  }

  async #look(): Promise<void> {
    try {
      this.now = await api.tournament(this.id);
    } catch (error) {
      if (!this.now) this.missing = error instanceof HouseError ? error.message : String(error);
    }
  }

  /** Asks the house for something, and shows what came of it. */
  async ask(request: () => Promise<Tournament>): Promise<void> {
    this.busy = true;
    try {
      this.now = await request();
      void calls.look();
    } catch (error) {
      says.wrong(error);
    }
    this.busy = false;
  }
}
