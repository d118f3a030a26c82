/** Scrolls to what matters now: smoothly, or at once with reduced motion. */
import { settings } from './settings.svelte';

export function bringIntoView(thing: Element | null | undefined, block: ScrollLogicalPosition = 'nearest'): void {
  thing?.scrollIntoView({ block, behavior: settings.still ? 'auto' : 'smooth' });
}
