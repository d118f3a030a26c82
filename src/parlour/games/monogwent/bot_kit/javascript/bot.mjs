// A starter bot for MonoGwent. It needs nothing but Node.js 20.
//
//     parlour match monogwent --seats "cmd:node bot.mjs,easy" --games 10
//
// It gives back its weakest cards, spends little on a round while it has a life to spare, wins against a rival who has
// passed as cheaply as it can, and plays all it has for its last life. Everything worth changing is in `decide` and `gain`;
// `client.mjs` does the talking, and `data.json` has all cards.

import { data, play } from "./client.mjs";

const EFFECTS = Object.fromEntries(data().cards.map((card) => [card.name, card.effect]));
const ROWS = ["melee", "ranged", "siege"];
const PASS = { kind: "pass" };
const WEAK = 3; // silver units up to this power go back in the mulligan
const AHEAD = 8; // with such a lead the rival may pay for the round
const KEPT = 8; // so many cards stay in hand while there is a life to spare
const A_UNIT = 6; // what a card of the rival's adds to a side, mostly
const A_CARD = 4; // what a card drawn is worth

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
    // nothing to keep a card for, unless the rival cannot catch up any more
    if (lead > A_UNIT * table.rival.hand_size) return PASS;
    return lead < 0 ? strongest : cheapest;
  }
  return lead >= AHEAD || table.me.hand_size <= KEPT ? PASS : cheapest;
}

/** The rival has passed: one card that is enough, or several if the round matters, or none. */
function winCheaply(table, useful, strongest, lead) {
  if (lead > 0) return PASS;
  const enough = useful.filter((move) => lead + gain(table, move) > 0);
  if (enough.length) return least(enough, (move) => price(table, move));
  const gains = useful.map((move) => gain(table, move)).sort((one, other) => other - one);
  const bestThree = gains.slice(0, 3).reduce((sum, points) => sum + points, 0);
  return table.me.lives === 1 || lead + bestThree > 0 ? strongest : PASS;
}

/** The first of the moves for which this is smallest. */
function least(moves, of) {
  const values = moves.map(of);
  return moves[values.indexOf(Math.min(...values))];
}

/** What it costs to part with a card: its gain, and much more for a hero. */
const price = (table, move) => gain(table, move) + (table.hand.get(move.card)?.type === "Gold" ? 20 : 0);

/** The two sides of the view, and the cards of the own hand by their number. */
function look(view) {
  const me = view.sides[view.mover];
  const rival = view.sides[1 - view.mover];
  const hand = new Map(me.hand.map((card) => [card.id, card]));
  return { me, rival, hand, weather: view.weather.map((card) => card !== null) };
}

/** Up to two go back: decoys, for this bot has no use for them, and weak units. */
function mulligan(table, moves) {
  const weak = [...table.hand.values()].filter((card) => ["Silver", "Decoy"].includes(card.type) && card.power <= WEAK);
  weak.sort((one, other) => one.power - other.power || one.id - other.id);
  const ids = weak.slice(0, 2).map((card) => card.id);
  const named = (move) => [move.card, move.other].filter((id) => id !== undefined);
  const fits = (move) => named(move).length === ids.length && named(move).every((id) => ids.includes(id));
  return moves.find(fits) ?? { kind: "keep" };
}

/** By how much a move changes the lead, as far as it can be counted. */
function gain(table, move) {
  if (move.kind === "leader") return effect(table, table.me.leader);
  if (move.kind === "swap") return -1; // a decoy is for those who know what they want back
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

/** What a card or leader does besides standing there; of a card that we do not know, nothing. */
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

const silver = (side, row) => side.field.filter((unit) => unit.type === "Silver" && unit.row === ROWS[row]);

/** What weather over this row costs us more than the rival. */
function fog(table, row) {
  const cost = (side) =>
    silver(side, row).reduce((sum, unit) => sum + Math.max(0, unit.power + (side.boosts[row] ? 1 : 0) - 1), 0);
  return cost(table.me) - cost(table.rival);
}

play(decide);
