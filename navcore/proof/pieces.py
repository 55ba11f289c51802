"""Pieces: the floor of an agent type, divided by what must be opened to walk there.

Nodes are the connected regions of the present floor, and pieces of shut floor: each piece is
connected, and all its cells need the same switches. A shut cell opens with the area that covers it,
and with the ability that its terrain needs. If agents keep a distance from the outer edge, it may
also need a second door nearby, which moves that edge away. Groups of areas are therefore opened
alone, then in pairs within reach of each other, and so on, and the bakes show what each cell needs.
Groups that are far from each other are opened in the same bake.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, Literal, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.bitmaps import Bitmaps
from navcore.bake.grid import NavGrid
from navcore.bake.regions import Regions
from navcore.level.model import Area, Item, Level, Link, Point, Profile
from navcore.level.profiles import on_layer
from navcore.level.storeys import layers_of
from navcore.path.links import Lane, Storeys, crossings
from navcore.proof.explanation import Relaxation
from navcore.proof.relaxed import RelaxedWorlds, put, units_of
from navcore.world import World

__all__ = ["Node", "PieceGraph", "Switch", "Switches", "all_open", "relaxation_of"]

_MOST_TOGETHER: Final = 512
"""Most groups of areas that are opened together. With more, as in heaps of doors, cells that need
several groups count as needing all nearby ones."""

_SLACK: Final = 3.0
"""Cells by which a box around an area is grown beyond what the area can open."""

Bools: TypeAlias = npt.NDArray[np.bool_]
Ints: TypeAlias = npt.NDArray[np.int64]
Box: TypeAlias = tuple[str, float, float, float, float]
"""Name of a storey, least x and z, greatest x and z."""


class Switch(NamedTuple):
    """One thing that can be opened, given or allowed."""

    kind: Literal["door", "waypoint", "edge", "ability", "two-way"]
    key: int | str
    """Id of the area, waypoint, link or edge, or name of the ability."""


Switches: TypeAlias = frozenset[Switch]

_NOTHING: Final[Switches] = frozenset()


def relaxation_of(switches: Iterable[Switch], width: float = 0.0) -> Relaxation:
    """Return the relaxation that switches these, with gaps wider by some metres."""
    some = frozenset(switches)

    def of(kind: str) -> tuple[int, ...]:
        return tuple(sorted(int(one.key) for one in some if one.kind == kind))

    abilities = sorted(str(one.key) for one in some if one.kind == "ability")
    return Relaxation(
        doors=of("door"), waypoints=of("waypoint"), edges=of("edge"), abilities=tuple(abilities),
        two_way=of("two-way"), width=width,
    )  # fmt: skip


class Node(NamedTuple):
    """A region of the floor, or a piece that is shut."""

    options: tuple[Switches, ...]
    """Each of these sets opens it; a region of the floor needs nothing."""
    place: Point | None
    """A place in a piece, metres; None for a region, which is entered anywhere."""


class PieceGraph:
    """Nodes and arcs; see the module."""

    def __init__(self, worlds: RelaxedWorlds, wider: int, layers: Sequence[str]) -> None:
        """Build the graph with gaps wider by `wider` millimetres, on some storeys."""
        level, profile = worlds.world.level, worlds.profile
        self.nodes: list[Node] = []
        self.arcs: list[dict[int, set[Switches]]] = []
        """For each node: its successors, and the switches that each step needs."""
        self._node_at: dict[str, Ints] = {}
        floor = worlds.profile_at(wider)
        base, (every, able) = worlds.at(wider), all_open(worlds, wider)
        openings = _Openings(worlds, wider)
        for layer in layers:
            now = base.grid_for(on_layer(floor, layer))
            then = every.grid_for(on_layer(able, layer))
            self._add(layer, now, then, openings)
        if level.of(Link):
            self._join(every.storeys_for(able), level, profile)

    def node_at(self, layer: str, cell: tuple[int, int]) -> int | None:
        """Return the node that contains a cell, by column and row; None if nothing opens it."""
        column, row = cell
        nodes = self._node_at[layer]
        if not (0 <= row < len(nodes) - 2 and 0 <= column < nodes.shape[1] - 2):
            return None
        found = int(nodes[row + 1, column + 1])
        return None if found < 0 else found

    def _add(self, layer: str, now: NavGrid, then: NavGrid, openings: "_Openings") -> None:
        """The regions and pieces of a storey."""
        first, count = len(self.nodes), now.regions.count
        self.nodes += [Node((_NOTHING,), None)] * count
        nodes = now.regions.labels.astype(np.int64) + (first - 1)
        nodes[now.padded == 0] = -1
        rows, columns = np.nonzero((then.padded != 0) & (now.padded == 0))
        for options, which in openings.of_cells(layer, now, rows, columns):
            for part in _parts(rows[which], columns[which]):
                own_rows, own_columns = rows[which][part], columns[which][part]
                nodes[own_rows, own_columns] = len(self.nodes)
                some = len(own_rows) // 2
                place = now.centre_of(int(own_columns[some]) - 1, int(own_rows[some]) - 1)
                self.nodes.append(Node(options, place))
        self.arcs += [{} for _ in range(len(self.nodes) - first)]
        self._node_at[layer] = nodes
        shut = nodes[rows, columns]
        for row, column in ((0, 1), (0, -1), (1, 0), (-1, 0)):
            beside = nodes[rows + row, columns + column]
            meet = (beside >= 0) & (beside != shut)
            pairs = np.unique(np.stack((shut[meet], beside[meet]), axis=1), axis=0)
            for one, other in pairs.tolist():
                self._step(one, other, _NOTHING)
                self._step(other, one, _NOTHING)

    def _join(self, storeys: Storeys, level: Level, profile: Profile) -> None:
        """The steps through links."""
        has, links = frozenset(profile.abilities), level.of(Link)
        forward = {
            key: _forward(storeys, level, link) for key, link in links.items() if link.one_way
        }
        for lane in storeys.lanes:
            link = links[lane.link]
            needs = {Switch("ability", ability) for ability in set(link.needs) - has}
            if link.one_way and (lane.storeys, lane.points) not in forward[link.id]:
                needs.add(Switch("two-way", link.id))
            ends = [self._end(storeys, lane, end) for end in (0, 1)]
            if None not in ends and ends[0] != ends[1]:
                self._step(ends[0] or 0, ends[1] or 0, frozenset(needs))

    def _end(self, storeys: Storeys, lane: Lane, end: int) -> int | None:
        nodes = self._node_at[storeys.names[lane.storeys[end]]]
        found = int(nodes.reshape(-1)[lane.cells[end]])
        return None if found < 0 else found

    def _step(self, one: int, other: int, needs: Switches) -> None:
        self.arcs[one].setdefault(other, set()).add(needs)


def _forward(storeys: Storeys, level: Level, link: Link) -> set[tuple[object, object]]:
    """Return storeys and points of the lanes that lead from the start of a link to its end.

    Points alone don't tell: stairs may end straight above their start.
    """
    layers = layers_of(level.settings, link)
    ends = (storeys.number_of(layers[0]), storeys.number_of(layers[-1]))
    return {(ends, points) for points in crossings(link, storeys.grid(0).cell_size)}


def _parts(rows: Ints, columns: Ints) -> Iterator[Ints]:
    """Yield the connected components of these cells, as indices of the cells."""
    row, column = int(rows.min()), int(columns.min())
    cells = np.zeros((int(rows.max()) - row + 3, int(columns.max()) - column + 3), np.uint8)
    cells[rows - row + 1, columns - column + 1] = 1
    labels = Regions.of(Bitmaps.of(cells)).labels[rows - row + 1, columns - column + 1]
    for label in range(1, int(labels.max()) + 1):
        yield np.flatnonzero(labels == label)


def all_open(worlds: RelaxedWorlds, wider: int) -> tuple[World, Profile]:
    """Return the world with all areas open and links both ways, and a profile that can do all."""
    level = worlds.world.level
    items: list[Item] = [_open(area) for area in units_of(level, worlds.profile).values()]
    items += [replace(link, one_way=False) for link in level.of(Link).values() if link.one_way]
    able = _all_abilities(level, worlds.profile)
    return worlds.at(wider, items), replace(worlds.profile_at(wider), abilities=able)


def _open(area: Area) -> Area:
    return replace(area, available=True, needs=())


def _all_abilities(level: Level, profile: Profile) -> tuple[str, ...]:
    """Return all abilities that anything needs, those of the profile first."""
    needs = [area.needs for area in level.areas.values()]
    needs += [terrain.needs for terrain in level.settings.all_terrains]
    needs += [link.needs for link in level.of(Link).values()]
    missing = {one for some in needs for one in some} - set(profile.abilities)
    return (*profile.abilities, *sorted(missing))


class _Group(NamedTuple):
    """Areas that the same switches open."""

    switches: Switches
    areas: list[Area]
    boxes: list[Box]


class _Openings:
    """Needs of each shut cell, from bakes in which groups of areas are opened."""

    def __init__(self, worlds: RelaxedWorlds, wider: int) -> None:
        level, profile = worlds.world.level, worlds.profile
        self._has = frozenset(profile.abilities)
        padding = worlds.padding_at(wider) if worlds.world.given_grid is None else 0.0
        reach = padding + 2 * level.settings.seam + _SLACK * worlds.world.grid.cell_size
        units = units_of(level, profile)
        self._groups = _groups(level, units, self._has, reach)
        # Without padding a cell only depends on the areas that cover it.
        most = len(self._groups) if padding > 0 else 1
        self._together = _together(self._groups, most)
        self._profile = replace(worlds.profile_at(wider), abilities=_all_abilities(level, profile))
        shut: list[Item] = [replace(area, available=False) for area in units.values()]
        base = worlds.at(wider, shut) if units else worlds.at(wider)
        self._terrain_of = base
        self._batches = [
            (batch, put(base, self._opened_by(batch)))
            for batch in _batches(self._groups, self._together)
        ]

    def _opened_by(self, batch: Iterable[tuple[int, ...]]) -> list[Item]:
        """Return the areas of groups, open."""
        numbers = {number for one in batch for number in one}
        return [_open(area) for number in numbers for area in self._groups[number].areas]

    def of_cells(
        self, layer: str, now: NavGrid, rows: Ints, columns: Ints
    ) -> Iterator[tuple[tuple[Switches, ...], Ints]]:
        """Yield sets of switches that open cells of a storey, with (n,) indices of these cells."""
        if not len(rows):
            return
        x = now.lattice.centres_x()[columns - 1]
        z = now.lattice.centres_z()[rows - 1]
        near = [_in_boxes(group.boxes, layer, x, z) for group in self._groups]
        opened = self._opened(layer, rows, columns, near)
        terrain = self._terrain_of.on(layer).terrain
        numbers = np.zeros(len(rows), np.int64)
        if terrain is not None:
            numbers = terrain.cells[rows, columns].astype(np.int64)
        sets = list(opened)
        unknown = np.ones(len(rows), np.bool_)
        for cells in opened.values():
            unknown &= ~cells
        # Too many doors in a heap: with all that are near, a cell is open for sure.
        heaps = [cells & unknown for cells in near] if unknown.any() else []
        marks = np.stack([*opened.values(), *heaps], axis=1)
        table = np.column_stack((numbers, np.packbits(marks, axis=1)))
        kinds, first, kind_of = np.unique(table, axis=0, return_index=True, return_inverse=True)
        for kind, some in zip(range(len(kinds)), first.tolist(), strict=True):
            grounds: Switches = _NOTHING
            if terrain is not None:
                needs = set(terrain.table[int(numbers[some])].needs) - self._has
                grounds = frozenset(Switch("ability", one) for one in needs)
            found = [one for one in sets if opened[one][some]]
            if not found:
                found = [tuple(n for n, there in enumerate(near) if there[some])]
            options = {grounds.union(*(self._groups[n].switches for n in one)) for one in found}
            fewest = {a for a in options if not any(b < a for b in options)}
            yield (
                tuple(sorted(fewest, key=_in_order)),
                np.flatnonzero(kind_of.reshape(-1) == kind),
            )  # fmt: skip

    def _opened(
        self, layer: str, rows: Ints, columns: Ints, near: list[Bools]
    ) -> dict[tuple[int, ...], Bools]:
        """Return for sets of groups which cells they open, and no smaller set opens."""
        own = on_layer(self._profile, layer)
        free = self._terrain_of.grid_for(own).padded[rows, columns] != 0
        opened: dict[tuple[int, ...], Bools] = {(): free} if free.any() else {}
        for batch, world in self._batches:
            cells = world.grid_for(own).padded[rows, columns] != 0
            for one in batch:
                found = cells.copy()
                for number in one:
                    found &= near[number]
                for fewer, known in opened.items():
                    if set(fewer) < set(one):
                        found &= ~known
                if found.any():
                    opened[one] = found
        return opened


def _in_order(switches: Switches) -> tuple[int, list[tuple[str, str]]]:
    return len(switches), sorted((one.kind, str(one.key)) for one in switches)


def _groups(
    level: Level, units: dict[int, Area], has: frozenset[str], reach: float
) -> list[_Group]:
    groups: dict[Switches, _Group] = {}
    for area in units.values():
        switches = {Switch("ability", one) for one in set(area.needs) - has}
        if not area.available:
            switches.add(Switch("door", area.id))
        group = groups.setdefault(frozenset(switches), _Group(frozenset(switches), [], []))
        group.areas.append(area)
        group.boxes.append(_box(level, area, reach))
    return list(groups.values())


def _box(level: Level, area: Area, reach: float) -> Box:
    xs, zs = zip(*area.polygon, strict=True)
    layer = level.settings.layer_of(area)
    return (layer, min(xs) - reach, min(zs) - reach, max(xs) + reach, max(zs) + reach)


def _in_boxes(
    boxes: Iterable[Box], layer: str, x: npt.NDArray[np.float64], z: npt.NDArray[np.float64]
) -> Bools:
    inside = np.zeros(len(x), np.bool_)
    for name, x0, z0, x1, z1 in boxes:
        if name == layer:
            inside |= (x >= x0) & (x <= x1) & (z >= z0) & (z <= z1)
    return inside


def _together(groups: Sequence[_Group], most: int) -> list[tuple[int, ...]]:
    """Return groups to open together: each alone, then sets that are all near each other."""
    near = {
        (a, b)
        for a, b in combinations(range(len(groups)), 2)
        if _overlap(groups[a].boxes, groups[b].boxes)
    }
    found: list[tuple[int, ...]] = [(n,) for n in range(len(groups))]
    last = found
    for _ in range(1, most):
        last = [
            (*some, n)
            for some in last
            for n in range(some[-1] + 1, len(groups))
            if all((one, n) in near for one in some)
        ]
        if not last or len(found) + len(last) > _MOST_TOGETHER:
            break
        found += last
    return found


def _batches(
    groups: Sequence[_Group], together: Iterable[tuple[int, ...]]
) -> list[list[tuple[int, ...]]]:
    """Return what can be opened in one bake: groups that are not near each other."""
    batches: list[list[tuple[int, ...]]] = []
    boxes: list[list[Box]] = []
    size, first = 0, 0
    for one in together:
        if len(one) > size:
            # The cells of smaller sets are known before larger sets are opened.
            size, first = len(one), len(batches)
        own = [box for n in one for box in groups[n].boxes]
        for number in range(first, len(batches)):
            if not _overlap(own, boxes[number]):
                batches[number].append(one)
                boxes[number] += own
                break
        else:
            batches.append([one])
            boxes.append(own)
    return batches


def _overlap(some: Sequence[Box], others: Sequence[Box]) -> bool:
    return any(
        a[0] == b[0] and a[1] <= b[3] and b[1] <= a[3] and a[2] <= b[4] and b[2] <= a[4]
        for a in some
        for b in others
    )
