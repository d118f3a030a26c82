// A starter bot for Battle Farm. It needs only Node.js 20.
//
//     parlour match battle-farm --preset short --seats "cmd:node bot.mjs,easy,easy,easy" --games 4
//
// It scores every legal move and makes the best one: it keeps its beds full of what earns most coins a turn, plays
// the action cards that are simply good, and aims those that hurt at the richest rival. Everything worth changing
// is in `worth` and the functions below it; `client.mjs` talks to the house, and `data.json` has all cards.

import { data, play } from "./client.mjs";

const CARDS = Object.fromEntries(data().cards.map((card) => [card.id, card]));
// Action cards that need no plan, and roughly what they are worth in coins.
const SIMPLY_GOOD = { lucky_find: 3, weed_whacker: 3, pest_control: 3, grocery: 4, seed_sprout: 4 };
// These help a crop; all others are better aimed at somebody else.
const HELPS = ["garden_gourmet", "genetic_modification", "clone", "strawberry"];
// These make a bed better.
const IMPROVES = ["retractable_greenhouse", "trellis_bed", "vertical_bed", "rotational_bed", "early_bird"];
const RARE = 3; // the grade from which raised and hydroponic beds help

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const points = moves.map((move) => worth(view, move));
  return moves[points.indexOf(Math.max(...points))];
}

/** The score of a move, about ten points per coin; stopping, skipping, rejecting and ending score 0. */
function worth(view, move) {
  const me = view.mover;
  const farm = view.farmers[me];
  const aimed = () => view.farmers[move.seat].beds[move.bed].value;
  switch (move.kind) {
    case "buy":
    case "pick":
      return worthOfCard(farm, view.market[move.slot], move.kind === "buy");
    case "bid":
      return -Math.abs(move.coins - fairPrice(farm, view.bundle));
    case "accept":
      return (view.farmers[move.seat].bid ?? 0) - 3;
    case "play":
      return worthOfPlaying(farm, move.card, move.value);
    case "plant":
      return worthOfBed(farm.beds[move.bed], CARDS[view.source]);
    case "fertilize":
      return farm.beds[move.bed].value - 2; // small crops are not worth a fertilizer
    case "choose_crop":
      return (move.seat === me) === HELPS.includes(view.source) ? aimed() : -aimed();
    case "choose_bed":
      return aimed() + ((move.seat === me) === IMPROVES.includes(view.source) ? 100 : 0);
    case "choose_player":
      return move.seat === me ? -1 : view.farmers[move.seat].coins;
    case "choose_colour":
      return -farm.beds.reduce((sum, bed) => sum + (bed.crop && CARDS[bed.crop].group === move.colour ? bed.value : 0), 0);
    case "keep":
    case "fetch":
      return 100 + worthOfCard(farm, move.card, false);
    case "choose_card":
    case "discard":
      return -move.value - (isCrop(move.card) ? 10 : 0);
    case "sprinkle":
      return move.value;
    case "give":
      return move.goods === "coin" && farm.coins >= farm.fertilizers ? 1 : 0;
    case "add":
    case "use_class":
      return -1; // selling cards and using the class card are up to you
    default:
      return 0; // stop, skip, send, reject, end, choose_type
  }
}

const isCrop = (card) => Boolean(CARDS[card].timer);

/** Empty beds, minus the crops in hand that will fill them. */
function freeBeds(farm) {
  const empty = farm.beds.filter((bed) => bed.crop === null).length;
  return empty - (farm.hand ?? []).filter((held) => isCrop(held.card)).length;
}

/** A crop is worth its value per turn it takes; one more than there are beds may wait in hand. */
function worthOfCard(farm, name, pays) {
  if (name === null) return 0;
  const card = CARDS[name];
  const price = pays ? 10 * card.price : 0;
  if (!isCrop(name)) return 10 * (SIMPLY_GOOD[name] ?? 0) - price;
  if (freeBeds(farm) < 0) return -price;
  return 10 * card.value - price - 5 * card.timer;
}

/** What the market would charge for the crops on offer that we have beds for. */
function fairPrice(farm, bundle) {
  const crops = bundle.filter((one) => isCrop(one.card)).map((one) => CARDS[one.card].price);
  crops.sort((one, other) => other - one);
  const wanted = crops.slice(0, Math.max(0, freeBeds(farm) + 1));
  return Math.min(farm.coins, wanted.reduce((sum, price) => sum + price, 0));
}

/** Crops before action cards, best first; an action card's value is its cost in fertilizers. */
function worthOfPlaying(farm, name, value) {
  if (isCrop(name)) return 1000 + 10 * value;
  return name in SIMPLY_GOOD ? 10 * SIMPLY_GOOD[name] - (farm.fertilizers < 4 ? 5 * value : 0) : -1;
}

/** Where a crop does best. */
function worthOfBed(bed, crop) {
  if (bed.type === "raised" || bed.type === "hydroponic") return crop.grade >= RARE ? 2 : -2; // kept for the rare ones
  const colours = { trellis: "green", rotational: "yellow", vertical: "red" };
  return colours[bed.type] === crop.group ? 1 : 0;
}

play(decide);
