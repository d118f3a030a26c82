/** What the guest does and looks at on the lot. Anything that can't be done says why. */
import { narrow } from '../../lib/narrow';
import type { Move } from '../../lib/protocol';
import { notNow, refuse } from '../../lib/refusals';
import { says } from '../../lib/says.svelte';
import { play } from '../../lib/sound';
import type { Role } from './deadwood';
import type { Lot } from './lot.svelte';

/** A role's details next to the role, in the board's pixels. */
export interface Tip {
  role: Role;
  x: number;
  y: number;
  below: boolean;
}

export class Deeds {
  readonly lot: Lot;
  area = $state<string | null>(null);
  role = $state.raw<Role | null>(null);
  tip = $state.raw<Tip | null>(null);

  constructor(lot: Lot) {
    this.lot = lot;
  }

  /** A phone: a tap selects, and the panel below the map acts. */
  get narrow(): boolean {
    return narrow.current;
  }

  /** The area a phone shows below the map. */
  shown = $derived.by(() => this.lot.areas.get(this.area ?? this.lot.here) ?? this.lot.data.areas[0]!);

  // --- looking ---

  pickArea(area: string): void {
    if (!this.narrow) return this.walk(area);
    this.area = area;
    this.role = null;
  }

  pickRole(role: Role): void {
    if (!this.narrow) return this.take(role);
    this.area = role.area;
    this.role = role;
  }

  /** Shows a role's details next to it, on whichever side there is room. */
  lookAt(role: Role | null, at: HTMLElement, board: HTMLElement | undefined): void {
    if (this.narrow || !role || !board) return void (this.tip = null);
    const [box, slot] = [board.getBoundingClientRect(), at.getBoundingClientRect()];
    const x = Math.min(Math.max(slot.left + slot.width / 2 - box.left, 140), box.width - 150);
    const below = slot.top - box.top < box.height / 2;
    this.tip = { role, x, y: below ? slot.bottom - box.top + 10 : box.bottom - slot.top + 10, below };
  }

  /** Back to where the actor is; false if nothing else was selected. */
  lookAway(): boolean {
    if (!this.tip && this.area === null && !this.role) return false;
    this.tip = this.role = this.area = null;
    return true;
  }

  // --- doing ---

  walk(area: string): void {
    if (!notNow(this.lot) && this.#do({ kind: 'move', area })) play('click');
  }

  take(role: Role): void {
    if (notNow(this.lot)) return;
    if (role.area !== this.lot.here) return says.note(this.lot.areas.get(role.area)?.only_here ?? '');
    if (!this.#do({ kind: 'take_role', side: role.side, index: role.index })) return;
    play('click');
    this.tip = null;
  }

  buy(rank: number, pay: 'dollars' | 'credits'): void {
    if (!notNow(this.lot)) this.#do({ kind: 'upgrade', rank, pay });
  }

  work(kind: 'act' | 'rehearse' | 'end_turn'): void {
    if (!notNow(this.lot)) this.#do({ kind });
  }

  #do(move: Move): boolean {
    const { picker } = this.lot;
    const done = picker.choose(move);
    if (!done) refuse(picker, move);
    return done;
  }
}
