import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A starter bot for Gardening War. It needs only Java 17.
 *
 * <pre>
 *     javac -d classes Bot.java
 *     parlour match gardening-war --seats "cmd:java -cp classes Bot,easy" --games 2
 * </pre>
 *
 * The house sends one JSON object per line to stdin; the bot answers each "turn" with one line on stdout. A move of the
 * game is made of small decisions, and each turn asks for one: first what to do (pass, harvest, begin to shop …), then
 * its parts one by one (buy 5 water, plant a tulip on 3/4 …), then "done". Everything worth changing is in
 * {@link #decide}; each method below it is one idea.
 *
 * It can also play on the network: java -cp classes Bot ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT
 */
public final class Bot {
    /** The cost of a seed, the drops it needs, and the worth of its harvest. */
    record Plant(String name, int price, int drops, int worth) { }

    static final List<Plant> PLANTS = List.of(
        new Plant("tulip", 3600, 1, 8000),
        new Plant("crocus", 1000, 5, 5000),
        new Plant("bluejazz", 500, 2, 2500),
        new Plant("anemone", 500, 2, 2000));
    static final int WATER_PRICE = 200;
    static final int FIELD_PRICE = 5000;

    // --- the parts of the view that the bot uses ---

    final long round;
    final boolean rainTonight;
    final long gold;
    final Map<String, Object> stock;
    final List<Map<String, Object>> allFields;
    final int size;
    int beds, mature, dead, thirst, seeds;

    Bot(Map<String, Object> view) {
        round = Json.number(view, "round");
        rainTonight = Json.number(view, "rain_in") == 1;
        List<Map<String, Object>> gardeners = Json.list(view, "gardeners");
        Map<String, Object> me = gardeners.get((int) Json.number(view, "mover"));
        gold = Json.number(me, "gold");
        stock = Json.map(me, "stock");
        allFields = Json.list(view, "fields");
        List<Object> own = Json.list(me, "fields");
        size = own.size();
        for (Object index : own) {
            Map<String, Object> plant = Json.map(allFields.get(((Double) index).intValue()), "plant");
            if (plant == null) beds++;
            else if (plant.get("state").equals("mature")) mature++;
            else if (plant.get("state").equals("dead")) dead++;
            thirst += wanted(plant);
        }
        for (Plant plant : PLANTS) seeds += Json.number(stock, plant.name);
    }

    /** The drops to give a plant now: two fewer before rain, which brings two. */
    int wanted(Map<String, Object> plant) {
        if (plant == null || !plant.get("state").equals("growing")) return 0;
        int need = (int) Json.number(plant, "need");
        return rainTonight ? Math.max(0, need - 2) : need;
    }

    // --- what it decides ---

    /** The move to make: one of `moves`. */
    static Map<String, Object> decide(Map<String, Object> view, List<Map<String, Object>> moves) {
        Bot garden = new Bot(view);
        Map<String, Object> wish = switch ((String) Json.map(view, "move").get("step")) {
            case "land" -> garden.chooseLand(moves);
            case "shop" -> garden.chooseGoods(moves);
            case "plant" -> garden.chooseSeed(moves);
            case "water" -> garden.chooseDrops(moves);
            default -> garden.chooseAction(moves);
        };
        if (wish == null) wish = find(moves, "kind", "done");
        return wish != null ? wish : moves.get(0);
    }

    /** The first sensible thing to do this round. */
    Map<String, Object> chooseAction(List<Map<String, Object>> moves) {
        Map<String, Object> shop = find(moves, "action", "shop");
        Map<String, Object> land = find(moves, "action", "land");
        Map<String, Object> plant = find(moves, "action", "plant");
        Map<String, Object> water = find(moves, "action", "water");
        if (mature > 0) return find(moves, "kind", "harvest");
        if (thirst > 0) {
            if (water != null && Json.number(stock, "water") >= thirst) return water;
            if (shop != null) return shop;
        }
        if (plant != null && mayPlant()) return plant;
        if (land != null && spareGold() >= FIELD_PRICE) return land;
        if (shop != null && beds > seeds && plannedCount(planned()) > 0) return shop;
        return find(moves, "kind", dead > 0 ? "harvest" : "pass");
    }

    /** A tulip planted two rounds before rain would drown; anything else can be planted. */
    boolean mayPlant() {
        return round % 10 < 8 || Json.number(stock, "tulip") < seeds;
    }

    /** The gold left over after planting crocus on every field and a new one. */
    long spareGold() {
        return gold - 2000L * (size + 1);
    }

    /** The gold that can be spent on the empty fields. */
    long budget() {
        long sum = gold + WATER_PRICE * (Json.number(stock, "water") - thirst);
        for (Plant plant : PLANTS) sum += plant.price * Json.number(stock, plant.name);
        return sum;
    }

    /** The best affordable seed for all empty fields. */
    Plant planned() {
        boolean tulipsInTime = (round + 1) % 10 < 8;
        for (Plant plant : PLANTS.subList(0, 2)) {
            long cost = plant.price + (long) WATER_PRICE * plant.drops;
            if (cost * beds <= budget() && (tulipsInTime || !plant.name.equals("tulip"))) return plant;
        }
        return PLANTS.get(2);
    }

    long plannedCount(Plant plant) {
        return Math.max(0, Math.min(beds, budget() / (plant.price + (long) WATER_PRICE * plant.drops)));
    }

    /** Water first (the shop is ordered by goods), then seed: the largest amount that is not too much. */
    Map<String, Object> chooseGoods(List<Map<String, Object>> moves) {
        Plant plant = planned();
        long count = plannedCount(plant);
        Map<String, Object> water =
            largest(moves, "water", thirst + count * plant.drops - Json.number(stock, "water"));
        return water != null ? water : largest(moves, plant.name, count - Json.number(stock, plant.name));
    }

    static Map<String, Object> largest(List<Map<String, Object>> moves, String good, long missing) {
        Map<String, Object> found = null;
        for (Map<String, Object> move : moves) { // amounts are listed in ascending order
            if (good.equals(move.get("good")) && Json.number(move, "amount") <= missing) found = move;
        }
        return found;
    }

    /** The most expensive seed that suits the weather, on the next field. */
    Map<String, Object> chooseSeed(List<Map<String, Object>> moves) {
        for (Plant plant : PLANTS) {
            if (plant.name.equals("tulip") && round % 10 >= 8) continue;
            Map<String, Object> move = find(moves, "plant", plant.name);
            if (move != null) return move;
        }
        return null;
    }

    /** Exactly what the next thirsty plant needs. */
    Map<String, Object> chooseDrops(List<Map<String, Object>> moves) {
        for (Map<String, Object> move : moves) {
            if (move.get("kind").equals("water") && Json.number(move, "drops") == wanted(Json.map(field(move), "plant"))) return move;
        }
        return null;
    }

    /** Special fields first, while there is enough gold to plant them too. */
    Map<String, Object> chooseLand(List<Map<String, Object>> moves) {
        if (find(moves, "kind", "done") != null && spareGold() < FIELD_PRICE) return null;
        for (Map<String, Object> move : moves) {
            if (move.get("kind").equals("land") && field(move).get("special").equals(true)) return move;
        }
        return find(moves, "kind", "land");
    }

    Map<String, Object> field(Map<String, Object> move) {
        return allFields.get((int) (8 * Json.number(move, "x") + Json.number(move, "y")));
    }

    static Map<String, Object> find(List<Map<String, Object>> moves, String key, String value) {
        for (Map<String, Object> move : moves) if (value.equals(move.get(key))) return move;
        return null;
    }

    // --- talking to the house ---

    /** The reply to a message, or null. */
    @SuppressWarnings("unchecked")
    static String answer(String text) {
        Map<String, Object> message = (Map<String, Object>) Json.read(text);
        String type = (String) message.get("type");
        if (type.equals("refused") || type.equals("over")) System.err.println(type + ": " + message.get("why"));
        if (type.equals("error")) System.err.println(message.get("error"));
        if (!type.equals("turn")) return null;
        Map<String, Object> reply = new LinkedHashMap<>();
        reply.put("type", "move");
        reply.put("ply", message.get("ply"));
        reply.put("move", decide(Json.map(message, "view"), Json.list(message, "moves")));
        return Json.write(reply);
    }

    static void playOnStdio() throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String reply = answer(line);
            if (reply != null) out.print(reply + "\n");
            out.flush();
        }
    }

    /** Play at this table; returns the address of the next game if the match goes on, else null. */
    @SuppressWarnings("unchecked")
    static String playOnNetwork(String address, String token, int seat) throws InterruptedException {
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<String> next = new AtomicReference<>();
        StringBuilder part = new StringBuilder();
        WebSocket.Listener listener = new WebSocket.Listener() {
            @Override
            public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
                part.append(data);
                if (last) {
                    String text = part.toString();
                    part.setLength(0);
                    String reply = answer(text);
                    if (reply != null) socket.sendText(reply, true);
                    if (text.startsWith("{\"type\":\"over\"")) {
                        Object table = ((Map<String, Object>) Json.read(text)).get("next");
                        if (table != null) next.set(address.substring(0, address.lastIndexOf('/') + 1) + table);
                        over.countDown();
                    }
                }
                socket.request(1);
                return null;
            }

            @Override
            public CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
                over.countDown();
                return null;
            }

            @Override
            public void onError(WebSocket socket, Throwable trouble) {
                System.err.println("The connection broke: " + trouble.getMessage());
                over.countDown();
            }
        };
        WebSocket socket = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(address), listener).join();
        socket.sendText("{\"type\":\"sit\",\"token\":\"" + token + "\",\"seat\":" + seat + "}", true).join();
        over.await();
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").join();
        return next.get();
    }

    public static void main(String[] arguments) throws Exception {
        if (arguments.length == 3) {
            String address = arguments[0];
            while (address != null) address = playOnNetwork(address, arguments[1], Integer.parseInt(arguments[2]));
        } else if (arguments.length == 0) playOnStdio();
        else System.err.println("Three arguments are needed for the network: ws://HOUSE/ws/tables/TABLE TOKEN SEAT");
    }
}
