"""Add, change, rename, delete and reorder terrains, and assign them to zones.

A level without a table of its own has the default rows. The first change writes all of them into
the level, and a change back to the defaults removes them. The ground row can't be deleted: elements
that name a missing terrain count as ground.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.elements import Tiles, Zone
from navcore.level.model import Item, Level, Settings
from navcore.level.naming import next_name, numbered
from navcore.level.operations.fields import change_label, checked
from navcore.level.operations.tables import each_once, free_name
from navcore.level.profiles import profile_named
from navcore.level.tables import COLOUR, GROUND, MOST_TERRAINS, TERRAINS, Terrain
from navcore.level.tiles import cells_of, packed

STEM: Final = mark("terrain")
"""New terrains are called `terrain_1`, `terrain_2`."""

_LABELS: Final = {
    "cost": mark("Change cost of {0}"),
    "needs": mark("Change required abilities of {0}"),
    "slows": mark("Change slowing of {0}"),
    "colour": mark("Change colour of {0}"),
}


class Uses(NamedTuple):
    """Numbers of elements that use a terrain."""

    zones: int
    tiles: int
    """Painted tiles."""


def uses_of(level: Level, name: str) -> Uses:
    """Return the numbers of zones and painted tiles of a terrain."""
    zones = sum(zone.terrain == name for zone in level.of(Zone).values())
    tiles = 0
    for block in level.of(Tiles).values():
        numbers = [n for n, one in enumerate(block.terrains, start=1) if one == name]
        if numbers:
            runs = np.array(block.runs, np.int64)
            tiles += int(runs[1::2][np.isin(runs[::2], numbers)].sum())
    return Uses(zones, tiles)


def add_terrain(level: Level, name: str = "", **fields: Any) -> Edit:
    """Add a terrain at the end of the table.

    Without a name it is called `terrain_1` or the next number that is free.

    Raises:
        NavcoreError: if the name is taken, a value is not allowed, or there are too many.
    """
    name = _free(level, name) if name else numbered(_names(level), tr(STEM))
    made = replace(Terrain(name=name), **_checked(fields))
    return _put(level, [*level.settings.all_terrains, made], tr("Add terrain {0}").format(name))


def duplicate_terrain(level: Level, name: str) -> Edit:
    """Add a copy of a terrain right after it, named `mud_2`.

    Raises:
        NavcoreError: if there is no such terrain, or there are too many.
    """
    row = _row(level, name)
    terrains = list(level.settings.all_terrains)
    terrains.insert(row + 1, replace(terrains[row], name=next_name(_names(level), name)))
    return _put(level, terrains, tr("Duplicate terrain {0}").format(name))


def change_terrain(level: Level, name: str, **fields: Any) -> Edit:
    """Change cost, colour, required abilities or slowing of a terrain.

    Raises:
        NavcoreError: if there is no such terrain, or a value is not allowed in its field.
    """
    row = _row(level, name)
    terrains = list(level.settings.all_terrains)
    terrains[row] = replace(terrains[row], **_checked(fields))
    said = _LABELS[next(iter(fields))] if len(fields) == 1 else mark("Change {0}")
    return _put(level, terrains, tr(said).format(name))


def rename_terrain(level: Level, name: str, new: str) -> Edit:
    """Rename a terrain; zones, painted tiles and costs of agent types follow.

    Raises:
        NavcoreError: if there is no such terrain, it is the ground, or the new name is empty or
            taken.
    """
    row = _row(level, name)
    if name == GROUND:
        raise NavcoreError(tr("The ground keeps its name: it is wherever there is no terrain."))
    new = _free(level, new, but=name)
    terrains = list(level.settings.all_terrains)
    terrains[row] = replace(terrains[row], name=new)
    items = _renamed(level, {name: new})
    items.append(_with(level.settings, terrains, {name: new}))
    return Edit.put(level, items, tr("Rename terrain {0} to {1}").format(name, new))


def delete_terrain(level: Level, name: str) -> Edit:
    """Delete a terrain; its zones and painted tiles become ground.

    Raises:
        NavcoreError: if there is no such terrain, or it is the ground.
    """
    row = _row(level, name)
    if name == GROUND:
        raise NavcoreError(tr("The ground stays: it is wherever there is no terrain."))
    terrains = [one for number, one in enumerate(level.settings.all_terrains) if number != row]
    items = _renamed(level, {name: GROUND})
    items.append(_with(level.settings, terrains, {name: ""}))
    return Edit.put(level, items, tr("Delete terrain {0}").format(name))


def move_terrain(level: Level, name: str, to: int) -> Edit:
    """Move a terrain to another position of the list, counted from 0.

    Raises:
        NavcoreError: if there is no such terrain.
    """
    row = _row(level, name)
    terrains = list(level.settings.all_terrains)
    terrains.insert(min(max(to, 0), len(terrains) - 1), terrains.pop(row))
    words = tr("Move terrain {0} up") if to < row else tr("Move terrain {0} down")
    return _put(level, terrains, words.format(name))


def reset_terrains(level: Level) -> Edit:
    """Restore the default terrains; zones and painted tiles of others become ground."""
    usual = {terrain.name for terrain in TERRAINS}
    gone = {terrain.name for terrain in level.settings.terrains if terrain.name not in usual}
    items = _renamed(level, dict.fromkeys(gone, GROUND))
    items.append(_with(level.settings, TERRAINS, dict.fromkeys(gone, "")))
    return Edit.put(level, items, tr("Reset the terrains"))


def assign_terrain(level: Level, ids: Collection[int], name: str) -> Edit:
    """Give the zones among these elements another terrain.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if there is no such terrain.
    """
    _row(level, name)
    elements = [level.element(element_id) for element_id in ids]
    zones = [element for element in elements if isinstance(element, Zone)]
    label = change_label("terrain", zones) if zones else ""
    return Edit.put(level, [replace(zone, terrain=name) for zone in zones], label)


def set_cost(level: Level, type_name: str, name: str, cost: float | None) -> Edit:
    """Set the cost of a metre of terrain for an agent type; None: the terrain's own cost.

    Raises:
        NavcoreError: if there is no such type or terrain, or the cost is not over 0 or too high.
    """
    _row(level, name)
    settings = level.settings
    profile = profile_named(settings.profiles, type_name)
    if profile is None:
        raise NavcoreError(tr("Only an agent type with a name has costs of its own."))
    costs = {one: held for one, held in profile.costs.items() if one != name}
    if cost is not None:
        costs[name] = checked(Terrain, {"cost": cost})["cost"]
    order = {terrain.name: row for row, terrain in enumerate(settings.all_terrains)}
    listed = sorted(costs, key=lambda one: (order.get(one, MOST_TERRAINS), one))
    made = replace(profile, costs={one: costs[one] for one in listed})
    profiles = tuple(made if one is profile else one for one in settings.profiles)
    label = tr("Change cost of {0} for {1}").format(name, type_name)
    return Edit.put(level, [replace(settings, profiles=profiles)], label)


def _renamed(level: Level, names: Mapping[str, str]) -> list[Item]:
    """Zones and blocks of painted tiles with other names of terrains."""
    found: list[Item] = [
        replace(zone, terrain=names[zone.terrain])
        for zone in level.of(Zone).values()
        if zone.terrain in names
    ]
    for tiles in level.of(Tiles).values():
        if any(name in names for name in tiles.terrains):
            now = tuple(names.get(name, name) for name in tiles.terrains)
            kept, runs = packed(cells_of(tiles.runs), now)
            found.append(replace(tiles, terrains=kept, runs=runs))
    return found


def _with(settings: Settings, terrains: Sequence[Terrain], names: Mapping[str, str]) -> Settings:
    """Settings with these terrains; costs of agent types follow other names, or go with ""."""
    profiles = tuple(
        replace(
            profile,
            costs={
                names.get(one, one): cost
                for one, cost in profile.costs.items()
                if names.get(one, one)
            },
        )
        if profile.costs.keys() & names.keys()
        else profile
        for profile in settings.profiles
    )
    own = () if tuple(terrains) == TERRAINS else tuple(terrains)
    return replace(settings, terrains=own, profiles=profiles)


def _put(level: Level, terrains: Sequence[Terrain], label: str) -> Edit:
    if len(terrains) > MOST_TERRAINS:
        raise NavcoreError(tr("A level has at most {0} terrains.").format(MOST_TERRAINS))
    return Edit.put(level, [_with(level.settings, terrains, {})], label)


def _checked(fields: dict[str, Any]) -> dict[str, Any]:
    found = checked(Terrain, fields)
    if found.get("colour") and not COLOUR.fullmatch(found["colour"]):
        raise NavcoreError(tr("A colour reads #8a6a46: six hexadecimal digits after the sign."))
    if "needs" in found:
        found["needs"] = each_once(found["needs"])
    return found


def _names(level: Level) -> set[str]:
    return {terrain.name for terrain in level.settings.all_terrains}


def _row(level: Level, name: str) -> int:
    for row, terrain in enumerate(level.settings.all_terrains):
        if terrain.name == name:
            return row
    raise NavcoreError(tr("No terrain is called {0}.").format(name))


def _free(level: Level, name: str, *, but: str = "") -> str:
    """Return a name that no other terrain has.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    missing, other = tr("A terrain needs a name."), tr("Another terrain is called {0}.")
    return free_name(name, _names(level) - {but}, missing=missing, other=other)
