"""Doors that fall short of a room, lead nowhere, change nothing, or cut something off."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from navcore.bake.grid import NavGrid
from navcore.bake.profile import radius_in
from navcore.geometry.boolean import difference_without_holes, shortest_between, uncovered_area
from navcore.geometry.contact import touching_stretches
from navcore.geometry.polygons import area_of, is_flat
from navcore.i18n import grouped, several, tr
from navcore.level.doorways import reach_of
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Point, Ring, in_drawing_order
from navcore.level.naming import called, fresh_id, names_in, next_name
from navcore.level.operations.fields import toggle_doors
from navcore.level.shared_routes import as_walked
from navcore.proof.fresh import new_ids
from navcore.proof.problem import Finding
from navcore.proof.reach import Place, Reach
from navcore.proof.rules.outlines import canonical
from navcore.proof.rules.unclear import beside_unclear
from navcore.proof.survey import Survey
from navcore.proof.verdicts import clearance_of

SHORT: Final = 1.0
"""Distance in metres by which a door that should reach a room may miss it."""

TEN: Final = 10.0
"""Square metres from which on areas are written without decimals."""

_SLIVER: Final = 1e-4
"""Square metres of floor that count as none."""


@dataclass(frozen=True, slots=True)
class ShortDoor:
    """A door that touches one room at most, and the room that it nearly touches."""

    door: Area
    room: Area
    """That it misses."""
    ends: tuple[Point, Point]
    """The nearest points of the door and the room."""

    @property
    def gap(self) -> float:
        """The distance by which the door misses, metres."""
        return math.dist(*self.ends)


@dataclass(frozen=True, slots=True)
class Doors:
    """Doors that don't do what doors do."""

    short: tuple[ShortDoor, ...]
    loose: tuple[tuple[Area, Area | None], ...]
    """Doors that lead nowhere, with the room that they touch, if any."""


def doors_of(survey: Survey) -> Doors:
    """Return the doors of a level that touch fewer than two other areas, or several at one end."""
    short, loose = [], []
    for layer in survey.layers:
        for door in survey.on(layer, Area):
            if not isinstance(door, Area) or not door.door or is_flat(door.polygon):
                continue
            survey.pause()
            fault = survey.around(door, SHORT, _fault_of)
            if isinstance(fault, ShortDoor):
                short.append(fault)
            elif fault is not None:
                loose.append(fault)
    return Doors(tuple(short), tuple(loose))


def _fault_of(survey: Survey, door: Area) -> ShortDoor | tuple[Area, Area | None] | None:
    """Return the room that a door misses, else what else is wrong with it; None if nothing is."""
    touched, missed = _around(survey, door)
    if len(touched) > 1 and not _at_one_end(door, touched, reach_of(survey.level)):
        return None
    if any(_encloses(room, door, reach_of(survey.level)) for room in touched):
        return None
    if missed:
        return min(missed, key=lambda one: (one.gap, one.room.id))
    return door, touched[0] if touched else None


def _around(survey: Survey, door: Area) -> tuple[list[Area], list[ShortDoor]]:
    """Return the areas that a door touches, and the rooms that it nearly touches."""
    reach = reach_of(survey.level)
    touched, missed = [], []
    own = canonical(door.polygon)
    for area in survey.near(door, SHORT):
        if not isinstance(area, Area) or is_flat(area.polygon):
            continue
        # A copy of the door is no other floor.
        if area.door and canonical(area.polygon) == own:
            continue
        ends = shortest_between(door.polygon, area.polygon)
        found = ShortDoor(door, area, ends)
        if found.gap <= reach:
            touched.append(area)
        elif found.gap <= SHORT and not area.door:
            missed.append(found)
    return touched, missed


def _at_one_end(door: Area, rooms: Sequence[Area], reach: float) -> bool:
    """Return whether adjacent areas all lie along one side of a door: floor cut in pieces."""
    sides = set[int]()
    for room in rooms:
        beside = touching_stretches(door.polygon, room.polygon, reach)
        if not beside:
            return False
        sides.update(stretch.edge for stretch in beside)
    return len(sides) == 1 and all(
        any(math.dist(*shortest_between(room.polygon, other.polygon)) <= reach
            for other in rooms if other is not room)
        for room in rooms
    )  # fmt: skip


def _encloses(room: Area, door: Area, reach: float) -> bool:
    """Return whether a door divides a room: it is in the room, or in a notch of its outline.

    In any orientation: at least two sides of the door lie along the room or in it.
    """
    ring, along = door.polygon, dict[int, float]()
    for stretch in touching_stretches(ring, room.polygon, reach):
        along[stretch.edge] = along.get(stretch.edge, 0.0) + stretch.length
    covered = [
        edge for edge, length in along.items()
        if length > math.dist(ring[edge], ring[(edge + 1) % len(ring)]) / 2
    ]  # fmt: skip
    return len(covered) > 1


def leads_nowhere(survey: Survey) -> Iterator[Finding]:
    """Yield the doors that touch no other area, or one alone without parting it."""
    for door, room in survey.once(doors_of).loose:
        if beside_unclear(survey, (door.id,)):
            continue
        if room is None:
            said = tr("{0} touches no floor. Move it between two rooms.").format(called([door]))
        else:
            said = tr("{0} leads out of {1} to nothing. Draw a room behind it, or delete it.")
            said = said.format(called([door]), called([room]))
        fix = Edit.remove(survey.level, [door.id], tr("Delete {0}").format(called([door])))
        yield Finding(said, (door.id,), _middle(door.polygon), fix,
                      layer=survey.level.settings.layer_of(door))  # fmt: skip


def changes_nothing(survey: Survey) -> Iterator[Finding]:
    """Yield the doors on floor that other areas cover anyway."""
    for layer in survey.layers:
        for door in survey.on(layer, Area):
            if not isinstance(door, Area) or not door.door or is_flat(door.polygon):
                continue
            floor = survey.around(door, 0.0, _floor_covering)
            if not floor:
                continue
            under = [a for a in floor if _shares_floor(a, door)]
            said = tr("{0} lies on floor that {1} covers anyway, so shutting it stops nobody.")
            yield Finding(
                said.format(called([door]), called(under)), (door.id, *(a.id for a in under)),
                _middle(door.polygon), _cut_out(survey, door, under), layer=layer,
            )  # fmt: skip


def _floor_covering(survey: Survey, door: Area) -> list[Area]:
    """Return the areas about a door, if they cover it whole; else none."""
    floor = [
        area for area in survey.near(door, 0.0)
        if isinstance(area, Area) and not area.door and area.active
    ]  # fmt: skip
    return floor if is_covered(door, floor) else []


def is_covered(door: Area, floor: Sequence[Area]) -> bool:
    """Return whether a door lies whole on floor of others."""
    rings = [area.polygon for area in floor]
    return bool(rings) and uncovered_area(door.polygon, rings) <= _SLIVER


def _shares_floor(area: Area, door: Area) -> bool:
    return uncovered_area(door.polygon, [area.polygon]) < area_of(door.polygon) - _SLIVER


def _cut_out(survey: Survey, door: Area, under: list[Area]) -> Edit:
    """The edit that cuts a door out of the floor that it lies on."""
    level = survey.level
    taken, used, new_id = names_in(level), set[int](), new_ids(level)
    items: dict[int, Area | None] = {}
    for area in under:
        pieces = difference_without_holes(area.polygon, door.polygon)
        if pieces is None:
            continue
        items[area.id] = None
        for number, piece in enumerate(pieces):
            if number == 0:
                items[area.id] = replace(area, polygon=piece, shape=None)
                continue
            name, one = next_name(taken, area.name), fresh_id(new_id, used)
            taken.add(name)
            items[one] = replace(area, id=one, name=name, polygon=piece, shape=None)
    label = tr("Cut {0} out of {1}").format(called([door]), called(under))
    return Edit.change(level, items, label)


def shut_doors(survey: Survey) -> Iterator[Finding]:
    """Yield the shut doors that alone separate two places, with what they cut off as drawn."""
    level, world = survey.level, survey.world
    before = Reach.of(world, survey.able)
    opening = {layer: Opening.of(survey, before, layer) for layer in survey.layers}
    found: list[tuple[Area, Edit, set[Place]]] = []
    for door in in_drawing_order(level.areas):
        if not door.door or door.available:
            continue
        layer = level.settings.layer_of(door)
        beside = opening[layer]
        if beside is not None and not beside.may_join(door):
            continue
        edit = toggle_doors(level, [door.id])
        after = Reach.of(world.update(edit.apply(level), edit), survey.able)
        joined = _joined_by(before, after, layer)
        if len(joined) > 1:
            found.append((door, edit, joined))
    for door, edit, joined in found:
        layer = level.settings.layer_of(door)
        cells = sorted(before.cells[place] for place in joined)[:-1]
        size = sum(cells) * before.grid(layer).cell_size ** 2
        others = [places for other, _, places in found if other is not door]
        said = tr("{0} is shut, and it is the only way to {1} m² of floor.")
        if _are_joined(joined, others):
            said = tr("{0} is shut, and so are the other doors to {1} m² of floor.")
        said = said.format(called([door]), grouped(size, 0 if size >= TEN else 1))
        agents = sum(_walks_across(survey, before, agent, joined) for agent in
                     level.agents.values())  # fmt: skip
        if agents:
            said += " " + several(agents, "1 agent has a goal on the other side.",
                                  "{0} agents have goals on the other side.")  # fmt: skip
        yield Finding(said, (door.id,), _middle(door.polygon), edit, layer=layer)


@dataclass(frozen=True, slots=True)
class Opening:
    """The floor of a storey that opens with all doors, and the places beside it.

    With one door alone only some of it opens: more open doors never block a cell. Doors around
    which all floor is one place already can be told at a glance. They are most of a town's, and
    baking one of them takes 2 ms.
    """

    grid: NavGrid
    opens: npt.NDArray[np.uint8]
    """(depth + 2, width + 2) 1: cells that are blocked until doors are opened."""
    labels: npt.NDArray[np.int32]
    """The same: places before, 0 where blocked."""
    reach: float
    """Metres from a door up to which it opens cells, or more."""

    @classmethod
    def of(cls, survey: Survey, before: Reach, layer: str) -> "Opening | None":
        """Compute it for agents with all abilities; None if opening all doors shows nothing."""
        settings = survey.level.settings
        after, grid = survey.reach(survey.able).grid(layer), before.grid(layer)
        if survey.world.given_grid is not None or after.lattice != grid.lattice:
            return None
        radius = radius_in(survey.able, settings)
        away = max(clearance_of(side, radius, settings) for side in ("edge", "obstacle"))
        reach = 2 * (away + radius) + 4 * grid.cell_size
        opens = ((after.padded != 0) & (grid.padded == 0)).astype(np.uint8)
        return cls(grid, opens, before.labels(layer), reach)

    def may_join(self, door: Area) -> bool:
        """Return whether places that are not one may become one with a door."""
        lattice = self.grid.lattice
        xs, zs = zip(*door.polygon, strict=True)
        column0, row0 = lattice.cell_of(min(xs) - self.reach, min(zs) - self.reach)
        column1, row1 = lattice.cell_of(max(xs) + self.reach, max(zs) + self.reach)
        # The cells have a margin of one.
        rows = slice(max(0, row0 + 1), max(0, row1 + 2))
        columns = slice(max(0, column0 + 1), max(0, column1 + 2))
        opens, labels = self.opens[rows, columns], self.labels[rows, columns]
        up, across = _around_changed(opens, np.zeros_like(opens))
        beside = labels[up, across]
        beside = beside[beside > 0]
        return bool(len(beside)) and bool((beside != beside[0]).any())


def _joined_by(before: Reach, after: Reach, layer: str) -> set[Place]:
    """The places of a storey that are one after a door was opened, and were several before."""
    if after.grid(layer).regions.count >= before.grid(layer).regions.count:
        return set()
    near = _around_changed(before.grid(layer).padded, after.grid(layer).padded)
    old, new = before.labels(layer)[near], after.labels(layer)[near]
    there = old > 0
    pairs = np.unique(np.stack((new[there], old[there])), axis=1)
    one, counts = np.unique(pairs[0], return_counts=True)
    number = before.storeys.number_of(layer)
    regions = pairs[1][np.isin(pairs[0], one[counts > 1])].tolist()
    return {Place(number << 32 | region) for region in regions}


def _are_joined(places: set[Place], others: Sequence[set[Place]]) -> bool:
    """Return whether doors that join these other sets of places join all of these places, too."""
    reached = {min(places)}
    while more := [one for one in others if one & reached and not one <= reached]:
        reached.update(*more)
    return places <= reached


def _around_changed(
    before: npt.NDArray[np.uint8], after: npt.NDArray[np.uint8]
) -> tuple[slice, slice]:
    """Return the rows and columns of the cells that differ, and of their neighbours.

    Regions only merge through newly opened cells, so each of them has cells there.
    """
    differs = before != after
    rows, columns = (np.flatnonzero(differs.any(axis=axis)) for axis in (1, 0))
    if not len(rows):
        return slice(0), slice(0)
    return (
        slice(max(0, int(rows[0]) - 1), int(rows[-1]) + 2),
        slice(max(0, int(columns[0]) - 1), int(columns[-1]) + 2),
    )


def _walks_across(survey: Survey, reach: Reach, agent: Agent, places: set[Place]) -> bool:
    """Return whether an agent stands in one of these places and has a goal in another."""
    layer = survey.world.profile_of(agent).layer
    stops = (agent.position, *as_walked(agent, survey.level).goals)
    return len({reach.place_at(stop, layer) for stop in stops} & places) > 1


def _middle(ring: Ring) -> Point:
    xs, zs = zip(*ring, strict=True)
    return ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)
