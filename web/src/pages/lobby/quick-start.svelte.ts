/** Creates a table against the house and sits down at it. */
import type { Tour } from '../../games/board';
import { api } from '../../lib/api';
import { tours } from '../../lib/guide.svelte';
import type { Game, NewTable } from '../../lib/protocol';
import { router } from '../../lib/router.svelte';
import { says } from '../../lib/says.svelte';

export class QuickStart {
  /** A table is on its way. */
  busy = $state(false);

  quickPlay(game: Game): Promise<string | null> {
    return this.#sitDown(game, 'medium', game.default_seats, game.quick ? { preset: game.quick } : {});
  }

  async guidedPlay(game: Game, { preset, options, seats }: Tour): Promise<void> {
    const table = await this.#sitDown(game, 'easy', seats, {
      ...(preset && preset in game.presets ? { preset } : {}),
      ...(options ? { options } : {}),
      hints: null, // as many as a newcomer likes
    });
    if (table) tours.begin(game.name, table);
  }

  /** Gives the table's id, or nothing if the house refused. */
  async #sitDown(game: Game, level: string, seats: number, wish: Partial<NewTable>): Promise<string | null> {
    const rival = game.players.includes(level) ? level : (game.players.at(-1) ?? 'random');
    this.busy = true;
    try {
      const house = Array<string>(seats - 1).fill(rival);
      const { id } = await api.newTable({
        game: game.name,
        seats: ['me', ...house],
        listed: false,
        undo: true,
        ...wish,
      });
      router.go(`/table/${id}`);
      return id;
    } catch (error) {
      says.wrong(error);
      return null;
    } finally {
      this.busy = false;
    }
  }
}
