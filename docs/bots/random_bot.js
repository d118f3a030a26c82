// A complete bot for node that plays any game of the house at random.
//   parlour match connect-four --seats cmd:"node docs/bots/random_bot.js",random

const readline = require("node:readline");

const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  switch (message.type) {
    case "turn": {
      const index = Math.floor(Math.random() * message.moves.length);
      say({ type: "move", ply: message.ply, index }); // a move may be named by its index in the list
      break;
    }
    case "refused":
      console.error(`Refused: ${message.why}`);
      break;
    case "over":
      console.error(`${message.why} Payoffs: ${message.payoffs}`);
      break;
  }
});
