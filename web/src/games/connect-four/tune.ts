/** Connect four: a music box that has been wound up once too often. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.38,
  chords: [
    [60, 64, 67, 72], // C
    [57, 60, 64, 69], // A minor
    [53, 57, 60, 65], // F
    [55, 59, 62, 67], // G
  ],
  lasts: 6,
  lines: [
    { voice: 'musicbox', steps: [0, 2, 3, 1, 3, 2], shift: 12, seconds: 1.6, loud: 0.24 },
    { voice: 'guitar', steps: [0, null, null, null, null, null], shift: -12, seconds: 2, loud: 0.26 },
  ],
  solo: { voice: 'musicbox', scale: [79, 81, 84, 86, 88, 91], often: 0.18, seconds: 1.4, loud: 0.14 },
};

export default tune;
