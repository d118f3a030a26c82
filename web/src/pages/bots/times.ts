/** Bots' times and mistakes in words. */

export function span(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  return `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 1)} s`;
}

export const FAULTS: Record<string, string> = {
  crashed: 'Crashed',
  late: 'Late',
  gone: 'Gone',
  illegal: 'Illegal',
  unreadable: 'Unreadable',
  'out-of-turn': 'Out of turn',
  'too-fast': 'Too fast',
  note: 'Note',
};

/** "2 late, 1 illegal", or nothing. */
export function faultWords(faults: Record<string, number>): string {
  return Object.entries(faults)
    .map(([code, count]) => `${count} ${(FAULTS[code] ?? code).toLowerCase()}`)
    .join(', ');
}
