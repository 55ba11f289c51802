"""Find floor that is cut off, and what separates each region of it.

Only gaps that are open on every grid alignment count as open, so the answer does not depend on the
alignment. Places are the connected regions of that floor. Starting from the places where players
begin, missing places are joined one after the other by the smallest change that joins them (Prim's
minimum spanning tree): a door that falls a little short, a seam between areas, a gap that is open
on some grids, a gap that is too narrow. The change that joins a place is what separates it. A place
that nothing would join is cut off; other places may then be joined to it.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count
from typing import Final, TypeAlias

import numpy as np

from navcore.geometry.rings import Floats
from navcore.level.model import Agent, Area, Point, Profile, Waypoint
from navcore.path.space import Space
from navcore.proof.clearances import Passage
from navcore.proof.reach import Place, Reach
from navcore.proof.rules.doors import ShortDoor, doors_of
from navcore.proof.rules.edges import OpenSeam, open_seams
from navcore.proof.survey import Survey

LEAST: Final = 1.0
"""Square metres of floor from which on a place is worth telling."""

_EXACT: Final = 1e-6
"""Metres by which a gap may be too narrow and yet be open where a cell lies in its very middle."""

_BESIDE: Final = 0.71
"""Cells from a line within which cells are blocked so that no step crosses it."""

_AROUND: Final = 2.5
"""Metres around the end of a door within which the floor of a room is sought."""

Cause: TypeAlias = "Passage | ShortDoor | OpenSeam"


@dataclass(frozen=True, slots=True, eq=False)
class Joint:
    """A change that would join two places, and its size."""

    cause: Cause
    layer: str
    places: tuple[Place, Place]
    effort: tuple[int, float]
    """Less comes first: which kind of cause, and metres that are missing."""


@dataclass(slots=True)
class Islands:
    """Floor that is cut off from where players begin."""

    reach: Reach
    """Connectivity of the floor that is open on every grid."""
    reached: set[Place]
    """Places that players and spawned agents can reach."""
    cut: list[Place] = field(default_factory=list)
    """Places that nothing leads to; of connected ones the largest."""
    behind: dict[Joint, list[Place]] = field(default_factory=dict)
    """Places that a gap or a door keeps apart, the nearest first."""
    told: set[Place] = field(default_factory=set)
    """Places that findings tell of: not reached, also by no agent of a type, and large enough."""

    def size(self, places: Iterable[Place]) -> float:
        """Floor of some places, square metres."""
        side = self.reach.storeys.grid(0).cell_size
        return sum(self.reach.cells[place] for place in places) * side**2


def islands_of(survey: Survey) -> Islands:
    """Return the cut-off floor of a level, with all doors open and all abilities."""
    reach = survey.once(sure_reach)
    reached = reach.from_(starts_of(survey, reach, survey.able))
    found = Islands(reach, reached)
    separate = {
        place for place, cells in reach.cells.items()
        if place not in reached and found.size([place]) >= LEAST
    } - _reached_by_others(survey, reach, reached)  # fmt: skip
    if not separate:
        return found
    found.told = separate
    joints = _joints(survey, reach)
    joined = set(reached)
    left = set(separate)
    while left:
        _grow(found, joints, joined, left)
        left -= joined
        if left:
            root = max(left, key=lambda place: (reach.cells[place], -place))
            found.cut.append(root)
            joined |= reach.from_([root])
            left -= joined
    return found


def sure_reach(survey: Survey) -> Reach:
    """Return what hangs together on every grid: gaps that are open on some count as shut."""
    reach = survey.reach(survey.able)
    blocked = {}
    for layer in survey.layers:
        lines = [
            one.ends
            for one in survey.passages(layer, survey.able)
            if one.verdict != "always" and one.width > one.can_pass_from - _EXACT
        ]
        if lines:
            blocked[layer] = _cells_on(reach, layer, lines)
    return reach.without(blocked) if blocked else reach


def is_lucky(passage: Passage) -> bool:
    """Return whether a gap is open on some grids only."""
    return passage.verdict == "by luck"


def starts_of(survey: Survey, reach: Reach, profile: Profile) -> set[Place]:
    """Return the places where players and spawned agents begin; without any the largest."""
    level = survey.level
    players = [one for one in level.agents.values() if one.player]
    spawners = [one for one in level.of(Waypoint).values() if one.type == "spawn" and one.active]
    found = set()
    for one in (*players, *spawners):
        layer = level.settings.layer_of(one)
        if isinstance(one, Agent):
            walks = survey.world.profile_of(one)
            layer = walks.layer
            if profile.name and walks.name != profile.name:
                continue
        place = reach.place_at(one.position, layer)
        if place is not None:
            found.add(place)
    # Agents outside the floor begin nowhere, which is another rule's problem.
    largest = reach.largest
    if not found and largest is not None and not profile.name:
        found.add(largest)
    return found


def _reached_by_others(survey: Survey, reach: Reach, reached: set[Place]) -> set[Place]:
    """Return places that are not reached, but by agents of some type, which may fit better."""
    found = set[Place]()
    for profile in survey.types[1:]:
        floor = survey.reach(survey.able_as(profile))
        begun = starts_of(survey, floor, profile) or drawn_starts(survey, floor, profile)
        known = floor.from_(begun)
        for layer in survey.layers:
            labels, others = reach.labels(layer), floor.labels(layer)
            number = reach.storeys.number_of(layer)
            free = (labels > 0) & (others > 0)
            pairs = np.unique(np.stack((labels[free], others[free])), axis=1)
            found |= {
                Place(number << 32 | int(one)) for one, other in pairs.T.tolist()
                if Place(number << 32 | int(other)) in known
            }  # fmt: skip
    return found - reached


def drawn_starts(survey: Survey, reach: Reach, profile: Profile) -> set[Place]:
    """Return where agents of a type are drawn."""
    found = set()
    for agent in survey.level.agents.values():
        walks = survey.world.profile_of(agent)
        if walks.name == profile.name:
            place = reach.place_at(agent.position, walks.layer)
            if place is not None:
                found.add(place)
    return found


def _joints(survey: Survey, reach: Reach) -> dict[Place, list[Joint]]:
    """Return the elements that would join two places, under each of the two."""
    found: dict[Place, list[Joint]] = defaultdict(list)
    for joint in (*_gaps(survey, reach), *_short(survey, reach), *_seams(survey, reach)):
        for place in joint.places:
            found[place].append(joint)
    return found


def _gaps(survey: Survey, reach: Reach) -> Iterator[Joint]:
    for layer in survey.layers:
        for passage in survey.passages(layer, survey.able):
            if passage.verdict == "always":
                continue
            one, other = (_face(reach, layer, passage, way) for way in (1.0, -1.0))
            if one is not None and other is not None and one != other:
                missing = passage.always_from - passage.width
                effort = (1 if is_lucky(passage) else 2, missing)
                yield Joint(passage, layer, (one, other), effort)


def _short(survey: Survey, reach: Reach) -> Iterator[Joint]:
    for short in survey.once(doors_of).short:
        layer = survey.level.settings.layer_of(short.door)
        far = _place_in(survey, reach, short.room, short.ends[1], layer)
        x, z = short.door.anchor or short.ends[0]
        near = reach.place_at((x, z), layer, _AROUND)
        if far is not None and near is not None and far != near:
            yield Joint(short, layer, (near, far), (0, short.gap))


def _seams(survey: Survey, reach: Reach) -> Iterator[Joint]:
    for seam in survey.once(open_seams):
        layer = survey.level.settings.layer_of(seam.areas[0])
        one, other = (_place_in(survey, reach, area, end, layer)
                      for area, end in zip(seam.areas, seam.ends, strict=True))  # fmt: skip
        if one is not None and other is not None and one != other:
            yield Joint(seam, layer, (one, other), (0, seam.gap))


def _place_in(survey: Survey, reach: Reach, room: Area, near: Point, layer: str) -> Place | None:
    """Return the place in a room that is nearest to a point, within a few metres."""
    grid = reach.grid(layer)
    space, side = Space.of(grid), grid.cell_size
    cells = _window(reach, layer, near, _AROUND)
    centres = [space.centre_of(cell) for cell in cells]
    inside = survey.areas_at(centres, layer) if centres else []
    best = min(
        (
            (math.dist(centre, near), cell)
            for cell, centre, area in zip(cells, centres, inside, strict=True)
            if area == room.id
        ),
        default=None,
    )
    if best is None or best[0] > _AROUND + side:
        return None
    return reach.place_of(layer, best[1])


def _window(reach: Reach, layer: str, around: Point, far: float) -> list[int]:
    """Return ids of the free cells of a square around a point."""
    grid, labels = reach.grid(layer), reach.labels(layer)
    column, row = Space.of(grid).cell_of(around)
    most = math.ceil(far / grid.cell_size)
    row0, column0 = max(0, row + 1 - most), max(0, column + 1 - most)
    part = labels[row0 : max(0, row + 2 + most), column0 : max(0, column + 2 + most)]
    rows, columns = np.nonzero(part)
    found: list[int] = ((rows + row0) * labels.shape[1] + columns + column0).tolist()
    return found


def _face(reach: Reach, layer: str, passage: Passage, way: float) -> Place | None:
    """Return the place on one side of a gap: the first along its middle, else the nearest there."""
    (px, pz), (qx, qz) = passage.ends
    x, z = passage.place
    along = (-(qz - pz) / passage.width * way, (qx - px) / passage.width * way)
    grid = reach.grid(layer)
    far = passage.depth / 2 + passage.always_from + 2 * grid.cell_size
    labels, space = reach.labels(layer), Space.of(grid)
    number = reach.storeys.number_of(layer)
    steps = math.ceil(2 * far / grid.cell_size)
    least = LEAST / grid.cell_size**2
    for step in range(1, steps + 1):
        ahead = far * step / steps
        column, row = space.cell_of((x + ahead * along[0], z + ahead * along[1]))
        if grid.lattice.holds(column, row):
            place = Place(number << 32 | int(labels[row + 1, column + 1]))
            # A cell or two in the mouth of the gap are no room.
            if reach.cells.get(place, 0) >= least:
                return place
    best = None
    for cell in _window(reach, layer, (x, z), far):
        cx, cz = space.centre_of(cell)
        if (cx - x) * along[0] + (cz - z) * along[1] > passage.depth / 2:
            best = min(best or (math.inf, -1), (math.dist((cx, cz), (x, z)), cell))
    return None if best is None or best[0] > far else reach.place_of(layer, best[1])


def _cells_on(reach: Reach, layer: str, lines: Sequence[tuple[Point, Point]]) -> list[int]:
    """Return ids of the free cells that lines across gaps lie on."""
    grid = reach.grid(layer)
    lattice, row_length = grid.lattice, grid.padded.shape[1]
    found = set[int]()
    for (px, pz), (qx, qz) in lines:
        most = math.ceil(math.dist((px, pz), (qx, qz)) / 2 / grid.cell_size) + 2
        column, row = Space.of(grid).cell_of(((px + qx) / 2, (pz + qz) / 2))
        row0, column0 = max(0, row + 1 - most), max(0, column + 1 - most)
        part = grid.padded[row0 : max(0, row + 2 + most), column0 : max(0, column + 2 + most)]
        rows, columns = np.nonzero(part)
        if not len(rows):
            continue
        xs = lattice.min_x + (columns + column0 - 0.5) * grid.cell_size
        zs = lattice.min_z + (rows + row0 - 0.5) * grid.cell_size
        near = _from_line(np.column_stack((xs, zs)), (px, pz), (qx, qz))
        on = near <= _BESIDE * grid.cell_size
        found.update(((rows + row0) * row_length + columns + column0)[on].tolist())
    return sorted(found)


def _from_line(places: Floats, start: Point, end: Point) -> Floats:
    """Distances of places from a segment, metres."""
    along = np.subtract(end, start)
    away = places - start
    share = np.clip(away @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
    distances: Floats = np.hypot(*(away - share[:, None] * along).T)
    return distances


def _grow(
    found: Islands, joints: dict[Place, list[Joint]], joined: set[Place], told: set[Place]
) -> None:
    """Join places to joined ones, and record what separates places that are reported."""
    previous: dict[Place, tuple[Joint, Place]] = {}
    """For each place: the joint by which it was joined, and the place it was joined to."""
    numbers = count()
    ahead = [(joint.effort, next(numbers), joint) for joint in _from_all(joints, joined)]
    heapify(ahead)
    reach = found.reach
    while ahead:
        joint = heappop(ahead)[2]
        new = [place for place in joint.places if place not in joined]
        if len(new) != 1:
            continue
        (start,) = (place for place in joint.places if place not in new)
        for place in reach.from_(new) - joined:
            previous[place] = (joint, start)
            joined.add(place)
            for one in joints.get(place, ()):
                heappush(ahead, (one.effort, next(numbers), one))
    for place in sorted(told & previous.keys(), key=lambda one: -reach.cells[one]):
        at, own = place, [place]
        while at in previous:
            joint, at = previous[at]
            found.behind.setdefault(joint, []).extend(own)
            own = []


def _from_all(joints: dict[Place, list[Joint]], places: Iterable[Place]) -> Iterator[Joint]:
    for place in sorted(places):
        yield from joints.get(place, ())
