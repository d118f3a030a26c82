/** Deadwood: a guitar on the trail, and somebody who whistles. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.3,
  swing: 0.16,
  chords: [
    [52, 59, 64, 67], // E minor
    [57, 60, 64, 69], // A minor
    [50, 57, 62, 66], // D
    [47, 54, 59, 63], // B
  ],
  lasts: 12,
  lines: [
    { voice: 'guitar', steps: [0, null, 2, 1, 3, null, 0, null, 2, 1, 3, null], seconds: 1.8, loud: 0.3 },
    { voice: 'bass', steps: [0, null, null, null, null, null], shift: -12, seconds: 1.4, loud: 0.26 },
    { voice: 'brush', steps: [null, null, null, 0, null, 0], shift: 20, seconds: 0.12, loud: 0.05 },
  ],
  solo: { voice: 'flute', scale: [71, 74, 76, 78, 79, 83, 86], often: 0.2, seconds: 1.2, loud: 0.13 },
};

export default tune;
