"""Shapes: the packed outlines of all areas or of all obstacles, shared between worlds."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.rings import Box, Floats, boxes_of, packed, touching
from navcore.level.model import Area, Obstacle

MIN_CORNERS: Final = 3

_NO_EDGES: Final[Floats] = np.empty((0, 4))


@dataclass(frozen=True, slots=True, eq=False)
class Shapes:
    """Outlines of one kind, immutable. An *active* one takes part in the bake."""

    slots: Mapping[int, int]
    """Place of each element, by id, in the sequences below."""
    ids: npt.NDArray[np.int64]
    """(k,) id of each element."""
    edges: Sequence[Floats]
    """(n, 4) edges of each outline, lower end first."""
    boxes: Floats
    """(k, 4) box of each outline."""
    active: npt.NDArray[np.bool_]
    """(k,) areas: available; obstacles: enabled."""

    @classmethod
    def of(cls, elements: Iterable[Area | Obstacle]) -> "Shapes":
        """The outlines of these elements."""
        kept = list(elements)
        edges = _edges_of(kept)
        return cls(
            slots={element.id: slot for slot, element in enumerate(kept)},
            ids=np.fromiter((element.id for element in kept), np.int64, len(kept)),
            edges=edges,
            boxes=boxes_of(edges),
            active=np.fromiter((is_active(element) for element in kept), bool, len(kept)),
        )

    @property
    def bounds(self) -> Box | None:
        """The box of all outlines, active or not; None if there are none."""
        if len(self.boxes) == 0:
            return None
        x0, z0 = self.boxes[:, :2].min(axis=0)
        x1, z1 = self.boxes[:, 2:].max(axis=0)
        return (float(x0), float(z0), float(x1), float(z1))

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

    def active_ids(self, box: Box, reach: float) -> list[int]:
        """Ids, ascending, of the active outlines whose boxes come within `reach` of `box`."""
        near = self.ids[touching(self.boxes, box, reach) & self.active]
        return sorted(near.tolist())

    def active_near(self, box: Box, reach: float) -> list[Floats]:
        """The edges of each active outline whose box comes within `reach` of `box`."""
        near = np.flatnonzero(touching(self.boxes, box, reach) & self.active)
        return [self.edges[slot] for slot in near.tolist()]

    def replaced(self, changes: Mapping[int, Area | Obstacle | None]) -> "Shapes":
        """The outlines with these put in place of those with the same ids; None removes."""
        put = {key: element for key, element in changes.items() if element is not None}
        rings = _edges_of(list(put.values()))
        fresh = [key for key in put if key not in self.slots]
        slots = {**self.slots, **{key: len(self.slots) + i for i, key in enumerate(fresh)}}
        ids = np.concatenate((self.ids, np.array(fresh, np.int64)))
        edges = [*self.edges, *([_NO_EDGES] * len(fresh))]
        boxes = np.concatenate((self.boxes, np.zeros((len(fresh), 4))))
        active = np.concatenate((self.active, np.zeros(len(fresh), bool)))
        for element, ring, box in zip(put.values(), rings, boxes_of(rings), strict=True):
            slot = slots[element.id]
            edges[slot], boxes[slot], active[slot] = ring, box, is_active(element)
        dropped = {slots[key] for key in changes if key not in put and key in slots}
        if dropped:
            kept = [slot for slot in range(len(edges)) if slot not in dropped]
            ids, boxes, active = ids[kept], boxes[kept], active[kept]
            edges = [edges[slot] for slot in kept]
            slots = {key: slot for slot, key in enumerate(ids.tolist())}
        return Shapes(slots, ids, edges, boxes, active)


def _edges_of(elements: Sequence[Area | Obstacle]) -> list[Floats]:
    for element in elements:
        if len(element.polygon) < MIN_CORNERS:
            message = (
                f"{_title(element)}: a polygon needs at least {MIN_CORNERS} corners, "
                f"got {len(element.polygon)}"
            )
            raise NavcoreError(message)
    edges = packed([element.polygon for element in elements])
    if edges and not np.isfinite(np.concatenate(edges)).all():
        worst = next(i for i, ring in enumerate(edges) if not np.isfinite(ring).all())
        message = f"{_title(elements[worst])}: corners must be finite numbers"
        raise NavcoreError(message)
    return edges


def _title(element: Area | Obstacle) -> str:
    return f"{type(element).__name__.lower()} {element.name or element.id!r}"


def is_active(element: Area | Obstacle) -> bool:
    """Whether the element takes part in the bake."""
    return element.available if isinstance(element, Area) else element.enabled
