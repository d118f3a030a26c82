/** The guest's settings, stored in this browser: sound, music, motion, theme, text size. */
import { recallJson, rememberJson } from './memory';

export interface Preferences {
  sound: boolean;
  /** Null until the guest decides: until then, games with music play it. */
  music: boolean | null;
  /** The music's volume, in percent. */
  volume: number;
  motion: 'full' | 'less' | 'system';
  theme: 'evening' | 'morning' | 'system';
  text: 'normal' | 'large' | 'larger';
  /** A short shake in the hand, where a device can. */
  haptics: boolean;
  /** A notification when it is the guest's turn and the page is not in sight. */
  notices: boolean;
  /** Asks before a move that can't be taken back. */
  confirm: boolean;
  /** Whether the panel is open beside the board, and beside boards that need all the room. */
  panel: boolean;
  foldedPanel: boolean;
}

const KEY = 'parlour.settings';
const DEFAULTS: Preferences = {
  sound: true,
  music: null,
  volume: 70,
  motion: 'system',
  theme: 'evening',
  text: 'normal',
  haptics: true,
  notices: false,
  confirm: false,
  panel: true,
  foldedPanel: false,
};

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const lightRoom = matchMedia('(prefers-color-scheme: light)');

class Settings {
  preferences = $state<Preferences>({ ...DEFAULTS, ...recallJson<Partial<Preferences>>(KEY) });
  /** The game on the screen has music. */
  musical = $state(false);
  #systemStill = $state(lessMotion.matches);
  #systemLight = $state(lightRoom.matches);

  still = $derived(this.preferences.motion === 'less' || (this.preferences.motion === 'system' && this.#systemStill));
  music = $derived(this.preferences.music ?? (this.musical && this.preferences.sound));
  theme = $derived<'evening' | 'morning'>(
    this.preferences.theme === 'system' ? (this.#systemLight ? 'morning' : 'evening') : this.preferences.theme,
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
    dataset.text = this.preferences.text;
    rememberJson(KEY, this.preferences);
  }

  toggleTheme(): void {
    this.preferences.theme = this.theme === 'evening' ? 'morning' : 'evening';
  }
}

export const settings = new Settings();
