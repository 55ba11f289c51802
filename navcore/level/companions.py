"""Find what belongs to rooms and moves with them: contents, doors, and stops of routes.

- An element stands in the smallest area that holds its position or at least half of its outline.
  An area only stands in another area if it lies completely inside it: a carpet, not a neighbour.
- An element that no single area holds, such as a wall between two rooms, stands in all floors that
  it touches. It moves along if all of them move.
- Doors belong to rooms as `navcore.level.doorways` defines. Elements that stand in a door move
  along with a door that moves along; a door that moves by itself takes nothing with it.
- Handles of elements that are not polygons, such as goals of agents, move if they lie in something
  that moves, wherever their element stands. An element that consists of handles only moves along
  if all of them move, and a join if all elements that it joins move.
- Locked elements and their handles stay. Hidden elements move along, because hiding changes only
  what the designer sees.

Elements never belong to an area of another layer.
"""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.geometry.boolean import overlap_of
from navcore.geometry.contact import touching_stretches
from navcore.geometry.edge_bounds import edges_touching
from navcore.geometry.edge_trees import forest_of, touching
from navcore.geometry.faces import THIN
from navcore.geometry.polygons import area_of, segment_touches_box
from navcore.geometry.rings import holding, pack
from navcore.level.bases import Element, Place, Polygon
from navcore.level.doorways import WHOLE, hinges_of, reach_of
from navcore.level.elements import Area
from navcore.level.kinds import all_kinds, kind_of, kind_of_type
from navcore.level.model import Join, Level, Point, in_drawing_order
from navcore.level.pick import pick_index
from navcore.level.points import Box, FlatPoints, Floats, box_around, boxes_overlap
from navcore.level.storeys import BETWEEN, first_of_end

HALF: Final = 0.5 - 1e-6
"""Share of the outline of an element that must lie in an area for it to stand there."""

_Rows: TypeAlias = npt.NDArray[np.int64]


class Companions(msgspec.Struct, frozen=True):
    """Elements and handles that move along with moving elements."""

    ids: frozenset[int] = frozenset()
    """Elements that belong to the moving ones, without the moving ones themselves."""
    handles: Mapping[int, frozenset[int]] = MappingProxyType({})
    """Handles that lie in moving elements: element id -> indices of `Element.points`."""
    locked: frozenset[int] = frozenset()
    """Elements that belong to the moving ones but stay because they are locked."""
    several: bool = False
    """True if more than one room moves."""

    def __bool__(self) -> bool:
        """Return whether anything moves along."""
        return bool(self.ids or self.handles)

    def joined(self, other: "Companions") -> "Companions":
        """Return what goes along with either."""
        handles = {
            i: self.handles.get(i, frozenset()) | other.handles.get(i, frozenset())
            for i in self.handles.keys() | other.handles.keys()
        }
        return Companions(self.ids | other.ids, handles, self.locked | other.locked, True)

    def without(self, other: "Companions") -> "Companions":
        """Return what goes along here and not there."""
        handles = {i: n - other.handles.get(i, frozenset()) for i, n in self.handles.items()}
        left = {i: indices for i, indices in handles.items() if indices}
        return Companions(self.ids - other.ids, left, self.locked - other.locked, self.several)


ALONE: Final = Companions()
"""No companions."""

_RECENT: Final[deque[tuple[Level, frozenset[int], Companions]]] = deque(maxlen=4)


def companions(level: Level, ids: Collection[int]) -> Companions:
    """Return the companions of the given areas that aren't doors.

    The result doesn't depend on the order of ids or elements. The last few results are cached, so
    that callers may ask at every mouse move.
    """
    wanted = frozenset(ids)
    for asked, of, found in tuple(_RECENT):
        if asked is level and of == wanted:
            return found
    rooms = [area for area in map(level.areas.get, sorted(wanted)) if area and not area.door]
    found = _found(level, wanted, rooms) if rooms else ALONE
    _RECENT.append((level, wanted, found))
    return found


def with_companions(level: Level, ids: Collection[int]) -> frozenset[int]:
    """Return these elements and what belongs to them."""
    return frozenset(ids) | companions(level, ids).ids


def _found(level: Level, wanted: frozenset[int], rooms: Sequence[Area]) -> Companions:
    near = _Surroundings(level, rooms, wanted)
    floors = near.nested({room.id for room in rooms})
    coming = floors | near.doors_of(floors)
    coming |= near.standing_in(coming) | near.shared_by(floors)
    handles = near.handles_in(coming)
    coming |= {i for i, indices in handles.items() if _moves_by_handles(level.element(i), indices)}
    coming = with_joins(level, coming | wanted) - wanted
    elements = [near.known.get(element_id) or level.element(element_id) for element_id in coming]
    stays = {kind for kind in set(map(type, elements)) if not kind_of_type(kind).moved}
    moved = [element for element in elements if type(element) not in stays]
    return Companions(
        frozenset(element.id for element in moved if not element.locked),
        MappingProxyType(handles),
        frozenset(element.id for element in moved if element.locked),
        len(rooms) > 1,
    )


class _Ground:
    """An area that may hold others."""

    def __init__(self, area: Area) -> None:
        self.area = area
        self.box = box_around(area.polygon)
        self.size = area_of(area.polygon)

    def holds(self, things: "_Things", rows: _Rows, least: float) -> npt.NDArray[np.bool_]:
        """Return (n,): which things have their position, or this share of outline, inside."""
        places, boxes, outlined = things.places[rows], things.boxes[rows], things.outlined[rows]
        held: npt.NDArray[np.bool_]
        if self._is_upright:
            (low_x, low_z), (high_x, high_z) = self.box[:2], self.box[2:]
            held = np.all((places >= (low_x, low_z)) & (places <= (high_x, high_z)), axis=1)
            within = boxes[:, :2] >= (low_x - THIN, low_z - THIN)
            within &= boxes[:, 2:] <= (high_x + THIN, high_z + THIN)
            held |= within.all(1)
            unsure = outlined & ~within.all(1)
        else:
            rings, around, forest = self._packed
            held = holding(rings, around, np.zeros(1, np.int64), places) == 0
            unsure = outlined & touching(forest, boxes, 0.0)
        for number in np.flatnonzero(unsure).tolist():
            element = things.elements[rows[number]]
            assert isinstance(element, Polygon)
            if self._cuts(boxes[number].tolist()):
                held[number] = self._share_of(element) >= least
        return held

    def _cuts(self, box: Sequence[float]) -> bool:
        """Return whether the outline crosses a box; if not, all of it is inside or outside."""
        x0, z0, x1, z1 = box
        ring = self.area.polygon
        return any(
            segment_touches_box(ring[edge], ring[(edge + 1) % len(ring)], (x0, z0), (x1, z1))
            for edge in edges_touching(ring, (x0, z0, x1, z1))
        )

    def _share_of(self, element: Polygon) -> float:
        size = area_of(element.polygon)
        return overlap_of(element.polygon, self.area.polygon) / size if size > 0 else 0.0

    @cached_property
    def _packed(self) -> tuple[Any, Floats, Any]:
        rings, boxes, _ = pack([self.area.polygon])
        return rings, boxes, forest_of(rings.edges, rings.spans)

    @cached_property
    def _is_upright(self) -> bool:
        """True if it is a rectangle along the axes."""
        x0, z0, x1, z1 = self.box
        return set(self.area.polygon) == {(x0, z0), (x1, z0), (x1, z1), (x0, z1)}


class _Things(NamedTuple):
    """Elements, or handles of elements, that may lie in areas."""

    elements: Sequence[Element]
    places: Floats
    """(n, 2) positions; one corner for polygons."""
    boxes: Floats
    """(n, 4) bounds."""
    outlined: npt.NDArray[np.bool_]
    """(n,) whether the element is a polygon; otherwise only its position counts."""

    def homes(self, grounds: Sequence[_Ground], least: float = HALF) -> list[_Ground | None]:
        """Return, for each thing, the first ground that holds it; pass grounds smallest first.

        An area is only held by grounds that come after it.
        """
        home: list[_Ground | None] = [None] * len(self.elements)
        if not home:
            return home
        free = np.ones(len(self.elements), bool)
        layers = [element.layer for element in self.elements]
        rank = {ground.area.id: number for number, ground in enumerate(grounds)}
        columns = [*self.boxes.T.copy()]
        for number, ground in enumerate(grounds):
            near = np.flatnonzero(boxes_overlap(columns, ground.box) & free).tolist()
            rows = np.array(
                [
                    row
                    for row in near
                    if layers[row] == ground.area.layer
                    and rank.get(self.elements[row].id, -1) < number
                ],
                np.int64,
            )
            if not len(rows):
                continue
            rows = rows[ground.holds(self, rows, least)]
            free[rows] = False
            for row in rows.tolist():
                home[row] = ground
        return home


class _Surroundings:
    """Elements in and around some rooms, and which of them lie in which area."""

    def __init__(self, level: Level, rooms: Sequence[Area], wanted: AbstractSet[int]) -> None:
        """Collect the surroundings of rooms, without `wanted`, which move by themselves."""
        self._level = level
        self._reach = reach_of(level)
        areas = self._areas_in(map(self._around, rooms))
        self._doors = [area for area in areas if area.door and area.id not in wanted]
        boxes = [self._around(area) for area in (*rooms, *self._doors)]
        found = [e for e in pick_index(level).in_boxes(boxes) if e.id not in wanted]
        self.known = {element.id: element for element in found}
        """The elements near them, by id."""
        self._things = _things_of([e for e in found if not isinstance(e, Area)])
        if self._things.elements:
            low, high = self._things.boxes[:, :2].min(0), self._things.boxes[:, 2:].max(0)
            areas += self._areas_in([(*low.tolist(), *high.tolist())])
        every = {area.id: _Ground(area) for area in areas}.values()
        self._grounds = sorted(every, key=lambda g: (g.size, -g.area.order, g.area.id))
        self._floors = [ground for ground in self._grounds if not ground.area.door]
        self._floor_boxes = np.array([floor.box for floor in self._floors]).reshape(-1, 4).T.copy()
        self._homes = self._things.homes(self._grounds)

    def _around(self, element: Polygon) -> Box:
        x0, z0, x1, z1 = box_around(element.polygon)
        return (x0 - self._reach, z0 - self._reach, x1 + self._reach, z1 + self._reach)

    def _areas_in(self, boxes: Iterable[Box]) -> list[Area]:
        found = pick_index(self._level).in_boxes(boxes)
        return [element for element in found if isinstance(element, Area)]

    def nested(self, rooms: AbstractSet[int]) -> set[int]:
        """Return ids of these rooms, and of the floors that lie in them whole."""
        things = _things_of([floor.area for floor in self._floors])
        inside = set(rooms)
        homes = things.homes(self._floors, WHOLE)
        for floor, home in zip(reversed(self._floors), reversed(homes), strict=True):
            if home is not None and home.area.id in inside:
                inside.add(floor.area.id)
        return inside

    def doors_of(self, floors: AbstractSet[int]) -> set[int]:
        """Return ids of the doors that belong to these floors."""
        found: set[int] = set()
        loose: list[Area] = []
        for door in self._doors:
            hinges = hinges_of(self._level, door)
            if not hinges:
                loose.append(door)
            elif any(hinge.room.id in floors for hinge in hinges):
                found.add(door.id)
        homes = _things_of(loose).homes(self._floors)
        return found | {
            door.id
            for door, home in zip(loose, homes, strict=True)
            if home is not None and home.area.id in floors
        }

    def standing_in(self, areas: AbstractSet[int]) -> set[int]:
        """Return ids of the things that stand in these areas."""
        pairs = zip(self._things.elements, self._homes, strict=True)
        return {e.id for e, home in pairs if home is not None and home.area.id in areas}

    def shared_by(self, floors: AbstractSet[int]) -> set[int]:
        """Return ids of polygons that no single area holds and that touch only these floors."""
        found: set[int] = set()
        for element, home in zip(self._things.elements, self._homes, strict=True):
            if home is None and isinstance(element, Polygon):
                touched = self._touched_by(element)
                if touched and touched <= floors:
                    found.add(element.id)
        return found

    def _touched_by(self, polygon: Polygon) -> set[int]:
        near = boxes_overlap([*self._floor_boxes], self._around(polygon))
        floors = (self._floors[number].area for number in np.flatnonzero(near).tolist())
        return {
            floor.id
            for floor in floors
            if floor.layer == polygon.layer
            and touching_stretches(floor.polygon, polygon.polygon, self._reach)
        }

    def handles_in(self, areas: AbstractSet[int]) -> dict[int, frozenset[int]]:
        """Return handles in these areas, except handles of locked elements and of polygons."""
        owners: list[Element] = []
        indices: list[int] = []
        for kind, held in self._level.held.items():
            if kind.has_handles and not issubclass(kind, Polygon):
                for element in held.values():
                    if not element.locked:
                        owners += (_on_its_storey(element, n) for n in range(len(element.points)))
                        indices += range(len(element.points))
        places = [e.points[i] for e, i in zip(owners, indices, strict=True)]
        homes = _places(owners, places).homes(self._grounds)
        found: dict[int, set[int]] = {}
        for element, index, home in zip(owners, indices, homes, strict=True):
            if home is not None and home.area.id in areas:
                found.setdefault(element.id, set()).add(index)
        return {element_id: frozenset(found[element_id]) for element_id in sorted(found)}


def _on_its_storey(element: Element, index: int) -> Element:
    """Return the element on the storey of one of its handles: links may end on another."""
    if isinstance(element, BETWEEN) and element.to_layer and index >= first_of_end(element):
        return replace(element, layer=element.to_layer)
    return element


def _things_of(elements: Iterable[Element]) -> _Things:
    """Return the given elements that are polygons or have a position."""
    things = [element for element in elements if isinstance(element, Polygon | Place)]
    if not things:
        return _places([], [])
    corners = FlatPoints([thing.trace for thing in things])
    lows = np.minimum.reduceat(corners.places, corners.first)
    highs = np.maximum.reduceat(corners.places, corners.first)
    outlined = np.array([isinstance(thing, Polygon) for thing in things], bool)
    return _Things(things, corners.places[corners.first], np.hstack([lows, highs]), outlined)


def _places(owners: Sequence[Element], places: Sequence[Point]) -> _Things:
    """Handles of elements, each with its element."""
    flat = np.array(places, np.float64).reshape(-1, 2)
    return _Things(owners, flat, np.hstack([flat, flat]), np.zeros(len(owners), bool))


def _moves_by_handles(element: Element, indices: AbstractSet[int]) -> bool:
    """Return whether an element consists only of handles and all of them move."""
    lies_elsewhere = isinstance(element, Polygon | Place) or bool(element.references)
    return not lies_elsewhere and len(indices) == len(element.points)


def with_joins(level: Level, ids: AbstractSet[int]) -> set[int]:
    """Return these ids, and the ids of joins that refer only to them."""
    found, new = set(ids), set(ids)
    while new:
        joins = (e for e in level.referring(new) if e.id not in found and isinstance(e, Join))
        new = {join.id for join in joins if found.issuperset(join.references)}
        found |= new
    return found


def ends_of(level: Level, ids: Collection[int]) -> frozenset[int]:
    """Return the unlocked elements to which joins among these lead; they move with the joins."""
    moving = frozenset(ids)
    joins = [held for kind, held in level.held.items() if issubclass(kind, Join)]
    led_to = {end for held in joins for i in held.keys() & moving for end in held[i].references}
    ends = map(level.get, led_to - moving)
    return frozenset(end.id for end in ends if isinstance(end, Element) and not end.locked)


def without_joins(elements: Iterable[Element]) -> list[Element]:
    """Return these elements without unlisted joins between others of them."""
    given = list(elements)
    ids = {element.id for element in given}
    return [e for e in given if kind_of(e).listed or not ids.issuperset(e.references)]


def copied_with(level: Level, ids: Collection[int]) -> list[Element]:
    """Return these elements and the joins between them, in drawing order, for copying.

    Raises:
        KeyError: if an id is not the level's.
    """
    wanted = with_joins(level, frozenset(ids))
    held = (in_drawing_order(level.of(kind.type)) for kind in all_kinds())
    found = [element for elements in held for element in elements if element.id in wanted]
    if len(found) != len(wanted):
        raise KeyError(sorted(wanted - {element.id for element in found}))
    return found
