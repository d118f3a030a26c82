/** Battle Farm: a banjo on the porch. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.27,
  swing: 0.3,
  chords: [
    [55, 59, 62, 67], // G
    [55, 59, 62, 67],
    [60, 64, 67, 72], // C
    [50, 54, 57, 62], // D
  ],
  lasts: 8,
  lines: [
    { voice: 'banjo', steps: [0, 2, 3, 1, 2, 0, 3, 2], shift: 0, seconds: 0.8, loud: 0.2 },
    { voice: 'bass', steps: [0, null, null, null, 2, null, null, null], shift: -12, seconds: 0.9, loud: 0.3 },
    { voice: 'brush', steps: [null, null, 0, null, null, null, 0, null], shift: 24, seconds: 0.14, loud: 0.06 },
  ],
  solo: { voice: 'lute', scale: [67, 69, 71, 74, 76, 79, 81], often: 0.28, seconds: 0.9, loud: 0.2 },
};

export default tune;
