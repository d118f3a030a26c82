/** The clocks to choose from for a game with a stranger, in the house's notation. */
import type { Game } from './protocol';

export interface ClockChoice {
  value: string;
  label: string;
}

const USUAL: ClockChoice[] = [
  { value: '3+2', label: '3 min' },
  { value: '5+3', label: '5 min' },
  { value: '15+10', label: '15 min' },
];

/** The game's own clock first, if it has one. */
export function clockChoices(game: Game): ClockChoice[] {
  const own = game.clock.move_ms || game.clock.bank_ms ? [{ value: '', label: 'The game’s own' }] : [];
  return [...own, ...USUAL];
}

export const clockWish = (value: string): { clock?: string } => (value ? { clock: value } : {});

/** The one that suits most. */
export const usualClock = (game: Game): string => (clockChoices(game)[0]?.value === '' ? '' : '5+3');
