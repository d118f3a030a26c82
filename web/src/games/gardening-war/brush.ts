/** Drawing over fields with a finger or the mouse. */

/** How long after a stroke a click still belongs to it, in milliseconds. */
const AFTER = 80;

export class Brush {
  #ended = -AFTER;

  /**
   * Follows the pointer from field to field until it is lifted. `stroke` gets each field that is reached, the first one
   * too, once there is a second: a press on one field alone is a click. It ends the stroke by returning false.
   */
  begin(down: PointerEvent, stroke: (field: string) => boolean): void {
    const first = under(down);
    if (down.button !== 0 || !first) return;
    const reached = new Set<string>([first]);
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      // A quick hand skips fields between two events; the browser remembers the way.
      for (const point of [...(event.getCoalescedEvents?.() ?? []), event]) {
        const field = under(point);
        if (!field || reached.has(field)) continue;
        reached.add(field);
        const going = (reached.size > 2 || stroke(first)) && stroke(field);
        if (!going) return finish(event);
      }
    };
    const finish = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', finish);
      removeEventListener('pointercancel', finish);
      if (reached.size > 1) this.#ended = performance.now();
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', finish);
    addEventListener('pointercancel', finish);
  }

  /** The click that follows a stroke is not meant as one. */
  justLifted(): boolean {
    return performance.now() - this.#ended < AFTER;
  }
}

function under({ clientX, clientY }: PointerEvent): string | undefined {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-field]')?.dataset.field;
}
