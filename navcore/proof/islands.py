"""Islands: where two disconnected regions of floor come nearest to each other."""

from math import ceil, dist, hypot, inf
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.profile import radius_in
from navcore.errors import NavcoreError
from navcore.geometry.polygons import nearest_on_ring
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Area, Level, Obstacle, Point, Profile, in_drawing_order
from navcore.level.naming import called
from navcore.level.operations.doors import add_door
from navcore.level.operations.doorway import door_across
from navcore.level.profiles import on_layer
from navcore.proof.blockers import between
from navcore.proof.ends import End, obstacle_at
from navcore.proof.fixes import RepeatableIds
from navcore.proof.narrow_place import path_between
from navcore.proof.relaxed import RelaxedWorlds, put
from navcore.proof.verdicts import limits_of
from navcore.world import World

_PAIRS: Final = 2**22
"""Pairs of cells that are compared at once."""

_FARTHEST: Final = 3.0
"""Greatest distance in metres at which a door between two regions is offered."""

_STEP: Final = 0.1
"""Step in metres to which the width of such a door is rounded up."""

_BEYOND: Final = 0.05
"""Metres by which the line of such a door reaches into the floor on both sides."""


class Approach(NamedTuple):
    """The nearest places of two regions of floor."""

    line: tuple[Point, Point]
    """Line from the floor of the start to that of the goal, metres."""
    areas: tuple[Area | None, Area | None]
    """The areas at both ends."""
    obstacle: Obstacle | None
    """The obstacle in between."""

    @property
    def metres(self) -> float:
        """Distance from floor to floor."""
        return dist(*self.line)


def nearest_approach(world: World, profile: Profile, ends: tuple[End, End]) -> Approach | None:
    """Return the places where the start's floor and the goal's floor are nearest to each other.

    None if they lie on different storeys, on one region of floor, or on none. Floor here reaches up
    to walls, regardless of the agent's radius.
    """
    if ends[0].layer != ends[1].layer:
        return None
    worlds = RelaxedWorlds(world, profile)
    own = on_layer(worlds.profile_at(worlds.most), ends[0].layer)
    grid = worlds.at(worlds.most).grid_for(own)
    labels = grid.regions.labels
    places = [labels[end.cell[1] + 1, end.cell[0] + 1] for end in ends]
    if 0 in places or places[0] == places[1]:
        return None
    one, other = (_border(labels, int(label)) for label in places)
    near = [grid.centre_of(int(c) - 1, int(r) - 1) for r, c in _nearest_pair(one, other)]
    areas = [area_at(world.level, ends[0].layer, place) for place in near]
    line = (near[0], near[1])
    if areas[0] is not None and areas[1] is not None and areas[0].id != areas[1].id:
        line = _between(areas[0], areas[1])
    middle = ((line[0][0] + line[1][0]) / 2, (line[0][1] + line[1][1]) / 2)
    between = obstacle_at(world.level, ends[0].layer, middle)
    return Approach(line, (areas[0], areas[1]), between)


def obstacle_between(
    world: World, profile: Profile, ends: tuple[End, End]
) -> tuple[Obstacle, Edit] | None:
    """Return the smallest obstacle whose removal makes a path, and the edit that disables it.

    None if no single obstacle near the floor of both ends blocks the path.
    """
    layer = ends[0].layer
    if layer != ends[1].layer or world.given_grid is not None:
        return None
    worlds = RelaxedWorlds(world, profile)
    own = on_layer(worlds.profile_at(worlds.most), layer)
    grid = worlds.at(worlds.most).grid_for(own)
    labels = grid.regions.labels
    start, goal = (int(labels[end.cell[1] + 1, end.cell[0] + 1]) for end in ends)
    if not start or not goal or start == goal:
        return None
    floors, near = (labels == start, labels == goal), 2 * grid.cell_size
    for obstacle in between(world.level, layer, grid, floors, near):
        off = replace(obstacle, enabled=False)
        if not obstacle.locked and path_between(put(world, [off]), profile, ends).ok:
            label = tr("Switch off {0}").format(called([obstacle]))
            return obstacle, Edit.put(world.level, [off], label)
    return None


def door_between(
    world: World, profile: Profile, ends: tuple[End, End], found: Approach
) -> Edit | None:
    """Return the edit that lays a door between two regions; None if that makes no path."""
    level, layer = world.level, ends[0].layer
    if found.obstacle is not None or None in found.areas or not 0 < found.metres <= _FARTHEST:
        return None
    radius = radius_in(profile, level.settings)
    always = limits_of(level.settings, radius=radius, sides=("edge", "edge")).always_from
    width = max(ceil(max(always, 2 * radius) / _STEP - 1e-6) * _STEP, 1.0)
    (x, z), (to_x, to_z) = found.line
    beyond = _BEYOND / found.metres
    step = ((to_x - x) * beyond, (to_z - z) * beyond)
    start, end = (x - step[0], z - step[1]), (to_x + step[0], to_z + step[1])
    try:
        ring = door_across(level, start, end, width, layer)
        edit = add_door(level, ring, RepeatableIds(level, ring).new, layer=layer)
    except NavcoreError:
        return None
    items = [item for item in edit.after.values() if item is not None]
    is_laid = len(items) == len(edit.after)
    if not is_laid or not path_between(put(world, items), profile, ends).ok:
        return None
    return Edit(edit.before, edit.after, tr("Put a door there"))


def area_at(level: Level, layer: str, point: Point) -> Area | None:
    """Return the area of a storey that a place lies in, the topmost of several."""
    for area in reversed(in_drawing_order(level.areas)):
        if level.settings.layer_of(area) == layer and area.holds(point):
            return area
    return None


def _border(labels: npt.NDArray[np.int32], label: int) -> npt.NDArray[np.int64]:
    """(n, 2) rows and columns of the cells at the border of a region."""
    inside = labels == label
    deep = inside.copy()
    deep[1:-1, 1:-1] &= inside[:-2, 1:-1] & inside[2:, 1:-1] & inside[1:-1, :-2] & inside[1:-1, 2:]
    return np.argwhere(inside & ~deep)


def _nearest_pair(
    one: npt.NDArray[np.int64], other: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the two of (n, 2) and (m, 2) places that are nearest to each other."""
    best, found = inf, (one[0], other[0])
    step = max(1, _PAIRS // len(other))
    for first in range(0, len(one), step):
        some = one[first : first + step]
        away = ((some[:, None] - other[None]) ** 2).sum(axis=2)
        at = int(away.argmin())
        row, column = divmod(at, len(other))
        if away[row, column] < best:
            best, found = float(away[row, column]), (some[row], other[column])
    return found


def _between(one: Area, other: Area) -> tuple[Point, Point]:
    """Return the shortest line from an outline to another that it does not meet."""
    lines = [(corner, nearest_on_ring(other.polygon, corner)[1]) for corner in one.polygon]
    lines += [(nearest_on_ring(one.polygon, corner)[1], corner) for corner in other.polygon]
    return min(lines, key=lambda line: hypot(line[0][0] - line[1][0], line[0][1] - line[1][1]))
