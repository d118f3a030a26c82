/**
 * The house's instruments: each renders a note as samples, by arithmetic alone. Whatever they play begins softly and
 * ends in silence, so that nothing clicks.
 */

/** Samples a second: enough for what a small room plays, at half the memory. */
export const RATE = 22_050;

/** Something struck or plucked: partials (times the pitch, how loud, seconds until it has faded to a third). */
type Partials = [times: number, loud: number, fades: number][];

const STRUCK = {
  lute: [
    [1, 1, 0.6],
    [2, 0.55, 0.42],
    [3, 0.3, 0.3],
    [4, 0.16, 0.2],
    [5, 0.1, 0.14],
  ],
  koto: [
    [1, 1, 0.5],
    [2, 0.7, 0.3],
    [3, 0.45, 0.22],
    [4.01, 0.35, 0.13],
    [6.02, 0.2, 0.08],
  ],
  banjo: [
    [1, 0.8, 0.26],
    [2, 0.7, 0.2],
    [3, 0.5, 0.13],
    [4, 0.3, 0.1],
    [5, 0.25, 0.07],
  ],
  guitar: [
    [1, 1, 0.9],
    [2, 0.45, 0.55],
    [3, 0.22, 0.35],
    [4, 0.08, 0.2],
  ],
  marimba: [
    [1, 1, 0.36],
    [3.93, 0.28, 0.1],
    [9.2, 0.06, 0.03],
  ],
  musicbox: [
    [1, 1, 0.9],
    [2, 0.16, 0.5],
    [5.4, 0.14, 0.16],
  ],
  bell: [
    [1, 1, 0.55],
    [2.01, 0.4, 0.36],
    [2.99, 0.18, 0.22],
    [4.2, 0.12, 0.12],
  ],
  gong: [
    [1, 1, 1.1],
    [1.51, 0.4, 0.9],
    [2.02, 0.34, 0.6],
    [2.67, 0.2, 0.4],
  ],
  coin: [
    [1, 0.8, 0.09],
    [2.76, 0.6, 0.07],
    [5.4, 0.3, 0.03],
  ],
  wood: [
    [1, 1, 0.03],
    [2.6, 0.4, 0.014],
  ],
  drum: [
    [1, 1, 0.08],
    [1.6, 0.5, 0.05],
  ],
} satisfies Record<string, Partials>;

/** Something blown or bowed: partials without fading, seconds to swell and to die away, and how much it trembles. */
const HELD = {
  flute: {
    partials: [
      [1, 1],
      [2, 0.18],
      [3, 0.05],
    ],
    swell: 0.09,
    falls: 0.25,
    tremble: 0.006,
  },
  strings: {
    partials: [
      [1, 1],
      [1.004, 0.8],
      [2, 0.35],
      [3, 0.16],
    ],
    swell: 0.5,
    falls: 0.9,
    tremble: 0.002,
  },
  bass: {
    partials: [
      [1, 1],
      [2, 0.25],
    ],
    swell: 0.05,
    falls: 0.4,
    tremble: 0,
  },
} satisfies Record<string, { partials: [number, number][]; swell: number; falls: number; tremble: number }>;

/** Something that rustles: noise, dulled to this pitch. */
const RUSTLE = ['paper', 'brush'] as const;

export type Voice = keyof typeof STRUCK | keyof typeof HELD | (typeof RUSTLE)[number];

/** How long a note takes to begin, in seconds. */
const SOFTLY = 0.006;

export const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** A note of this many seconds, at most 1 loud. */
export function rendered(voice: Voice, note: number, seconds: number): Float32Array<ArrayBuffer> {
  const samples = new Float32Array(Math.ceil(seconds * RATE));
  if (voice in STRUCK) strike(samples, hertz(note), STRUCK[voice as keyof typeof STRUCK]);
  else if (voice in HELD) hold(samples, hertz(note), HELD[voice as keyof typeof HELD]);
  else rustle(samples, hertz(note));
  const peak = samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
  const [first, last] = [SOFTLY * RATE, 0.2 * samples.length];
  return samples.map(
    (each, at) => (each / (peak || 1)) * Math.min(1, at / first) * Math.min(1, (samples.length - 1 - at) / last),
  );
}

function strike(samples: Float32Array, pitch: number, partials: Partials): void {
  for (const [times, loud, fades] of partials) {
    if (pitch * times > RATE / 2.2) continue;
    const turn = (2 * Math.PI * pitch * times) / RATE;
    // High strings fade sooner than low ones.
    const fade = Math.exp(-1 / (RATE * fades * Math.min(2, Math.sqrt(440 / pitch))));
    let level = loud;
    for (let at = 0; at < samples.length; at++, level *= fade) samples[at]! += level * Math.sin(turn * at);
  }
}

function hold(samples: Float32Array, pitch: number, { partials, swell, falls, tremble }: (typeof HELD)['flute']): void {
  const length = samples.length / RATE;
  for (let at = 0; at < samples.length; at++) {
    const time = at / RATE;
    const level = Math.min(1, time / swell, (length - time) / falls);
    const bent = time + (tremble * Math.sin(2 * Math.PI * 5 * time)) / (2 * Math.PI * 5);
    for (const [times, loud] of partials) samples[at]! += level * loud * Math.sin(2 * Math.PI * pitch * times * bent);
  }
}

function rustle(samples: Float32Array, pitch: number): void {
  const dull = 1 - Math.exp((-2 * Math.PI * pitch) / RATE);
  let [once, twice, seed] = [0, 0, 1];
  for (let at = 0; at < samples.length; at++) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    once += dull * (seed / 2 ** 31 - 1 - once);
    twice += dull * (once - twice);
    samples[at] = (once - twice) * Math.exp((-4 * at) / samples.length);
  }
}
