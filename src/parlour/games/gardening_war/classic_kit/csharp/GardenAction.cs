using System.Text;

/// <summary>A letter (L land, C shop, P plant, W water, H harvest, F fertilizer, M mole) and its lines.</summary>
class GardenAction
{
    readonly string letter;
    readonly StringBuilder lines = new StringBuilder();

    public GardenAction(string letter)
    {
        this.letter = letter;
    }

    public static GardenAction Pass()
    {
        return new GardenAction("");
    }

    public bool IsEmpty
    {
        get { return lines.Length == 0; }
    }

    /// <summary>Add a line; what the letter does not use is 0.</summary>
    public void Line(long x, long y, long card, long amount)
    {
        if (!IsEmpty) lines.Append(',');
        lines.Append("{\"X\":" + x + ",\"Y\":" + y + ",\"CardId\":" + card + ",\"Amount\":" + amount + "}");
    }

    public override string ToString()
    {
        return "{\"ActionType\":\"" + letter + "\",\"Properties\":[" + lines + "]}";
    }
}
