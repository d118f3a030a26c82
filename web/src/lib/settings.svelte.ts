/** The guest's settings, stored in this browser: sound, music, motion, theme, text size. */
import { recallJson, rememberJson } from './memory';

export interface Wishes {
  sound: boolean;
  /** Null until the guest decides: until then, games with music play it. */
  music: boolean | null;
  /** The music's volume, in percent. */
  volume: number;
  motion: 'full' | 'less' | 'system';
  theme: 'evening' | 'morning' | 'system';
  text: 'normal' | 'large' | 'larger';
  panel: boolean;
}

const KEY = 'parlour.settings';
const DEFAULTS: Wishes = {
  sound: true,
  music: null,
  volume: 70,
  motion: 'system',
  theme: 'evening',
  text: 'normal',
  panel: true,
};

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const lightRoom = matchMedia('(prefers-color-scheme: light)');

class Settings {
  wishes = $state<Wishes>({ ...DEFAULTS, ...recallJson<Partial<Wishes>>(KEY) });
  /** The game on the screen has music. */
  musical = $state(false);
  #systemStill = $state(lessMotion.matches);
  #systemLight = $state(lightRoom.matches);

  still = $derived(this.wishes.motion === 'less' || (this.wishes.motion === 'system' && this.#systemStill));
  music = $derived(this.wishes.music ?? (this.musical && this.wishes.sound));
  theme = $derived<'evening' | 'morning'>(
    this.wishes.theme === 'system' ? (this.#systemLight ? 'morning' : 'evening') : this.wishes.theme,
  );

  constructor() {
    lessMotion.addEventListener('change', () => (this.#systemStill = lessMotion.matches));
    lightRoom.addEventListener('change', () => (this.#systemLight = lightRoom.matches));
  }

  /** Applies the settings to the page and stores them; call it in an effect. */
  apply(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    dataset.motion = this.still ? 'less' : 'full';
    dataset.text = this.wishes.text;
    rememberJson(KEY, this.wishes);
  }

  toggleTheme(): void {
    this.wishes.theme = this.theme === 'evening' ? 'morning' : 'evening';
  }
}

export const settings = new Settings();
