/** The current trade: shown up close or in a strip, declined for a whole round, and how it ended. */
import { untrack } from 'svelte';
import { onBeat } from '../../lib/beats.svelte';
import { recall, remember } from '../../lib/memory';
import { Moment } from '../../lib/moment.svelte';
import { settings } from '../../lib/settings.svelte';
import type { HouseEvent } from '../../lib/protocol';
import type { CardView } from './farm';
import type { FarmTable } from './table.svelte';

interface Offer {
  seller: number;
  bundle: CardView[];
  bids: Record<number, number>;
}

/** How a trade ended, shown for a moment. */
export interface Outcome extends Offer {
  buyer: number | null;
  words: string;
}

export class Offers {
  /** The trade is shown up close; otherwise in a strip. */
  open = $state(false);
  ended = new Moment<Outcome>();
  #table: FarmTable;
  #offer: Offer | null = null;
  #passing = $state<number | null>(null);

  constructor(table: FarmTable) {
    this.#table = table;
    const { seat, picker } = table;
    if (seat !== null && !picker.idle) this.#passing = Number(recall(this.#place, 'tab')) || null;

    // Your own trade is shown up close; others wait in a strip until you want to bid.
    $effect(() => {
      const { seat, mover, view } = table;
      this.open = seat !== null && view.active === seat && view.phase === 'trade' && view.bundle_sent && mover !== null;
    });
    $effect(() => {
      const { picker, view } = table;
      if (this.passing !== null && this.passing !== view.round) this.passing = null;
      if (this.passing === null || !picker.active || view.question !== 'bid') return;
      untrack(() => picker.play({ kind: 'bid', coins: 0 }));
    });
    onBeat(
      () => table.given.beat,
      ({ events, says }) => events.forEach((event, at) => this.#hear(event, says[at] ?? '')),
    );
    $effect(() => {
      const { view } = table;
      if (view.bundle_sent)
        this.#offer = {
          seller: view.active,
          bundle: view.bundle,
          bids: Object.fromEntries(view.farmers.map((farmer, other) => [other, farmer.bid ?? 0])),
        };
    });
  }

  /** There is a trade to show. */
  on = $derived.by(() => {
    const { view, mover } = this.#table;
    return this.ended.now !== null || (view.phase === 'trade' && view.bundle_sent && mover !== null);
  });

  /** The trade fills the table, because the guest takes part in it. */
  near = $derived.by(() => {
    const { seat } = this.#table;
    const outcome = this.ended.now;
    if (!outcome) return this.open;
    return seat !== null && (outcome.seller === seat || (outcome.bids[seat] ?? 0) > 0);
  });

  /** It is this guest's turn to bid. */
  asked = $derived.by(() => this.#table.picker.active && this.#table.view.question === 'bid');

  /** The round whose offers are all declined. The house does not know about this, so the tab stores it. */
  get passing(): number | null {
    return this.#passing;
  }
  set passing(round: number | null) {
    this.#passing = round;
    remember(this.#place, round === null ? null : String(round), 'tab');
  }

  get #place(): string {
    return `parlour.no-offers/${this.#table.given.table}/${this.#table.seat}`;
  }

  close(): boolean {
    const was = this.open;
    this.open = false;
    return was;
  }

  #hear(event: HouseEvent, words: string): void {
    if (!this.#offer) return;
    if (event.kind === 'revealed') this.#offer.bids[Number(event.seat)] = Number(event.coins);
    if (event.kind !== 'sold' && event.kind !== 'unsold') return;
    const buyer = event.kind === 'sold' ? Number(event.buyer) : null;
    this.ended.show({ ...this.#offer, buyer, words }, settings.still ? 1600 : 2000);
    this.#offer = null;
  }
}
