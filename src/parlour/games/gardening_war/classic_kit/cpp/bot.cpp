// Plays the original Gardening War over TCP with the function `bot_input`; you need not change anything here.
//
//     c++ -std=c++17 -O2 -o bot bot.cpp
//     ./bot [settings.json]
//
// For Linux and macOS; on Windows build it in WSL.

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <fstream>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

#include "bot_input.hpp"

static const std::string NOT_YOUR_TURN = "It's not your turn yet";

static void rest(long seconds) { std::this_thread::sleep_for(std::chrono::seconds(seconds)); }

// A connection to the server, closed when it goes out of scope.
class Line {
public:
    Line(const std::string& host, const std::string& port) {
        for (bool told = false; !open(host, port); told = true) {
            if (!told) std::cerr << "Waiting for the server at " << host << ", port " << port << "." << std::endl;
            rest(1);
        }
    }
    Line(const Line&) = delete;
    Line& operator=(const Line&) = delete;
    ~Line() { close(handle); }

    bool send(const std::string& text) const {
        for (std::size_t sent = 0; sent < text.size();) {
            ssize_t part = ::send(handle, text.data() + sent, text.size() - sent, 0);
            if (part <= 0) return false;
            sent += static_cast<std::size_t>(part);
        }
        return true;
    }

    // The next message: its length in eight digits, then the message. False when the server has disconnected.
    bool receive(std::string& payload) const {
        std::string header;
        return read(header, 8) && read(payload, std::stoul(header));
    }

private:
    int handle = -1;

    bool open(const std::string& host, const std::string& port) {
        addrinfo hints{}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) return false;
        for (addrinfo* at = found; at && handle < 0; at = at->ai_next) {
            int one = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
            if (one >= 0 && connect(one, at->ai_addr, at->ai_addrlen) == 0) handle = one;
            else if (one >= 0) close(one);
        }
        freeaddrinfo(found);
        int yes = 1;
        if (handle >= 0) setsockopt(handle, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        return handle >= 0;
    }

    bool read(std::string& data, std::size_t size) const {
        data.assign(size, '\0');
        for (std::size_t got = 0; got < size;) {
            ssize_t part = recv(handle, &data[got], size - got, 0);
            if (part <= 0) return false;
            got += static_cast<std::size_t>(part);
        }
        return true;
    }
};

// The action of `bot_input`; if it fails, a pass, and the error is printed.
static std::string answer(const std::string& payload) {
    try {
        return bot_input(Json::read(payload)).text();
    } catch (const std::exception& trouble) {
        std::cerr << trouble.what() << std::endl;
        return "{}";
    }
}

// One game: the name, then an action for each state, until the server disconnects or it is time to restart.
static void play_game(const Json& settings, bool last) {
    long seat = settings["PLAYER_NUM"].integer(), restart_turn = settings["RESTART_TURN"].integer();
    bool ends = settings["RESTART"].boolean && !last;
    const Json& port = settings["PORTS"].items[static_cast<std::size_t>(seat - 1)];
    Line line(settings["HOST"].string, std::to_string(port.integer()));
    line.send(settings["TEAM_NAME"].string);
    std::string payload;
    for (long turn = 1; !(ends && seat == 2 && turn >= restart_turn);) {
        if (!line.receive(payload)) return;
        if (payload == NOT_YOUR_TURN) {
            if (turn > 1) continue;
            rest(1);  // the name was too early: send it again
            line.send(settings["TEAM_NAME"].string);
        } else if (ends && turn >= restart_turn) {
            line.send("restart");
            return;
        } else {
            line.send(answer(payload));
            turn++;
        }
    }
}

int main(int count, char** words) {
    signal(SIGPIPE, SIG_IGN);  // keep running when the server disconnects
    const char* name = count > 1 ? words[1] : "settings.json";
    std::ifstream file(name);
    if (!file) {
        std::cerr << name << " cannot be read." << std::endl;
        return 1;
    }
    std::stringstream text;
    text << file.rdbuf();
    Json settings = Json::read(text.str());
    long games = settings["AMOUNT_OF_GAMES"].integer();
    for (long number = 1; number <= games; number++) {
        if (number > 1) rest(settings["PLAYER_NUM"].integer());  // seat 1 comes back first
        std::cerr << "Game " << number << " of " << games << "." << std::endl;
        play_game(settings, number == games);
    }
}
