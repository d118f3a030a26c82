/** What an event of Battle Farm looks like, and which of them the board puts into words. */
import type { Motion } from '../../lib/motion';
import type { Beat } from '../../lib/table.svelte';
import { plural, sentencesOf } from '../../lib/words';
import type { Almanac, FarmView } from './farm';

export interface Roll {
  seat: number;
  sides: number;
  die: number;
  words: string;
}

/** The dice that limit two phases of a turn; null before they are rolled. */
export interface Dice {
  market: number | null;
  fertilize: number | null;
}

/** Animates what just happened. `was` is the view before it, `is` the one after it. */
export function show(
  motion: Motion,
  beat: Beat,
  was: FarmView | null,
  is: FarmView,
  me: number,
  seated: boolean,
): void {
  let nth = 0;
  for (const event of beat.events) {
    const seat = Number(event.seat);
    const own = seated && seat === me;
    const card = String(event.card ?? '');
    const bed = `bed:${seat}:${event.bed}`;
    const crop = `crop:${seat}:${event.bed}:${card}`;
    const hand = (who: number): string => {
      if (!seated || who !== me) return `cards:${who}`;
      const now = is.farmers[who]?.hand?.findLast((held) => held.card === card);
      return now ? `hand:${card}:${now.value}` : 'palm';
    };
    const from = (who: number): string =>
      seated && who === me && card ? `hand:${card}:${event.value ?? heldValue(was, who, card)}` : `cards:${who}`;
    const delay = 90 * nth;
    switch (event.kind) {
      case 'harvested':
        motion.fly(crop, `coins:${seat}`, { fade: true, delay });
        motion.pulse(bed, 'heal');
        motion.float(bed, `+${event.amount}`, 'heal');
        nth += 1;
        break;
      case 'gained':
        motion.float(`${event.goods}:${seat}`, `+${event.amount}`, 'heal');
        break;
      case 'lost':
        motion.pulse(`farm:${seat}`, 'hit');
        motion.float(`${event.goods}:${seat}`, `−${event.amount}`, 'hit');
        break;
      case 'took':
        motion.fly(`${event.goods}:${event.from}`, `${event.goods}:${seat}`, { fade: true, delay });
        motion.pulse(`farm:${event.from}`, 'hit');
        motion.float(`${event.goods}:${event.from}`, `−${event.amount}`, 'hit');
        nth += 1;
        break;
      case 'stole':
        motion.fly(from(Number(event.from)), hand(seat), { what: 'deck', fade: true, delay });
        motion.pulse(`farm:${event.from}`, 'hit');
        motion.float(seated && event.from === me ? 'palm' : `cards:${event.from}`, 'stolen!', 'hit');
        nth += 1;
        break;
      case 'bought':
      case 'picked':
        motion.fly(`slot:${event.slot}:${card}`, hand(seat), { fade: true });
        if (event.kind === 'bought') motion.float(`coins:${seat}`, `−${event.price}`, 'note');
        break;
      case 'refilled':
        motion.fly('deck', `slot:${event.slot}:${card}`, { fade: true, delay: 120 + delay });
        nth += 1;
        break;
      case 'swept':
        motion.fly(`slot:${event.slot}:${card}`, 'discard', { fade: true, delay });
        nth += 1;
        break;
      case 'handed':
        motion.fly(from(seat), hand(Number(event.buyer)), { what: own ? '' : 'deck', fade: true, delay });
        nth += 1;
        break;
      case 'sold':
        motion.float(`coins:${seat}`, `+${event.coins}`, 'heal');
        motion.float(`coins:${event.buyer}`, `−${event.coins}`, 'note');
        break;
      case 'planted':
        motion.fly(from(seat), bed, { what: own ? '' : crop, fade: true });
        break;
      case 'changed': {
        const before = was?.farmers[seat]?.beds[Number(event.bed)];
        const value = before ? Number(event.value) - before.value : 0;
        const timer = before ? Number(event.timer) - before.timer : 0;
        const bad = value < 0 || (value === 0 && timer > 0);
        motion.pulse(bed, bad ? 'hit' : 'heal');
        if (value) motion.float(bed, value > 0 ? `+${value}` : `−${-value}`, bad ? 'hit' : 'heal');
        else if (timer)
          motion.float(bed, timer > 0 ? `${plural(timer, 'turn')} later` : `${plural(-timer, 'turn')} sooner`, 'note');
        break;
      }
      case 'destroyed':
        motion.fly(crop, 'discard', { fade: true, delay: 160 + delay });
        motion.pulse(bed, 'hit');
        motion.float(bed, 'destroyed', 'hit');
        nth += 1;
        break;
      case 'retyped':
        motion.pulse(bed, own ? 'heal' : 'hit');
        break;
      case 'discarded':
      case 'spent':
        motion.fly(from(seat), 'discard', { what: own ? '' : 'deck', fade: true, delay });
        nth += 1;
        break;
      case 'drew':
      case 'kept':
        motion.fly('deck', hand(seat), { fade: true, delay });
        nth += 1;
        break;
      case 'returned':
        motion.fly(from(seat), 'deck', { what: 'deck', fade: true });
        break;
      case 'created':
      case 'fetched':
        motion.fly(event.kind === 'fetched' ? 'discard' : 'deck', hand(seat), { fade: true });
        break;
      case 'boosted':
        motion.float(hand(seat), 'improved', 'note');
        break;
      case 'fertilized':
        motion.fly(`fertilizers:${seat}`, bed, { fade: true });
        motion.pulse(bed, 'heal');
        break;
    }
  }
}

function heldValue(was: FarmView | null, seat: number, card: string): number {
  return was?.farmers[seat]?.hand?.find((held) => held.card === card)?.value ?? 0;
}

/** The dice rolled in a beat, in order. */
export function rollsOf(beat: Beat, almanac: Almanac): Roll[] {
  return beat.events.flatMap((event) => {
    const seat = Number(event.seat);
    if (event.kind === 'limit') {
      return [{ seat, sides: 4, die: Number(event.die), words: event.phase === 'market' ? 'Market' : 'Fertilize' }];
    }
    if (event.kind === 'rolled') {
      return [
        { seat, sides: Number(event.sides), die: Number(event.die), words: almanac.nameOf(String(event.source)) },
      ];
    }
    return [];
  });
}

/** The beats of this turn. */
function turnOf(past: Beat[]): Beat[] {
  return past.slice(
    Math.max(
      0,
      past.findLastIndex(({ events }) => events.some(({ kind }) => kind === 'turn')),
    ),
  );
}

/** The dice rolled so far this turn. */
export function diceOf(past: Beat[]): Dice {
  const events = turnOf(past).flatMap((beat) => beat.events);
  const since = events.slice(events.findLastIndex(({ kind }) => kind === 'turn') + 1);
  const die = (phase: keyof Dice): number | null => {
    const fell = since.find((event) => event.kind === 'limit' && event.phase === phase);
    return fell ? Number(fell.die) : null;
  };
  return { market: die('market'), fertilize: die('fertilize') };
}

/** The kinds of events the board itself puts into words. */
const NEWS = new Set([
  'harvested',
  'bought',
  'planted',
  'played',
  'gained',
  'lost',
  'took',
  'stole',
  'destroyed',
  'retyped',
  'sold',
  'discarded',
  'fetched',
  'picked',
  'created',
  'fertilized',
]);

/** The latest news of this turn, for those who watch the board and not the log. */
export const newsOfTurn = (past: Beat[]): string[] => sentencesOf(turnOf(past), ({ kind }) => NEWS.has(kind)).slice(-4);
