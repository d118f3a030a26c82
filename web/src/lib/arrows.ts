/** Arrow keys move the focus to the nearest thing in that direction; Escape and Backspace step back. */
import type { Attachment } from 'svelte/attachments';
import { shortcut, typing } from './keys';

const STEPS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Whether the guest plays by keyboard: then the focus may be moved to where the next choice is. */
let byKeyboard = false;
addEventListener('keydown', () => (byKeyboard = true), true);
addEventListener('pointerdown', () => (byKeyboard = false), true);

/** Moves a keyboard player's focus to the first of these things once the page has changed, unless it has moved by then. */
export function leadFocus(root: HTMLElement | undefined, ...things: string[]): void {
  if (!byKeyboard || !root) return;
  const from = document.activeElement;
  requestAnimationFrame(() => {
    const now = document.activeElement;
    if (now && now !== from && now !== document.body) return;
    const next = things.map((thing) => root.querySelector<HTMLElement>(thing)).find(Boolean);
    next?.focus();
  });
}

/** The same, but only if the focused thing is gone. */
export function keepFocus(root: HTMLElement | undefined, ...things: string[]): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body || document.activeElement === null) leadFocus(root, ...things);
  });
}

export function arrows(back: () => boolean): Attachment<HTMLElement> {
  return (root) => {
    const hear = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || typing(event)) return;
      if (event.key === 'Escape' || event.key === 'Backspace') {
        if (back()) event.preventDefault();
        return;
      }
      const step = STEPS[event.key];
      if (!step || shortcut(event)) return;
      const next = nearest(root, event.target as HTMLElement, step);
      if (next) {
        event.preventDefault();
        next.focus();
      }
    };
    root.addEventListener('keydown', hear);
    return () => root.removeEventListener('keydown', hear);
  };
}

function nearest(root: HTMLElement, from: HTMLElement, [dx, dy]: [number, number]): HTMLElement | null {
  const here = middle(from);
  let best: HTMLElement | null = null;
  let bestCost = Infinity;
  for (const thing of root.querySelectorAll<HTMLElement>('button:not(:disabled), a[href], [tabindex="0"]')) {
    if (thing === from || !thing.offsetParent) continue;
    const there = middle(thing);
    const along = (there.x - here.x) * dx + (there.y - here.y) * dy;
    const aside = Math.abs((there.x - here.x) * dy) + Math.abs((there.y - here.y) * dx);
    // A neighbour in a fan counts as sideways, although it sits a little higher.
    if (along < 4 || along < aside * 0.3) continue;
    const cost = along + aside * 2.5;
    if (cost < bestCost) [best, bestCost] = [thing, cost];
  }
  return best;
}

function middle(thing: HTMLElement): { x: number; y: number } {
  const { left, top, width, height } = thing.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
