/**
 * Animation from events: everything moves once, briefly, from where it was to where it is.
 *
 * A board marks its things with `data-thing="hand:jab"`. Before the page changes it calls `before()`, afterwards
 * `after()`: things that are still there glide; `fly` sends a copy of a thing that left to where it went.
 */
import { settings } from './settings.svelte';

interface Seen {
  rect: DOMRect;
  likeness: HTMLElement;
}

const GLIDE = 260;
const EASE = 'cubic-bezier(.2,.8,.3,1)';

/** How often something may start moving again before we stop waiting: a restless board must not hold the guest up. */
const MOST_STARTS = 20;

/** The next frame, or at once if the page gets hidden and nothing is drawn any more. */
const drawn = (): Promise<unknown> =>
  new Promise((done) => {
    const end = () => {
      document.removeEventListener('visibilitychange', end);
      done(undefined);
    };
    document.addEventListener('visibilitychange', end);
    requestAnimationFrame(end);
  });
const pause = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));

/** The animations below this element that will finish. */
const ending = (root: Element): Animation[] =>
  root
    .getAnimations({ subtree: true })
    .filter(({ playState, effect }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity);

/** Waits until everything in this part of the page has come to rest, and then a moment longer to let it be seen. */
export async function seen(root: Element, moment: number): Promise<void> {
  for (let starts = 0; starts < MOST_STARTS && !document.hidden; starts++) {
    // News is drawn in the next frame and starts moving in the one after.
    await drawn();
    await drawn();
    const motions = ending(root);
    if (motions.length) await Promise.allSettled(motions.map(({ finished }) => finished));
    else {
      await pause(moment);
      if (!ending(root).length) return;
    }
  }
}

export class Motion {
  root: HTMLElement | undefined;
  #seen = new Map<string, Seen>();

  /** Remembers where everything is. */
  before(): void {
    this.#seen.clear();
    if (!this.root || document.hidden) return;
    for (const thing of this.#things()) {
      this.#seen.set(thing.dataset.thing ?? '', { rect: thing.getBoundingClientRect(), likeness: thing });
    }
  }

  /** Glides everything that has moved to its new place. */
  after(): void {
    if (!this.root || settings.still || document.hidden) return;
    for (const thing of this.#things()) {
      const was = this.#seen.get(thing.dataset.thing ?? '');
      if (!was) continue;
      const is = thing.getBoundingClientRect();
      const [dx, dy] = [was.rect.left - is.left, was.rect.top - is.top];
      if (Math.hypot(dx, dy) < 4) continue;
      thing.animate([{ translate: `${dx}px ${dy}px` }, { translate: '0 0' }], { duration: GLIDE, easing: EASE });
    }
  }

  /** The first of these things that is visible on this screen. */
  visible(...keys: string[]): string {
    return keys.find((key) => this.#rect(key)) ?? keys[0] ?? '';
  }

  /** Sends a copy of `what` (or of the thing at `from`) from one thing to another; both may be gone by now. */
  fly(from: string, to: string, { what = '', fade = false, delay = 0 } = {}): void {
    const start = this.#rect(from);
    const goal = this.#rect(to);
    const model = this.#now(what || from) ?? this.#seen.get(what || from)?.likeness;
    if (!start || !goal || !model || settings.still || document.hidden) return;
    const ghost = model.cloneNode(true) as HTMLElement;
    for (const part of [ghost, ...ghost.querySelectorAll<HTMLElement>('[id],[data-thing]')]) {
      part.removeAttribute('id');
      part.removeAttribute('data-thing');
    }
    ghost.setAttribute('aria-hidden', 'true');
    ghost.inert = true;
    const size = model.getBoundingClientRect();
    const [width, height] = [size.width || start.width, size.height || start.height];
    Object.assign(ghost.style, {
      position: 'fixed',
      left: '0',
      top: '0',
      margin: '0',
      width: `${width}px`,
      height: `${height}px`,
      zIndex: '50',
      pointerEvents: 'none',
      transformOrigin: '0 0',
      transform: 'none',
    });
    (this.root ?? document.body).append(ghost);
    const at = (rect: DOMRect) =>
      `translate(${rect.left}px, ${rect.top}px) scale(${rect.width / width}, ${rect.height / height})`;
    ghost
      .animate(
        [
          { transform: at(start), opacity: 1 },
          { transform: at(goal), opacity: fade ? 0 : 1 },
        ],
        { duration: 320, delay, easing: EASE, fill: 'both' },
      )
      .finished.finally(() => ghost.remove());
  }

  /** Shakes or flashes a thing: it was hit, or healed. */
  pulse(key: string, how: 'hit' | 'heal'): void {
    const thing = this.#now(key);
    if (!thing || document.hidden) return;
    const glow = how === 'hit' ? 'rgb(240 80 60 / .9)' : 'rgb(110 220 140 / .9)';
    const flash = { boxShadow: `0 0 0 4px ${glow}, 0 0 40px ${glow}` };
    const shake = how === 'hit' && !settings.still;
    thing.animate(
      [
        { ...flash, translate: '0 0' },
        ...(shake ? [{ translate: '-5px 0' }, { translate: '5px 0' }, { translate: '-3px 0' }] : []),
        { translate: '0 0' },
      ],
      { duration: 320 },
    );
  }

  /** A thing jumps at another and comes back: it fights. */
  lunge(key: string, at: string): void {
    const thing = this.#now(key);
    const [from, to] = [this.#rect(key), this.#rect(at)];
    if (!thing || !from || !to || settings.still || document.hidden) return;
    const dx = (to.left + to.width / 2 - from.left - from.width / 2) * 0.6;
    const dy = (to.top + to.height / 2 - from.top - from.height / 2) * 0.6;
    thing.animate(
      [
        { translate: '0 0', zIndex: 20 },
        { translate: `${dx}px ${dy}px`, zIndex: 20, offset: 0.4, easing: 'ease-in' },
        { translate: '0 0', zIndex: 20 },
      ],
      { duration: 320, easing: EASE },
    );
  }

  /** A text that rises from a thing and fades: −5, +3. */
  float(key: string, text: string, how: 'hit' | 'heal' | 'note'): void {
    const rect = this.#rect(key);
    if (!rect || document.hidden || !this.root) return;
    const tag = document.createElement('span');
    tag.textContent = text;
    tag.setAttribute('aria-hidden', 'true');
    const colour = { hit: '#ff8f7d', heal: '#8ff0a8', note: '#f6d48b' }[how];
    Object.assign(tag.style, {
      position: 'fixed',
      left: `${rect.left + rect.width / 2}px`,
      top: `${rect.top + rect.height / 2}px`,
      font: `700 ${how === 'note' ? 1.2 : 2.2}rem/1 var(--display)`,
      color: colour,
      textShadow: '0 0 2px #000, 0 0 3px #000, 0 2px 8px #000',
      // Small words need a background: on paper and in the morning theme a shadow is not enough.
      ...(how === 'note' && {
        padding: '5px 11px',
        borderRadius: '99px',
        background: 'rgb(24 17 10 / 0.88)',
        textShadow: 'none',
      }),
      zIndex: '60',
      pointerEvents: 'none',
      whiteSpace: 'nowrap',
    });
    this.root.append(tag);
    const rise = settings.still ? '-50%' : '-160%';
    tag
      .animate(
        [
          { transform: 'translate(-50%,-50%) scale(.6)', opacity: 0 },
          { transform: 'translate(-50%,-70%) scale(1.1)', opacity: 1, offset: 0.25 },
          { transform: `translate(-50%,${rise}) scale(1)`, opacity: 0 },
        ],
        { duration: 900, easing: 'ease-out', fill: 'both' },
      )
      .finished.finally(() => tag.remove());
  }

  #things(): HTMLElement[] {
    return [...(this.root?.querySelectorAll<HTMLElement>('[data-thing]') ?? [])];
  }

  #now(key: string): HTMLElement | null {
    return this.root?.querySelector<HTMLElement>(`[data-thing="${CSS.escape(key)}"]`) ?? null;
  }

  #rect(key: string): DOMRect | undefined {
    const rect = this.#now(key)?.getBoundingClientRect() ?? this.#seen.get(key)?.rect;
    return rect?.width ? rect : undefined;
  }
}
