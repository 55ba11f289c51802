"""Keys that can't be had: abilities that nothing gives, or that lie behind what needs them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from navcore.i18n import several, tr
from navcore.level.edit import Edit
from navcore.level.model import (
    Area,
    Edge,
    Element,
    Link,
    Point,
    Profile,
    Waypoint,
    in_drawing_order,
)
from navcore.level.naming import called, listed
from navcore.proof.cut_off import islands_of
from navcore.proof.door_effects.held import starts_of
from navcore.proof.keys import Keys, Order, givers_of, needing_of
from navcore.proof.problem import Finding
from navcore.proof.reasons import passes
from navcore.proof.smallest_set import smallest_set
from navcore.proof.survey import Survey


def missing_keys(survey: Survey) -> Iterator[Finding]:
    """Yield the abilities that something needs, and that no agent type has and nothing gives."""
    level = survey.level
    known, given = _had(survey), givers_of(level)
    for ability, needing in needing_of(level).items():
        if ability in known or ability in given:
            continue
        first = needing[0]
        said = several(
            len(needing), "{1} requires {2}, which no agent type has and no waypoint gives.",
            "{1} require {2}, which no agent type has and no waypoint gives.",
            listed(needing), ability,
        )  # fmt: skip
        place, layer = _place_of(survey, first)
        yield Finding(
            said, tuple(one.id for one in needing), place,
            _without(survey, needing, ability), about=ability, layer=layer,
        )  # fmt: skip


def _without(survey: Survey, needing: Collection[Element], ability: str) -> Edit:
    """The edit after which elements don't need an ability."""
    put = [
        replace(one, needs=tuple(a for a in one.needs if a != ability))
        for one in needing if isinstance(one, Area | Link | Edge)
    ]  # fmt: skip
    label = tr("Let {0} not require {1}").format(called(list(needing)), ability)
    return Edit.put(survey.level, put, label)


def _place_of(survey: Survey, element: Element) -> tuple[Point, str]:
    layer = survey.level.settings.layer_of(element)
    if isinstance(element, Edge):
        element = survey.level.element(element.start)
    anchor = element.anchor
    if isinstance(element, Area):
        xs, zs = zip(*element.polygon, strict=True)
        anchor = ((min(xs) + max(xs)) / 2, (min(zs) + max(zs)) / 2)
    return (survey.middle if anchor is None else anchor), layer


@dataclass(frozen=True, slots=True)
class _Lost:
    """An ability that agents never get, though waypoints give it."""

    ability: str
    givers: tuple[Waypoint, ...]
    lacks: frozenset[str]
    """The fewest abilities with which they could reach one of these waypoints."""


def keys_behind(survey: Survey) -> Iterator[Finding]:
    """Yield the abilities that lie behind something that needs them, with all doors open.

    Abilities of any agent type count as available. An ability that lies behind another one that is
    never available is not reported, because it is a consequence.
    """
    lost = survey.once(_lost_keys)
    told = set[str]()
    for ability, one in lost.items():
        circle = _circle(ability, lost)
        if ability in told or circle is None:
            continue
        told |= circle
        _, order, _ = survey.once(_walkers)
        yield _finding_of(survey, one, [lost[a] for a in lost if a in circle], order)


def _lost_keys(survey: Survey) -> dict[str, _Lost]:
    """Return abilities that players never get, though other abilities would lead them there."""
    given, had = givers_of(survey.level), _had(survey)
    if not given:
        return {}
    wanted = [one for one in needing_of(survey.level) if one in given and one not in had]
    profile, order, keys = survey.once(_walkers)
    lost = {}
    for ability in wanted:
        if ability not in order.abilities:
            found = _lost(survey, keys, profile, order, ability, given[ability])
            if found is not None:
                lost[ability] = found
    return lost


def _had(survey: Survey) -> set[str]:
    """Return the abilities that some agent type has from the start."""
    return {ability for one in survey.level.settings.profiles for ability in one.abilities}


def out_of_reach(survey: Survey) -> frozenset[str]:
    """Return the abilities that nobody ever gets, of which a finding tells.

    That nothing gives them, that they lie behind what needs them, or that their floor is cut off;
    and those that lie behind one of these.
    """
    level, lost = survey.level, survey.once(_lost_keys)
    given, islands = givers_of(level), survey.once(islands_of)
    _, order, _ = survey.once(_walkers)
    told = {ability for ability in lost if _circle(ability, lost) is not None}
    for ability in set(needing_of(level)).difference(_had(survey), order.abilities, lost):
        places = [
            islands.reach.place_at(one.position, level.settings.layer_of(one))
            for one in given.get(ability, ())
        ]
        if all(place in islands.told for place in places):
            told.add(ability)
    behind = set(lost)
    while more := {one for one in behind - told if told.intersection(lost[one].lacks)}:
        told |= more
    return frozenset(told)


def _walkers(survey: Survey) -> tuple[Profile, Order, Keys]:
    """Return the type of the players that comes by the most abilities, and how."""
    level, world = survey.level, survey.opened
    players = [one for one in in_drawing_order(level.agents) if one.player]
    profiles = dict.fromkeys(survey.world.profile_of(one) for one in players)
    best: tuple[Profile, Order, Keys] | None = None
    for profile in profiles or [Profile()]:
        keys = Keys(world, starts_of(world, profile.name))
        order = keys.order(profile)
        if best is None or len(order.abilities) > len(best[1].abilities):
            best = (profile, order, keys)
    assert best is not None
    return best


def _lost(
    survey: Survey,
    keys: Keys,
    profile: Profile,
    order: Order,
    ability: str,
    givers: tuple[Waypoint, ...],
) -> _Lost | None:
    """Return why an ability is never available; None if no ability would help."""
    layer_of = survey.level.settings.layer_of
    prices = {one: 1.0 for one in survey.able.abilities if one not in order.abilities}

    def comes(more: frozenset[str]) -> bool:
        reach, reached = keys.floor(profile, order.abilities | more)
        return any(reach.place_at(one.position, layer_of(one)) in reached for one in givers)

    lacks = smallest_set(prices, comes)
    return None if not lacks else _Lost(ability, givers, lacks)


def _circle(ability: str, lost: dict[str, _Lost]) -> frozenset[str] | None:
    """Return abilities that wait for each other and for this one; None if it waits for others."""
    seen, ahead = {ability}, [ability]
    while ahead:
        for other in lost[ahead.pop()].lacks:
            if other not in lost:
                return None
            if other not in seen:
                seen.add(other)
                ahead.append(other)
    return frozenset(seen) if all(_waits(one, ability, lost) for one in seen) else None


def _waits(one: str, other: str, lost: dict[str, _Lost]) -> bool:
    """Return whether an ability waits for another one, directly or indirectly."""
    seen, ahead = set[str](), list(lost[one].lacks)
    while ahead:
        found = ahead.pop()
        if found == other:
            return True
        if found not in seen:
            seen.add(found)
            ahead += lost[found].lacks if found in lost else ()
    return False


def _finding_of(survey: Survey, first: _Lost, circle: list[_Lost], order: Order) -> Finding:
    said, ids = [], list[int]()
    for one in circle:
        needing = {
            element.id: element for ability in sorted(one.lacks)
            for element in needing_of(survey.level).get(ability, ())
        }  # fmt: skip
        all_needing = sorted(needing.values(), key=lambda element: element.order)
        near = _in_the_way(survey, order, one, all_needing) or all_needing
        lacks = ", ".join(sorted(one.lacks))
        if near:
            said.append(several(
                len(near), "{1} lies behind {2}, which requires {3}.",
                "{1} lies behind {2}, which require {3}.", one.ability, listed(near), lacks,
            ))  # fmt: skip
        else:
            said.append(tr("{0} lies where only {1} leads.").format(one.ability, lacks))
        ids += [giver.id for giver in one.givers] + [element.id for element in near]
    giver = first.givers[0]
    layer = survey.level.settings.layer_of(giver)
    return Finding(
        " ".join(said), tuple(dict.fromkeys(ids)), giver.position,
        _moved(survey, giver, layer, order), about=first.ability, layer=layer,
    )  # fmt: skip


def _in_the_way(
    survey: Survey, order: Order, lost: _Lost, needing: Collection[Element]
) -> list[Element]:
    """Return elements on the path to the key that need the missing abilities."""
    level, world = survey.level, survey.opened
    able = replace(order.profile, abilities=tuple(sorted(order.abilities | lost.lacks)))
    giver = lost.givers[0]
    goal_layer = level.settings.layer_of(giver)
    for start, layer in order.starts:
        found = world.find_path(
            start, giver.position, profile=able, layer=layer, goal_layer=goal_layer
        )  # fmt: skip
        if found.ok:
            taken = set(found.links.tolist())
            points = [start, *((float(x), float(z)) for x, z in found.points)]
            return [
                one for one in needing
                if (passes(points, one) if isinstance(one, Area) else one.id in taken)
            ]  # fmt: skip
    return []


def _moved(survey: Survey, giver: Waypoint, layer: str, order: Order) -> Edit | None:
    """The edit that puts a waypoint onto the nearest floor that is reached."""
    place = order.reach.onto(giver.position, order.reached, layer)
    if place is None:
        return None
    label = tr("Move {0} to where agents come").format(called([giver]))
    return Edit.put(survey.level, [replace(giver, position=place)], label)
