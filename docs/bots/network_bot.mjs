// A complete network bot that plays any game of a running house at random. Needs only Node.js 20 or newer.
//
//   node network_bot.mjs http://127.0.0.1:8080 connect-four          sits at the first open table, or opens one
//   node network_bot.mjs http://127.0.0.1:8080/table/THE-TABLES-ID   sits at this table
import { randomBytes } from "node:crypto";
import { request } from "node:http";

const [address = "", game = "connect-four"] = process.argv.slice(2);
if (!address.includes("://")) leave("node network_bot.mjs http://127.0.0.1:8080 connect-four");
const [house, page] = address.replace(/\/$/, "").split("/table/");

function leave(sentence) {
  console.error(sentence);
  process.exit(1);
}

async function ask(path, body, token) {
  const headers = { "Content-Type": "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  const method = body ? "POST" : "GET";
  const answer = await fetch(house + path, { method, headers, body: body && JSON.stringify(body) }).catch((error) =>
    leave(`There is no house at ${house}: ${error.cause?.message ?? error.message}`),
  );
  const said = await answer.json();
  if (!answer.ok) leave(said.error); // the house says in a sentence what is wrong
  return said;
}

async function findSeat(token) {
  if (page) return ask(`/api/tables/${page}/join`, {}, token);
  const { tables } = await ask(`/api/tables?status=open&game=${game}`);
  if (tables.length) return ask(`/api/tables/${tables[0].id}/join`, {}, token);
  const { default_seats: seats } = await ask(`/api/games/${game}`);
  const opened = await ask("/api/tables", { game, seats: ["me", ...Array(seats - 1).fill("free")], listed: true }, token);
  return { ...opened, seat: 0 };
}

// Resolves to the last message, or to null if the connection broke.
function play(table, seat, token) {
  return new Promise((done) => {
    let over = null;
    const say = (message) => socket.send(JSON.stringify(message));
    const socket = open(`${house.replace(/^http/, "ws")}/ws/tables/${table}`, {
      opened: () => say({ type: "sit", token, seat }),
      closed: () => done(over),
      heard(text) {
        const message = JSON.parse(text);
        if (message.type === "turn") {
          // message.view is what our seat sees; message.moves is every legal move.
          const move = message.moves[Math.floor(Math.random() * message.moves.length)];
          say({ type: "move", ply: message.ply, move });
        } else if (message.type === "refused" || message.type === "error") {
          console.error(message.why ?? message.error);
        } else if (message.type === "over") {
          console.log(`${message.why} Payoffs: ${message.payoffs}`);
          over = message;
          socket.close();
        }
      },
    });
  });
}

// Node.js 22 and browsers have WebSocket built in; for Node.js 20 here is the little that a bot needs of it.
function open(url, { opened, heard, closed }) {
  if (!globalThis.WebSocket) return openByHand(url, { opened, heard, closed });
  const socket = new WebSocket(url);
  socket.onopen = opened;
  socket.onmessage = (event) => heard(event.data);
  socket.onclose = closed;
  return socket;
}

function openByHand(url, { opened, heard, closed }) {
  const asked = request(url.replace(/^ws/, "http"), {
    headers: {
      Connection: "Upgrade",
      Upgrade: "websocket",
      "Sec-WebSocket-Version": "13",
      "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    },
  });
  let line;
  const send = (opcode, data) => {
    const long = data.length > 125;
    const head = Buffer.from([0x80 | opcode, 0x80 | (long ? 126 : data.length), ...(long ? [data.length >> 8, data.length & 255] : [])]);
    const mask = randomBytes(4);
    line.write(Buffer.concat([head, mask, data.map((byte, i) => byte ^ mask[i % 4])])); // answers stay below 64 KiB
  };
  asked.on("upgrade", (_, socket, first) => {
    line = socket;
    let waiting = first;
    const parts = [];
    const take = () => {
      while (waiting.length >= 2) {
        const opcode = waiting[0] & 15;
        let [size, start] = [waiting[1] & 127, 2];
        if (size === 126) [size, start] = [waiting.length < 4 ? Infinity : waiting.readUInt16BE(2), 4];
        else if (size === 127) [size, start] = [waiting.length < 10 ? Infinity : Number(waiting.readBigUInt64BE(2)), 10];
        if (waiting.length < start + size) return;
        const data = waiting.subarray(start, start + size);
        const whole = waiting[0] & 0x80;
        waiting = waiting.subarray(start + size);
        if (opcode === 9) send(10, data); // answer a ping with a pong
        else if (opcode === 8) socket.end();
        else if (opcode < 3) {
          parts.push(data);
          if (whole) heard(Buffer.concat(parts.splice(0)).toString());
        }
      }
    };
    socket.on("data", (data) => {
      waiting = Buffer.concat([waiting, data]);
      take();
    });
    socket.on("error", () => {});
    socket.on("close", closed);
    opened();
    take();
  });
  asked.on("response", closed);
  asked.on("error", closed);
  asked.end();
  return { send: (text) => send(1, Buffer.from(text)), close: () => line.end() };
}

const { token } = await ask("/api/bots", { name: "Dado" });
const { id, seat } = await findSeat(token);
console.log(`Sitting in seat ${seat} at ${house}/table/${id}`);
let table = id;
for (let tries = 0; tries < 100; tries++) {
  const over = await play(table, seat, token);
  if (over && !over.next) break;
  if (over) table = over.next; // some games replay a draw
  else await new Promise((wake) => setTimeout(wake, 500)); // the house may be restarted: reconnect and go on
}
