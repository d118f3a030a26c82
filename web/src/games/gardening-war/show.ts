/** What an event of Gardening War looks like. */
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { number } from './garden';

/** Animates what just happened; returns whether it rained. */
export function show(motion: Motion, beat: Beat): boolean {
  let rain = false;
  for (const event of beat.events) {
    const plate = `plate:${event.seat}`;
    const field = `field:${event.x}:${event.y}`;
    switch (event.kind) {
      case 'bought_field':
        motion.fly(plate, field, { what: field, fade: true });
        break;
      case 'bought':
        motion.float(`stock:${event.seat}:${event.good}`, `+${event.amount}`, 'note');
        break;
      case 'planted':
        motion.pulse(field, 'heal');
        break;
      case 'watered':
        motion.float(field, `${event.drops} drop${event.drops === 1 ? '' : 's'}`, 'note');
        break;
      case 'picked':
        motion.fly(`plant:${event.x}:${event.y}`, plate, { fade: true });
        if (event.gain) motion.float(field, `+${number(Number(event.gain))}`, 'note');
        break;
      case 'harvested':
        if (event.gain) motion.float(`points:${event.seat}`, `+${number(Number(event.gain))}`, 'heal');
        break;
      case 'fertilized':
        motion.pulse(plate, 'heal');
        break;
      case 'dug':
        motion.pulse(field, 'hit');
        motion.float(field, 'mole!', 'hit');
        break;
      case 'withered':
        motion.pulse(field, 'hit');
        break;
      case 'out_of_time':
        motion.float(plate, 'missed', 'hit');
        break;
      case 'rained':
        rain = true;
        break;
    }
  }
  return rain;
}
