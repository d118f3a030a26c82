/** What the lobby knows, asked for again and again while somebody looks at it. */
import { api } from '../../lib/api';
import type { Lobby } from '../../lib/protocol';
import { router } from '../../lib/router.svelte';
import { says } from '../../lib/says.svelte';

const LOOK_EVERY = 4000;

export class LobbyStore {
  /** Null until the house has answered. */
  now = $state.raw<Lobby | null>(null);

  /** Looks now and then until the returned function is called. */
  watch(): () => void {
    void this.look();
    const timer = setInterval(() => void this.look(), LOOK_EVERY);
    const back = () => void this.look();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', back);
    };
  }

  async look(): Promise<void> {
    if (document.hidden) return;
    try {
      this.now = await api.lobby();
    } catch {
      // Keep everything as it is; the next try may succeed.
    }
  }

  async join(table: string): Promise<void> {
    try {
      await api.join(table);
      router.go(`/table/${table}`);
    } catch (error) {
      says.wrong(error);
      void this.look();
    }
  }
}
