/** The keys of the original game. Tab passed there; here it goes to "Pass" first. Right Shift alone uses the leader. */
import { elsewhere } from '../../lib/keys';
import { says } from '../../lib/says.svelte';
import { settings } from '../../lib/settings.svelte';
import type { Battle } from './battle.svelte';

export class Keyboard {
  #battle: Battle;
  #shiftAlone = false;

  constructor(battle: Battle) {
    this.#battle = battle;
  }

  down = (event: KeyboardEvent): void => {
    this.#shiftAlone = event.code === 'ShiftRight';
    if (elsewhere(event)) return;
    if (this.#anyTime(event) || this.#inTurn(event)) event.preventDefault();
  };

  up = (event: KeyboardEvent): void => {
    const { view, seat } = this.#battle;
    const alone = event.code === 'ShiftRight' && this.#shiftAlone;
    this.#shiftAlone = false;
    if (alone && !elsewhere(event) && view.round > 0 && seat !== null) this.#battle.useLeader();
  };

  /** Keys that work on anybody's turn; true if it was one of them. */
  #anyTime({ key, target }: KeyboardEvent): boolean {
    // Inside the board, the arrows attachment handles stepping back.
    if (key === 'Escape') return !this.#battle.root?.contains(target as Node) && this.#battle.takeBack();
    if (key === 'F2') settings.preferences.music = !settings.music;
    else if (key === 'F4') void fullScreen().catch(() => {});
    else return false;
    return true;
  }

  #inTurn(event: KeyboardEvent): boolean {
    const { view, picker, root } = this.#battle;
    const target = event.target as HTMLElement;
    if (view.round === 0 || !picker.active) return false;
    if (this.#leadsToPass(event)) {
      picker.clear();
      root?.querySelector<HTMLElement>('.pass')?.focus();
      says.note('Press Enter to pass, or the arrow keys to go back to your cards.');
    } else if (event.key.startsWith('Arrow') && target === document.body) {
      root?.querySelector<HTMLElement>('.hand .can, .pass')?.focus();
    } else return false;
    return true;
  }

  #leadsToPass({ key, shiftKey, target }: KeyboardEvent): boolean {
    const at = target as HTMLElement;
    const here = at === document.body || this.#battle.root?.contains(at);
    return (key.toLowerCase() === 'e' || key === 'Tab') && !shiftKey && !!here && !at.closest('.pass');
  }
}

const fullScreen = (): Promise<void> =>
  document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
