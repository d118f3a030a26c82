/**
 * The draft of a move. Its parts stay in the browser until they are sent, so each of them can be undone. What a part
 * would do and what can come next, the house says: it plays the parts on a copy of the garden.
 */
import type { Picker } from '../../lib/picker.svelte';
import type { Move, Plan } from '../../lib/protocol';
import { says } from '../../lib/says.svelte';
import { play } from '../../lib/sound';
import { firstOf, isList, purchases, same, type Field, type GardenData, type GardenView, type Kind } from './garden';

type Foreseen = Plan & { view: GardenView };

export class Draft {
  kind = $state<Kind | null>(null);
  seed = $state('');
  parts = $state.raw<Move[]>([]);
  /** What the house says about the first decision alone, and about everything so far. */
  base = $state.raw<Foreseen | null>(null);
  seen = $state.raw<Foreseen | null>(null);
  /** What is still to send, one decision at a time. */
  queue = $state.raw<Move[]>([]);
  sending = $state(false);

  #words = new Map<string, string>();
  #picker: Picker;
  #data: GardenData;
  #seat: number;
  #begun = false;
  /** Fields drawn over since the house was asked last. */
  #swept: Field[] = [];
  #last: Promise<void> = Promise.resolve();

  constructor(picker: Picker, data: GardenData, seat: number) {
    this.#picker = picker;
    this.#data = data;
    this.#seat = seat;
  }

  /** The quantities in the shopping basket. */
  basket = $derived.by(() => {
    const basket: Record<string, number> = {};
    for (const part of this.parts)
      if (part.kind === 'buy') basket[String(part.good)] = (basket[String(part.good)] ?? 0) + Number(part.amount);
    return basket;
  });

  get stock(): Record<string, number> {
    return this.seen?.view.gardeners[this.#seat]?.stock ?? {};
  }

  /** Begins a move of this kind; `begun` if the house already knows. */
  open(kind: Kind, begun = false): Promise<void> {
    this.reset();
    this.kind = kind;
    this.#begun = begun;
    if (!isList(kind)) return Promise.resolve();
    return this.#next(async () => {
      const plan = await this.#ask([]);
      if (!plan || this.kind !== kind) return;
      this.base = this.seen = plan;
      if (kind === 'plant' && !plan.moves.some((move) => move.plant === this.seed))
        this.seed = String(plan.moves[0]?.plant ?? '');
    });
  }

  /** Puts together what a hint suggests. Nothing is sent. */
  async follow([first, ...rest]: Move[]): Promise<void> {
    if (this.sending || !first) return;
    const parts = [...(first.kind === 'begin' ? [] : [first]), ...rest].filter(({ kind }) => kind !== 'done');
    if (first.kind === 'begin') await this.open(first.action as Kind);
    else if (first.kind === 'mole') return this.open('mole');
    if (!this.kind || !isList(this.kind)) return;
    if (this.kind === 'plant') this.seed = String(parts[0]?.plant ?? this.seed);
    await this.#next(() => this.#take(parts, true));
  }

  reset(): void {
    this.kind = null;
    this.parts = [];
    this.base = this.seen = null;
    this.queue = [];
    this.sending = false;
    this.#begun = false;
  }

  /** Undoes the last part, or the choice of the kind; false if there is nothing to undo. */
  back(): boolean {
    if (this.sending || !this.kind) return false;
    if (this.parts.length) this.remove(this.parts.at(-1)!);
    else if (this.#begun) return false;
    else this.reset();
    return true;
  }

  words(part: Move): string {
    return this.#words.get(keyOf(part)) ?? '';
  }

  /** The part on this field. */
  partAt(field: Field): Move | undefined {
    return this.parts.find((part) => part.x === field.x && part.y === field.y);
  }

  /** What could be added for this field, whatever the draft already has there. */
  offers(field: Field): Move[] {
    const from = this.kind === 'land' ? this.seen : this.base;
    return (from?.moves ?? []).filter((move) => move.x === field.x && move.y === field.y);
  }

  /** Whether this field glows. */
  can(field: Field): boolean {
    if (this.sending || this.partAt(field)) return false;
    const offers = this.offers(field);
    if (this.kind === 'plant')
      return (this.stock[this.seed] ?? 0) > 0 && offers.some((move) => move.plant === this.seed);
    if (this.kind === 'water') return (this.stock.water ?? 0) > 0 && offers.length > 0 && (field.plant?.need ?? 0) > 0;
    return offers.length > 0;
  }

  /** A click on a field while a list is open. */
  touch(field: Field): void {
    const { x, y } = field;
    void this.#next(async () => {
      const there = this.partAt(field);
      if (there && (this.kind !== 'plant' || there.plant === this.seed))
        return this.#take(
          this.parts.filter((part) => part !== there),
          true,
        );
      const rest = this.parts.filter((part) => part !== there);
      if (this.kind === 'land') return this.#take([...rest, { kind: 'land', x, y }]);
      if (this.kind === 'plant')
        return this.#take(sorted([...rest, { kind: 'plant', x, y, plant: this.seed || 'tulip' }]));
      if (this.kind === 'water') return this.#take(sorted([...rest, this.#drops(field)]));
    });
  }

  /** As many drops as the plant needs, if there are enough. */
  #drops({ x, y, plant }: Field): Move {
    const offers = this.offers({ x, y } as Field);
    const wanted = Math.min(Math.max(1, plant?.need ?? 1), Math.max(1, this.stock.water ?? 1));
    return offers.findLast((move) => Number(move.drops) <= wanted) ?? { kind: 'water', x, y, drops: wanted };
  }

  /** Gives one drop more or less to the plant that this part waters. All clicks count here too. */
  pour({ x, y }: Move, by: 1 | -1): void {
    const poured = (part: Move) => ({ ...part, drops: Number(part.drops) + by });
    void this.#next(() => this.#take(this.parts.map((part) => (part.x === x && part.y === y ? poured(part) : part))));
  }

  remove(part: Move): void {
    void this.#next(() =>
      this.#take(
        this.parts.filter((each) => !same(each, part)),
        true,
      ),
    );
  }

  /** Adds everything that glows, as far as the stock goes. */
  all(fields: Field[]): void {
    void this.#next(() => this.#cover(fields));
  }

  /** A finger or the mouse is drawn over this field. All that it crosses while the house is asked is asked together. */
  sweep(field: Field, erase: boolean): void {
    this.#swept.push(field);
    if (this.#swept.length > 1) return;
    void this.#next(async () => {
      const fields = this.#swept;
      this.#swept = [];
      if (!erase) return this.#cover(fields);
      const rest = this.parts.filter((part) => !fields.some(({ x, y }) => part.x === x && part.y === y));
      if (rest.length < this.parts.length) await this.#take(rest, true);
    });
  }

  /** Adds these fields as far as they glow and the stock goes. */
  async #cover(fields: Field[]): Promise<void> {
    let stock = this.kind === 'plant' ? (this.stock[this.seed] ?? 0) : (this.stock.water ?? 0);
    const parts = [...this.parts];
    for (const field of fields) {
      if (!this.can(field)) continue;
      const part: Move =
        this.kind === 'plant'
          ? { kind: 'plant', x: field.x, y: field.y, plant: this.seed }
          : { kind: 'water', x: field.x, y: field.y, drops: field.plant?.need ?? 1 };
      const cost = this.kind === 'plant' ? 1 : Number(part.drops);
      if (cost > stock) continue;
      stock -= cost;
      parts.push(part);
    }
    if (parts.length > this.parts.length) await this.#take(sorted(parts));
  }

  /** Puts this many of a good into the basket. */
  want(good: string, quantity: number): void {
    this.#fill(good, () => quantity);
  }

  /** One more of a good, or one less. Clicks may come faster than the basket is filled, and all of them count. */
  change(good: string, by: 1 | -1): void {
    this.#fill(good, (count) => count + by);
  }

  #fill(good: string, quantity: (count: number) => number): void {
    void this.#next(async () => {
      const wanted = quantity(this.basket[good] ?? 0);
      const basket = { ...this.basket, [good]: Math.max(0, Math.floor(wanted) || 0) };
      const offered = (word: string) =>
        (this.base?.moves ?? []).filter((move) => move.good === word).map((move) => Number(move.amount));
      await this.#take(this.#data.goods.flatMap(({ word }) => purchases(word, basket[word] ?? 0, offered(word))));
    });
  }

  /** Sends the whole move, decision by decision. */
  send(): void {
    void this.#next(async () => {
      if (!this.parts.length || this.sending || !this.kind || !this.seen) return;
      const open = this.seen.view.mover === this.#seat;
      this.sending = true;
      this.queue = [...this.#opening(), ...this.parts, ...(open ? [{ kind: 'done' }] : [])];
    });
  }

  /** Sends the next decision, if the house is waiting for it. */
  pump(): void {
    if (!this.sending || !this.#picker.active) return;
    const [next, ...rest] = this.queue;
    if (next && this.#picker.moves.some((move) => same(move, next))) {
      this.queue = rest;
      this.#picker.play(next);
    } else {
      if (next && next.kind !== 'done') this.#refuse('The garden has changed. Please check your move again.');
      this.reset();
    }
  }

  #opening(): Move[] {
    return this.kind && isList(this.kind) && !this.#begun ? [firstOf(this.kind)] : [];
  }

  /** Tries another list of parts; with `trim`, as many of them as possible. */
  async #take(parts: Move[], trim = false): Promise<void> {
    const plan = await this.#ask(parts);
    if (!plan) return;
    const done = plan.done - this.#opening().length;
    if (done < parts.length && !trim) return this.#refuse(plan.why ?? 'You can’t do that.');
    this.parts = parts.slice(0, done);
    this.seen = plan;
    play('click');
  }

  async #ask(parts: Move[]): Promise<Foreseen | null> {
    const plan = (await this.#picker.plan([...this.#opening(), ...parts])) as Foreseen | null;
    plan?.moves.forEach((move, n) => this.#words.set(keyOf(move), plan.words[n] ?? ''));
    return plan;
  }

  #refuse(why: string): void {
    play('refuse');
    says.note(why);
  }

  /** One request at a time, so that quick clicks are not lost. */
  #next(step: () => Promise<void>): Promise<void> {
    this.#last = this.#last.then(step, step);
    return this.#last;
  }
}

const keyOf = (move: Move): string => JSON.stringify(Object.entries(move).sort());

/** Fields in the order the house expects. */
const sorted = (parts: Move[]): Move[] =>
  parts.sort((a, b) => 8 * Number(a.x) + Number(a.y) - 8 * Number(b.x) - Number(b.y));
