/** The house's HTTP side, typed. Every refusal arrives as a HouseError whose message is a sentence for people. */
import type { BotLog, BotMatch, ClockKind, DeckError, Game, Guest, NewTable, Replay, Table } from './protocol';

export class HouseError extends Error {
  constructor(
    message: string,
    readonly code: string,
    readonly status: number,
    readonly errors: DeckError[] = [],
    /** What is to be said about somebody's files, line by line. */
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
  new HouseError('The house does not answer. Is it still running?', 'unreachable', 0);

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

/** One question to the house. Calls that only one game has stand in its folder and use this too. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const said = await (await call(method, path, body)).text();
  return (said ? JSON.parse(said) : undefined) as T;
}

/** An answer that comes bit by bit, a line of JSON each time. */
export async function* lines<T>(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<T, void> {
  const answer = await call('POST', path, body, signal);
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
    for (const line of whole) yield JSON.parse(line) as T;
  }
}

function refusal(status: number, said: string): HouseError {
  try {
    const told = JSON.parse(said) as { code?: string; error?: string; errors?: DeckError[]; notes?: unknown[] };
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

/** Part of an address, whatever it holds. */
export const id = encodeURIComponent;

export const api = {
  newGuest: (name?: string) => ask<Guest & { token: string }>('POST', '/api/guests', name ? { name } : {}),
  me: () => ask<Guest>('GET', '/api/guests/me'),
  rename: (name: string) => ask<Guest>('PATCH', '/api/guests/me', { name }),
  newBot: (name: string) => ask<Guest & { token: string }>('POST', '/api/bots', { name }),
  bots: () => ask<Guest[]>('GET', '/api/bots'),
  botToken: (bot: string) => ask<Guest & { token: string }>('GET', `/api/bots/${id(bot)}/token`),
  layTrials: (bot: string, wish: { game: string; against: string; games: number; preset?: string; clock?: string }) =>
    ask<BotMatch[]>('POST', `/api/bots/${id(bot)}/trials`, wish),
  botMatches: (bot: string) =>
    ask<{ matches: BotMatch[] }>('GET', `/api/bots/${id(bot)}/matches`).then(({ matches }) => matches),
  botLog: (table: string, seat: number, after = 0) =>
    ask<BotLog>('GET', `/api/tables/${id(table)}/log?seat=${seat}&after=${after}`),

  house: () => ask<{ guests: number; tables: number; version: string; compiled: boolean }>('GET', '/api/house'),
  clocks: () => ask<ClockKind[]>('GET', '/api/clocks'),
  games: () => ask<Game[]>('GET', '/api/games'),
  game: (game: string) => ask<Game>('GET', `/api/games/${id(game)}`),
  rules: (game: string) => ask<{ title: string; markdown: string }>('GET', `/api/games/${id(game)}/rules`),

  tables: (status: 'open' | 'running') =>
    ask<{ tables: Table[] }>('GET', `/api/tables?status=${status}`).then(({ tables }) => tables),
  mine: () => ask<{ tables: Table[] }>('GET', '/api/tables/mine').then(({ tables }) => tables),
  newTable: (wish: NewTable) => ask<Table>('POST', '/api/tables', wish),
  table: (table: string) => ask<Table>('GET', `/api/tables/${id(table)}`),
  join: (table: string, seat?: number) =>
    ask<Table>('POST', `/api/tables/${id(table)}/join`, seat === undefined ? {} : { seat }),
  leave: (table: string) => ask<Table>('POST', `/api/tables/${id(table)}/leave`, {}),
  start: (table: string, fill?: string) => ask<Table>('POST', `/api/tables/${id(table)}/start`, fill ? { fill } : {}),
  close: (table: string) => ask<Table>('POST', `/api/tables/${id(table)}/close`, {}),
  takeover: (table: string, seat: number, word: string) =>
    ask<Table>('POST', `/api/tables/${id(table)}/takeover`, { seat, word }),
  comeBack: (table: string, seat: number) => ask<Table>('POST', `/api/tables/${id(table)}/return`, { seat }),
  rematch: (table: string) => ask<Table>('POST', `/api/tables/${id(table)}/rematch`, {}),
  replay: (table: string, seat: number | null) =>
    ask<Replay>('GET', `/api/tables/${id(table)}/replay${seat === null ? '' : `?seat=${seat}`}`),
};
