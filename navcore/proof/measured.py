"""Cache of narrow places: measured once for all callers, and then only around edits."""

from collections.abc import Callable, Collection, Iterable
from typing import Final, NamedTuple

import numpy as np

from navcore.bake.shapes import Shapes
from navcore.geometry.rings import Floats, grown, touching
from navcore.level.model import Area, Level, Obstacle, Polygon, Settings
from navcore.level.storeys import only_on
from navcore.proof.clearances import WIDEST, Passage, clearance_of, passages

_KEPT: Final = 8
"""Number of cached results: those of a level on a few storeys, for a few types."""

_AROUND: Final = 2.0
"""Multiple of the widest gap around an edit within which narrow places may change."""
_BESIDE: Final = 4.0
"""Further multiple of the widest gap up to which neighbouring elements are measured too."""


def nothing() -> None:
    """Neither rest nor stop."""


class _Answer(NamedTuple):
    areas: object
    obstacles: object
    settings: Settings
    layer: str
    radius: float
    abilities: frozenset[str]
    found: tuple[Passage, ...]


class Measured:
    """The narrow places that were last requested, shared by all callers.

    Levels are compared by their areas and obstacles, which are immutable. Any thread may ask; two
    that ask for the same at once may both measure it.
    """

    def __init__(self) -> None:
        """Start with an empty cache."""
        self._answers: tuple[_Answer, ...] = ()

    def passages(
        self,
        level: Level,
        layer: str,
        *,
        radius: float | None = None,
        abilities: Collection[str] = (),
        pause: Callable[[], None] = nothing,
    ) -> tuple[Passage, ...]:
        """Return the narrow places of a storey, see `navcore.proof.clearances.passages`.

        Args:
            level: The level.
            layer: Name of the storey.
            radius: Radius of the agents, metres; None: the level's agent radius.
            abilities: Abilities of the agents.
            pause: Called between pieces of work; may raise to stop.

        Raises:
            NavcoreError: if an outline can't be measured.
        """
        size = level.settings.agent_radius if radius is None else radius
        needed = {one for area in level.areas.values() for one in area.needs}
        has = frozenset(abilities) & needed
        for known in self._answers:
            same = known.areas is level.areas and known.obstacles is level.obstacles
            alike = known[3:6] == (layer, size, has)
            if same and alike and known.settings == level.settings:
                return known.found
        found = passages(only_on(level, layer), radius=size, abilities=has, pause=pause)
        new = _Answer(level.areas, level.obstacles, level.settings, layer, size, has, found)
        self._answers = (new, *self._answers)[:_KEPT]
        return found


def passages_after(
    known: tuple[Passage, ...],
    levels: tuple[Level, Level],
    changed: Iterable[int],
    *,
    radius: float,
    abilities: Collection[str],
) -> tuple[Passage, ...]:
    """Return the narrow places of a storey after an edit, measured only around its changes.

    In a long row of narrow places with hardly more room between them, which reaches beyond the
    measured part, another one may count as the narrowest than in a full measurement.

    Args:
        known: The narrow places before the edit.
        levels: The storey before and after the edit, with the same settings.
        changed: Ids of changed elements.
        radius: Radius of the agents, metres.
        abilities: Abilities of the agents.
    """
    after = levels[1]
    boxes = [box for key in changed for level in levels for box in _boxes_of(level, key)]
    if not boxes:
        return known
    settings = after.settings
    needed = max(2 * clearance_of("obstacle", radius, settings), settings.cell_size)
    reach = _AROUND * WIDEST * needed
    kinds: dict[type, dict[int, Polygon]] = {}
    for kind in (Area, Obstacle):
        held = after.of(kind)
        near = _near([*held.values()], boxes, reach + _BESIDE * WIDEST * needed)
        kinds[kind] = {one.id: one for one in near}
    count = len(after.areas) + len(after.obstacles)
    if 2 * sum(map(len, kinds.values())) > count:
        return passages(after, radius=radius, abilities=abilities)
    part = Level(settings=settings, elements=kinds)
    kept = [one for one in known if not _is_in(one, boxes, reach)]
    found = passages(part, radius=radius, abilities=abilities)
    kept += [one for one in found if _is_in(one, boxes, reach)]
    return tuple(sorted(kept, key=lambda passage: (passage.width, passage.place)))


def _boxes_of(level: Level, key: int) -> Iterable[tuple[float, float, float, float]]:
    one = level.areas.get(key) or level.obstacles.get(key)
    if one is not None:
        xs, zs = zip(*one.polygon, strict=True)
        yield (float(min(xs)), float(min(zs)), float(max(xs)), float(max(zs)))


def _near(
    elements: list[Polygon], boxes: list[tuple[float, float, float, float]], reach: float
) -> list[Polygon]:
    """Return the elements with boxes that come within `reach` metres of some boxes."""
    if not elements:
        return []
    around: Floats = Shapes.of(elements).boxes
    near = np.zeros(len(elements), np.bool_)
    for box in boxes:
        near |= touching(around, box, reach)
    return [elements[row] for row in np.flatnonzero(near).tolist()]


def _is_in(
    passage: Passage, boxes: Iterable[tuple[float, float, float, float]], reach: float
) -> bool:
    x, z = passage.place
    for box in boxes:
        x0, z0, x1, z1 = grown(box, reach)
        if x0 <= x <= x1 and z0 <= z <= z1:
            return True
    return False
