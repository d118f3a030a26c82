// A starter bot for Kata TCG. It needs only Node.js 20.
//
//     parlour match kata-tcg --preset full --seats "cmd:node bot.mjs,easy" --games 10
//
// It scores every legal move and makes the best one; at 0 points it prefers to end its turn. Everything worth
// changing is in `worth` and the functions below it; `client.mjs` talks to the house, and `data.json` has all cards.

import { data, play } from "./client.mjs";

const CARDS = Object.fromEntries(data().cards.map((card) => [card.id, card]));
const FULL_HEALTH = 30;
const FULL_HAND = 5;

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const table = look(view);
  const points = moves.map((move) => worth(table, move));
  return moves[points.indexOf(Math.max(...points))];
}

/** The two sides of the view: `me`, whose hand is open, and `rival`. */
function look(view) {
  const me = view.sides[view.mover];
  const rival = view.sides[1 - view.mover];
  const minions = Object.fromEntries([...me.board, ...rival.board].map((minion) => [minion.minion, minion]));
  return { me, rival, minions, kills: reach(me) >= rival.health };
}

/** The damage we can do to the rival this turn: minions that may fight, then cards, cheapest first. */
function reach(me) {
  let damage = me.board.reduce((sum, minion) => sum + (minion.asleep || minion.used ? 0 : minion.damage), 0);
  let mana = me.mana;
  const hand = me.hand.map((card) => CARDS[card]).filter(Boolean);
  hand.sort((one, other) => one.cost - other.cost || (other.damage ?? 0) - (one.damage ?? 0));
  for (const card of hand) {
    if (card.damage && card.cost <= mana) {
      mana -= card.cost;
      damage += card.damage;
    }
  }
  return damage;
}

/** The score of a move: about ten points per health or damage. */
function worth(table, move) {
  if (move.kind === "end") return 0;
  if (move.kind === "fight") return worthOfFight(table, table.minions[move.minion], move.target);
  const card = CARDS[move.card];
  const room = table.me.hand_size >= FULL_HAND ? 15 : 0; // the next card drawn would be lost
  if (move.kind === "attack") return room + worthOfAttack(table, card.damage, move.target);
  if (move.kind === "heal") {
    const healed = Math.min(card.heal, FULL_HEALTH - table.me.health);
    return room + healed * (table.me.health <= 12 ? 12 : 4);
  }
  if (move.kind === "summon") return room + 6 * card.minion_damage + 4 * card.minion_health;
  const fits = card.draw <= table.me.deck_size && table.me.hand_size - 1 + card.draw <= FULL_HAND;
  return room + (fits ? 15 * card.draw : -100);
}

/** A card against the player, or against a minion that it kills. */
function worthOfAttack(table, damage, target) {
  if (target === "player") return 10 * damage * (table.kills ? 10 : 1);
  const minion = table.minions[target];
  if (damage < minion.health) return -10;
  return 8 * (minion.damage + minion.health) - 4 * (damage - minion.health);
}

/** A minion against the player, who does not strike back, or against another minion, which does. */
function worthOfFight(table, mine, target) {
  if (target === "player") return 10 * mine.damage * (table.kills ? 10 : 1) + 1;
  const minion = table.minions[target];
  let points = 0;
  if (mine.damage >= minion.health) points += 9 * (minion.damage + minion.health);
  if (minion.damage >= mine.health) points -= 9 * (mine.damage + mine.health);
  return points;
}

play(decide);
