"""Reads the `.grid.txt` of Waywright: x to the right, z up on the canvas, metres.

The first row of the file is the lowest z, the bottom of the picture.
"""

from pathlib import Path


class Grid:
    """Where one can walk."""

    def __init__(self, path: str) -> None:
        """Read the file."""
        self.header: dict[str, str] = {}
        self.rows: list[str] = []
        for line in Path(path).read_text(encoding="utf-8-sig").split("\n"):
            words = line.split()
            if len(words) > 1:
                self.header[words[0]] = words[1]
            elif words and words[0][0] in "01":
                self.rows.append(words[0])
        self.min_x, self.min_z, self.cell = (
            float(self.header[key]) for key in ("minX", "minZ", "cellSize")
        )
        if len(self.rows) != int(self.header["gridDepth"]):
            message = f"{path}: the grid is cut off"
            raise ValueError(message)

    def is_walkable(self, x: float, z: float) -> bool:
        """Whether a character can stand here; nowhere outside the grid."""
        column, row = (x - self.min_x) / self.cell, (z - self.min_z) / self.cell
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.rows[int(row)])
        return inside and self.rows[int(row)][int(column)] == "1"
