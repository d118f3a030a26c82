/** What has just happened and stays in sight for a while: the dice of the turn, what was rolled, the last round, the news. */
import { untrack } from 'svelte';
import { Moment } from '../../lib/moment.svelte';
import type { Motion } from '../../lib/motion';
import type { HouseEvent } from '../../lib/protocol';
import type { Beat } from '../../lib/table.svelte';
import type { FarmView } from './farm';
import { newsOf, rollsOf, show, type Roll } from './show';
import type { FarmTable } from './table.svelte';

/** The dice that limit two phases of a turn; null before they are rolled. */
export interface Dice {
  market: number | null;
  fertilize: number | null;
}

const unrolled = (): Dice => ({ market: null, fertilize: null });

export class Happenings {
  dice = $state<Dice>(unrolled());
  rolled = new Moment<Roll[]>();
  /** Why the last round begins. */
  lastRound = new Moment<string>();
  news = $state.raw<string[]>([]);
  #table: FarmTable;
  #was: FarmView | null = null;

  constructor(table: FarmTable, motion: Motion) {
    this.#table = table;

    $effect(() => {
      const { beat } = table.given;
      if (!beat) return;
      motion.after();
      untrack(() => {
        show(motion, beat, this.#was, table.view, table.me, table.seat !== null);
        this.#hear(beat);
      });
    });
    $effect(() => {
      const { view } = table;
      this.#was = view;
      if (view.phase === 'market') this.dice.market = view.limit;
      if (view.phase === 'fertilize') this.dice.fertilize = view.limit;
      if (view.phase === 'harvest') this.dice = unrolled();
    });
  }

  #hear(beat: Beat): void {
    const { names, almanac } = this.#table;
    for (const event of beat.events) {
      if (event.kind === 'turn') this.dice = unrolled();
      if (event.kind === 'limit') this.dice[event.phase as keyof Dice] = Number(event.die);
      if (event.kind === 'last_round') this.lastRound.show(this.#cause(event), 3200);
    }
    const rolls = rollsOf(beat, almanac);
    if (rolls.length) this.rolled.show(rolls.slice(-6), 1400);
    const lines = newsOf(beat, names, almanac);
    if (beat.events.some(({ kind }) => kind === 'turn')) this.news = lines.slice(-4);
    else if (lines.length) this.news = [...this.news, ...lines].slice(-4);
  }

  #cause(event: HouseEvent): string {
    if (event.cause !== 'coins') return 'The deck is empty';
    const who = this.#table.names[Number(event.seat)];
    return `${who} ${who === 'You' ? 'have' : 'has'} reached ${this.#table.view.win_limit} coins`;
  }
}
