// Connect four on boardgame.io's server: `node server.cjs PORT memory`, or `node server.cjs PORT FOLDER` to keep
// matches in files there.
"use strict";
const { createRequire } = require("node:module");
const path = require("node:path");
const installed = createRequire(path.join(process.cwd(), "package.json"));
const { FlatFile, Origins, Server } = installed("boardgame.io/server");
const { INVALID_MOVE } = installed("boardgame.io/core");

const COLUMNS = 7;
const ROWS = 6;

function fourInARow(columns, column, row, player) {
  const cell = (c, r) => columns[c]?.[r] === player;
  for (const [across, up] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
    let length = 1;
    for (const way of [1, -1]) {
      for (let n = 1; n < 4 && cell(column + way * n * across, row + way * n * up); n++) length++;
    }
    if (length >= 4) return true;
  }
  return false;
}

const ConnectFour = {
  name: "connect-four",
  minPlayers: 2,
  maxPlayers: 2,
  setup: () => ({ columns: Array.from({ length: COLUMNS }, () => []), winner: null }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    drop: ({ G, playerID }, column) => {
      const stack = G.columns[column];
      if (!stack || stack.length >= ROWS) return INVALID_MOVE;
      stack.push(playerID);
      if (fourInARow(G.columns, column, stack.length - 1, playerID)) G.winner = playerID;
    },
  },
  endIf: ({ G, ctx }) => {
    if (G.winner !== null) return { winner: G.winner };
    if (ctx.turn > COLUMNS * ROWS) return { draw: true };
  },
};

const [port, keep] = process.argv.slice(2);
const db = keep === "memory" ? {} : { db: new FlatFile({ dir: keep }) };
Server({ games: [ConnectFour], origins: [Origins.LOCALHOST], ...db }).run(Number(port));
