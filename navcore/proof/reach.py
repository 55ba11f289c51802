"""Reach: connectivity of a world for agents of one type, with directions.

A place is a connected region of the walkable cells of one storey. Links lead from place to place,
some of them one way only. Places that lead to each other both ways form one component; a component
that can be entered but not left is a trap. Tarjan's algorithm finds them in one pass over places
and links (R. Tarjan, Depth-first search and linear graph algorithms, 1972), here without recursion.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final, NewType

import numpy as np
import numpy.typing as npt

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.bake.regions import Regions
from navcore.level.model import Point, Profile
from navcore.path.links import Storeys
from navcore.path.nearest import nearest_free_cell
from navcore.path.space import Space
from navcore.world import World

Place = NewType("Place", int)
"""A region of a storey's walkable cells, numbered as `Storeys.place_of` does."""

_AS_THEY_ARE: Final[Mapping[int, Regions]] = MappingProxyType({})

SNAP: Final = 8.0
"""Metres within which a place off the floor is moved to the nearest floor, as searches do."""


class Reach:
    """The places of a world for agents of a type, and what leads from one to another."""

    def __init__(self, storeys: Storeys, regions: Mapping[int, Regions] = _AS_THEY_ARE) -> None:
        """Take storeys; `regions` by storey number where they differ from the grid's regions."""
        self.storeys: Final = storeys
        self.regions: Final = [
            regions.get(number) or storeys.grid(number).regions
            for number in range(len(storeys.names))
        ]

    @classmethod
    def of(cls, world: World, profile: Profile) -> "Reach":
        """Return the reach for agents of this type, with the doors of this world."""
        return cls(world.storeys_for(profile))

    def without(self, blocked: Mapping[str, Sequence[int]]) -> "Reach":
        """Return the same with cells of some storeys, by name and id, blocked as well."""
        changed = {}
        for layer, cells in blocked.items():
            padded = self.grid(layer).padded.copy()
            padded.reshape(-1)[list(cells)] = 0
            changed[self.storeys.number_of(layer)] = Regions.of(Bitmaps.of(padded))
        return Reach(self.storeys, changed)

    def grid(self, layer: str) -> NavGrid:
        """Return the walkable cells of a storey."""
        return self.storeys.grid(self.storeys.number_of(layer))

    def labels(self, layer: str) -> npt.NDArray[np.int32]:
        """(depth + 2, width + 2) int32 the low half of each cell's place, 0 where blocked; kept."""
        number = self.storeys.number_of(layer)
        if number not in self._labels:
            self._labels[number] = self.regions[number].labels
        return self._labels[number]

    def cells_of(self, place: Place) -> tuple[npt.NDArray[np.bool_], int, int]:
        """Return a part of a storey that holds a place whole: which of its cells are the place's.

        With the row and the column of its first cell, as `labels` counts them. Places are looked
        up one by one, and most are small: all cells of a storey may be millions.
        """
        number, region = place >> 32, place & 0xFFFFFFFF
        rows, columns = self.regions[number].window_of(region)
        part = self.labels(self.layer_of(place))[rows, columns] == region
        return part, rows.start, columns.start

    @cached_property
    def _labels(self) -> dict[int, npt.NDArray[np.int32]]:
        return {}

    def place_of(self, layer: str, cell: int) -> Place | None:
        """Return the place of a cell; None if it is blocked."""
        return self._place(self.storeys.number_of(layer), cell)

    def _place(self, number: int, cell: int) -> Place | None:
        region = self.regions[number].region_at(cell)
        return Place(number << 32 | region) if region else None

    @cached_property
    def links(self) -> tuple[tuple[Place, Place, int], ...]:
        """The connections by links: from place, to place, id; each once, between two places."""
        found: dict[tuple[Place, Place, int], None] = {}
        for lane in self.storeys.lanes:
            start, end = map(self._place, lane.storeys, lane.cells)
            if start is not None and end is not None and start != end:
                found[start, end, lane.link] = None
        return tuple(found)

    @cached_property
    def onward(self) -> dict[Place, list[Place]]:
        """Successors of each place with outgoing links."""
        found: dict[Place, list[Place]] = {}
        for start, end, _ in self.links:
            found.setdefault(start, []).append(end)
        return found

    @cached_property
    def cells(self) -> dict[Place, int]:
        """Number of cells of each place, on all storeys."""
        found: dict[Place, int] = {}
        for number in range(len(self.storeys.names)):
            sizes = self.regions[number].sizes.tolist()
            found.update(
                (Place(number << 32 | region), size) for region, size in enumerate(sizes) if region
            )
        return found

    @property
    def largest(self) -> Place | None:
        """The place with the most cells; None in a level without floor."""
        return max(self.cells, key=lambda place: (self.cells[place], -place), default=None)

    def layer_of(self, place: Place) -> str:
        """Name of the storey of a place."""
        return self.storeys.names[place >> 32]

    def cell_at(self, point: Point, layer: str, snap: float = SNAP) -> int:
        """Id of the walkable cell at a point or nearest to it within `snap` metres; -1: none."""
        return nearest_free_cell(Space.of(self.grid(layer)), point, snap)

    def place_at(self, point: Point, layer: str, snap: float = SNAP) -> Place | None:
        """Return the place at a point, or the nearest within `snap` metres; None if none."""
        cell = self.cell_at(point, layer, snap)
        return None if cell < 0 else self.place_of(layer, cell)

    def onto(self, point: Point, places: Collection[Place], layer: str) -> Point | None:
        """Return the centre of the cell of some places nearest to a point on their storey."""
        grid, number = self.grid(layer), self.storeys.number_of(layer)
        space, row_length = Space.of(grid), grid.padded.shape[1]
        column, row = space.cell_of(point)
        best: tuple[float, int] | None = None
        for place in places:
            if place >> 32 != number:
                continue
            cells = self.regions[number].nearest_in(place & 0xFFFFFFFF, column, row)
            for cell in cells[:1].tolist():
                x, z = cell % row_length - 1 - column, cell // row_length - 1 - row
                best = min(best or (np.inf, -1), (float(x * x + z * z), cell))
        return None if best is None else space.centre_of(best[1])

    def from_(self, starts: Iterable[Place]) -> set[Place]:
        """Return all places that can be reached from some of these, which are among them."""
        found = set(starts)
        ahead = list(found)
        while ahead:
            for place in self.onward.get(ahead.pop(), ()):
                if place not in found:
                    found.add(place)
                    ahead.append(place)
        return found

    def ahead_of(self, start: Place) -> set[Place]:
        """Return all places that can be reached from one, itself among them; kept."""
        if start not in self._ahead:
            self._ahead[start] = self.from_([start])
        return self._ahead[start]

    @cached_property
    def _ahead(self) -> dict[Place, set[Place]]:
        return {}

    @cached_property
    def traps(self) -> tuple[frozenset[Place], ...]:
        """Groups of places that links lead into and none leads out of, by their lowest place."""
        groups = self.components
        of = {place: number for number, group in enumerate(groups) for place in group}
        entered, left = set[int](), set[int]()
        for start, end, _ in self.links:
            if of[start] != of[end]:
                entered.add(of[end])
                left.add(of[start])
        return tuple(sorted((groups[n] for n in entered - left), key=min))

    @cached_property
    def components(self) -> tuple[frozenset[Place], ...]:
        """Places that links join, in groups within which each leads to each other (Tarjan)."""
        order: dict[Place, int] = {}
        low: dict[Place, int] = {}
        open_, is_open = list[Place](), set[Place]()
        groups: list[frozenset[Place]] = []
        for root in sorted({place for start, end, _ in self.links for place in (start, end)}):
            if root in order:
                continue
            path = [(root, iter(self.onward.get(root, ())))]
            order[root] = low[root] = len(order)
            open_.append(root)
            is_open.add(root)
            while path:
                place, ahead = path[-1]
                following = next(ahead, None)
                if following is None:
                    path.pop()
                    if path:
                        low[path[-1][0]] = min(low[path[-1][0]], low[place])
                    if low[place] == order[place]:
                        group = set[Place]()
                        while place not in group:
                            group.add(open_.pop())
                        is_open -= group
                        groups.append(frozenset(group))
                elif following not in order:
                    order[following] = low[following] = len(order)
                    open_.append(following)
                    is_open.add(following)
                    path.append((following, iter(self.onward.get(following, ()))))
                elif following in is_open:
                    low[place] = min(low[place], order[following])
        return tuple(groups)
