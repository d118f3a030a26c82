/** What the things on the lot of Deadwood are. */
import type { Reference } from '../../lib/reference';

const reference: Reference = {
  terms: [
    {
      at: '.cast li',
      name: 'An actor',
      says: 'Dollars and credits, the die as rank, and the score so far: every dollar and credit counts 1, every rank 5.',
      rules: 'the-goal',
      pin: true,
    },
    {
      at: '.sign',
      name: 'The day',
      says: 'Which day of filming it is, and how many scenes are left. When only one is left, the day is over.',
      rules: 'the-day-and-the-last-one',
      pin: true,
    },
    {
      at: '.area.trailers, .area.trailer',
      name: 'Trailers',
      says: 'Where everybody wakes up. There is no work here: walk to a set.',
      rules: 'the-lot',
    },
    {
      at: '.area.office',
      name: 'Casting office',
      says: 'Here you can rise in rank, for dollars or for credits, as often as you can afford.',
      rules: 'the-office',
      pin: true,
    },
    {
      at: '.area',
      name: 'A set',
      says: 'A scene is filmed here. Dotted paths lead to its neighbours; you may walk along one of them in a turn without a role.',
      rules: 'the-lot',
      pin: true,
    },
    {
      at: '.takes',
      name: 'Takes',
      says: 'How many good takes the scene still needs. The last one wraps it.',
      rules: 'thats-a-wrap',
    },
    {
      at: '.scene.back',
      name: 'A scene, face down',
      says: 'It is turned up as soon as somebody walks in.',
      rules: 'the-lot',
    },
    {
      at: '.scene.up, .scene',
      name: 'Scene card',
      says: 'Its budget is what a roll has to reach. The roles on the card are for stars.',
      rules: 'the-lot',
    },
    {
      at: '.budget',
      name: 'Budget',
      says: 'Your die and your practice chips together must reach this number for a good take.',
      rules: 'your-turn-with-a-role',
    },
    {
      at: '.role.star',
      name: 'A star’s role',
      says: 'On the card. Two credits for a good take, nothing for a cut, and a share of the bonus. The pips are the rank it needs.',
      rules: 'thats-a-wrap',
      pin: true,
    },
    {
      at: '.role',
      name: 'An extra’s role',
      says: 'Beside the card. A dollar and a credit for a good take, a dollar for a cut. The pips are the rank it needs.',
      rules: 'your-turn-with-a-role',
    },
    {
      at: '.prices',
      name: 'Prices of the office',
      says: 'What each rank costs, in dollars or in credits. You pay the full price, whatever rank you had.',
      rules: 'the-office',
      pin: true,
    },
    {
      at: '.roll-box, .roll',
      name: 'The last roll',
      says: 'Die and practice chips against the budget.',
      rules: 'your-turn-with-a-role',
      pin: true,
    },
    {
      at: '.todo, .deeds',
      name: 'What you can do',
      says: 'Without a role: walk, rise, take a role, end your turn. With one: act or rehearse.',
      rules: 'your-turn-without-a-role',
      pin: true,
    },
    {
      at: '.standing',
      name: 'Who is here',
      says: 'The players on this set without a role; the pips of a die are its owner’s rank.',
      rules: 'the-lot',
    },
    {
      at: '.map',
      name: 'The lot',
      says: 'Ten sets, the trailers and the casting office, with paths between them.',
      rules: 'the-lot',
    },
  ],
};

export default reference;
