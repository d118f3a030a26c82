/** Gardening War: a marimba like rain from leaf to leaf. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.34,
  chords: [
    [53, 60, 65, 69], // F
    [55, 59, 62, 67], // G over F's scale
    [52, 59, 64, 67], // E minor
    [57, 60, 64, 69], // A minor
  ],
  lasts: 12,
  lines: [
    { voice: 'marimba', steps: [0, null, 2, 3, null, 1, 2, null, 3, null, 1, null], seconds: 1.2, loud: 0.28 },
    {
      voice: 'strings',
      steps: [0, null, null, null, null, null, null, null, null, null, null, null],
      seconds: 4.4,
      loud: 0.13,
    },
  ],
  solo: { voice: 'flute', scale: [65, 67, 69, 71, 72, 76, 77, 79], often: 0.16, seconds: 1.1, loud: 0.12 },
};

export default tune;
