"""Survey: data about a world that rules need, each computed once."""

import math
from collections.abc import Callable, Collection, Iterable
from functools import cached_property
from typing import Any, Final, TypeVar

import numpy as np
from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.bake.shapes import Shapes
from navcore.geometry.polygons import nearest_on_ring
from navcore.geometry.rings import Floats, active_near, holding
from navcore.level.edit import Edit
from navcore.level.model import (
    SETTINGS_ID,
    Area,
    Edge,
    Level,
    Link,
    Obstacle,
    Point,
    Polygon,
    Profile,
    in_drawing_order,
)
from navcore.level.operations.profiles import abilities_in
from navcore.level.profiles import grounded
from navcore.level.storeys import only_on
from navcore.open_doors import all_open
from navcore.proof.clearances import Passage
from navcore.proof.measured import Measured, nothing, passages_after
from navcore.proof.reach import Reach
from navcore.world import World

Answer = TypeVar("Answer")
Shape = TypeVar("Shape", bound=Polygon)


class Survey:
    """A world, and what follows from it. Not to be shared between threads."""

    def __init__(
        self,
        world: World,
        *,
        measured: Measured | None = None,
        pause: Callable[[], None] = nothing,
    ) -> None:
        """Start without results.

        Args:
            world: The level in any state.
            measured: Cache of narrow places; None: no cache.
            pause: Called between parts of the work, however short; may raise to stop.
        """
        self.world: Final = world
        self.level: Final[Level] = world.level
        self.pause: Final = pause
        self._measured = Measured() if measured is None else measured
        self._before: tuple[Survey, Edit] | None = None
        self._reaches: dict[Profile, Reach] = {}
        self._passages: dict[tuple[str, float], tuple[Passage, ...]] = {}
        self._shapes: dict[str, tuple[Shapes, Shapes]] = {}
        self._answers: dict[Callable[[Survey], Any], Any] = {}
        self._around: dict[tuple[Callable[[Survey, Any], Any], int], Any] = {}

    def once(self, make: Callable[["Survey"], Answer]) -> Answer:
        """Return the result of a function of this survey; it is called once for all rules."""
        if make not in self._answers:
            self.pause()
            self._answers[make] = make(self)
        answer: Answer = self._answers[make]
        return answer

    def around(
        self, element: Shape, reach: float, find: Callable[["Survey", Shape], Answer]
    ) -> Answer:
        """Return what a function finds at an outline; it is called once for all rules.

        What was found before an edit is taken where the edit changes nothing near.

        Args:
            element: An area or obstacle of the level.
            reach: Metres from its box beyond which the function looks at nothing.
            find: Given the survey and the element.
        """
        key = (find, element.id)
        if key not in self._around:
            earlier = self._unchanged_near(element, reach)
            self._around[key] = (
                find(self, element) if earlier is None else earlier.around(element, reach, find)
            )
        answer: Answer = self._around[key]
        return answer

    def _unchanged_near(self, element: Polygon, reach: float) -> "Survey | None":
        """Return the survey before an edit, if that changes nothing near an element."""
        if self._before is None or element.id in self._before[1].after:
            return None
        x0, z0, x1, z1 = _box(element)
        is_near = any(
            x0 - reach <= right and left <= x1 + reach and z0 - reach <= high and low <= z1 + reach
            for left, low, right, high in self._edited
        )
        return None if is_near else self._before[0]

    @cached_property
    def _edited(self) -> list[tuple[float, float, float, float]]:
        """Boxes of the outlines that the edit before this survey changes, as they were and are."""
        if self._before is None:
            return []
        edit = self._before[1]
        items = (*edit.before.values(), *edit.after.values())
        return [_box(one) for one in items if isinstance(one, Polygon)]

    @cached_property
    def opened(self) -> World:
        """The world with all doors open, because a shut door is no fault of the floor."""
        if self.world.given_grid is not None:
            return self.world
        if self._before is not None:
            earlier, edit = self._before
            touched = (*edit.before.values(), *edit.after.values())
            is_door = any(isinstance(one, Area) and one.door for one in touched)
            if not is_door and earlier.opened is not earlier.world:
                # Doors are opened already: only what the edit changes is baked.
                return earlier.opened.update(edit.apply(earlier.opened.level), edit)
        return all_open(self.world)

    @cached_property
    def types(self) -> tuple[Profile, ...]:
        """Agents of no type, then the types of the level."""
        return (Profile(), *self.level.settings.profiles)

    @cached_property
    def able(self) -> Profile:
        """Agents of no type that can do all that anything in the level needs."""
        needed = {ability for one in self.level.of(Link).values() for ability in one.needs}
        needed |= {ability for one in self.level.of(Edge).values() for ability in one.needs}
        return replace(Profile(), abilities=tuple(sorted({*abilities_in(self.level), *needed})))

    def able_as(self, profile: Profile) -> Profile:
        """Return a type with all abilities that anything in the level needs, besides its own."""
        return replace(profile, abilities=tuple({*profile.abilities, *self.able.abilities}))

    def reach(self, profile: Profile) -> Reach:
        """Return what hangs together for agents of a type while all doors are open."""
        profile = grounded(profile)
        found = self._reaches.get(profile)
        if found is None:
            found = self._reaches[profile] = Reach.of(self.opened, profile)
        return found

    def passages(self, layer: str, profile: Profile) -> tuple[Passage, ...]:
        """Return the narrow places of a storey for agents of a type, with all areas open."""
        radius = radius_in(profile, self.level.settings)
        key = (layer, radius)
        found = self._passages.get(key)
        if found is None:
            self.pause()
            found = self._passages[key] = self._around_edit(layer, profile, radius)
        return found

    def after(self, edit: Edit) -> "Survey":
        """Return the survey of the world after an edit, which only measures around the changes.

        See `navcore.proof.measured.passages_after` for differences from measuring everything.
        """
        self.pause()
        world = self.world.update(edit.apply(self.level), edit)
        found = Survey(world, pause=self.pause)
        if SETTINGS_ID not in edit.after and found.able == self.able:
            found._before = (self, edit)
        return found

    def _around_edit(self, layer: str, profile: Profile, radius: float) -> tuple[Passage, ...]:
        abilities = self.able.abilities
        if self._before is None:
            return self._measured.passages(
                self.level, layer, radius=radius, abilities=abilities, pause=self.pause
            )
        before, edit = self._before
        levels = only_on(before.level, layer), only_on(self.level, layer)
        known = before.passages(layer, profile)
        return passages_after(known, levels, edit.after, radius=radius, abilities=abilities)

    @property
    def layers(self) -> tuple[str, ...]:
        """Names of the storeys, the ground first."""
        return self.level.settings.layer_names

    def holder(self, point: Point, layer: str) -> Obstacle | None:
        """Return the obstacle that contains a place; None if there is none."""
        solid = self._shapes_of(layer)[1]
        key = _holding(solid, [point])[0]
        return None if key is None else self.level.obstacles[key]

    def areas_at(self, places: Collection[Point], layer: str) -> list[int | None]:
        """The area that each place lies in, doors included, whether open or shut; None: in none."""
        return _holding(self._shapes_of(layer)[0], places)

    def in_wall(self, point: Point, layer: str) -> bool:
        """Return whether a place is inside an obstacle, or outside every area, with doors as areas.

        Always false on a storey without areas, which has no floor yet.
        """
        if not len(self._shapes_of(layer)[0].ids):
            return False
        return self.holder(point, layer) is not None or self.areas_at([point], layer) == [None]

    def holds_any(self, area: Area, places: Floats) -> bool:
        """Return whether an area holds one of these places (n, 2)."""
        areas = self._shapes_of(self.level.settings.layer_of(area))[0]
        slots = np.array([areas.slots[area.id]], np.int64)
        return bool((holding(areas.edges, areas.boxes, slots, places) >= 0).any())

    def nearest_area(self, point: Point, layer: str) -> tuple[Area, float] | None:
        """Return the area nearest to a point outside all areas, and its distance in metres."""
        best = None
        for area in self.on(layer, Area):
            if isinstance(area, Area) and not area.door:
                far = math.dist(point, nearest_on_ring(area.polygon, point)[1])
                if best is None or far < best[1]:
                    best = (area, far)
        return best

    def on(self, layer: str, kind: type[Area | Obstacle]) -> list[Area | Obstacle]:
        """Return the areas or obstacles of a storey, in drawing order."""
        of = self.level.settings.layer_of
        held: Iterable[Area | Obstacle] = in_drawing_order(self.level.of(kind))
        return [one for one in held if of(one) == layer]

    def near(self, element: Polygon, reach: float) -> list[Polygon]:
        """Return other areas or obstacles of the storey whose boxes are within `reach` metres."""
        layer = self.level.settings.layer_of(element)
        areas, solid = self._shapes_of(layer)
        shapes = areas if isinstance(element, Area) else solid
        held = self.level.areas if isinstance(element, Area) else self.level.obstacles
        box = _box(element)
        all_of_them = np.ones(len(shapes.ids), np.bool_)
        ids = shapes.ids[active_near(shapes.boxes, all_of_them, box, reach)].tolist()
        return [held[one] for one in ids if one != element.id]

    def _shapes_of(self, layer: str) -> tuple[Shapes, Shapes]:
        """Outlines of a storey's areas, and of the obstacles that block."""
        found = self._shapes.get(layer)
        if found is None:
            solid = [one for one in self.on(layer, Obstacle) if one.active]
            found = (Shapes.of(self.on(layer, Area)), Shapes.of(solid))
            self._shapes[layer] = found
        return found

    @cached_property
    def middle(self) -> Point:
        """The middle of the grid, used as the place of problems without a place."""
        lattice = self.world.grid.lattice
        return ((lattice.min_x + lattice.max_x) / 2, (lattice.min_z + lattice.max_z) / 2)


def _box(element: Polygon) -> tuple[float, float, float, float]:
    xs, zs = zip(*element.polygon, strict=True)
    return float(min(xs)), float(min(zs)), float(max(xs)), float(max(zs))


def _holding(shapes: Shapes, places: Collection[Point]) -> list[int | None]:
    if not len(shapes.ids):
        return [None] * len(places)
    slots = np.arange(len(shapes.ids), dtype=np.int64)
    found = holding(shapes.edges, shapes.boxes, slots, np.array(list(places), np.float64))
    return [None if slot < 0 else int(shapes.ids[slot]) for slot in found.tolist()]
