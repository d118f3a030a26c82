/** What the lobby knows, asked for again and again while somebody looks at it. */
import { api } from '../../lib/api';
import type { Lobby } from '../../lib/protocol';
import { router } from '../../lib/router.svelte';
import { says } from '../../lib/says.svelte';

const LOOK_EVERY = 4000;
const LOOK_AGAIN = 900;

export class LobbyStore {
  /** Null until the house has answered. */
  now = $state.raw<Lobby | null>(null);

  /** Looks now and then until the returned function is called. */
  watch(): () => void {
    // Where nothing was going on, the house begins to play as soon as somebody looks.
    let soon: ReturnType<typeof setTimeout> | undefined;
    void this.look().then(() => {
      if (this.now && !this.now.running.length) soon = setTimeout(() => void this.look(), LOOK_AGAIN);
    });
    const timer = setInterval(() => void this.look(), LOOK_EVERY);
    const back = () => void this.look();
    document.addEventListener('visibilitychange', back);
    return () => {
      clearInterval(timer);
      clearTimeout(soon);
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
