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
      `Welcome to Gardening War! After ${view.rounds} rounds the gardener with more points wins. Harvests bring points, and as much gold.`,
    at: ['.plates', '.plate'],
  },
  {
    id: 'home',
    says: 'This field is yours, and it is empty. Every round you do one kind of work, and so does your rival.',
    at: home,
  },
  {
    id: 'shop',
    says: 'No seed yet. Open the shop.',
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
    says: 'And the drop of water, for later: the shop takes a whole round.',
    at: '[data-good=water]',
    when: (now) => now.mine && now.sees('.shop .some [data-good=tulip]') && !now.sees('.shop .some [data-good=water]'),
    done: (now) => now.sees('.shop .some [data-good=water]') || now.did('bought'),
  },
  {
    id: 'pay',
    says: 'This sends your move. Until then every part can be taken back.',
    at: '.send',
    when: (now) => now.mine && now.sees('.shop') && now.sees('.send:not(:disabled)'),
    done: (now) => now.did('bought'),
  },
  {
    id: 'plant',
    says: 'The next round is yours: plant. Touch your bed, then Done.',
    at: (now) => (now.sees('.send:not(:disabled)') ? '.send' : home(now)),
    when: (now) => now.mine && seeds(now) > 0 && !plants(now, 'growing') && !plants(now, 'mature'),
    done: (now) => now.did('planted'),
  },
  {
    id: 'badges',
    says: 'The drop tells how much water it needs, the other mark how many rounds it still lives. One drop too many kills it, too.',
    at: home,
    when: (now) => plants(now, 'growing'),
  },
  {
    id: 'water',
    says: 'A tulip does not wait. Touch it to water it, then Done.',
    at: (now) => (now.sees('.send:not(:disabled)') ? '.send' : home(now)),
    when: (now) => now.mine && plants(now, 'growing') && (me(now).stock.water ?? 0) > 0,
    done: (now) => now.did('watered'),
  },
  {
    id: 'harvest',
    says: 'Ripe! Harvest sells everything that is ready, at once.',
    at: '[data-kind=harvest]',
    when: (now) => fresh(now) && plants(now, 'mature'),
    done: (now) => now.did('harvested'),
  },
  {
    id: 'sky',
    says: ({ data }) =>
      `Mind the sky: every ${data.rain_every} rounds it rains on everybody, two drops for each plant. It drowns whatever needs fewer.`,
    at: '.sky-place',
    when: (now) => now.hasDone('harvested') || now.view.round > 5,
  },
  {
    id: 'land',
    says: ({ data }) =>
      `Now grow: a field beside yours costs ${number(data.field_price)}, and on those marked ×2 a harvest counts double. Whoever stops buying land first has usually lost.`,
    at: '[data-kind=land]',
    when: (now) => fresh(now) && (now.hasDone('harvested') || now.view.round > 6),
  },
  ...lastSteps((now: Here) => fresh(now) && (now.hasDone('harvested') || now.view.round > 6)),
];

export default steps;
