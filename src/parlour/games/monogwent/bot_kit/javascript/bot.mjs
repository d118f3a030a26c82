// A starter bot for MonoGwent. It needs only Node.js 20.
//
//     parlour match monogwent --seats "cmd:node bot.mjs,easy" --games 10
//
// It returns its weakest cards, spends little on a round while it has a life to spare, wins as cheaply as it can once
// the rival has passed, and plays everything for its last life. Everything worth changing is in `decide` and `gain`;
// `client.mjs` talks to the house, and `data.json` has all cards.

import { data, play } from "./client.mjs";

const EFFECTS = Object.fromEntries(data().cards.map((card) => [card.name, card.effect]));
const ROWS = ["melee", "ranged", "siege"];
const PASS = { kind: "pass" };
const WEAK = 3; // silver units up to this power go back in the mulligan
const AHEAD = 8; // with this lead we let the rival spend cards on the round
const KEPT = 8; // cards to keep in hand while there is a life to spare
const A_UNIT = 6; // what a rival's card usually adds to a side
const A_CARD = 4; // what drawing a card is worth

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const table = look(view);
  if (view.round === 0) return mulligan(table, moves);
  const useful = moves.filter((move) => move.kind !== "pass" && gain(table, move) > 0);
  if (!useful.length) return PASS;
  const lead = table.me.power - table.rival.power;
  const strongest = least(useful, (move) => -gain(table, move));
  const cheapest = least(useful, (move) => price(table, move));
  if (table.rival.passed) return winCheaply(table, useful, strongest, lead);
  if (table.me.lives === 1) {
    // no reason to keep a card, unless the rival can't catch up any more
    if (lead > A_UNIT * table.rival.hand_size) return PASS;
    return lead < 0 ? strongest : cheapest;
  }
  return lead >= AHEAD || table.me.hand_size <= KEPT ? PASS : cheapest;
}

/** The rival has passed: play one card if that is enough, several if the round matters, or none. */
function winCheaply(table, useful, strongest, lead) {
  if (lead > 0) return PASS;
  const enough = useful.filter((move) => lead + gain(table, move) > 0);
  if (enough.length) return least(enough, (move) => price(table, move));
  const gains = useful.map((move) => gain(table, move)).sort((one, other) => other - one);
  const bestThree = gains.slice(0, 3).reduce((sum, points) => sum + points, 0);
  return table.me.lives === 1 || lead + bestThree > 0 ? strongest : PASS;
}

/** The first move with the smallest value. */
function least(moves, of) {
  const values = moves.map(of);
  return moves[values.indexOf(Math.min(...values))];
}

/** The cost of giving up a card: its gain, and much more for a hero. */
const price = (table, move) => gain(table, move) + (table.hand.get(move.card)?.type === "Gold" ? 20 : 0);

/** The two sides of the view, and the cards in our hand by their number. */
function look(view) {
  const me = view.sides[view.mover];
  const rival = view.sides[1 - view.mover];
  const hand = new Map(me.hand.map((card) => [card.id, card]));
  return { me, rival, hand, weather: view.weather.map((card) => card !== null) };
}

/** Return up to two cards: decoys, which this bot can't use, and weak units. */
function mulligan(table, moves) {
  const weak = [...table.hand.values()].filter((card) => ["Silver", "Decoy"].includes(card.type) && card.power <= WEAK);
  weak.sort((one, other) => one.power - other.power || one.id - other.id);
  const ids = weak.slice(0, 2).map((card) => card.id);
  const named = (move) => [move.card, move.other].filter((id) => id !== undefined);
  const fits = (move) => named(move).length === ids.length && named(move).every((id) => ids.includes(id));
  return moves.find(fits) ?? { kind: "keep" };
}

/** How much a move changes the lead, as far as this bot can count. */
function gain(table, move) {
  if (move.kind === "leader") return effect(table, table.me.leader);
  if (move.kind === "swap") return -1; // using decoys well is up to you
  const card = table.hand.get(move.card);
  if (move.kind === "clear") return [0, 1, 2].reduce((sum, row) => sum + (table.weather[row] ? fog(table, row) : 0), 0);
  const row = ROWS.indexOf(move.row);
  if (card.type === "Weather") return table.weather[row] ? 0 : -fog(table, row);
  if (card.type === "Dispel") return table.weather[row] ? fog(table, row) : 0;
  if (card.type === "Boost") return table.weather[row] ? 0 : silver(table.me, row).length;
  let power = card.power;
  if (card.type === "Gold") return power + effect(table, card.card);
  if (EFFECTS[card.card] === "MultiplyByCopies") power *= 1 + table.me.field.filter((unit) => unit.card === card.card).length;
  power += table.me.boosts[row] ? 1 : 0;
  return (table.weather[row] ? Math.min(1, power) : power) + effect(table, card.card);
}

/** The gain from the effect of a card or leader; 0 for a card that we do not know. */
function effect(table, name) {
  const does = EFFECTS[name] ?? "";
  const powers = (side) => side.field.filter((unit) => unit.type === "Silver").map((unit) => unit.power);
  const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
  const [mine, theirs] = [powers(table.me), powers(table.rival)];
  if (does === "DrawCard" || does === "RecoverLastDiscarded") return A_CARD;
  if (does === "RemoveRivalWeakest") return theirs.length ? Math.min(...theirs) : 0;
  if (does === "RemoveStrongest") {
    const [own, strongest] = [Math.max(0, ...mine), Math.max(0, ...theirs)];
    return strongest >= own ? strongest : -own;
  }
  if (does === "AveragePower" && mine.length + theirs.length) {
    const average = Math.floor((sum(mine) + sum(theirs)) / (mine.length + theirs.length));
    return average * (mine.length - theirs.length) - sum(mine) + sum(theirs);
  }
  for (const [number, row] of ["Melee", "Ranged", "Siege"].entries()) {
    if (does === `SetWeather(${row})` && !table.weather[number]) return -fog(table, number);
    if (does === `SetBoost(${row})` && !table.me.boosts[number] && !table.weather[number]) return silver(table.me, number).length;
  }
  return 0;
}

const silver = (side, row) => side.field.filter((unit) => unit.type === "Silver" && unit.row.toLowerCase() === ROWS[row]);

/** How much more weather over this row costs us than the rival. */
function fog(table, row) {
  const cost = (side) =>
    silver(side, row).reduce((sum, unit) => sum + Math.max(0, unit.power + (side.boosts[row] ? 1 : 0) - 1), 0);
  return cost(table.me) - cost(table.rival);
}

play(decide);
