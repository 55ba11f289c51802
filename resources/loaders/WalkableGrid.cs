// Reads the .grid.txt of Waywright: x to the right, z up on the canvas, metres.
// The first row of the file is the lowest z, the bottom of the picture.
// Unity has the same axes and units: IsWalkable(position.x, position.z).
using System;
using System.Collections.Generic;
using System.Globalization;

public sealed class WalkableGrid
{
    readonly List<string> rows = new List<string>();
    readonly double minX, minZ, cell;

    // The text of the file: File.ReadAllText(path), or a TextAsset's text.
    public WalkableGrid(string text)
    {
        var header = new Dictionary<string, string>();
        foreach (var line in text.TrimStart('\uFEFF').Split('\n'))
        {
            var words = line.Split(new[] { ' ', '\t', '\r' }, StringSplitOptions.RemoveEmptyEntries);
            if (words.Length > 1) header[words[0]] = words[1];
            else if (words.Length == 1 && "01".IndexOf(words[0][0]) >= 0) rows.Add(words[0]);
        }
        minX = Number(header["minX"]);
        minZ = Number(header["minZ"]);
        cell = Number(header["cellSize"]);
        if (rows.Count != Number(header["gridDepth"]))
            throw new FormatException("The grid is cut off.");
    }

    public bool IsWalkable(double x, double z)
    {
        double column = (x - minX) / cell, row = (z - minZ) / cell;
        return row >= 0 && row < rows.Count && column >= 0 && column < rows[(int)row].Length
            && rows[(int)row][(int)column] == '1';
    }

    static double Number(string text) =>
        double.Parse(text, NumberStyles.Float, CultureInfo.InvariantCulture);
}
