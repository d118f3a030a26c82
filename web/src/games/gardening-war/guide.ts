/** The tour of Gardening War. */
import { lastSteps, type Now, type Step } from '../../lib/guide.svelte';
import { number, type GardenData, type GardenView } from './garden';

type Here = Now<GardenView, GardenData>;
const me = ({ view, seat }: Here) => view.gardeners[seat ?? 0]!;
const good = ({ data }: Here, word: string) => data.goods.find((each) => each.word === word)!;
const seeds = (now: Here): number =>
  now.data.goods.reduce((sum, { word, life }) => sum + (life ? (me(now).stock[word] ?? 0) : 0), 0);
const plants = (now: Here, state: string): boolean =>
  me(now).fields.some((field) => now.view.fields[field]?.plant?.state === state);
const fresh = (now: Here): boolean => now.mine && now.view.move.step === 'none';
const home = (now: Here): string => {
  const field = now.view.fields[me(now).fields[0] ?? 0]!;
  return `[data-field="${field.x},${field.y}"]`;
};

const steps: Step<GardenView, GardenData>[] = [
  {
    id: 'welcome',
    says: ({ view }) =>
      `Welcome to Gardening War! After ${view.rounds} rounds the gardener with more points wins. Harvests earn points, and the same amount of gold.`,
    at: ['.plates', '.plate'],
  },
  {
    id: 'home',
    says: 'This field is yours, and it’s empty. Every round you do one kind of work, and so does your rival.',
    at: home,
  },
  {
    id: 'shop',
    says: 'You have no seeds yet. Open the shop.',
    at: '[data-kind=shop]',
    when: (now) =>
      fresh(now) && seeds(now) === 0 && !plants(now, 'growing') && !plants(now, 'mature') && !now.sees('.shop'),
    done: (now) => now.sees('.shop') || now.did('bought'),
  },
  {
    id: 'basket',
    says: (now) =>
      `Tulips pay best: ${number(good(now, 'tulip').worth)} for a seed and ${good(now, 'tulip').drops} drop of water. Put one of each into the basket with +.`,
    at: ['[data-good=tulip]', '.shop'],
    when: (now) => now.mine && now.sees('.shop') && !now.sees('.send:not(:disabled)'),
    done: (now) => now.sees('.shop .some [data-good=tulip]') || now.did('bought'),
  },
  {
    id: 'water-too',
    says: 'Add a drop of water for later: shopping takes a whole round.',
    at: '[data-good=water]',
    when: (now) => now.mine && now.sees('.shop .some [data-good=tulip]') && !now.sees('.shop .some [data-good=water]'),
    done: (now) => now.sees('.shop .some [data-good=water]') || now.did('bought'),
  },
  {
    id: 'pay',
    says: 'This sends your move. Until then you can undo every part.',
    at: '.send',
    when: (now) => now.mine && now.sees('.shop') && now.sees('.send:not(:disabled)'),
    done: (now) => now.did('bought'),
  },
  {
    id: 'plant',
    says: 'Next round: time to plant. Tap your bed, then Done.',
    at: (now) => (now.sees('.send:not(:disabled)') ? '.send' : home(now)),
    when: (now) => now.mine && seeds(now) > 0 && !plants(now, 'growing') && !plants(now, 'mature'),
    done: (now) => now.did('planted'),
  },
  {
    id: 'badges',
    says: 'The drop shows how much water it needs, the other mark how many rounds it has left to live. One drop too many kills it, too.',
    at: home,
    when: (now) => plants(now, 'growing'),
  },
  {
    id: 'water',
    says: 'Tulips don’t wait. Tap it to water it, then Done.',
    at: (now) => (now.sees('.send:not(:disabled)') ? '.send' : home(now)),
    when: (now) => now.mine && plants(now, 'growing') && (me(now).stock.water ?? 0) > 0,
    done: (now) => now.did('watered'),
  },
  {
    id: 'harvest',
    says: 'Ripe! Harvest sells everything that is ready, all at once.',
    at: '[data-kind=harvest]',
    when: (now) => fresh(now) && plants(now, 'mature'),
    done: (now) => now.did('harvested'),
  },
  {
    id: 'sky',
    says: ({ data }) =>
      `Watch the sky: every ${data.rain_every} rounds it rains, two drops on every plant. Plants that need fewer will drown.`,
    at: '.sky-place',
    when: (now) => now.hasDone('harvested') || now.view.round > 5,
  },
  {
    id: 'land',
    says: ({ data }) =>
      `Now grow: a field next to yours costs ${number(data.field_price)}, and harvests on those marked ×2 count double. The first to stop buying land usually loses.`,
    at: '[data-kind=land]',
    when: (now) => fresh(now) && (now.hasDone('harvested') || now.view.round > 6),
  },
  ...lastSteps((now: Here) => fresh(now) && (now.hasDone('harvested') || now.view.round > 6)),
];

export default steps;
