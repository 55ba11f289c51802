"""Reasons in words: one sentence for each relaxation, with marks and an edit that fixes it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from math import atan2, dist, pi
from typing import Final

from navcore.i18n import mark, several, tr
from navcore.level.edit import Edit
from navcore.level.elements import middle
from navcore.level.model import (
    Area,
    Element,
    Level,
    Link,
    Point,
    Profile,
    Waypoint,
    in_drawing_order,
)
from navcore.level.naming import called
from navcore.level.storeys import layers_of, storey_title
from navcore.proof.ends import End, obstacle_at
from navcore.proof.explanation import Explanation, Mark, Reason, Relaxation
from navcore.proof.fixes import fix_of
from navcore.proof.gap_reasons import told_width
from navcore.proof.islands import area_at, door_between, nearest_approach, obstacle_between
from navcore.proof.narrow_place import path_between
from navcore.proof.only_way import told_door
from navcore.proof.pieces import all_open
from navcore.proof.relaxed import RelaxedWorlds, relaxed
from navcore.proof.rules.links import loose_ends_of
from navcore.world import World

__all__ = ["explanation", "gave_up", "nothing_leads_there", "told_givers"]

_DIRECTIONS: Final = (
    mark("to the east"), mark("to the north-east"), mark("to the north"), mark("to the north-west"),
    mark("to the west"), mark("to the south-west"), mark("to the south"), mark("to the south-east"),
)  # fmt: skip
"""Directions by eighths of a turn, from +x on."""

_SIDES: Final = (
    mark("east"), mark("north-east"), mark("north"), mark("north-west"),
    mark("west"), mark("south-west"), mark("south"), mark("south-east"),
)  # fmt: skip
"""Directions relative to something: "4.0 m south of yard"."""

_MOST_NAMED: Final = 3
"""Most doors that are named; of more, the number is given."""


def explanation(
    world: World,
    profile: Profile,
    ends: tuple[End, End],
    relaxation: Relaxation,
    again: Callable[[World], Relaxation | None],
) -> Explanation:
    """Return the explanation of a relaxation in words, with marks and a fix.

    `again` finds the smallest relaxation in another world: a fix may need several steps.
    """
    if relaxation.moved:
        return _moved(world, profile, ends, relaxation)
    if relaxation.width:
        reason, told, marks, fix = told_width(world, profile, ends, relaxation, again)
        more, others, _ = _switches(world, profile, ends, relaxation)
        text = " ".join(filter(None, (told, more)))
        return _made(ends, reason, text, relaxation, (*marks, *others), None if more else fix)
    if relaxation:
        text, marks, fix = _switches(world, profile, ends, relaxation)
        return _made(ends, _reason_of(relaxation), text, relaxation, marks, fix)
    return _made(ends, Reason.NONE, _path_exists_text(ends))


def gave_up(ends: tuple[End, End], limit: int) -> Explanation:
    """Return that a search stopped at its limit."""
    said = several(
        limit,
        "The search gave up after 1 cell; there may still be a path.",
        "The search gave up after {0} cells; there may still be a path.",
    )
    return _made(ends, Reason.LIMIT, said, Relaxation(), (_mark_of(ends[1]),))


def nothing_leads_there(world: World, profile: Profile, ends: tuple[End, End]) -> Explanation:
    """Return that no place that can be reached lies on the storey of the goal."""
    start, goal = ends
    storeys = storey_title(start.layer), storey_title(goal.layer)
    if start.layer == goal.layer:
        said = tr("There is no floor that this agent can stand on.")
    elif world.level.of(Link):
        said = tr("No stairs or other link that this agent can take lead from {0} to {1}.")
    else:
        said = tr("Nothing leads from {0} to {1}. Draw a link between them.")
    told, marks = said.format(*storeys), [_mark_of(goal), _mark_of(start)]
    for link in _loose_between(world, profile, (start.layer, goal.layer)):
        said = tr("{0} has an end where this agent can't stand: move it onto floor.")
        told += " " + said.format(called([link]))
        marks.insert(0, Mark(middle(link.start), link.id, layer=start.layer))
        break
    return _made(ends, Reason.NO_LINK, told, Relaxation(), marks)


def _loose_between(world: World, profile: Profile, storeys: tuple[str, str]) -> Iterator[Link]:
    """Yield the links from one storey to another with an end in a wall or outside all floor."""
    settings = world.level.settings
    for link in in_drawing_order(world.level.of(Link)):
        joins = layers_of(settings, link)
        there = (joins[0], joins[-1])
        if there == storeys or (there[::-1] == storeys and not link.one_way):
            ends = loose_ends_of(world, link, profile)
            if ends:
                yield link


def _made(
    ends: tuple[End, End],
    reason: Reason,
    text: str,
    relaxation: Relaxation = Relaxation(),  # noqa: B008 - frozen
    marks: Iterable[Mark] = (),
    fix: Edit | None = None,
) -> Explanation:
    start, goal = ends
    return Explanation(
        reason, text, start.point, goal.point, (start.layer, goal.layer), relaxation, tuple(marks),
        fix or None,
    )  # fmt: skip


def _reason_of(relaxation: Relaxation) -> Reason:
    if relaxation.abilities:
        return Reason.ABILITIES
    return Reason.ONE_WAY if relaxation.two_way else Reason.DOORS


def _mark_of(end: End) -> Mark:
    return Mark(end.point, layer=end.layer)


def _path_exists_text(ends: tuple[End, End]) -> str:
    """Return words that a path exists, and which of its ends are too close to a wall."""
    said = [tr("There is a path.")]
    for end in ends:
        if end.beside is not None:
            close = tr("{0} is too close to a wall; agents come to {1} m beside it.")
            said.append(close.format(end.title, f"{dist(end.point, end.beside):.2f}"))
    return " ".join(said)


def _switches(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> tuple[str, tuple[Mark, ...], Edit | None]:
    """Return words for what is shut, missing or one-way, with marks and the fix."""
    level = world.level
    doors = [level.areas[key] for key in relaxation.doors]
    links = [level.of(Link)[key] for key in relaxation.two_way]
    said = [
        _abilities_text(world, profile, ends, relaxation),
        *(tr("{0} leads the other way only.").format(called([link])) for link in links),
        _doors_text(world, profile, ends, relaxation),
    ]
    elements = (*_needing(world, profile, ends, relaxation), *links, *doors)
    marks = [_on(level, one) for one in elements]
    text = " ".join(filter(None, said))
    return text, tuple(dict.fromkeys(marks)), fix_of(level, profile, relaxation)


def _on(level: Level, element: Element) -> Mark:
    place = element.anchor or (0.0, 0.0)
    return Mark(place, element.id, layer=level.settings.layer_of(element))


def _doors_text(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> str:
    doors = [world.level.areas[key] for key in relaxation.doors]
    if not doors:
        return ""
    if relaxation.abilities or relaxation.two_way or relaxation.width:
        if len(doors) == 1:
            return tr("{0} is shut as well.").format(called(doors))
        return tr("{0} are shut as well.").format(listed(doors))
    if len(doors) > 1:
        return tr("{0} are shut; opening fewer doors makes no path.").format(listed(doors))
    return told_door(world, profile, ends, doors[0])


def listed(elements: Sequence[Element]) -> str:
    """Return a few elements by name, of more their number."""
    if len(elements) > _MOST_NAMED:
        return called(elements)
    names = [called([one]) for one in elements]
    return tr("{0} and {1}").format(", ".join(names[:-1]), names[-1])


def _needing(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> list[Element]:
    """Return areas and links on the path that need the abilities that lack."""
    if not relaxation.abilities:
        return []
    level, lacks = world.level, set(relaxation.abilities)
    found = path_between(*relaxed(world, profile, relaxation), ends)
    taken = set(found.links.tolist())
    links = [link for key, link in level.of(Link).items() if key in taken]
    points = [ends[0].point, *((float(x), float(z)) for x, z in found.points)]
    areas = [
        area
        for area in in_drawing_order(level.areas)
        if lacks.intersection(area.needs) and passes(points, area)
    ]
    return [*areas, *(link for link in links if lacks.intersection(link.needs))]


def passes(points: Sequence[Point], area: Area) -> bool:
    """Return whether a line passes through an area."""
    for (x, z), (to_x, to_z) in zip(points, points[1:] or points, strict=False):
        steps = max(1, int(dist((x, z), (to_x, to_z)) / 0.2))
        for n in range(steps + 1):
            share = n / steps
            if area.holds((x + share * (to_x - x), z + share * (to_z - z))):
                return True
    return False


def _abilities_text(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> str:
    if not relaxation.abilities:
        return ""
    agent_name = profile.name or tr("this agent")
    needing = _needing(world, profile, ends, relaxation)
    needs = set(chain.from_iterable(getattr(one, "needs", ()) for one in needing))
    said = []
    for ability in relaxation.abilities:
        elements = [one for one in needing if ability in getattr(one, "needs", ())]
        what = called(elements[:1]) if elements else _terrain_needing(world.level, ability)
        if ability not in needs and what is None:
            what = tr("The way there")
        said.append(
            tr("{0} requires {1}, which {2} does not have.").format(what or "", ability, agent_name)
        )
        said += told_givers(world.level, ability)
    return " ".join(said)


def told_givers(level: Level, ability: str) -> list[str]:
    """Say which waypoint gives an ability, if one does: runs and paths pick nothing up."""
    giving = [
        one for one in in_drawing_order(level.of(Waypoint)) if one.active and ability in one.gives
    ]
    said = tr("{0} gives it; agents of runs don't pick it up.")
    return [said.format(called(giving[:1]))] if giving else []


def _terrain_needing(level: Level, ability: str) -> str | None:
    for terrain in level.settings.all_terrains:
        if ability in terrain.needs:
            return terrain.name
    return None


def _moved(
    world: World, profile: Profile, ends: tuple[End, End], relaxation: Relaxation
) -> Explanation:
    """Return the explanation for an end off the floor, or for disconnected floors."""
    level = world.level
    places = relaxation.start, relaxation.goal
    found = [
        Mark(end.point, line=(end.point, place), layer=end.layer)
        for end, place in zip(ends, places, strict=True)
        if place is not None
    ]
    for number in (1, 0):
        end, place = ends[number], places[number]
        if place is None:
            continue
        # The end that the sentence is about comes first: it gets the ring and the distance.
        lines = sorted(found, key=lambda mark: mark.place != end.point)
        reason = (Reason.START, Reason.GOAL)[number]
        away = f"{dist(end.point, place):.1f}"
        obstacle = obstacle_at(level, end.layer, end.point)
        nearest_said = " " + _nearest(ends, places, number)
        if obstacle is not None:
            marks = (Mark(end.point, obstacle.id, layer=end.layer), *lines)
            text = tr("{0} lies inside {1}.").format(end.title, called([obstacle]))
            return _made(ends, reason, text + nearest_said, relaxation, marks)
        # A given grid has no areas, only walkable cells.
        if world.given_grid is None and area_at(level, end.layer, end.point) is None:
            nearest = _nearest_area(level, end.layer, place)
            said = tr("{0} is outside every area, {1} m {2} of {3}.")
            name = called([nearest]) if nearest else tr("the floor")
            way = tr(_SIDES[_eighth(place, end.point)])
            # As the problem of this stop measures it: to the area's outline, not to the nearest
            # cell.
            far = away if nearest is None else f"{nearest.distance(end.point):.1f}"
            text = said.format(end.title, far, way, name)
            marks = (*lines, *([_on(level, nearest)] if nearest else []))
            return _made(ends, reason, text, relaxation, marks)
        if not end.is_free(*all_open(RelaxedWorlds(world, profile), 0)):
            text = tr("{0} is too close to a wall.").format(end.title)
            return _made(ends, reason, text + nearest_said, relaxation, lines)
    return _island(world, profile, ends, relaxation, found)


def _nearest(ends: tuple[End, End], places: tuple[Point | None, Point | None], number: int) -> str:
    """Return the sentence about where a path begins or ends instead of at an end in a wall."""
    start, goal = places
    if start is not None and goal is not None:
        said = tr("The nearest places with a path between them are {0} m from the start and {1} m "
                  "from the goal.")  # fmt: skip
        away = (f"{dist(end.point, at):.1f}" for end, at in zip(ends, (start, goal), strict=True))
        return said.format(*away)
    said = (tr("The nearest place with a path to the goal is {0} m {1}."),
            tr("The nearest place that can be reached is {0} m {1}."))[number]  # fmt: skip
    place, end = goal if start is None else start, ends[number]
    assert place is not None
    return said.format(f"{dist(end.point, place):.1f}", _direction(end.point, place))


def _island(
    world: World,
    profile: Profile,
    ends: tuple[End, End],
    relaxation: Relaxation,
    lines: Sequence[Mark],
) -> Explanation:
    """Both ends lie on floor, and nothing joins it."""
    level = world.level
    found = nearest_approach(world, profile, ends)
    number = 0 if relaxation.goal is None else 1
    end, place = ends[number], (relaxation.start, relaxation.goal)[number]
    room = area_at(level, end.layer, end.point)
    name = called([room]) if room else end.title
    marks = [*lines, *([_on(level, room)] if room else [])]
    blocked = obstacle_between(world, profile, ends)
    if blocked is not None:
        obstacle, off = blocked
        told = tr("{0} is cut off by {1}: no path leads around it.")
        told = told.format(name, called([obstacle]))
        crate = _on(level, obstacle)
        return _made(ends, Reason.ISLAND, told, relaxation, (crate, *marks), off)
    if found is None or found.areas[0] is None:
        other = _nearest_area(level, end.layer, place or end.point)
        text = tr("{0} is cut off. The nearest place that can be reached is {1} m away.")
        if other is not None:
            text = tr(
                "{0} is cut off. The nearest place that can be reached is {1} m away, in {2}."
            )
        away = dist(end.point, place or end.point)
        told = text.format(name, f"{away:.2f}", called([other]) if other else "")
        return _made(ends, Reason.ISLAND, told, relaxation, marks)
    marks[: len(lines)] = [Mark(found.line[1], line=found.line, layer=end.layer)]
    other = found.areas[1 - number]
    if found.obstacle is not None:
        marks.append(_on(level, found.obstacle))
        told = tr("{0} is cut off by {1}: no path leads around it.")
        told = told.format(name, called([found.obstacle]))
        return _made(ends, Reason.ISLAND, told, relaxation, marks)
    told = tr("{0} is cut off: nothing leads there. The nearest floor is {1} m away, in {2}.")
    told = told.format(name, f"{found.metres:.2f}", called([other]) if other else "")
    fix = door_between(world, profile, ends, found)
    return _made(ends, Reason.ISLAND, told, relaxation, marks, fix)


def _nearest_area(level: Level, layer: str, place: Point) -> Area | None:
    here = [
        (0.0 if area.holds(place) else area.distance(place), area.door, area.id)
        for area in level.areas.values()
        if level.settings.layer_of(area) == layer
    ]
    return level.areas[min(here)[2]] if here else None


def _direction(start: Point, end: Point) -> str:
    """Return the direction from one place to another."""
    return tr(_DIRECTIONS[_eighth(start, end)])


def _eighth(start: Point, end: Point) -> int:
    """Return the direction from a place to another by eighths of a turn, from +x on."""
    return round(atan2(end[1] - start[1], end[0] - start[0]) / (pi / 4)) % 8
