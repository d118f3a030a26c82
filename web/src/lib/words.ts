/** Short texts about tables, clocks and options that several pages share. */
import type { Game, HouseEvent, Options, Seat, Table } from './protocol';
import type { Beat } from './table.svelte';

export const LEVELS: Record<string, string> = {
  random: 'Plays any legal move, with a smile.',
  greedy: 'Grabs whatever looks best right now.',
  easy: 'Knows the rules, and little more.',
  medium: 'Thinks ahead now and then.',
  hard: 'Looks several turns ahead and wastes little.',
  expert: 'Takes its time and gives nothing away.',
  master: 'Thinks up to five seconds a turn, as well as the house can.',
};

export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

export const titled = (key: string): string => capital(key.replaceAll(/[_-]/g, ' '));

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

/** "Ann", "Ann and Ben", "Ann, Ben and Eve". */
export const listed = (names: string[]): string =>
  [names.slice(0, -1).join(', '), names.at(-1) ?? ''].filter(Boolean).join(' and ');

const DAY = 86_400;

/** A duration in words: 6 s, 1 min 30 s, 2 days. */
export function span(ms: number): string {
  let rest = Math.max(0, ms) / 1000;
  const parts: string[] = [];
  for (const [one, many, size] of [
    [' day', ' days', DAY],
    [' h', ' h', 3600],
    [' min', ' min', 60],
  ] as const) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count) parts.push(`${count}${count === 1 ? one : many}`);
  }
  if (rest || !parts.length) parts.push(`${rest} s`);
  return parts.join(' ');
}

/** A duration on a clock, where room is tight: 4:59, 47 h, 3 d. */
export function minutes(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  if (seconds >= 2 * DAY) return `${Math.floor(seconds / DAY)} d`;
  if (seconds >= 6000) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

export function seatsWords([fewest, most]: [number, number]): string {
  return fewest === most ? `${fewest} players` : `${fewest}–${most} players`;
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** "full rules" when the options are those of a preset, "own rules" otherwise. */
export function presetOf(game: Game | undefined, options: Options): string {
  if (!game) return '';
  for (const [name, preset] of Object.entries(game.presets)) {
    const wanted: Options = { ...game.defaults, ...preset };
    // Chosen decks, classes and boards don't make different rules.
    const keys = Object.keys(wanted).filter((key) => !isObject(wanted[key]) && !isObject(options[key]));
    if (keys.every((key) => JSON.stringify(wanted[key]) === JSON.stringify(options[key]))) return name;
  }
  return Object.keys(game.presets).length ? 'own' : '';
}

/** "one day rules"; nothing where a game has no presets. */
export const rulesWords = (preset: string): string => (preset ? `${preset.replaceAll(/[_-]/g, ' ')} rules` : '');

/** What kind of player sits here. */
export function seatKind(seat: Seat): string {
  if (seat.kind === 'free') return 'free seat';
  if (seat.left) return 'out of the game';
  if (seat.taken_over) return 'played by the house';
  if (seat.kind === 'house') return `House · ${seat.word ?? 'player'}`;
  if (seat.kind === 'bot') return 'Bot';
  return seat.you ? 'You' : 'Guest';
}

/** The house's sentences for the events that `wanted` picks. */
export const sentencesOf = (beats: Beat[], wanted: (event: HouseEvent) => boolean): string[] =>
  beats.flatMap(({ events, says }) => says.filter((sentence, at) => sentence && wanted(events[at]!)));

/** What the bar says to a guest whose seat is out of the game while the others play on. */
export const leftWords = (past: Beat[], seat: number): string =>
  [...sentencesOf(past, (event) => event.kind === 'left' && event.seat === seat), 'Watching now.'].join(' ');

/** "move 12" or "the start": the moment a game is played on from. */
export const momentWords = (ply: number): string => (ply ? `move ${ply}` : 'the start');

/** Names for the plates: "You" for a guest's only seat, name and number when one person has several. */
export function namesOf(table: Table): string[] {
  const mine = table.seats.filter((seat) => seat.you).length;
  // A house player's level is on the line below the name.
  const plain = (seat: Seat) => (seat.name ?? `Seat ${seat.seat + 1}`).replace(` (${seat.word ?? ''})`, '');
  const taken = new Map<string, number>();
  return table.seats.map((seat) => {
    if (seat.kind === 'free') return `Seat ${seat.seat + 1}`;
    if (seat.you && mine === 1) return 'You';
    const name = plain(seat);
    const same = table.seats.filter(
      (other) => !(other.you && mine === 1) && other.name && plain(other) === name,
    ).length;
    const nth = (taken.get(name) ?? 0) + 1;
    taken.set(name, nth);
    return same > 1 ? `${name} ${nth}` : name;
  });
}

/** The seats of a finished game: nobody counts as away. */
export const present = (seats: Seat[]): Seat[] => seats.map((seat) => ({ ...seat, here: true, away: false }));

/** Whether this guest is in the game but not at the table. */
export const isAway = (seat: Seat): boolean =>
  (seat.kind === 'person' || seat.kind === 'bot') && !seat.here && !seat.taken_over && !seat.left;

export const seatColour = (seat: number): string => `var(--seat-${(seat % 8) + 1})`;

/** A table's address, to send to a friend. */
export const linkTo = (table: string): string => `${location.origin}/table/${table}`;

/** Whether an address works on this machine only, and is no use to friends elsewhere. */
export const onlyHere = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127\.[\d.]+|\[?::1\]?)$/.test(hostname);

/** Why a game ended, without the winner, who is named in the title above. */
export const afterTitle = (why: string): string =>
  capital(why.replace(/^[^:]{1,80}? wins?: /, '').replace(/^[^:]{1,80}? wins? (?=with )/, ''));

/** For tables and replays that aren't there. */
export const GONE = 'It may have been removed, or the link may have lost a letter on the way.';

export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The SHA-256 of the revealed seed, to compare with the promise made before the first move. */
export async function promiseOf(seed: string): Promise<string> {
  const bytes = Uint8Array.from(seed.match(/../g) ?? [], (pair) => parseInt(pair, 16));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** An estimated chance: never quite none or all. */
export function percent(chance: number): string {
  const hundredths = Math.round(100 * chance);
  return hundredths < 1 ? '< 1 %' : hundredths > 99 ? '> 99 %' : `${hundredths} %`;
}
