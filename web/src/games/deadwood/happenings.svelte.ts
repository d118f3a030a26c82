/** What has just happened and stays in sight: the last roll, and banners. */
import { onDestroy } from 'svelte';
import { onBeat } from '../../lib/beats.svelte';
import { Moment } from '../../lib/moment.svelte';
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { rollOf, type Roll } from './deadwood';
import type { Deeds } from './deeds.svelte';
import { show } from './show';

/** A new day, or a bonus that has no other place on a phone. */
export type News = { day: number } | { bonus: Roll };

/** How long a bonus stays in sight, whatever is rolled meanwhile, in milliseconds. */
const BONUS = 3000;

export class Happenings {
  roll = $state.raw<Roll | null>(null);
  banner = new Moment<News>();
  #deeds: Deeds;
  #bonusUntil = 0;
  #later: ReturnType<typeof setTimeout> | undefined;

  constructor(deeds: Deeds, motion: Motion) {
    this.#deeds = deeds;
    const { given } = deeds.lot;
    // Latecomers see the last roll; from then on every roll is shown as it happens.
    this.roll = given.past.map(({ ply, events }) => rollOf(ply, events)).findLast(Boolean) ?? null;
    onBeat(
      () => given.beat,
      (beat) => {
        motion.after();
        show(motion, beat);
        this.#hear(beat);
      },
    );
    onDestroy(() => clearTimeout(this.#later));
  }

  #hear(beat: Beat): void {
    const deeds = this.#deeds;
    deeds.tip = null;
    const rolled = rollOf(beat.ply, beat.events);
    if (rolled) this.#show(rolled);
    const day = beat.events.find(({ kind }) => kind === 'day');
    if (beat.seat === deeds.lot.seat || day) deeds.lookAway();
    if (rolled?.bonus.length && deeds.narrow) this.banner.show({ bonus: rolled }, 3600);
    else if (day) this.banner.show({ day: Number(day.day) }, 1900);
  }

  #show(rolled: Roll): void {
    clearTimeout(this.#later);
    const wait = this.#bonusUntil - performance.now();
    if (wait > 0 && !rolled.bonus.length) return void (this.#later = setTimeout(() => (this.roll = rolled), wait));
    this.roll = rolled;
    this.#bonusUntil = rolled.bonus.length ? performance.now() + BONUS : 0;
  }
}
