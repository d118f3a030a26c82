/** What the things on the board of Battle Farm are, and which cards its rules show. */
import type { Reference } from '../../lib/reference';
import ClassCard from './ClassCard.svelte';
import type { FarmData } from './farm';
import FarmCard from './FarmCard.svelte';

const shown = (ids: string[]) => (data: FarmData) =>
  ids.flatMap((id) => {
    const card = data.cards.find((each) => each.id === id);
    return card ? [{ component: FarmCard, props: { card }, name: card.name }] : [];
  });

const reference: Reference<FarmData> = {
  terms: [
    {
      at: '.race, .track .none, .track',
      name: 'The race',
      says: 'Everybody’s coins on their way to the win limit. When somebody ends a turn with that many, this round is the last.',
      rules: 'the-goal',
    },
    {
      at: '[aria-label="Phases of the turn"]',
      name: 'Phases of a turn',
      says: 'Harvest, market, trade, play, fertilize, check: always in this order. The bright one is now.',
      rules: 'a-turn',
    },
    {
      at: '.market',
      name: 'Market',
      says: 'Six cards for everybody. A die says how many of them you may buy; each gap is filled at once.',
      rules: 'a-turn',
      pin: true,
    },
    {
      at: '.market .pile',
      name: 'Deck and discard pile',
      says: 'What is still to come, in an unknown order, and what has been used, face up. When the deck runs out, the round is the last.',
      rules: 'the-goal',
    },
    {
      at: '.price',
      name: 'Price',
      says: 'What a card costs at the market, in coins. It depends on the rarity only: 1, 2, 3, 5 or 8.',
      rules: 'cards',
    },
    {
      at: '.rival',
      name: 'A neighbour’s farm',
      says: 'Coins, fertilizers, the number of cards in hand, the class, and all beds are public. Only the hand is hidden.',
      rules: 'what-you-see-and-what-you-remember',
      pin: true,
    },
    {
      at: '.card-dot',
      name: 'Class card',
      says: 'Whether this neighbour has used their class card, as far as it can be used.',
      rules: 'classes',
    },
    {
      at: '.you',
      name: 'Your purse',
      says: 'Coins buy cards and win the game. Fertilizers pay for action cards and make crops ripen sooner.',
      rules: 'what-you-own',
      pin: true,
    },
    {
      at: '.bed',
      name: 'Bed',
      says: 'Room for one crop. Its value is what the harvest pays; the hourglass counts the turns until then. Some kinds of bed add to it.',
      rules: 'beds',
      pin: '.farm .bed',
    },
    {
      at: '.class-card',
      name: 'Your class card',
      says: 'Only you have it, and nobody can take it. It lies face up, costs fertilizers, and can be used as often as it says.',
      rules: 'classes',
      pin: true,
    },
    {
      at: '.hand',
      name: 'Your hand',
      says: 'Only you see it. Crops have a colour, a value and a timer; cards without a colour are actions and cost fertilizers.',
      rules: 'cards',
      pin: true,
    },
    {
      at: '.ask',
      name: 'What is asked of you',
      says: 'The decision that is open, and its answers. If there is only one thing to choose, it is chosen for you.',
      rules: 'a-turn',
    },
    {
      at: '.die',
      name: 'Dice of the turn',
      says: 'A d4 for how many cards may be bought, and one for how many fertilizers may be used.',
      rules: 'a-turn',
    },
    {
      at: '.trade, .strip',
      name: 'A trade',
      says: 'Cards on offer as one bundle. Bids are secret and revealed together; the seller may take one of them, or none.',
      rules: 'a-turn',
    },
  ],
  cards: [
    {
      after: 'crops',
      says: 'Crops: on the left what the harvest pays, on the right how many turns it takes; the dots are the rarity.',
      of: shown(['wheat', 'corn', 'mango', 'pineapple', 'pumpkins', 'blueberry']),
    },
    {
      after: 'action-cards',
      says: 'Actions have no colour. The number is their cost in fertilizers.',
      of: (data) =>
        shown(
          data.cards
            .filter(({ group }) => !group)
            .slice(0, 6)
            .map(({ id }) => id),
        )(data),
    },
    {
      after: 'classes',
      says: 'Each class has a card of its own.',
      ratio: 1,
      of: (data) =>
        data.classes.map((klass) => ({
          component: ClassCard,
          props: { klass, used: false, can: false, chosen: false, hinted: false, onclick: () => {} },
          name: klass.name,
        })),
    },
  ],
};

export default reference;
