// An action: a letter (L land, C shop, P plant, W water, H harvest, F fertilizer, M mole) and its lines.
#pragma once

#include <string>

class Action {
public:
    explicit Action(const std::string& letter) : letter(letter) {}

    static Action pass() { return Action(""); }

    // Add a line; what the letter does not use is 0.
    void line(long x, long y, long card, long amount) {
        if (!empty()) lines += ',';
        lines += "{\"X\":" + std::to_string(x) + ",\"Y\":" + std::to_string(y) + ",\"CardId\":" + std::to_string(card) +
                 ",\"Amount\":" + std::to_string(amount) + "}";
    }

    bool empty() const { return lines.empty(); }
    std::string text() const { return "{\"ActionType\":\"" + letter + "\",\"Properties\":[" + lines + "]}"; }

private:
    std::string letter, lines;
};
