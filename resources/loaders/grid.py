"""Reads the `.grid.txt` of Waywright: x to the right, z up on the canvas, metres.

The first row of the file is the lowest z, the bottom of the picture.
"""

from math import floor
from pathlib import Path


class Grid:
    """Where one can walk."""

    def __init__(self, path: str) -> None:
        """Read the file."""
        self.header: dict[str, str] = {}
        self.rows: list[str] = []
        for line in Path(path).read_text(encoding="utf-8").splitlines():
            words = line.split()
            if len(words) > 1:
                self.header[words[0]] = words[1]
            elif words:
                self.rows.append(words[0])
        self.min_x, self.min_z, self.cell = (
            float(self.header[key]) for key in ("minX", "minZ", "cellSize")
        )

    def is_walkable(self, x: float, z: float) -> bool:
        """Whether a character can stand here; nowhere outside the grid."""
        column, row = floor((x - self.min_x) / self.cell), floor((z - self.min_z) / self.cell)
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row])
        return inside and self.rows[row][column] == "1"
