/** Cards that can be read large: by resting the mouse on them, or by holding a finger on them. */
import type { Component } from 'svelte';
import type { Attachment } from 'svelte/attachments';

/** A card and how it is drawn; `ratio` is its width by its height. */
export interface Readable {
  component: Component<any>;
  props: Record<string, unknown>;
  ratio?: number;
}

const REST = 650;
const HOLD = 450;
/** How far a finger may stray while it holds, in pixels. */
const STRAY = 10;

class Reading {
  card = $state.raw<Readable | null>(null);
  /** Held by a finger: in the middle of the screen until the next tap. With the mouse: beside the card. */
  held = $state(false);
  box = $state.raw<DOMRect | null>(null);

  show(card: Readable | null, at: HTMLElement, held: boolean): void {
    this.card = card;
    this.held = held;
    this.box = at.getBoundingClientRect();
  }

  end(): void {
    this.card = null;
  }
}

export const reading = new Reading();

/** Makes a thing on the board readable: `{@attach reads(() => ({ component: Face, props: { card } }))}`. */
export function reads(make: () => Readable | null): Attachment<HTMLElement> {
  return (thing) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let from: PointerEvent | null = null;
    let showing = false;
    const show = (held: boolean) => {
      showing = true;
      reading.show(make(), thing, held);
    };
    const stop = () => {
      clearTimeout(timer);
      from = null;
      if (showing && !reading.held) reading.end();
      showing = false;
    };
    const enter = (event: PointerEvent) => {
      if (event.pointerType === 'mouse' && !event.buttons) timer = setTimeout(() => show(false), REST);
    };
    const down = (event: PointerEvent) => {
      stop();
      if (event.pointerType === 'mouse') return;
      from = event;
      timer = setTimeout(() => show(true), HOLD);
    };
    const move = (event: PointerEvent) => {
      if (from && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > STRAY) stop();
    };
    // The finger that held a card does not choose it as well.
    const click = (event: MouseEvent) => {
      if (!reading.card || !reading.held) return;
      event.preventDefault();
      event.stopPropagation();
    };
    const menu = (event: Event) => {
      if (reading.card && reading.held) event.preventDefault();
    };
    const listeners: [string, (event: never) => void, boolean?][] = [
      ['pointerenter', enter],
      ['pointerdown', down],
      ['pointermove', move],
      ['pointerup', stop],
      ['pointerleave', stop],
      ['pointercancel', stop],
      ['click', click, true],
      ['contextmenu', menu],
    ];
    for (const [name, heard, capture] of listeners) thing.addEventListener(name, heard as EventListener, capture);
    return () => {
      stop();
      for (const [name, heard, capture] of listeners) thing.removeEventListener(name, heard as EventListener, capture);
    };
  };
}
