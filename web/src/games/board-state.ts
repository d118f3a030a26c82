/** The base of a board's own state: the table's props, always read afresh. */
import type { Picker } from '../lib/picker.svelte';
import type { BoardProps } from './board';

export class BoardState<View, Data> {
  readonly given: BoardProps<View, Data>;

  /** Takes the props themselves, not their values, which change with every move. */
  constructor(given: BoardProps<View, Data>) {
    this.given = given;
  }

  get view(): View {
    return this.given.view;
  }
  get data(): Data {
    return this.given.data;
  }
  get seat(): number | null {
    return this.given.seat;
  }
  get mover(): number | null {
    return this.given.mover;
  }
  get picker(): Picker {
    return this.given.picker;
  }
  get names(): string[] {
    return this.given.names;
  }
}
