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
      `Welcome to Battle Farm! You and your neighbour race for ${view.win_limit} coins: plant, wait, harvest, and sabotage the farm next door.`,
    at: ['.race', '.track'],
  },
  {
    id: 'purse',
    says: 'This is you. Coins buy cards and win the game. Fertilizer pays for action cards and makes crops ripen faster.',
    at: '.you',
  },
  {
    id: 'phases',
    says: 'Every turn has these six phases, always in this order. The bright one is the current phase.',
    at: '[aria-label="Phases of the turn"]',
  },
  {
    id: 'market',
    says: ({ view }) =>
      `Market: you rolled a ${view.limit}, so you can buy that many cards. Pick one that glows. Crops show their colour, their value and how many turns they take.`,
    at: ['.stalls .can', '.stalls'],
    when: (now) => asked(now, 'market') && now.picker.moves.some(({ kind }) => kind === 'buy'),
    done: (now) => now.did('bought') || now.view.phase !== 'market',
  },
  {
    id: 'stop',
    says: 'Keep buying, or stop here and save your coins.',
    at: '.ask .answers',
    when: (now) => asked(now, 'market') && now.hasDone('bought') && !now.sees('.stall.chosen'),
    done: ({ view }) => view.phase !== 'market',
  },
  {
    id: 'trade',
    says: 'Trade: you can sell cards you don’t want for sealed bids. Skip it for now with “No trade”, or give it a try.',
    at: '.ask .answers',
    when: (now) => asked(now, 'bundle'),
    done: ({ view }) => view.phase !== 'trade',
  },
  {
    id: 'bid',
    says: 'Cards for sale! Your bid is secret, and all bids are opened together. Bid nothing if you don’t want them.',
    at: ['.bidding', '.ask .answers'],
    when: (now) => asked(now, 'bid'),
    done: (now) => now.did('bade') || now.view.question !== 'bid',
  },
  {
    id: 'plant',
    says: 'Play: time to plant a crop. Pick one from your hand, then one of your empty beds.',
    at: ['.farm .bed.can', '.hand .can'],
    when: (now) =>
      asked(now, 'play') && now.picker.moves.some((move) => move.kind === 'play' && group(now, move.card) !== ''),
    done: (now) => now.did('planted') || now.view.phase !== 'play',
  },
  {
    id: 'class',
    says: 'Cards without a colour are actions and cost fertilizer. This one is your class card, and nobody can take it from you.',
    at: '.class-card',
    when: (now) => asked(now, 'play') && now.hasDone('planted'),
  },
  {
    id: 'end',
    says: 'Plant and play as many cards as you like, then end this phase.',
    at: '.ask .answers',
    when: (now) => asked(now, 'play') && now.hasDone('planted'),
    done: ({ view }) => view.phase !== 'play',
  },
  {
    id: 'fertilize',
    says: 'Fertilize: each fertilizer makes a crop ripen one turn sooner, and a crop at 0 is harvested at once. Or save them for later.',
    at: ['.farm .bed.can', '.ask .answers'],
    when: (now) => asked(now, 'fertilize'),
    done: (now) => now.did('fertilized') || now.view.phase !== 'fertilize',
  },
  {
    id: 'bed',
    says: 'Your crop: its value is on one side, the turns until harvest on the other. It counts down at the start of your turn.',
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
      `Harvest! You now have ${view.farmers[seat ?? 0]!.coins} of ${view.win_limit} coins. That’s the whole cycle, and it only gets faster from here.`,
    at: '.you',
    when: (now) => now.hasDone('harvested'),
  },
  ...lastSteps<FarmView, FarmData>((now) => now.hasDone('harvested')),
];

export default steps;
