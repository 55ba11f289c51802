"""Choices of property rows: groups, abilities, agent types, terrains of the level."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from editor.properties import CHOICE, GROUP, Row
from editor.property_edits import SEVERAL
from editor.tools.messages.agent_types import type_words
from editor.tools.messages.link import TYPES
from editor.tools.messages.path_tests import EXPECT
from editor.tools.messages.states import state_words
from editor.tools.messages.waypoint import TYPES as WAYPOINT_TYPES
from editor.tools.stop_options import MODES
from navcore.i18n import tr
from navcore.level.model import Agent, Element, Level, PathTest, Route, Zone
from navcore.level.naming import called
from navcore.level.operations.profiles import abilities_in
from navcore.level.path_tests import EVERY_STATE
from navcore.level.states import names_of_states
from navcore.level.storeys import BETWEEN, names_by_height, storey_title

_WORDS: Final[Mapping[str, Mapping[Any, str]]] = {
    "route_mode": MODES, "link_type": TYPES, "waypoint_type": WAYPOINT_TYPES, "expect": EXPECT,
}  # fmt: skip
"""Choices that are the same in every level."""


def offered(row: Row, level: Level, elements: Sequence[Element]) -> Sequence[Any]:
    """Return words for completion, or pairs of value and text where a value is chosen."""
    if row.kind == CHOICE:
        return _choices(row, level, elements)
    if row.kind == GROUP:
        return sorted({e.group for e in level.elements() if e.group})
    if row.key == "requires":
        return abilities_in(level)
    return sorted({tag for e in level.elements() for tag in e.tags})


def _choices(row: Row, level: Level, elements: Sequence[Element]) -> Sequence[tuple[Any, str]]:
    """Pairs of value and text."""
    if row.key == "storey":
        return _storeys(level, {element.layer for element in elements})
    if row.key == "to_storey":
        return _storeys(level, {e.to_layer or e.layer for e in elements if isinstance(e, BETWEEN)})
    if row.key == "route":
        return _routes(level, elements)
    if row.key in _WORDS:
        return [(value, tr(words)) for value, words in _WORDS[row.key].items()]
    if row.key == "in_state":
        return _states(level, elements)
    if row.needs == "bounds":
        return _areas(level)
    return (_terrains if row.key == "terrain" else _types)(level, elements)


def _areas(level: Level) -> list[tuple[int, str]]:
    """Return "Any", and the areas of the level by name; several areas in a file stay "Several"."""
    areas = sorted((called([one]), one.id) for one in level.areas.values())
    several = (SEVERAL, tr("Several"))
    return [(0, tr("Any")), *((i, name) for name, i in areas), several]


def _states(level: Level, elements: Sequence[Element]) -> list[tuple[str, str]]:
    """Return all states of the level, and missing states that tests name."""
    known = names_of_states(level)
    named = {element.state for element in elements if isinstance(element, PathTest)}
    every = (EVERY_STATE, tr("Every state"))
    known = (*known, EVERY_STATE)
    return [*((name, state_words(name)) for name in known[:-1]), every, *_lost(named, known)]


def _routes(level: Level, elements: Sequence[Element]) -> list[tuple[str, str]]:
    """Return "Its own", the routes that agents can share, by name, and missing routes."""
    routes = sorted(level.of(Route).values(), key=lambda one: (one.name, one.id))
    known = [("", tr("Its own")), *((str(one.id), called([one])) for one in routes)]
    named = {str(one.route) for one in elements if isinstance(one, Agent) and one.route is not None}
    return [*known, *_lost(named, [value for value, _ in known])]


def _types(level: Level, elements: Sequence[Element]) -> list[tuple[str, str]]:
    """Return the level's agent types, and missing ones that agents name."""
    known = ["", *(profile.name for profile in level.settings.profiles)]
    named = {element.profile for element in elements if isinstance(element, Agent | PathTest)}
    return [*((name, type_words(name)) for name in known), *_lost(named, known)]


def _terrains(level: Level, elements: Sequence[Element]) -> list[tuple[str, str]]:
    """Return the level's terrains, and missing ones that zones name."""
    known = [terrain.name for terrain in level.settings.all_terrains]
    named = {element.terrain for element in elements if isinstance(element, Zone)}
    return [*((name, name) for name in known), *_lost(named, known)]


def _storeys(level: Level, named: set[str]) -> list[tuple[str, str]]:
    """Return the level's storeys from the highest, and missing ones that elements name."""
    known = [*reversed(names_by_height(level.settings))]
    return [*((name, storey_title(name)) for name in known), *_lost(named, known)]


def _lost(named: set[str], known: Sequence[str]) -> list[tuple[str, str]]:
    words = tr("{0} (not in this level)")
    return [(name, words.format(name)) for name in sorted(named.difference(known))]
