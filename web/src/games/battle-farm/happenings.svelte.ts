/** What has just happened and stays in sight for a while: the turn's dice, other rolls, the last round, the news. */
import { onBeat } from '../../lib/beats.svelte';
import { Moment } from '../../lib/moment.svelte';
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { sentencesOf } from '../../lib/words';
import type { FarmView } from './farm';
import { diceOf, newsOfTurn, rollsOf, show, type Roll } from './show';
import type { FarmTable } from './table.svelte';

export class Happenings {
  // Both come from the whole past, so that a guest who comes back to the table sees them again.
  dice = $derived.by(() => diceOf(this.#table.given.past));
  news = $derived.by(() => newsOfTurn(this.#table.given.past));
  rolled = new Moment<Roll[]>();
  /** The house's sentence about the last round. */
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
    const [last] = sentencesOf([beat], ({ kind }) => kind === 'last_round');
    if (last) this.lastRound.show(last, 3200);
    const rolls = rollsOf(beat, this.#table.almanac);
    if (rolls.length) this.rolled.show(rolls.slice(-6), 1400);
  }
}
