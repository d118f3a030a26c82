/**
 * Quiet music from a small sequencer over Web Audio: four slow chords on a plucked string, a bass note under each, and
 * now and then an improvised tune. It never repeats exactly and never asks for attention.
 */

const CHORDS = [
  [57, 60, 64, 69], // A minor
  [53, 57, 60, 65], // F
  [48, 55, 60, 64], // C
  [55, 59, 62, 67], // G
];
const TUNE = [69, 72, 74, 76, 79, 81];
const BEAT = 0.42;
const AHEAD = 1.5;

const hertz = (note: number): number => 440 * 2 ** ((note - 69) / 12);

/** As loud as it gets. */
const FULL = 0.3;

export class Music {
  #loud = 0;
  #context: AudioContext | null = null;
  #out: GainNode | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #next = 0;
  #beat = 0;

  /** From 0 to 1; ears hear the square of it. */
  set volume(part: number) {
    this.#loud = FULL * part * part;
    if (this.#timer && this.#context && this.#out)
      this.#out.gain.setTargetAtTime(this.#loud, this.#context.currentTime, 0.1);
  }

  start(): void {
    if (this.#timer) return;
    this.#context ??= new AudioContext();
    const context = this.#context;
    void context.resume();
    this.#out = context.createGain();
    this.#out.gain.setValueAtTime(0, context.currentTime);
    this.#out.gain.linearRampToValueAtTime(this.#loud, context.currentTime + 2);
    const soft = context.createBiquadFilter();
    soft.type = 'lowpass';
    soft.frequency.value = 1500;
    this.#out.connect(soft).connect(context.destination);
    this.#next = context.currentTime + 0.2;
    this.#timer = setInterval(() => this.#write(), 400);
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#context && this.#out) {
      const now = this.#context.currentTime;
      this.#out.gain.cancelScheduledValues(now);
      this.#out.gain.setTargetAtTime(0, now, 0.3);
    }
  }

  #write(): void {
    const context = this.#context;
    if (!context) return;
    while (this.#next < context.currentTime + AHEAD) {
      const chord = CHORDS[Math.floor(this.#beat / 8) % CHORDS.length] ?? [];
      const step = this.#beat % 8;
      if (step === 0) this.#pluck((chord[0] ?? 57) - 12, this.#next, 3.2, 0.5);
      if (step % 2 === 0) this.#pluck(chord[(step / 2) % chord.length] ?? 60, this.#next, 2.2, 0.34);
      if (step > 2 && Math.random() < 0.22) {
        this.#pluck(TUNE[Math.floor(Math.random() * TUNE.length)] ?? 72, this.#next + BEAT / 2, 1.8, 0.24);
      }
      this.#next += BEAT;
      this.#beat += 1;
    }
  }

  #pluck(note: number, when: number, length: number, loud: number): void {
    if (!this.#context || !this.#out) return;
    const string = this.#context.createOscillator();
    const hand = this.#context.createGain();
    string.type = 'triangle';
    string.frequency.value = hertz(note);
    hand.gain.setValueAtTime(0, when);
    hand.gain.linearRampToValueAtTime(loud, when + 0.015);
    hand.gain.exponentialRampToValueAtTime(0.001, when + length);
    string.connect(hand).connect(this.#out);
    string.start(when);
    string.stop(when + length);
  }
}
