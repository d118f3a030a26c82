/** Whose emotes this browser does not show. */
import { api } from './api';
import { recallJson, rememberJson } from './memory';

const KEY = 'parlour.muted';
const MOST_MUTED = 1000;

class Mutes {
  #muted = $state.raw<string[]>(recallJson<string[]>(KEY) ?? []);
  /** Who sits where, asked for once a table, and only if anybody is muted. */
  #sitting = new Map<string, Promise<(string | null)[]>>();

  has = (player: string): boolean => this.#muted.includes(player);

  toggle(player: string): void {
    this.#muted = this.has(player)
      ? this.#muted.filter((one) => one !== player)
      : [...this.#muted, player].slice(-MOST_MUTED);
    this.#sitting.clear();
    rememberJson(KEY, this.#muted);
  }

  /** Whether the emotes of whoever sits there are not to be shown. */
  async silences(table: string, seat: number): Promise<boolean> {
    if (!this.#muted.length) return false;
    const player = (await this.#players(table))[seat];
    return player != null && this.has(player);
  }

  #players(table: string): Promise<(string | null)[]> {
    let found = this.#sitting.get(table);
    if (!found) {
      found = api.players(table).then(
        (all) => all.map(({ player }) => player),
        () => [],
      );
      this.#sitting.clear();
      this.#sitting.set(table, found);
    }
    return found;
  }
}

export const mutes = new Mutes();
