/** The script on the desk: its text, what the house says of it, and the shelf it may go back to. */
import { api, HouseError } from '../../../lib/api';
import type { KeptScript, Part, Reading, ScriptShelf, Word } from './scripts';

const DRAFT = 'parlour.script';
const PAUSE = 260;

interface Draft {
  name: string;
  text: string;
}

export class Desk {
  name = $state('New script');
  text = $state('');
  /** What the house found in `read`, and the last reading without errors. */
  reading = $state.raw<Reading | null>(null);
  clean = $state.raw<Reading | null>(null);
  read = $state<string | null>(null);
  /** The text that `clean` belongs to. */
  cleanText = $state('');
  /** What stands where; while the text cannot be read, as it was before. */
  outline = $state.raw<Part[]>([]);
  trouble = $state('');
  words = $state.raw<Word[]>([]);
  shelf = $state.raw<ScriptShelf | null>(null);
  /** As it lies on the shelf; null if it never did. */
  kept = $state.raw<Draft | null>(null);
  /** Who wrote it, if it came by a link. */
  author = $state('');

  current = $derived(this.read === this.text);
  errors = $derived(this.reading?.errors ?? []);
  warnings = $derived(this.reading?.warnings ?? []);
  ok = $derived(this.current && this.reading !== null && this.reading.ok);
  dirty = $derived(this.kept ? this.kept.text !== this.text || this.kept.name !== this.name : this.text.trim() !== '');
  /** The cards to be shown: of this text, or as they were when it was last in order. */
  cards = $derived(this.clean?.cards ?? []);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  async open(): Promise<void> {
    [this.words, this.shelf] = await Promise.all([api.scriptWords(), api.scripts()]);
  }

  async fetchShelf(): Promise<void> {
    this.shelf = await api.scripts();
  }

  /** Puts a script on the desk. */
  take(name: string, text: string, kept = false, author = ''): void {
    this.name = name;
    this.text = text;
    this.author = author;
    this.kept = kept ? { name, text } : null;
    this.clean = null;
    this.outline = [];
    this.cleanText = '';
    this.check(0);
  }

  takeKept(script: KeptScript): void {
    this.take(script.name, script.text, true);
  }

  /** The draft that was left here, if any. */
  remember(): boolean {
    try {
      const draft = JSON.parse(localStorage.getItem(DRAFT) ?? 'null') as Draft | null;
      if (!draft?.text) return false;
      this.take(draft.name, draft.text);
      const same = this.shelf?.mine.find(({ name }) => name === draft.name);
      if (same) this.kept = { name: same.name, text: same.text };
      return true;
    } catch {
      return false;
    }
  }

  write(text: string): void {
    if (text === this.text) return;
    this.text = text;
    this.check();
  }

  /** Asks the house shortly after the last change. */
  check(pause = PAUSE): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#check(), pause);
  }

  async #check(): Promise<void> {
    const text = this.text;
    const asked = ++this.#asked;
    try {
      localStorage.setItem(DRAFT, JSON.stringify({ name: this.name, text }));
    } catch {
      // A browser that keeps nothing keeps no draft either.
    }
    try {
      const reading = await api.checkScript(text);
      if (asked !== this.#asked) return;
      this.reading = reading;
      this.read = text;
      this.trouble = '';
      if (reading.outline.length || !text.trim()) this.outline = reading.outline;
      if (reading.ok) {
        this.clean = reading;
        this.cleanText = text;
      }
    } catch (error) {
      if (asked !== this.#asked) return;
      this.trouble = error instanceof Error ? error.message : 'The house does not answer.';
      if (error instanceof HouseError && (error.status === 429 || error.status === 0)) this.check(2000);
    }
  }

  /** Keeps the script under its name; gives what is kept. */
  async save(): Promise<KeptScript> {
    const kept = await api.saveScript(this.name, this.text);
    this.name = kept.name;
    this.kept = { name: kept.name, text: kept.text };
    this.author = '';
    await this.fetchShelf();
    return kept;
  }

  async tidy(): Promise<void> {
    this.write((await api.formatScript(this.text)).text);
  }
}
