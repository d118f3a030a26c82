/** The tour of Kata TCG. */
import { lastSteps, type Step } from '../../lib/guide.svelte';
import type { KataData, KataView } from './kata';

const steps: Step<KataView, KataData>[] = [
  {
    id: 'welcome',
    says: ({ names, seat }) =>
      `Welcome to Kata TCG, a duel. This is ${names[1 - (seat ?? 0)]}. Bring that heart down to nothing before yours gets there.`,
    at: '.rival-plate .side',
  },
  {
    id: 'mana',
    says: 'And this is you. The blue gems are mana, which pays for cards: one more gem every turn, and all of them full again.',
    at: '.my-plate .side',
  },
  {
    id: 'lift',
    says: 'Your hand. The number on top of a card is its price. Pick up one that glows: brass always means that you can.',
    at: ['.hand .can', '.hand'],
    when: ({ mine, picker }) =>
      mine && picker.fixed.card === undefined && picker.moves.some((move) => move.card !== undefined),
    done: ({ picker }) => picker.fixed.card !== undefined,
  },
  {
    id: 'ways',
    says: 'One card, several ways to use it, and each tells what it would change. Choose one: strike, mend yourself, or let it march as a minion.',
    at: '.rail',
    when: ({ mine, picker }) => mine && picker.fixed.card !== undefined && picker.fixed.kind === undefined,
    done: (now) => now.picker.fixed.kind !== undefined || now.did('attacked', 'healed', 'summoned', 'leafed'),
  },
  {
    id: 'target',
    says: 'And whom? Your rival glows, and so do their minions. “30 → 28” is what would become of it.',
    at: ['.rival-plate .can', '.theirs .can'],
    when: ({ mine, picker }) => mine && picker.fixed.kind === 'attack',
    done: (now) => now.did('attacked'),
  },
  {
    id: 'asleep',
    says: 'Your minion sleeps on the turn it arrives. From your next turn on it fights.',
    at: '.mine .minion.resting',
    when: ({ view, seat }) => view.sides[seat ?? 0]!.board.some(({ asleep }) => asleep),
  },
  {
    id: 'fight',
    says: 'Your minion is awake. Pick it, then what it should hit: your rival, or a minion, which strikes back.',
    at: '.mine .minion.can',
    when: ({ mine, picker }) =>
      mine && picker.fixed.card === undefined && picker.moves.some(({ kind }) => kind === 'fight'),
    done: (now) => now.did('fought'),
  },
  {
    id: 'end',
    says: 'Had enough? This ends your turn. Mana does not keep, so spend what you can. With nothing left to do the turn ends by itself.',
    at: '.end',
    when: (now) => now.mine && !now.picker.chosen.length && now.hasDone('attacked', 'healed', 'summoned'),
  },
  {
    id: 'deck',
    says: 'You draw a card every turn. A sixth card in hand is lost, and an empty deck costs health: a duel does not last for ever.',
    at: ['.my-piles', '.my-plate .counts'],
    when: (now) => now.hasDone('ended') || now.view.turn > 2,
  },
  ...lastSteps<KataView, KataData>((now) => now.mine && now.view.turn > 4),
];

export default steps;
