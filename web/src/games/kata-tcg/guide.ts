/** The tour of Kata TCG. */
import { lastSteps, type Step } from '../../lib/guide.svelte';
import type { KataData, KataView } from './kata';

const steps: Step<KataView, KataData>[] = [
  {
    id: 'welcome',
    says: ({ names, seat }) =>
      `Welcome to Kata TCG, a duel. This is ${names[1 - (seat ?? 0)]}. Bring their health down to zero before yours gets there.`,
    at: '.rival-plate .side',
  },
  {
    id: 'mana',
    says: 'And this is you. The blue gems are mana, which pays for cards. You get one more gem every turn, and all of them refill.',
    at: '.my-plate .side',
  },
  {
    id: 'lift',
    says: 'Your hand. The number at the top of a card is its cost. Pick up one that glows: anything with a brass glow can be used.',
    at: ['.hand .can', '.hand'],
    when: ({ mine, picker }) =>
      mine && picker.fixed.card === undefined && picker.moves.some((move) => move.card !== undefined),
    done: ({ picker }) => picker.fixed.card !== undefined,
  },
  {
    id: 'ways',
    says: 'One card, several uses, and each shows what it would change. Choose one: attack, heal, or summon it as a minion.',
    at: '.rail',
    when: ({ mine, picker }) => mine && picker.fixed.card !== undefined && picker.fixed.kind === undefined,
    done: (now) => now.picker.fixed.kind !== undefined || now.did('attacked', 'healed', 'summoned', 'leafed'),
  },
  {
    id: 'target',
    says: 'Now choose a target: your rival or one of their minions. “30 → 28” shows what the attack would do.',
    at: ['.rival-plate .can', '.theirs .can'],
    when: ({ mine, picker }) => mine && picker.fixed.kind === 'attack',
    done: (now) => now.did('attacked'),
  },
  {
    id: 'asleep',
    says: 'Your minion is asleep on the turn it arrives. It can fight from your next turn on.',
    at: '.mine .minion.resting',
    when: ({ view, seat }) => view.sides[seat ?? 0]!.board.some(({ asleep }) => asleep),
  },
  {
    id: 'fight',
    says: 'Your minion is awake. Pick it, then its target: your rival, or a minion, which strikes back.',
    at: '.mine .minion.can',
    when: ({ mine, picker }) =>
      mine && picker.fixed.card === undefined && picker.moves.some(({ kind }) => kind === 'fight'),
    done: (now) => now.did('fought'),
  },
  {
    id: 'end',
    says: 'All done? This ends your turn. Unspent mana is lost, so use what you can. With nothing left to do, your turn ends by itself.',
    at: '.end',
    when: (now) => now.mine && !now.picker.chosen.length && now.hasDone('attacked', 'healed', 'summoned'),
  },
  {
    id: 'deck',
    says: 'You draw a card every turn. A sixth card in hand is discarded, and an empty deck costs health: no duel lasts forever.',
    at: ['.my-piles', '.my-plate .counts'],
    when: (now) => now.hasDone('ended') || now.view.turn > 2,
  },
  ...lastSteps<KataView, KataData>((now) => now.mine && now.view.turn > 4),
];

export default steps;
