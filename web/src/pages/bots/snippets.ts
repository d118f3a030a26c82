/** Complete bots that play any game of the house at random, to copy as they are and improve. */

export type Way = 'websocket' | 'stdio';
export type Language = 'python' | 'javascript' | 'java' | 'csharp' | 'cpp';

export interface Snippet {
  file: string;
  /** Setup commands, run once. */
  prepare: string[];
  /** The start command; over WebSocket the address, token and seat are added to it. */
  run: string;
  text: string;
}

export const LANGUAGES: { value: Language; label: string }[] = [
  { value: 'python', label: 'Python' },
  { value: 'javascript', label: 'JavaScript' },
  { value: 'java', label: 'Java' },
  { value: 'csharp', label: 'C#' },
  { value: 'cpp', label: 'C++' },
];

const websocket: Partial<Record<Language, Snippet>> = {
  python: {
    file: 'bot.py',
    prepare: ['pip install websockets'],
    run: 'python bot.py',
    text: `import json, random, sys
from websockets.sync.client import connect

address, token, seat = sys.argv[1], sys.argv[2], int(sys.argv[3])

def think(view, moves):
    return random.choice(moves)  # your idea goes here

with connect(address, max_size=None) as chair:
    chair.send(json.dumps({"type": "sit", "token": token, "seat": seat}))
    for text in chair:
        message = json.loads(text)
        if message["type"] == "turn":
            move = think(message["view"], message["moves"])
            chair.send(json.dumps({"type": "move", "ply": message["ply"], "move": move}))
        elif message["type"] in ("refused", "error"):
            print(message.get("why") or message.get("error"))
        elif message["type"] == "over":
            print(message["why"])
            break
`,
  },
  javascript: {
    file: 'bot.mjs',
    prepare: ['node --version    # 22 or newer; with 20 start it as: node --experimental-websocket bot.mjs'],
    run: 'node bot.mjs',
    text: `const [address, token, seat] = process.argv.slice(2);

const think = (view, moves) => moves[Math.floor(Math.random() * moves.length)]; // your idea goes here

const chair = new WebSocket(address);
const say = (message) => chair.send(JSON.stringify(message));
chair.onopen = () => say({ type: "sit", token, seat: Number(seat) });
chair.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "turn") say({ type: "move", ply: message.ply, move: think(message.view, message.moves) });
  else if (message.type === "refused" || message.type === "error") console.log(message.why ?? message.error);
  else if (message.type === "over") {
    console.log(message.why);
    chair.close();
  }
};
`,
  },
  java: {
    file: 'Bot.java',
    prepare: ['java --version    # 17 or newer'],
    run: 'java Bot.java',
    text: `import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;

/** It reads what it needs from the text; for a real bot take a JSON library. */
public class Bot implements WebSocket.Listener {
    final CountDownLatch over = new CountDownLatch(1);
    final StringBuilder part = new StringBuilder();

    /** The place of the move in the list, counted from 0. Your idea goes here. */
    static int think(String turn, int moves) {
        return (int) (Math.random() * moves);
    }

    static int number(String text, String key) {
        int at = text.indexOf(key) + key.length(), end = at;
        while (Character.isDigit(text.charAt(end))) end++;
        return Integer.parseInt(text.substring(at, end));
    }

    static int count(String text) {
        int at = text.indexOf("\\"moves\\":[{\\"kind\\":"), moves = 0;
        for (; text.charAt(at) != ']'; at++) if (text.charAt(at) == '{') moves++;
        return moves;
    }

    @Override public CompletionStage<?> onText(WebSocket chair, CharSequence data, boolean last) {
        part.append(data);
        if (last) {
            String text = part.toString();
            part.setLength(0);
            if (text.startsWith("{\\"type\\":\\"turn\\"")) {
                int index = think(text, count(text));
                chair.sendText("{\\"type\\":\\"move\\",\\"ply\\":" + number(text, "\\"ply\\":") + ",\\"index\\":" + index + "}", true);
            } else if (text.startsWith("{\\"type\\":\\"over\\"")) {
                System.out.println(text);
                over.countDown();
            } else if (text.startsWith("{\\"type\\":\\"refused\\"") || text.startsWith("{\\"type\\":\\"error\\"")) {
                System.out.println(text);
            }
        }
        chair.request(1);
        return null;
    }

    @Override public CompletionStage<?> onClose(WebSocket chair, int status, String reason) {
        over.countDown();
        return null;
    }

    public static void main(String[] words) throws Exception {
        Bot bot = new Bot();
        WebSocket chair = HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(URI.create(words[0]), bot).join();
        chair.sendText("{\\"type\\":\\"sit\\",\\"token\\":\\"" + words[1] + "\\",\\"seat\\":" + words[2] + "}", true).join();
        bot.over.await();
        System.exit(0);
    }
}
`,
  },
  csharp: {
    file: 'Program.cs',
    prepare: ['dotnet new console -o bot', 'cd bot             # put the program into Program.cs there'],
    run: 'dotnet run --',
    text: `using System.Net.WebSockets;
using System.Text;
using System.Text.Json.Nodes;

using var chair = new ClientWebSocket();
await chair.ConnectAsync(new Uri(args[0]), default);
await Say(new JsonObject { ["type"] = "sit", ["token"] = args[1], ["seat"] = int.Parse(args[2]) });
var buffer = new byte[65536];
var text = new MemoryStream();
while (chair.State == WebSocketState.Open)
{
    var got = await chair.ReceiveAsync(buffer, default);
    if (got.MessageType == WebSocketMessageType.Close) break;
    text.Write(buffer, 0, got.Count);
    if (!got.EndOfMessage) continue;
    var message = JsonNode.Parse(Encoding.UTF8.GetString(text.ToArray()))!;
    text.SetLength(0);
    var type = (string?)message["type"];
    if (type == "turn")
    {
        var index = Think(message["view"]!, message["moves"]!.AsArray());
        await Say(new JsonObject { ["type"] = "move", ["ply"] = (int)message["ply"]!, ["index"] = index });
    }
    else if (type is "refused" or "error") Console.WriteLine(message["why"] ?? message["error"]);
    else if (type == "over")
    {
        Console.WriteLine(message["why"]);
        break;
    }
}

// The place of the move in the list, counted from 0. Your idea goes here.
int Think(JsonNode view, JsonArray moves) => Random.Shared.Next(moves.Count);

Task Say(JsonObject message) => chair.SendAsync(
    Encoding.UTF8.GetBytes(message.ToJsonString()), WebSocketMessageType.Text, true, default);
`,
  },
};

const stdio: Partial<Record<Language, Snippet>> = {
  python: {
    file: 'bot.py',
    prepare: [],
    run: 'python bot.py',
    text: `import json, random, sys

def think(view, moves):
    return random.choice(moves)  # your idea goes here

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "turn":
        move = think(message["view"], message["moves"])
        print(json.dumps({"type": "move", "ply": message["ply"], "move": move}), flush=True)
    elif message["type"] == "refused":
        print(message["why"], file=sys.stderr)
`,
  },
  javascript: {
    file: 'bot.mjs',
    prepare: [],
    run: 'node bot.mjs',
    text: `import { createInterface } from "node:readline";

const think = (view, moves) => moves[Math.floor(Math.random() * moves.length)]; // your idea goes here

createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "turn") {
    const move = think(message.view, message.moves);
    process.stdout.write(JSON.stringify({ type: "move", ply: message.ply, move }) + "\\n");
  } else if (message.type === "refused") console.error(message.why);
});
`,
  },
  java: {
    file: 'Bot.java',
    prepare: ['javac Bot.java'],
    run: 'java Bot',
    text: `import java.io.BufferedReader;
import java.io.InputStreamReader;

/** It reads what it needs from the text; for a real bot take a JSON library. */
public class Bot {
    /** The place of the move in the list, counted from 0. Your idea goes here. */
    static int think(String turn, int moves) {
        return (int) (Math.random() * moves);
    }

    public static void main(String[] words) throws Exception {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            if (!line.startsWith("{\\"type\\":\\"turn\\"")) continue;
            int at = line.indexOf("\\"ply\\":") + 6, end = at, moves = 0;
            while (Character.isDigit(line.charAt(end))) end++;
            for (int i = line.indexOf("\\"moves\\":[{\\"kind\\":"); line.charAt(i) != ']'; i++) if (line.charAt(i) == '{') moves++;
            System.out.println("{\\"type\\":\\"move\\",\\"ply\\":" + line.substring(at, end) + ",\\"index\\":" + think(line, moves) + "}");
            System.out.flush();
        }
    }
}
`,
  },
  csharp: {
    file: 'Program.cs',
    prepare: [
      'dotnet new console -o bot',
      'dotnet build bot -c Release -o built    # with the program in bot/Program.cs',
    ],
    run: 'built/bot',
    text: `using System.Text.Json.Nodes;

while (Console.ReadLine() is { } line)
{
    var message = JsonNode.Parse(line)!;
    if ((string?)message["type"] != "turn") continue;
    var index = Think(message["view"]!, message["moves"]!.AsArray());
    var answer = new JsonObject { ["type"] = "move", ["ply"] = (int)message["ply"]!, ["index"] = index };
    Console.WriteLine(answer.ToJsonString());
    Console.Out.Flush();
}

// The place of the move in the list, counted from 0. Your idea goes here.
int Think(JsonNode view, JsonArray moves) => Random.Shared.Next(moves.Count);
`,
  },
  cpp: {
    file: 'bot.cpp',
    prepare: ['c++ -std=c++17 -O2 -o bot bot.cpp'],
    run: './bot',
    text: `// It reads what it needs from the text; for a real bot take a JSON library.
#include <iostream>
#include <random>
#include <string>

// The place of the move in the list, counted from 0. Your idea goes here.
static int think(const std::string& turn, int moves) {
    static std::mt19937 dice{std::random_device{}()};
    (void)turn;
    return static_cast<int>(dice() % static_cast<unsigned>(moves));
}

int main() {
    for (std::string line; std::getline(std::cin, line);) {
        if (line.rfind("{\\"type\\":\\"turn\\"", 0) != 0) continue;
        int ply = std::stoi(line.substr(line.find("\\"ply\\":") + 6)), moves = 0;
        for (auto i = line.find("\\"moves\\":[{\\"kind\\":"); i < line.size() && line[i] != ']'; i++) moves += line[i] == '{';
        std::cout << "{\\"type\\":\\"move\\",\\"ply\\":" << ply << ",\\"index\\":" << think(line, moves) << "}" << std::endl;
    }
}
`,
  },
};

export const SNIPPETS: Record<Way, Partial<Record<Language, Snippet>>> = { websocket, stdio };

/** The terminal commands that bring a bot to this table. */
export function command(
  way: Way,
  language: Language,
  place: { house: string; table: string; token: string; seat: number },
): string[] {
  const direct = way === 'websocket' ? websocket[language] : undefined;
  if (direct) {
    const socket = place.house.replace(/^http/, 'ws');
    return [`${direct.run} ${socket}/ws/tables/${place.table} ${place.token} ${place.seat}`];
  }
  const program = (stdio[language] ?? stdio.python)?.run ?? '';
  return [`parlour bot join ${place.house}/table/${place.table} --token ${place.token} --seat "cmd:${program}"`];
}
