"""Small grids as text."""

import json

import numpy as np

from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.formats import DoorCells
from navcore.formats.grid_json import write_grid_json

ROWS = ["11110", "10010", "11111"]


DOORS = (
    DoorCells("gate", open=True, cells=((0, 1, 3), (2, 0, 5))),
    DoorCells('the "back" door', open=False, cells=()),
)


HEADER = {
    "cellSize": "0.4",
    "agentRadius": "0.45",
    "floorY": "0.0",
    "objectPadding": "0.25",
    "boundaryPadding": "0.0",
    "minX": "-5.3",
    "minZ": "-1.5",
    "gridWidth": "5",
    "gridDepth": "3",
}


def small_grid() -> NavGrid:
    """Five columns, three rows, asymmetric."""
    padded = np.zeros((5, 7), np.uint8)
    padded[1:-1, 1:-1] = [[int(cell) for cell in row] for row in ROWS]
    lattice = Lattice(0.4, -5.3, -1.5, 5, 3)
    return NavGrid(lattice, padded, agent_radius=0.45, object_padding=0.25)


def text_of(rows: list[str] | None = None, **changes: str | None) -> str:
    """Return a text grid with changed header values; None leaves a line out."""
    header = {**HEADER, **changes}
    lines = [f"{key} {value}" for key, value in header.items() if value is not None]
    return "\n".join([*lines, *(ROWS if rows is None else rows)]) + "\n"


def json_of(**changes: object) -> str:
    """Return a JSON grid with changed keys, an entry per line; None leaves a key out."""
    entries = json.loads(write_grid_json(small_grid(), DOORS)) | changes
    lines = [f"{json.dumps(key)}: {json.dumps(entries[key])}" for key in entries]
    kept = [line for line, key in zip(lines, entries, strict=True) if entries[key] is not None]
    return "{" + ",\n".join(kept) + "}"
