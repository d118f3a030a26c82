/** What the house says about card scripts. */
import { ask, id, lines } from '../../lib/api';
import type {
  KeptScript,
  Measured,
  Reading,
  ScriptShelf,
  SharedScript,
  TestBoard,
  Trial,
  Word,
} from './workshop/scripts';

const SCRIPTS = '/api/monogwent/scripts';

export const listScripts = () => ask<ScriptShelf>('GET', SCRIPTS);
export const saveScript = (name: string, text: string) => ask<KeptScript>('PUT', SCRIPTS, { name, text });
export const removeScript = (name: string) => ask<unknown>('DELETE', `${SCRIPTS}/mine/${id(name)}`);
export const sharedScript = (hash: string) => ask<SharedScript>('GET', `${SCRIPTS}/shared/${id(hash)}`);
export const checkScript = (text: string) => ask<Reading>('POST', `${SCRIPTS}/check`, { text });
export const formatScript = (text: string) => ask<{ text: string }>('POST', `${SCRIPTS}/format`, { text });
export const scriptWords = () => ask<Word[]>('GET', `${SCRIPTS}/words`);
export const tryScript = (wish: { text: string; card: string; board: TestBoard; row: string; seed: number }) =>
  ask<Trial>('POST', `${SCRIPTS}/try`, wish);
/** Tells how far the measurement is until it is done; `signal` stops it. */
export const measureScript = (text: string, games: number, signal: AbortSignal) =>
  lines<Measured>(`${SCRIPTS}/balance`, { text, games }, signal);
