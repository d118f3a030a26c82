/** The battle from one chair: both sides, what the guest is holding, and what they can do with it. */
import { tick } from 'svelte';
import { leadFocus } from '../../lib/arrows';
import { Drag } from '../../lib/drag.svelte';
import { narrow } from '../../lib/narrow';
import type { Move } from '../../lib/protocol';
import { notNow, refuse } from '../../lib/refusals';
import { says } from '../../lib/says.svelte';
import { bringIntoView } from '../../lib/scroll';
import { play } from '../../lib/sound';
import { BoardState } from '../board-state';
import { isUnit, ROWS, signed, type Card, type GwentData, type GwentView, type Held } from './gwent';

/** What a click on a row would do: "+3", and what the score would be. */
export interface Forecast {
  change: string;
  after: string;
}

const wordOf = (row: number): string => (ROWS[row] ?? '').toLowerCase();

export class Battle extends BoardState<GwentView, GwentData> {
  readonly drag = new Drag();
  root = $state<HTMLElement>();
  /** The card under the pointer or focused: its text is shown beside the hand. */
  looked = $state.raw<Card | null>(null);
  /** Before round 1: the cards to exchange. */
  givingBack = $state<number[]>([]);

  me = $derived.by(() => this.seat ?? 0);
  rival = $derived(1 - this.me);
  mine = $derived.by(() => this.view.sides[this.me]!);
  theirs = $derived.by(() => this.view.sides[this.rival]!);
  hand = $derived(this.mine.hand ?? []);
  #cards = $derived.by(() => new Map(this.data.cards.map((card) => [card.name, card])));

  /** The card being held. */
  held = $derived.by(() => this.hand.find(({ id }) => id === this.picker.fixed.card) ?? null);
  /** Weather affects both sides of a row, and so does clearing it. */
  both = $derived(this.held !== null && (this.held.type === 'Weather' || this.held.type === 'Dispel'));
  clearing = $derived.by(() => (this.held ? this.picker.with({ kind: 'clear' })[0] : undefined));
  lead = $derived(this.mine.power - this.theirs.power);

  // A property, because it is passed on to lanes and plates.
  cardOf = (name: string, type: string): Card =>
    this.#cards.get(name) ?? { name, type, faction: '', power: 0, rows: [], text: '', flavour: '' };

  leaderOf(seat: number): Card {
    return this.cardOf(this.view.sides[seat]!.leader, 'Leader');
  }

  won(seat: number): number {
    return this.view.rounds.filter(({ winner }) => winner === seat).length;
  }

  /** The move that plays the held card to this row. */
  toRow(row: number): Move | undefined {
    return this.held ? this.picker.with({ kind: 'play', row: wordOf(row) })[0] : undefined;
  }

  /** The power of both sides after a move, your own first, once the preview has arrived. */
  after(move: Move | undefined): [number, number] | null {
    if (!move || !this.picker.seen(move)) return null;
    const at = (side: number) =>
      Number(this.picker.change(move, `sides.${side}.power`)?.[1] ?? this.view.sides[side]!.power);
    return [at(this.me), at(this.rival)];
  }

  promise(move: Move | undefined, near: boolean): Forecast | null {
    if (!move) return null;
    const then = this.after(move);
    if (!then)
      return { change: near && this.held && isUnit(this.held.type) ? `+${this.held.power}` : 'here', after: '' };
    const change = near ? then[0] - this.mine.power : then[1] - this.theirs.power;
    const ahead = then[0] - then[1];
    return {
      change: signed(change),
      after: `${then[0]} : ${then[1]}, ${ahead > 0 ? 'you lead' : ahead < 0 ? 'behind' : 'level'}`,
    };
  }

  pick(card: Held): void {
    if (notNow(this)) return;
    if (this.held?.id === card.id) return this.picker.clear();
    this.picker.clear();
    if (!this.picker.choose({ card: card.id }, { hold: true })) return refuse(this.picker, this.#likely(card));
    play('click');
    leadFocus(this.root, '.lane.own.can .whole', '.lane.can .whole', '.unit.can', '.clear.can');
    void tick().then(() => this.#see('.lane.own.can', '.unit.can', '.clear.can', '.lane.can'));
  }

  row(row: number, own: boolean): void {
    if (this.drag.justDropped() || this.seat === null || notNow(this)) return;
    if (!this.held) return says.note('Pick a card from your hand first.');
    if (!own && !this.both) return says.note('This is your rival’s row.');
    this.#choose({ kind: 'play', row: wordOf(row) }, { card: this.held.id });
  }

  unit(id: number, card: Card, row: number, own: boolean): void {
    const { held } = this;
    if (!held) return void (this.looked = card);
    if (this.picker.choose({ kind: 'swap', target: id })) return;
    if (held.type === 'Decoy' && own) return refuse(this.picker, { kind: 'swap', card: held.id, target: id });
    this.row(row, own);
  }

  clear(): void {
    this.picker.choose({ kind: 'clear' });
  }

  useLeader(): void {
    if (this.seat !== null) this.#instead({ kind: 'leader' });
  }

  pass(): void {
    this.#instead({ kind: 'pass' });
  }

  dragCard(event: PointerEvent, card: Held): void {
    if (!this.picker.all({ card: card.id }).length) return;
    this.drag.begin(event, {
      start: () => {
        this.picker.clear();
        this.picker.choose({ card: card.id }, { hold: true });
      },
      over: () => {},
      drop: (where) => {
        const [what, at = ''] = (where ?? '').split(':');
        if (what === 'own' || (what === 'rival' && this.both)) {
          if (!this.picker.choose({ kind: 'play', row: wordOf(Number(at)) })) this.clear();
        } else if (what === 'sky') this.clear();
      },
    });
  }

  /** Puts back the last card picked up, here or for the exchange. */
  takeBack(): boolean {
    if (this.view.round > 0 || !this.givingBack.length) return this.picker.back();
    this.givingBack = this.givingBack.slice(0, -1);
    return true;
  }

  /** Something that needs no card: whatever is held goes back. */
  #instead(move: Move): void {
    if (notNow(this)) return;
    this.picker.clear();
    this.#choose(move);
  }

  #choose(move: Move, held: { card?: number } = {}): void {
    if (!this.picker.choose(move)) refuse(this.picker, { ...move, ...held });
  }

  /** The move most likely meant by picking up this card. */
  #likely({ id, type, rows }: Held): Move {
    if (type === 'Decoy') return { kind: 'swap', card: id, target: this.mine.field[0]?.id ?? id };
    return rows[0] ? { kind: 'play', card: id, row: rows[0].toLowerCase() } : { kind: 'clear', card: id };
  }

  /** Scrolls to the first of these, if necessary. */
  #see(...goals: string[]): void {
    if (narrow.current) bringIntoView(goals.map((each) => this.root?.querySelector(each)).find(Boolean));
  }
}
