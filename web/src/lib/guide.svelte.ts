/**
 * Guided first games. A game lists the steps of its tour (`games/NAME/guide.ts`). Each step says something, points at
 * something on the board, and knows from the view when it applies and when it is done. Nothing is scripted: the game is
 * a real one, and a step that never applies is never said.
 */
import type { BoardProps } from '../games/board';
import { house } from './house.svelte';
import { recallJson, rememberJson } from './memory';
import type { Beat } from './table.svelte';

/** What a step can look at: everything the board gets, and a little more. */
export interface Now<View = any, Data = any> extends BoardProps<View, Data> {
  /** It is this guest's turn, and no move is on its way to the house. */
  mine: boolean;
  /** What happened since the step was first said. */
  since: Beat[];
  /** Whether something matching this selector is in sight. */
  sees: (thing: string) => boolean;
  /** Whether this guest has done one of these since the step was first said. */
  did: (...kinds: string[]) => boolean;
  /** The same for the whole game so far. */
  hasDone: (...kinds: string[]) => boolean;
}

type Said<View, Data, T> = T | ((now: Now<View, Data>) => T);

export interface Step<View = any, Data = any> {
  id: string;
  says: Said<View, Data, string>;
  /** Selectors of what it points at; the first match in sight is used. */
  at: Said<View, Data, string | string[]>;
  /** When it applies; always, by default. */
  when?: (now: Now<View, Data>) => boolean;
  /** For a step that asks the guest to do something: whether that is done. Otherwise "Next" moves on. */
  done?: (now: Now<View, Data>) => boolean;
  /** It belongs to the end of the tour: once one of these is said, no others follow. */
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

/** The steps still to come. After the first closing step, only closing steps are left. */
function toCome(steps: Step[], passed: readonly string[]): Step[] {
  const closing = steps.some(({ id, last }) => last && passed.includes(id));
  return steps.filter(({ id, last }) => !passed.includes(id) && (last || !closing));
}

export const isOver = (steps: Step[], passed: readonly string[]): boolean => toCome(steps, passed).length === 0;

/** How far a tour has come, whatever the order of its steps. */
export function progress(steps: Step[], passed: readonly string[], saying: Step): { number: number; of: number } {
  const rest = toCome(steps, passed).filter(({ last }) => last || !saying.last);
  return { number: passed.length + 1, of: passed.length + rest.length };
}

/** The step to say now: the current one as long as it applies, otherwise the first unsaid one that does. */
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

/** How every tour ends: where to find help later. A table without hints is shown without them. */
export const lastSteps = <View, Data>(when?: (now: Now<View, Data>) => boolean): Step<View, Data>[] => [
  {
    id: 'hint',
    says: 'Not sure what to do? Ask for a hint: the house tells you what it would choose here, and what else is worth a try.',
    at: '[data-hint]',
    when: (now) => now.sees('[data-hint]') && (when?.(now) ?? true),
  },
  {
    id: 'why',
    last: true,
    ...(when && { when }),
    says: 'One more thing: click anything that isn’t glowing, and the house will tell you why you can’t use it right now.',
    at: '.turn',
  },
  {
    id: 'farewell',
    last: true,
    ...(when && { when }),
    says: 'The keys, the rules and this tour are all here. The game is yours from now on. Good luck!',
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

/** Where a bubble goes: inside the room, off its target if at all possible, and preferably off anything that can be chosen. */
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
  /** The table where the tour is running. */
  table: string;
  passed: string[];
  over: boolean;
}

const KEY = 'parlour.tours';

/** Which guest has taken which tour; stored in this browser. */
class Tours {
  #all = $state<Record<string, Memory>>(recallJson(KEY) ?? {});

  #of(game: string): Memory | undefined {
    return this.#all[`${house.id}/${game}`];
  }

  #keep(game: string, memory: Memory): void {
    this.#all[`${house.id}/${game}`] = memory;
    rememberJson(KEY, this.#all);
  }

  /** Whether this guest has finished or skipped the tour. */
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
