/**
 * What the house plays goes through here: effects and music, each as loud as the guest wants, and a limiter that lets
 * nothing startle when several sounds come at once. Nothing sounds before the guest's first click or key.
 */
import { RATE } from './voices';

type Channel = 'effects' | 'music';

/** As loud as a channel gets. */
const FULL: Record<Channel, number> = { effects: 0.55, music: 0.3 };

class Mixer {
  #context: AudioContext | null = null;
  #channels: Partial<Record<Channel, GainNode>> = {};
  #volumes: Record<Channel, number> = { effects: 1, music: 1 };

  /** The context, made when something sounds for the first time. */
  get context(): AudioContext {
    if (!this.#context) {
      const context = new AudioContext();
      const limiter = context.createDynamicsCompressor();
      limiter.threshold.value = -12;
      limiter.ratio.value = 12;
      limiter.attack.value = 0.002;
      limiter.connect(context.destination);
      for (const channel of ['effects', 'music'] as const) {
        const gain = context.createGain();
        gain.gain.value = this.#gain(channel);
        gain.connect(limiter);
        this.#channels[channel] = gain;
      }
      this.#context = context;
    }
    if (this.#context.state === 'suspended') void this.#context.resume();
    return this.#context;
  }

  /** From 0 to 1; ears hear the square of it. */
  volume(channel: Channel, part: number): void {
    this.#volumes[channel] = part;
    if (this.#context)
      this.#channels[channel]?.gain.setTargetAtTime(this.#gain(channel), this.#context.currentTime, 0.1);
  }

  buffer(samples: Float32Array<ArrayBuffer>): AudioBuffer {
    const buffer = this.context.createBuffer(1, samples.length, RATE);
    buffer.copyToChannel(samples, 0);
    return buffer;
  }

  /** Plays a sound, now or at a time of the context; `through` stands between it and its channel. */
  start(buffer: AudioBuffer, channel: Channel, { at = 0, loud = 1, through }: Start = {}): void {
    const context = this.context;
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = buffer;
    gain.gain.value = loud;
    source.connect(gain).connect(through ?? this.out(channel));
    source.start(at);
  }

  out(channel: Channel): GainNode {
    void this.context;
    return this.#channels[channel]!;
  }

  #gain(channel: Channel): number {
    return FULL[channel] * this.#volumes[channel] ** 2;
  }
}

interface Start {
  at?: number;
  loud?: number;
  through?: AudioNode;
}

export const audio = new Mixer();
