import { expect, test } from 'vitest';
import { EFFECTS, mixed, type Effect } from './effects';
import { RATE, rendered, type Voice } from './voices';

/** How loud the loudest twentieth of a second is, in decibels below the loudest there could be. */
function loudness(samples: Float32Array): number {
  const span = RATE / 20;
  let most = 0;
  for (let from = 0; from < samples.length; from += span) {
    const part = samples.slice(from, from + span);
    most = Math.max(most, Math.sqrt(part.reduce((sum, each) => sum + each * each, 0) / span));
  }
  return 20 * Math.log10(most);
}
const peak = (samples: Float32Array) => samples.reduce((most, each) => Math.max(most, Math.abs(each)), 0);

test.each(EFFECTS)('%s does not startle: it begins softly, is never loud, and ends in silence', (effect) => {
  const samples = mixed(effect);
  expect(samples.every(Number.isFinite)).toBe(true);
  expect(peak(samples)).toBeLessThan(0.6);
  expect(peak(samples.slice(0, RATE / 1000))).toBeLessThan(peak(samples) / 3);
  expect(peak(samples.slice(-RATE / 500))).toBeLessThan(0.01);
  expect(samples.length / RATE).toBeLessThan(2.1);
});

test('no sound is much louder than another, and what calls somebody is louder than what confirms a click', () => {
  const loud = Object.fromEntries(EFFECTS.map((effect) => [effect, loudness(mixed(effect))])) as Record<Effect, number>;
  expect(Math.max(...Object.values(loud))).toBeLessThan(-9);
  expect(Math.min(...Object.values(loud))).toBeGreaterThan(-36);
  for (const call of ['turn', 'last', 'trade', 'low'] as const) expect(loud[call]).toBeGreaterThan(loud.click + 3);
});

test('instruments are in tune', () => {
  for (const voice of ['lute', 'koto', 'marimba', 'musicbox', 'flute'] as Voice[]) {
    const samples = rendered(voice, 69, 1);
    // A sine and a cosine of the pitch find most of it; a quarter tone beside it they find much less.
    const found = (pitch: number) => {
      let [real, other] = [0, 0];
      samples.forEach((each, at) => {
        real += each * Math.cos((2 * Math.PI * pitch * at) / RATE);
        other += each * Math.sin((2 * Math.PI * pitch * at) / RATE);
      });
      return Math.hypot(real, other);
    };
    expect(found(440)).toBeGreaterThan(2 * found(440 * 2 ** (1 / 24)));
  }
});
