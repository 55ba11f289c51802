"""Problems: findings about a level, each with its place and, where possible, an edit that fixes it.

A check is a function from a world to problems, listed in `CHECKS` under its code. To add one,
write the function and list it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from navcore.bake.profile import radius_in
from navcore.errors import NavcoreError
from navcore.geometry.edge_bounds import crossing_among
from navcore.geometry.even_odd import MOST_CORNERS, MOST_CROSSINGS
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.elements import TILES, middle
from navcore.level.model import (
    Agent,
    Element,
    Level,
    Link,
    Point,
    Polygon,
    Profile,
    Tiles,
    Zone,
    in_drawing_order,
)
from navcore.level.naming import called
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import change_profile
from navcore.level.operations.storeys import add_storey
from navcore.level.operations.terrains import add_terrain
from navcore.level.profiles import grounded, on_layer
from navcore.level.storeys import layers_of, storey_title, strays
from navcore.level.tiles import tile_side
from navcore.path.links import can_take, crossings
from navcore.proof.networks import blocked_edges, unlinked_edges, waypoints_off_floor
from navcore.proof.problem import Problem
from navcore.world import World

_LOOKED_AT: Final = 64
"""Edges that are looked at for a crossing to show."""

_SAME: Final = 1e-9
"""Metres by which radii that are meant to be the same may differ."""


Check: TypeAlias = Callable[[World], Iterator[Problem]]


def problems(world: World) -> tuple[Problem, ...]:
    """Return what all checks find in a world's level, by code, then by element."""
    found = [problem for check in CHECKS.values() for problem in check(world)]
    return tuple(sorted(found, key=lambda problem: (problem.code, problem.elements)))


def complex_outlines(world: World) -> Iterator[Problem]:
    """Yield the polygons that have too many corners or crossings to be worked on as polygons."""
    level, open_gaps = world.level, world.gaps_left_open
    for key in world.tangled | open_gaps:
        polygon = level.areas.get(key) or level.obstacles[key]
        said = (_too_often if key in world.tangled else _too_many)(polygon)
        if key in open_gaps:
            gaps = tr("Gaps to its neighbours that are narrower than {0} m stay open in the bake.")
            said += " " + gaps.format(f"{level.settings.seam:g}")
        yield Problem("complex-outline", said, (key,), _place_in(polygon))


def _too_often(polygon: Polygon) -> str:
    said = tr(
        "{0} crosses itself more than {1} times. Check the order of its corners: inside and "
        "outside take turns, and it can't be united, cut or split."
    )
    return said.format(called([polygon]), MOST_CROSSINGS)


def _too_many(polygon: Polygon) -> str:
    said = tr("{0} has {1} corners. Use fewer, at most {2}.")
    return said.format(called([polygon]), f"{len(polygon.polygon):,}", f"{MOST_CORNERS:,}")


def _place_in(polygon: Polygon) -> Point:
    """A place where the outline crosses itself; a corner of one with very many corners."""
    ring = polygon.polygon
    if len(ring) > MOST_CORNERS:
        return ring[0]
    found = crossing_among(ring, range(min(_LOOKED_AT, len(ring))))
    return ring[0] if found is None else found[0]


def wide_bodies(world: World) -> Iterator[Problem]:
    """Yield the agents that are wider than the floor that they plan on, type by type."""
    level = world.level
    found: dict[Profile, list[Agent]] = {}
    for agent in in_drawing_order(level.agents):
        # One problem a type, whatever the storeys of its agents.
        profile = grounded(world.profile_of(agent))
        if agent.radius > radius_in(profile, level.settings) + _SAME:
            found.setdefault(profile, []).append(agent)
    for profile, agents in found.items():
        widest, floor = max(agent.radius for agent in agents), radius_in(profile, level.settings)
        said = tr(
            "{0}: a radius of {1} m, on a floor for {2} m. Paths lead through gaps that are too "
            "narrow for it."
        )
        if profile.name:
            fix = change_profile(level, profile.name, bodies=False, radius=widest)
        else:
            fix = set_settings(level, profile_follows_body=True)
        told = said.format(called(agents), f"{widest:g}", f"{floor:g}")
        ids = tuple(agent.id for agent in agents)
        yield Problem("wide-body", told, ids, agents[0].position, fix)


def loose_links(world: World) -> Iterator[Problem]:
    """Yield the links with an end where neither the level's agents nor any type can walk."""
    level = world.level
    links = in_drawing_order(level.of(Link))
    profiles = [Profile(), *level.settings.profiles]
    for link in links:
        fits = [Profile()] + [
            profile
            for profile in profiles
            if can_take(link, profile.abilities, radius_in(profile, level.settings))
        ]
        found = None
        for profile in fits:
            ends = _loose_ends(world, link, profile)
            if ends is None:
                break
            found = ends if found is None else found
        else:
            assert found is not None
            yield Problem("loose-link", *_told_loose(level, link, found))


def _loose_ends(world: World, link: Link, profile: Profile) -> tuple[int, ...] | None:
    """Which ends of a link, 0 and 1, are walkable nowhere; None if agents can take it.

    Empty where parts of both are walkable, but none that lead to each other.
    """
    layers = layers_of(world.level.settings, link)
    grids = [world.grid_for(on_layer(profile, layer)) for layer in (layers[0], layers[-1])]
    places = crossings(link, world.grid.cell_size)
    free = [[grid.is_walkable(*pair[n]) for pair in places] for n, grid in enumerate(grids)]
    if any(map(all, zip(*free, strict=True))):
        return None
    return tuple(number for number, there in enumerate(free) if not any(there))


def _told_loose(level: Level, link: Link, ends: tuple[int, ...]) -> tuple[str, tuple[int], Point]:
    """What is said of a link with these loose ends, its id, and the first of them."""
    layers = layers_of(level.settings, link)
    storeys, middles = (layers[0], layers[-1]), (middle(link.start), middle(link.end))
    sentences = (
        tr("{0} begins at {1}, where nobody can walk. Move that end onto floor."),
        tr("{0} ends at {1}, where nobody can walk. Move that end onto floor."),
    )
    said = []
    for end in ends:
        place = f"{middles[end][0]:.2f}, {middles[end][1]:.2f}"
        if len(level.settings.layer_names) > 1:
            place = tr("{0} on {1}").format(place, storey_title(storeys[end]))
        said.append(sentences[end].format(called([link]), place))
    if not ends:
        message = tr("{0} has floor at both ends nowhere across from each other. Move an end.")
        said.append(message.format(called([link])))
    return " ".join(said), (link.id,), middles[ends[0] if ends else 0]


@dataclass(slots=True)
class _Naming:
    """What names a terrain that the level lacks."""

    elements: list[Element] = field(default_factory=list)
    """Zones: blocks of tiles are nothing that can be selected."""
    types: list[Profile] = field(default_factory=list)
    place: Point | None = None


def unknown_terrains(world: World) -> Iterator[Problem]:
    """Yield the terrains that zones, painted tiles or costs of types name and the table lacks."""
    level = world.level
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
    lattice = world.grid.lattice
    centre = ((lattice.min_x + lattice.max_x) / 2, (lattice.min_z + lattice.max_z) / 2)
    for name, naming in found.items():
        ids = tuple(zone.id for zone in naming.elements)
        yield Problem("unknown-terrain", _told_unknown(name, naming), ids,
                      naming.place or centre, _fix(add_terrain, level, name))  # fmt: skip


def _told_unknown(name: str, naming: _Naming) -> str:
    if naming.elements:
        said = tr("{0}: the terrain {1} is not in the table, so this is ground. Add it there.")
        return said.format(called(naming.elements), name)
    if naming.place is None:
        said = tr("{0} has a cost for {1}, which is not in the table of terrains. Add it there.")
        return said.format(naming.types[0].name, name)
    said = tr("The painted terrain {0} is not in the table, so it is ground. Add it there.")
    return said.format(name)


def _fix(add: Callable[[Level, str], Edit], level: Level, name: str) -> Edit | None:
    """The edit that adds a name to a table; None if the table does not take it."""
    try:
        # Spaces around a name are dropped, so it would be missing still.
        return add(level, name) if name == name.strip() else None
    except NavcoreError:
        return None


def unknown_storeys(world: World) -> Iterator[Problem]:
    """Yield the storeys that elements name and the level's table lacks, where it has a table."""
    level = world.level
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
        yield Problem(
            "unknown-storey", said.format(called(named), name), tuple(one.id for one in shown),
            place or (0.0, 0.0), _fix(add_storey, level, name),
        )  # fmt: skip


CHECKS: Final[Mapping[str, Check]] = MappingProxyType(
    {
        "blocked-edge": blocked_edges,
        "complex-outline": complex_outlines,
        "loose-link": loose_links,
        "unknown-storey": unknown_storeys,
        "unknown-terrain": unknown_terrains,
        "unlinked-edge": unlinked_edges,
        "waypoint-off-floor": waypoints_off_floor,
        "wide-body": wide_bodies,
    }
)
"""By code."""
