/** Deadwood's view and data, and where things are on the map. */
import type { AreaFacts, Purse, RoleFacts, SetView } from './protocol';

export type {
  AreaFacts,
  DeadwoodData,
  DeadwoodView,
  PlayerView as Player,
  Price,
  RoleFacts,
  SceneFacts,
  SetView,
} from './protocol';

export type Side = 'on' | 'off';

/** One role on the map: where it is, who plays it, and its details if known. */
export interface Role {
  area: string;
  side: Side;
  index: number;
  rank: number;
  seat: number;
  facts: RoleFacts | undefined;
}

export const rolesOf = (set: SetView, side: Side, facts: RoleFacts[] | undefined): Role[] =>
  set[side].map((rank, index) => ({
    area: set.area,
    side,
    index,
    rank,
    seat: (side === 'on' ? set.on_seats : set.off_seats)[index] ?? -1,
    facts: facts?.[index],
  }));

/** How many faces of a die reach the budget with these chips. */
export const faces = (budget: number, chips: number): number => Math.max(0, Math.min(6, 7 + chips - budget));

export function purse({ dollars, credits }: Purse): string {
  const parts = [
    dollars ? `$${dollars}` : '',
    credits ? `${credits} ${credits === 1 ? 'credit' : 'credits'}` : '',
  ].filter(Boolean);
  return parts.join(' and ') || 'nothing';
}

/** A letter for each seat: the initial of its name, or its number if two names share an initial. */
export function lettersOf(names: string[]): string[] {
  const first = names.map((name) => name.charAt(0).toUpperCase());
  return first.map((letter, seat) =>
    first.filter((other) => other === letter).length > 1 ? String(seat + 1) : letter,
  );
}

// --- the map ---

export interface Cell {
  column: number;
  row: number;
}

export interface Grid {
  columns: number;
  rows: number;
  cells: Map<string, Cell>;
  /** The four corners are free: the signs go there. */
  corners: boolean;
}

/** Places the areas on a grid, each in the free cell nearest to its place on the lot's map. */
export function gridOf(areas: AreaFacts[]): Grid {
  const centres = areas.map(({ place }) => ({ x: place.x + place.w / 2, y: place.y + place.h / 2 }));
  const [left, right] = [Math.min(...centres.map((c) => c.x)), Math.max(...centres.map((c) => c.x))];
  const [top, bottom] = [Math.min(...centres.map((c) => c.y)), Math.max(...centres.map((c) => c.y))];
  const columns = Math.max(3, Math.ceil(Math.sqrt(areas.length * 1.2)));
  const rows = Math.max(2, Math.ceil((areas.length * 1.25) / columns));
  const at = centres.map(({ x, y }) => ({
    x: ((x - left) / Math.max(1, right - left)) * (columns - 1),
    y: ((y - top) / Math.max(1, bottom - top)) * (rows - 1),
  }));
  const pairs: { cost: number; area: number; column: number; row: number }[] = [];
  for (const [area, { x, y }] of at.entries())
    for (let column = 0; column < columns; column++)
      for (let row = 0; row < rows; row++) pairs.push({ cost: (column - x) ** 2 + (row - y) ** 2, area, column, row });
  pairs.sort((a, b) => a.cost - b.cost || a.area - b.area);
  const cells = new Map<string, Cell>();
  const taken = new Set<number>();
  for (const { area, column, row } of pairs) {
    const id = areas[area]!.id;
    if (cells.has(id) || taken.has(row * columns + column)) continue;
    cells.set(id, { column, row });
    taken.add(row * columns + column);
  }
  const corners = columns === 4 && rows === 4 && [0, 3, 12, 15].every((cell) => !taken.has(cell));
  return { columns, rows, cells, corners };
}

export interface Path {
  from: string;
  to: string;
  d: string;
}

/** The paths between the areas, in a drawing of 100 by 100 per cell: straight, or bent around what is in between. */
export function pathsOf(areas: AreaFacts[], grid: Grid): Path[] {
  const taken = new Set([...grid.cells.values()].map(({ column, row }) => `${column},${row}`));
  const paths: Path[] = [];
  for (const area of areas) {
    for (const other of area.neighbours) {
      if (area.id > other) continue;
      const [a, b] = [grid.cells.get(area.id), grid.cells.get(other)];
      if (a && b) paths.push({ from: area.id, to: other, d: line(a, b, taken, grid) });
    }
  }
  return paths;
}

function line(a: Cell, b: Cell, taken: Set<string>, grid: Grid): string {
  const [ax, ay, bx, by] = [a.column * 100 + 50, a.row * 100 + 50, b.column * 100 + 50, b.row * 100 + 50];
  const straight = `M${ax} ${ay} L${bx} ${by}`;
  if (a.column !== b.column && a.row !== b.row) {
    if (!taken.has(`${a.column},${b.row}`)) return `M${ax} ${ay} Q${ax} ${by} ${bx} ${by}`;
    if (!taken.has(`${b.column},${a.row}`)) return `M${ax} ${ay} Q${bx} ${ay} ${bx} ${by}`;
    return straight;
  }
  const steps = Math.max(Math.abs(a.column - b.column), Math.abs(a.row - b.row));
  const between = Array.from({ length: steps - 1 }, (_, n) => (n + 1) / steps).map(
    (part) => `${Math.round(a.column + (b.column - a.column) * part)},${Math.round(a.row + (b.row - a.row) * part)}`,
  );
  if (!between.some((cell) => taken.has(cell))) return straight;
  // Bend around what is in between, towards the middle of the lot.
  if (a.row === b.row) return `M${ax} ${ay} Q${(ax + bx) / 2} ${ay + (a.row * 2 < grid.rows ? 95 : -95)} ${bx} ${by}`;
  return `M${ax} ${ay} Q${ax + (a.column * 2 < grid.columns ? 95 : -95)} ${(ay + by) / 2} ${bx} ${by}`;
}

// --- pictures ---

export const PLACES: Record<string, string> = {
  train_station: 'steam-locomotive',
  secret_hideout: 'cave-entrance',
  church: 'church',
  hotel: 'bed',
  main_street: 'western-hat',
  jail: 'imprisoned',
  general_store: 'shop',
  ranch: 'barn',
  bank: 'bank',
  saloon: 'saloon',
  trailer: 'caravan',
  office: 'theater-curtains',
};

/** A picture for each scene of the house's deck; other decks use them in turn. */
const SCENES = (
  'medicines horse-head coffin dynamite church wanted-reward revolver duel camp-cooking-pot envelope ' +
  'banjo ringing-bell gold-bar diamond-ring western-hat old-wagon snake bank poker-hand ghost ' +
  'chicken mustache steam-locomotive boot-kick lantern piano-keys tie cow sunset horseshoe ' +
  'tombstone desert wanted-reward cactus lasso campfire bottle-vapors duel goat horseshoe'
).split(' ');

export const sceneArt = (card: string): string => SCENES[(Number(card.slice(1)) - 1) % SCENES.length] ?? 'film-strip';

// --- what was rolled ---

export interface BonusDie {
  die: number;
  rank: number;
  index: number;
  seat: number;
}

export interface Roll {
  ply: number;
  seat: number;
  die: number;
  chips: number;
  budget: number;
  success: boolean;
  dollars: number;
  credits: number;
  area: string | null;
  left: number | null;
  bonus: BonusDie[];
  /** Who got how much of the bonus, stars first. */
  paid: { seat: number; side: Side; dollars: number }[];
  wrapped: boolean;
}

type Told = { kind: string } & Record<string, unknown>;

/** The acting roll among these events, and everything that came of it. */
export function rollOf(ply: number, events: Told[]): Roll | null {
  const acted = events.find(({ kind }) => kind === 'acted');
  if (!acted) return null;
  const paid = events.find(({ kind }) => kind === 'paid');
  const shot = events.find(({ kind }) => kind === 'take_shot');
  return {
    ply,
    seat: Number(acted.seat),
    die: Number(acted.die),
    chips: Number(acted.chips),
    budget: Number(acted.budget),
    success: acted.result === 'success',
    dollars: Number(paid?.dollars ?? 0),
    credits: Number(paid?.credits ?? 0),
    area: shot ? String(shot.area) : null,
    left: shot ? Number(shot.left) : null,
    bonus: events
      .filter(({ kind }) => kind === 'bonus_die')
      .map((e) => ({ die: Number(e.die), rank: Number(e.rank), index: Number(e.index), seat: Number(e.seat) })),
    paid: events
      .filter(({ kind }) => kind === 'bonus')
      .map((e) => ({ seat: Number(e.seat), side: e.side as Side, dollars: Number(e.dollars) })),
    wrapped: events.some(({ kind }) => kind === 'wrapped'),
  };
}

export const CURRENCIES = ['dollars', 'credits'] as const;
