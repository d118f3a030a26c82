/** The tour of MonoGwent. */
import { lastSteps, type Step } from '../../lib/guide.svelte';
import type { GwentData, GwentView } from './gwent';

const PLAYED = ['played', 'weathered', 'boosted', 'dispelled', 'swapped'];

const steps: Step<GwentView, GwentData>[] = [
  {
    id: 'mulligan',
    says: 'Welcome to MonoGwent! These ten cards must last for up to three rounds. Tap up to two you don’t like to exchange them, then continue here.',
    at: '.mulligan .done',
    when: ({ view, mine }) => view.round === 0 && mine,
    done: (now) => now.view.round > 0 || now.did('chose'),
  },
  {
    id: 'power',
    says: 'Your power is the sum of your cards on the table. When both have passed, more power wins the round. Win two rounds to win the game.',
    at: '.my-plate .score',
    when: ({ view }) => view.round > 0,
  },
  {
    id: 'lift',
    says: 'Pick a card from your hand. The number is its power; the small signs show the rows it can go in.',
    at: ['.hand .can'],
    when: ({ mine, view, picker }) =>
      mine && view.round > 0 && picker.fixed.card === undefined && picker.moves.some((move) => move.card !== undefined),
    done: ({ picker }) => picker.fixed.card !== undefined,
  },
  {
    id: 'row',
    says: 'Now choose a glowing row. Each shows what the score would be.',
    at: ['.lane.own.can', '.lane.can', '.unit.can', '.clear.can'],
    when: ({ mine, picker }) => mine && picker.fixed.card !== undefined,
    done: (now) => now.did(...PLAYED),
  },
  {
    id: 'rival',
    says: ({ names, seat }) =>
      `${names[1 - (seat ?? 0)]}’s rows mirror yours. You take turns to play one card, or pass.`,
    at: '.half.theirs',
    when: (now) => now.hasDone(...PLAYED),
  },
  {
    id: 'sky',
    says: 'Weather hits a row on both sides: silver units in it count 1 at most. Gold ones don’t mind.',
    at: '.sky',
    when: (now) => now.hasDone(...PLAYED),
  },
  {
    id: 'leader',
    says: 'Your leader. Use it once a game, instead of playing a card.',
    at: '.my-plate .leader',
    when: (now) => now.mine && now.hasDone(...PLAYED),
  },
  {
    id: 'pass',
    says: 'The heart of the game. Passing ends the round for you; your rival can go on, at the price of more cards. Slightly ahead? Pass. Hopeless? Pass, too.',
    at: '.pass',
    when: (now) => now.mine && now.hasDone(...PLAYED),
  },
  {
    id: 'lives',
    says: 'Losing a round costs a gem, and losing both loses the game. Between rounds the table is cleared, and both players draw two cards.',
    at: '.my-plate .lives',
    when: (now) => now.hasDone(...PLAYED),
  },
  ...lastSteps<GwentView, GwentData>((now) => now.mine && now.hasDone(...PLAYED)),
];

export default steps;
