"""Exported links of a grid: those that its agents can take from its storey."""

from math import dist, hypot

from navcore.bake.grid_links import CellPair, GridLink
from navcore.level.elements import middle
from navcore.level.links import link_cost
from navcore.level.model import Level, Link, Profile, in_drawing_order
from navcore.level.storeys import layers_of
from navcore.path.links import Lane
from navcore.world import World


def links_for_export(world: World, profile: Profile) -> tuple[GridLink, ...]:
    """Return the links that agents of a profile can take on its storey, in drawing order.

    Each leads away from that storey: a two-way link that is drawn from the other end is reversed.
    Its pairs of cells are those that searches use; a link without any, because an end is not
    walkable, is left out.
    """
    level = world.level
    if not level.of(Link):
        return ()
    storeys = world.storeys_for(profile)
    here = storeys.number_of(profile.layer)
    lanes: dict[int, list[Lane]] = {}
    for lane in storeys.lanes:
        if lane.storeys[0] == here:
            lanes.setdefault(lane.link, []).append(lane)
    row_length = world.grid.padded.shape[1]
    return tuple(
        _grid_link(world, link, profile.layer, _pairs(lanes[link.id], link, row_length))
        for link in in_drawing_order(level.of(Link))
        if link.id in lanes
    )


def _pairs(lanes: list[Lane], link: Link, row_length: int) -> tuple[CellPair, ...]:
    """Return the cells of lanes, each pair once; there and back is one pair."""
    known: dict[tuple[int, int], None] = {}
    for lane in lanes:
        is_back = lane.storeys[0] == lane.storeys[1] and lane.cells[::-1] in known
        if link.one_way or not is_back:
            known[lane.cells] = None
    return tuple(
        (a % row_length - 1, a // row_length - 1, b % row_length - 1, b // row_length - 1)
        for a, b in known
    )


def _grid_link(world: World, link: Link, layer: str, cells: tuple[CellPair, ...]) -> GridLink:
    near, far = _layers(world.level, link)
    start, end = link.start, link.end
    if near != layer:
        near, far, start, end = far, near, end, start
    return GridLink(
        id=link.id,
        name=link.name,
        type=link.type,
        start=start,
        end=end,
        to_layer=far if far != near else "",
        cells=cells,
        cost_in_metres=_cost(world, link, near, far),
        seconds=link.seconds,
        one_way=link.one_way,
        width=link.width,
        needs=link.needs,
    )


def _layers(level: Level, link: Link) -> tuple[str, str]:
    """Return the storeys of the start and of the end of a link."""
    found = layers_of(level.settings, link)
    return found[0], found[-1]


def _cost(world: World, link: Link, near: str, far: str) -> float:
    """Return the cost of the link at its middle, in metres of plain ground."""
    up = world.on(far).grid.floor_y - world.on(near).grid.floor_y
    length = hypot(dist(middle(link.start), middle(link.end)), up)
    return round(link_cost(link, length), 6)
