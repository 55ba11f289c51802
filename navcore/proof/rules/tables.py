"""Names of terrains, storeys and agent types that tables of a level lack, and missing routes."""

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.elements import TILES
from navcore.level.model import (
    Agent,
    Element,
    Level,
    Point,
    Profile,
    Route,
    Tiles,
    Zone,
    in_drawing_order,
)
from navcore.level.naming import called
from navcore.level.operations.profiles import assign_profile
from navcore.level.operations.storeys import add_storey
from navcore.level.operations.terrains import add_terrain
from navcore.level.storeys import only_on, storey_title, strays
from navcore.level.tiles import tile_side
from navcore.proof.clearances import passages
from navcore.proof.problem import Finding
from navcore.proof.survey import Survey


@dataclass(slots=True)
class _Naming:
    """Elements that name a terrain that the level lacks."""

    elements: list[Element] = field(default_factory=list)
    """Zones: blocks of tiles are nothing that can be selected."""
    types: list[Profile] = field(default_factory=list)
    place: Point | None = None


def unknown_terrains(survey: Survey) -> Iterator[Finding]:
    """Yield the terrains that zones, painted tiles or costs of types name and the table lacks."""
    level = survey.level
    known = {terrain.name for terrain in level.settings.all_terrains}
    found: dict[str, _Naming] = {}
    for zone in in_drawing_order(level.of(Zone)):
        if zone.terrain and zone.terrain not in known:
            naming = found.setdefault(zone.terrain, _Naming())
            naming.elements.append(zone)
            naming.place = naming.place or zone.anchor
    side = tile_side(level.settings) * TILES
    blocks = level.of(Tiles).values()
    # Thousands of blocks have a few lists of names.
    sound = {names for names in {block.terrains for block in blocks} if known.issuperset(names)}
    for block in blocks:
        if block.terrains in sound:
            continue
        used = set(block.runs[::2])
        for number, name in enumerate(block.terrains, start=1):
            if name and name not in known and number in used:
                naming = found.setdefault(name, _Naming())
                naming.place = naming.place or ((block.cx + 0.5) * side, (block.cz + 0.5) * side)
    for profile in level.settings.profiles:
        for name in profile.costs:
            if name and name not in known:
                found.setdefault(name, _Naming()).types.append(profile)
    for name, naming in found.items():
        ids = tuple(zone.id for zone in naming.elements)
        yield Finding(
            _unknown_text(name, naming), ids, naming.place or survey.middle,
            _fix(add_terrain, level, name), name, placed=naming.place is not None,
        )  # fmt: skip


def _unknown_text(name: str, naming: _Naming) -> str:
    if naming.elements:
        said = tr("{0}: the terrain {1} is not in the table, so this is ground. Add it there.")
        return said.format(called(naming.elements), name)
    if naming.place is None:
        said = tr("{0} has a cost for {1}, which is not in the table of terrains. Add it there.")
        return said.format(naming.types[0].name, name)
    said = tr("The painted terrain {0} is not in the table, so it is ground. Add it there.")
    return said.format(name)


def _fix(add: Callable[[Level, str], Edit], level: Level, name: str) -> Edit | None:
    """Return the edit that adds a name to a table; None if the table does not accept it."""
    try:
        # Spaces around a name are dropped, so it would still be missing.
        return add(level, name) if name == name.strip() else None
    except NavcoreError:
        return None


def unknown_storeys(survey: Survey) -> Iterator[Finding]:
    """Yield the storeys that elements name and the level's table lacks, where it has a table."""
    level = survey.level
    if not level.settings.layers:
        return
    for name in strays(level):
        if not name:
            continue
        held = (element for kind in level.held.values() for element in kind.values())
        named = [one for one in held if name in {one.layer, getattr(one, "to_layer", "")}]
        shown = [one for one in named if one.anchor is not None]
        said = tr("{0}: the level has no storey {1}, so this is on the ground. Add that storey.")
        place = shown[0].anchor if shown else None
        fix = _fix(add_storey, level, name)
        if fix is not None and _narrows(survey, fix.apply(level)):
            label = tr("Put {0} on {1}").format(called(named), storey_title(survey.layers[0]))
            fix = Edit.put(level, [_grounded(level, one, name) for one in named], label)
        yield Finding(
            said.format(called(named), name), tuple(one.id for one in shown),
            place or survey.middle, fix, name,
        )  # fmt: skip


def _narrows(survey: Survey, after: Level) -> bool:
    """Return whether `after` has narrow gaps on the ground that are new, or were hidden."""
    ground, able = survey.layers[0], survey.able
    tight = {
        (one.between, one.door) for one in survey.passages(ground, able) if one.verdict != "always"
    }  # fmt: skip
    return any(
        one.verdict != "always" and (one.between, one.door) not in tight
        for one in passages(only_on(after, ground), abilities=able.abilities)
    )


def _grounded(level: Level, element: Element, name: str) -> Element:
    """Return an element that names a missing storey, on the ground, where it counts as being."""
    ground = level.settings.layer_names[0]
    fields = [field for field in ("layer", "to_layer") if getattr(element, field, "") == name]
    return replace(element, **dict.fromkeys(fields, ground))


def unknown_types(survey: Survey) -> Iterator[Finding]:
    """Yield the agent types that agents name and the level's table lacks."""
    level = survey.level
    known = {profile.name for profile in level.settings.profiles}
    found: dict[str, list[Agent]] = {}
    for agent in in_drawing_order(level.agents):
        if agent.profile and agent.profile not in known:
            found.setdefault(agent.profile, []).append(agent)
    for name, agents in found.items():
        said = tr("{0}: the level has no agent type {1}, so paths are those of the default type.")
        ids = tuple(agent.id for agent in agents)
        label = tr("Give {0} the default type").format(called(agents))
        fix = dataclasses.replace(assign_profile(level, ids, ""), label=label)
        layer = survey.world.profile_of(agents[0]).layer
        yield Finding(
            said.format(called(agents), name), ids, agents[0].position, fix, name, layer
        )  # fmt: skip


def unknown_routes(survey: Survey) -> Iterator[Finding]:
    """Yield the agents whose shared route does not exist.

    Files with such agents are refused, but programs can make them.
    """
    level = survey.level
    for agent in in_drawing_order(level.agents):
        if agent.route is None or agent.route in level.of(Route):
            continue
        if agent.goals:
            said = tr("{0} names a shared route that the level lacks, so it walks its own stops.")
        else:
            said = tr("{0} names a shared route that the level lacks, so it stands still.")
        label = tr("Clear the route of {0}").format(called([agent]))
        fix = Edit.put(level, [replace(agent, route=None)], label)
        layer = survey.world.profile_of(agent).layer
        yield Finding(said.format(called([agent])), (agent.id,), agent.position, fix, layer=layer)
