// Your bot: fill in `bot_input`, at the end of this file. Everything above it is how this one thinks, and may be thrown
// away.
#pragma once

#include <algorithm>
#include <set>
#include <vector>

#include "garden.hpp"
#include "json.hpp"

enum Card { WATER, MOLE, FERTILIZER, ANEMONE, BLUEJAZZ, CROCUS, TULIP };
static const std::vector<long> PRICE = {200, 10000, 3000, 500, 500, 1000, 3600};
static const std::vector<long> DROPS = {0, 0, 0, 2, 2, 5, 1};  // the drops a seed needs to mature
static const std::vector<Card> BEST_FIRST = {TULIP, CROCUS, BLUEJAZZ, ANEMONE};
static const long FIELD_PRICE = 5000;

// The parts of the state that the bot uses, and its decisions.
class Garden {
public:
    explicit Garden(const Json& seen)
        : state(seen),
          tiles(seen["source"]["tiles"].items),
          gold(seen["source"]["gold"].integer()),
          rain(seen["daysTillRain"].integer()),
          stock(7, 0) {
        for (const Json& card : seen["source"]["cards"].items)
            stock[static_cast<std::size_t>(card["cardId"].integer())] = card["owned"].integer();
        for (const Json& tile : tiles) {
            if (!tile["bIsPlanted"].boolean) {
                beds.push_back(&tile);
                continue;
            }
            long need = tile["plantDTO"]["waterNeeded"].integer();
            if (need == 0) mature++;
            if (need < 0) dead++;
            thirst += wanted(tile);
        }
        for (Card kind : BEST_FIRST) seeds += stock[kind];
    }

    Action decide() const {
        if (mature > 0) return Action("H");
        if (thirst > 0) return stock[WATER] >= thirst ? watering() : shopping();
        if (bed_count() > 0 && seeds > 0) {
            Action plants = planting();
            if (!plants.empty()) return plants;
        }
        if (spare() >= FIELD_PRICE) {
            Action fields = land();
            if (!fields.empty()) return fields;
        }
        if (bed_count() > seeds && count(kind()) > 0) return shopping();
        return dead > 0 ? Action("H") : Action::pass();
    }

private:
    const Json& state;
    const std::vector<Json>& tiles;
    long gold;
    long rain;  // 1: it rains after this round
    std::vector<long> stock;
    std::vector<const Json*> beds;
    long mature = 0, dead = 0, thirst = 0, seeds = 0;

    long bed_count() const { return static_cast<long>(beds.size()); }

    // The drops to give a plant now: two fewer before rain, which brings two.
    long wanted(const Json& tile) const {
        long need = tile["bIsPlanted"].boolean ? tile["plantDTO"]["waterNeeded"].integer() : 0;
        return std::max(0L, rain == 1 ? need - 2 : need);
    }

    // The gold left over after planting crocus on every field and a new one.
    long spare() const { return gold - 2000 * (static_cast<long>(tiles.size()) + 1); }

    // Exactly what every plant needs.
    Action watering() const {
        Action action("W");
        for (const Json& tile : tiles)
            if (wanted(tile) > 0) action.line(tile["x"].integer(), tile["y"].integer(), 0, wanted(tile));
        return action;
    }

    // The most expensive seed that suits the weather on each empty field: tulips two rounds before rain would drown.
    Action planting() const {
        Action action("P");
        std::vector<long> left = stock;
        for (const Json* tile : beds) {
            for (Card kind : BEST_FIRST) {
                if (left[kind] > 0 && (kind != TULIP || rain > 2)) {
                    left[kind]--;
                    action.line((*tile)["x"].integer(), (*tile)["y"].integer(), kind, 0);
                    break;
                }
            }
        }
        return action;
    }

    // The gold that can be spent on the empty fields.
    long budget() const {
        long sum = gold + PRICE[WATER] * (stock[WATER] - thirst);
        for (Card kind : BEST_FIRST) sum += PRICE[kind] * stock[kind];
        return sum;
    }

    static long cost(Card kind) { return PRICE[kind] + PRICE[WATER] * DROPS[kind]; }

    // The best affordable seed for all empty fields.
    Card kind() const {
        bool tulips_in_time = rain > 3 || rain == 1;  // planted in the next round
        if (tulips_in_time && cost(TULIP) * bed_count() <= budget()) return TULIP;
        return cost(CROCUS) * bed_count() <= budget() ? CROCUS : BLUEJAZZ;
    }

    // How many of it.
    long count(Card kind) const { return std::max(0L, std::min(bed_count(), budget() / cost(kind))); }

    // Water first, then seed, as far as the gold goes.
    Action shopping() const {
        Action action("C");
        Card seed = kind();
        long seeds_wanted = count(seed);
        long water = std::max(0L, std::min(thirst + seeds_wanted * DROPS[seed] - stock[WATER], gold / PRICE[WATER]));
        long amount = std::max(0L, std::min(seeds_wanted - stock[seed], (gold - water * PRICE[WATER]) / PRICE[seed]));
        if (water > 0) action.line(0, 0, WATER, water);
        if (amount > 0) action.line(0, 0, seed, amount);
        return action.empty() ? Action::pass() : action;
    }

    static long index(const Json& tile) { return 8 * tile["x"].integer() + tile["y"].integer(); }

    static bool beside(const std::set<long>& fields, long field) {
        return std::any_of(fields.begin(), fields.end(), [field](long one) {
            return std::abs(one / 8 - field / 8) <= 1 && std::abs(one % 8 - field % 8) <= 1;
        });
    }

    // Free fields next to ours, special ones first, while there is enough gold to plant them too.
    Action land() const {
        Action action("L");
        std::set<long> mine, taken;
        for (const Json& tile : tiles) mine.insert(index(tile));
        for (const Json& tile : state["enemy"]["tiles"].items) taken.insert(index(tile));
        taken.insert(mine.begin(), mine.end());
        for (long left = spare(); left >= FIELD_PRICE; left -= FIELD_PRICE + 2000) {
            const Json* best = nullptr;
            for (const Json& tile : state["tiles"].items) {
                bool better = !best || (tile["bIsSpecial"].boolean && !(*best)["bIsSpecial"].boolean);
                if (better && !taken.count(index(tile)) && beside(mine, index(tile))) best = &tile;
            }
            if (!best) break;
            mine.insert(index(*best));
            taken.insert(index(*best));
            action.line((*best)["x"].integer(), (*best)["y"].integer(), 0, 0);
        }
        return action;
    }
};

// The action for this turn: a letter and its lines, or Action::pass().
inline Action bot_input(const Json& state) {
    return Garden(state).decide();
}
