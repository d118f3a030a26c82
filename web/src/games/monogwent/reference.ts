/** What the things on the board of MonoGwent are, and which cards its rules show. */
import type { Reference } from '../../lib/reference';
import FullCard from './FullCard.svelte';
import type { GwentData } from './gwent';

const reference: Reference<GwentData> = {
  terms: [
    {
      at: '.score',
      name: 'Power',
      says: 'The sum of the cards on this side. More of it wins the round once both have passed.',
      rules: 'how-it-goes',
      pin: '.my-plate .score',
    },
    {
      at: '.lives',
      name: 'Lives',
      says: 'Two each. Whoever loses a round loses one; in a draw both do.',
      rules: 'how-it-goes',
      pin: '.my-plate .lives',
    },
    {
      at: '.leader',
      name: 'Leader',
      says: 'Can be used once a game, as a whole turn.',
      rules: 'your-side-of-the-table',
      pin: '.my-plate .leader',
    },
    {
      at: '.piles',
      name: 'Hand, deck, graveyard',
      says: 'How many cards are left. You can look into the graveyard.',
      rules: 'how-it-goes',
    },
    {
      at: '.plate',
      name: 'A player',
      says: 'Faction, lives, leader, and what is left of hand and deck.',
      rules: 'the-factions',
    },
    {
      at: '.lane .boost',
      name: 'Boost',
      says: 'Every silver unit in this row counts 1 more.',
      rules: 'your-side-of-the-table',
    },
    {
      at: '.lane .total',
      name: 'Power of the row',
      says: 'What its cards count at the moment.',
      rules: 'your-side-of-the-table',
    },
    {
      at: '.unit.gold',
      name: 'A gold unit',
      says: 'A hero: nothing changes or moves it.',
      rules: 'your-side-of-the-table',
    },
    {
      at: '.unit',
      name: 'A unit',
      says: 'The number is what it counts now; a number crossed out is what is printed on the card.',
      rules: 'your-side-of-the-table',
    },
    {
      at: '.lane',
      name: 'A row',
      says: 'Melee, ranged or siege. A unit may go into the rows printed on it, and a row holds any number.',
      rules: 'your-side-of-the-table',
      pin: '.mine .lane',
    },
    {
      at: '.sky',
      name: 'Weather',
      says: 'One place for each row, for both sides: every silver unit there counts at most 1.',
      rules: 'your-side-of-the-table',
      pin: true,
    },
    {
      at: '.rounds',
      name: 'Rounds',
      says: 'Who won the rounds so far. Two of three win the game.',
      rules: 'how-it-goes',
    },
    {
      at: '.held',
      name: 'A card in your hand',
      says: 'Its power, and the signs of the rows it can go in.',
      rules: 'your-side-of-the-table',
    },
    {
      at: '.hand',
      name: 'Your hand',
      says: 'Ten cards for the whole game, and two more after each round.',
      rules: 'how-it-goes',
      pin: true,
    },
    {
      at: '.pass',
      name: 'Pass',
      says: 'You are out of this round; your rival may go on.',
      rules: 'how-it-goes',
      pin: true,
    },
  ],
  cards: [
    {
      after: 'your-side-of-the-table',
      says: 'One of each kind. The number is the power, the signs below it the rows.',
      ratio: 0.64,
      of: (data) => {
        const kinds = [...new Set(data.cards.map(({ type }) => type))];
        return kinds.flatMap((kind) => {
          const card = data.cards.find(({ type }) => type === kind);
          return card ? [{ component: FullCard, props: { card, whole: true }, name: kind }] : [];
        });
      },
    },
  ],
};

export default reference;
