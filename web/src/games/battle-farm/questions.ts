/** Each question of the rules in words, and its answers as buttons. */
import type { Move } from '../../lib/protocol';
import { capital, plural, seatColour } from '../../lib/words';
import type { Answer } from './Ask.svelte';
import { purses, shortBed, whenOf } from './farm';
import type { Offers } from './offers.svelte';
import type { FarmTable } from './table.svelte';
import type { Work } from './work.svelte';

export interface Question {
  title: string;
  hint: string;
  answers: Answer[];
}

const TARGETS: Record<string, string> = {
  crop: 'choose a crop',
  opponent: 'choose an opponent',
  player: 'choose a player',
  bed: 'choose a bed',
  type: 'what should it become?',
  colour: 'name a colour',
  card: 'choose a card from your hand',
  pick: 'take a market card',
  keep: 'keep one',
  fetch: 'fetch a card',
};
const WAITS: Record<string, string> = {
  market: 'is at the market',
  bundle: 'is considering a trade',
  bid: 'is writing a bid',
  answer: 'is weighing the bids',
  play: 'is playing cards',
  plant: 'is planting',
  fertilize: 'is fertilizing',
  tribute: 'is choosing a gift',
  discard: 'must discard',
};
const COLOUR: Record<string, string> = { red: '#e2796a', green: '#7cbf74', yellow: '#e6bd55' };

/** The move that ends a phase, by question: a button, and the key E. */
export const ENDS: Record<string, string> = { market: 'stop', fertilize: 'stop', play: 'end', bundle: 'skip' };

const sentences = (...parts: string[]): string => parts.filter(Boolean).join(' ');

/** Who everybody is waiting for. */
function waiting({ view, seat, mover, mine, picker, names, source }: FarmTable): Question {
  const say = (title: string): Question => ({ title, hint: '', answers: [] });
  if (mover === null) return say('The game is over');
  if (mover === seat && mine.left) return say('Your farm lies fallow');
  if (mover === seat) return say(picker.idle ? 'Your turn' : 'One moment…');
  return say(`${names[mover]} ${WAITS[view.question] ?? (source.name ? `is playing ${source.name}` : 'to move')}`);
}

export function questionOf(table: FarmTable, work: Work, offers: Offers): Question {
  const { view, seat, picker, names, almanac, mine, klass, phone, source } = table;
  const { lifted, inBasket } = work;
  if (seat === null || !picker.active) return waiting(table);

  const told = purses(picker.seen(work.aimed ?? work.move ?? undefined), names).join(', ');
  const card = lifted && lifted.zone !== 'class' ? almanac.card(lifted.card) : null;
  const name = card?.name ?? klass.card_name;
  // On a phone the card itself is shown by the hand; only a market card needs a few words here.
  const text = !card
    ? klass.text
    : !phone
      ? card.text
      : lifted?.zone === 'market'
        ? sentences(whenOf(card), card.brief)
        : '';
  const target = `${source.name}: ${TARGETS[view.question] ?? 'choose'}`;
  const more = view.used ? ' more' : '';

  const end = (label: string): Answer[] => button(ENDS[view.question]!, label);
  const button = (kind: string, label: string, strong = false): Answer[] =>
    picker.can({ kind }) ? [{ label, strong, hinted: picker.hints({ kind }), act: () => work.choose({ kind }) }] : [];
  const confirm = (label: string): Answer[] =>
    work.move && picker.can(work.move)
      ? [{ label, strong: true, hinted: picker.hints(work.move), act: () => work.use() }]
      : [];
  const each = (answer: (move: Move) => Omit<Answer, 'act' | 'strong' | 'hinted'>): Answer[] =>
    picker.moves.map((move) => ({
      ...answer(move),
      strong: true,
      hinted: picker.hints(move),
      act: () => work.choose(move),
    }));
  const near = (label: string): Answer => ({ label, strong: true, act: () => (offers.open = true) });

  switch (view.question) {
    case 'market':
      if (lifted?.zone === 'market')
        return {
          title: `Buy ${name}?`,
          hint: sentences(text, told),
          answers: [...confirm(`Buy for ${card?.price}`), ...end('Stop buying')],
        };
      return {
        title: `Buy up to ${plural(view.limit - view.used, 'card')}${more}`,
        hint: `You rolled a ${view.limit} and have ${plural(mine.coins, 'coin')}. You can afford the glowing cards.`,
        answers: end('Stop buying'),
      };
    case 'bundle':
      if (inBasket)
        return {
          title: `Offer ${plural(inBasket, 'card')}?`,
          hint: 'The others bid in secret. You choose a bid, or keep the cards.',
          answers: [
            { label: `Offer ${plural(inBasket, 'card')}`, strong: true, act: () => work.sendBundle() },
            ...end('No trade'),
          ],
        };
      return {
        title: 'Any cards to sell?',
        hint: 'Choose cards from your hand to sell together to one buyer.',
        answers: [...button('send', 'Offer the bundle', true), ...end('No trade')],
      };
    case 'bid': {
      const none: Move = { kind: 'bid', coins: 0 };
      return {
        title: `${names[view.active]} is selling ${view.bundle.length === 1 ? almanac.card(view.bundle[0]!.card).name : plural(view.bundle.length, 'card')}`,
        hint: sentences(phone ? '' : 'Bids are sealed.', `You have ${plural(mine.coins, 'coin')}.`),
        answers: [
          { ...near('Make a bid'), hinted: picker.hints({ kind: 'bid' }) && !picker.hints(none) },
          { label: 'No bid', hinted: picker.hints(none), act: () => work.choose(none) },
        ],
      };
    }
    case 'answer':
      return { title: 'The bids are open', hint: 'Choose a bid, or keep the cards.', answers: [near('Choose a bid')] };
    case 'play':
      if (lifted?.zone === 'class')
        return {
          title: `Use ${name}?`,
          hint: sentences(text, told),
          answers: [...confirm(`Use for ${plural(klass.cost, 'fertilizer')}`), ...end('End play')],
        };
      if (work.crop)
        return {
          title: `Plant ${name}?`,
          hint: sentences('Choose a glowing bed.', text, told),
          answers: [...confirm('Plant it'), ...end('End play')],
        };
      if (lifted?.zone === 'hand')
        return {
          title: `Play ${name}?`,
          hint: sentences(text, told),
          answers: [...confirm(`Play for ${plural(lifted.value, 'fertilizer')}`), ...end('End play')],
        };
      return {
        title: 'Play your cards',
        hint: 'Plant crops in empty beds and play actions for fertilizer, as many as you like.',
        answers: end('End play'),
      };
    case 'plant':
      return {
        title: `Plant ${view.named ? almanac.card(view.named.card).name : 'it'}`,
        hint: 'Choose a glowing bed.',
        answers: [],
      };
    case 'fertilize':
      return {
        title: `Fertilize, up to ${view.limit - view.used}${more}`,
        hint:
          told ||
          `You rolled a ${view.limit} and have ${plural(mine.fertilizers, 'fertilizer')}. Each makes a crop ripen one turn sooner.`,
        answers: end('Stop fertilizing'),
      };
    case 'discard':
      return {
        title: `Discard ${plural(Math.max(1, view.points), 'card')}`,
        hint: `${names[view.active]}’s ${source.name || 'card'}: you choose which.`,
        answers: confirm(`Discard ${name}`),
      };
    case 'point':
      return {
        title: `${plural(Math.max(1, view.points), 'point')} to spread`,
        hint: 'Each point makes a crop card in your hand worth 1 more.',
        answers: [],
      };
    case 'tribute':
      return {
        title: `${names[view.active]} wants a gift`,
        hint: source.text,
        answers: each(({ goods }) => ({ label: `Give a ${goods}`, picture: `${goods}s` })),
      };
    case 'type':
      return { title: target, hint: '', answers: each(({ type }) => ({ label: bedWords(table, String(type)) })) };
    case 'colour':
      return {
        title: target,
        hint: source.text,
        answers: each(({ colour }) => ({ label: capital(String(colour)), tone: COLOUR[String(colour)] ?? '' })),
      };
    case 'opponent':
    case 'player':
      return {
        title: target,
        hint: told || source.text,
        answers: each((move) => ({ label: names[Number(move.seat)] ?? '', tone: seatColour(Number(move.seat)) })),
      };
    case 'card':
    case 'pick':
      return {
        title: lifted ? `${source.name}: ${name}?` : target,
        hint: source.text,
        answers: confirm(`${view.question === 'pick' ? 'Take' : 'Choose'} ${name}`),
      };
    default:
      return { title: target, hint: told || source.text, answers: [] };
  }
}

function bedWords({ almanac, phone }: FarmTable, type: string): string {
  const bed = almanac.bed(type);
  return phone ? shortBed(bed) : `${shortBed(bed)}, ${bed.brief}`;
}
