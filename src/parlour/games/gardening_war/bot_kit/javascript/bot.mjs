// A starter bot for Gardening War. It needs only Node.js 20.
//
//     parlour match gardening-war --seats "cmd:node bot.mjs,easy" --games 2
//
// A move of the game is made of small decisions, and each turn asks for one: first what to do (pass, harvest, begin
// to shop …), then its parts one by one (buy 5 water, plant a tulip on 3/4 …), then "done".
// Everything worth changing is in `decide`; each function below it is one idea. `client.mjs` talks to the house.

import { play } from "./client.mjs";

// The cost of a seed, the drops it needs, and the worth of its harvest.
const PLANTS = {
  tulip: { price: 3600, drops: 1, worth: 8000 },
  crocus: { price: 1000, drops: 5, worth: 5000 },
  bluejazz: { price: 500, drops: 2, worth: 2500 },
  anemone: { price: 500, drops: 2, worth: 2000 },
};
const WATER_PRICE = 200;
const FIELD_PRICE = 5000;

/** The move to make: one of `moves`. */
function decide(view, moves) {
  const garden = look(view);
  const chooser = {
    none: chooseAction,
    land: chooseLand,
    shop: chooseGoods,
    plant: chooseSeed,
    water: chooseDrops,
  }[view.move.step];
  return chooser(garden, moves) ?? moves.find((move) => move.kind === "done") ?? moves[0];
}

/** The parts of the view that the bot uses. */
function look(view) {
  const me = view.gardeners[view.mover];
  const fields = me.fields.map((index) => view.fields[index]);
  const inState = (state) => fields.filter((field) => field.plant?.state === state).length;
  const garden = {
    round: view.round,
    rainTonight: view.rain_in === 1,
    gold: me.gold,
    stock: me.stock,
    allFields: view.fields,
    fields,
    beds: fields.filter((field) => field.plant === null).length,
    mature: inState("mature"),
    dead: inState("dead"),
    seeds: Object.keys(PLANTS).reduce((sum, kind) => sum + me.stock[kind], 0),
  };
  garden.thirst = fields.reduce((sum, field) => sum + wanted(garden, field.plant), 0);
  return garden;
}

/** The drops to give a plant now: two fewer before rain, which brings two. */
function wanted(garden, plant) {
  if (plant?.state !== "growing") return 0;
  return garden.rainTonight ? Math.max(0, plant.need - 2) : plant.need;
}

/** The first sensible thing to do this round. */
function chooseAction(garden, moves) {
  const begin = (action) => moves.find((move) => move.kind === "begin" && move.action === action);
  if (garden.mature) return { kind: "harvest" };
  if (garden.thirst) {
    if (garden.stock.water >= garden.thirst && begin("water")) return begin("water");
    if (begin("shop")) return begin("shop");
  }
  if (garden.beds && garden.seeds && mayPlant(garden) && begin("plant")) return begin("plant");
  if (begin("land") && spareGold(garden) >= FIELD_PRICE) return begin("land");
  if (garden.beds > garden.seeds && begin("shop") && plan(garden).count > 0) return begin("shop");
  return { kind: garden.dead ? "harvest" : "pass" };
}

/** A tulip planted two rounds before rain would drown; anything else can be planted. */
function mayPlant(garden) {
  return garden.round % 10 < 8 || garden.stock.tulip < garden.seeds;
}

/** The gold left over after planting crocus on every field and a new one. */
function spareGold(garden) {
  return garden.gold - 2000 * (garden.fields.length + 1);
}

/** The best affordable seed for all empty fields, and how many. */
function plan(garden) {
  let budget = garden.gold + WATER_PRICE * (garden.stock.water - garden.thirst);
  for (const kind in PLANTS) budget += PLANTS[kind].price * garden.stock[kind];
  const tulipsInTime = (garden.round + 1) % 10 < 8;
  for (const kind of ["tulip", "crocus"]) {
    const cost = PLANTS[kind].price + WATER_PRICE * PLANTS[kind].drops;
    if (cost * garden.beds <= budget && (kind !== "tulip" || tulipsInTime)) return { kind, count: garden.beds };
  }
  return { kind: "bluejazz", count: Math.max(0, Math.min(garden.beds, Math.floor(budget / 900))) };
}

/** Water first (the shop is ordered by goods), then seed: the largest amount that is not too much. */
function chooseGoods(garden, moves) {
  const { kind, count } = plan(garden);
  const missing = {
    water: garden.thirst + count * PLANTS[kind].drops - garden.stock.water,
    [kind]: count - garden.stock[kind],
  };
  for (const good of ["water", kind]) {
    // amounts are listed in ascending order
    const fitting = moves.filter((move) => move.good === good && move.amount <= missing[good]).pop();
    if (fitting) return fitting;
  }
}

/** The most expensive seed that suits the weather, on the next field. */
function chooseSeed(garden, moves) {
  const suiting = moves.filter((move) => move.kind === "plant" && (move.plant !== "tulip" || garden.round % 10 < 8));
  suiting.sort((one, other) => PLANTS[other.plant].worth - PLANTS[one.plant].worth);
  return suiting[0];
}

/** Exactly what the next thirsty plant needs. */
function chooseDrops(garden, moves) {
  return moves.find(
    (move) => move.kind === "water" && move.drops === wanted(garden, garden.allFields[8 * move.x + move.y].plant),
  );
}

/** Special fields first, while there is enough gold to plant them too. */
function chooseLand(garden, moves) {
  const land = moves.filter((move) => move.kind === "land");
  const begun = moves.some((move) => move.kind === "done");
  if (begun && spareGold(garden) < FIELD_PRICE) return undefined;
  return land.find((move) => garden.allFields[8 * move.x + move.y].special) ?? land[0];
}

play(decide);
