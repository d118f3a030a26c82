/** Battle Farm's view and cards, and how to describe and sort them. The rules stay in the house. */
import type { Seen } from '../../lib/picker.svelte';
import type { Move } from '../../lib/protocol';
import { capital, plural } from '../../lib/words';
import type { Bed as BedKind, BedView, Card, CardView, Class as Klass, FarmData } from './protocol';

export type {
  Bed as BedKind,
  BedView,
  Card,
  CardView,
  Class as Klass,
  FarmData,
  FarmerView,
  FarmView,
} from './protocol';

export const PHASES = ['harvest', 'market', 'trade', 'play', 'fertilize', 'check'] as const;
export const letterOf = (seat: number): string => 'ABCDEF'.charAt(seat);

/** Cards, beds and classes by id. */
export class Almanac {
  #cards: Map<string, Card>;
  #beds: Map<string, BedKind>;
  #classes: Map<string, Klass>;
  #names: Map<string, string>;
  #texts: Map<string, string>;

  constructor(data: FarmData) {
    this.#cards = new Map(data.cards.map((card) => [card.id, card]));
    this.#beds = new Map(data.beds.map((bed) => [bed.id, bed]));
    this.#classes = new Map(data.classes.map((klass) => [klass.id, klass]));
    this.#names = new Map([
      ...data.cards.map((c) => [c.id, c.name] as const),
      ...data.classes.map((c) => [c.card, c.card_name] as const),
    ]);
    this.#texts = new Map([
      ...data.cards.map((c) => [c.id, c.text] as const),
      ...data.classes.map((c) => [c.card, c.text] as const),
    ]);
  }

  card(id: string): Card {
    return this.#cards.get(id)!;
  }
  bed(id: string): BedKind {
    return this.#beds.get(id)!;
  }
  klass(id: string): Klass {
    return this.#classes.get(id)!;
  }
  /** The name and the text of a card or class card. */
  nameOf(source: string): string {
    return this.#names.get(source) ?? source;
  }
  textOf(source: string): string {
    return this.#texts.get(source) ?? '';
  }
}

export const shortBed = (kind: BedKind): string => kind.name.replace(/ Bed$/, '');

/** "Planted:" and the like, as printed before a crop's text. */
export const whenOf = (card: Card): string => (card.when ? `${capital(card.when.replace(' and ', ', '))}:` : '');

/** "1.5 coins", as printed on a crop card. */
export const coinsPerTurn = (card: Card): string => plural(Number(card.coins_per_turn.toFixed(1)), 'coin');

export function describeCard(card: Card, value = card.value): string {
  if (!card.group) return `${card.name}, ${card.rarity} action, costs ${plural(value, 'fertilizer')}. ${card.text}`;
  return `${card.name}, ${card.rarity} ${card.group} crop, worth ${value}, ripe after ${plural(card.timer, 'turn')}, ${coinsPerTurn(card)} a turn. ${capital(card.when)}: ${card.text}`;
}

export function describeBed(bed: BedView, almanac: Almanac): string {
  const kind = almanac.bed(bed.type);
  if (!bed.crop) return `${kind.name}, empty. ${kind.text}`;
  const ripe = bed.timer ? `ripe in ${plural(bed.timer, 'turn')}` : 'ripe';
  return `${kind.name} with ${almanac.card(bed.crop).name}, worth ${bed.value}${bed.bonus ? ` and ${bed.bonus} more from the bed` : ''}, ${ripe}. ${kind.text}`;
}

/** Equal cards in a hand, which make one choice. */
export interface Held {
  key: string;
  card: Card;
  value: number;
  count: number;
}

const COLOURS = ['yellow', 'red', 'green', ''];

/** A sorted hand: crops by colour and rarity, then actions. */
export function sorted(hand: CardView[], almanac: Almanac): Held[] {
  const held = new Map<string, Held>();
  for (const { card, value } of hand) {
    const key = `${card}:${value}`;
    const same = held.get(key);
    if (same) same.count += 1;
    else held.set(key, { key, card: almanac.card(card), value, count: 1 });
  }
  return [...held.values()].sort(
    (a, b) =>
      COLOURS.indexOf(a.card.group) - COLOURS.indexOf(b.card.group) ||
      a.card.grade - b.card.grade ||
      a.card.number - b.card.number ||
      a.value - b.value,
  );
}

/** What a move would change in a bed: the numbers that differ. */
export interface BedChange {
  value?: number;
  timer?: number;
  type?: string;
  gone?: boolean;
}

export function bedChange(preview: Seen | null, seat: number, bed: number): BedChange | null {
  const prefix = `farmers.${seat}.beds.${bed}`;
  const change: BedChange = {};
  for (const [path, , after] of preview?.changes ?? []) {
    if (!path.startsWith(`${prefix}.`)) continue;
    const field = path.slice(prefix.length + 1);
    if (field === 'value') change.value = Number(after);
    if (field === 'timer') change.timer = Number(after);
    if (field === 'type') change.type = String(after);
    if (field === 'crop' && after === null) change.gone = true;
  }
  return Object.keys(change).length ? change : null;
}

/** What a move would change in somebody's purse: "You 97 → 104 coins". */
export function purses(preview: Seen | null, names: string[]): string[] {
  return (preview?.changes ?? []).flatMap(([path, before, after]) => {
    const [, seat, what] = /^farmers\.(\d+)\.(coins|fertilizers)$/.exec(path) ?? [];
    return seat ? [`${names[Number(seat)]} ${Number(before)} → ${Number(after)} ${what}`] : [];
  });
}

export const same = (a: Move, b: Move): boolean => {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key]);
};

/** Positions on a line, as close to the wanted ones as possible, in the same order and with this much room for each. */
export function apart(wanted: number[], room: number, length: number): number[] {
  const gap = Math.min(room, length / Math.max(1, wanted.length - 1));
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]! || a - b);
  // A position too close to the group before joins it, and a group sits at the average of its wanted positions.
  const groups: { of: number[]; from: number }[] = [];
  for (const i of order) {
    let of = [i];
    const place = () => {
      const middle = of.reduce((sum, each, nth) => sum + wanted[each]! - nth * gap, 0) / of.length;
      return Math.max(0, Math.min(length - (of.length - 1) * gap, middle));
    };
    for (let last = groups.at(-1); last && place() < last.from + last.of.length * gap; last = groups.at(-1))
      of = [...groups.pop()!.of, ...of];
    groups.push({ of, from: place() });
  }
  const places: number[] = [];
  for (const { of, from } of groups) of.forEach((i, nth) => (places[i] = from + nth * gap));
  return places;
}

/** Whether a card is worth more or less than is printed on it. */
export const moodOf = (value: number, printed: number): 'up' | 'down' | '' =>
  value > printed ? 'up' : value < printed ? 'down' : '';

const PAINTS: Record<string, string> = { red: '#d9604f', green: '#5fa35c', yellow: '#d9a72f' };

/** The colour of a card's group; actions have their own. */
export const paintOf = ({ group }: Card): string => PAINTS[group] ?? '#b59b6c';

/** A card to draw: its current value and how many of it there are. */
export interface ShownCard {
  card: Card;
  value?: number;
  count?: number;
  dim?: boolean;
}
