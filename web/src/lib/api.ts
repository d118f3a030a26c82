/** The house's HTTP side. Every refusal arrives as a HouseError whose message is a sentence for people. */
import { ahead } from './ahead';
import { announcements } from './announcements.svelte';
import type {
  BanWish,
  ChallengeWish,
  EntrantWish,
  InsteadWish,
  LineWish,
  Move,
  NewBranch,
  NewPasskey,
  NewTable,
  NewTournament,
  PasskeyProof,
  ProgramWish,
  PushWish,
  Ranking,
  Refusal,
  ReportWish,
  Routes,
  SeekWish,
  SignInAnswer,
  TrialWish,
} from './protocol';
import { GONE } from './words';

export class HouseError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    /** Everything that is wrong with a deck. */
    readonly errors: unknown[] = [],
    /** Remarks about somebody's files, line by line. */
    readonly notes: unknown[] = [],
  ) {
    super(message);
  }
}

/** Why there is nothing to show at an address, in words. */
export function whyMissing(error: unknown, otherwise: string): string {
  if (error instanceof HouseError && error.code === 'not-found') return GONE;
  return error instanceof Error ? error.message : otherwise;
}

let token: string | null = null;

export function useToken(value: string | null): void {
  token = value;
}

let hostToken: string | null = null;

/** The host's key, or the token of a session that it opened. */
export function useHostToken(value: string | null): void {
  hostToken = value;
}

const unreachable = (): HouseError =>
  new HouseError('The house isn’t answering. Is it still running?', 'unreachable', 0);

async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  const file = body instanceof File;
  if (token) headers.Authorization = `Bearer ${token}`;
  if (hostToken && path.startsWith('/api/host')) headers['Parlour-Host'] = hostToken;
  if (body !== undefined) headers['Content-Type'] = file ? 'application/octet-stream' : 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: file ? body : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    });
  } catch {
    throw unreachable();
  }
  if (!answer.ok) throw refusal(answer.status, await answer.text());
  return answer;
}

/** The house's HTTP routes, generated from its schema. */
type Route = keyof Routes;
type Body<R extends Route> = Routes[R]['body'] extends undefined ? [] : [body: Routes[R]['body']];

/** The method and the address. Parts that the path does not name become its query. */
function addressOf(route: Route, parts: object): [method: string, path: string] {
  const [method = '', path = ''] = route.split(' ');
  const rest = new Map(Object.entries(parts).filter(([, value]) => value !== undefined && value !== null));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = String(rest.get(name));
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams([...rest].map(([name, value]) => [name, String(value)])).toString();
  return [method, query ? `${filled}?${query}` : filled];
}

/** A request to any address, such as a route from an installed package. */
export async function askAt(method: string, path: string, body?: unknown): Promise<unknown> {
  const found = method === 'GET' ? ahead.take(path) : undefined;
  if (found !== undefined) return found;
  const said = await (await call(method, path, body)).text();
  return said ? (JSON.parse(said) as unknown) : undefined;
}

/** One typed request to the house. Game-specific calls live in the game's folder and use this too. */
export async function ask<R extends Route>(
  route: R,
  parts: Routes[R]['parts'],
  ...[body]: Body<R>
): Promise<Routes[R]['answer']> {
  return send(route, parts, body);
}

async function send<R extends Route>(
  route: R,
  parts: Routes[R]['parts'],
  body?: Routes[R]['body'] | File,
): Promise<Routes[R]['answer']> {
  return (await askAt(...addressOf(route, parts), body)) as Routes[R]['answer'];
}

/** A streamed answer: one line of JSON at a time. */
export async function* lines<R extends Route>(
  route: R,
  body: Routes[R]['body'],
  signal: AbortSignal,
): AsyncGenerator<Routes[R]['answer'], void> {
  const answer = await call(...addressOf(route, {}), body, signal);
  const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    let bit: ReadableStreamReadResult<string>;
    try {
      bit = await reader.read();
    } catch {
      throw unreachable();
    }
    if (bit.done) return;
    const whole = (rest + bit.value).split('\n');
    rest = whole.pop() ?? '';
    for (const line of whole) yield JSON.parse(line) as Routes[R]['answer'];
  }
}

function refusal(status: number, said: string): HouseError {
  try {
    const told = JSON.parse(said) as Partial<Refusal>;
    return new HouseError(
      told.error ?? `The house refused (${status}).`,
      told.code ?? 'refused',
      status,
      told.errors,
      told.notes,
    );
  } catch {
    return new HouseError(`The house answered with an error (${status}).`, 'broken', status);
  }
}

export const api = {
  newGuest: () => ask('POST /api/guests', {}, {}),
  me: () => ask('GET /api/guests/me', {}),
  rename: (name: string) => ask('PATCH /api/guests/me', {}, { name }),
  waysIn: () => ask('GET /api/guests/me/ways-in', {}),
  signOut: (device: string) => ask('DELETE /api/guests/me/devices/{device}', { device }),
  signOutOthers: () => ask('DELETE /api/guests/me/devices', {}),
  newCode: () => ask('POST /api/guests/me/code', {}),
  byCode: (code: string) => ask('POST /api/guests/by-code', {}, { code }),
  newPhrase: () => ask('POST /api/guests/me/phrase', {}),
  forgetPhrase: () => ask('DELETE /api/guests/me/phrase', {}),
  byPhrase: (phrase: string) => ask('POST /api/guests/by-phrase', {}, { phrase }),
  newPasskeyChallenge: () => ask('POST /api/guests/me/passkeys/challenge', {}),
  addPasskey: (made: NewPasskey) => ask('POST /api/guests/me/passkeys', {}, made),
  forgetPasskey: (passkey: string) => ask('DELETE /api/guests/me/passkeys/{passkey}', { passkey }),
  beginSignIn: () => ask('POST /api/oidc/begin', {}),
  byOidc: (answer: SignInAnswer) => ask('POST /api/guests/by-oidc', {}, answer),
  beginLink: () => ask('POST /api/guests/me/oidc/begin', {}),
  linkAccount: (answer: SignInAnswer) => ask('POST /api/guests/me/oidc', {}, answer),
  unlinkAccount: (account: string) => ask('DELETE /api/guests/me/oidc/{account}', { account }),
  push: (wish: PushWish) => ask('POST /api/guests/me/push', {}, wish),
  dropPush: () => ask('DELETE /api/guests/me/push', {}),
  passkeyChallenge: () => ask('POST /api/passkeys/challenge', {}),
  byPasskey: (proof: PasskeyProof) => ask('POST /api/guests/by-passkey', {}, proof),
  ownData: () => call('GET', '/api/guests/me/data').then((answer) => answer.blob()),
  farewell: (name: string) => ask('POST /api/guests/me/farewell', {}, { name }),
  newBot: (name: string) => ask('POST /api/bots', {}, { name }),
  bots: () => ask('GET /api/bots', {}),
  botToken: (bot: string) => ask('GET /api/bots/{bot}/token', { bot }),
  newBotToken: (bot: string) => ask('POST /api/bots/{bot}/token', { bot }),
  newTrials: (bot: string, wish: TrialWish) => ask('POST /api/bots/{bot}/trials', { bot }, wish),
  botMatches: (bot: string) => ask('GET /api/bots/{bot}/matches', { bot }).then(({ matches }) => matches),
  botsOnCall: (game?: string) => ask('GET /api/bots/on-call', game ? { game } : {}),
  challenge: (bot: string, wish: ChallengeWish) => ask('POST /api/bots/{bot}/challenge', { bot }, wish),
  ladderWish: (bot: string) => ask('GET /api/bots/{bot}/ladder', { bot }),
  wishLadder: (bot: string, games: string[] | null) => ask('PUT /api/bots/{bot}/ladder', { bot }, { games }),
  seek: (wish: SeekWish) => ask('POST /api/seeks', {}, wish),
  mySeek: () => ask('GET /api/seeks/mine', {}),
  stopSeeking: () => ask('DELETE /api/seeks/mine', {}),
  botLog: (table_id: string, seat: number, after = 0) =>
    ask('GET /api/tables/{table_id}/log', { table_id, seat, after }),

  programs: (game?: string) => ask('GET /api/programs', { game }),
  program: (program: string) => ask('GET /api/programs/{program}', { program }),
  changeProgram: (program: string, wish: ProgramWish) => ask('PATCH /api/programs/{program}', { program }, wish),
  withdrawProgram: (program: string) => ask('DELETE /api/programs/{program}', { program }),
  /** A new program, or a new version of one. */
  uploadProgram: (file: File, game?: string, program?: string) =>
    send('POST /api/programs', { file: file.name, game, program }, file),
  programSource: (program: string, version: number) =>
    ask('GET /api/programs/{program}/versions/{version}/source', { program, version }),

  report: (wish: ReportWish) => ask('POST /api/reports', {}, wish),
  privacy: () => ask('GET /api/privacy', {}),
  house: () =>
    ask('GET /api/house', {}).then((facts) => {
      announcements.hear(facts.announcements);
      return facts;
    }),
  clocks: () => ask('GET /api/clocks', {}),
  games: () => ask('GET /api/games', {}),
  game: (game: string) => ask('GET /api/games/{game}', { game }),
  rules: (game: string) => ask('GET /api/games/{game}/rules', { game }),

  lobby: () => ask('GET /api/lobby', {}),
  following: () => ask('GET /api/following', {}),
  follow: (player: string, follow: boolean) => ask('PUT /api/players/{player}/follow', { player }, { follow }),
  /** The plies of a running game that spectators may see by now from a seat. */
  watch: (table_id: string, seat: number, after: number) =>
    ask('GET /api/tables/{table_id}/watch', { table_id, seat, after }),
  tables: (status: 'open' | 'running') => ask('GET /api/tables', { status }).then(({ tables }) => tables),
  mine: () => ask('GET /api/tables/mine', {}).then(({ tables }) => tables),
  newTable: (wish: NewTable) => ask('POST /api/tables', {}, wish),
  table: (table_id: string) => ask('GET /api/tables/{table_id}', { table_id }),
  join: (table_id: string, seat?: number) =>
    ask('POST /api/tables/{table_id}/join', { table_id }, seat === undefined ? {} : { seat }),
  leave: (table_id: string) => ask('POST /api/tables/{table_id}/leave', { table_id }),
  start: (table_id: string, fill?: string) =>
    ask('POST /api/tables/{table_id}/start', { table_id }, fill ? { fill } : {}),
  close: (table_id: string) => ask('POST /api/tables/{table_id}/close', { table_id }),
  takeover: (table_id: string, seat: number, word: string) =>
    ask('POST /api/tables/{table_id}/takeover', { table_id }, { seat, word }),
  comeBack: (table_id: string, seat: number) => ask('POST /api/tables/{table_id}/return', { table_id }, { seat }),
  playOn: (table_id: string, wish: NewBranch) => ask('POST /api/tables/{table_id}/branch', { table_id }, wish),
  branches: (table_id: string) => ask('GET /api/tables/{table_id}/branches', { table_id }).then(({ tables }) => tables),
  rematch: (table_id: string) => ask('POST /api/tables/{table_id}/rematch', { table_id }),
  players: (table_id: string) => ask('GET /api/tables/{table_id}/players', { table_id }),
  ranking: (game: string, of: Ranking) => ask('GET /api/ratings/{game}', { game, of }),
  player: (player: string) => ask('GET /api/players/{player}', { player }),
  tournaments: (when: 'now' | 'over') => ask('GET /api/tournaments', { when }),
  myTournaments: () => ask('GET /api/tournaments/mine', {}),
  tournamentCalls: () => ask('GET /api/tournaments/calls', {}),
  newTournament: (wish: NewTournament) => ask('POST /api/tournaments', {}, wish),
  tournament: (tournament: string) => ask('GET /api/tournaments/{tournament}', { tournament }),
  enterTournament: (tournament: string, wish: EntrantWish) =>
    ask('POST /api/tournaments/{tournament}/entrants', { tournament }, wish),
  leaveTournament: (tournament: string, entrant: string) =>
    ask('DELETE /api/tournaments/{tournament}/entrants/{entrant}', { tournament, entrant }),
  runTournament: (tournament: string, act: 'start' | 'pause' | 'resume' | 'end') =>
    ask(`POST /api/tournaments/{tournament}/${act}`, { tournament }),
  onAir: () => ask('GET /api/on-air', {}),
  puzzles: () => ask('GET /api/puzzles', {}),
  puzzle: (game: string, puzzle: string | null, last: string | null) =>
    ask('GET /api/puzzles/{game}', { game, puzzle, last }),
  answerPuzzle: (game: string, puzzle: string, move: Move) =>
    ask('POST /api/puzzles/{game}/{puzzle}', { game, puzzle }, { move }),
  replay: (table_id: string, seat: number | null) => ask('GET /api/tables/{table_id}/replay', { table_id, seat }),
  ending: (table_id: string) => ask('GET /api/tables/{table_id}/ending', { table_id }),
  askForReview: (table_id: string) => ask('POST /api/tables/{table_id}/review', { table_id }),
  review: (table_id: string, after: number) => ask('GET /api/tables/{table_id}/review', { table_id, after }),
  line: (table_id: string, wish: LineWish) => ask('POST /api/tables/{table_id}/line', { table_id }, wish),
  hostSession: () => ask('POST /api/host/session', {}),
  host: () => ask('GET /api/host', {}),
  hostGuests: (search: string, after: string | null) => ask('GET /api/host/guests', { search, after }),
  hostTables: (status: string, after: string | null) => ask('GET /api/host/tables', { status, after }),
  hostClose: (table_id: string, why: string) => ask('POST /api/host/tables/{table_id}/close', { table_id }, { why }),
  hostReports: (settled: boolean, before: number | null) => ask('GET /api/host/reports', { settled, before }),
  hostSettle: (report: string, why: string) => ask('POST /api/host/reports/{report}/settle', { report }, { why }),
  hostBans: () => ask('GET /api/host/bans', {}),
  hostBan: (wish: BanWish) => ask('POST /api/host/bans', {}, wish),
  hostLift: (ban_id: string) => ask('DELETE /api/host/bans/{ban_id}', { ban_id }),
  hostMessage: (text: string, until: number | null) => ask('PUT /api/host/message', {}, { text, until }),
  hostNoMessage: () => ask('DELETE /api/host/message', {}),
  hostMaintenance: (text: string, until: number | null) => ask('PUT /api/host/maintenance', {}, { text, until }),
  hostNoMaintenance: () => ask('DELETE /api/host/maintenance', {}),
  hostLog: (before: number | null) => ask('GET /api/host/log', { before }),
  instead: (table_id: string, wish: InsteadWish) => ask('POST /api/tables/{table_id}/instead', { table_id }, wish),
};
