/** Gardening War's view and data, and how to describe them. */
import type { Move } from '../../lib/protocol';
import type { Beat } from '../../lib/table.svelte';
import type { FieldView as Field, GardenView, Good, PlantView as Plant } from './protocol';

export type {
  FieldView as Field,
  GardenData,
  GardenerView as Gardener,
  GardenView,
  Good,
  PlantView as Plant,
} from './protocol';

/** The kinds of move with a list of parts. */
export type List = 'land' | 'shop' | 'plant' | 'water';

/** A way to use a move. */
export type Kind = List | 'harvest' | 'fertilizer' | 'mole' | 'pass';

export interface Way {
  kind: Kind;
  name: string;
  picture: string;
}

export const WAYS: Way[] = [
  { kind: 'water', name: 'Water', picture: 'watering-can' },
  { kind: 'plant', name: 'Plant', picture: 'plant' },
  { kind: 'harvest', name: 'Harvest', picture: 'harvest' },
  { kind: 'land', name: 'Land', picture: 'land' },
  { kind: 'shop', name: 'Shop', picture: 'shop' },
  { kind: 'fertilizer', name: 'Fertilize', picture: 'fertilizer' },
  { kind: 'mole', name: 'Mole', picture: 'mole' },
  { kind: 'pass', name: 'Pass', picture: 'pass' },
];

const LISTS: readonly string[] = ['land', 'shop', 'plant', 'water'];
export const isList = (kind: Kind): kind is List => LISTS.includes(kind);

/** The first decision of a way. */
export const firstOf = (kind: Kind): Move => (isList(kind) ? { kind: 'begin', action: kind } : { kind });

/** 16 000, with thin spaces. */
export const number = (value: number): string => value.toLocaleString('en').replaceAll(',', '\u202f');

/** 16k, 2.5k. */
export const short = (value: number): string => (value >= 1000 ? `${value / 1000}k` : String(value));

/** The picture of a plant in its current state. */
export function pictureOf(plant: Plant, good: Good | undefined): string {
  if (plant.state === 'dead') return 'dead';
  if (plant.state === 'mature') return `${plant.plant}-ripe`;
  return `${plant.plant}-${plant.need < (good?.drops ?? 0) ? 'bud' : 'young'}`;
}

/** A good's name without the obvious part. */
export const plain = ({ name }: Good): string => name.replace(/ (flower|card)$/, '');

export const pictureOfGood = (word: string): string => {
  if (word === 'water') return 'drop';
  return word === 'mole' || word === 'fertilizer' ? word : `${word}-ripe`;
};

/** A field in a sentence, for screen readers and tooltips. */
export function describe(field: Field, names: string[], goods: Map<string, Good>): string {
  const { x, y, special, owner, plant } = field;
  const whose = owner === null ? 'nobody’s' : names[owner] === 'You' ? 'yours' : `${names[owner]}’s`;
  const parts = [`Field ${x}, ${y}`, whose];
  if (special) parts.push('special, pays double');
  if (plant) {
    const name = goods.get(plant.plant)?.name ?? plant.plant;
    if (plant.state === 'dead') parts.push(`dead ${name}`);
    else
      parts.push(
        plant.state === 'mature' ? `ripe ${name}` : `${name}, needs ${plant.need}`,
        `${plant.life} more to live`,
      );
  } else if (owner !== null) parts.push('empty bed');
  return parts.join(', ');
}

const keys = (move: Move): string => JSON.stringify(Object.entries(move).sort());
export const same = (one: Move, other: Move): boolean => keys(one) === keys(other);

/** Whatever can be paid for takes three purchases a digit at most (5, 2 and 2 are nine); more are not worth asking about. */
const MOST_PURCHASES = 24;

/** A quantity as purchases of the amounts on offer, largest first; the house says which of them is too dear. */
export function purchases(good: string, quantity: number, amounts: number[]): Move[] {
  const falling = [...amounts].sort((a, b) => b - a);
  const moves: Move[] = [];
  for (let left = quantity; left > 0 && moves.length < MOST_PURCHASES;) {
    const amount = falling.find((each) => each <= left) ?? left;
    moves.push({ kind: 'buy', good, amount });
    left -= amount;
  }
  return moves;
}

/** Everybody's points at the end of each round so far. */
export function historyOf(past: Beat[], view: GardenView): Record<number, number[]> {
  const history: Record<number, number[]> = {};
  const points = view.gardeners.map(() => 0);
  let round = 1;
  for (const event of past.flatMap(({ events }) => events)) {
    if (event.kind === 'round') round = Number(event.round);
    if (event.kind === 'harvested') points[Number(event.seat)] = Number(event.points);
    history[round] = [...points];
  }
  history[view.round] = view.gardeners.map((gardener) => gardener.points);
  return history;
}
