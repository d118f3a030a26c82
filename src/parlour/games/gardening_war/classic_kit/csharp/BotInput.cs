// Your bot: fill in bot_input. Everything below it is how this bot thinks; replace it as you like.

using System.Text.Json.Nodes;

class BotInput
{
    // Cards by their id.
    const int Water = 0, Mole = 1, Fertilizer = 2, Anemone = 3, BlueJazz = 4, Crocus = 5, Tulip = 6;
    static readonly long[] Price = { 200, 10000, 3000, 500, 500, 1000, 3600 };
    static readonly long[] Drops = { 0, 0, 0, 2, 2, 5, 1 }; // the drops a seed needs to mature
    static readonly int[] BestFirst = { Tulip, Crocus, BlueJazz, Anemone };
    const long FieldPrice = 5000;

    /// <summary>The action for this turn: a letter and its lines, or GardenAction.Pass().</summary>
    public static GardenAction bot_input(JsonNode state)
    {
        return new BotInput(state).Decide();
    }

    // --- the parts of the state that the bot uses ---

    readonly JsonNode state;
    readonly List<JsonNode> tiles;
    readonly List<JsonNode> beds;
    readonly long[] stock = new long[7];
    readonly long gold;
    readonly long rain; // 1: it rains after this round
    readonly long mature;
    readonly long dead;
    readonly long thirst;
    readonly long seeds;

    BotInput(JsonNode state)
    {
        this.state = state;
        JsonNode me = state["source"]!;
        gold = Number(me, "gold");
        rain = Number(state, "daysTillRain");
        tiles = Items(me, "tiles");
        foreach (JsonNode card in Items(me, "cards"))
        {
            stock[(int)Number(card, "cardId")] = Number(card, "owned");
        }
        beds = tiles.Where(one => !Planted(one)).ToList();
        foreach (JsonNode tile in tiles.Where(one => Planted(one)))
        {
            long need = Number(tile["plantDTO"]!, "waterNeeded");
            if (need == 0) mature++;
            if (need < 0) dead++;
            thirst += Wanted(tile);
        }
        foreach (int kind in BestFirst)
        {
            seeds += stock[kind];
        }
    }

    /// <summary>The drops to give a plant now: two fewer before rain, which brings two.</summary>
    long Wanted(JsonNode tile)
    {
        long need = Planted(tile) ? Number(tile["plantDTO"]!, "waterNeeded") : 0;
        return Math.Max(0, rain == 1 ? need - 2 : need);
    }

    /// <summary>The gold left over after planting crocus on every field and a new one.</summary>
    long Spare()
    {
        return gold - 2000 * (tiles.Count + 1);
    }

    // --- what it decides ---

    GardenAction Decide()
    {
        if (mature > 0) return new GardenAction("H");
        if (thirst > 0) return stock[Water] >= thirst ? Watering() : Shopping();
        if (beds.Count > 0 && seeds > 0)
        {
            GardenAction planting = Planting();
            if (!planting.IsEmpty) return planting;
        }
        if (Spare() >= FieldPrice)
        {
            GardenAction land = Land();
            if (!land.IsEmpty) return land;
        }
        if (beds.Count > seeds && CountOf(BestKind()) > 0) return Shopping();
        return dead > 0 ? new GardenAction("H") : GardenAction.Pass();
    }

    /// <summary>Exactly what every plant needs.</summary>
    GardenAction Watering()
    {
        var action = new GardenAction("W");
        foreach (JsonNode tile in tiles)
        {
            if (Wanted(tile) > 0) action.Line(Number(tile, "x"), Number(tile, "y"), 0, Wanted(tile));
        }
        return action;
    }

    /// <summary>The most expensive seed that suits the weather on each empty field: tulips two rounds before rain would drown.</summary>
    GardenAction Planting()
    {
        var action = new GardenAction("P");
        var left = (long[])stock.Clone();
        foreach (JsonNode tile in beds)
        {
            foreach (int kind in BestFirst)
            {
                if (left[kind] > 0 && (kind != Tulip || rain > 2))
                {
                    left[kind]--;
                    action.Line(Number(tile, "x"), Number(tile, "y"), kind, 0);
                    break;
                }
            }
        }
        return action;
    }

    /// <summary>The gold that can be spent on the empty fields.</summary>
    long Budget()
    {
        long sum = gold + Price[Water] * (stock[Water] - thirst);
        foreach (int kind in BestFirst)
        {
            sum += Price[kind] * stock[kind];
        }
        return sum;
    }

    static long Cost(int kind)
    {
        return Price[kind] + Price[Water] * Drops[kind];
    }

    /// <summary>The best affordable seed for all empty fields.</summary>
    int BestKind()
    {
        bool tulipsInTime = rain > 3 || rain == 1; // planted in the next round
        if (tulipsInTime && Cost(Tulip) * beds.Count <= Budget()) return Tulip;
        return Cost(Crocus) * beds.Count <= Budget() ? Crocus : BlueJazz;
    }

    /// <summary>How many of it.</summary>
    long CountOf(int kind)
    {
        return Math.Max(0, Math.Min(beds.Count, Budget() / Cost(kind)));
    }

    /// <summary>Water first, then seed, as far as the gold goes.</summary>
    GardenAction Shopping()
    {
        var action = new GardenAction("C");
        int kind = BestKind();
        long count = CountOf(kind);
        long water = Math.Max(0, Math.Min(thirst + count * Drops[kind] - stock[Water], gold / Price[Water]));
        long seed = Math.Max(0, Math.Min(count - stock[kind], (gold - water * Price[Water]) / Price[kind]));
        if (water > 0) action.Line(0, 0, Water, water);
        if (seed > 0) action.Line(0, 0, kind, seed);
        return action.IsEmpty ? GardenAction.Pass() : action;
    }

    /// <summary>Free fields next to ours, special ones first, while there is enough gold to plant them too.</summary>
    GardenAction Land()
    {
        var action = new GardenAction("L");
        var mine = new HashSet<long>(tiles.Select(one => FieldOf(one)));
        var taken = new HashSet<long>(Items(state["enemy"]!, "tiles").Select(one => FieldOf(one)));
        taken.UnionWith(mine);
        for (long left = Spare(); left >= FieldPrice; left -= FieldPrice + 2000)
        {
            JsonNode? best = null;
            foreach (JsonNode tile in Items(state, "tiles"))
            {
                bool better = best is null || (Special(tile) && !Special(best));
                if (better && !taken.Contains(FieldOf(tile)) && Beside(mine, FieldOf(tile))) best = tile;
            }
            if (best is null) break;
            mine.Add(FieldOf(best));
            taken.Add(FieldOf(best));
            action.Line(Number(best, "x"), Number(best, "y"), 0, 0);
        }
        return action;
    }

    static bool Beside(HashSet<long> fields, long field)
    {
        return fields.Any(one => Math.Abs(one / 8 - field / 8) <= 1 && Math.Abs(one % 8 - field % 8) <= 1);
    }

    // --- reading the state ---

    static long Number(JsonNode node, string key)
    {
        return node[key]!.GetValue<long>();
    }

    static List<JsonNode> Items(JsonNode node, string key)
    {
        return node[key]!.AsArray().Select(item => item!).ToList();
    }

    static bool Planted(JsonNode tile)
    {
        return tile["bIsPlanted"]!.GetValue<bool>();
    }

    static bool Special(JsonNode tile)
    {
        return tile["bIsSpecial"]!.GetValue<bool>();
    }

    static long FieldOf(JsonNode tile)
    {
        return 8 * Number(tile, "x") + Number(tile, "y");
    }
}
