// Just enough JSON for a bot: read any value, look things up, and keep the text of each value to send it back.
#pragma once

#include <cstdlib>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

struct Json {
    enum Type { Null, Boolean, Number, String, Array, Object } type = Null;
    bool boolean = false;
    double number = 0;
    std::string string;
    std::vector<Json> items;
    std::map<std::string, Json> keys;
    std::string text;  // as it was written

    static Json read(const std::string& text) {
        std::size_t place = 0;
        return value(text, place);
    }

    bool is_null() const { return type == Null; }
    long integer() const { return static_cast<long>(number); }
    bool is(const std::string& word) const { return type == String && string == word; }

    // The value of a key; a null if there is no such key.
    const Json& operator[](const std::string& key) const {
        static const Json nothing;
        auto found = keys.find(key);
        return found == keys.end() ? nothing : found->second;
    }

private:
    static void blanks(const std::string& text, std::size_t& place) {
        while (place < text.size() && std::string(" \t\r\n").find(text[place]) != std::string::npos) place++;
    }

    static char at(const std::string& text, std::size_t place) {
        if (place >= text.size()) throw std::runtime_error("JSON ends too early");
        return text[place];
    }

    static Json value(const std::string& text, std::size_t& place) {
        blanks(text, place);
        std::size_t start = place;
        Json found;
        char c = at(text, place);
        if (c == '{') {
            found.type = Object;
            place++;
            for (blanks(text, place); at(text, place) != '}'; blanks(text, place)) {
                if (text[place] == ',') place++;
                blanks(text, place);
                std::string key = quoted(text, place);
                blanks(text, place);
                place++;  // the colon
                found.keys[key] = value(text, place);
            }
            place++;
        } else if (c == '[') {
            found.type = Array;
            place++;
            for (blanks(text, place); at(text, place) != ']'; blanks(text, place)) {
                if (text[place] == ',') place++;
                found.items.push_back(value(text, place));
            }
            place++;
        } else if (c == '"') {
            found.type = String;
            found.string = quoted(text, place);
        } else {
            while (place < text.size() && std::string(",]} \t\r\n").find(text[place]) == std::string::npos) place++;
            std::string word = text.substr(start, place - start);
            if (word == "true" || word == "false") {
                found.type = Boolean;
                found.boolean = word == "true";
            } else if (word != "null") {
                found.type = Number;
                found.number = std::strtod(word.c_str(), nullptr);
            }
        }
        found.text = text.substr(start, place - start);
        return found;
    }

    // Strings are compared, never shown: escapes other than a quoted character are left as they are.
    static std::string quoted(const std::string& text, std::size_t& place) {
        std::string found;
        for (place++; at(text, place) != '"'; place++) {
            if (text[place] == '\\') place++;
            found += at(text, place);
        }
        place++;
        return found;
    }
};
