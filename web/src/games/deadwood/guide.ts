/** The tour of Deadwood. */
import { lastSteps, type Now, type Step } from '../../lib/guide.svelte';
import type { DeadwoodData, DeadwoodView } from './deadwood';

type Here = Now<DeadwoodView, DeadwoodData>;
const can = ({ mine, picker }: Here, kind: string): boolean => mine && picker.moves.some((move) => move.kind === kind);
const own = ({ view, seat }: Here) => view.players[seat ?? 0]!;
const set = (now: Here) => now.view.sets.find(({ area }) => area === own(now).area);

const steps: Step<DeadwoodView, DeadwoodData>[] = [
  {
    id: 'welcome',
    says: 'Welcome to Deadwood! You’re a bit-part actor, and so are the others. Dollars, credits and rank make up the score; the highest wins when filming ends.',
    at: '.cast .me',
  },
  {
    id: 'walk',
    says: 'Everybody starts in the trailers. Walk to work: a dotted path leads to every glowing set.',
    at: ['.deed', '.area.can'],
    when: (now) => can(now, 'move') && own(now).side === null && !now.hasDone('moved'),
    done: (now) => now.did('moved'),
  },
  {
    id: 'scene',
    says: (now) =>
      `A scene! Your roll must reach its budget, ${set(now)?.budget}. Roles on the card are for stars, those below for extras. The pips show the rank you need.`,
    at: ['.focus .card', '.area.here .card'],
    when: (now) => set(now)?.state === 'open' && own(now).side === null,
  },
  {
    id: 'role',
    says: (now) =>
      `You have rank ${own(now).rank}. You can take any glowing role, and work on it from your next turn on.`,
    at: ['.focus .role.can', '.area.here .role.can'],
    when: (now) => can(now, 'take_role'),
    done: (now) => now.did('took_role'),
  },
  {
    id: 'no-role',
    says: 'No role here for your rank. It happens to the best of us: end your turn, and move on next time.',
    at: '.end',
    when: (now) => can(now, 'end_turn') && !can(now, 'take_role') && !can(now, 'move'),
    done: (now) => now.did('ended_turn'),
  },
  {
    id: 'act',
    says: (now) =>
      `Action! ${own(now).chance} of the 6 faces of the die would succeed. Act now, or rehearse: every practice chip adds 1 to your rolls in this role.`,
    at: ['.todo .deeds', '.deeds'],
    when: (now) => can(now, 'act'),
    done: (now) => now.did('acted', 'rehearsed'),
  },
  {
    id: 'roll',
    says: 'The roll: die and chips against the budget. Success pays a star two credits, an extra a dollar and a credit. An extra gets a dollar even for failing.',
    at: ['.roll-box', '.roll'],
    when: (now) => now.hasDone('acted'),
  },
  {
    id: 'takes',
    says: 'Each success removes one of these. With the last one the scene wraps, everybody on it is free again, and if it had a star, there’s a bonus.',
    at: ['.focus header', '.area.here .takes'],
    when: (now) => now.hasDone('acted', 'rehearsed') && set(now)?.state === 'open',
  },
  {
    id: 'office',
    says: 'Better roles need a higher rank. The casting office sells ranks for dollars or credits. Each rank is worth five points, too.',
    at: ['.corner.sw', '.area.office'],
    when: (now) => now.hasDone('took_role'),
  },
  {
    id: 'day',
    says: ({ view }) =>
      `The day ends when only one scene is left. This is a short game: ${view.days === 1 ? 'one day' : `${view.days} days`}, and then the scores are counted.`,
    at: '.corner.nw',
    when: (now) => now.hasDone('took_role'),
  },
  ...lastSteps((now: Here) => now.hasDone('acted')),
];

export default steps;
