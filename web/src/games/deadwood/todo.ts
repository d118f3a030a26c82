/** What to do now, or who the table is waiting for, in words. */
import { capital, plural } from '../../lib/words';
import type { Lot } from './lot.svelte';

export interface Todo {
  title: string;
  text: string;
}

function waiting({ seat, mover, own, picker, names }: Lot): Todo {
  if (mover === null) return { title: 'The game is over', text: 'The film is in the can.' };
  if (mover === seat) return picker.idle ? { title: 'Your turn', text: '' } : { title: '…', text: 'One moment.' };
  const who = names[mover] ?? 'Somebody';
  return seat === null || own?.left
    ? { title: 'Watching', text: `${who} to move.` }
    : { title: who, text: 'is thinking.' };
}

export function todoOf(lot: Lot): Todo {
  const { picker, working, myRole, ways, parts, ranks } = lot;
  if (!picker.active) return waiting(lot);
  if (working)
    return {
      title: 'Action!',
      text: myRole?.facts?.name ? `You play the ${myRole.facts.name}.` : 'You’re on the set.',
    };
  const title = ways ? 'Where to?' : parts ? 'Take a role?' : ranks ? 'Rise in rank?' : 'Your turn';
  const chances = [
    ways && `${plural(ways, 'path leads', 'paths lead')} on`,
    parts && `you can take ${plural(parts, 'role')} here`,
    ranks && `you can afford ${plural(ranks, 'higher rank')}`,
  ].filter(Boolean);
  return { title, text: chances.length ? `${capital(chances.join(', '))}.` : 'Nothing more to do here.' };
}
