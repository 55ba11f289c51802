"""Shapes: the packed outlines of all areas or of all obstacles, shared between worlds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Box, Floats, Ints, Rings, active_near, pack
from navcore.level.model import Area, Obstacle

MIN_CORNERS: Final = 3

_NO_EDGES: Final[Floats] = np.empty((0, 4))

_ROOM: Final = (1024, 4)
"""Edges that find room after those of a level: so many, and one for so many of the level's."""


class _Room:
    """An array of edges, in which those of changed outlines are put behind the others.

    What is written is never overwritten, so that all versions of a level read the same array.
    """

    def __init__(self, edges: Floats, used: int) -> None:
        self.edges = edges.view()
        self.edges.flags.writeable = False
        self._edges = edges
        self._used = used
        self._lock = Lock()

    def with_more(self, edges: Floats, spans: Ints) -> tuple["_Room", int]:
        """A room that holds these edges as well, and where they begin.

        Another one when this is full: with the edges that `spans` name, and the spans put right.
        """
        with self._lock:
            first, end = self._used, self._used + len(edges)
            fits = end <= len(self._edges)
            if fits:
                self._used = end
        if not fits:
            return _compacted(self.edges, spans, len(edges)).with_more(edges, spans)
        self._edges[first:end] = edges
        return self, first


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Outlines of one kind, immutable. An *active* one takes part in the bake."""

    slots: Mapping[int, int]
    """Place of each element, by id, in the sequences below."""
    ids: Ints
    """(k,) id of each element."""
    edges: Rings
    """(n, 4) edges of each outline, lower end first."""
    boxes: Floats
    """(k, 4) box of each outline."""
    active: npt.NDArray[np.bool_]
    """(k,) areas: available; obstacles: enabled."""
    bounds: Box | None
    """The box of all outlines, active or not; None if there are none."""
    _room: _Room

    @classmethod
    def of(cls, elements: Iterable[Area | Obstacle]) -> "Shapes":
        """The outlines of these elements."""
        kept = list(elements)
        ids = [element.id for element in kept]
        count = sum(len(element.polygon) for element in kept)
        least, part = _ROOM
        edges, boxes = _packed(kept, least + count // part)
        room = _Room(edges.edges, count)
        return cls(
            slots=dict(zip(ids, range(len(ids)), strict=True)),
            ids=np.array(ids, np.int64),
            edges=Rings(room.edges, edges.spans),
            boxes=boxes,
            active=np.array([is_active(element) for element in kept], np.bool_),
            bounds=_bounds(boxes),
            _room=room,
        )

    def active_edges(self, element_id: int) -> Floats:
        """(n, 4) edges of an outline as far as it takes part in the bake, else (0, 4)."""
        slot = self.slots.get(element_id)
        if slot is None or not self.active[slot]:
            return _NO_EDGES
        return self.edges[slot]

    def box(self, element_id: int) -> Box:
        """The box of an outline, active or not."""
        x0, z0, x1, z1 = self.boxes[self.slots[element_id]].tolist()
        return (x0, z0, x1, z1)

    def active_slots(self, box: Box, reach: float) -> Ints:
        """(n,) places of the active outlines whose boxes come within `reach` of `box`."""
        return active_near(self.boxes, self.active, box, reach)

    def active_ids(self, box: Box, reach: float) -> list[int]:
        """Ids, ascending, of the active outlines whose boxes come within `reach` of `box`."""
        return sorted(self.ids[self.active_slots(box, reach)].tolist())

    def active_near(self, box: Box, reach: float) -> list[Floats]:
        """The edges of each active outline whose box comes within `reach` of `box`."""
        return [self.edges[slot] for slot in self.active_slots(box, reach).tolist()]

    def replaced(self, changes: Mapping[int, Area | Obstacle | None]) -> "Shapes":
        """The outlines with these put in place of those with the same ids; None removes."""
        put = [element for element in changes.values() if element is not None]
        come, come_boxes = _packed(put)
        gone = [key for key, item in changes.items() if item is None and key in self.slots]
        fresh = [element.id for element in put if element.id not in self.slots]
        slots, count = self.slots, len(self.slots)
        if fresh or gone:
            slots = {**slots, **dict(zip(fresh, range(count, count + len(fresh)), strict=True))}
        ids, spans, boxes, active = (
            _longer(array, len(fresh))
            for array in (self.ids, self.edges.spans, self.boxes, self.active)
        )
        ids[count:] = fresh
        room, first = self._room.with_more(come.edges, spans)
        places = [slots[element.id] for element in put]
        spans[places] = come.spans + first
        boxes[places] = come_boxes
        active[places] = [is_active(element) for element in put]
        last = len(ids) - 1
        for key in gone:
            # The last one takes the place of the one that goes.
            slot = slots[key]
            for array in (ids, spans, boxes, active):
                array[slot] = array[last]
            slots = {**slots, int(ids[slot]): slot}
            del slots[key]
            last -= 1
        ids, spans, boxes, active = (a[: last + 1] for a in (ids, spans, boxes, active))
        bounds = self._bounds_after(changes, boxes, come_boxes)
        return Shapes(slots, ids, Rings(room.edges, spans), boxes, active, bounds, room)

    def _bounds_after(
        self, changes: Mapping[int, Area | Obstacle | None], boxes: Floats, come: Floats
    ) -> Box | None:
        """The box of all outlines after changes, `come` among them."""
        bounds = self.bounds
        slots = [self.slots[key] for key in changes if key in self.slots]
        gone = self.boxes[slots].tolist()
        if bounds is None or any(a == b for box in gone for a, b in zip(box, bounds, strict=True)):
            return _bounds(boxes)
        x0, z0, x1, z1 = zip(bounds, *come.tolist(), strict=True)
        return (min(x0), min(z0), max(x1), max(z1))


def _packed(elements: Sequence[Area | Obstacle], room: int = 0) -> tuple[Rings, Floats]:
    """The edges of the outlines, with room for so many more, and their boxes."""
    for element in elements:
        if len(element.polygon) < MIN_CORNERS:
            message = (
                f"{_title(element)}: a polygon needs at least {MIN_CORNERS} corners, "
                f"got {len(element.polygon)}"
            )
            raise NavcoreError(message)
    rings, boxes, worst = pack([element.polygon for element in elements], room)
    if worst >= 0:
        message = f"{_title(elements[worst])}: corners must be finite numbers"
        raise NavcoreError(message)
    return rings, boxes


def _longer(array: npt.NDArray[Any], more: int) -> npt.NDArray[Any]:
    """A copy with so many more rows of zeros."""
    if more == 0:
        return array.copy()
    return np.concatenate((array, np.zeros((more, *array.shape[1:]), array.dtype)))


def _compacted(edges: Floats, spans: Ints, more: int) -> _Room:
    """The edges of the spans alone, with room for more; `spans` become theirs."""
    counts = spans[:, 1] - spans[:, 0]
    ends = np.cumsum(counts)
    count = int(counts.sum())
    least, part = _ROOM
    compact = np.empty((count + more + least + count // part, 4))
    compact[:count] = edges[np.repeat(spans[:, 0] - (ends - counts), counts) + np.arange(count)]
    spans[:, 0], spans[:, 1] = ends - counts, ends
    return _Room(compact, count)


def _bounds(boxes: Floats) -> Box | None:
    if len(boxes) == 0:
        return None
    x0, z0 = boxes[:, :2].min(axis=0).tolist()
    x1, z1 = boxes[:, 2:].max(axis=0).tolist()
    return (x0, z0, x1, z1)


def _title(element: Area | Obstacle) -> str:
    return f"{type(element).__name__.lower()} {element.name or element.id!r}"


def is_active(element: Area | Obstacle) -> bool:
    """Whether the element takes part in the bake."""
    return element.available if isinstance(element, Area) else element.enabled
