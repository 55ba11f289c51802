"""Messages about written grids."""

from collections.abc import Sequence

import numpy as np

from editor.look.fields import TIMES, number_text
from navcore.bake.grid import NavGrid
from navcore.export import Written
from navcore.i18n import tr
from navcore.level.model import ExportTarget
from navcore.level.storeys import storey_title

_NAMED = 3
"""Most grids that are named; more are only counted."""
_LONGEST = 60
"""Letters that the names of shut doors take at most."""


def told(done: Sequence[Written], *, saved: str = "") -> str:
    """Return a sentence with the written files, their cells, and the doors shut in them.

    `saved` is the name of a level that was saved just before.
    """
    names = [one.place.path.name for one in done]
    many = len(names) > _NAMED
    listed = tr("{0} grids").format(len(names)) if many else ", ".join(names)
    first = tr("Saved {0}, exported {1}") if saved else tr("Exported {1}")
    parts = [f"{first.format(saved, listed)}: {cells_text(done[0].grid)}"]
    shut = tuple(dict.fromkeys(name for one in done for name in one.shut))
    if shut:
        parts.append(tr("shut: {0}").format(listed_names(shut)))
    return " · ".join(parts)


def target_text(target: ExportTarget) -> str:
    """Return the format of a grid, its doors, and its storey and agents if it names them."""
    form = tr("JSON") if target.format == "json" else tr("Text")
    doors = tr("doors as drawn") if target.doors == "drawn" else tr("all doors open")
    told = tr("{0}, {1}").format(form, doors)
    if target.layer:
        told = tr("{0}, on {1}").format(told, storey_title(target.layer))
    return tr("{0}, for {1}").format(told, target.profile) if target.profile else told


def cells_text(grid: NavGrid) -> str:
    """Width and depth in cells, and how much of it is walkable."""
    cells = f"{grid.width:,} {TIMES} {grid.depth:,}"
    floor = number_text(int(np.count_nonzero(grid.walkable)) * grid.cell_size**2, "m²", 1)
    return tr("{0} cells, {1} walkable").format(cells, floor)


def listed_names(names: Sequence[str], longest: int = _LONGEST) -> str:
    """Return names separated by commas; names beyond `longest` letters are counted."""
    shown: list[str] = []
    for name in names:
        if shown and len(", ".join([*shown, name])) > longest:
            return tr("{0} and {1} more").format(", ".join(shown), len(names) - len(shown))
        shown.append(name)
    return ", ".join(shown)
