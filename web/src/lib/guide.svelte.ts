/**
 * Guided first games. A game lists the steps of its tour (`games/NAME/guide.ts`); each says something, points at something
 * on the board, and knows from the view when its moment has come and when it is done. Nothing is scripted: the game is a
 * real one, and a step that never fits is never said.
 */
import type { BoardProps } from '../games/board';
import { house } from './house.svelte';
import { recallJson, rememberJson } from './memory';
import type { Beat } from './table.svelte';

/** What a step can look at: all that the board gets, and a little more. */
export interface Now<View = any, Data = any> extends BoardProps<View, Data> {
  /** This guest decides, and nothing is on its way to the house. */
  mine: boolean;
  /** What happened since the step was first said. */
  since: Beat[];
  /** Is such a thing in sight? */
  sees: (thing: string) => boolean;
  /** Has this guest done one of these since the step was said? */
  did: (...kinds: string[]) => boolean;
  /** The same for everything that has happened in this game. */
  hasDone: (...kinds: string[]) => boolean;
}

type Said<View, Data, T> = T | ((now: Now<View, Data>) => T);

export interface Step<View = any, Data = any> {
  id: string;
  says: Said<View, Data, string>;
  /** Selectors of what it points at; the first one in sight counts. */
  at: Said<View, Data, string | string[]>;
  /** Its moment; always, if it does not say. */
  when?: (now: Now<View, Data>) => boolean;
  /** It asks the guest to do something, and this tells that it was done. Without it, "Next" goes on. */
  done?: (now: Now<View, Data>) => boolean;
  /** It belongs to the end of the tour: once one of these was said, nothing else is. */
  last?: boolean;
}

export const told = <T>(what: Said<any, any, T>, now: Now): T =>
  typeof what === 'function' ? (what as (now: Now) => T)(now) : what;

const among = (beats: Beat[], seat: number | null, kinds: string[]): boolean =>
  beats.some(({ events }) => events.some((event) => event.seat === seat && kinds.includes(event.kind)));

/** What a step that was first said `heard` beats into the game can look at. */
export function nowOf(board: BoardProps, heard: number, sees: Now['sees']): Now {
  const { seat, mover, picker, past } = board;
  const since = past.slice(heard);
  return {
    ...board,
    mine: seat !== null && mover === seat && picker.active,
    since,
    sees,
    did: (...kinds) => among(since, seat, kinds),
    hasDone: (...kinds) => among(past, seat, kinds),
  };
}

/** What can still be said. A tour ends once: after the first word of farewell nothing else comes up. */
function toCome(steps: Step[], passed: readonly string[]): Step[] {
  const closing = steps.some(({ id, last }) => last && passed.includes(id));
  return steps.filter(({ id, last }) => !passed.includes(id) && (last || !closing));
}

export const isOver = (steps: Step[], passed: readonly string[]): boolean => toCome(steps, passed).length === 0;

/** How far a tour has come: it counts what was said, whatever the order, and ends with the last of all. */
export function progress(steps: Step[], passed: readonly string[], saying: Step): { number: number; of: number } {
  const rest = toCome(steps, passed).filter(({ last }) => last || !saying.last);
  return { number: passed.length + 1, of: passed.length + rest.length };
}

/** The step to be said now: the one that is being said, as long as it fits, else the first that was not said yet and fits. */
export function stepNow(
  steps: Step[],
  passed: readonly string[],
  saying: string | null,
  now: (step: Step) => Now,
): Step | null {
  const rest = toCome(steps, passed);
  const fits = (step: Step): boolean => step.when?.(now(step)) ?? true;
  const same = rest.find(({ id }) => id === saying);
  return same && fits(same) ? same : (rest.find(fits) ?? null);
}

/** How every tour ends, once the game has been understood: where to find help later. */
export const lastSteps = <View, Data>(when?: (now: Now<View, Data>) => boolean): Step<View, Data>[] => [
  {
    id: 'why',
    last: true,
    ...(when && { when }),
    says: 'One more thing: whatever does not glow can be asked. Click it, and the house says why it cannot be done just now.',
    at: '.turn',
  },
  {
    id: 'farewell',
    last: true,
    ...(when && { when }),
    says: 'Here you find the keys, the rules, and this tour again. The game goes on: play it as you like. Good luck!',
    at: '[data-help]',
  },
];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const overlap = (a: Box, b: Box): number =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** Where a bubble goes: inside the room, never over its target if there is any other place, and rather not over what can be chosen. */
export function place(
  target: Box | null,
  size: { width: number; height: number },
  room: Box,
  others: Box[] = [],
  gap = 22,
): { x: number; y: number } {
  const { width, height } = size;
  const clamp = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));
  const fit = (x: number, y: number) => ({
    x: clamp(x, room.left, room.right - width),
    y: clamp(y, room.top, room.bottom - height),
  });
  const middle = { x: (room.left + room.right - width) / 2, y: (room.top + room.bottom - height) / 2 };
  const places = [
    ...[room.left, middle.x, room.right].flatMap((x) => [room.top, middle.y, room.bottom].map((y) => fit(x, y))),
  ];
  if (target) {
    const across = [target.left, (target.left + target.right - width) / 2, target.right - width];
    const down = [target.top, (target.top + target.bottom - height) / 2, target.bottom - height];
    for (const x of across) places.push(fit(x, target.bottom + gap), fit(x, target.top - gap - height));
    for (const y of down) places.push(fit(target.right + gap, y), fit(target.left - gap - width, y));
  }
  const aim = target ?? { left: middle.x, top: room.bottom, right: middle.x + width, bottom: room.bottom };
  const cost = ({ x, y }: { x: number; y: number }): number => {
    const box = { left: x, top: y, right: x + width, bottom: y + height };
    const away = Math.hypot((aim.left + aim.right) / 2 - x - width / 2, (aim.top + aim.bottom) / 2 - y - height / 2);
    const hidden = others.reduce((sum, other) => sum + overlap(box, other), 0);
    return (target ? overlap(box, target) * 1000 : 0) + hidden * 0.05 + away;
  };
  return places.reduce((best, each) => (cost(each) < cost(best) ? each : best));
}

interface Memory {
  /** The table at which the tour goes on. */
  table: string;
  passed: string[];
  over: boolean;
}

const KEY = 'parlour.tours';

/** Which guest has been shown around which game; kept in this browser. */
class Tours {
  #all = $state<Record<string, Memory>>(recallJson(KEY) ?? {});

  #of(game: string): Memory | undefined {
    return this.#all[`${house.id}/${game}`];
  }

  #keep(game: string, memory: Memory): void {
    this.#all[`${house.id}/${game}`] = memory;
    rememberJson(KEY, this.#all);
  }

  /** Has this guest seen the tour, to its end or as far as wanted? */
  toured(game: string): boolean {
    return this.#of(game)?.over ?? false;
  }

  runs(game: string, table: string): boolean {
    const memory = this.#of(game);
    return memory !== undefined && !memory.over && memory.table === table;
  }

  passed(game: string): string[] {
    return this.#of(game)?.passed ?? [];
  }

  begin(game: string, table: string): void {
    this.#keep(game, { table, passed: [], over: false });
  }

  pass(game: string, step: string): void {
    const memory = this.#of(game);
    if (memory && !memory.passed.includes(step)) this.#keep(game, { ...memory, passed: [...memory.passed, step] });
  }

  end(game: string): void {
    const memory = this.#of(game);
    if (memory && !memory.over) this.#keep(game, { ...memory, over: true });
  }
}

export const tours = new Tours();
