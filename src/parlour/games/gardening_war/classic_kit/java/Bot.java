import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Plays the original Gardening War over TCP with the method {@link BotInput#bot_input}; you need not change anything here.
 *
 * <pre>
 *     javac -d classes Bot.java
 *     java -cp classes Bot [settings.json]
 * </pre>
 */
public final class Bot {
    static final String NOT_YOUR_TURN = "It's not your turn yet";

    final int seat, games, restartTurn;
    final boolean restart;
    final String team, host;
    final List<Double> ports;

    Bot(Map<String, Object> settings) {
        seat = (int) Json.number(settings, "PLAYER_NUM");
        games = (int) Json.number(settings, "AMOUNT_OF_GAMES");
        restartTurn = (int) Json.number(settings, "RESTART_TURN");
        restart = settings.get("RESTART").equals(true);
        team = (String) settings.get("TEAM_NAME");
        host = (String) settings.get("HOST");
        ports = Json.list(settings, "PORTS");
    }

    /** One game: the name, then an action for each state, until the server disconnects or it is time to restart. */
    void playGame(boolean last) throws InterruptedException {
        boolean ends = restart && !last;
        try (Socket line = connect()) {
            line.setTcpNoDelay(true);
            DataInputStream in = new DataInputStream(line.getInputStream());
            send(line, team);
            int turn = 1;
            while (!(ends && seat == 2 && turn >= restartTurn)) {
                String payload = receive(in);
                if (payload.equals(NOT_YOUR_TURN)) {
                    if (turn > 1) continue;
                    Thread.sleep(1000); // the name was too early: send it again
                    send(line, team);
                } else if (ends && turn >= restartTurn) {
                    send(line, "restart");
                    return;
                } else {
                    send(line, answer(payload));
                    turn++;
                }
            }
        } catch (IOException hungUp) {
            // The server disconnects when the game is over.
        }
    }

    /** The action of `bot_input`; if it fails, a pass, and the error is printed. */
    @SuppressWarnings("unchecked")
    static String answer(String payload) {
        try {
            return BotInput.bot_input((Map<String, Object>) Json.read(payload)).toString();
        } catch (RuntimeException trouble) {
            trouble.printStackTrace();
            return "{}";
        }
    }

    /** A connection to the server, as soon as it listens. */
    Socket connect() throws InterruptedException {
        int port = ports.get(seat - 1).intValue();
        for (boolean told = false;; told = true) {
            try {
                return new Socket(host, port);
            } catch (IOException trouble) {
                if (!told) System.err.println("Waiting for the server at " + host + ", port " + port + " (" + trouble.getMessage() + ").");
                Thread.sleep(1000);
            }
        }
    }

    static void send(Socket line, String text) throws IOException {
        OutputStream out = line.getOutputStream();
        out.write(text.getBytes(StandardCharsets.UTF_8));
        out.flush();
    }

    /** The next message: its length in eight digits, then the message. */
    static String receive(DataInputStream in) throws IOException {
        byte[] header = new byte[8];
        in.readFully(header);
        byte[] payload = new byte[Integer.parseInt(new String(header, StandardCharsets.US_ASCII))];
        in.readFully(payload);
        return new String(payload, StandardCharsets.UTF_8);
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] words) throws InterruptedException {
        String name = words.length > 0 ? words[0] : "settings.json";
        String text;
        try {
            text = Files.readString(Path.of(name));
        } catch (IOException trouble) {
            System.err.println(name + " cannot be read.");
            System.exit(1);
            return;
        }
        Bot bot = new Bot((Map<String, Object>) Json.read(text));
        for (int number = 1; number <= bot.games; number++) {
            if (number > 1) Thread.sleep(1000L * bot.seat); // seat 1 comes back first
            System.err.println("Game " + number + " of " + bot.games + ".");
            bot.playGame(number == bot.games);
        }
    }
}
