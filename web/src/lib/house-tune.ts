/** What the house plays where no game has a tune of its own: a lute by the fire. */
import type { Tune } from './music';

const tune: Tune = {
  step: 0.46,
  swing: 0.12,
  chords: [
    [50, 57, 62, 65],
    [48, 55, 60, 64],
    [53, 57, 60, 65],
    [45, 52, 57, 61],
  ],
  lasts: 8,
  lines: [
    { voice: 'guitar', steps: [0, null, 1, null, 2, null, 3, null], seconds: 2, loud: 0.34 },
    { voice: 'bass', steps: [0, null, null, null, null, null, null, null], shift: -12, seconds: 2.4, loud: 0.3 },
  ],
  solo: { voice: 'lute', scale: [62, 64, 65, 67, 69, 72, 74, 76], often: 0.3, seconds: 1.4, loud: 0.24 },
};

export default tune;
