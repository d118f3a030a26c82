/** The guest's settings, stored in this browser: sound, music, motion, the room, contrast, text size. */
import type { GameEntry } from '../games/board';
import { recallJson, rememberJson } from './memory';

export interface Preferences {
  sound: boolean;
  /** How loud sounds are, in percent. */
  loudness: number;
  /** Null until the guest decides: until then, games with music play it. */
  music: boolean | null;
  /** The music's volume, in percent. */
  volume: number;
  motion: 'full' | 'less' | 'system';
  theme: 'evening' | 'morning' | 'system';
  table: 'felt' | 'midnight' | 'claret';
  back: 'ruby' | 'sapphire' | 'ivy';
  contrast: 'normal' | 'more' | 'system';
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
  loudness: 70,
  music: null,
  volume: 70,
  motion: 'system',
  theme: 'evening',
  table: 'felt',
  back: 'ruby',
  contrast: 'system',
  text: 'normal',
  haptics: true,
  notices: false,
  confirm: false,
  panel: true,
  foldedPanel: false,
};

const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
const lightRoom = matchMedia('(prefers-color-scheme: light)');
const moreContrast = matchMedia('(prefers-contrast: more)');

class Settings {
  preferences = $state<Preferences>({ ...DEFAULTS, ...recallJson<Partial<Preferences>>(KEY) });
  /** The game on the screen has music. */
  musical = $state(false);
  /** What is played there, if not what the house plays everywhere. */
  tune = $state.raw<GameEntry['tune'] | null>(null);
  #systemStill = $state(lessMotion.matches);
  #systemLight = $state(lightRoom.matches);
  #systemContrast = $state(moreContrast.matches);

  still = $derived(this.preferences.motion === 'less' || (this.preferences.motion === 'system' && this.#systemStill));
  music = $derived(this.preferences.music ?? (this.musical && this.preferences.sound));
  theme = $derived<'evening' | 'morning'>(
    this.preferences.theme === 'system' ? (this.#systemLight ? 'morning' : 'evening') : this.preferences.theme,
  );
  contrast = $derived<'normal' | 'more'>(
    this.preferences.contrast === 'system' ? (this.#systemContrast ? 'more' : 'normal') : this.preferences.contrast,
  );

  constructor() {
    lessMotion.addEventListener('change', () => (this.#systemStill = lessMotion.matches));
    lightRoom.addEventListener('change', () => (this.#systemLight = lightRoom.matches));
    moreContrast.addEventListener('change', () => (this.#systemContrast = moreContrast.matches));
  }

  /** Applies the settings to the page and stores them; call it in an effect. */
  apply(): void {
    const { dataset } = document.documentElement;
    dataset.theme = this.theme;
    dataset.motion = this.still ? 'less' : 'full';
    dataset.text = this.preferences.text;
    dataset.table = this.preferences.table;
    dataset.back = this.preferences.back;
    dataset.contrast = this.contrast;
    rememberJson(KEY, this.preferences);
  }

  toggleTheme(): void {
    this.preferences.theme = this.theme === 'evening' ? 'morning' : 'evening';
  }
}

export const settings = new Settings();
