/** Sound effects, synthesised when they are first heard. Silent before the first click or key, and when sound is off. */
import type { Effect } from './effects';
import { settings } from './settings.svelte';

/** One of ours, or the address of an outside game's file. */
export type Sound = Effect | `/${string}`;
export type Sounds = Partial<Record<Sound, string[]>>;

let awake = false;
const made = new Map<Effect, AudioBuffer>();

/** Called at the guest's first gesture: browsers allow sound only from then on. */
export function wakeSound(): void {
  awake = true;
}

const isFile = (sound: Sound): sound is `/${string}` => sound.startsWith('/');

export function play(sound: Sound): void {
  const { sound: on, loudness } = settings.preferences;
  if (!awake || !on || !loudness || document.hidden) return;
  if (isFile(sound)) {
    const file = new Audio(sound);
    file.volume = (loudness / 100) ** 2;
    return void file.play().catch(() => {});
  }
  void ours(sound, loudness / 100).catch(() => {}); // no device to play on
}

async function ours(effect: Effect, volume: number): Promise<void> {
  const [{ audio }, { mixed }] = await Promise.all([import('./audio'), import('./effects')]);
  audio.volume('effects', volume);
  const buffer = made.get(effect) ?? audio.buffer(mixed(effect));
  made.set(effect, buffer);
  audio.start(buffer, 'effects');
}

/** The sound for events that happen together: the last round if it begins, a hit if there is one, otherwise the first. */
export function soundAt(sounds: Sounds, kinds: string[], last = false): Sound | undefined {
  if (last) return 'last';
  const all = Object.entries(sounds) as [Sound, string[]][];
  const heard = kinds.flatMap((kind) => all.filter(([, at]) => at.includes(kind)).map(([sound]) => sound));
  return heard.find((sound) => sound === 'last') ?? heard.find((sound) => sound === 'hit') ?? heard[0];
}
