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
    says: 'Welcome to Deadwood! You are a bit-part actor, and so are they. Dollars, credits and rank make the score; the highest wins when filming ends.',
    at: '.cast .me',
  },
  {
    id: 'walk',
    says: 'Everybody wakes up in the trailers. Walk to work: a dotted path leads to every set that glows.',
    at: ['.deed', '.area.can'],
    when: (now) => can(now, 'move') && own(now).side === null && !now.hasDone('moved'),
    done: (now) => now.did('moved'),
  },
  {
    id: 'scene',
    says: (now) =>
      `A scene! A roll of the die must reach its budget, ${set(now)?.budget}. On the card are roles for stars, below it those for extras; their pips are the rank they ask for.`,
    at: ['.focus .card', '.area.here .card'],
    when: (now) => set(now)?.state === 'open' && own(now).side === null,
  },
  {
    id: 'role',
    says: (now) =>
      `You have rank ${own(now).rank}. A role that glows is yours to take. You work on it from your next turn on.`,
    at: ['.focus .role.can', '.area.here .role.can'],
    when: (now) => can(now, 'take_role'),
    done: (now) => now.did('took_role'),
  },
  {
    id: 'no-role',
    says: 'No role here for somebody of your rank. It happens to the best: end your turn, and walk on in the next.',
    at: '.end',
    when: (now) => can(now, 'end_turn') && !can(now, 'take_role') && !can(now, 'move'),
    done: (now) => now.did('ended_turn'),
  },
  {
    id: 'act',
    says: (now) =>
      `Action! ${own(now).chance} of the 6 faces of the die would do. Act now, or rehearse: every practice chip adds 1 to your rolls in this role.`,
    at: ['.todo .deeds', '.deeds'],
    when: (now) => can(now, 'act'),
    done: (now) => now.did('acted', 'rehearsed'),
  },
  {
    id: 'roll',
    says: 'The roll: die and chips against the budget. A good take pays a star in credits, an extra a dollar and a credit. An extra gets a dollar even for a bad one.',
    at: ['.roll-box', '.roll'],
    when: (now) => now.hasDone('acted'),
  },
  {
    id: 'takes',
    says: 'Each good take strikes one of these. With the last the scene is wrapped, everybody there is free again, and stars get a bonus.',
    at: ['.focus header', '.area.here .takes'],
    when: (now) => now.hasDone('acted', 'rehearsed') && set(now)?.state === 'open',
  },
  {
    id: 'office',
    says: 'Better roles ask for a better rank. The casting office sells them, for dollars or for credits. Each rank is worth five points as well.',
    at: ['.corner.sw', '.area.office'],
    when: (now) => now.hasDone('took_role'),
  },
  {
    id: 'day',
    says: ({ view }) =>
      `When a single scene is left the day is over. This is a short game: ${view.days === 1 ? 'one day' : `${view.days} days`}, and then the scores are read out.`,
    at: '.corner.nw',
    when: (now) => now.hasDone('took_role'),
  },
  ...lastSteps((now: Here) => now.hasDone('acted')),
];

export default steps;
