"""Opens and shuts a door in the `.grid.json` of Waywright, all that a game has to do for it.

`rows` are those of the file as lists of characters, `[list(row) for row in data["rows"]]`, and
`door` is one of `data["doors"]`.
"""

from __future__ import annotations

from typing import Any


def set_door(rows: list[list[str]], door: dict[str, Any], *, is_open: bool) -> None:
    """Make the door's cells walkable, or not."""
    for z, x0, x1 in door["cells"]:
        rows[z][x0:x1] = ("1" if is_open else "0") * (x1 - x0)
