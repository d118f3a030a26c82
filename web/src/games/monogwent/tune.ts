/** MonoGwent: an inn between two battles. */
import type { Tune } from '../../lib/music';

const tune: Tune = {
  step: 0.42,
  chords: [
    [57, 60, 64, 69], // A minor
    [53, 57, 60, 65], // F
    [48, 55, 60, 64], // C
    [55, 59, 62, 67], // G
  ],
  lasts: 8,
  lines: [
    { voice: 'lute', steps: [0, null, 1, null, 2, null, 3, null], seconds: 2, loud: 0.36 },
    { voice: 'bass', steps: [0, null, null, null, null, null, null, null], shift: -12, seconds: 2.6, loud: 0.36 },
    { voice: 'drum', steps: [0, null, null, null, null, 0, null, null], shift: -16, seconds: 0.3, loud: 0.12 },
  ],
  solo: { voice: 'flute', scale: [69, 72, 74, 76, 79, 81], often: 0.24, seconds: 0.9, loud: 0.15 },
};

export default tune;
