/** Drag and drop with pointer events. Places to drop on carry `data-drop`. */

interface Dragging {
  start: () => void;
  over: (where: string | null) => void;
  drop: (where: string | null) => void;
}

const SLACK = 8;

export class Drag {
  ghost = $state(false);
  x = $state(0);
  y = $state(0);
  #dropped = 0;

  begin(down: PointerEvent, { start, over, drop }: Dragging): void {
    if (down.button !== 0) return;
    const from = down.currentTarget as HTMLElement;
    const move = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      if (!this.ghost) {
        if (Math.hypot(event.clientX - down.clientX, event.clientY - down.clientY) < SLACK) return;
        this.ghost = true;
        from.setPointerCapture(down.pointerId);
        start();
      }
      [this.x, this.y] = [event.clientX, event.clientY];
      over(this.#under(event));
    };
    const finish = (event: PointerEvent): void => {
      if (event.pointerId !== down.pointerId) return;
      removeEventListener('pointermove', move);
      removeEventListener('pointerup', finish);
      removeEventListener('pointercancel', finish);
      if (!this.ghost) return;
      this.ghost = false;
      this.#dropped = performance.now();
      over(null);
      drop(event.type === 'pointerup' ? this.#under(event) : null);
    };
    addEventListener('pointermove', move);
    addEventListener('pointerup', finish);
    addEventListener('pointercancel', finish);
  }

  /** The click that follows a drop is not meant as one. */
  justDropped(): boolean {
    return performance.now() - this.#dropped < 80;
  }

  #under(event: PointerEvent): string | null {
    const thing = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-drop]');
    return thing?.dataset.drop ?? null;
  }
}
