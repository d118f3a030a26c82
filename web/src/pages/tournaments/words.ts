/** How tournaments are described. */
import type {
  Tournament,
  TournamentEntrant,
  TournamentFormat,
  TournamentGame,
  TournamentSummary,
} from '../../lib/protocol';
import { plural } from '../../lib/words';

export const FORMATS: Record<TournamentFormat, { title: string; about: string }> = {
  swiss: { title: 'Swiss', about: 'Players with similar scores meet; nobody is knocked out.' },
  'round-robin': { title: 'Round robin', about: 'Everybody meets everybody.' },
  'knock-out': { title: 'Knock-out', about: 'Lose a meeting and you’re out; the best meet late.' },
  arena: { title: 'Arena', about: 'Whoever is free plays on and on, until time is up.' },
};

export function statusWords(of: TournamentSummary): string {
  if (of.status === 'open') return 'Open for entries';
  if (of.status === 'running') return 'Under way';
  if (of.status === 'paused') return 'Paused';
  return of.status === 'over' ? 'Over' : 'Called off';
}

/** What a bot is: "bot", or "program, version 3" if the house runs it. */
export function kindWords({ version }: Pick<TournamentEntrant, 'version'>): string {
  if (version === null) return 'bot';
  return version ? `program, version ${version}` : 'program';
}

/** Points as people write them: 2½. */
export function points(value: number): string {
  const whole = Math.floor(value + 1e-9);
  const rest = value - whole;
  if (rest < 1e-6) return String(whole);
  if (Math.abs(rest - 0.5) < 1e-6) return whole ? `${whole}½` : '½';
  return value.toFixed(2);
}

/** What is played: "Connect Four · Swiss, 5 rounds · 2 games a meeting · 5 min each". */
export function aboutWords(of: Tournament): string[] {
  const format = FORMATS[of.format].title;
  const length =
    of.format === 'swiss' && of.rounds
      ? `, ${plural(of.rounds, 'round')}`
      : of.format === 'arena' && of.minutes
        ? `, ${plural(of.minutes, 'minute')}`
        : '';
  return [
    `${format}${length}`,
    `${plural(of.games, 'game')} a meeting`,
    of.seats > 2 ? `tables of ${of.seats}` : '',
    of.clock_words,
    of.rated ? 'rated' : '',
    of.listed ? '' : 'by link only',
  ].filter(Boolean);
}

/** What a round of rest counts: at a table of two a won meeting, at larger ones twice an even share. */
export function restWords(of: Tournament): string {
  return of.seats === 2 ? 'which counts as won' : `which counts ${points((2 * of.games) / of.seats)}`;
}

/** The first three places, each with all who share it. */
export function podiumOf(of: Tournament): { place: number; names: string[] }[] {
  const steps = new Map<number, string[]>();
  for (const { place, entrant } of of.standings) {
    if (place > 3) break;
    steps.set(place, [...(steps.get(place) ?? []), of.entrants[entrant]?.name ?? '']);
  }
  return [...steps].map(([place, names]) => ({ place, names }));
}

export interface Meeting {
  round: number;
  meeting: number;
  entrants: number[];
  games: TournamentGame[];
  /** Points so far, by entrant; tie-breaks apart. */
  points: number[];
  extra: number[];
  over: boolean;
}

/** The meetings of a tournament in order, each with its games. */
export function meetingsOf(of: Tournament): Meeting[] {
  const games = new Map<string, TournamentGame[]>();
  for (const game of of.played) {
    const key = `${game.round} ${game.meeting}`;
    games.set(key, [...(games.get(key) ?? []), game]);
  }
  return of.drawn.flatMap((round) =>
    round.tables.map((entrants, meeting) => {
      const mine = games.get(`${round.number} ${meeting}`) ?? [];
      const won = (extra: boolean) =>
        entrants.map((entrant) =>
          mine
            .filter((game) => game.extra === extra)
            .reduce((sum, game) => sum + (game.payoffs?.[game.seats.indexOf(entrant)] ?? 0), 0),
        );
      const over = mine.length > 0 && mine.every(({ status }) => status === 'over');
      return { round: round.number, meeting, entrants, games: mine, points: won(false), extra: won(true), over };
    }),
  );
}

export interface Slot {
  entrant: number | null;
  points: number | null;
  won: boolean;
}

/** The bracket of a knock-out, round by round; places that nobody has reached yet are empty. */
export function bracketOf(of: Tournament): Slot[][][] {
  const columns: Slot[][][] = [];
  const meetings = meetingsOf(of);
  let standing: (number | null)[] = of.bracket;
  for (let number = 1; standing.length > 1; number += 1) {
    const next = of.drawn.find((round) => round.number === number + 1);
    const reached = next ? new Set([...next.tables.flat(), ...next.byes]) : new Set<number>();
    if (!next && of.status === 'over' && standing.length === 2 && of.standings[0]) reached.add(of.standings[0].entrant);
    const pairs: Slot[][] = [];
    const following: (number | null)[] = [];
    for (let at = 0; at < standing.length; at += 2) {
      const pair = standing.slice(at, at + 2);
      const meeting = meetings.find(
        (each) => each.round === number && pair.every((one) => one !== null && each.entrants.includes(one)),
      );
      const alone = pair.includes(-1) ? Math.max(...pair.map((one) => one ?? -1)) : null;
      const winner = alone ?? pair.find((one) => one !== null && reached.has(one)) ?? null;
      following.push(winner);
      pairs.push(
        pair.map((entrant) => ({
          entrant,
          points: meeting && entrant !== null ? (meeting.points[meeting.entrants.indexOf(entrant)] ?? null) : null,
          won: entrant !== null && entrant === winner && entrant >= 0,
        })),
      );
    }
    columns.push(pairs);
    standing = following;
  }
  return columns;
}

/** The rounds of a bracket that a screen has room for: from the first that is not decided, in columns not too long. */
export function columnsToShow(columns: Slot[][][], most: number, tallest: number): number[] {
  const now = columns.findIndex((pairs) => pairs.some((pair) => !pair.some(({ won }) => won)));
  const fits = columns.findIndex((pairs) => pairs.length <= tallest);
  const from = Math.max(fits, Math.min(now < 0 ? columns.length : now, columns.length - most), 0);
  return columns.map((_, at) => at).slice(from, from + most);
}

export const roundTitle = (of: Tournament, number: number): string => {
  if (of.format !== 'knock-out') return of.format === 'arena' ? 'Latest games' : `Round ${number}`;
  const left = of.bracket.length / 2 ** (number - 1);
  return left === 2 ? 'Final' : left === 4 ? 'Semi-finals' : left === 8 ? 'Quarter-finals' : `Round ${number}`;
};
