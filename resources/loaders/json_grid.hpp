// Reads the .grid.json of Waywright, C++17: x to the right, z up on the canvas, metres.
// Row 0 has the lowest z. A file is of one storey and one agent type; links lead to other storeys.
// Unreal counts centimetres, X ahead and Y to the right: cost(Y / 100, X / 100).
#pragma once
#include <cctype>
#include <cstddef>
#include <fstream>
#include <locale>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Json {  // A value: the text of a string, true, false or null; a number; items with keys.
    std::string text;
    double number = 0;
    std::vector<std::string> keys;
    std::vector<Json> items;

    const Json* find(const std::string& key) const {
        for (std::size_t at = 0; at < keys.size(); ++at)
            if (keys[at] == key) return &items[at];
        return nullptr;
    }
    const Json& operator[](const std::string& key) const {
        if (const Json* found = find(key)) return *found;
        throw std::runtime_error("no grid: " + key + " is missing");
    }

    static Json read(std::istream& in) {
        Json out;
        const char first = next(in);
        if (first == '{' || first == '[') {
            const char last = first == '{' ? '}' : ']';
            if ((in >> std::ws).peek() == last) return in.get(), out;
            for (char after = ','; after != last; after = next(in)) {
                if (after != ',') throw std::runtime_error("no grid: , is missing");
                if (first == '{') {
                    out.keys.push_back(read(in).text);
                    if (next(in) != ':') throw std::runtime_error("no grid: : is missing");
                }
                out.items.push_back(read(in));
            }
        } else if (first == '"') {
            while (in.peek() != '"') out.text += letter(in);
            in.get();
        } else if (first == '-' || std::isdigit(static_cast<unsigned char>(first))) {
            if (!(in.unget() >> out.number)) throw std::runtime_error("no grid: a bad number");
        } else {
            out.text = first;
            while (std::isalpha(in.peek())) out.text += static_cast<char>(in.get());
        }
        return out;
    }

private:
    static char next(std::istream& in) {
        char found = 0;
        if (!(in >> found)) throw std::runtime_error("the grid is cut off");
        return found;
    }
    static std::string letter(std::istream& in) {
        char found = 0;
        if (!in.get(found)) throw std::runtime_error("the grid is cut off");
        if (found != '\\') return {found};
        if (!in.get(found)) throw std::runtime_error("the grid is cut off");
        if (found != 'u') {
            const std::string from = "nrtbf", to = "\n\r\t\b\f";
            const std::size_t at = from.find(found);
            return {at == std::string::npos ? found : to[at]};
        }
        char digits[5] = {};
        in.get(digits, 5);
        const unsigned long code = std::stoul(digits, nullptr, 16);
        if (code < 0x80) return {static_cast<char>(code)};
        const char end = static_cast<char>(0x80 | (code & 0x3F));
        if (code < 0x800) return {static_cast<char>(0xC0 | (code >> 6)), end};
        const char middle = static_cast<char>(0x80 | ((code >> 6) & 0x3F));
        return {static_cast<char>(0xE0 | (code >> 12)), middle, end};
    }
};

struct JsonGrid {
    struct Exit {  // A link from a cell, and the cell where it ends.
        const Json* link;  // On the storey (*link)["toLayer"] if it has one; else on this one.
        int column, row;
    };
    std::string layer = "ground", profile;
    std::vector<std::string> rows;
    double min_x, min_z, cell;

    explicit JsonGrid(const std::string& path) : data(read(path)) {
        if (const Json* found = data.find("layer")) layer = found->text;
        if (const Json* found = data.find("profile")) profile = found->text;
        for (const Json& row : data["rows"].items) rows.push_back(row.text);
        min_x = data["minX"].number, min_z = data["minZ"].number, cell = data["cellSize"].number;
        if (static_cast<double>(rows.size()) != data["gridDepth"].number)
            throw std::runtime_error(path + ": the grid is cut off");
        for (const Json& link : links()) {
            const bool leads_back = link["oneWay"].text == "false" && !link.find("toLayer");
            for (const Json& pair : link["cells"].items) {
                const std::pair<int, int> from = cell_in(pair, 0), to = cell_in(pair, 2);
                exits_of[from].push_back({&link, to.first, to.second});
                if (leads_back) exits_of[to].push_back({&link, from.first, from.second});
            }
        }
    }
    JsonGrid(const JsonGrid&) = delete;  // Exits point into it.
    JsonGrid& operator=(const JsonGrid&) = delete;

    bool is_walkable(double x, double z) const { return cost(x, z) > 0; }

    // What a metre costs here: 1 on plain ground, 0 where one can't walk.
    double cost(double x, double z) const {
        const double column = (x - min_x) / cell, row = (z - min_z) / cell;
        if (!(row >= 0 && row < static_cast<double>(rows.size()) && column >= 0)) return 0;
        const std::size_t r = static_cast<std::size_t>(row);
        if (!(column < static_cast<double>(rows[r].size()))) return 0;
        const std::size_t c = static_cast<std::size_t>(column);
        if (rows[r][c] != '1') return 0;
        // Where a door was shut when the file was written its cells have no cost.
        const Json* costs = data.find("cost");
        const double found = costs ? costs->items.at(r).items.at(c).number : 1;
        return found > 0 ? found : 1;
    }

    const std::vector<Json>& links() const { return list("links"); }
    const std::vector<Json>& doors() const { return list("doors"); }

    // Links from this cell.
    std::vector<Exit> exits(int column, int row) const {
        const auto found = exits_of.find({column, row});
        return found == exits_of.end() ? std::vector<Exit>() : found->second;
    }

private:
    Json data;
    std::map<std::pair<int, int>, std::vector<Exit>> exits_of;

    const std::vector<Json>& list(const std::string& key) const {
        static const std::vector<Json> none;
        const Json* found = data.find(key);
        return found ? found->items : none;
    }
    static std::pair<int, int> cell_in(const Json& pair, std::size_t at) {
        return {static_cast<int>(pair.items.at(at).number),
                static_cast<int>(pair.items.at(at + 1).number)};
    }
    static Json read(const std::string& path) {
        std::ifstream file(path, std::ios::binary);
        file.imbue(std::locale::classic());
        if (file.peek() == 0xEF) file.ignore(3);  // byte order mark
        return Json::read(file);
    }
};
