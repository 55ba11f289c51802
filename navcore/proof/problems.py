"""The table of rules, and the problems that they find in a level.

To add a rule, write a function from a survey to findings in a file of `navcore.proof.rules`, and
list it here with a code, its severity, a short title, and why it matters. A page of the manual
describes it to designers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from navcore.i18n import mark, several
from navcore.level.model import Level
from navcore.proof.members import first_place, keys_of_parts, newcomers, parts_of, pointed
from navcore.proof.problem import SEVERITIES, Finding, Key, Problem, Rule, Severity
from navcore.proof.rules import (
    bodies,
    doors,
    edges,
    exports,
    floor,
    keys,
    links,
    names,
    networks,
    outlines,
    padding,
    path_widths,
    places,
    self_crossing,
    short_doors,
    tables,
    traps,
)
from navcore.proof.survey import Survey
from navcore.world import World

_ROWS: Final[tuple[Rule, ...]] = (
    Rule(
        "agent-in-wall", "error", mark("Agent in a wall"),
        mark("It starts where no agent can stand, so it is moved or stays stuck."),
        places.agents_in_walls,
    ),
    Rule(
        "area-cut-off", "error", mark("Floor that is cut off"),
        mark("No agent that starts at a player or a spawn point ever gets there."),
        floor.cut_off,
    ),
    Rule(
        "area-without-floor", "warning", mark("Area without floor"),
        mark("It is drawn as floor, and nobody can stand on any of it."),
        edges.without_floor,
    ),
    Rule(
        "areas-overlap", "note", mark("Areas overlap"),
        mark("Shutting or deleting one of them leaves the floor that both cover."),
        outlines.overlapping,
    ),
    Rule(
        "blocked-edge", "warning", mark("Edge that is blocked"),
        mark("No agent can ever walk along it, so the network is smaller than it looks."),
        networks.blocked_edges,
    ),
    Rule(
        "complex-outline", "warning", mark("Outline that is too complex"),
        mark("It is baked as drawn, and can't be cut, united or measured."),
        outlines.complex_outlines,
    ),
    Rule(
        "corners-on-side", "note", mark("Corners on a straight side"),
        mark("They change nothing, and make the outline harder to edit."),
        outlines.corners_straight,
    ),
    Rule(
        "corners-twice", "warning", mark("Corners in one place"),
        mark("Dragging one of them makes a spike that was not intended."),
        outlines.corners_twice,
    ),
    Rule(
        "door-changes-nothing", "warning", mark("Door that changes nothing"),
        mark("Other floor lies beneath it, so agents walk through it while it is shut."),
        doors.changes_nothing,
    ),
    Rule(
        "door-cuts-off", "note", mark("Shut door that cuts something off"),
        mark("Until it is opened, no agent gets to what lies behind it."),
        doors.shut_doors,
    ),
    Rule(
        "door-falls-short", "error", mark("Door that falls short"),
        mark("A door joins only floor that it touches, so no agent gets through."),
        short_doors.falls_short,
    ),
    Rule(
        "door-leads-nowhere", "warning", mark("Door that leads nowhere"),
        mark("Opening and shutting it changes nobody's path."),
        doors.leads_nowhere,
    ),
    Rule(
        "export-broken", "error", mark("Export that can't be written"),
        mark("The game goes on with the grid of before, or has none."),
        exports.broken_exports, of_drawings=False,
    ),
    Rule(
        "floor-pocket", "note", mark("Pocket of floor"),
        mark("A game that puts agents on random floor may put one where it can't get out."),
        floor.pockets,
    ),
    Rule(
        "gap-by-luck", "error", mark("Gap that depends on the grid"),
        mark("Any change of the level's bounds moves the cells, and may open it or shut it."),
        floor.lucky_gaps,
    ),
    Rule(
        "gap-too-narrow", "error", mark("Gap that is too narrow"),
        mark("It looks like the way to the floor behind it, and nobody fits through."),
        floor.narrow_gaps,
    ),
    Rule(
        "goal-unreachable", "error", mark("Goal that can't be reached"),
        mark("The agent goes as near as it can, and waits there or turns back."),
        places.unreachable_goals,
    ),
    Rule(
        "key-behind-door", "error", mark("Key behind its own door"),
        mark("Agents can't open it, because what opens it lies where only it leads."),
        keys.keys_behind,
    ),
    Rule(
        "key-missing", "warning", mark("Key that nothing gives"),
        mark("No agent ever passes what requires it, unless the game gives it by itself."),
        keys.missing_keys,
    ),
    Rule(
        "loose-link", "error", mark("Link that nobody can take"),
        mark("An end where nobody can walk makes paths ignore the link."),
        links.loose_links, of_drawings=False,
    ),
    Rule(
        "name-twice", "warning", mark("Duplicate name"),
        mark("A game that looks an element up by its name gets any of those that have it."),
        names.same_names,
    ),
    Rule(
        "outline-crosses-itself", "error", mark("Outline that crosses itself"),
        mark("Inside and outside alternate, so parts that look solid are open."),
        self_crossing.crossing,
    ),
    Rule(
        "outline-tiny", "warning", mark("Tiny outline"),
        mark("It is too small to see or to matter: most likely drawn by accident."),
        outlines.tiny,
    ),
    Rule(
        "outline-twice", "warning", mark("Duplicate outline"),
        mark("Moving or deleting one leaves the other where it was."),
        outlines.twice,
    ),
    Rule(
        "padding-below-radius", "warning", mark("Padding below the radius"),
        mark("Agents stand with their shoulders in the walls around the floor."),
        padding.padding_below_radius,
    ),
    Rule(
        "route-broken", "error", mark("Route that is broken"),
        mark("Agents leave the network there and walk freely to the next stop."),
        places.broken_routes,
    ),
    Rule(
        "seam-open", "warning", mark("Seam between areas"),
        mark("A gap that is too small to see is a wall to everybody."),
        edges.seams,
    ),
    Rule(
        "stop-in-wall", "error", mark("Goal or stop in a wall"),
        mark("Agents go as near as they can, which may be on the wrong side."),
        places.stops_in_walls,
    ),
    Rule(
        "trap", "error", mark("Place that can't be left"),
        mark("Players who come there are stuck."),
        traps.traps,
    ),
    Rule(
        "unknown-route", "warning", mark("Route that is missing"),
        mark("The agent doesn't walk where it was meant to."),
        tables.unknown_routes, of_drawings=False,
    ),
    Rule(
        "unknown-storey", "warning", mark("Storey that is missing"),
        mark("Elements that name it lie on the ground storey instead."),
        tables.unknown_storeys, of_drawings=False,
    ),
    Rule(
        "unknown-terrain", "warning", mark("Terrain that is missing"),
        mark("Floor that names it counts as plain ground."),
        tables.unknown_terrains, of_drawings=False,
    ),
    Rule(
        "unknown-type", "warning", mark("Agent type that is missing"),
        mark("The agents plan with another radius and without the abilities that were meant."),
        tables.unknown_types, of_drawings=False,
    ),
    Rule(
        "unlinked-edge", "warning", mark("Edge to another storey without a link"),
        mark("No agent can take it, and paths over the network end there."),
        networks.unlinked_edges, of_drawings=False,
    ),
    Rule(
        "waypoint-off-floor", "error", mark("Waypoint off the floor"),
        mark("No agent comes there, and the edges that lead there are of no use."),
        networks.waypoints_off_floor, of_drawings=False,
    ),
    Rule(
        "wide-body", "warning", mark("Agent wider than its floor"),
        mark("It plans paths through gaps that its body doesn't fit through."),
        bodies.wide_bodies, of_drawings=False,
    ),
    Rule(
        "wide-path", "warning", mark("Path wider than the floor"),
        mark("Games that read the width let agents walk into walls there."),
        path_widths.wide_paths,
    ),
)  # fmt: skip

RULES: Final[Mapping[str, Rule]] = MappingProxyType({rule.code: rule for rule in _ROWS})
"""Rules by code, in alphabetical order."""


def problems(world: World, rules: Iterable[Rule] = _ROWS) -> tuple[Problem, ...]:
    """Return the problems that rules find in a world's level, by code, then by element.

    Rules that the level turns off find nothing. Accepted problems are included, with their reason.

    Args:
        world: The level in any state.
        rules: The rules to check; by default all.
    """
    survey = Survey(world)
    found = [problem for rule in rules for problem in problems_of(survey, rule)]
    return tuple(sorted(found, key=lambda problem: problem.key))


def problems_of(survey: Survey, rule: Rule) -> tuple[Problem, ...]:
    """Return what one rule finds in a surveyed level, as it weighs there; see `problems`."""
    if rule.of_drawings and survey.world.given_grid is not None:
        return ()
    if severity_of(survey.level, rule) == "off":
        return ()
    return weighed(survey.level, rule, rule.check(survey))


def weighed(level: Level, rule: Rule, findings: Iterable[Finding]) -> tuple[Problem, ...]:
    """Return findings of a rule as problems, with severity and acceptance in a level."""
    weight = severity_of(level, rule)
    if weight == "off":
        return ()
    said = _accepted(level)
    found = [Problem(rule, finding, weight) for finding in findings]
    return tuple(_as_meant(one, said) if said else one for one in found)


def _as_meant(problem: Problem, said: Mapping[Key, str]) -> Problem:
    """Return a problem with its acceptance; one of many needs all its members accepted."""
    reasons = [said.get(part, said.get(problem.key)) for part in parts_of(problem)]
    if None not in reasons:
        return replace(problem, meant=reasons[0])
    late = newcomers(problem, said)
    if not late:
        return problem
    text = several(
        len(late), "1 of them is not marked as intended, at {1}, {2}.",
        "{0} of them are not marked as intended, the first at {1}, {2}.",
        *first_place(late),
    )  # fmt: skip
    return replace(problem, finding=pointed(problem.finding, late, text))


def severity_of(level: Level, rule: Rule) -> Severity:
    """Return the severity of a rule in a level: the level's own, else the default."""
    said = level.settings.severities.get(rule.code)
    return said if said in SEVERITIES else rule.severity


def _accepted(level: Level) -> dict[Key, str]:
    """Return the reasons of accepted problems, by the keys of their parts."""
    return {
        key: one.reason
        for one in level.settings.meant
        for key in keys_of_parts(one.rule, one.elements, one.about, one.members)
    }
