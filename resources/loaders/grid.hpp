// Reads the .grid.txt of Waywright, C++17: x to the right, z up on the canvas, metres.
// The first row of the file is the lowest z, the bottom of the picture.
// Unreal counts centimetres, X ahead and Y to the right: is_walkable(Y / 100, X / 100).
#pragma once
#include <cstddef>
#include <fstream>
#include <locale>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

struct Grid {
    std::map<std::string, std::string> header;
    std::vector<std::string> rows;
    double min_x, min_z, cell;

    explicit Grid(const std::string& path) {
        std::ifstream file(path);
        for (std::string line; std::getline(file, line);) {
            if (line.rfind("\xEF\xBB\xBF", 0) == 0) line.erase(0, 3);  // byte order mark
            std::istringstream words(line);
            std::string first, second;
            if (words >> first >> second) header[first] = second;
            else if (!first.empty() && (first[0] == '0' || first[0] == '1')) rows.push_back(first);
        }
        min_x = number("minX"), min_z = number("minZ"), cell = number("cellSize");
        if (static_cast<double>(rows.size()) != number("gridDepth"))
            throw std::runtime_error(path + ": the grid is cut off");
    }

    bool is_walkable(double x, double z) const {
        const double column = (x - min_x) / cell, row = (z - min_z) / cell;
        if (!(row >= 0 && row < static_cast<double>(rows.size()) && column >= 0)) return false;
        const std::string& cells = rows[static_cast<std::size_t>(row)];
        return column < static_cast<double>(cells.size())
            && cells[static_cast<std::size_t>(column)] == '1';
    }

private:
    double number(const std::string& key) const {
        std::istringstream text(header.count(key) ? header.at(key) : "");
        text.imbue(std::locale::classic());
        double value = 0;
        if (!(text >> value)) throw std::runtime_error("no grid: " + key + " is missing");
        return value;
    }
};
