/** How a board follows what happens. */
import { untrack } from 'svelte';
import { Motion } from './motion';
import type { Beat } from './table.svelte';

/** A motion that knows where everything was before the last beat. Call it while the board is being set up. */
export function motionOf(beat: () => Beat | null, root: () => HTMLElement | undefined): Motion {
  const motion = new Motion();
  $effect.pre(() => {
    void beat();
    motion.root = root();
    motion.before();
  });
  return motion;
}

/** Shows every beat once, after the board has been redrawn; `show` may return a cleanup function. */
export function onBeat(beat: () => Beat | null, show: (beat: Beat) => void | (() => void)): void {
  $effect(() => {
    const now = beat();
    if (now) return untrack(() => show(now));
  });
}
