"""Explanations why agents of a type can't take an edge, for its properties."""

from editor.tools.corridor import CorridorCheck, Site, name_of, shown_radius
from editor.tools.messages import waypoint as say
from navcore.graph.clearance import MOST_CLEAR, Clearance
from navcore.graph.corridors import leaves_room
from navcore.graph.floors import floor_of
from navcore.level.model import Edge, Level, Obstacle, Profile, Waypoint
from navcore.level.naming import called
from navcore.level.profiles import on_layer
from navcore.open_doors import doors_on


def why_shut(edge: Edge, site: Site, check: CorridorCheck) -> str:
    """Return in words why agents of the site's type can't take an edge; "" if they can.

    Args:
        edge: An edge of the site's level, both ends on its storey.
        site: The level, storey and agent type.
        check: Finds what blocks.
    """
    level, profile = site.level, site.profile or Profile()
    ends = [level.of(Waypoint)[end] for end in (edge.start, edge.end)]
    radius = shown_radius(level, site.profile)
    if not edge.enabled:
        return say.edge_is_off()
    for end in ends:
        if not end.enabled:
            return say.is_off(end.name)
    lacking = [one for one in edge.needs if one not in profile.abilities]
    if lacking and level.settings.profiles:
        return say.lacks(lacking)
    for end in ends:
        if not leaves_room(end.clear_radius, radius):
            return say.too_wide(end.name, 2 * end.clear_radius, 2 * radius)
    found = check.blocked(ends[0].position, ends[1].position, site)
    if found is not None:
        return say.in_the_way(name_of(found, level), found)
    door = _shut_door(ends, site, radius)
    return "" if door is None else say.door_is_shut(door)


def _shut_door(ends: list[Waypoint], site: Site, radius: float) -> str | None:
    """Return the name of the shut door that an edge leads through; None if there is none."""
    level = site.level
    doors = [door for door in doors_on(level, site.storey) if not door.available]
    if not doors:
        return None
    profile = on_layer(site.profile or Profile(), site.storey)
    line = ends[0].position, ends[1].position
    if floor_of(level, profile, through_doors=False).blocked(*line, radius) is None:
        return None
    leaves = {
        door.id: Obstacle(id=door.id, polygon=door.polygon, layer=door.layer) for door in doors
    }
    drawn = Level(settings=level.settings, areas=level.areas, obstacles=leaves)
    # The nearest door is the first in the widest corridor.
    found = Clearance.of(drawn, site.storey, abilities=profile.abilities).blocked(*line, MOST_CLEAR)
    held = None if found is None or found.element is None else level.areas[found.element]
    return None if held is None else called([held])
