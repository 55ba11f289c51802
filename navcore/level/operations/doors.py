"""Lay a door into the floor, and close the floor again when the door is removed.

A door on top of other floor would have no effect when shut. The edit therefore cuts the floor
beneath away: every area that is not a door loses what the door covers, even if it is locked or
shut.
"""

import math

from msgspec.structs import replace

from navcore.geometry import boolean
from navcore.geometry.faces import THIN
from navcore.geometry.polygons import Ring
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Item, Level
from navcore.level.naming import NewId, fresh_id, names_in, next_name
from navcore.level.operations.elements import new_element
from navcore.level.pick import pick_index
from navcore.level.states import copied_states
from navcore.level.tables import GROUND


def add_door(
    level: Level,
    polygon: Ring,
    new_id: NewId,
    *,
    name: str | None = None,
    available: bool = True,
    layer: str = GROUND,
) -> Edit:
    """Add a door to a storey and cut away the floor of that storey beneath it.

    Areas are left in pieces without holes. The largest piece keeps id and name; the others get the
    next free names (`hall`, `hall_2`), follow it in order and inherit everything else. An area that
    the door covers completely is deleted. Floor and door together cover the same as before.

    Raises:
        NavcoreError: if the outline encloses nothing.
    """
    used: set[int] = set()
    door = new_element(
        level, Area, fresh_id(new_id, used), name=name,
        polygon=polygon, door=True, available=available, layer=layer,
    )  # fmt: skip
    taken = names_in(level) | {door.name}
    items: dict[int, Item | None] = {door.id: door}
    cut: list[tuple[Area, Area]] = []
    for area_id in pick_index(level).touching_box(*_bounds(door.polygon)):
        area = level.areas.get(area_id)
        if area is None or area.door or level.settings.layer_of(area) != layer:
            continue
        pieces = boolean.difference_without_holes(area.polygon, door.polygon)
        if pieces is None:
            continue
        items[area_id] = None
        gap = _room_after(level, area) / max(len(pieces), 1)
        for number, piece in enumerate(pieces):
            if number == 0:
                items[area_id] = replace(area, polygon=piece, shape=None)
                continue
            piece_name = next_name(taken, area.name)
            taken.add(piece_name)
            piece_id = fresh_id(new_id, used)
            items[piece_id] = made = replace(
                area,
                id=piece_id, name=piece_name, order=area.order + gap * number,
                polygon=piece, shape=None,
            )  # fmt: skip
            cut.append((area, made))
    items.update((SETTINGS_ID, settings) for settings in copied_states(level, cut))
    return Edit.change(level, items, tr("Lay {0}").format(door.name)).copying(cut)


def merge_floor(level: Level, door_id: int) -> Edit:
    """Remove a door and close the floor that it was cut out of.

    A floor was probably cut by the door if its outline turns wherever it begins or stops following
    the door; a door laid into a gap ends in the middle of the rooms' walls instead. The edit is
    empty, thus falsy, if there is no such floor, or if the pieces and the door don't unite to one
    outline without holes.

    Raises:
        KeyError: if the id does not belong to a door.
    """
    door = level.areas.get(door_id)
    if door is None or not door.door:
        raise KeyError(door_id)
    pieces = [piece for piece in _cut_by(level, door) if piece.layer == door.layer]
    if not pieces:
        return Edit()
    kept = min(pieces, key=lambda piece: (len(piece.name), piece.name, piece.order))
    others = [piece.polygon for piece in pieces if piece is not kept]
    ring = boolean.union_without_holes([kept.polygon, door.polygon, *others])
    if ring is None:
        return Edit()
    items: dict[int, Item | None] = dict.fromkeys((door_id, *(p.id for p in pieces)))
    items[kept.id] = replace(kept, polygon=ring, shape=None)
    return Edit.change(level, items, tr("Merge {0} into {1}").format(door.name, kept.name))


def _cut_by(level: Level, door: Area) -> list[Area]:
    """Return the floor that the door was plausibly cut out of."""
    touching: list[Area] = []
    for area_id in pick_index(level).touching_box(*_bounds(door.polygon)):
        area = level.areas.get(area_id)
        if area is None or area.door or boolean.overlap_of(area.polygon, door.polygon) > 0:
            continue
        if boolean.shared_length(door.polygon, area.polygon) > THIN:
            touching.append(area)
    cut = [area for area in touching if boolean.turns_at_contact(area.polygon, door.polygon)]
    if len(cut) == 1 and len(touching) > 1 and not _borders_sides(door, cut[0]):
        return []
    return cut


def _borders_sides(door: Area, floor: Area) -> bool:
    """Return whether the floor touches more of the door than its longest side."""
    ring = door.polygon
    longest = max(math.dist(a, b) for a, b in zip(ring, (*ring[1:], ring[0]), strict=True))
    return boolean.shared_length(ring, floor.polygon) > longest + THIN


def _room_after(level: Level, area: Area) -> float:
    """Return the gap in `order` between this area and the next one."""
    later = [other.order for other in level.areas.values() if other.order > area.order]
    return min(later, default=area.order + 1) - area.order


def _bounds(ring: Ring) -> tuple[float, float, float, float]:
    return (
        min(x for x, _ in ring) - THIN,
        min(z for _, z in ring) - THIN,
        max(x for x, _ in ring) + THIN,
        max(z for _, z in ring) + THIN,
    )
