"""Shapes: the packed outlines of all areas or of all obstacles, shared between worlds."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from threading import Lock
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.rings import Box, Floats, Ints, Rings, active_near, pack
from navcore.level.canonical import refuse_far_places, title_of
from navcore.level.limits import FARTHEST
from navcore.level.model import Polygon

MIN_CORNERS: Final = 3

_NO_EDGES: Final[Floats] = np.empty((0, 4))

_NOTHING: Final = (0, (0, 0), (math.inf, math.inf, -math.inf, -math.inf), False)
"""Id, span, box and activity of an empty place."""

_ROOM: Final = (1024, 4)
"""Spare edges beyond those of a level: a fixed number, and the level's edges divided by this."""


class _Room:
    """An array of edges; edges of changed outlines are appended.

    Written edges are never overwritten, so that all versions of a level share the array.
    """

    def __init__(self, edges: Floats, used: int) -> None:
        self.edges = edges.view()
        self.edges.flags.writeable = False
        self._edges = edges
        self._used = used
        self._lock = Lock()

    def with_more(self, edges: Floats, spans: Ints) -> tuple["_Room", int]:
        """Append these edges; return the room that holds them, and their first index.

        If this room is full, it is a new one with the edges in `spans`, and the spans are updated.
        """
        with self._lock:
            first, end = self._used, self._used + len(edges)
            fits = end <= len(self._edges)
            if fits:
                self._used = end
        if not fits:
            return _roomier(self.edges, spans, len(edges)).with_more(edges, spans)
        self._edges[first:end] = edges
        return self, first


class _Register:
    """The place of every outline that was ever drawn, the same in all versions of a level."""

    def __init__(self, ids: Iterable[int]) -> None:
        self.slots = {key: slot for slot, key in enumerate(ids)}
        self._lock = Lock()

    def place_for(self, key: int) -> int:
        """Return the place of an outline, a new one if it has none yet."""
        with self._lock:
            return self.slots.setdefault(key, len(self.slots))


class Slots(msgspec.Struct, frozen=True):
    """Place of each element of a version, by id."""

    _slots: Mapping[int, int]
    _ids: Ints

    def get(self, key: int) -> int | None:
        """Return the place of an element, None if there is no such element."""
        slot = self._slots.get(key)
        if slot is None or slot >= len(self._ids) or self._ids[slot] != key:
            return None
        return slot

    def __contains__(self, key: int) -> bool:
        """Return whether there is an element with this id."""
        return self.get(key) is not None

    def __getitem__(self, key: int) -> int:
        """Return the slot of an element.

        Raises:
            KeyError: if there is no such element.
        """
        slot = self.get(key)
        if slot is None:
            raise KeyError(key)
        return slot


class Shapes(msgspec.Struct, frozen=True, eq=False):
    """Outlines of one kind, immutable. Only *active* ones take part in the bake.

    An edit leaves every outline in its slot. A deleted outline leaves an empty slot: its id is 0,
    it has no edges and is not active, and its box contains nothing.
    """

    ids: Ints
    """(k,) id of each element."""
    edges: Rings
    """(n, 4) edges of each outline, lower end first."""
    boxes: Floats
    """(k, 4) box of each outline."""
    active: npt.NDArray[np.bool_]
    """(k,) areas: available; obstacles: enabled."""
    _room: _Room
    _register: _Register

    @classmethod
    def of(cls, elements: Iterable[Polygon]) -> "Shapes":
        """Return the outlines of these elements."""
        kept = list(elements)
        ids = [element.id for element in kept]
        count = sum(len(element.polygon) for element in kept)
        least, part = _ROOM
        edges, boxes = _packed(kept, least + count // part)
        room = _Room(edges.edges, count)
        return cls(
            ids=np.array(ids, np.int64),
            edges=Rings(room.edges, edges.spans),
            boxes=boxes,
            active=np.array([element.active for element in kept], np.bool_),
            _room=room,
            _register=_Register(ids),
        )

    @property
    def slots(self) -> Slots:
        """Place of each element in the arrays."""
        return Slots(self._register.slots, self.ids)

    @property
    def bounds(self) -> Box | None:
        """The box of all outlines, active or not; None if there are none."""
        x0, z0 = self.boxes[:, :2].min(axis=0, initial=math.inf).tolist()
        x1, z1 = self.boxes[:, 2:].max(axis=0, initial=-math.inf).tolist()
        return (x0, z0, x1, z1) if x0 <= x1 else None

    def active_edges(self, element_id: int) -> Floats:
        """Return (n, 4) edges of an outline if it is active, else (0, 4)."""
        slot = self.slots.get(element_id)
        if slot is None or not self.active[slot]:
            return _NO_EDGES
        return self.edges[slot]

    def box(self, element_id: int) -> Box:
        """Return the box of an outline, active or not."""
        x0, z0, x1, z1 = self.boxes[self.slots[element_id]].tolist()
        return (x0, z0, x1, z1)

    def active_slots(self, box: Box, reach: float) -> Ints:
        """Return (n,) slots of the active outlines whose boxes come within `reach` of `box`."""
        return active_near(self.boxes, self.active, box, reach)

    def active_ids(self, box: Box, reach: float) -> list[int]:
        """Return ascending ids of active outlines whose boxes come within `reach` of `box`."""
        return sorted(self.ids[self.active_slots(box, reach)].tolist())

    def active_near(self, box: Box, reach: float) -> list[Floats]:
        """Return the edges of each active outline whose box comes within `reach` of `box`."""
        return [self.edges[slot] for slot in self.active_slots(box, reach).tolist()]

    def replaced(self, changes: Mapping[int, Polygon | None]) -> "Shapes":
        """Return the outlines with these put in place of those with the same ids; None removes."""
        put = [element for element in changes.values() if element is not None]
        added, added_boxes = _packed(put)
        places = [self._register.place_for(element.id) for element in put]
        more = max(places, default=-1) + 1 - len(self.ids)
        ids, spans, boxes, active = (
            _longer(array, more, nothing)
            for array, nothing in zip(self._arrays, _NOTHING, strict=True)
        )
        for key in changes:
            slot = self.slots.get(key)
            if slot is not None:
                ids[slot], spans[slot], boxes[slot], active[slot] = _NOTHING
        room, first = self._room.with_more(added.edges, spans)
        for i, (slot, element) in enumerate(zip(places, put, strict=True)):
            ids[slot], active[slot] = element.id, element.active
            spans[slot], boxes[slot] = added.spans[i] + first, added_boxes[i]
        new = Shapes(ids, Rings(room.edges, spans), boxes, active, room, self._register)
        return new._compacted() if len(ids) > len(self.ids) else new

    def without(self, ids: Collection[int]) -> "Shapes":
        """Return the outlines with these ones inactive."""
        if not ids:
            return self
        active = self.active.copy()
        active[[self.slots[key] for key in ids]] = False
        return replace(self, active=active)

    @property
    def _arrays(self) -> tuple[npt.NDArray[Any], ...]:
        return (self.ids, self.edges.spans, self.boxes, self.active)

    def _compacted(self) -> "Shapes":
        """Return these outlines without empty places, once more than half of all are."""
        used = np.flatnonzero(self.ids)
        if 2 * len(used) > len(self.ids):
            return self
        ids, spans, boxes, active = (array[used] for array in self._arrays)
        register = _Register(ids.tolist())
        edges = Rings(self.edges.edges, spans)
        return Shapes(ids, edges, boxes, active, self._room, register)


def _packed(elements: Sequence[Polygon], room: int = 0) -> tuple[Rings, Floats]:
    """Return the edges of the outlines, with spare room, and their boxes."""
    for element in elements:
        if len(element.polygon) < MIN_CORNERS:
            message = (
                f"{title_of(element)}: a polygon needs at least {MIN_CORNERS} corners, "
                f"got {len(element.polygon)}"
            )
            raise NavcoreError(message)
    rings, boxes, worst = pack([element.polygon for element in elements], room)
    if worst >= 0 or (len(boxes) and np.abs(boxes).max() > FARTHEST):
        for element in elements:
            refuse_far_places(element)
    return rings, boxes


def _longer(array: npt.NDArray[Any], more: int, nothing: object) -> npt.NDArray[Any]:
    """Return a copy with `more` further rows, if that is over 0."""
    if more <= 0:
        return array.copy()
    rows = np.empty((more, *array.shape[1:]), array.dtype)
    rows[:] = nothing
    return np.concatenate((array, rows))


def _roomier(edges: Floats, spans: Ints, more: int) -> _Room:
    """Return the edges of the spans alone, with room for more; `spans` become theirs."""
    counts = spans[:, 1] - spans[:, 0]
    ends = np.cumsum(counts)
    count = int(counts.sum())
    least, part = _ROOM
    compact = np.empty((count + more + least + count // part, 4))
    compact[:count] = edges[np.repeat(spans[:, 0] - (ends - counts), counts) + np.arange(count)]
    spans[:, 0], spans[:, 1] = ends - counts, ends
    return _Room(compact, count)
