// Talks to the house for the bot; you need not change anything here.
//
// Without arguments it talks over stdin and stdout, one JSON object per line. With three arguments it talks over the
// network (Node.js 22, or 20 with --experimental-websocket):
//
//     node bot.mjs ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT    plays at one table
//     node bot.mjs ws://127.0.0.1:8080/ws/call TOKEN GAME            is on call: plays whoever asks, several at a time

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

/** The game's cards, goods and maps, as the house describes them. */
export const data = () => JSON.parse(readFileSync(new URL("data.json", import.meta.url), "utf8"));

/** How many tables at a time, on call; `decide` must not remember anything from one table to the next. */
const TABLES = 4;

/** Answer every turn with `decide(view, moves)` until the game is over. */
export function play(decide) {
  const [address, token, seat] = process.argv.slice(2);
  if (seat !== undefined && address.endsWith("/ws/call")) onCall(decide, address, token, seat);
  else if (seat !== undefined) onNetwork(decide, address, token, Number(seat));
  else if (address === undefined) onStdio(decide);
  else console.error("Three arguments are needed for the network: node bot.mjs ws://HOUSE/ws/tables/TABLE TOKEN SEAT");
}

/** The reply to a message, if it needs one. */
function answer(decide, message) {
  if (message.type === "turn") {
    const move = decide(message.view, message.moves);
    return { type: "move", ply: message.ply, [move.kind ? "move" : "list"]: move };
  }
  if (message.type === "refused") console.error("Refused:", message.why);
  if (message.type === "over") console.error(message.why);
  if (message.type === "error") console.error(message.error);
  return undefined;
}

function onStdio(decide) {
  createInterface({ input: process.stdin }).on("line", (line) => {
    const reply = answer(decide, JSON.parse(line));
    if (reply) process.stdout.write(JSON.stringify(reply) + "\n");
  });
}

function hasWebSocket() {
  if (globalThis.WebSocket) return true;
  console.error("This Node.js has no WebSocket: use version 22, or node --experimental-websocket bot.mjs …");
  process.exitCode = 1;
  return false;
}

/** Be on call for as long as the program runs, and reconnect whenever the connection breaks. */
function onCall(decide, address, token, game, playing = new Set()) {
  if (!hasWebSocket()) return;
  let again = true;
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ type: "call", token, games: [game], tables: TABLES }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    if (message.type === "error") {
      console.error(message.error);
      again = false;
    }
    if (message.type === "on-call") console.error(`${message.name} is on call.`);
    if (message.type === "invited" && !playing.has(message.table)) {
      playing.add(message.table);
      const chair = address.replace(/call$/, `tables/${message.table}`);
      onNetwork(decide, chair, token, message.seat, () => playing.delete(message.table));
    }
  };
  socket.onerror = () => console.error(`The connection to ${address} failed; trying again.`);
  socket.onclose = ({ reason }) => {
    if (reason === "replaced" || reason === "signed-out") console.error(`The house hung up: ${reason}.`);
    else if (again) setTimeout(onCall, 2000, decide, address, token, game, playing);
  };
}

function onNetwork(decide, address, token, seat, done = () => {}) {
  if (!hasWebSocket()) return;
  let over = false;
  let next = null;
  const socket = new WebSocket(address);
  socket.onopen = () => socket.send(JSON.stringify({ type: "sit", token, seat }));
  socket.onmessage = (event) => {
    const message = JSON.parse(event.data);
    const reply = answer(decide, message);
    if (reply) socket.send(JSON.stringify(reply));
    if (message.type === "over") {
      over = true;
      next = message.next ?? null; // the match goes on at another table, as after some draws
      socket.close();
    }
  };
  socket.onerror = () => console.error(`There is no house at ${address}.`);
  socket.onclose = () => {
    if (next) return onNetwork(decide, address.replace(/[^/]*$/, next), token, seat, done);
    done();
    if (!over) {
      console.error("The house hung up before the game was over.");
      process.exitCode = 1;
    }
  };
}
