/** The house's routes for card scripts. */
import { ask, lines } from '../../lib/api';
import type { CardTrialWish } from './protocol';

export const listScripts = () => ask('GET /api/monogwent/scripts', {});
export const saveScript = (name: string, text: string) => ask('PUT /api/monogwent/scripts', {}, { name, text });
export const removeScript = (name: string) => ask('DELETE /api/monogwent/scripts/mine/{name}', { name });
export const sharedScript = (hash: string) => ask('GET /api/monogwent/scripts/shared/{hash}', { hash });
export const checkScript = (text: string) => ask('POST /api/monogwent/scripts/check', {}, { text });
export const formatScript = (text: string) => ask('POST /api/monogwent/scripts/format', {}, { text });
export const scriptWords = () => ask('GET /api/monogwent/scripts/words', {});
export const tryScript = (wish: CardTrialWish) => ask('POST /api/monogwent/scripts/try', {}, wish);
/** Reports progress until the measurement is done; `signal` stops it. */
export const measureScript = (text: string, games: number, signal: AbortSignal) =>
  lines('POST /api/monogwent/scripts/balance', { text, games }, signal);
