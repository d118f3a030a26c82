// A starter bot for Connect Four. It needs only Node.js 20.
//
//     parlour match connect-four --seats "cmd:node bot.mjs,easy" --games 10
//
// It wins if it can, blocks if it must, gives its rival no win, and otherwise counts the lines of four that a
// disc would help. Everything worth changing is in `decide` and `promise`; `client.mjs` talks to the house.

import { play } from "./client.mjs";

const COLUMNS = 7;
const ROWS = 6;

/** Every line of four places on the board, as [column, row]. */
const LINES = [];
for (let column = 0; column < COLUMNS; column++) {
  for (let row = 0; row < ROWS; row++) {
    for (const [dx, dy] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
      const line = [0, 1, 2, 3].map((n) => [column + n * dx, row + n * dy]);
      if (line.every(([x, y]) => x >= 0 && x < COLUMNS && y >= 0 && y < ROWS)) LINES.push(line);
    }
  }
}
const through = (column, row) => LINES.filter((line) => line.some(([x, y]) => x === column && y === row));

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const columns = view.columns; // from the bottom up, 0 or 1 for the owner of the disc
  const me = view.mover;
  const rival = 1 - me;
  const open = moves.map((move) => move.column);
  for (const seat of [me, rival]) {
    // win now, or stop the rival from winning
    const column = open.find((one) => wins(columns, one, seat));
    if (column !== undefined) return { kind: "drop", column };
  }
  const safe = open.filter((column) => !wins(dropped(columns, column, me), column, rival));
  let best = null;
  for (const column of safe.length ? safe : open) {
    if (best === null || promise(columns, column, me) > promise(columns, best, me)) best = column;
  }
  return { kind: "drop", column: best };
}

/** The board after this seat has dropped a disc there. */
const dropped = (columns, column, seat) => columns.map((discs, at) => (at === column ? [...discs, seat] : discs));

/** Whether a disc of this seat in this column would complete a line of four. */
function wins(columns, column, seat) {
  if (columns[column].length >= ROWS) return false;
  const after = dropped(columns, column, seat);
  return through(column, columns[column].length).some((line) => line.every(([x, y]) => after[x][y] === seat));
}

/** The value of a disc there: every line through it counts by its discs, both mine and the rival's. */
function promise(columns, column, me) {
  let worth = 0;
  for (const line of through(column, columns[column].length)) {
    const mine = line.filter(([x, y]) => columns[x][y] === me).length;
    const theirs = line.filter(([x, y]) => columns[x][y] === 1 - me).length;
    if (theirs === 0) worth += [1, 4, 16, 64][mine];
    else if (mine === 0) worth += [0, 3, 12, 48][theirs];
  }
  return 10 * worth - Math.abs(column - 3); // among equals, prefer the middle
}

play(decide);
