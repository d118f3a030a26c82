import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Your bot: fill in {@link #bot_input}. Everything below it is how this bot thinks; replace it as you like. */
final class BotInput {
    // Cards by their id.
    static final int WATER = 0, MOLE = 1, FERTILIZER = 2, ANEMONE = 3, BLUEJAZZ = 4, CROCUS = 5, TULIP = 6;
    static final int[] PRICE = {200, 10_000, 3000, 500, 500, 1000, 3600};
    static final int[] DROPS = {0, 0, 0, 2, 2, 5, 1}; // the drops a seed needs to mature
    static final int[] BEST_FIRST = {TULIP, CROCUS, BLUEJAZZ, ANEMONE};
    static final int FIELD_PRICE = 5000;

    /** The action for this turn: a letter and its lines, or {@link Action#pass}. */
    static Action bot_input(Map<String, Object> state) {
        return new BotInput(state).decide();
    }

    // --- the parts of the state that the bot uses ---

    final Map<String, Object> state;
    final List<Map<String, Object>> tiles;
    final Map<Integer, Long> stock = new HashMap<>();
    final List<Map<String, Object>> beds = new ArrayList<>();
    final long gold;
    final long rain; // 1: it rains after this round
    long mature, dead, thirst, seeds;

    BotInput(Map<String, Object> state) {
        this.state = state;
        Map<String, Object> me = Json.map(state, "source");
        gold = Json.number(me, "gold");
        tiles = Json.list(me, "tiles");
        rain = Json.number(state, "daysTillRain");
        List<Map<String, Object>> cards = Json.list(me, "cards");
        for (Map<String, Object> card : cards) stock.put((int) Json.number(card, "cardId"), Json.number(card, "owned"));
        for (Map<String, Object> tile : tiles) {
            if (!tile.get("bIsPlanted").equals(true)) {
                beds.add(tile);
                continue;
            }
            long need = Json.number(Json.map(tile, "plantDTO"), "waterNeeded");
            if (need == 0) mature++;
            if (need < 0) dead++;
            thirst += wanted(tile);
        }
        for (int kind : BEST_FIRST) seeds += stock.get(kind);
    }

    /** The drops to give a plant now: two fewer before rain, which brings two. */
    long wanted(Map<String, Object> tile) {
        long need = tile.get("bIsPlanted").equals(true) ? Json.number(Json.map(tile, "plantDTO"), "waterNeeded") : 0;
        return Math.max(0, rain == 1 ? need - 2 : need);
    }

    /** The gold left over after planting crocus on every field and a new one. */
    long spare() {
        return gold - 2000L * (tiles.size() + 1);
    }

    // --- what it decides ---

    Action decide() {
        if (mature > 0) return new Action("H");
        if (thirst > 0) return stock.get(WATER) >= thirst ? watering() : shopping();
        if (!beds.isEmpty() && seeds > 0) {
            Action planting = planting();
            if (!planting.isEmpty()) return planting;
        }
        if (spare() >= FIELD_PRICE) {
            Action land = land();
            if (!land.isEmpty()) return land;
        }
        if (beds.size() > seeds && count(kind()) > 0) return shopping();
        return dead > 0 ? new Action("H") : Action.pass();
    }

    /** Exactly what every plant needs. */
    Action watering() {
        Action action = new Action("W");
        for (Map<String, Object> tile : tiles) {
            if (wanted(tile) > 0) action.line(Json.number(tile, "x"), Json.number(tile, "y"), 0, wanted(tile));
        }
        return action;
    }

    /** The most expensive seed that suits the weather on each empty field: tulips two rounds before rain would drown. */
    Action planting() {
        Action action = new Action("P");
        Map<Integer, Long> left = new HashMap<>(stock);
        for (Map<String, Object> tile : beds) {
            for (int kind : BEST_FIRST) {
                if (left.get(kind) > 0 && (kind != TULIP || rain > 2)) {
                    left.merge(kind, -1L, Long::sum);
                    action.line(Json.number(tile, "x"), Json.number(tile, "y"), kind, 0);
                    break;
                }
            }
        }
        return action;
    }

    /** The gold that can be spent on the empty fields. */
    long budget() {
        long sum = gold + PRICE[WATER] * (stock.get(WATER) - thirst);
        for (int kind : BEST_FIRST) sum += PRICE[kind] * stock.get(kind);
        return sum;
    }

    static long cost(int kind) {
        return PRICE[kind] + PRICE[WATER] * (long) DROPS[kind];
    }

    /** The best affordable seed for all empty fields. */
    int kind() {
        boolean tulipsInTime = rain > 3 || rain == 1; // planted in the next round
        if (tulipsInTime && cost(TULIP) * beds.size() <= budget()) return TULIP;
        return cost(CROCUS) * beds.size() <= budget() ? CROCUS : BLUEJAZZ;
    }

    /** How many of it. */
    long count(int kind) {
        return Math.max(0, Math.min(beds.size(), Math.floorDiv(budget(), cost(kind))));
    }

    /** Water first, then seed, as far as the gold goes. */
    Action shopping() {
        Action action = new Action("C");
        int kind = kind();
        long count = count(kind);
        long water = Math.max(0, Math.min(thirst + count * DROPS[kind] - stock.get(WATER), gold / PRICE[WATER]));
        long seed = Math.max(0, Math.min(count - stock.get(kind), (gold - water * PRICE[WATER]) / PRICE[kind]));
        if (water > 0) action.line(0, 0, WATER, water);
        if (seed > 0) action.line(0, 0, kind, seed);
        return action.isEmpty() ? Action.pass() : action;
    }

    /** Free fields next to ours, special ones first, while there is enough gold to plant them too. */
    Action land() {
        Action action = new Action("L");
        List<Map<String, Object>> board = Json.list(state, "tiles");
        Set<Long> mine = fields(tiles);
        Set<Long> taken = fields(Json.list(Json.map(state, "enemy"), "tiles"));
        taken.addAll(mine);
        for (long left = spare(); left >= FIELD_PRICE; left -= FIELD_PRICE + 2000) {
            Map<String, Object> best = null;
            for (Map<String, Object> tile : board) {
                boolean better = best == null || (tile.get("bIsSpecial").equals(true) && best.get("bIsSpecial").equals(false));
                if (better && !taken.contains(index(tile)) && beside(mine, index(tile))) best = tile;
            }
            if (best == null) break;
            mine.add(index(best));
            taken.add(index(best));
            action.line(Json.number(best, "x"), Json.number(best, "y"), 0, 0);
        }
        return action;
    }

    static long index(Map<String, Object> tile) {
        return 8 * Json.number(tile, "x") + Json.number(tile, "y");
    }

    static Set<Long> fields(List<Map<String, Object>> tiles) {
        Set<Long> found = new HashSet<>();
        for (Map<String, Object> tile : tiles) found.add(index(tile));
        return found;
    }

    static boolean beside(Set<Long> fields, long field) {
        for (long one : fields) {
            if (Math.abs(one / 8 - field / 8) <= 1 && Math.abs(one % 8 - field % 8) <= 1) return true;
        }
        return false;
    }
}
