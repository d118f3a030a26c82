/** The tournament games that wait for this guest: asked for now and then, and whenever something suggests it. */
import { api } from '../../lib/api';
import type { TournamentCall } from '../../lib/protocol';

/** How often to ask, in milliseconds: in a tournament, and otherwise. */
const SOON = 2500;
const SELDOM = 30_000;

class Calls {
  now = $state.raw<TournamentCall[]>([]);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #following = false;

  /** Asks again and again, until the function it returns is called. */
  follow(): () => void {
    this.#following = true;
    void this.look();
    return () => {
      this.#following = false;
      clearTimeout(this.#timer);
    };
  }

  /** Asks now. */
  async look(): Promise<void> {
    clearTimeout(this.#timer);
    let wait = SOON;
    try {
      if (!document.hidden) {
        const { calls, entered } = await api.tournamentCalls();
        this.now = calls;
        if (!entered) wait = SELDOM;
      }
    } catch {
      wait = SELDOM; // the next try may succeed
    }
    clearTimeout(this.#timer);
    if (this.#following) this.#timer = setTimeout(() => void this.look(), wait);
  }
}

export const calls = new Calls();
