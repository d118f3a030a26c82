/**
 * What the guest is about to do: the lifted card, the basket, what is under the pointer, which pile is open. Everything
 * on the table stands for a move; picking it lifts it, plays it, or says why not.
 */
import { untrack } from 'svelte';
import { Drag } from '../../lib/drag.svelte';
import type { Move } from '../../lib/protocol';
import { notNow, refuse } from '../../lib/refusals';
import { says } from '../../lib/says.svelte';
import { play } from '../../lib/sound';
import { describeBed, same, type Card, type Held } from './farm';
import type { FarmTable } from './table.svelte';

type Lifted =
  | { zone: 'hand'; key: string; card: string; value: number }
  | { zone: 'market'; slot: number; card: string }
  | { zone: 'class' };

/** The kind of move a card in hand makes, by question. */
const HAND_MOVES: Record<string, string> = {
  play: 'play',
  bundle: 'add',
  card: 'choose_card',
  discard: 'discard',
  point: 'sprinkle',
};
const BED_MOVES: Record<string, string> = {
  plant: 'plant',
  fertilize: 'fertilize',
  crop: 'choose_crop',
  bed: 'choose_bed',
};
const USE_CLASS: Move = { kind: 'use_class' };

export class Work {
  readonly table: FarmTable;
  readonly drag = new Drag();

  /** A card to look at before it is used. */
  lifted = $state.raw<Lifted | null>(null);
  /** What is under the pointer or focused: its description, and the move it stands for. */
  about = $state('');
  aimed = $state.raw<Move | null>(null);
  /** Cards to offer together. */
  basket = $state<Record<string, number>>({});
  /** A phone shows the other farms large, at the cost of market and hand. */
  fieldOpen = $state(false);
  pileOpen = $state(false);
  /** Moves chosen together and sent one after another. */
  #plan = $state.raw<Move[]>([]);

  constructor(table: FarmTable) {
    this.table = table;

    // A new decision drops what was lifted and packed for the old one.
    $effect(() => {
      const { picker, view } = table;
      void picker.moves;
      this.lifted = null;
      this.aimed = null;
      if (view.question !== 'bundle' || !picker.moves.length) this.basket = {};
      this.pileOpen = false;
    });

    $effect(() => {
      const { picker } = table;
      const plan = this.#plan;
      if (!plan.length || !picker.active) return;
      const next = picker.moves.find((move) => plan.some((planned) => same(planned, move)));
      untrack(() => {
        const at = next ? plan.findIndex((planned) => same(planned, next)) : -1;
        this.#plan = next ? plan.filter((_, i) => i !== at) : [];
        if (next) picker.play(next);
      });
    });

    $effect(() => {
      const { picker } = table;
      if (!picker.active) return;
      picker.look(picker.moves.filter(({ kind }) => Object.values(BED_MOVES).includes(kind)).slice(0, 30));
      if (this.move) picker.look(picker.with(this.move));
    });

    $effect(() => {
      const { phone, picker, view, me } = table;
      this.fieldOpen =
        phone &&
        picker.active &&
        ['crop', 'bed'].includes(view.question) &&
        picker.moves.some((move) => move.seat !== me);
    });
  }

  inBasket = $derived.by(() => Object.values(this.basket).reduce((sum, count) => sum + count, 0));

  /** The move that the lifted card stands for. */
  move = $derived.by((): Move | null => {
    if (!this.lifted) return null;
    if (this.lifted.zone === 'class') return USE_CLASS;
    if (this.lifted.zone === 'market') return this.slotMove(this.lifted.slot);
    return this.#cardMove(this.lifted.card, this.lifted.value);
  });

  /** A lifted crop that needs a bed. */
  crop = $derived.by((): string | null => {
    const { view, almanac } = this.table;
    return this.lifted?.zone === 'hand' && view.question === 'play' && almanac.card(this.lifted.card).group
      ? this.lifted.card
      : null;
  });

  /** The lifted card, from hand or market, and its value. */
  closer = $derived.by((): { card: Card; value: number } | null => {
    if (!this.lifted || this.lifted.zone === 'class') return null;
    const card = this.table.almanac.card(this.lifted.card);
    return { card, value: this.lifted.zone === 'hand' ? this.lifted.value : card.value };
  });

  /** The question is about the hand. */
  get asksHand(): boolean {
    return this.table.picker.active && this.table.view.question in HAND_MOVES;
  }

  /** The question is about beds. */
  get asksBeds(): boolean {
    return this.table.picker.active && this.table.view.question in BED_MOVES;
  }

  // --- what the things on the table stand for ---

  #cardMove(card: string, value: number): Move {
    return { kind: HAND_MOVES[this.table.view.question] ?? 'play', card, value };
  }

  slotMove(slot: number): Move {
    return { kind: this.table.view.question === 'pick' ? 'pick' : 'buy', slot };
  }

  bedMove(owner: number, bed: number): Move | undefined {
    const { picker, me } = this.table;
    if (!picker.active) return undefined;
    return picker.moves.find(
      ({ kind, ...at }) =>
        at.bed === bed && (kind === 'plant' || kind === 'fertilize' ? owner === me : at.seat === owner),
    );
  }

  playerMove(other: number): Move | undefined {
    return this.table.picker.with({ kind: 'choose_player', seat: other })[0];
  }

  canHold({ card, value }: Held): boolean {
    return this.table.picker.can(this.#cardMove(card.id, value));
  }

  hintsHeld({ card, value }: Held): boolean {
    return this.table.picker.hints(this.#cardMove(card.id, value));
  }

  hintsBed(owner: number, bed: number): boolean {
    const move = this.bedMove(owner, bed);
    return move !== undefined && this.table.picker.hints(move);
  }

  canBuy(slot: number): boolean {
    return this.table.picker.can(this.slotMove(slot));
  }

  canUseClass(): boolean {
    return this.table.picker.can(USE_CLASS);
  }

  canBed(owner: number, bed: number): boolean {
    return this.bedMove(owner, bed) !== undefined || (this.#takesCrop(owner, bed) && this.table.picker.active);
  }

  #takesCrop(owner: number, bed: number): boolean {
    const { me, mine } = this.table;
    return owner === me && this.crop !== null && mine.beds[bed]?.crop === null;
  }

  // --- picking them ---

  choose(move: Move): void {
    this.lifted = null;
    this.table.picker.choose(move);
  }

  use(): void {
    if (this.move) this.table.picker.play(this.move);
  }

  pickCard(entry: Held): void {
    const { picker, view } = this.table;
    if (this.drag.justDropped() || notNow(this.table)) return;
    const move = this.#cardMove(entry.card.id, entry.value);
    if (!picker.can(move)) return refuse(this.table.picker, move);
    play('click');
    if (view.question === 'bundle') this.#pack(entry);
    else if (view.question === 'point') this.choose(move);
    else if (this.lifted?.zone === 'hand' && this.lifted.key === entry.key) this.use();
    else this.#lift(entry);
  }

  pickSlot(slot: number): void {
    const card = this.table.view.market[slot];
    if (!card || notNow(this.table)) return;
    if (!this.canBuy(slot)) return refuse(this.table.picker, this.slotMove(slot));
    play('click');
    if (this.lifted?.zone === 'market' && this.lifted.slot === slot) this.use();
    else this.lifted = { zone: 'market', slot, card };
  }

  pickClass(): void {
    if (notNow(this.table)) return;
    if (!this.canUseClass()) return refuse(this.table.picker, USE_CLASS);
    if (this.lifted?.zone === 'class') return this.use();
    play('click');
    this.lifted = { zone: 'class' };
  }

  pickBed(owner: number, bed: number): void {
    const { picker, view, me, phone, almanac } = this.table;
    const move = this.bedMove(owner, bed);
    if (move) return this.choose(move);
    if (this.#takesCrop(owner, bed)) {
      this.#plan = [{ kind: 'plant', bed }];
      return this.use();
    }
    if (phone && owner !== me && !this.fieldOpen) return void (this.fieldOpen = true);
    const kind = BED_MOVES[view.question];
    const anybodys = kind?.startsWith('choose');
    if (picker.active && kind && (owner === me || anybodys))
      return refuse(this.table.picker, anybodys ? { kind, seat: owner, bed } : { kind, bed });
    says.note(describeBed(view.farmers[owner]!.beds[bed]!, almanac));
  }

  pickRival(other: number): void {
    const { picker, view, phone, almanac } = this.table;
    const move = this.playerMove(other);
    if (move) return this.choose(move);
    if (phone) return void (this.fieldOpen = !this.fieldOpen);
    if (picker.active && ['opponent', 'player'].includes(view.question))
      return refuse(this.table.picker, { kind: 'choose_player', seat: other });
    const theirs = almanac.klass(view.farmers[other]!.klass);
    says.note(`${theirs.name}: ${theirs.card_name}, once a ${theirs.once_per}. ${theirs.text}`);
  }

  aimBed(owner: number, bed: number, on: boolean): void {
    const { view, almanac } = this.table;
    this.about = on ? describeBed(view.farmers[owner]!.beds[bed]!, almanac) : '';
    this.aimed = on ? (this.bedMove(owner, bed) ?? null) : null;
  }

  dragCard(event: PointerEvent, entry: Held): void {
    const { phone, view, me } = this.table;
    if (phone || view.question !== 'play' || !this.canHold(entry)) return;
    this.drag.begin(event, {
      start: () => this.#lift(entry),
      over: () => {},
      drop: (where) => {
        const [what, owner, bed] = where?.split(':') ?? [];
        if (what === 'bed' && this.crop && Number(owner) === me) this.pickBed(me, Number(bed));
        else if (where && !this.crop) this.use();
        else this.lifted = null;
      },
    });
  }

  /** Offers what is in the basket: its cards one by one, then the bundle. */
  sendBundle(): void {
    const cards = (this.table.held ?? []).flatMap(({ key, card, value }) =>
      Array.from({ length: this.basket[key] ?? 0 }, (): Move => ({ kind: 'add', card: card.id, value })),
    );
    this.#plan = [...cards, { kind: 'send' }];
  }

  /** Puts everything back; false if there was nothing to put back. */
  putBack(): boolean {
    if (!this.pileOpen && !this.fieldOpen && !this.lifted && !this.inBasket) return false;
    this.pileOpen = this.fieldOpen = false;
    this.lifted = null;
    this.basket = {};
    return true;
  }

  #lift({ key, card, value }: Held): void {
    this.lifted = { zone: 'hand', key, card: card.id, value };
  }

  #pack({ key, count }: Held): void {
    this.basket[key] = ((this.basket[key] ?? 0) + 1) % (count + 1);
    if (!this.basket[key]) delete this.basket[key];
  }
}
