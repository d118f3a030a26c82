/** Animates what has just happened on the lot. Actors glide by themselves. */
import type { Motion } from '../../lib/motion';
import { settings } from '../../lib/settings.svelte';
import type { Beat } from '../../lib/table.svelte';

export function show(motion: Motion, beat: Beat): void {
  let dice = 0;
  for (const event of beat.events) {
    const plate = `plate:${event.seat}`;
    const actor = motion.visible(`actor:${event.seat}`, plate);
    switch (event.kind) {
      case 'rehearsed':
        motion.float(actor, '+1 chip', 'note');
        break;
      case 'upgraded':
        motion.pulse(plate, 'heal');
        motion.float(plate, `Rank ${event.rank}`, 'note');
        break;
      case 'paid': {
        const parts = [event.dollars && `+$${event.dollars}`, event.credits && `+${event.credits} cr`].filter(Boolean);
        if (parts.length) motion.float(plate, parts.join(' '), 'note');
        break;
      }
      case 'acted':
        motion.pulse(actor, event.result === 'success' ? 'heal' : 'hit');
        break;
      case 'bonus_die':
        dice++;
        break;
      case 'bonus': {
        // The money comes after the dice.
        const wait = settings.still ? 0 : 300 + 180 * dice;
        setTimeout(() => motion.float(plate, `+$${event.dollars}`, 'heal'), wait);
        break;
      }
      case 'wrapped':
        motion.float(`scene:${event.area}`, 'It’s a wrap!', 'note');
        break;
    }
  }
}
