/**
 * The move picker, shared by all boards. It knows no rules, only the list of legal moves.
 *
 * A thing on the board (a card, a bed, a button) stands for an *offer*: some fields of a move, such as
 * `{ card: 'jab' }` or `{ kind: 'end' }`. Choosing a thing fixes these fields; what can still lead to a legal move
 * glows; when one move is left it is sent. `back` undoes the last choice.
 */
import { SvelteMap } from 'svelte/reactivity';
import type { Move, Plan, Preview, Why } from './protocol';

/** What a move would change, as a board shows it. */
export type Seen = Pick<Preview, 'changes' | 'certain'>;

export type Offer = Record<string, string | number | boolean | null>;

export interface PickerLine {
  send: (move: Move) => void;
  why: (move: Move) => Promise<Pick<Why, 'legal' | 'why'> | null>;
  preview: (move: Move) => Promise<Seen | null>;
  plan?: (moves: Move[]) => Promise<Plan | null>;
}

const agrees = (move: Move, offer: Offer): boolean =>
  Object.entries(offer).every(([field, value]) => move[field] === value);

const keyOf = (move: Move): string => JSON.stringify(Object.entries(move).sort());

export class Picker {
  /** All legal moves; empty while somebody else decides. */
  moves = $state.raw<Move[]>([]);
  /** The sentences for these moves, in the same order. */
  words = $state.raw<string[]>([]);
  /** What has been chosen so far, one offer per choice. */
  chosen = $state.raw<Offer[]>([]);
  /** A move is on its way to the house. */
  sent = $state.raw<Move | null>(null);

  /** What a hint suggests: a move, and those that follow it in the same turn. */
  hinted = $state.raw<Move[]>([]);
  /** A board on which whole moves are put together can take over all of a suggestion. */
  follow = $state.raw<((moves: Move[]) => void) | null>(null);

  #line: PickerLine;
  /** What follows a suggested move that has been made. */
  #onward: Move[] = [];
  #previews = new SvelteMap<string, Seen | null>();
  #asked = new Set<string>();

  fixed = $derived<Offer>(Object.assign({}, ...this.chosen) as Offer);
  /** The moves still possible after these choices. */
  left = $derived(this.moves.filter((move) => agrees(move, this.fixed)));
  active = $derived(this.moves.length > 0 && this.sent === null);
  /** How many previews have arrived. */
  previewed = $derived(this.#previews.size);

  /** For spectators and replays: nothing can be chosen. */
  readonly idle: boolean;

  constructor(line: PickerLine, idle = false) {
    this.#line = line;
    this.idle = idle;
  }

  /** A new decision, or none: drops all choices and previews of the old one. */
  deal(moves: Move[], words: string[] = []): void {
    const [suggested, ...onward] = this.hinted;
    if (suggested) this.#onward = this.sent && keyOf(this.sent) === keyOf(suggested) ? onward : [];
    const [next] = this.#onward;
    this.hinted = next && moves.some((move) => keyOf(move) === keyOf(next)) ? this.#onward : [];
    if (moves.length) this.#onward = [];
    this.moves = moves;
    this.words = words;
    this.chosen = [];
    this.sent = null;
    this.#previews.clear();
    this.#asked.clear();
  }

  /** Marks a suggestion on the board; without moves, none. */
  suggest(moves: Move[]): void {
    this.hinted = moves;
    this.#onward = [];
  }

  /** Whether this thing is part of what a hint suggests and not chosen yet. */
  hints(...offers: Offer[]): boolean {
    const [move] = this.hinted;
    if (!this.active || !move || !agrees(move, this.fixed)) return false;
    return offers.some((offer) => agrees(move, offer) && !this.has(offer));
  }

  /** Legal moves that fit this offer, whatever has been chosen. */
  all(offer: Offer): Move[] {
    return this.active ? this.moves.filter((move) => agrees(move, offer)) : [];
  }

  /** Legal moves that fit this offer and what has been chosen. */
  with(offer: Offer): Move[] {
    return this.active ? this.left.filter((move) => agrees(move, offer)) : [];
  }

  /** Whether this thing can be chosen now. */
  can(...offers: Offer[]): boolean {
    return offers.some((offer) => this.with(offer).length > 0);
  }

  /** Whether this thing has been chosen. */
  has(offer: Offer): boolean {
    return this.chosen.length > 0 && agrees(this.fixed as Move, offer);
  }

  /**
   * Chooses a thing: the first of its offers that fits the earlier choices, or else the first that fits a legal move,
   * which then replaces them. With `hold` the last move left is not sent yet, so that the guest can look first. Returns
   * whether anything was chosen.
   */
  choose(offers: Offer | Offer[], { hold = false } = {}): boolean {
    if (!this.active) return false;
    const list = Array.isArray(offers) ? offers : [offers];
    const onward = list.find((offer) => this.with(offer).length > 0);
    const instead = onward ? undefined : list.find((offer) => this.all(offer).length > 0);
    if (onward) this.chosen = [...this.chosen, onward];
    else if (instead) this.chosen = [instead];
    else return false;
    if (!hold) this.#sendIfDecided();
    return true;
  }

  /** Sends a whole move, for things that mean exactly one. */
  play(move: Move): void {
    const legal = this.active && this.moves.find((each) => keyOf(each) === keyOf(move));
    if (legal) this.#send(legal);
  }

  /** Undoes the last choice; false when there was none. */
  back(): boolean {
    if (!this.chosen.length) return false;
    this.chosen = this.chosen.slice(0, -1);
    return true;
  }

  clear(): void {
    this.chosen = [];
  }

  /** The house refused: the same decision is open again. */
  refused(): void {
    this.sent = null;
    this.chosen = [];
  }

  /** The sentence for a legal move. */
  wordsFor(move: Move): string {
    return this.words[this.moves.indexOf(move)] ?? sentence(move);
  }

  /** Why a move cannot be made, in words. */
  async why(move: Move): Promise<string> {
    const answer = await this.#line.why(move);
    if (!answer) return 'Can’t ask the house right now.';
    return answer.legal ? 'You can do this.' : (answer.why ?? '');
  }

  /** Where several decisions in a row would lead, in games without hidden information. */
  plan(moves: Move[]): Promise<Plan | null> {
    return this.#line.plan?.(moves) ?? Promise.resolve(null);
  }

  /** Requests previews of these moves, once each per decision; they appear in `seen`. */
  look(moves: Move[]): void {
    for (const move of moves) {
      const key = keyOf(move);
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      const decision = this.moves;
      void this.#line.preview(move).then((preview) => {
        if (this.moves === decision) this.#previews.set(key, preview);
      });
    }
  }

  /** What a move would change, once the preview has arrived. */
  seen(move: Move | undefined): Seen | null {
    return (move && this.#previews.get(keyOf(move))) ?? null;
  }

  /** One changed number of a preview: before and after. */
  change(move: Move | undefined, path: string): [before: unknown, after: unknown] | null {
    const found = this.seen(move)?.changes.find(([where]) => where === path);
    return found ? [found[1], found[2]] : null;
  }

  #sendIfDecided(): void {
    const [only, ...others] = this.left;
    if (only && !others.length) this.#send(only);
  }

  #send(move: Move): void {
    this.sent = move;
    this.#line.send(move);
  }
}

/** A move in words if the house has sent none: "drop, column 3". */
export function sentence(move: Move): string {
  const { kind, ...fields } = move;
  return [kind, ...Object.entries(fields).map(([field, value]) => `${field} ${value}`)].join(', ');
}

/** A picker that never moves, for spectators and replays; `idle` false: for a player who just looks back. */
export function idlePicker(idle = true): Picker {
  return new Picker({ send: () => {}, why: () => Promise.resolve(null), preview: () => Promise.resolve(null) }, idle);
}
