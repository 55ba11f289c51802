"""Agent types of a level: added, changed, renamed, removed, reordered, and given to agents.

An agent names its type; "" is the type without a name, with the level's agent radius. An agent
that is as wide as its type stays as wide as it when that gets another radius, or the agent another
type; a body of another radius is the agent's own and stays.
"""

from collections.abc import Collection, Iterable, Sequence
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Item, Level, PathTest, Profile, Settings, Waypoint
from navcore.level.naming import next_name, numbered
from navcore.level.operations.fields import change_label, checked, set_settings
from navcore.level.operations.tables import each_once, free_name
from navcore.level.profiles import NEIGHBOURS, profile_named

STEM: Final = mark("type")
"""New types are called `type_1`, `type_2`."""

_SAME: Final = 1e-9
"""Difference in metres up to which two radii count as equal."""

_LABELS: Final = {
    "radius": mark("Change radius of {0}"),
    "abilities": mark("Change abilities of {0}"),
    "neighbours": mark("Change neighbours of {0}"),
}


def type_radius(settings: Settings, name: str) -> float:
    """Return the radius of an agent type, metres; the level's for "" and for unknown names."""
    profile = profile_named(settings.profiles, name)
    return settings.agent_radius if profile is None or profile.radius is None else profile.radius


def agents_of(level: Level, name: str) -> list[Agent]:
    """Return the agents of the type with this name.

    Agents that name a type that the level lacks count as unnamed, "".
    """
    if name:
        return [agent for agent in level.agents.values() if agent.profile == name]
    named = {profile.name for profile in level.settings.profiles}
    return [agent for agent in level.agents.values() if agent.profile not in named]


def abilities_in(level: Level) -> tuple[str, ...]:
    """Return every ability that a type has, that an area or a terrain requires, or that a waypoint
    gives, alphabetically."""
    has = (ability for profile in level.settings.profiles for ability in profile.abilities)
    needs = [area.needs for area in level.areas.values()]
    needs += [terrain.needs for terrain in level.settings.all_terrains]
    needs += [waypoint.gives for waypoint in level.of(Waypoint).values()]
    needed = chain.from_iterable(needs)
    return tuple(sorted({*has, *needed}, key=lambda ability: (ability.casefold(), ability)))


def add_profile(level: Level, name: str = "", **fields: Any) -> Edit:
    """Add an agent type at the end, with the agent radius of the level.

    Without a name it is called `type_1`, or the next number that is free.

    Raises:
        NavcoreError: if the name is taken, or a value is not allowed in its field.
    """
    taken = _names(level)
    name = _free(level, name) if name else numbered(taken, tr(STEM))
    width = level.settings.agent_radius or None
    made = replace(Profile(name=name, radius=width), **_checked(fields))
    return _put(level, [*level.settings.profiles, made], tr("Add agent type {0}").format(name))


def duplicate_profile(level: Level, name: str) -> Edit:
    """Add a copy of an agent type right after it, named `cart_2`.

    A copy of the type without a name, "", is the first named one.

    Raises:
        NavcoreError: if no type has the name.
    """
    if not name:
        return add_profile(level)
    row = _row(level, name)
    profiles = list(level.settings.profiles)
    copy = replace(profiles[row], name=next_name(_names(level), name))
    profiles.insert(row + 1, copy)
    return _put(level, profiles, tr("Duplicate agent type {0}").format(name))


def change_profile(level: Level, name: str, *, bodies: bool = True, **fields: Any) -> Edit:
    """Change radius, abilities or neighbours of an agent type.

    Agents whose radius equals the type's follow its new radius, unless `bodies` is False. For the
    unnamed type, "", only the radius can change: the agent radius of the level.

    Raises:
        NavcoreError: if no type has the name, or a value is not allowed in its field.
    """
    before = type_radius(level.settings, name)
    if not name:
        if fields.keys() - {"radius"}:
            raise NavcoreError(tr("Only an agent type with a name has abilities and neighbours."))
        label = tr("Change {0}").format(tr("agent radius"))
        edit = set_settings(level, agent_radius=fields["radius"])
        settings = edit.after[0] if edit else level.settings
        assert isinstance(settings, Settings)
    else:
        row = _row(level, name)
        profiles = list(level.settings.profiles)
        profiles[row] = replace(profiles[row], **_checked(fields))
        settings = replace(level.settings, profiles=tuple(profiles))
        said = _LABELS[next(iter(fields))] if len(fields) == 1 else mark("Change {0}")
        label = tr(said).format(name)
    after = type_radius(settings, name)
    agents = agents_of(level, name) if bodies else []
    return Edit.put(level, [settings, *_as_wide(agents, before, after)], label)


def rename_profile(level: Level, name: str, new: str) -> Edit:
    """Rename an agent type; its agents and tests follow. Spaces around the name are dropped.

    Raises:
        NavcoreError: if no type has the name, or the new one is empty or taken.
    """
    row, new = _row(level, name), _free(level, new, but=name)
    profiles = list(level.settings.profiles)
    profiles[row] = replace(profiles[row], name=new)
    items: list[Item] = [_with(level.settings, profiles, name, new)]
    items += [replace(agent, profile=new) for agent in agents_of(level, name)]
    items += [replace(test, profile=new) for test in _tests_of(level, name)]
    return Edit.put(level, items, tr("Rename agent type {0} to {1}").format(name, new))


def delete_profile(level: Level, name: str) -> Edit:
    """Delete an agent type; its agents and tests get the unnamed type.

    Raises:
        NavcoreError: if no type has the name.
    """
    gone = level.settings.profiles[_row(level, name)]
    kept = [profile for profile in level.settings.profiles if profile is not gone]
    settings = _with(level.settings, kept, name, "")
    items: list[Item] = [settings, *_of_type(level, agents_of(level, name), "")]
    items += [replace(test, profile="") for test in _tests_of(level, name)]
    return Edit.put(level, items, tr("Delete agent type {0}").format(name))


def move_profile(level: Level, name: str, to: int) -> Edit:
    """Move an agent type to another position of the list, counted from 0.

    Raises:
        NavcoreError: if no type has the name.
    """
    row = _row(level, name)
    profiles = list(level.settings.profiles)
    profiles.insert(min(max(to, 0), len(profiles) - 1), profiles.pop(row))
    words = tr("Move agent type {0} up") if to < row else tr("Move agent type {0} down")
    return _put(level, profiles, words.format(name))


def assign_profile(level: Level, ids: Collection[int], name: str) -> Edit:
    """Give the agents among these elements another type; "" for the unnamed one.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no type has the name.
    """
    if name:
        _row(level, name)
    elements = [level.element(element_id) for element_id in ids]
    agents = [element for element in elements if isinstance(element, Agent)]
    label = change_label("profile", agents) if agents else ""
    return Edit.put(level, _of_type(level, agents, name), label)


def _tests_of(level: Level, name: str) -> list[PathTest]:
    """Return the path tests for this type."""
    return [test for test in level.of(PathTest).values() if test.profile == name]


def _of_type(level: Level, agents: Iterable[Agent], name: str) -> list[Agent]:
    """Return agents of another type, and as wide as it if they were as wide as their own."""
    settings, found = level.settings, []
    after = type_radius(settings, name)
    for agent in agents:
        before = type_radius(settings, agent.profile)
        found += _as_wide([agent], before, after) or [agent]
    return [replace(agent, profile=name) for agent in found]


def _as_wide(agents: Iterable[Agent], before: float, after: float) -> list[Agent]:
    """Return agents that are as wide as their type, with the radius that it has afterwards."""
    if before == after or not after:
        return []
    return [replace(agent, radius=after) for agent in agents if abs(agent.radius - before) <= _SAME]


def _with(settings: Settings, profiles: Sequence[Profile], name: str, new: str) -> Settings:
    """Return settings with these types, and exports of `name` changed to `new`."""
    exports = [
        replace(target, profile=new) if target.profile == name else target
        for target in settings.exports
    ]
    return replace(settings, profiles=tuple(profiles), exports=tuple(exports))


def _put(level: Level, profiles: Sequence[Profile], label: str) -> Edit:
    return Edit.put(level, [replace(level.settings, profiles=tuple(profiles))], label)


def _checked(fields: dict[str, Any]) -> dict[str, Any]:
    found = checked(Profile, fields)
    if found.get("neighbours", NEIGHBOURS[0]) not in NEIGHBOURS:
        raise NavcoreError(tr("A step goes to 4 or to 8 neighbours."))
    if "abilities" in found:
        found["abilities"] = each_once(found["abilities"])
    return found


def _names(level: Level) -> set[str]:
    return {profile.name for profile in level.settings.profiles}


def _row(level: Level, name: str) -> int:
    for row, profile in enumerate(level.settings.profiles):
        if profile.name == name:
            return row
    raise NavcoreError(tr("No agent type is called {0}.").format(name or tr("Standard")))


def _free(level: Level, name: str, *, but: str = "") -> str:
    """Return a name that no other type has.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    missing, other = tr("An agent type needs a name."), tr("Another agent type is called {0}.")
    return free_name(name, _names(level) - {but}, missing=missing, other=other)
