"""Outlines united, cut out of each other and split along a line.

Whatever comes out has no holes. The largest piece keeps id, name and place in the order; the
others are named on (`hall`, `hall_2`), follow it and inherit all else.
"""

from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry import boolean
from navcore.geometry.polygons import area_of
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import all_kinds, kind_of
from navcore.level.model import SETTINGS_ID, Area, Item, Level, Point, Polygon, Ring
from navcore.level.naming import Names, NewId, called, fresh_id, names_in
from navcore.level.states import copied_states

_Polygons = list[Polygon]


class _Pieces:
    """Collects what an edit changes, and gives pieces ids and names."""

    def __init__(self, level: Level, new_id: NewId) -> None:
        self._items: dict[int, Item | None] = {}
        self._pieces: list[tuple[Polygon, Polygon]] = []
        """Polygons, each with a piece of it that has another id."""
        self._level = level
        self._new_id = new_id
        self._used: set[int] = set()
        self._names = Names(names_in(level))

    def put(self, element: Polygon, rings: Sequence[Ring]) -> None:
        """Replace an element by pieces; the first piece keeps its id."""
        gap = self._room_after(element) / len(rings)
        for number, ring in enumerate(rings):
            piece = replace(element, polygon=ring, shape=None)
            if number:
                name = self._names.take(element.name) if element.name else ""
                piece = replace(
                    piece,
                    id=fresh_id(self._new_id, self._used),
                    name=name,
                    order=element.order + gap * number,
                )
                self._pieces.append((element, piece))
            self._items[piece.id] = piece

    def drop(self, elements: Collection[Polygon]) -> None:
        """Delete these elements."""
        self._items.update(dict.fromkeys(element.id for element in elements))

    def edit(self, label: str) -> Edit:
        """Return the edit; states switch each piece like the element that it came from."""
        changes = dict(self._items)
        changes.update((SETTINGS_ID, one) for one in copied_states(self._level, self._pieces))
        return Edit.change(self._level, changes, label).copying(self._pieces)

    def _room_after(self, element: Polygon) -> float:
        """Return the gap in `order` between this element and the next one of its kind."""
        others = self._level.of(type(element)).values()
        later = [other.order for other in others if other.order > element.order]
        return min(later, default=element.order + 1) - element.order


def union(level: Level, ids: Collection[int], new_id: NewId) -> Edit:
    """Unite polygons among these elements that overlap or share a side.

    Areas unite with areas, obstacles with obstacles. The first in drawing order keeps id, name
    and properties; floor comes before doors, so that a door united with floor becomes floor.
    A floor that would enclose a hole is returned in several pieces.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no two of them touch, or an outline would touch itself.
    """
    polygons = _on_one_storey(level, _simple_enough(_polygons(level, ids)))
    pieces = _Pieces(level, new_id)
    joined: _Polygons = []
    for kind in all_kinds():
        same = [polygon for polygon in polygons if type(polygon) is kind.type]
        same.sort(key=kind.variant_of)
        for group, rings in boolean.united([polygon.polygon for polygon in same]):
            members = [same[index] for index in group]
            if not all(map(boolean.is_simple, rings)):
                message = tr("Their one outline would touch itself; move a corner a little: {0}")
                raise NavcoreError(message.format(called(members)))
            pieces.drop(members)
            pieces.put(members[0], rings)
            joined += members
    if not joined:
        raise NavcoreError(_why_not_united(polygons))
    return pieces.edit(tr("Unite {0}").format(called(joined)))


def subtract(level: Level, ids: Collection[int], new_id: NewId) -> Edit:
    """Cut the upper polygons out of the lower ones.

    Obstacles are cut out of areas. If there are only areas, doors are cut out of floor; otherwise
    the smallest is cut out of the others. The cutting polygons are deleted, except doors.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if nothing overlaps, or nothing would be left of a polygon.
    """
    cutters, targets = _roles(_on_one_storey(level, _simple_enough(_polygons(level, ids))))
    pieces = _Pieces(level, new_id)
    cut: _Polygons = []
    for target in targets:
        rings = _without(target.polygon, [cutter.polygon for cutter in cutters])
        if rings is None:
            continue
        if not rings:
            message = tr("Nothing would be left of {0}.").format(called([target]))
            raise NavcoreError(message)
        pieces.put(target, rings)
        cut.append(target)
    if not cut:
        message = tr("There is nothing to subtract: {0} and {1} do not overlap.")
        raise NavcoreError(message.format(called(cutters), called(targets)))
    pieces.drop([c for c in cutters if not (isinstance(c, Area) and c.door)])
    label = tr("Subtract {0} from {1}").format(called(cutters), called(cut))
    return pieces.edit(label)


def split(level: Level, ids: Collection[int], start: Point, end: Point, new_id: NewId) -> Edit:
    """Split the polygons that a line crosses into pieces on both sides of the line.

    The line goes from `start` to `end`, metres; where it ends inside a polygon it is drawn out
    to the side. The edit is empty and therefore falsy if it crosses none.

    Raises:
        KeyError: if an id is not the level's.
    """
    pieces = _Pieces(level, new_id)
    cut: _Polygons = []
    for polygon in _simple_enough(_polygons(level, ids)):
        rings = boolean.split_along(polygon.polygon, start, end)
        if rings is not None:
            pieces.put(polygon, rings)
            cut.append(polygon)
    label = tr("Split {0}").format(called(cut)) if cut else ""
    return pieces.edit(label)


def cuts(
    level: Level, ids: Collection[int], start: Point, end: Point
) -> Mapping[int, tuple[tuple[Point, Point], ...]]:
    """Return where `split` would cut each polygon: id -> segments from side to side.

    Raises:
        KeyError: if an id is not the level's.
    """
    found = {
        polygon.id: boolean.chords(polygon.polygon, start, end) for polygon in _polygons(level, ids)
    }
    return {polygon_id: places for polygon_id, places in found.items() if places}


def _polygons(level: Level, ids: Collection[int]) -> _Polygons:
    """Return the polygons among these elements, in drawing order."""
    elements = [level.element(element_id) for element_id in ids]
    found = [element for element in elements if isinstance(element, Polygon)]
    places = {kind.type: place for place, kind in enumerate(all_kinds())}
    return sorted(found, key=lambda e: (places[type(e)], e.order, e.id))


def _simple_enough(polygons: _Polygons) -> _Polygons:
    """Return the polygons.

    Raises:
        NavcoreError: if one crosses itself too often to be cut or united.
    """
    for polygon in polygons:
        if boolean.is_too_complex(polygon.polygon):
            message = tr("{0} crosses itself too often for this; mend its outline first.")
            raise NavcoreError(message.format(called([polygon])))
    return polygons


def _on_one_storey(level: Level, polygons: _Polygons) -> _Polygons:
    """Return the polygons.

    Raises:
        NavcoreError: if they lie on several storeys.
    """
    if len({level.settings.layer_of(polygon) for polygon in polygons}) > 1:
        message = tr("{0} lie on different storeys, so they can't be joined or cut.")
        raise NavcoreError(message.format(called(polygons)))
    return polygons


def _why_not_united(polygons: _Polygons) -> str:
    kinds = {type(polygon) for polygon in polygons}
    if len(polygons) < 2:
        return tr("Select two or more areas or obstacles to unite them.")
    if len(polygons) == len(kinds):
        return tr("Areas unite with areas, obstacles with obstacles.")
    return tr("These {0} do not touch, so they can't be united.").format(called(polygons))


def _roles(polygons: _Polygons) -> tuple[_Polygons, _Polygons]:
    """Return the polygons that cut and the polygons that are cut.

    Raises:
        NavcoreError: if there are fewer than two.
    """
    if len(polygons) < 2:
        message = tr("Select two or more areas or obstacles to cut one out of the other.")
        raise NavcoreError(message)
    lowest = kind_of(polygons[0])
    beneath = [polygon for polygon in polygons if type(polygon) is lowest.type]
    if len(beneath) == len(polygons):
        beneath = [polygon for polygon in polygons if not lowest.variant_of(polygon)]
    if 0 < len(beneath) < len(polygons):
        return [polygon for polygon in polygons if polygon not in beneath], beneath
    smallest = min(reversed(polygons), key=lambda polygon: area_of(polygon.polygon))
    return [smallest], [polygon for polygon in polygons if polygon is not smallest]


def _without(ring: Ring, cutters: Sequence[Ring]) -> list[Ring] | None:
    """Return what the cutters leave of a ring, largest piece first; None if none touches it."""
    left, touched = [ring], False
    for cutter in cutters:
        pieces: list[Ring] = []
        for part in left:
            parts = boolean.difference_without_holes(part, cutter)
            touched |= parts is not None
            pieces.extend([part] if parts is None else parts)
        left = pieces
    return sorted(left, key=area_of, reverse=True) if touched else None
