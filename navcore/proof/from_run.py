"""Problems found in a run: agents that wait, overlap, turn back or do not arrive.

They are listed with the problems of the drawing, have the level's severities, and can be accepted.
A spot belongs to the door in front of it, else to the obstacle beside it, else to the area under
it, so that it stays the same problem in the next run; of several spots of one kind at one element
the worst is reported.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final

from navcore.geometry.polygons import nearest_on_ring
from navcore.geometry.shapes import LEAST_CORNERS
from navcore.i18n import mark, several, tr
from navcore.level.model import Area, Level, Polygon, in_drawing_order
from navcore.level.naming import called
from navcore.level.tables import MANY
from navcore.proof.problem import Finding, Problem, Rule
from navcore.proof.problems import weighed
from navcore.proof.survey import Survey
from navcore.sim.judging.arrivals import Late
from navcore.sim.judging.passages import BEFORE
from navcore.sim.judging.spots import Ado, Spot, Spots
from navcore.sim.reasons import Reason
from navcore.sim.simulation import Simulation

BESIDE: Final = 1.5
"""Metres from an obstacle within which a spot belongs to it: what narrows the floor there."""
FEW: Final = 8
"""Most stuck agents that are reported one by one; more are probably one jam."""
_STUCK: Final = frozenset({Reason.NO_WAY, Reason.HELD_UP})
_LAST: Final = 0.05
"""Seconds by which what happened last may lie before an edit, for rounding."""


def _found_by_runs(survey: Survey) -> Iterator[Finding]:
    """Find nothing in a drawing."""
    return iter(())


_ROWS: Final[dict[Ado, Rule]] = {
    Ado.WAITING: Rule(
        "run-waiting", "note", mark("Agents wait"),
        mark("Agents that wait there are late, and may block others. A second way or a wider gap "
             "helps."),
        _found_by_runs,
    ),
    Ado.OVERLAP: Rule(
        "run-overlap", "note", mark("Agents overlap"),
        mark("They are pressed into each other, because there is too little room for so many."),
        _found_by_runs,
    ),
    Ado.TURNING: Rule(
        "run-turning", "note", mark("Agents turn back"),
        mark("They walk to a place and find no way on: a jam, or a door that is shut by then."),
        _found_by_runs,
    ),
}  # fmt: skip

LATE: Final = Rule(
    "run-late", "error", mark("Agent that does not arrive"),
    mark("It has somewhere to go, and the game waits for it in vain."),
    _found_by_runs,
)  # fmt: skip

RUN_RULES: Final[Mapping[str, Rule]] = MappingProxyType(
    {rule.code: rule for rule in sorted((*_ROWS.values(), LATE), key=lambda rule: rule.code)}
)
"""The rules for runs, by code in alphabetical order."""


def problems_from_run(level: Level, spots: Spots, since: float = 0.0) -> tuple[Problem, ...]:
    """Return the problems of a run, by code, then by element, without rules that are off.

    Args:
        level: The level of the run, with its present elements.
        spots: Where agents waited, overlapped or turned back.
        since: Time of the run in seconds at which the level last changed: older spots are marked as
            old.
    """
    spots_of: dict[tuple[Ado, int | None], list[Spot]] = {}
    for spot in spots.found():
        spots_of.setdefault((spot.kind, _element_of(level, spot)), []).append(spot)
    found: list[Problem] = []
    for (kind, element), same in spots_of.items():
        finding = _finding(level, element, same, since)
        found += weighed(level, _ROWS[kind], [finding])
    return tuple(sorted(found, key=lambda problem: problem.key))


def problems_of_late(run: Simulation, late: Iterable[Late]) -> tuple[Problem, ...]:
    """Return the agents that have not reached all their goals, by id.

    Agents that stand and make no progress are reported one by one if they are few; all others in
    one problem, because they may only need a longer run.

    Args:
        run: The run at its end.
        late: The late agents; agents that the level does not have are left out.
    """
    level, elements = run.world.level, run.agents.elements
    known = [one for one in late if elements[one.row].id in level.agents]
    stuck = [one for one in known if one.reason in _STUCK]
    alone = stuck if len(stuck) <= FEW else []
    findings = [_finding_of_late(run, one) for one in alone]
    rest = [one for one in known if one not in alone]
    if rest:
        findings.append(_finding_of_many(run, rest, len(stuck) - len(alone)))
    return tuple(sorted(weighed(level, LATE, findings), key=lambda problem: problem.key))


def _finding_of_late(run: Simulation, one: Late) -> Finding:
    element = run.agents.elements[one.row]
    said = tr("{0} does not arrive within {1:g} s: {2}.")
    said = said.format(called([element]), round(run.seconds, 3), one.why)
    return Finding(said, (element.id,), run.agents.place(one.row), layer=_layer_at(run, one.row))


def _finding_of_many(run: Simulation, late: list[Late], stuck: int) -> Finding:
    """Return one finding about all late agents; the `stuck` ones come first."""
    late = sorted(late, key=lambda one: (one.reason not in _STUCK, one.row))
    elements = [run.agents.elements[one.row] for one in late]
    said = several(
        len(late), "{2} is not at its last goal after {1:g} s: {3}.",
        "{0} agents are not at their last goals after {1:g} s. The first is {2}: {3}.",
        round(run.seconds, 3), called(elements[:1]), late[0].why,
    )  # fmt: skip
    if stuck:
        said += " " + tr("{0} of them get no further.").format(stuck)
    first = late[0].row
    ids = tuple(one.id for one in elements)
    return Finding(said, ids, run.agents.place(first), about=MANY, layer=_layer_at(run, first))


def _layer_at(run: Simulation, row: int) -> str:
    names = run.world.level.settings.layer_names
    return names[min(int(run.agents.layers[row]), len(names) - 1)]


def _element_of(level: Level, spot: Spot) -> int | None:
    """Return the door in front of a spot; else the obstacle beside it, else the area under it."""
    layer = _layer_of(level, spot)
    areas = [one for one in in_drawing_order(level.areas) if level.settings.layer_of(one) == layer]
    solid = [one for one in level.obstacles.values()
             if one.active and level.settings.layer_of(one) == layer]  # fmt: skip
    found = _nearest([one for one in areas if one.door], spot, BEFORE)
    found = found or _nearest(solid, spot, BESIDE)
    under = [one.id for one in areas if one.holds(spot.place)]
    return found or (under[-1] if under else None)


def _nearest(polygons: Iterable[Polygon], spot: Spot, reach: float) -> int | None:
    """Return the polygon nearest to a spot within a distance, metres; None if there is none."""
    best: tuple[float, int] | None = None
    for one in polygons:
        if len(one.polygon) < LEAST_CORNERS:
            continue
        far = math.dist(spot.place, nearest_on_ring(one.polygon, spot.place)[1])
        if one.holds(spot.place):
            far = 0.0
        if far <= reach:
            best = min(best or (math.inf, 0), (far, one.id))
    return None if best is None else best[1]


def _layer_of(level: Level, spot: Spot) -> str:
    names = level.settings.layer_names
    return names[min(spot.storey, len(names) - 1)]


def _finding(level: Level, element: int | None, spots: list[Spot], since: float) -> Finding:
    worst = max(spots, key=lambda spot: (spot.last > since - _LAST, spot.amount))
    said = _spot_text(level, element, worst)
    if len(spots) > 1:
        said += " " + several(len(spots) - 1, "The same happens at 1 other place there.",
                              "The same happens at {0} other places there.")  # fmt: skip
    return Finding(
        said, () if element is None else (element,), worst.place, layer=_layer_of(level, worst),
        seconds=worst.seconds, agents=worst.agents, old=worst.last <= since - _LAST,
    )  # fmt: skip


def _spot_text(level: Level, element: int | None, spot: Spot) -> str:
    if element is None:
        where = tr("at {0:.1f}, {1:.1f}").format(*spot.place)
    else:
        one = level.element(element)
        is_under = isinstance(one, Area) and not one.door
        where = (tr("in {0}") if is_under else tr("at {0}")).format(called([one]))
    if spot.kind is Ado.TURNING:
        often = several(round(spot.amount), "turn back once", "turn back {0} times")
        return tr("Agents {0} {1}.").format(often, where)
    if spot.kind is Ado.WAITING:
        said = tr("Agents wait {0}: {1:.0f} s in all, at most {2} at once.")
    else:
        said = tr("Agents overlap {0}: {1:.0f} s in all, at most {2} at once.")
    return said.format(where, spot.amount, spot.at_once)
