/** The table as this board shows it: the view, what follows from it, and how much room there is. */
import { BoardState } from '../board-state';
import { Almanac, sorted, type FarmData, type FarmerView, type FarmView, type Held, type Klass } from './farm';

export class FarmTable extends BoardState<FarmView, FarmData> {
  almanac = $derived.by(() => new Almanac(this.given.data));
  /** The farmer at the bottom of the table: yours, or for a spectator the first. */
  me = $derived.by(() => this.seat ?? this.view.order[0] ?? 0);
  mine = $derived.by((): FarmerView => this.view.farmers[this.me]!);
  klass = $derived.by((): Klass => this.almanac.klass(this.mine.klass));
  held = $derived.by((): Held[] | null => this.mine.hand && sorted(this.mine.hand, this.almanac));
  /** The others, in turn order after me. */
  rivals = $derived.by(() => {
    const at = this.view.order.indexOf(this.me);
    return [...this.view.order.slice(at + 1), ...this.view.order.slice(0, at)];
  });
  /** The card whose effect is asking. */
  source = $derived.by(() => {
    const { source } = this.view;
    return source ? { name: this.almanac.nameOf(source), text: this.almanac.textOf(source) } : { name: '', text: '' };
  });

  width = $state(1200);
  height = $state(800);
  phone = $derived(this.width < 620 || this.height <= 420);
  tight = $derived(this.width < 880);
  /** Too low for a separate description of what is under the pointer. */
  low = $derived(this.height <= 720);
}
