/** Synthesised sound effects. Silent before the first click or key, and when sound is off. */
import { settings } from './settings.svelte';

type Made = 'draw' | 'play' | 'hit' | 'heal' | 'win' | 'lose' | 'turn' | 'click' | 'refuse';
/** One of ours, or the address of an outside game's file. */
export type Sound = Made | `/${string}`;
export type Sounds = Partial<Record<Sound, string[]>>;

type Recipe = (number | undefined)[];
const _ = undefined;

// zzfx: volume, randomness, frequency, attack, sustain, release, shape, shape curve, slide, …
const RECIPES: Record<Made, Recipe> = {
  draw: [0.5, 0.05, 900, 0.01, 0.01, 0.06, 4, 2.2, -12, _, _, _, _, 3],
  play: [0.9, 0.05, 180, 0.005, 0.03, 0.12, 0, 1.8, -3, _, _, _, _, 1.5],
  hit: [1, 0.08, 110, 0.005, 0.04, 0.22, 2, 2.4, -2, _, _, _, _, 5, _, 0.3],
  heal: [0.6, 0, 523, 0.03, 0.12, 0.28, 0, 1.2, _, _, 131, 0.07, _, _, _, _, 0.06],
  win: [0.9, 0, 392, 0.02, 0.35, 0.5, 0, 1.3, _, _, 196, 0.1, 0.1, _, _, _, 0.1],
  lose: [0.8, 0, 220, 0.04, 0.3, 0.5, 1, 1.4, -1.2, _, -55, 0.16, _, _, _, _, 0.1],
  turn: [0.6, 0, 660, 0.01, 0.06, 0.22, 0, 1.4, _, _, 220, 0.08, _, _, _, _, 0.05],
  click: [0.35, 0.02, 420, 0.002, 0.005, 0.03, 0, 1.2],
  refuse: [0.6, 0, 140, 0.01, 0.05, 0.09, 1, 1.8, _, _, -30, 0.05],
};

let ready: Promise<(...recipe: Recipe) => unknown> | null = null;
let awake = false;

/** Called at the guest's first gesture: browsers allow sound only from then on. */
export function wakeSound(): void {
  awake = true;
}

async function load(): Promise<(...recipe: Recipe) => unknown> {
  const { zzfx, ZZFX } = await import('zzfx');
  ZZFX.volume = 0.25;
  void ZZFX.audioContext.resume();
  return zzfx;
}

export function play(sound: Sound): void {
  if (!awake || !settings.preferences.sound || document.hidden) return;
  const recipe = RECIPES[sound as Made] as Recipe | undefined;
  if (!recipe) return void new Audio(sound).play().catch(() => {});
  ready ??= load();
  ready.then(
    (zzfx) => zzfx(...recipe),
    () => (ready = null),
  );
}

/** The sound for events that happen together: a hit if there is one, otherwise the first. */
export function soundAt(sounds: Sounds, kinds: string[]): Sound | undefined {
  const all = Object.entries(sounds) as [Sound, string[]][];
  const heard = kinds.flatMap((kind) => all.filter(([, at]) => at.includes(kind)).map(([sound]) => sound));
  return heard.includes('hit') ? 'hit' : heard[0];
}
