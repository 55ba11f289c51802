"""Names of areas on the canvas: which of them have room, and their places.

A name keeps its place as long as that is free, so that it never jumps while something is dragged or
the camera glides. When the camera rests at another zoom, all names are placed again, as near to the
middle of their rooms as possible.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from editor.canvas.camera import Box, Camera, grown
from editor.canvas.painting.name_blocks import (
    DrawnAround,
    bounds_of_ring,
    drawn_otherwise,
    sheet,
)
from editor.canvas.painting.name_places import Blocks, Pixel, fits, place_for
from editor.look.style import CANVAS
from navcore.geometry.box_fits import Flags, boxes_around, boxes_inside
from navcore.geometry.labels import label_point
from navcore.geometry.polygons import area_of
from navcore.geometry.rings import Floats
from navcore.level.model import Area, Level, Point, Ring
from navcore.level.pick import pick_index

AT_REST: Final = 100
"""Most names that are placed within one frame, in about ten milliseconds."""
_MOVING: Final = 30
"""The same while something moves."""
_SEARCH: Final = 6
"""Cost of a name that can't be in the middle, in names."""


NO_MARKS: Final = np.empty((0, 2))
"""No marks for names to avoid."""

_DUST: Final = 1e-9
"""Metres by which corners that moved together may differ."""


@dataclass(frozen=True, slots=True)
class Name:
    """The name of an area where it stands."""

    area: int
    words: str
    at: Point
    """The middle, metres."""
    size: Pixel
    """Width and height, pixels."""

    def box(self, scale: float) -> Box:
        """Return its box in metres at `scale` pixels a metre."""
        (x, z), width, height = self.at, self.size[0] / scale, self.size[1] / scale
        return (x - width / 2, z - height / 2, x + width / 2, z + height / 2)


@dataclass(frozen=True, slots=True)
class _Kept:
    """Result of placing a name."""

    state: int
    """Level and zoom for which it is known to be valid."""
    area: Area
    """The area when the name was placed."""
    at: Point | None
    """Place of the name then, metres."""
    name: Name | None
    """The name; None if it has no room."""
    tried: bool = True
    """True if all places were tried; otherwise there was no time while something moved."""


class AreaNames:
    """Places names of areas for one frame after the other."""

    def __init__(self, measure: Callable[[str], Pixel], effort: float = AT_REST) -> None:
        """`measure` returns width and height of a text, pixels.

        `effort` is the number of names placed within one frame, see `AT_REST`.
        """
        self._measure, self._effort = measure, effort
        self.pending = False
        """True if names are left for the next frame."""
        self._key: tuple[Level, Floats, Collection[int], float] | None = None
        self._state = 0
        """Counts levels and zooms."""
        self._rested = 0.0
        """The scale at which names were last placed."""
        self._kept: dict[int, _Kept] = {}
        self.boxes: Mapping[int, Box] = {}
        """Boxes of the last frame's names, by area; metres."""

    def place(
        self,
        level: Level,
        hidden: Collection[int],
        camera: Camera,
        *,
        moving: bool,
        marks: Floats = NO_MARKS,
    ) -> list[Name]:
        """Return the names in view of rooms that have enough space for them.

        Args:
            level: The level.
            hidden: Ids of hidden elements.
            camera: The view.
            moving: Whether something is dragged or the camera glides.
            marks: (n, 2) places of marks that names avoid, metres; a new array if they change.
        """
        scale, key = camera.scale, self._key
        otherwise: Floats | None = None
        alike = key is not None and key[1] is marks and key[2:] == (hidden, scale)
        if key is None or not alike or key[0] is not level:
            if key is not None and alike:
                otherwise = drawn_otherwise(key[0], level, scale)
            self._key = (level, marks, hidden, scale)
            self._state += 1
        if not moving and scale != self._rested:
            self._kept, self._rested = {}, scale
        ids, bounds = pick_index(level).bounds_in(camera.box, (Area,))
        wide = (bounds[:, 2] - bounds[:, 0]) * scale >= CANVAS.room_name_from
        areas = [level.areas.get(i) for i in ids[wide].tolist() if i not in hidden]
        rooms = [area for area in areas if area is not None and not area.door and area.name]
        if otherwise is not None:
            self._keep_far(rooms, otherwise, scale, moving=moving)
        self._settle(rooms, level, hidden, camera, marks, moving=moving)
        found = [kept.name for room in rooms if (kept := self._kept[room.id]).name is not None]
        names = [name for name in found if name is not None]
        self.boxes = {name.area: name.box(scale) for name in names}
        return names

    def _keep_far(
        self, rooms: list[Area], otherwise: Floats, scale: float, *, moving: bool
    ) -> None:
        """Keep the names that are clear of all changes since the last frame.

        `otherwise` are (n, 4) boxes of the sheet. Names without room wait for rest.
        """
        of_last = self._state - 1
        known = [(room, kept) for room in rooms if (kept := self._kept.get(room.id)) is not None]
        known = [(room, kept) for room, kept in known if kept.state == of_last]
        named = [(room, kept, kept.name) for room, kept in known if kept.name is not None]
        boxes = np.vstack([np.empty((0, 4)), *(_sheet_box(name, scale) for *_, name in named)])
        (left, top, right, bottom), own = otherwise.T, boxes.T[:, :, None]
        over = (own[0] < right) & (own[2] > left) & (own[1] < bottom) & (own[3] > top)
        for (room, kept, _), is_near in zip(named, over.any(axis=1).tolist(), strict=True):
            if not is_near:
                self._kept[room.id] = replace(kept, state=self._state)
        if moving:
            for room, kept in known:
                if kept.name is None:
                    self._kept[room.id] = replace(kept, state=self._state, tried=False)

    def _settle(
        self,
        rooms: list[Area],
        level: Level,
        hidden: Collection[int],
        camera: Camera,
        marks: Floats,
        *,
        moving: bool,
    ) -> None:
        """Find out where the name of each of these stands: kept names first, then small rooms."""
        self.pending = False
        open_rooms = [room for room in rooms if not self._is_known(room, moving=moving)]
        if not open_rooms:
            return
        scale = camera.scale
        around = _drawn_around(open_rooms, level, hidden, scale)
        known = [self._kept[room.id].name for room in rooms if self._is_known(room, moving=moving)]
        taken = [_sheet_box(name, scale) for name in known if name is not None]
        if len(marks):
            side = 2 * CANVAS.problem_ring
            taken.append(boxes_around(sheet(marks, scale), (side, side)))
        homeless = self._keep_standing(open_rooms, scale, around, taken, moving=moving)
        homeless.sort(key=lambda room: (area_of(room.polygon), room.id))
        left = _MOVING if moving else self._effort
        for room in homeless:
            if left <= 0:
                self._keep(room, None, tried=False)
                self.pending = not moving
                continue
            name = self._placed(room, scale, around.blocks(room, taken, lines=True))
            self._keep(room, name)
            at_home = name is not None and name.at == label_point(room.polygon)
            left -= 1 if at_home else _SEARCH
            if name is not None:
                taken.append(_sheet_box(name, scale))

    def _keep_standing(
        self,
        rooms: list[Area],
        scale: float,
        around: DrawnAround,
        taken: list[Floats],
        *,
        moving: bool,
    ) -> list[Area]:
        """Keep the names that can stay, and return the rooms whose names need a place.

        Most names are far from everything: all of them are compared with all bounds at once.
        """
        standing: list[tuple[Area, _Kept, Name]] = []
        homeless: list[Area] = []
        for room in rooms:
            kept = self._kept.get(room.id)
            name = None if kept is None else self._kept_name(kept, room, moving=moving)
            if kept is not None and name is not None:
                standing.append((room, kept, name))
            elif moving and kept is not None and kept.name is None:
                # Names without room wait for the end of the gesture.
                self._keep(room, None, tried=False)
            else:
                homeless.append(room)
        boxes = np.vstack([np.empty((0, 4)), *(_sheet_box(name, scale) for *_, name in standing)])
        clear = around.clear(boxes) & ~_overlapping(boxes, np.vstack([boxes, *taken]))
        # Clear names cover no others, in any order of testing.
        for number in np.argsort(~clear, kind="stable").tolist():
            room, kept, name = standing[number]
            stays = _lies_in(room, scale, boxes[number]) and (
                clear[number] or _still_fits(name, room, scale, around, taken)
            )
            if stays:
                whole = _shift(kept.area.polygon, room.polygon) is not None
                self._kept[room.id] = replace(kept, state=self._state, name=name, tried=whole)
                taken.append(boxes[number : number + 1])
            else:
                homeless.append(room)
        return homeless

    def _is_known(self, room: Area, *, moving: bool) -> bool:
        kept = self._kept.get(room.id)
        if kept is None or kept.state != self._state:
            return False
        return kept.tried or moving

    def _keep(self, room: Area, name: Name | None, *, tried: bool = True) -> None:
        at = None if name is None else name.at
        self._kept[room.id] = _Kept(self._state, room, at, name, tried)

    def _kept_name(self, kept: _Kept, room: Area, *, moving: bool) -> Name | None:
        """Return the name at its last place, moved with a room that was moved as a whole.

        None if it had no place, or if the room was reshaped and nothing moves any more.
        """
        if kept.name is None or kept.at is None:
            return None
        shift = _shift(kept.area.polygon, room.polygon)
        if shift is None and not moving:
            return None
        dx, dz = shift or (0.0, 0.0)
        size = kept.name.size if kept.name.words == room.name else self._measure(room.name)
        return Name(room.id, room.name, (kept.at[0] + dx, kept.at[1] + dz), size)

    def _placed(self, room: Area, scale: float, blocks: Blocks) -> Name | None:
        size = self._measure(room.name)
        (home,) = sheet((label_point(room.polygon),), scale).tolist()
        at = place_for(sheet(room.polygon, scale), (home[0], home[1]), size, blocks)
        if at is None:
            return None
        if at == (home[0], home[1]):
            return Name(room.id, room.name, label_point(room.polygon), size)
        return Name(room.id, room.name, (at[0] / scale, -at[1] / scale), size)


def _drawn_around(
    rooms: Iterable[Area], level: Level, hidden: Collection[int], scale: float
) -> DrawnAround:
    """Return all that is drawn over the floor around these rooms."""
    lows, highs = zip(*(bounds_of_ring(room.polygon) for room in rooms), strict=True)
    (low_x, low_z), (high_x, high_z) = np.min(lows, axis=0), np.max(highs, axis=0)
    box = grown((low_x, low_z, high_x, high_z), CANVAS.agent_least / scale)
    return DrawnAround(level, hidden, scale, box)


def _still_fits(
    name: Name, room: Area, scale: float, around: DrawnAround, taken: list[Floats]
) -> bool:
    blocks = around.blocks(room, taken, lines=False)
    return fits(sheet(room.polygon, scale), _at(name, scale), name.size, blocks)


def _overlapping(boxes: Floats, others: Floats) -> Flags:
    """Return (n,) whether each box overlaps any other one; the first n others are the boxes."""
    over = (boxes[:, None, 0] < others[:, 2]) & (boxes[:, None, 2] > others[:, 0])
    over &= (boxes[:, None, 1] < others[:, 3]) & (boxes[:, None, 3] > others[:, 1])
    overlapping: Flags = over.sum(axis=1) > 1
    return overlapping


def _lies_in(room: Area, scale: float, box: Floats) -> bool:
    """Return whether a box of the sheet lies in a room; quick where the room is a rectangle."""
    low, high = bounds_of_ring(room.polygon)
    if (high[0] - low[0]) * (high[1] - low[1]) <= area_of(room.polygon):
        left, top, right, bottom = (box / scale).tolist()
        inside = low[0] <= left and right <= high[0]
        return bool(inside and low[1] <= -bottom and -top <= high[1])
    return bool(boxes_inside(box[None], sheet(room.polygon, scale))[0])


def _shift(before: Ring, after: Ring) -> Point | None:
    """Return the vector by which a ring was moved as a whole; None if it was reshaped."""
    if before is after:
        return (0.0, 0.0)
    if len(before) != len(after):
        return None
    moves = np.array(after) - np.array(before)
    if np.abs(moves - moves[0]).max() > _DUST:
        return None
    return (float(moves[0, 0]), float(moves[0, 1]))


def _sheet_box(name: Name, scale: float) -> Floats:
    return boxes_around(np.array([_at(name, scale)]), name.size)


def _at(name: Name, scale: float) -> Pixel:
    return (name.at[0] * scale, -name.at[1] * scale)
