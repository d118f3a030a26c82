/** Answers of the house that came with the page, by address, so that nobody waits for them. Each serves once. */
export class Ahead {
  /** The same for everybody. */
  #all: Record<string, unknown> = {};
  /** Only for guests who come for the first time and sit nowhere. */
  #newcomers: Record<string, unknown> = {};

  constructor(written: string) {
    try {
      const { all, newcomers } = JSON.parse(written) as Record<'all' | 'newcomers', Record<string, unknown>>;
      [this.#all, this.#newcomers] = [all, newcomers];
    } catch {
      // Then everything is asked for.
    }
  }

  /** What the house would answer there, if that came with the page. */
  take(address: string): unknown {
    for (const part of [this.#all, this.#newcomers]) {
      const found = part[address];
      delete part[address];
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** The house knows this guest: what newcomers would see is not for them. */
  known(): void {
    this.#newcomers = {};
  }
}

export const ahead = new Ahead(document.getElementById('told')?.textContent ?? '');
