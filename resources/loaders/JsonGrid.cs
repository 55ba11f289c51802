// Reads the .grid.json of Waywright: x to the right, z up on the canvas, metres.
// Row 0 has the lowest z. A file is of one storey and one agent type; links lead to other storeys.
// Unity has the same axes and units. It needs Unity's package com.unity.nuget.newtonsoft-json.
using System;
using System.Collections.Generic;
using Newtonsoft.Json.Linq;

public sealed class JsonGrid
{
    // A link from a cell: its entry in the file, and the cell where it ends. That is on the storey
    // Link["toLayer"]; without one, on this storey.
    public struct Exit
    {
        public JToken Link;
        public int Column, Row;
    }

    public readonly string Layer, Profile, State;
    public readonly JToken Doors, Links;
    public readonly List<char[]> Rows = new List<char[]>();
    readonly double[][] costs;
    readonly double minX, minZ, cell;
    readonly Dictionary<(int, int), List<Exit>> exits = new Dictionary<(int, int), List<Exit>>();

    // The text of the file: File.ReadAllText(path), or a TextAsset's text.
    public JsonGrid(string text)
    {
        var data = JObject.Parse(text.TrimStart('\uFEFF'));
        Layer = (string)data["layer"] ?? "ground";
        Profile = (string)data["profile"] ?? "";
        State = (string)data["state"] ?? "";
        Doors = data["doors"] ?? new JArray();
        Links = data["links"] ?? new JArray();
        foreach (var row in data["rows"]) Rows.Add(((string)row).ToCharArray());
        costs = data["cost"]?.ToObject<double[][]>();
        minX = (double)data["minX"];
        minZ = (double)data["minZ"];
        cell = (double)data["cellSize"];
        foreach (var link in Links)
            foreach (var pair in link["cells"].ToObject<int[][]>())
            {
                Add(pair[0], pair[1], link, pair[2], pair[3]);
                if (!(bool)link["oneWay"] && link["toLayer"] == null)
                    Add(pair[2], pair[3], link, pair[0], pair[1]);
            }
        if (Rows.Count != (int)data["gridDepth"])
            throw new FormatException("The grid is cut off.");
    }

    public bool IsWalkable(double x, double z) => Cost(x, z) > 0;

    // What a metre costs here: 1 on plain ground, 0 where one can't walk.
    public double Cost(double x, double z)
    {
        double column = (x - minX) / cell, row = (z - minZ) / cell;
        if (!(row >= 0 && row < Rows.Count && column >= 0 && column < Rows[(int)row].Length)
            || Rows[(int)row][(int)column] != '1')
            return 0;
        // Where a door was shut when the file was written its cells have no cost.
        var found = costs == null ? 1 : costs[(int)row][(int)column];
        return found > 0 ? found : 1;
    }

    public IReadOnlyList<Exit> Exits(int column, int row) =>
        exits.TryGetValue((column, row), out var found) ? found : new List<Exit>();

    void Add(int column, int row, JToken link, int toColumn, int toRow)
    {
        if (!exits.ContainsKey((column, row))) exits[(column, row)] = new List<Exit>();
        exits[(column, row)].Add(new Exit { Link = link, Column = toColumn, Row = toRow });
    }
}
