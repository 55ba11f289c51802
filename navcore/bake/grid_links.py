"""Links as grids for games have them: the pairs of cells that each joins, and what it takes."""

from typing import TypeAlias

import msgspec

from navcore.level.affine import Ring
from navcore.level.elements import LinkType

CellPair: TypeAlias = tuple[int, int, int, int]
"""Column and row of a cell, then those of the cell that a link leads to from there."""


class GridLink(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A link that begins on the storey of a grid; ends and costs are in metres."""

    id: int
    """That of the level's link: the same in the files of both its storeys."""
    name: str = ""
    type: LinkType = "jump"
    start: Ring = msgspec.field(name="from")
    """One point, or two between which it can be entered anywhere; on the grid's storey."""
    end: Ring = msgspec.field(name="to")
    """One point or two."""
    to_layer: str = ""
    """Storey of the end; empty: the grid's."""
    cells: tuple[CellPair, ...] = ()
    """The cells that it joins, one pair for two points. Along segments one for each cell."""
    cost_in_metres: float = msgspec.field(name="cost")
    """What it costs to take it in its middle, as metres of plain ground; at least 0."""
    seconds: float | None = None
    """How long it takes; None: by its type and length."""
    one_way: bool = False
    """Whether it leads from start to end only."""
    width: float = 0.0
    """Diameter of the widest agent that it lets pass, metres; 0: any."""
    needs: tuple[str, ...] = ()
    """Abilities without which nobody can take it; those for whom the grid is have them."""
