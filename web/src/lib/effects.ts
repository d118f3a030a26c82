/** What the house's sounds are made of: a few notes each, quiet and short; louder only where somebody has to act. */
import { RATE, rendered, type Voice } from './voices';

export type Effect =
  'draw' | 'play' | 'hit' | 'heal' | 'win' | 'lose' | 'turn' | 'click' | 'refuse' | 'trade' | 'last' | 'low';

type Note = [at: number, voice: Voice, note: number, seconds: number, loud: number];

const NOTES: Record<Effect, Note[]> = {
  draw: [[0, 'paper', 96, 0.16, 0.3]],
  play: [
    [0, 'drum', 48, 0.2, 0.3],
    [0, 'paper', 84, 0.12, 0.2],
  ],
  hit: [
    [0, 'drum', 38, 0.34, 0.42],
    [0.01, 'brush', 72, 0.22, 0.22],
  ],
  heal: [
    [0, 'bell', 72, 0.6, 0.2],
    [0.09, 'bell', 79, 0.7, 0.22],
  ],
  win: [
    [0, 'lute', 60, 1.2, 0.22],
    [0.13, 'lute', 64, 1.2, 0.22],
    [0.26, 'lute', 67, 1.2, 0.24],
    [0.4, 'bell', 72, 1.4, 0.26],
  ],
  lose: [
    [0, 'lute', 57, 1.1, 0.26],
    [0.22, 'lute', 53, 1.3, 0.26],
    [0.22, 'bass', 41, 1.2, 0.14],
  ],
  turn: [
    [0, 'bell', 76, 0.6, 0.3],
    [0.12, 'bell', 81, 0.8, 0.32],
  ],
  click: [[0, 'wood', 81, 0.08, 0.16]],
  refuse: [
    [0, 'wood', 57, 0.12, 0.3],
    [0.1, 'wood', 53, 0.14, 0.3],
  ],
  trade: [
    [0, 'coin', 88, 0.2, 0.24],
    [0.07, 'coin', 91, 0.2, 0.2],
    [0.15, 'coin', 86, 0.26, 0.24],
  ],
  last: [
    [0, 'gong', 52, 1.3, 0.36],
    [0.42, 'gong', 52, 1.6, 0.34],
  ],
  low: [
    [0, 'wood', 74, 0.1, 0.34],
    [0.16, 'wood', 70, 0.1, 0.34],
    [0.5, 'wood', 74, 0.1, 0.34],
    [0.66, 'wood', 70, 0.1, 0.34],
  ],
};

export const EFFECTS = Object.keys(NOTES) as Effect[];

/** An effect as it sounds at full volume. */
export function mixed(effect: Effect): Float32Array<ArrayBuffer> {
  const notes = NOTES[effect];
  const mix = new Float32Array(Math.ceil(RATE * Math.max(...notes.map(([at, , , seconds]) => at + seconds))) + 1);
  for (const [at, voice, note, seconds, loud] of notes) {
    const from = Math.round(at * RATE);
    rendered(voice, note, seconds).forEach((each, n) => (mix[from + n]! += loud * each));
  }
  return mix;
}
