/** The tour of MonoGwent. */
import { lastSteps, type Step } from '../../lib/guide.svelte';
import type { GwentData, GwentView } from './gwent';

const PLAYED = ['played', 'weathered', 'boosted', 'dispelled', 'swapped'];

const steps: Step<GwentView, GwentData>[] = [
  {
    id: 'mulligan',
    says: 'Welcome to MonoGwent! These ten cards must last for up to three rounds. Tap one or two that you do not like, or none, and go on here.',
    at: '.mulligan .done',
    when: ({ view, mine }) => view.round === 0 && mine,
    done: (now) => now.view.round > 0 || now.did('chose'),
  },
  {
    id: 'power',
    says: 'Your power is the sum of your cards on the table. When both have passed, more power wins the round; two rounds win the game.',
    at: '.my-plate .score',
    when: ({ view }) => view.round > 0,
  },
  {
    id: 'lift',
    says: 'Pick a card of your hand. The number is its power, the small signs are the rows it may stand in.',
    at: ['.hand .can'],
    when: ({ mine, view, picker }) =>
      mine && view.round > 0 && picker.fixed.card === undefined && picker.moves.some((move) => move.card !== undefined),
    done: ({ picker }) => picker.fixed.card !== undefined,
  },
  {
    id: 'row',
    says: 'And where? What glows will take it, and tells what the score would be then.',
    at: ['.lane.own.can', '.lane.can', '.unit.can', '.clear.can'],
    when: ({ mine, picker }) => mine && picker.fixed.card !== undefined,
    done: (now) => now.did(...PLAYED),
  },
  {
    id: 'rival',
    says: ({ names, seat }) =>
      `${names[1 - (seat ?? 0)]}’s rows mirror yours. Turn by turn each of you plays one card, or passes.`,
    at: '.half.theirs',
    when: (now) => now.hasDone(...PLAYED),
  },
  {
    id: 'sky',
    says: 'Weather lies on a row of both sides: plain units in it count 1 at most. Gold ones do not mind.',
    at: '.sky',
    when: (now) => now.hasDone(...PLAYED),
  },
  {
    id: 'leader',
    says: 'Your leader. Once a game, instead of playing a card.',
    at: '.my-plate .leader',
    when: (now) => now.mine && now.hasDone(...PLAYED),
  },
  {
    id: 'pass',
    says: 'The heart of the game. Passing ends the round for you; the other may go on, and pays for it with cards. Ahead by a little? Pass. Hopeless? Pass, too.',
    at: '.pass',
    when: (now) => now.mine && now.hasDone(...PLAYED),
  },
  {
    id: 'lives',
    says: 'A lost round costs a gem. Whoever has none left has lost. Between rounds the table is cleared, and each draws two cards.',
    at: '.my-plate .lives',
    when: (now) => now.hasDone(...PLAYED),
  },
  ...lastSteps<GwentView, GwentData>((now) => now.mine && now.hasDone(...PLAYED)),
];

export default steps;
