/** The script on the desk: its text, the house's findings, and whether it is saved. */
import { api, HouseError } from '../../../lib/api';
import { recallJson, rememberJson } from '../../../lib/memory';
import { says } from '../../../lib/says.svelte';
import { checkScript, formatScript, listScripts, removeScript, saveScript, scriptWords, sharedScript } from '../api';
import type { KeptScript, Part, Problem, Reading, ScriptShelf, Word } from './scripts';

const DRAFT = 'parlour.script';
const PAUSE = 260;

interface Draft {
  name: string;
  text: string;
}

export class Desk {
  name = $state('New script');
  text = $state('');
  /** The house's findings for `read`, and the last reading without errors. */
  reading = $state.raw<Reading | null>(null);
  clean = $state.raw<Reading | null>(null);
  read = $state<string | null>(null);
  /** The text that `clean` belongs to. */
  cleanText = $state('');
  /** The parts of the script; while the text can't be read, as they were before. */
  outline = $state.raw<Part[]>([]);
  trouble = $state('');
  words = $state.raw<Word[]>([]);
  shelf = $state.raw<ScriptShelf | null>(null);
  /** As it was last saved; null if it never was. */
  kept = $state.raw<Draft | null>(null);
  /** Who wrote it, if it came by a link. */
  author = $state('');
  /** The cursor's position. */
  at = $state.raw({ line: 1, column: 1 });

  current = $derived(this.read === this.text);
  errors = $derived(this.reading?.errors ?? []);
  warnings = $derived(this.reading?.warnings ?? []);
  problems = $derived([...this.errors, ...this.warnings]);
  ok = $derived(this.current && this.reading !== null && this.reading.ok);
  dirty = $derived(this.kept ? this.kept.text !== this.text || this.kept.name !== this.name : this.text.trim() !== '');
  /** There are unsaved changes. */
  unkept = $derived(
    this.dirty && this.text.trim() !== '' && !this.shelf?.examples.some(({ text }) => text === this.text),
  );
  /** The part of the script around the cursor. */
  here = $derived(this.outline.find(({ line, last_line }) => this.at.line >= line && this.at.line <= last_line));
  /** The cards to show: of this text, or of its last version without errors. */
  cards = $derived(this.clean?.cards ?? []);

  #timer: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  async open(): Promise<void> {
    [this.words, this.shelf] = await Promise.all([scriptWords(), listScripts()]);
  }

  /** Opens the first script: a shared one, a table's, the draft left here, a saved one, or an example. */
  async begin(shared: string, table: string): Promise<void> {
    try {
      if (shared) {
        const { name, text, mine, author } = await sharedScript(shared);
        return this.take(name, text, mine, mine ? '' : author);
      }
      const text = table ? String((await api.table(table)).options.script ?? '') : '';
      if (text) return this.take('Script of a table', text, false, 'somebody at that table');
    } catch (error) {
      says.wrong(error);
    }
    if (this.remember()) return;
    const kept = this.shelf?.mine[0];
    const example = this.shelf?.examples[1];
    if (kept) this.takeKept(kept);
    else if (example) this.take(`My ${example.name.toLowerCase()}`, example.text);
  }

  async fetchShelf(): Promise<void> {
    this.shelf = await listScripts();
  }

  /** Opens a script. */
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

  /** The draft left here, if any. */
  remember(): boolean {
    const draft = recallJson<Draft>(DRAFT);
    if (!draft?.text) return false;
    this.take(draft.name, draft.text);
    const same = this.shelf?.mine.find(({ name }) => name === draft.name);
    if (same) this.kept = { name: same.name, text: same.text };
    return true;
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
    rememberJson(DRAFT, { name: this.name, text });
    try {
      const reading = await checkScript(text);
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
      this.trouble = error instanceof Error ? error.message : 'The house isn’t answering.';
      if (error instanceof HouseError && (error.status === 429 || error.status === 0)) this.check(2000);
    }
  }

  /** Saves the script under its name and returns it. */
  async save(): Promise<KeptScript> {
    const kept = await saveScript(this.name, this.text);
    this.name = kept.name;
    this.kept = { name: kept.name, text: kept.text };
    this.author = '';
    await this.fetchShelf();
    return kept;
  }

  /** Removes the script from the saved ones; its text stays on the desk. */
  async remove(): Promise<void> {
    await removeScript(this.kept?.name ?? '');
    this.kept = null;
    await this.fetchShelf();
  }

  problemsIn({ line, last_line }: Part): Problem[] {
    return this.problems.filter((problem) => problem.line >= line && problem.line <= last_line);
  }

  async tidy(): Promise<void> {
    this.write((await formatScript(this.text)).text);
  }
}
