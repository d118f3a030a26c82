/** The boards, one folder a game, loaded when somebody sits down. A game that is not here gets the plain table. */
import BattleFarm from './battle-farm/Scene.svelte';
import type { BoardEntry } from './board';
import ConnectFour from './connect-four/Scene.svelte';
import Deadwood from './deadwood/Scene.svelte';
import GardeningWar from './gardening-war/Scene.svelte';
import Kata from './kata-tcg/Scene.svelte';
import Monogwent from './monogwent/Scene.svelte';

const plain: BoardEntry = { board: () => import('./plain/Board.svelte') };

const boards: Record<string, BoardEntry> = {
  'kata-tcg': {
    scene: Kata,
    board: () => import('./kata-tcg/Board.svelte'),
    guide: { options: { healing: true, minions: true }, seats: 2, steps: () => import('./kata-tcg/guide') },
    keys: [
      [['E'], 'end your turn'],
      [['F3'], 'your decks'],
    ],
    aside: () => import('./kata-tcg/Hidden.svelte'),
    setup: { fields: ['decks'], form: () => import('./kata-tcg/DeckChoice.svelte') },
    workshop: { href: '/decks', label: 'Decks' },
    sounds: {
      drew: 'draw',
      attacked: 'play',
      summoned: 'play',
      leafed: 'draw',
      healed: 'heal',
      hit: 'hit',
      hurt: 'hit',
      bled: 'hit',
    },
    track: {
      title: 'Health, move by move',
      of: (view: { sides: { health: number }[] }) => view.sides.map((side) => Math.max(0, side.health)),
    },
  },
  'battle-farm': {
    scene: BattleFarm,
    board: () => import('./battle-farm/Board.svelte'),
    guide: { preset: 'short', seats: 2, steps: () => import('./battle-farm/guide') },
    keys: [
      [['E'], 'end the phase: stop buying, no trade, end play'],
      [['B'], 'make a bid'],
      [['N'], 'no bid'],
    ],
    aside: () => import('./battle-farm/Race.svelte'),
    setup: { fields: ['classes', 'win_limit', 'max_rounds'], form: () => import('./battle-farm/FarmSetup.svelte') },
    sounds: {
      harvested: 'heal',
      sold: 'heal',
      planted: 'play',
      played: 'play',
      bought: 'draw',
      drew: 'draw',
      stole: 'hit',
      lost: 'hit',
      took: 'hit',
      destroyed: 'hit',
      last_round: 'turn',
    },
    track: {
      title: 'Coins, move by move',
      of: (view: { farmers: { coins: number }[] }) => view.farmers.map((farmer) => farmer.coins),
    },
  },
  'gardening-war': {
    scene: GardeningWar,
    board: () => import('./gardening-war/Board.svelte'),
    guide: { preset: 'short', seats: 2, steps: () => import('./gardening-war/guide') },
    keys: [
      [['1', '…', '8'], 'the kinds of work'],
      [['A'], 'all that glow'],
      [['E'], 'done: send the move'],
    ],
    sounds: {
      bought: 'click',
      bought_field: 'play',
      planted: 'play',
      watered: 'draw',
      harvested: 'heal',
      fertilized: 'heal',
      dug: 'hit',
      withered: 'hit',
    },
    track: {
      title: 'Points, move by move',
      of: (view: { gardeners: { points: number }[] }) => view.gardeners.map(({ points }) => points),
    },
  },
  deadwood: {
    scene: Deadwood,
    board: () => import('./deadwood/Board.svelte'),
    guide: { preset: 'one day', seats: 2, steps: () => import('./deadwood/guide') },
    keys: [
      [['A'], 'act'],
      [['R'], 'rehearse'],
      [['E'], 'end your turn'],
    ],
    setup: { fields: ['board'], form: () => import('./deadwood/LotFiles.svelte') },
    sounds: { moved: 'draw', took_role: 'play', rehearsed: 'click', acted: 'play', upgraded: 'heal', bonus: 'heal' },
    track: {
      title: 'Score, move by move',
      of: (view: { players: { score: number }[] }) => view.players.map(({ score }) => score),
    },
  },
  monogwent: {
    scene: Monogwent,
    board: () => import('./monogwent/Board.svelte'),
    guide: { preset: 'hedge-and-storm', seats: 2, steps: () => import('./monogwent/guide') },
    aside: () => import('./monogwent/Rounds.svelte'),
    setup: { fields: ['faction0', 'faction1', 'script'], form: () => import('./monogwent/ScriptChoice.svelte') },
    notice: () => import('./monogwent/ScriptNotice.svelte'),
    workshop: { href: '/workshop', label: 'Card workshop' },
    asOriginal: true,
    music: true,
    keys: [
      [['E', 'Tab'], 'go to “Pass”; Enter presses it'],
      [['right Shift'], 'use your leader'],
      [['F2'], 'music on and off'],
      [['F3'], 'the card workshop'],
      [['F4'], 'full screen'],
      [['F12'], 'begin anew, after a question'],
      [['Esc'], 'with nothing to step back from: leave the table, after a question'],
    ],
    sounds: {
      played: 'play',
      boosted: 'play',
      swapped: 'play',
      weathered: 'hit',
      dispelled: 'heal',
      led: 'turn',
      drew: 'draw',
      recovered: 'heal',
      'round-over': 'turn',
    },
    track: {
      title: 'Power, move by move',
      of: (view: { sides: { power: number }[] }) => view.sides.map(({ power }) => power),
    },
  },
  'connect-four': {
    scene: ConnectFour,
    small: true,
    board: () => import('./connect-four/Board.svelte'),
    guide: { seats: 2, steps: () => import('./connect-four/guide') },
    sounds: { dropped: 'play' },
  },
};

export function boardOf(game: string): BoardEntry {
  return boards[game] ?? plain;
}
