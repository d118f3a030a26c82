/** What this browser stores: for good, or while the tab is open. Everything works in a browser that stores nothing. */

export type Memory = 'browser' | 'tab';

const of = (memory: Memory): Storage => (memory === 'tab' ? sessionStorage : localStorage);

export function recall(key: string, memory: Memory = 'browser'): string | null {
  try {
    return of(memory).getItem(key);
  } catch {
    return null;
  }
}

/** Keeps a text; null forgets it. */
export function remember(key: string, text: string | null, memory: Memory = 'browser'): void {
  try {
    if (text === null) of(memory).removeItem(key);
    else of(memory).setItem(key, text);
  } catch {
    // Then it lasts only as long as the page.
  }
}

/** The same for JSON; null if it cannot be read. */
export function recallJson<T>(key: string, memory: Memory = 'browser'): T | null {
  try {
    return JSON.parse(recall(key, memory) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const rememberJson = (key: string, value: unknown, memory: Memory = 'browser'): void =>
  remember(key, JSON.stringify(value), memory);
