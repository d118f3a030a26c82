// Your bot: fill in `bot_input`. Everything below it is how this bot thinks; replace it as you like.

const [WATER, MOLE, FERTILIZER, ANEMONE, BLUEJAZZ, CROCUS, TULIP] = [0, 1, 2, 3, 4, 5, 6]; // cards by their id
const PRICE = [200, 10_000, 3000, 500, 500, 1000, 3600];
const DROPS = [0, 0, 0, 2, 2, 5, 1]; // the drops a seed needs to mature
const BEST_FIRST = [TULIP, CROCUS, BLUEJAZZ, ANEMONE];
const FIELD_PRICE = 5000;

/** The action for this turn: `act` with a letter and its lines, or {} to pass. */
export function bot_input(state) {
  const garden = look(state);
  if (garden.mature) return act("H");
  if (garden.thirst) return garden.stock[WATER] >= garden.thirst ? act("W", watering(garden)) : shopping(garden);
  if (garden.beds.length && garden.seeds) {
    const planted = planting(garden);
    if (planted.length) return act("P", planted);
  }
  if (spare(garden) >= FIELD_PRICE) {
    const fields = land(garden);
    if (fields.length) return act("L", fields);
  }
  if (garden.beds.length > garden.seeds && plan(garden).count > 0) return shopping(garden);
  return garden.dead ? act("H") : {};
}

const act = (letter, lines = []) => ({ ActionType: letter, Properties: lines });
const line = ({ x = 0, y = 0, card = 0, amount = 0 }) => ({ X: x, Y: y, CardId: card, Amount: amount });

/** The parts of the state that the bot uses. */
function look(state) {
  const me = state.source;
  const needs = me.tiles.filter((tile) => tile.bIsPlanted).map((tile) => tile.plantDTO.waterNeeded);
  const garden = {
    state,
    gold: me.gold,
    tiles: me.tiles,
    stock: Object.fromEntries(me.cards.map((card) => [card.cardId, card.owned])),
    rain: state.daysTillRain, // 1: it rains after this round
    beds: me.tiles.filter((tile) => !tile.bIsPlanted),
    mature: needs.filter((need) => need === 0).length,
    dead: needs.filter((need) => need < 0).length,
  };
  garden.thirst = me.tiles.reduce((sum, tile) => sum + wanted(garden, tile), 0);
  garden.seeds = BEST_FIRST.reduce((sum, kind) => sum + garden.stock[kind], 0);
  return garden;
}

/** The drops to give a plant now: two fewer before rain, which brings two. */
function wanted(garden, tile) {
  const need = tile.bIsPlanted ? tile.plantDTO.waterNeeded : 0;
  return Math.max(0, garden.rain === 1 ? need - 2 : need);
}

/** Exactly what every plant needs. */
function watering(garden) {
  const thirsty = garden.tiles.filter((tile) => wanted(garden, tile));
  return thirsty.map((tile) => line({ x: tile.x, y: tile.y, amount: wanted(garden, tile) }));
}

/** The gold left over after planting crocus on every field and a new one. */
const spare = (garden) => garden.gold - 2000 * (garden.tiles.length + 1);

/** The most expensive seed that suits the weather on each empty field: tulips two rounds before rain would drown. */
function planting(garden) {
  const stock = { ...garden.stock };
  const lines = [];
  for (const tile of garden.beds) {
    const kind = BEST_FIRST.find((one) => stock[one] > 0 && (one !== TULIP || garden.rain > 2));
    if (kind === undefined) continue;
    stock[kind] -= 1;
    lines.push(line({ x: tile.x, y: tile.y, card: kind }));
  }
  return lines;
}

/** The best affordable seed for all empty fields, and how many. */
function plan(garden) {
  const beds = garden.beds.length;
  let budget = garden.gold + PRICE[WATER] * (garden.stock[WATER] - garden.thirst);
  for (const kind of BEST_FIRST) budget += PRICE[kind] * garden.stock[kind];
  const tulipsInTime = garden.rain > 3 || garden.rain === 1; // planted in the next round
  for (const kind of [TULIP, CROCUS]) {
    const cost = PRICE[kind] + PRICE[WATER] * DROPS[kind];
    if (cost * beds <= budget && (kind !== TULIP || tulipsInTime)) return { kind, count: beds };
  }
  const cost = PRICE[BLUEJAZZ] + PRICE[WATER] * DROPS[BLUEJAZZ];
  return { kind: BLUEJAZZ, count: Math.max(0, Math.min(beds, Math.floor(budget / cost))) };
}

/** Water first, then seed, as far as the gold goes. */
function shopping(garden) {
  const { kind, count } = plan(garden);
  const water = garden.thirst + count * DROPS[kind] - garden.stock[WATER];
  const lines = [];
  let gold = garden.gold;
  for (const [card, missing] of [[WATER, water], [kind, count - garden.stock[kind]]]) {
    const amount = Math.max(0, Math.min(missing, Math.floor(gold / PRICE[card])));
    if (!amount) continue;
    gold -= amount * PRICE[card];
    lines.push(line({ card, amount }));
  }
  return lines.length ? act("C", lines) : {};
}

/** Free fields next to ours, special ones first, while there is enough gold to plant them too. */
function land(garden) {
  const index = (tile) => 8 * tile.x + tile.y;
  const special = new Set(garden.state.tiles.filter((tile) => tile.bIsSpecial).map(index));
  const mine = new Set(garden.tiles.map(index));
  const taken = new Set([...mine, ...garden.state.enemy.tiles.map(index)]);
  const lines = [];
  for (let left = spare(garden); left >= FIELD_PRICE; left -= FIELD_PRICE + 2000) {
    const free = [...Array(64).keys()].filter((field) => !taken.has(field) && beside(mine, field));
    if (!free.length) break;
    const field = free.find((one) => special.has(one)) ?? free[0];
    mine.add(field);
    taken.add(field);
    lines.push(line({ x: Math.floor(field / 8), y: field % 8 }));
  }
  return lines;
}

function beside(fields, field) {
  const [x, y] = [Math.floor(field / 8), field % 8];
  return [...fields].some((one) => Math.abs(Math.floor(one / 8) - x) <= 1 && Math.abs((one % 8) - y) <= 1);
}
