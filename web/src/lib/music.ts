/**
 * Quiet music from a small sequencer: a tune is a few chords, what accompanies them, and a scale over which somebody
 * improvises. It never repeats exactly and never asks for attention.
 */
import { audio } from './audio';
import { rendered, type Voice } from './voices';

/** A line of the accompaniment: which note of the chord sounds at each step, none where it is null. */
export interface Line {
  voice: Voice;
  steps: (number | null)[];
  /** Higher or lower than the chord, in half tones. */
  shift?: number;
  seconds: number;
  loud: number;
}

export interface Tune {
  /** Seconds from step to step, and how much later every second one comes, as a part of it. */
  step: number;
  swing?: number;
  /** The notes of each chord, lowest first (69 is the A of an orchestra), and how many steps it lasts. */
  chords: number[][];
  lasts: number;
  lines: Line[];
  /** Over which notes somebody improvises, on what, and how often in a step. */
  solo: { voice: Voice; scale: number[]; often: number; seconds: number; loud: number };
}

/** How far ahead notes are written, in seconds; more than a background tab may sleep. */
const AHEAD = 1.6;
/** The solo rests for this many chords after as many. */
const PHRASE = 2;

export class Music {
  #tune: Tune | null = null;
  #fade: GainNode | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #next = 0;
  #step = 0;
  #at = 0;
  #notes = new Map<string, AudioBuffer>();

  /** From 0 to 1. */
  set volume(part: number) {
    audio.volume('music', part);
  }

  /** Plays this tune from now on: another one dies away while it begins. */
  start(tune: Tune): void {
    if (this.#tune === tune) return;
    this.stop();
    const { context } = audio;
    this.#tune = tune;
    this.#notes.clear();
    this.#fade = context.createGain();
    this.#fade.gain.setValueAtTime(0, context.currentTime);
    this.#fade.gain.linearRampToValueAtTime(1, context.currentTime + 3);
    this.#fade.connect(audio.out('music'));
    this.#next = context.currentTime + 0.2;
    this.#step = 0;
    this.#at = tune.solo.scale.length >> 1;
    this.#timer = setInterval(() => this.#write(), 400);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#tune = null;
    const fade = this.#fade;
    if (!fade) return;
    const now = audio.context.currentTime;
    fade.gain.cancelScheduledValues(now);
    fade.gain.setTargetAtTime(0, now, 0.4);
    setTimeout(() => fade.disconnect(), 4000);
    this.#fade = null;
  }

  #write(): void {
    const tune = this.#tune;
    if (!tune) return;
    const now = audio.context.currentTime;
    // After the machine has slept, what was missed is not made up for.
    if (this.#next < now) this.#next = now + 0.1;
    while (this.#next < now + AHEAD) {
      this.#play(tune, this.#next + (this.#step % 2 ? tune.step * (tune.swing ?? 0) : 0));
      this.#next += tune.step;
      this.#step += 1;
    }
  }

  #play({ chords, lasts, lines, solo }: Tune, when: number): void {
    const bar = Math.floor(this.#step / lasts);
    const chord = chords[bar % chords.length] ?? [];
    for (const { voice, steps, shift = 0, seconds, loud } of lines) {
      const which = steps[this.#step % steps.length] ?? null;
      const note = which === null ? undefined : chord[which % chord.length];
      if (note !== undefined) this.#sound(voice, note + shift, seconds, when, loud);
    }
    const resting = Math.floor(bar / PHRASE) % 2 === 0;
    if (resting || Math.random() > solo.often) return;
    // A tune walks more than it leaps.
    this.#at += Math.round(Math.random() * 4 - 2);
    this.#at = Math.min(solo.scale.length - 1, Math.max(0, this.#at));
    this.#sound(solo.voice, solo.scale[this.#at] ?? 69, solo.seconds, when, solo.loud);
  }

  #sound(voice: Voice, note: number, seconds: number, at: number, loud: number): void {
    const key = `${voice} ${note} ${seconds}`;
    const buffer = this.#notes.get(key) ?? audio.buffer(rendered(voice, note, seconds));
    this.#notes.set(key, buffer);
    if (this.#fade) audio.start(buffer, 'music', { at, loud, through: this.#fade });
  }
}
