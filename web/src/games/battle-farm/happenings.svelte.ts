/** What has just happened and stays in sight for a while: the dice of the turn, what was rolled, the last round, the news. */
import { onBeat } from '../../lib/beats.svelte';
import { Moment } from '../../lib/moment.svelte';
import type { Motion } from '../../lib/motion';
import type { HouseEvent } from '../../lib/protocol';
import type { Beat } from '../../lib/table.svelte';
import type { FarmView } from './farm';
import { diceOf, newsOfTurn, rollsOf, show, type Roll } from './show';
import type { FarmTable } from './table.svelte';

export class Happenings {
  // What is told of the whole turn comes from all that happened: whoever comes back to the table sees it again.
  dice = $derived.by(() => diceOf(this.#table.given.past));
  news = $derived.by(() => newsOfTurn(this.#table.given.past, this.#table.names, this.#table.almanac));
  rolled = new Moment<Roll[]>();
  /** Why the last round begins. */
  lastRound = new Moment<string>();
  #table: FarmTable;
  #was: FarmView | null = null;

  constructor(table: FarmTable, motion: Motion) {
    this.#table = table;

    onBeat(
      () => table.given.beat,
      (beat) => {
        motion.after();
        show(motion, beat, this.#was, table.view, table.me, table.seat !== null);
        this.#hear(beat);
      },
    );
    $effect(() => {
      this.#was = table.view;
    });
  }

  #hear(beat: Beat): void {
    const last = beat.events.find(({ kind }) => kind === 'last_round');
    if (last) this.lastRound.show(this.#cause(last), 3200);
    const rolls = rollsOf(beat, this.#table.almanac);
    if (rolls.length) this.rolled.show(rolls.slice(-6), 1400);
  }

  #cause(event: HouseEvent): string {
    if (event.cause !== 'coins') return 'The deck is empty';
    const who = this.#table.names[Number(event.seat)];
    return `${who} ${who === 'You' ? 'have' : 'has'} reached ${this.#table.view.win_limit} coins`;
  }
}
