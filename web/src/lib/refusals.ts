/** What boards say when something can't be done: the same words at every table. */
import type { Picker } from './picker.svelte';
import type { Move } from './protocol';
import { says } from './says.svelte';
import { play } from './sound';

interface Turn {
  picker: Picker;
  seat: number | null;
  mover: number | null;
  names: string[];
}

/** Whether the guest can't act now; players are told why. */
export function notNow({ picker, seat, mover, names }: Turn): boolean {
  if (picker.active) return false;
  if (!picker.idle && seat !== null && mover !== null)
    says.note(mover === seat ? 'One moment, your move is being sent.' : `It’s ${names[mover]}’s turn.`);
  return true;
}

/** Says why a move cannot be made. */
export function refuse(picker: Picker, move: Move): void {
  play('refuse');
  void picker.why(move).then((words) => says.note(words));
}
