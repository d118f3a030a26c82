/** What the things on the board of Kata TCG are, and which cards its rules show. */
import type { Reference } from '../../lib/reference';
import type { Card, KataData } from './kata';
import Sheet from './Sheet.svelte';

const shown = (of: (cards: Card[]) => (Card | undefined)[]) => (data: KataData) =>
  of(data.cards).flatMap((card) => (card ? [{ component: Sheet, props: { card }, name: card.name }] : []));

const reference: Reference<KataData> = {
  terms: [
    {
      at: '.rival-plate .side',
      name: 'Your rival',
      says: 'Their health, their mana, and how many cards they hold. Bring the health to 0.',
      rules: 'the-goal',
      pin: true,
    },
    {
      at: '.my-plate .side',
      name: 'You',
      says: 'Your health and your mana. You get one more slot each turn, up to ten, and all of them are filled.',
      rules: 'a-turn',
      pin: true,
    },
    {
      at: '.health',
      name: 'Health',
      says: 'Whoever falls to 0 loses at once. It never rises above 30.',
      rules: 'the-goal',
    },
    {
      at: '.gems, .mana',
      name: 'Mana',
      says: 'Pays for cards. What you don’t spend is gone at your next turn.',
      rules: 'a-turn',
    },
    {
      at: '.counts',
      name: 'Cards',
      says: 'How many cards are in hand, in the deck and in the discard pile.',
      rules: 'what-is-on-the-table',
    },
    {
      at: '.minion',
      name: 'A minion',
      says: 'Damage on the left, health on the right. It sleeps for the turn it arrives; then it fights once a turn.',
      rules: 'minions',
      pin: true,
    },
    { at: '.place', name: 'A free place', says: 'You can have three minions.', rules: 'minions' },
    {
      at: '.theirs',
      name: 'Your rival’s minions',
      says: 'They guard nobody: you may attack them, or pass them by.',
      rules: 'minions',
    },
    { at: '.mine', name: 'Your minions', says: 'Up to three. They wake at the start of your turn.', rules: 'minions' },
    {
      at: '.my-hand .slot',
      name: 'A card in your hand',
      says: 'Its price is at the top; below, what it can do. You choose one of these each time.',
      rules: 'four-ways-to-play-a-card',
    },
    {
      at: '.my-hand',
      name: 'Your hand',
      says: 'At most five cards; a sixth goes to the discard pile.',
      rules: 'a-turn',
      pin: true,
    },
    {
      at: '.rival-hand',
      name: 'Your rival’s hand',
      says: 'Hidden. At most five cards.',
      rules: 'what-is-on-the-table',
    },
    {
      at: '.piles .deck',
      name: 'Deck',
      says: 'Twenty cards at the start. When it is empty, each draw costs you one health.',
      rules: 'a-turn',
    },
    {
      at: '.piles',
      name: 'Deck and discard pile',
      says: 'When your deck is empty, each draw costs you one health. Used cards never come back.',
      rules: 'a-turn',
      pin: true,
    },
    {
      at: '.mode',
      name: 'A way to play this card',
      says: 'Attack, heal, summon or draw: one of them, for the price of the card.',
      rules: 'four-ways-to-play-a-card',
    },
    {
      at: '.end',
      name: 'End turn',
      says: 'When you are done. If nothing is left to do, your turn ends by itself.',
      rules: 'a-turn',
      pin: true,
    },
    {
      at: '.seam',
      name: 'The middle of the table',
      says: 'Your rival’s side is above, yours below.',
      rules: 'what-is-on-the-table',
    },
  ],
  cards: [
    {
      after: 'four-ways-to-play-a-card',
      says: 'The price is at the top left; at the bottom, what an attack does, what a healing gives, and the minion’s damage and health.',
      of: shown((cards) =>
        [2, 4, 6]
          .map((cost) => cards.find((card) => card.cost === cost))
          .concat(cards.filter(({ text }) => text).slice(0, 2)),
      ),
    },
  ],
};

export default reference;
