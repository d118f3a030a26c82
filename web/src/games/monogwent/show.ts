/** What an event of MonoGwent looks like. Cards keep their id wherever they are, so most of them glide by themselves. */
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { signed } from './gwent';

export function show(motion: Motion, beat: Beat, me: number, openHand: boolean): void {
  let drawn = 0;
  for (const event of beat.events) {
    const seat = Number(event.seat);
    const card = `card:${String(event.id)}`;
    const backs = motion.visible(`backs:${seat}`, `plate:${seat}`);
    const deck = motion.visible(`deck:${seat}`, `plate:${seat}`);
    const grave = motion.visible(`grave:${seat}`, `plate:${seat}`);
    const hidden = seat !== me || !openHand;
    switch (event.kind) {
      case 'drew':
        if (hidden) motion.fly(deck, backs, { fade: true, delay: 90 * drawn++ });
        else motion.fly(deck, card, { what: card, fade: true, delay: 90 * drawn++ });
        break;
      case 'discarded':
        motion.fly(deck, grave, { fade: true });
        motion.float(deck, 'hand full', 'note');
        break;
      case 'played':
      case 'weathered':
      case 'boosted':
      case 'swapped':
        if (hidden) motion.fly(backs, card, { what: card });
        break;
      case 'dispelled':
        motion.fly(hidden ? backs : card, grave, { fade: true });
        motion.float('sky', 'the sky clears', 'note');
        break;
      case 'fetched':
        motion.fly(deck, card, { what: card, delay: 200 });
        break;
      case 'recovered':
        motion.fly(grave, hidden ? backs : card, { what: hidden ? '' : card, fade: true });
        break;
      case 'buried':
        motion.fly(card, grave, { fade: true, delay: 120 });
        break;
      case 'changed':
        motion.float(
          card,
          signed(Number(event.after) - Number(event.before)),
          Number(event.after) < Number(event.before) ? 'hit' : 'heal',
        );
        break;
      case 'led':
        motion.pulse(`leader:${seat}`, 'heal');
        break;
      case 'passed':
        motion.float(`plate:${seat}`, 'passes', 'note');
        break;
      case 'lost-life':
        motion.pulse(`plate:${seat}`, 'hit');
        break;
    }
  }
}
