// A starter bot for Gardening War. It needs only .NET 8.
//
//     dotnet build -c Release -o built
//     parlour match gardening-war --seats "cmd:built/bot,easy" --games 2
//
// The house sends one JSON object per line to stdin; the bot answers each "turn" with one line on stdout.
// A move of the game is made of small decisions, and each turn asks for one: first what to do (pass, harvest, begin
// to shop …), then its parts one by one (buy 5 water, plant a tulip on 3/4 …), then "done".
// Everything worth changing is in Garden.Decide; each method below it is one idea.
//
// It can also play on the network: built/bot ws://127.0.0.1:8080/ws/tables/TABLE TOKEN SEAT

using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;

if (args.Length == 3)
{
    string? address = args[0];
    while (address is not null) address = await House.PlayOnNetwork(address, args[1], int.Parse(args[2]));
}
else if (args.Length == 0) House.PlayOnStdio();
else Console.Error.WriteLine("Three arguments are needed for the network: ws://HOUSE/ws/tables/TABLE TOKEN SEAT");

/// <summary>The cost of a seed, the drops it needs, and the worth of its harvest.</summary>
record Plant(string Name, int Price, int Drops, int Worth);

/// <summary>The parts of the view that the bot uses, and its decisions.</summary>
class Garden
{
    static readonly Plant[] Plants =
    {
        new("tulip", 3600, 1, 8000),
        new("crocus", 1000, 5, 5000),
        new("bluejazz", 500, 2, 2500),
        new("anemone", 500, 2, 2000),
    };
    const int WaterPrice = 200;
    const int FieldPrice = 5000;

    readonly int round, size, beds, mature, dead, thirst, seeds;
    readonly bool rainTonight;
    readonly long gold;
    readonly JsonNode stock;
    readonly JsonArray allFields;

    Garden(JsonNode view)
    {
        round = (int)view["round"]!;
        rainTonight = (int)view["rain_in"]! == 1;
        var me = view["gardeners"]![(int)view["mover"]!]!;
        gold = (long)me["gold"]!;
        stock = me["stock"]!;
        allFields = view["fields"]!.AsArray();
        var own = me["fields"]!.AsArray().Select(index => allFields[(int)index!]!["plant"]).ToList();
        size = own.Count;
        beds = own.Count(plant => plant is null);
        mature = own.Count(plant => (string?)plant?["state"] == "mature");
        dead = own.Count(plant => (string?)plant?["state"] == "dead");
        thirst = own.Sum(plant => Wanted(plant));
        seeds = Plants.Sum(plant => (int)stock[plant.Name]!);
    }

    /// <summary>The drops to give a plant now: two fewer before rain, which brings two.</summary>
    int Wanted(JsonNode? plant)
    {
        if ((string?)plant?["state"] != "growing") return 0;
        var need = (int)plant!["need"]!;
        return rainTonight ? Math.Max(0, need - 2) : need;
    }

    /// <summary>The move to make: one of the moves offered.</summary>
    public static JsonNode Decide(JsonNode view, JsonArray moves)
    {
        var garden = new Garden(view);
        var wish = (string?)view["move"]!["step"] switch
        {
            "land" => garden.ChooseLand(moves),
            "shop" => garden.ChooseGoods(moves),
            "plant" => garden.ChooseSeed(moves),
            "water" => garden.ChooseDrops(moves),
            _ => garden.ChooseAction(moves),
        };
        return wish ?? Find(moves, "kind", "done") ?? moves[0]!;
    }

    /// <summary>The first sensible thing to do this round.</summary>
    JsonNode? ChooseAction(JsonArray moves)
    {
        JsonNode? Begin(string action) => Find(moves, "action", action);
        if (mature > 0) return Find(moves, "kind", "harvest");
        if (thirst > 0)
        {
            if (Begin("water") is { } water && (int)stock["water"]! >= thirst) return water;
            if (Begin("shop") is { } shopping) return shopping;
        }
        if (Begin("plant") is { } plant && MayPlant) return plant;
        if (Begin("land") is { } land && SpareGold >= FieldPrice) return land;
        if (Begin("shop") is { } shop && beds > seeds && CountOf(Planned) > 0) return shop;
        return Find(moves, "kind", dead > 0 ? "harvest" : "pass");
    }

    /// <summary>A tulip planted two rounds before rain would drown; anything else can be planted.</summary>
    bool MayPlant => round % 10 < 8 || (int)stock["tulip"]! < seeds;

    /// <summary>The gold left over after planting crocus on every field and a new one.</summary>
    long SpareGold => gold - 2000L * (size + 1);

    /// <summary>The gold that can be spent on the empty fields.</summary>
    long Budget => gold + WaterPrice * ((long)stock["water"]! - thirst)
        + Plants.Sum(plant => plant.Price * (long)stock[plant.Name]!);

    static long Cost(Plant plant) => plant.Price + WaterPrice * plant.Drops;

    /// <summary>The best affordable seed for all empty fields.</summary>
    Plant Planned => Plants.Take(2).FirstOrDefault(
        plant => Cost(plant) * beds <= Budget && (plant.Name != "tulip" || (round + 1) % 10 < 8)) ?? Plants[2];

    long CountOf(Plant plant) => Math.Max(0, Math.Min(beds, Budget / Cost(plant)));

    /// <summary>Water first (the shop is ordered by goods), then seed: the largest amount that is not too much.</summary>
    JsonNode? ChooseGoods(JsonArray moves)
    {
        var plant = Planned;
        var count = CountOf(plant);
        JsonNode? Largest(string good, long missing) => moves.LastOrDefault(
            move => (string?)move!["good"] == good && (long)move["amount"]! <= missing); // amounts ascend
        return Largest("water", thirst + count * plant.Drops - (long)stock["water"]!)
            ?? Largest(plant.Name, count - (long)stock[plant.Name]!);
    }

    /// <summary>The most expensive seed that suits the weather, on the next field.</summary>
    JsonNode? ChooseSeed(JsonArray moves) => Plants
        .Where(plant => plant.Name != "tulip" || round % 10 < 8)
        .Select(plant => Find(moves, "plant", plant.Name))
        .FirstOrDefault(move => move is not null);

    /// <summary>Exactly what the next thirsty plant needs.</summary>
    JsonNode? ChooseDrops(JsonArray moves) => moves.FirstOrDefault(
        move => (string?)move!["kind"] == "water" && (int)move["drops"]! == Wanted(Field(move)["plant"]));

    /// <summary>Special fields first, while there is enough gold to plant them too.</summary>
    JsonNode? ChooseLand(JsonArray moves)
    {
        if (Find(moves, "kind", "done") is not null && SpareGold < FieldPrice) return null;
        return moves.FirstOrDefault(move => (string?)move!["kind"] == "land" && (bool)Field(move)["special"]!)
            ?? Find(moves, "kind", "land");
    }

    JsonNode Field(JsonNode move) => allFields[8 * (int)move["x"]! + (int)move["y"]!]!;

    static JsonNode? Find(JsonArray moves, string key, string value) =>
        moves.FirstOrDefault(move => (string?)move![key] == value);
}

/// <summary>Talking to the house.</summary>
static class House
{
    /// <summary>The reply to a message, or null.</summary>
    static string? Answer(JsonNode message)
    {
        var type = (string?)message["type"];
        if (type is "refused" or "over") Console.Error.WriteLine($"{type}: {message["why"]}");
        if (type == "error") Console.Error.WriteLine(message["error"]);
        if (type != "turn") return null;
        var move = Garden.Decide(message["view"]!, message["moves"]!.AsArray());
        return new JsonObject
        {
            ["type"] = "move",
            ["ply"] = (int)message["ply"]!,
            ["move"] = JsonNode.Parse(move.ToJsonString()),
        }.ToJsonString();
    }

    public static void PlayOnStdio()
    {
        while (Console.ReadLine() is { } line)
        {
            if (Answer(JsonNode.Parse(line)!) is { } reply) Console.WriteLine(reply);
            Console.Out.Flush();
        }
    }

    /// <summary>Play at this table; returns the address of the next game if the match goes on, else null.</summary>
    public static async Task<string?> PlayOnNetwork(string address, string token, int seat)
    {
        using var socket = new ClientWebSocket();
        await socket.ConnectAsync(new Uri(address), default);
        await Send(socket, new JsonObject { ["type"] = "sit", ["token"] = token, ["seat"] = seat }.ToJsonString());
        var buffer = new byte[65536];
        var text = new MemoryStream();
        while (socket.State == WebSocketState.Open)
        {
            var got = await socket.ReceiveAsync(buffer, default);
            if (got.MessageType == WebSocketMessageType.Close) break;
            text.Write(buffer, 0, got.Count);
            if (!got.EndOfMessage) continue;
            var message = JsonNode.Parse(Encoding.UTF8.GetString(text.ToArray()))!;
            text.SetLength(0);
            if (Answer(message) is { } reply) await Send(socket, reply);
            if ((string?)message["type"] != "over") continue;
            var next = (string?)message["next"];
            return next is null ? null : address.Substring(0, address.LastIndexOf('/') + 1) + next;
        }
        return null;
    }

    static Task Send(ClientWebSocket socket, string text) =>
        socket.SendAsync(Encoding.UTF8.GetBytes(text), WebSocketMessageType.Text, true, default);
}
