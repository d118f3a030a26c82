/** What this browser keeps: for good, or as long as the tab is open. A browser that keeps nothing plays all the same. */

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
    // Then it is forgotten with the page.
  }
}

/** The same for anything that JSON can hold; what cannot be read is as good as nothing. */
export function recallJson<T>(key: string, memory: Memory = 'browser'): T | null {
  try {
    return JSON.parse(recall(key, memory) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

export const rememberJson = (key: string, value: unknown, memory: Memory = 'browser'): void =>
  remember(key, JSON.stringify(value), memory);
