/** Something shown for a moment. Showing something new replaces it and restarts the time. */
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
