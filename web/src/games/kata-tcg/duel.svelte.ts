/** The duel from one chair: both sides, what the guest is holding, and what they can do with it. */
import { leadFocus } from '../../lib/arrows';
import { Drag } from '../../lib/drag.svelte';
import type { Move } from '../../lib/protocol';
import { notNow, refuse } from '../../lib/refusals';
import { says } from '../../lib/says.svelte';
import { play } from '../../lib/sound';
import { plural } from '../../lib/words';
import { BoardState } from '../board-state';
import { arrow, fate, modesOf, type Card, type KataData, type KataView, type Kind, type Minion } from './kata';

export class Duel extends BoardState<KataView, KataData> {
  readonly drag = new Drag();
  root = $state<HTMLElement>();
  /** The target under the pointer or focused: a minion, "player" for the rival, or "me". */
  aimed = $state<string | null>(null);
  #picked = $state(-1);

  me = $derived.by(() => this.seat ?? 0);
  rival = $derived(1 - this.me);
  mine = $derived.by(() => this.view.sides[this.me]!);
  theirs = $derived.by(() => this.view.sides[this.rival]!);
  #cards = $derived.by(() => new Map(this.data.cards.map((card) => [card.id, card])));

  hand = $derived.by(() => {
    const count = new Map<string, number>();
    return (this.mine.hand ?? []).map((id, place) => {
      const nth = count.get(id) ?? 0;
      count.set(id, nth + 1);
      return { id, place, card: this.cardOf(id), key: `hand:${id}:${nth}` };
    });
  });

  /** The card being held. */
  card = $derived(this.picker.fixed.card === undefined ? null : this.cardOf(String(this.picker.fixed.card)));
  /** Its place in the hand, −1 for none: of two equal cards, the one that was picked up. */
  lifted = $derived(this.card && this.hand[this.#picked]?.id === this.card.id ? this.#picked : -1);
  /** The minion being held. */
  fighter = $derived(this.mine.board.find(({ minion }) => minion === this.picker.fixed.minion) ?? null);
  holding = $derived(this.card !== null || this.fighter !== null);

  healing = $derived(this.card ? this.picker.with({ kind: 'heal' })[0] : undefined);
  /** "17 → 12": what would happen to the rival's health, and to your own. */
  rivalChange = $derived(arrow(this.picker.change(this.strike('player'), `sides.${this.rival}.health`)));
  myChange = $derived(
    this.aimed === 'me' || this.picker.has({ kind: 'heal' })
      ? arrow(this.picker.change(this.healing, `sides.${this.me}.health`))
      : null,
  );

  /** What can still act this turn: "2 cards and 1 minion", or nothing. */
  left = $derived.by(() => {
    const cards = this.hand.filter(({ id }) => this.picker.all({ card: id }).length).length;
    const minions = this.mine.board.filter(({ minion }) => this.picker.all({ minion }).length).length;
    return [cards && plural(cards, 'card'), minions && plural(minions, 'minion')].filter(Boolean).join(' and ');
  });

  cardOf(id: string): Card {
    return this.#cards.get(id)!;
  }

  /** The move that hits a target (a minion, or "player") with what is held. */
  strike(target: string): Move | undefined {
    return this.holding
      ? (this.picker.with({ kind: 'attack', target })[0] ?? this.picker.with({ kind: 'fight', target })[0])
      : undefined;
  }

  /** What the move under consideration would do to a minion. */
  fateOf(minion: Minion, own: boolean): string | null {
    const at = own ? (this.fighter?.minion === minion.minion ? this.aimed : null) : minion.minion;
    return at ? fate(this.view, own ? this.me : this.rival, minion, this.picker.seen(this.strike(at))) : null;
  }

  pickCard(place: number): void {
    const { id, card } = this.hand[place]!;
    if (notNow(this)) return;
    if (this.lifted === place && this.picker.has({ card: id })) return this.picker.clear();
    this.picker.clear();
    if (!this.picker.choose({ card: id }, { hold: true })) return refuse(this.picker, likely(card));
    this.#picked = place;
    play('click');
    leadFocus(this.root, '.rail .mode:not(.off)');
  }

  pickMinion({ minion }: Minion): void {
    if (notNow(this)) return;
    if (this.picker.has({ minion })) return this.picker.clear();
    this.picker.clear();
    if (!this.picker.choose({ minion }, { hold: true }))
      return refuse(this.picker, { kind: 'fight', minion, target: 'player' });
    play('click');
    leadFocus(this.root, '.theirs .can', '.rival-plate .can');
  }

  /** Uses the held card in one of its ways. */
  use(kind: Kind): void {
    if (!this.card || notNow(this)) return;
    const { card } = this;
    if (!this.picker.all({ kind, card: card.id }).length) return refuse(this.picker, likely(card, kind));
    this.picker.clear();
    this.picker.choose({ card: card.id }, { hold: true });
    this.picker.choose({ kind });
    if (this.picker.active) leadFocus(this.root, '.rival-plate .can', '.theirs .can');
  }

  /** Hits a minion, or "player", with what is held. */
  hit(target: string): void {
    if (this.seat === null || notNow(this)) return;
    if (!this.holding) return says.note('Pick a card or one of your minions first.');
    if (
      this.picker.choose([
        { kind: 'attack', target },
        { kind: 'fight', target },
      ])
    )
      return;
    if (this.card) refuse(this.picker, { kind: 'attack', card: this.card.id, target });
  }

  end(): void {
    if (notNow(this)) return;
    this.picker.clear();
    this.picker.choose({ kind: 'end' });
  }

  dragCard(event: PointerEvent, place: number): void {
    this.#drag(event, { card: this.hand[place]!.id }, place);
  }

  dragMinion(event: PointerEvent, { minion }: Minion): void {
    this.#drag(event, { minion });
  }

  #drag(event: PointerEvent, what: { card: string } | { minion: string }, place = -1): void {
    if (!this.picker.all(what).length) return;
    this.drag.begin(event, {
      start: () => {
        this.picker.clear();
        this.picker.choose(what, { hold: true });
        this.#picked = place;
      },
      over: (where) => (this.aimed = where?.replace(/^minion:/, '').replace('rival', 'player') ?? null),
      drop: (where) => this.#drop(where ?? ''),
    });
  }

  /** A card dropped on nothing stays held; a minion goes back. */
  #drop(where: string): void {
    const [place, name = ''] = where.split(':');
    if (place === 'rival') this.hit('player');
    else if (place === 'minion' && this.theirs.board.some(({ minion }) => minion === name)) this.hit(name);
    else if (!this.card) this.picker.clear();
    else if (place === 'me') this.use('heal');
    else if (place === 'deck') this.use('draw');
    else if (place === 'mine' || place === 'minion') this.use('summon');
  }
}

/** The move most likely meant by picking up this card. */
function likely(card: Card, kind: Kind | undefined = modesOf(card)[0]?.kind): Move {
  return kind === 'attack' ? { kind, card: card.id, target: 'player' } : { kind: kind ?? 'attack', card: card.id };
}
