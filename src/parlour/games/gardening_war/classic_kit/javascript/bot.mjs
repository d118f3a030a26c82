// Plays the original Gardening War over TCP with the function `bot_input`; you need not change anything here.
//
//     node bot.mjs [settings.json]

import { readFileSync } from "node:fs";
import { connect as open } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { bot_input } from "./bot_input.mjs";

const NOT_YOUR_TURN = "It's not your turn yet";

/** One game: the name, then an action for each state, until the server disconnects or it is time to restart. */
async function playGame(settings, last) {
  const seat = settings.PLAYER_NUM;
  const ends = settings.RESTART && !last;
  const line = await connect(settings.HOST, settings.PORTS[seat - 1]);
  line.write(settings.TEAM_NAME);
  let turn = 1;
  for await (const payload of messages(line)) {
    if (payload === NOT_YOUR_TURN) {
      if (turn > 1) continue;
      await sleep(1000); // the name was too early: send it again
      line.write(settings.TEAM_NAME);
      continue;
    }
    if (ends && turn >= settings.RESTART_TURN) {
      line.write("restart");
      break;
    }
    line.write(JSON.stringify(answer(JSON.parse(payload))));
    turn += 1;
    if (ends && seat === 2 && turn >= settings.RESTART_TURN) break; // seat 1 restarts
  }
  line.end();
}

/** The action of `bot_input`; if it fails, a pass, and the error is printed. */
function answer(state) {
  try {
    return bot_input(state);
  } catch (trouble) {
    console.error(trouble);
    return {};
  }
}

/** A connection to the server, as soon as it listens. */
async function connect(host, port) {
  for (let told = false; ; told = true) {
    try {
      return await new Promise((resolve, reject) => {
        const line = open({ host, port, noDelay: true }, () => resolve(line.off("error", reject).on("error", () => line.destroy())));
        line.on("error", reject);
      });
    } catch (trouble) {
      if (!told) console.error(`Waiting for the server at ${host}, port ${port} (${trouble.message}).`);
      await sleep(1000);
    }
  }
}

/** What the server sends, message by message: its length in eight digits, then itself; until it hangs up. */
async function* messages(line) {
  let data = Buffer.alloc(0);
  try {
    for await (const part of line.iterator({ destroyOnReturn: false })) {
      data = Buffer.concat([data, part]);
      while (data.length >= 8 && data.length >= 8 + Number(data.subarray(0, 8))) {
        const end = 8 + Number(data.subarray(0, 8));
        const payload = data.subarray(8, end).toString("utf8");
        data = data.subarray(end);
        yield payload;
      }
    }
  } catch {
    // A broken connection also ends the game.
  }
}

const name = process.argv[2] ?? "settings.json";
let settings = { AMOUNT_OF_GAMES: 0 };
try {
  settings = JSON.parse(readFileSync(name, "utf8"));
} catch (trouble) {
  console.error(`${name} cannot be read: ${trouble.message}`);
  process.exitCode = 1;
}
for (let number = 1; number <= settings.AMOUNT_OF_GAMES; number++) {
  if (number > 1) await sleep(1000 * settings.PLAYER_NUM); // seat 1 comes back first
  console.error(`Game ${number} of ${settings.AMOUNT_OF_GAMES}.`);
  await playGame(settings, number === settings.AMOUNT_OF_GAMES);
}
