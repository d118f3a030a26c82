/** Something that is shown for a moment and goes by itself; what comes next takes its place and its own time. */
export class Moment<T> {
  now = $state.raw<T | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  show(what: T, ms: number): void {
    clearTimeout(this.#timer);
    this.now = what;
    this.#timer = setTimeout(() => (this.now = null), ms);
  }

  end(): void {
    clearTimeout(this.#timer);
    this.now = null;
  }
}
