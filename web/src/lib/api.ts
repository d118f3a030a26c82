/** The house's HTTP side. Every refusal arrives as a HouseError whose message is a sentence for people. */
import type {
  InsteadWish,
  LineWish,
  Move,
  NewBranch,
  NewPasskey,
  NewTable,
  PasskeyProof,
  Ranking,
  Refusal,
  Routes,
  TrialWish,
} from './protocol';

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

let token: string | null = null;

export function useToken(value: string | null): void {
  token = value;
}

const unreachable = (): HouseError =>
  new HouseError('The house isn’t answering. Is it still running?', 'unreachable', 0);

async function call(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<Response> {
  const headers: Record<string, string> = {};
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
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
  const said = await (await call(method, path, body)).text();
  return said ? (JSON.parse(said) as unknown) : undefined;
}

/** One typed request to the house. Game-specific calls live in the game's folder and use this too. */
export async function ask<R extends Route>(
  route: R,
  parts: Routes[R]['parts'],
  ...[body]: Body<R>
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
  botLog: (table_id: string, seat: number, after = 0) =>
    ask('GET /api/tables/{table_id}/log', { table_id, seat, after }),

  house: () => ask('GET /api/house', {}),
  clocks: () => ask('GET /api/clocks', {}),
  games: () => ask('GET /api/games', {}),
  game: (game: string) => ask('GET /api/games/{game}', { game }),
  rules: (game: string) => ask('GET /api/games/{game}/rules', { game }),

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
  instead: (table_id: string, wish: InsteadWish) => ask('POST /api/tables/{table_id}/instead', { table_id }, wish),
};
