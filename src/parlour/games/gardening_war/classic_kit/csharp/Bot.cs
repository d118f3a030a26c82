// Plays the original Gardening War over TCP with the function BotInput.bot_input; you need not change anything here.
//
//     dotnet build -c Release -o built
//     built/bot [settings.json]

using System.Net.Sockets;
using System.Text;
using System.Text.Json.Nodes;

static class Bot
{
    const string NotYourTurn = "It's not your turn yet";

    static int Main(string[] words)
    {
        string name = words.Length > 0 ? words[0] : "settings.json";
        if (!File.Exists(name))
        {
            Console.Error.WriteLine(name + " cannot be read.");
            return 1;
        }
        JsonNode settings = JsonNode.Parse(File.ReadAllText(name))!;
        int games = settings["AMOUNT_OF_GAMES"]!.GetValue<int>();
        for (int number = 1; number <= games; number++)
        {
            if (number > 1) Thread.Sleep(1000 * settings["PLAYER_NUM"]!.GetValue<int>()); // seat 1 comes back first
            Console.Error.WriteLine("Game " + number + " of " + games + ".");
            try
            {
                PlayGame(settings, number == games);
            }
            catch (IOException)
            {
                // The server disconnects when the game is over.
            }
        }
        return 0;
    }

    /// <summary>One game: the name, then an action for each state, until the server disconnects or it is time to restart.</summary>
    static void PlayGame(JsonNode settings, bool last)
    {
        int seat = settings["PLAYER_NUM"]!.GetValue<int>();
        int restartTurn = settings["RESTART_TURN"]!.GetValue<int>();
        string team = settings["TEAM_NAME"]!.GetValue<string>();
        bool ends = settings["RESTART"]!.GetValue<bool>() && !last;
        int port = settings["PORTS"]![seat - 1]!.GetValue<int>();
        using TcpClient client = Connect(settings["HOST"]!.GetValue<string>(), port);
        client.NoDelay = true;
        NetworkStream line = client.GetStream();
        Send(line, team);
        int turn = 1;
        while (!(ends && seat == 2 && turn >= restartTurn))
        {
            string? payload = Receive(line);
            if (payload is null) return;
            if (payload == NotYourTurn)
            {
                if (turn > 1) continue;
                Thread.Sleep(1000); // the name was too early: send it again
                Send(line, team);
            }
            else if (ends && turn >= restartTurn)
            {
                Send(line, "restart");
                return;
            }
            else
            {
                Send(line, Answer(payload));
                turn++;
            }
        }
    }

    /// <summary>The action of bot_input; if it fails, a pass, and the error is printed.</summary>
    static string Answer(string payload)
    {
        try
        {
            return BotInput.bot_input(JsonNode.Parse(payload)!).ToString();
        }
        catch (Exception trouble)
        {
            Console.Error.WriteLine(trouble);
            return "{}";
        }
    }

    /// <summary>A connection to the server, as soon as it listens.</summary>
    static TcpClient Connect(string host, int port)
    {
        for (bool told = false; ; told = true)
        {
            try
            {
                return new TcpClient(host, port);
            }
            catch (SocketException trouble)
            {
                if (!told) Console.Error.WriteLine("Waiting for the server at " + host + ", port " + port + " (" + trouble.Message + ").");
                Thread.Sleep(1000);
            }
        }
    }

    static void Send(NetworkStream line, string text)
    {
        byte[] data = Encoding.UTF8.GetBytes(text);
        line.Write(data, 0, data.Length);
    }

    /// <summary>The next message: its length in eight digits, then the message. Null when the server has disconnected.</summary>
    static string? Receive(NetworkStream line)
    {
        byte[]? header = Read(line, 8);
        if (header is null) return null;
        byte[]? payload = Read(line, int.Parse(Encoding.ASCII.GetString(header)));
        return payload is null ? null : Encoding.UTF8.GetString(payload);
    }

    static byte[]? Read(NetworkStream line, int size)
    {
        var data = new byte[size];
        for (int got = 0; got < size;)
        {
            int part = line.Read(data, got, size - got);
            if (part == 0) return null;
            got += part;
        }
        return data;
    }
}
