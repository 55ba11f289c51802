"""Pockets: small unreachable remains of an area's floor that are not intended as rooms.

A separate room is intended, unless it is a mere scrap or is small and stands where no wall could
have a door to other floor. The remains of a large floor behind a rock,
between crates or in a jagged corner are not: agents need not get there. They are therefore reported
once for each area and fail no check. A remnant that contains an element, is a destination or has a
door is no pocket.
"""

import math
from collections.abc import Iterator
from typing import Final

import numpy as np

from navcore.geometry.boolean import shortest_between
from navcore.geometry.polygons import area_of
from navcore.geometry.rings import Floats
from navcore.level.model import Agent, Area, Point, Route, Waypoint, WithStops
from navcore.level.shared_routes import as_walked
from navcore.level.waypoint_stops import storey_of_stop
from navcore.proof.clearances import Passage
from navcore.proof.cut_off import islands_of
from navcore.proof.place_cells import areas_under
from navcore.proof.reach import Place, Reach
from navcore.proof.rules.openings import DOOR_REACH
from navcore.proof.survey import Survey

POCKET: Final = 4.0
"""Least square metres of walkable floor with which a remnant of an area may be an intended room: a
room of 3 x 3 m with default padding has 4.4."""

SCRAP: Final = 2.0
"""Square metres of walkable floor below which a separate area is a scrap, as left by cutting areas
and tracing pictures: a room of 2.3 x 2.3 m with default padding."""

ISOLATED: Final = 20.0
"""Square metres of an outline up to which a separate area is a leftover if no wall of it could have
a door: benchmark maps of 2 m a cell have some of two to five cells."""

_SPREAD: Final = 500
"""Number of cells of a place that are tested first, spread over the place."""


def pockets_of(survey: Survey) -> frozenset[Place]:
    """Return the places that are cut off and too small for anybody to miss them."""
    islands = survey.once(islands_of)
    reach, found = islands.reach, set[Place]()
    with_doors = set[Place]()
    for joint in islands.behind:
        if not isinstance(joint.cause, Passage) or joint.cause.door is not None:
            with_doors.update(joint.places)
    small = {
        place
        for place in (*islands.cut, *(one for some in islands.behind.values() for one in some))
        if islands.size([place]) < ISOLATED
    } - with_doors  # fmt: skip
    if not small:
        return frozenset()
    small -= {place for start, end, _ in reach.links for place in (start, end)}
    small -= set(_used(survey, reach))
    cut = set(islands.cut)
    for place in small:
        under = areas_under(survey, reach, place)
        if not under:
            continue
        area = survey.level.areas[under[0]]
        size = islands.size([place])
        is_rest = size < POCKET and _has_large_floor(survey, reach, area)
        if size < SCRAP or is_rest or (place in cut and _is_isolated(survey, area)):
            found.add(place)
    return frozenset(found)


def areas_led_to(survey: Survey) -> set[int]:
    """Return the ids of areas with floor that players reach, or would but for a gap or door."""
    islands = survey.once(islands_of)
    behind = (place for places in islands.behind.values() for place in places)
    return {
        area
        for place in (*islands.reached, *behind)
        for area in areas_under(survey, islands.reach, place)
    }


def _is_isolated(survey: Survey, area: Area) -> bool:
    """Return whether an area is small, and no wall of it could have a door to reachable floor.

    An area that only touches another one in a corner has no wall in common with it.
    """
    reached = survey.once(areas_led_to)
    return area_of(area.polygon) <= ISOLATED and not any(
        0.0 < math.dist(*shortest_between(area.polygon, other.polygon)) <= DOOR_REACH
        for other in survey.near(area, DOOR_REACH)
        if isinstance(other, Area) and not other.door and other.id in reached
    )


def _used(survey: Survey, reach: Reach) -> Iterator[Place]:
    """Yield the places that contain an element or are a destination."""
    for point, layer in _marks(survey):
        place = reach.place_at(point, layer)
        if place is not None:
            yield place


def _marks(survey: Survey) -> Iterator[tuple[Point, str]]:
    level = survey.level
    settings = level.settings
    for waypoint in level.of(Waypoint).values():
        yield waypoint.position, settings.layer_of(waypoint)
    owners: list[WithStops] = [*level.of(Route).values()]
    for agent in level.agents.values():
        yield agent.position, survey.world.profile_of(agent).layer
        owners.append(as_walked(agent, level))
    for one in owners:
        home = survey.world.profile_of(one).layer if isinstance(one, Agent) else None
        for index, goal in enumerate(one.goals):
            yield goal, storey_of_stop(one, index, settings, home)


def _has_large_floor(survey: Survey, reach: Reach, area: Area) -> bool:
    """Return whether an area has connected floor that is too large for a pocket."""
    layer = survey.level.settings.layer_of(area)
    grid, labels = reach.grid(layer), reach.labels(layer)
    number = reach.storeys.number_of(layer)
    most = POCKET / grid.cell_size**2
    xs, zs = zip(*area.polygon, strict=True)
    (column0, row0), (column1, row1) = (
        (min(max(column + 1, 0), labels.shape[1]), min(max(row + 1, 0), labels.shape[0]))
        for column, row in (grid.cell_of(min(xs), min(zs)), grid.cell_of(max(xs), max(zs)))
    )
    part = labels[row0 : row1 + 1, column0 : column1 + 1]
    for label in np.unique(part).tolist():
        if not label or reach.cells[Place(number << 32 | label)] < most:
            continue
        rows, columns = np.nonzero(part == label)
        picked = np.linspace(0, len(rows) - 1, min(len(rows), _SPREAD)).astype(np.int64)
        centres: Floats = np.column_stack(
            (grid.lattice.min_x + (columns[picked] + column0 - 0.5) * grid.cell_size,
             grid.lattice.min_z + (rows[picked] + row0 - 0.5) * grid.cell_size)
        )  # fmt: skip
        if survey.holds_any(area, centres):
            return True
    return False
