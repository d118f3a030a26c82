/** What the things in the garden are, and which pictures its rules show. */
import type { Reference } from '../../lib/reference';
import type { GardenData } from './garden';
import Picture from './Picture.svelte';

const pictured = (of: string, name: string) => ({ component: Picture, props: { of, size: '100%' }, name });

const reference: Reference<GardenData> = {
  terms: [
    {
      at: '.gardener',
      name: 'A gardener',
      says: 'Points decide the game; gold only buys things. Below: what is in store.',
      rules: 'the-end',
      pin: true,
    },
    {
      at: '.stock li',
      name: 'In store',
      says: 'Drops of water, cards and seeds that are there to be used. The shop sells more.',
      rules: 'the-shop',
    },
    {
      at: '.points',
      name: 'Points',
      says: 'Only harvests earn points. Whoever has more after the last round wins.',
      rules: 'the-end',
    },
    {
      at: '.gold',
      name: 'Gold',
      says: 'A harvest earns as much gold as points. It counts for nothing in the end.',
      rules: 'the-end',
    },
    { at: '.fert', name: 'Fertilizer', says: 'While it lasts, every harvest counts double.', rules: 'growing' },
    {
      at: '.missed',
      name: 'Missed moves',
      says: 'A move that comes too late is missed. The third one loses the game.',
      rules: 'the-end',
    },
    {
      at: '.sky',
      name: 'The sky',
      says: 'When it will rain: two drops on every plant of both gardens. A plant that needs fewer drowns.',
      rules: 'growing',
      pin: true,
    },
    {
      at: '.field',
      name: 'A field',
      says: 'A drop: how many it still needs. An hourglass: how many rounds it has left to live. A golden number: what it pays now. ×2: pays double.',
      rules: 'growing',
      pin: true,
    },
    {
      at: '.fields, .frame',
      name: 'The garden',
      says: 'Eight by eight fields. Flowers along the edge show whose land it is.',
      rules: 'the-board',
    },
    {
      at: '[data-kind=water]',
      name: 'Water',
      says: 'Any number of drops on any of your plants. What is ripe must get no more.',
      rules: 'growing',
    },
    {
      at: '[data-kind=plant]',
      name: 'Plant',
      says: 'Seed on any of your empty fields. The round of planting counts as the first of its life.',
      rules: 'growing',
    },
    {
      at: '[data-kind=harvest]',
      name: 'Harvest',
      says: 'Sells every ripe plant on your fields, and clears away every dead one.',
      rules: 'a-round',
    },
    {
      at: '[data-kind=land]',
      name: 'Buy land',
      says: 'Free fields for 5000 each that touch one of yours; corners count.',
      rules: 'a-round',
    },
    {
      at: '[data-kind=shop]',
      name: 'Shop',
      says: 'Water, seed and cards, as many as you can pay for. A visit takes your whole move.',
      rules: 'the-shop',
    },
    {
      at: '[data-kind=fertilizer]',
      name: 'Use fertilizer',
      says: 'One card: your harvests of the next two rounds count double.',
      rules: 'growing',
    },
    {
      at: '[data-kind=mole]',
      name: 'Send the mole',
      says: 'One card: any field of your rival becomes yours, wherever it is, and its plant is gone.',
      rules: 'a-round',
    },
    { at: '[data-kind=pass]', name: 'Pass', says: 'Do nothing in this round.', rules: 'a-round' },
    {
      at: '.work',
      name: 'Your move',
      says: 'One kind of work, with as many parts as you like. Nothing is sent before you press Done.',
      rules: 'a-round',
      pin: true,
    },
    { at: '.shop', name: 'Shop', says: 'The price, and after the arrow what a ripe plant pays.', rules: 'the-shop' },
    {
      at: '.prices',
      name: 'Price list',
      says: 'What seed costs, how many drops a plant needs, how many rounds it lives, and what it pays.',
      rules: 'the-shop',
    },
    {
      at: '.chart',
      name: 'Points over rounds',
      says: 'How everybody’s points have grown.',
      rules: 'the-end',
      pin: true,
    },
  ],
  cards: [
    {
      after: 'growing',
      says: 'A tulip from seed to harvest, and one that was not harvested in time.',
      ratio: 1,
      of: () => [pictured('tulip-young', 'planted'), pictured('tulip-ripe', 'ripe'), pictured('dead', 'dead')],
    },
    {
      after: 'the-shop',
      says: 'What grows from the four kinds of seed, and the two cards.',
      ratio: 1,
      of: () => [
        pictured('anemone-ripe', 'Anemone'),
        pictured('bluejazz-ripe', 'BlueJazz'),
        pictured('crocus-ripe', 'Crocus'),
        pictured('tulip-ripe', 'Tulip'),
        pictured('fertilizer', 'Fertilizer'),
        pictured('mole', 'Mole'),
      ],
    },
  ],
};

export default reference;
