/** Kata TCG: a koto in an empty hall, and somebody who breathes before each note. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.5,
  chords: [
    [50, 57, 58, 62],
    [50, 55, 62, 63],
    [46, 53, 58, 62],
    [50, 57, 62, 69],
  ],
  lasts: 8,
  lines: [
    { voice: 'koto', steps: [0, null, null, 2, null, 3, null, null], shift: 12, seconds: 1.8, loud: 0.32 },
    { voice: 'strings', steps: [0, null, null, null, null, null, null, null], seconds: 4.2, loud: 0.12 },
    { voice: 'wood', steps: [null, null, null, null, null, null, 0, null], shift: 12, seconds: 0.2, loud: 0.06 },
  ],
  solo: { voice: 'koto', scale: [62, 63, 67, 69, 70, 74, 75, 79], often: 0.26, seconds: 1.8, loud: 0.26 },
};

export default tune;
