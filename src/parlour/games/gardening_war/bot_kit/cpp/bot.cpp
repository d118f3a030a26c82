// A starter bot for Gardening War. It needs only a C++17 compiler.
//
//     c++ -std=c++17 -O2 -o bot bot.cpp
//     parlour match gardening-war --seats "cmd:./bot,easy" --games 2
//
// The house sends one JSON object per line to stdin; the bot answers each "turn" with one line on stdout.
// A move of the game is made of small decisions, and each turn asks for one: first what to do (pass, harvest, begin
// to shop …), then its parts one by one (buy 5 water, plant a tulip on 3/4 …), then "done".
// Everything worth changing is in `decide`; each function below it is one idea.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "json.hpp"

// The cost of a seed, the drops it needs, and the worth of its harvest.
struct Plant {
    std::string name;
    long price, drops, worth;
};

static const std::vector<Plant> PLANTS = {
    {"tulip", 3600, 1, 8000},
    {"crocus", 1000, 5, 5000},
    {"bluejazz", 500, 2, 2500},
    {"anemone", 500, 2, 2000},
};
static const long WATER_PRICE = 200;
static const long FIELD_PRICE = 5000;

using Moves = std::vector<Json>;

static const Json* find(const Moves& moves, const std::string& key, const std::string& value) {
    for (const Json& move : moves)
        if (move[key].is(value)) return &move;
    return nullptr;
}

// The parts of the view that the bot uses, and its decisions. Null means no wish.
struct Garden {
    const Json& view;
    const Json& me;
    long round, gold, size, beds = 0, mature = 0, dead = 0, thirst = 0, seeds = 0;

    explicit Garden(const Json& seen)
        : view(seen),
          me(seen["gardeners"].items[static_cast<std::size_t>(seen["mover"].integer())]),
          round(seen["round"].integer()),
          gold(me["gold"].integer()),
          size(static_cast<long>(me["fields"].items.size())) {
        for (const Json& index : me["fields"].items) {
            const Json& plant = view["fields"].items[static_cast<std::size_t>(index.integer())]["plant"];
            if (plant.is_null()) beds++;
            else if (plant["state"].is("mature")) mature++;
            else if (plant["state"].is("dead")) dead++;
            thirst += wanted(plant);
        }
        for (const Plant& plant : PLANTS) seeds += stock(plant.name);
    }

    long stock(const std::string& good) const { return me["stock"][good].integer(); }

    const Json& field(const Json& move) const {
        return view["fields"].items[static_cast<std::size_t>(8 * move["x"].integer() + move["y"].integer())];
    }

    // The drops to give a plant now: two fewer before rain, which brings two.
    long wanted(const Json& plant) const {
        if (!plant["state"].is("growing")) return 0;
        long need = plant["need"].integer();
        return view["rain_in"].integer() == 1 ? std::max(0L, need - 2) : need;
    }

    // The first sensible thing to do this round.
    const Json* choose_action(const Moves& moves) const {
        const Json* shop = find(moves, "action", "shop");
        const Json* land = find(moves, "action", "land");
        const Json* plant = find(moves, "action", "plant");
        const Json* water = find(moves, "action", "water");
        if (mature > 0) return find(moves, "kind", "harvest");
        if (thirst > 0) {
            if (water && stock("water") >= thirst) return water;
            if (shop) return shop;
        }
        if (plant && may_plant()) return plant;
        if (land && spare_gold() >= FIELD_PRICE) return land;
        if (shop && beds > seeds && count_of(planned()) > 0) return shop;
        return find(moves, "kind", dead > 0 ? "harvest" : "pass");
    }

    // A tulip planted two rounds before rain would drown; anything else can be planted.
    bool may_plant() const { return round % 10 < 8 || stock("tulip") < seeds; }

    // The gold left over after planting crocus on every field and a new one.
    long spare_gold() const { return gold - 2000 * (size + 1); }

    // The gold that can be spent on the empty fields.
    long budget() const {
        long sum = gold + WATER_PRICE * (stock("water") - thirst);
        for (const Plant& plant : PLANTS) sum += plant.price * stock(plant.name);
        return sum;
    }

    static long cost(const Plant& plant) { return plant.price + WATER_PRICE * plant.drops; }

    // The best affordable seed for all empty fields.
    const Plant& planned() const {
        bool tulips_in_time = (round + 1) % 10 < 8;
        if (tulips_in_time && cost(PLANTS[0]) * beds <= budget()) return PLANTS[0];
        if (cost(PLANTS[1]) * beds <= budget()) return PLANTS[1];
        return PLANTS[2];
    }

    long count_of(const Plant& plant) const { return std::max(0L, std::min(beds, budget() / cost(plant))); }

    // Water first (the shop is ordered by goods), then seed: the largest amount that is not too much.
    const Json* choose_goods(const Moves& moves) const {
        const Plant& plant = planned();
        long count = count_of(plant);
        const Json* water = largest(moves, "water", thirst + count * plant.drops - stock("water"));
        return water ? water : largest(moves, plant.name, count - stock(plant.name));
    }

    static const Json* largest(const Moves& moves, const std::string& good, long missing) {
        const Json* found = nullptr;
        for (const Json& move : moves)  // amounts are listed in ascending order
            if (move["good"].is(good) && move["amount"].integer() <= missing) found = &move;
        return found;
    }

    // The most expensive seed that suits the weather, on the next field.
    const Json* choose_seed(const Moves& moves) const {
        for (const Plant& plant : PLANTS) {
            if (plant.name == "tulip" && round % 10 >= 8) continue;
            if (const Json* move = find(moves, "plant", plant.name)) return move;
        }
        return nullptr;
    }

    // Exactly what the next thirsty plant needs.
    const Json* choose_drops(const Moves& moves) const {
        for (const Json& move : moves)
            if (move["kind"].is("water") && move["drops"].integer() == wanted(field(move)["plant"])) return &move;
        return nullptr;
    }

    // Special fields first, while there is enough gold to plant them too.
    const Json* choose_land(const Moves& moves) const {
        if (find(moves, "kind", "done") && spare_gold() < FIELD_PRICE) return nullptr;
        for (const Json& move : moves)
            if (move["kind"].is("land") && field(move)["special"].boolean) return &move;
        return find(moves, "kind", "land");
    }
};

// The move to make: one of `moves`.
static const Json& decide(const Json& view, const Moves& moves) {
    Garden garden(view);
    const Json& step = view["move"]["step"];
    const Json* wish = step.is("land")    ? garden.choose_land(moves)
                       : step.is("shop")  ? garden.choose_goods(moves)
                       : step.is("plant") ? garden.choose_seed(moves)
                       : step.is("water") ? garden.choose_drops(moves)
                                          : garden.choose_action(moves);
    if (!wish) wish = find(moves, "kind", "done");
    return wish ? *wish : moves.front();
}

int main() {
    std::string line;
    while (std::getline(std::cin, line)) {
        Json message = Json::read(line);
        if (message["type"].is("refused") || message["type"].is("over")) std::cerr << message["why"].string << "\n";
        if (!message["type"].is("turn")) continue;
        const Json& move = decide(message["view"], message["moves"].items);
        std::cout << "{\"type\":\"move\",\"ply\":" << message["ply"].text << ",\"move\":" << move.text << "}" << std::endl;
    }
}
