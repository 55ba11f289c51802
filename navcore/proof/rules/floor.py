"""Floor that is cut off, and gaps that keep it apart."""

import math
from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.geometry.boolean import shortest_between
from navcore.i18n import grouped, several, tr
from navcore.level.edit import Edit
from navcore.level.model import Area, Obstacle, Point
from navcore.level.naming import called, listed
from navcore.level.tables import MANY
from navcore.proof.blockers import between
from navcore.proof.clearances import Passage, clearance_of
from navcore.proof.cut_off import (
    Islands,
    Joint,
    is_lucky,
    islands_of,
    starts_of,
    sure_reach,
)
from navcore.proof.place_cells import areas_under, middle_of, rooms_under
from navcore.proof.pockets import areas_led_to, pockets_of
from navcore.proof.problem import Finding, Member
from navcore.proof.reach import Place
from navcore.proof.rules.doors import TEN
from navcore.proof.rules.openings import door_between, widened
from navcore.proof.rules.unclear import beside_unclear, unclear_areas
from navcore.proof.rules.verified import joins
from navcore.proof.survey import Survey
from navcore.proof.verdicts import rounded_up

_MOST_TRIED: Final = 12
"""Obstacles that are tried in a level as what alone cuts floor off."""

FEW_POCKETS: Final = 2
"""Most areas whose small rests of floor are reported one by one: a traced street map had 21, and a
dungeon 7, all with one cause."""

FEW_GAPS: Final = 8
"""Most gaps that are reported one by one: a map of 213 doors of 1 m has one fault, not 213."""

_TOUCHES: Final = 0.005
"""Distance in metres between two areas that rounds to zero in sentences."""


def cut_off(survey: Survey) -> Iterator[Finding]:
    """Yield the areas with floor that nothing leads to, and nothing would lead to if widened."""
    islands = survey.once(islands_of)
    by_area: dict[int, list[Place]] = {}
    pockets = survey.once(pockets_of)
    for place in islands.cut:
        if place in pockets:
            continue
        under = areas_under(survey, islands.reach, place)
        if under and not beside_unclear(survey, under):
            by_area.setdefault(under[0], []).append(place)
    for key, places in by_area.items():
        area, layer = survey.level.areas[key], islands.reach.layer_of(places[0])
        rooms = rooms_under(survey, islands.reach, places) or [area]
        name, size = listed(rooms), _size(islands.size(places))
        is_whole = rooms == [area] and key not in survey.once(areas_led_to)
        if is_whole:
            said = tr("{0} is cut off: {1} m² of floor that nothing leads to.").format(name, size)
        else:
            said = tr("{1} m² of {0} are cut off: nothing leads there.").format(name, size)
        beside = {
            one: None for place in places for one in areas_under(survey, islands.reach, place)
        }
        led_to = key in survey.once(areas_led_to)
        near = None if led_to else _nearest_room(survey, [*beside])
        fix: Edit | None = None
        ids: tuple[int, ...] = (key,)
        where = middle_of(islands.reach, places[0])
        blocked = _blocker(survey, places[0], layer)
        if blocked is not None:
            crate, fix = blocked
            ids = (key, crate.id)
            where = crate.anchor or where
            said = tr("{0} is cut off by {2}: {1} m² of floor that no path leads to around it.")
            if not is_whole:
                said = tr("{1} m² of {0} are cut off by {2}: no path leads around it.")
            said = said.format(name, size, called([crate]))
        elif near is not None:
            room, edge, ends = near
            said += " " + _nearest_text(math.dist(*ends), called([room]))
            fix = door_between(survey, room, edge, places, layer)
        yield Finding(said, ids, where, fix, layer=layer)


def _blocker(survey: Survey, place: Place, layer: str) -> tuple[Obstacle, Edit] | None:
    """Return the smallest obstacle that alone separates a place, on every grid, with its edit."""
    islands = survey.once(islands_of)
    reach, level = islands.reach, survey.level
    labels, number = reach.labels(layer), reach.storeys.number_of(layer)
    known = [one & 0xFFFFFFFF for one in islands.reached if one >> 32 == number]
    floors = labels == (place & 0xFFFFFFFF), np.isin(labels, known)
    grid, settings = reach.grid(layer), level.settings
    near = clearance_of("obstacle", settings.agent_radius, settings) + 2 * grid.cell_size
    there = reach.onto(middle_of(reach, place), [place], layer)
    tried = survey.once(_tried)
    for obstacle in between(level, layer, grid, floors, near):
        if obstacle.locked or there is None or len(tried) >= _MOST_TRIED:
            continue
        # No designer removes the rock around a cave to open up a pocket in it.
        xs, zs = zip(*obstacle.polygon, strict=True)
        if (max(xs) - min(xs)) * (max(zs) - min(zs)) > islands.size([place]):
            continue
        tried.append(obstacle.id)
        label = tr("Switch off {0}").format(called([obstacle]))
        edit = Edit.put(level, [replace(obstacle, enabled=False)], label)
        after = survey.after(edit)
        found = sure_reach(after)
        if found.place_at(there, layer, 0.0) in found.from_(starts_of(after, found, after.able)):
            return obstacle, edit
    return None


def _tried(_: Survey) -> list[int]:
    """Return ids of the obstacles without which the floor was looked at."""
    return []


def _nearest_text(metres: float, room: str) -> str:
    if metres < _TOUCHES:
        return tr("It touches {0} only in a corner.").format(room)
    return tr("The nearest floor is {0} m away, in {1}.").format(f"{metres:.2f}", room)


def pockets(survey: Survey) -> Iterator[Finding]:
    """Yield the areas with small rests of floor that nothing leads to."""
    islands = survey.once(islands_of)
    by_area: dict[int, list[Place]] = {}
    for place in sorted(survey.once(pockets_of), key=lambda one: (-islands.reach.cells[one], one)):
        under = areas_under(survey, islands.reach, place)
        if survey.once(unclear_areas).keys().isdisjoint(under):
            by_area.setdefault(under[0], []).append(place)
    if len(by_area) > FEW_POCKETS:
        yield _many_pockets(islands, by_area)
        return
    for key, places in by_area.items():
        said = several(
            len(places), "a small part of the floor can't be entered from anywhere",
            "{0} small parts of the floor can't be entered from anywhere",
        )  # fmt: skip
        name, size = called([survey.level.areas[key]]), _size(islands.size(places))
        said = tr("{0}: {1} ({2} m²).").format(name, said, size)
        where = middle_of(islands.reach, places[0])
        layer = islands.reach.layer_of(places[0])
        yield Finding(said, (key,), where, layer=layer)


def _many_pockets(islands: Islands, by_area: dict[int, list[Place]]) -> Finding:
    """Return one finding for the small rests of many areas, with the place of the largest."""
    members = tuple(
        Member((key,), middle_of(islands.reach, places[0]), islands.reach.layer_of(places[0]))
        for key, places in by_area.items()
    )
    size = _size(islands.size([place for places in by_area.values() for place in places]))
    said = tr("{0} areas have small parts of floor that can't be entered from anywhere ({1} m²).")
    first = members[0]
    return Finding(
        said.format(len(members), size), tuple(by_area), first.place, about=MANY,
        layer=first.layer, members=members,
    )  # fmt: skip


def narrow_gaps(survey: Survey) -> Iterator[Finding]:
    """Yield the gaps that are shut on every grid, and keep floor apart."""
    return _gaps(survey, lucky=False)


def lucky_gaps(survey: Survey) -> Iterator[Finding]:
    """Yield the gaps that are open on some grids only, where nothing else leads round."""
    return _gaps(survey, lucky=True)


def _gaps(survey: Survey, *, lucky: bool) -> Iterator[Finding]:
    """Yield each gap of a kind, or one finding for all of them if there are many."""
    islands = survey.once(islands_of)
    by_ids: dict[tuple[int, ...], tuple[Joint, Passage, list[Place]]] = {}
    pockets = survey.once(pockets_of)
    for joint, behind in islands.behind.items():
        gap, places = joint.cause, [place for place in behind if place not in pockets]
        # Pockets are reported by their own rule.
        if behind and not places:
            continue
        if isinstance(gap, Passage) and is_lucky(gap) == lucky:
            by_ids.setdefault(_ids(gap), (joint, gap, places))
    if len(by_ids) > FEW_GAPS:
        yield _many_gaps(survey, [*by_ids.values()], lucky=lucky)
        return
    for ids, (joint, gap, places) in by_ids.items():
        said = (_lucky_text if lucky else _narrow_text)(survey, islands, gap, places)
        fix = widened(survey, gap, joint.layer)
        if fix is not None and not joins(survey, joint, fix):
            fix = None
        yield Finding(said, ids, gap.place, fix, layer=joint.layer)


def _many_gaps(
    survey: Survey, gaps: list[tuple[Joint, Passage, list[Place]]], *, lucky: bool
) -> Finding:
    """Return one finding for many gaps: probably one size was chosen for all of them."""
    gaps.sort(key=lambda one: (one[1].width, one[1].place))
    joint, gap, _ = gaps[0]
    if lucky:
        said = tr("{0} gaps are passable only at some grid alignments. The narrowest: {1}")
        said = said.format(len(gaps), _lucky_text(survey, survey.once(islands_of), gap, ()))
    else:
        said = tr("{0} gaps are too narrow. The narrowest: {1}")
        said = said.format(len(gaps), _narrow_text(survey, survey.once(islands_of), gap, ()))
        size = survey.once(islands_of).size([place for *_, behind in gaps for place in behind])
        said += " " + tr("{0} m² of floor are cut off behind all of them.").format(_size(size))
    ids = tuple(dict.fromkeys(key for _, one, _ in gaps for key in _ids(one)))
    members = tuple(Member(_ids(one), one.place, at.layer) for at, one, _ in gaps)
    return Finding(said, ids, gap.place, about=MANY, layer=joint.layer, members=members)


def _ids(gap: Passage) -> tuple[int, ...]:
    """Return ids of the sides of a gap, each once; a door that it leads through first."""
    first = () if gap.door is None else (gap.door,)
    return tuple(dict.fromkeys((*first, *sorted(gap.between))))


def _where(survey: Survey, gap: Passage) -> str:
    """Return the gap in a few words."""
    level = survey.level
    if gap.door is not None:
        return called([level.areas[gap.door]])
    sides = [level.element(one) for one in dict.fromkeys(gap.between)]
    if len(sides) == 1:
        return tr("The narrow place in {0}").format(called(sides))
    one, other = (called([side]) for side in sides)
    return tr("The gap between {0} and {1}").format(one, other)


def _narrow_text(survey: Survey, islands: Islands, gap: Passage, places: Sequence[Place]) -> str:
    said = tr("{0} is {1} m wide; agents need {2} m.").format(
        _where(survey, gap), f"{gap.width:.2f}", f"{rounded_up(gap.always_from):.2f}"
    )
    return said + _lost_text(survey, islands, places)


def _lucky_text(survey: Survey, islands: Islands, gap: Passage, places: Sequence[Place]) -> str:
    said = tr(
        "{0} is {1} m wide and passable only at some grid alignments; from {2} m on it is always "
        "passable."
    )
    return said.format(
        _where(survey, gap), f"{gap.width:.2f}", f"{rounded_up(gap.always_from):.2f}"
    )


def _lost_text(survey: Survey, islands: Islands, places: Sequence[Place]) -> str:
    if not places:
        return ""
    rooms = rooms_under(survey, islands.reach, places)
    if not rooms:
        return ""
    said = tr("{0} m² of {1} are cut off behind it.")
    return " " + said.format(_size(islands.size(places)), listed(rooms))


def _size(square_metres: float) -> str:
    return grouped(square_metres, 0 if square_metres >= 10 * TEN else 1)


def _nearest_room(
    survey: Survey, cut: Sequence[int]
) -> tuple[Area, Area, tuple[Point, Point]] | None:
    """Return where reachable floor is nearest to areas that are cut off together.

    The result is the reachable area, the cut-off area, and the line between their outlines, as
    measured by `navcore.proof.islands.nearest_approach`.
    """
    level, reached = survey.level, survey.once(areas_led_to)
    of = level.settings.layer_of
    lines = [
        (room, area, shortest_between(room.polygon, area.polygon))
        for room in (level.areas[one] for one in sorted(reached))
        for area in (level.areas[one] for one in cut if one not in reached)
        if not room.door and of(room) == of(area)
    ]
    return min(lines, key=lambda one: math.dist(*one[2]), default=None)
