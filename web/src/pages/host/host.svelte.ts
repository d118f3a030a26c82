/** The host of the house, as this tab knows them: nothing but a token that stands for the key, until the tab closes. */
import { untrack } from 'svelte';
import { api, HouseError, useHostToken } from '../../lib/api';
import { recall, remember } from '../../lib/memory';
import type { HostFacts } from '../../lib/protocol';
import { says } from '../../lib/says.svelte';

const KEY = 'parlour.host';

class Host {
  facts = $state.raw<HostFacts | null>(null);
  /** Whether it is known yet if this tab still has a session. */
  asked = $state(false);

  /** Goes on with the session of this tab, if it has one. */
  async resume(): Promise<void> {
    const token = recall(KEY, 'tab');
    if (token) {
      useHostToken(token);
      await this.try(async () => void (this.facts = await api.host()));
    }
    this.asked = true;
  }

  async open(key: string): Promise<void> {
    useHostToken(key);
    try {
      const { token } = await api.hostSession();
      useHostToken(token);
      remember(KEY, token, 'tab');
      this.facts = await api.host();
    } catch (error) {
      this.leave();
      throw error;
    }
  }

  leave(): void {
    useHostToken(null);
    remember(KEY, null, 'tab');
    this.facts = null;
  }

  /** Does something; a refusal is shown, and a session that has ended ends here, too. Returns whether it worked. */
  async try(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed();
      return true;
    } catch (error) {
      if (error instanceof HouseError && (error.code === 'bad-key' || error.status === 401)) this.leave();
      says.wrong(error);
      return false;
    }
  }

  /** Counts anew what needs looking after. */
  async look(): Promise<void> {
    this.facts = await api.host();
  }
}

export const host = new Host();

/** A list that is read page by page: when the page opens, and anew when what `fresh` reads has changed. */
export class Pages<Row, Cursor> {
  rows = $state.raw<Row[]>([]);
  next = $state.raw<Cursor | null>(null);
  #key: keyof Row;
  #read: (after: Cursor | null) => Promise<[Row[], Cursor | null]>;

  constructor(
    key: keyof Row,
    read: (after: Cursor | null) => Promise<[Row[], Cursor | null]>,
    fresh: () => unknown = () => null,
  ) {
    this.#key = key;
    this.#read = read;
    $effect(() => {
      void fresh();
      untrack(() => void this.look());
    });
  }

  keyOf = (row: Row): unknown => row[this.#key];

  /** Reads it anew, or `more` of it. */
  look(more = false): Promise<boolean> {
    return host.try(async () => {
      const [rows, next] = await this.#read(more ? this.next : null);
      // What has moved meanwhile may be on two pages.
      const known = new Set(more ? this.rows.map((row) => row[this.#key]) : []);
      this.rows = [...(more ? this.rows : []), ...rows.filter((row) => !known.has(row[this.#key]))];
      this.next = next;
    });
  }
}

/** "18 Nov 2026, 14:05", as this browser writes it. */
export const momentWords = (at: number): string =>
  new Date(at * 1000).toLocaleString([], {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
