// A starter bot for Deadwood. It needs only Node.js 20.
//
//     parlour match deadwood --seats "cmd:node bot.mjs,easy,easy,easy" --games 4
//
// It scores every legal move and makes the best one: work if it has a role, the best role within reach if it has none,
// a higher rank if it can pay for one, and otherwise a step towards the nearest of these. Everything worth changing is
// in `worth` and the functions below it; `client.mjs` talks to the house, and `data.json` has the lot and all scenes.

import { data, play } from "./client.mjs";

const LOT = data();
const PATHS = Object.fromEntries(LOT.areas.map((area) => [area.id, area.neighbours]));
const PRICES = Object.fromEntries(LOT.prices.map((price) => [price.rank, price]));
const FAR = 99;

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const me = view.players[view.mover];
  const points = moves.map((move) => worth(view, me, move));
  return moves[points.indexOf(Math.max(...points))];
}

/** The score of a move; ending the turn scores 0. */
function worth(view, me, move) {
  switch (move.kind) {
    case "act":
      return 10 * me.chance; // this many faces of the die are good
    case "rehearse":
      return 35; // better than acting with three faces or fewer
    case "upgrade":
      return 100 + 10 * move.rank + (move.pay === "credits" ? 1 : 0);
    case "take_role": {
      const here = view.sets.find((one) => one.area === me.area);
      return 50 + worthOfRole(here, move.side, here[move.side][move.index]);
    }
    case "move":
      return 20 - distance(view, me, move.area);
    default:
      return 0;
  }
}

/** Stars earn more than extras, and high ranks more than low ones; a hard scene takes longer. */
const worthOfRole = (here, side, rank) => 2 * rank + (side === "on" ? 12 - here.budget : 0);

/** How many steps it is from there to the nearest place worth visiting. */
function distance(view, me, start) {
  const paths = pathsOf(view);
  const wanted = goals(view, me);
  const seen = new Set([start]);
  let ring = [start];
  for (let steps = 0; steps < FAR && ring.length; steps++) {
    if (ring.some((area) => wanted.has(area))) return steps;
    ring = [...new Set(ring.flatMap((area) => paths[area]))].filter((area) => !seen.has(area));
    ring.forEach((area) => seen.add(area));
  }
  return FAR;
}

/** The casting office if we can pay for the next rank, and every set that may have a role for us. */
function goals(view, me) {
  const found = new Set();
  const price = PRICES[me.rank + 1];
  if (price && (me.dollars >= price.dollars || me.credits >= price.credits)) found.add("office");
  for (const one of view.sets) {
    const vacant = (ranks, seats) => ranks.some((rank, at) => seats[at] < 0 && rank <= me.rank);
    const worthIt = one.state === "face_down" || vacant(one.on, one.on_seats) || vacant(one.off, one.off_seats);
    if (one.area !== me.area && worthIt) found.add(one.area);
  }
  return found;
}

/** The neighbours of each area: as in `data.json`, unless this table has its own lot. */
function pathsOf(view) {
  if (!view.lot) return PATHS;
  const areas = [...view.sets.map((one) => one.area), "trailer", "office"];
  return Object.fromEntries(areas.map((area, at) => [area, view.lot.near[at].map((near) => areas[near])]));
}

play(decide);
