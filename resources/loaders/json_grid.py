"""Reads the `.grid.json` of Waywright: x to the right, z up on the canvas, metres.

Row 0 has the lowest z. A file is of one storey and one agent type; links lead to other storeys.
"""

import json
from pathlib import Path
from typing import Any


class JsonGrid:
    """Where one can walk on a storey, what that costs, and where links lead."""

    def __init__(self, path: str) -> None:
        """Read the file."""
        data = json.loads(Path(path).read_text(encoding="utf-8-sig"))
        self.layer: str = data.get("layer", "ground")
        self.profile: str = data.get("profile", "")
        self.state: str = data.get("state", "")
        self.min_x, self.min_z, self.cell = (
            float(data[key]) for key in ("minX", "minZ", "cellSize")
        )
        self.rows = [list(row) for row in data["rows"]]
        self.costs: list[list[float]] | None = data.get("cost")
        self.doors: list[dict[str, Any]] = data.get("doors", [])
        self.links: list[dict[str, Any]] = data.get("links", [])
        self._exits: dict[tuple[int, int], list[tuple[dict[str, Any], int, int]]] = {}
        for link in self.links:
            for column, row, to_column, to_row in link["cells"]:
                self._exits.setdefault((column, row), []).append((link, to_column, to_row))
                if not link["oneWay"] and "toLayer" not in link:
                    self._exits.setdefault((to_column, to_row), []).append((link, column, row))
        if len(self.rows) != int(data["gridDepth"]):
            message = f"{path}: the grid is cut off"
            raise ValueError(message)

    def is_walkable(self, x: float, z: float) -> bool:
        """Whether a character can stand here; nowhere outside the grid."""
        return self.cost(x, z) > 0

    def cost(self, x: float, z: float) -> float:
        """What a metre costs here: 1 on plain ground, 0 where one can't walk."""
        column, row = (x - self.min_x) / self.cell, (z - self.min_z) / self.cell
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[int(row)])
        if not inside or self.rows[int(row)][int(column)] != "1":
            return 0.0
        # Where a door was shut when the file was written its cells have no cost.
        return float((self.costs[int(row)][int(column)] if self.costs else 1.0) or 1.0)

    def exits(self, column: int, row: int) -> list[tuple[dict[str, Any], int, int]]:
        """Links from this cell: each with column and row of the cell where it ends.

        That is on the storey `link["toLayer"]`; without one, on this storey.
        """
        return self._exits.get((column, row), [])
