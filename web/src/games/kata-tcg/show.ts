/** What an event of Kata TCG looks like. */
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { sentencesOf } from '../../lib/words';

interface InHand {
  id: string;
  key: string;
}

/** Animates what just happened; returns the card the rival played, if any, so that it can be held up. */
export function show(motion: Motion, beat: Beat, me: number, hand: InHand[]): string | null {
  let played: string | null = null;
  let drawn = 0;
  for (const event of beat.events) {
    const seat = Number(event.seat);
    const own = seat === me;
    const card = String(event.card ?? '');
    const plate = `plate:${seat}`;
    const target = event.target === 'player' ? `plate:${1 - seat}` : `minion:${String(event.target)}`;
    const deck = motion.visible(`deck:${seat}`, plate);
    const discard = motion.visible(`discard:${seat}`, plate);
    const backs = motion.visible(`backs:${seat}`, plate);
    const source = own ? `hand:${card}:0` : backs;
    switch (event.kind) {
      case 'drew': {
        const last = hand.findLast(({ id }) => id === card);
        const goal = own && last ? last.key : backs;
        motion.fly(deck, goal, { what: goal, fade: true, delay: 90 * drawn++ });
        break;
      }
      case 'overloaded':
        motion.fly(deck, discard, { delay: 90 * drawn++ });
        motion.float(deck, 'hand full', 'note');
        break;
      case 'bled':
        motion.pulse(plate, 'hit');
        motion.float(plate, 'bleeds', 'hit');
        break;
      case 'attacked':
        if (own) motion.fly(source, target, { fade: true });
        else played = card;
        break;
      case 'healed':
        if (own) motion.fly(source, plate, { fade: true });
        else played = card;
        motion.pulse(plate, 'heal');
        motion.float(plate, `+${event.amount}`, 'heal');
        break;
      case 'summoned':
        if (own) motion.fly(source, `minion:${String(event.minion)}`, { fade: true });
        else
          motion.fly(backs, `minion:${String(event.minion)}`, { what: `minion:${String(event.minion)}`, fade: true });
        break;
      case 'leafed':
        if (!own) played = card;
        motion.float(deck, `+${event.cards}`, 'note');
        break;
      case 'fought':
        motion.lunge(`minion:${String(event.minion)}`, target);
        break;
      case 'hit':
        motion.pulse(plate, 'hit');
        motion.float(plate, `−${event.damage}`, 'hit');
        break;
      case 'hurt':
        motion.pulse(`minion:${String(event.minion)}`, 'hit');
        motion.float(`minion:${String(event.minion)}`, `−${event.damage}`, 'hit');
        break;
      case 'fell':
        motion.fly(`minion:${String(event.minion)}`, discard, { fade: true, delay: 160 });
        break;
    }
  }
  return played;
}

/** The house's sentences about turns that ended by themselves: nothing could be played, or nothing is left to play. */
export const skips = (beats: Beat[], seat: number | null): string[] =>
  [
    ...new Set(
      sentencesOf(beats, (event) => event.kind === 'skipped' || (event.kind === 'finished' && event.seat === seat)),
    ),
  ].slice(-3);
