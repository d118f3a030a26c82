/** What is to be done now, or who is waited for, in words. */
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
      text: myRole?.facts?.name ? `You play the ${myRole.facts.name}.` : 'You are on the set.',
    };
  const title = ways ? 'Where to?' : parts ? 'Take a role?' : ranks ? 'Rise in rank?' : 'Your turn';
  const chances = [
    ways && `${plural(ways, 'path leads', 'paths lead')} on`,
    parts && `${plural(parts, 'role')} here ${parts === 1 ? 'is' : 'are'} yours to take`,
    ranks && `you can pay for ${plural(ranks, 'rise')}`,
  ].filter(Boolean);
  return { title, text: chances.length ? `${capital(chances.join(', '))}.` : 'Nothing more to do here.' };
}
