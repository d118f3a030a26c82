/** The tour of Battle Farm. */
import { lastSteps, type Now, type Step } from '../../lib/guide.svelte';
import type { FarmData, FarmView } from './farm';

const asked = ({ mine, view }: Now<FarmView>, question: string): boolean => mine && view.question === question;
const group = (now: Now<FarmView, FarmData>, id: unknown): string =>
  now.data.cards.find((card) => card.id === id)?.group ?? '';

const steps: Step<FarmView, FarmData>[] = [
  {
    id: 'welcome',
    says: ({ view }) =>
      `Welcome to Battle Farm! You and your neighbour race for ${view.win_limit} coins: plant, wait, harvest, and spoil things next door.`,
    at: ['.race', '.track'],
  },
  {
    id: 'purse',
    says: 'This is you. Coins buy cards and win the game. Fertilizer pays for action cards and makes crops ripen sooner.',
    at: '.you',
  },
  {
    id: 'phases',
    says: 'Every turn has these six phases, always in this order. The bright one is on now.',
    at: '[aria-label="Phases of the turn"]',
  },
  {
    id: 'market',
    says: ({ view }) =>
      `Market: your die allows ${view.limit}. Pick a card that glows and buy it. Crops show their colour, worth and how many turns they take.`,
    at: ['.stalls .can', '.stalls'],
    when: (now) => asked(now, 'market') && now.picker.moves.some(({ kind }) => kind === 'buy'),
    done: (now) => now.did('bought') || now.view.phase !== 'market',
  },
  {
    id: 'stop',
    says: 'You may buy on, or stop here and keep the coins.',
    at: '.ask .answers',
    when: (now) => asked(now, 'market') && now.hasDone('bought') && !now.sees('.stall.chosen'),
    done: ({ view }) => view.phase !== 'market',
  },
  {
    id: 'trade',
    says: 'Trade: cards you do not want can be sold to the highest secret bid. Leave it for today with “No trade”, or try it.',
    at: '.ask .answers',
    when: (now) => asked(now, 'bundle'),
    done: ({ view }) => view.phase !== 'trade',
  },
  {
    id: 'bid',
    says: 'Cards for sale! Your bid is secret, and all are opened together. Bid nothing if you do not want them.',
    at: ['.bidding', '.ask .answers'],
    when: (now) => asked(now, 'bid'),
    done: (now) => now.did('bade') || now.view.question !== 'bid',
  },
  {
    id: 'plant',
    says: 'Play: now put a crop into the ground. Pick one of your hand, then one of your empty beds.',
    at: ['.farm .bed.can', '.hand .can'],
    when: (now) =>
      asked(now, 'play') && now.picker.moves.some((move) => move.kind === 'play' && group(now, move.card) !== ''),
    done: (now) => now.did('planted') || now.view.phase !== 'play',
  },
  {
    id: 'class',
    says: 'Cards without a colour are actions and cost fertilizer. This one is yours alone, and nobody can take it from you.',
    at: '.class-card',
    when: (now) => asked(now, 'play') && now.hasDone('planted'),
  },
  {
    id: 'end',
    says: 'Plant and play as much as you like, then end this phase.',
    at: '.ask .answers',
    when: (now) => asked(now, 'play') && now.hasDone('planted'),
    done: ({ view }) => view.phase !== 'play',
  },
  {
    id: 'fertilize',
    says: 'Fertilize: each one spent on a bed makes its crop ripen a turn sooner, and a crop at 0 is harvested at once. Or save them.',
    at: ['.farm .bed.can', '.ask .answers'],
    when: (now) => asked(now, 'fertilize'),
    done: (now) => now.did('fertilized') || now.view.phase !== 'fertilize',
  },
  {
    id: 'bed',
    says: 'Your crop: what it will bring stands on one side, the turns until then on the other. It counts down when your turn begins.',
    at: '.farm .bed:has(.timer)',
    when: ({ view, seat }) => view.farmers[seat ?? 0]!.beds.some(({ crop }) => crop !== null),
  },
  {
    id: 'rival',
    says: 'Your neighbour’s farm. Some cards reach over the fence; a greenhouse keeps them out.',
    at: '.rival',
    when: (now) => now.hasDone('planted'),
  },
  {
    id: 'harvest',
    says: ({ view, seat }) =>
      `Harvest! The coins are in your purse: ${view.farmers[seat ?? 0]!.coins} of ${view.win_limit}. That is the whole wheel, and it turns faster from here.`,
    at: '.you',
    when: (now) => now.hasDone('harvested'),
  },
  ...lastSteps<FarmView, FarmData>((now) => now.hasDone('harvested')),
];

export default steps;
