"""Lengths between places: drawing them, and which agents fit through a gap of that width."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from editor.tools.messages import measure as say
from editor.tools.messages import metres
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.tool import ToolView
from navcore.bake.profile import radius_in
from navcore.level.model import Area, Obstacle, Point
from navcore.level.pick import pick_index
from navcore.proof.verdicts import Side, limits_of, steps_across

_ASIDE: Final = (56.0, 15.0)
"""Pixels, across and up, from the middle of a line to the middle of its label."""

_BELOW: Final = 22.0
"""Pixels from the last place down to the label of the whole length."""

_ON: Final = 1e-6
"""Distance in metres up to which a place counts as lying on a line."""


def sides_of(start: Point, end: Point) -> tuple[float, float]:
    """Return the distances along x and along z."""
    return (end[0] - start[0], end[1] - start[1])


def total(places: Sequence[Point]) -> float:
    """Return the whole length, metres."""
    return sum(math.dist(a, b) for a, b in pairwise(places))


def told(places: Sequence[Point], view: ToolView, way_on: str) -> str:
    """Return the text of a measurement: full details for one line, lengths for several."""
    if len(places) > 2:
        return say.several(total(places), len(places) - 1, way_on)
    dx, dz = sides_of(places[0], places[1])
    angle = math.atan2(dz, dx)
    return say.stretch(dx, dz, math.hypot(dx, dz), angle, fits(places[0], places[1], view), way_on)


def fits(start: Point, end: Point, view: ToolView) -> str:
    """Return a text on whether the agents of the shown floor fit through a gap."""
    settings = view.level.settings
    sides = (_side_at(start, view), _side_at(end, view))
    steps = steps_across(*sides_of(start, end))
    radius = settings.agent_radius if view.profile is None else radius_in(view.profile, settings)
    limits = limits_of(settings, radius=radius, sides=sides, steps=steps)
    kind = limits.kind_of(math.dist(start, end))
    return say.fits(kind, radius, limits.always_from)


def _side_at(place: Point, view: ToolView) -> Side:
    """Return the side at a place: an area's edge, an obstacle, or a possible obstacle."""
    x, z = place
    found = pick_index(view.level).touching_box(x - _ON, z - _ON, x + _ON, z + _ON)
    elements = [view.level.element(element_id) for element_id in found]
    if any(isinstance(element, Obstacle) and element.enabled for element in elements):
        return "obstacle"
    areas = [element for element in elements if isinstance(element, Area)]
    return "edge" if len(areas) == 1 and _is_on(place, areas[0]) else "obstacle"


def _is_on(place: Point, area: Area) -> bool:
    """Return whether a place is on the outline."""
    ring = area.polygon
    return any(
        abs(math.dist(a, place) + math.dist(place, b) - math.dist(a, b)) <= _ON
        for a, b in zip(ring, (*ring[1:], ring[0]), strict=True)
    )


def drawn(places: Sequence[Point], metres_per_pixel: float) -> Preview:
    """Return a line with its ends, a length beside each part, and the total at the end."""
    if len(places) < 2:
        return Preview(marks=tuple(Mark(place, "measure_end") for place in places))
    stretches = list(pairwise(places))
    labels = [
        _beside(a, b, number == len(stretches) - 1, metres_per_pixel)
        for number, (a, b) in enumerate(stretches)
    ]
    if len(stretches) > 1:
        x, z = places[-1]
        at = (x, z - _BELOW * metres_per_pixel)
        labels.append(Label(at, say.in_all(total(places)), "dimension"))
    marks = tuple(Mark(place, "measure_end") for place in places)
    return Preview((Stroke(tuple(places), "measure"),), marks, tuple(labels))


def _beside(start: Point, end: Point, last: bool, metres_per_pixel: float) -> Label:
    """Return the label of a length beside its line; the last one has the angle too."""
    length = math.dist(start, end)
    dx, dz = sides_of(start, end)
    text = say.length(length, math.atan2(dz, dx)) if last else metres(length)
    # An end may be pulled onto the next one.
    nx, nz = (-dz / length, dx / length) if length else (0.0, 1.0)
    if nz < 0 or (nz == 0 and nx < 0):
        nx, nz = -nx, -nz
    across, up = _ASIDE[0] * metres_per_pixel, _ASIDE[1] * metres_per_pixel
    middle = ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2)
    return Label((middle[0] + across * nx, middle[1] + up * nz), text, "dimension")
