import { expect, test } from 'vitest';
import { soundAt, type Sounds } from './sound';

const sounds: Sounds = { draw: ['drew'], hit: ['bled', 'hurt'], '/games/nim/clack.ogg': ['took'] };

test.each([
  [['drew', 'took'], 'draw'],
  [['took'], '/games/nim/clack.ogg'],
  [['drew', 'hurt'], 'hit'],
  [['turn'], undefined],
])('%o sounds like %s', (kinds, sound) => expect(soundAt(sounds, kinds)).toBe(sound));
