/** Lights up the things on a board that decided a game. */

export interface Spot {
  x: number;
  y: number;
}

const LIT = 'data-decisive';

/** Marks these things, unless they are out of sight; returns where they are, in percent of the board. */
export function light(board: HTMLElement, keys: readonly string[]): Spot[] {
  dim(board);
  const room = board.getBoundingClientRect();
  return keys.flatMap((key) => {
    for (const thing of board.querySelectorAll<HTMLElement>(`[data-thing="${CSS.escape(key)}"]`)) {
      const { left, top, width, height } = thing.getBoundingClientRect();
      if (!width || !room.width || !room.height) continue;
      thing.setAttribute(LIT, '');
      const spot = {
        x: (100 * (left + width / 2 - room.left)) / room.width,
        y: (100 * (top + height / 2 - room.top)) / room.height,
      };
      return spot.x >= 0 && spot.x <= 100 && spot.y >= 0 && spot.y <= 100 ? [spot] : [];
    }
    return [];
  });
}

export function dim(board: HTMLElement): void {
  for (const thing of board.querySelectorAll(`[${LIT}]`)) thing.removeAttribute(LIT);
}
