"""Links in exported grids: the pairs of cells that each joins, its cost and its needs."""

from collections.abc import Collection, Iterable
from math import dist
from typing import Final, TypeAlias

import msgspec

from navcore.level.affine import Ring
from navcore.level.elements import Link, LinkType, middle
from navcore.level.links import link_cost

_ROUNDED: Final = 1e-6
"""Metres by which costs of a grid may be rounded."""

CellPair: TypeAlias = tuple[int, int, int, int]
"""Column and row of a cell, then those of the cell to which the link leads."""


class GridLink(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """A link that begins on the storey of a grid; ends and costs are in metres."""

    id: int
    """Id of the level's link: the same in the files of both its storeys."""
    name: str = ""
    type: LinkType = "jump"
    start: Ring = msgspec.field(name="from")
    """One point, or the two ends of a segment where it can be entered; on the grid's storey."""
    end: Ring = msgspec.field(name="to")
    """One or two points."""
    to_layer: str = ""
    """Storey of the end; empty: the grid's."""
    cells: tuple[CellPair, ...] = ()
    """The cells that it joins, one pair for two points. Along segments one for each cell."""
    cost_in_metres: float = msgspec.field(name="cost")
    """Cost of taking it at its middle, in metres of plain ground; at least 0."""
    seconds: float | None = None
    """Duration; None: from its type and length."""
    one_way: bool = False
    """True if it leads from start to end only."""
    width: float = 0.0
    """Diameter of the widest agent that it lets pass, metres; 0: any."""
    needs: tuple[str, ...] = ()
    """Abilities that an agent must have to take it; the grid's agents have them."""


def level_links(links: Iterable[GridLink], taken: Collection[int]) -> dict[int, Link]:
    """Return the links within the grid's storey as elements of a level, by id.

    They need no abilities, because the grid's agents have them. A link has its id from the level of
    the grid, unless a door of the grid has it, see `taken`.
    """
    found: dict[int, Link] = {}
    for one in links:
        if one.to_layer:
            continue
        link_id = one.id
        while link_id in taken or link_id in found:
            link_id += 1
        link = Link(
            id=link_id, order=float(len(found)), name=one.name, type=one.type, start=one.start,
            end=one.end, seconds=one.seconds, width=one.width, one_way=one.one_way,
        )  # fmt: skip
        usual = link_cost(link, dist(middle(one.start), middle(one.end)))
        if abs(usual - one.cost_in_metres) > _ROUNDED and one.cost_in_metres > 0:
            # Without this, each of its lanes would have the cost of its own length.
            link = msgspec.structs.replace(link, cost=one.cost_in_metres)
        found[link_id] = link
    return found
