"""Lay routes over existing waypoints, in the order in which their edges join them."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Point, Route, Stop, Waypoint
from navcore.level.naming import NewId, called, fresh_id
from navcore.level.operations.network import place_patrol
from navcore.level.operations.routes import add_route
from navcore.level.tables import GROUND


def route_over(level: Level, ids: Collection[int], new_id: NewId) -> Edit:
    """Add a route with a stop at each of these waypoints, in the order of `order_along`.

    If edges join them all the way round, the route is a loop, otherwise it returns the same way. It
    stays on the network if the waypoints have edges.

    Raises:
        KeyError: if an id does not belong to a waypoint of the level.
        NavcoreError: if there is no waypoint.
    """
    order, closed = order_along(level, ids)
    waypoints = [level.of(Waypoint)[i] for i in order]
    layers = [level.settings.layer_of(one) for one in waypoints]
    stops = [
        Stop(waypoint=one.id, layer=None if layer == layers[0] else layer)
        for one, layer in zip(waypoints, layers, strict=True)
    ]
    return add_route(
        level,
        [one.position for one in waypoints],
        new_id,
        stops=stops,
        mode="loop" if closed else "return",
        network=any(_neighbours(level, order).values()),
        layer=(*layers, GROUND)[0],
    )


def place_patrol_route(
    level: Level, points: Sequence[Point], new_id: NewId, *, one_way: bool = False, **fields: Any
) -> Edit:
    """Place waypoints joined in a closed loop, and a route over them, in one step.

    Args:
        level: The level that receives them.
        points: Metres; with two points the route returns, because they are joined once.
        new_id: Draws ids.
        one_way: Whether edges lead round in one direction only.
        fields: Other fields of the waypoints, see `navcore.level.operations.network.place_patrol`.

    Raises:
        NavcoreError: if there are no points, or a value is not allowed in its field.
    """
    placed = place_patrol(level, points, new_id, one_way=one_way, **fields)
    waypoints = [item.id for item in placed.after.values() if isinstance(item, Waypoint)]
    used = set(placed.after)
    over = route_over(placed.apply(level), waypoints, lambda: fresh_id(new_id, used))
    routes = [item for item in over.after.values() if isinstance(item, Route)]
    label = tr("{0}, and {1} over them").format(placed.label, called(routes))
    return replace(placed.then(over), label=label)


def order_along(level: Level, ids: Collection[int]) -> tuple[list[int], bool]:
    """Return waypoints in the order of the edges, and whether they form a loop.

    A chain begins at the end that was drawn first, a loop at the waypoint that was drawn first, and
    follows the direction of its edges. Waypoints that are joined in another way, or not at all,
    come in the order in which they were drawn.

    Raises:
        KeyError: if an id does not belong to a waypoint of the level.
    """
    waypoints = level.of(Waypoint)
    drawn = sorted(set(ids), key=lambda i: (waypoints[i].order, i))
    near = _neighbours(level, drawn)
    ends = [i for i in drawn if len(near[i]) < 2]
    if not drawn or any(len(others) > 2 for others in near.values()) or len(ends) not in {0, 2}:
        return drawn, False
    order = [ends[0] if ends else drawn[0]]
    while True:
        following = [i for i in near[order[-1]] if i not in order]
        if not following:
            break
        order.append(following[0])
    if len(order) < len(drawn):
        return drawn, False
    return order, not ends


def _neighbours(level: Level, ids: Sequence[int]) -> dict[int, list[int]]:
    """Return the neighbours of each waypoint among these, targets of its edges first."""
    place = {one: number for number, one in enumerate(ids)}
    found: dict[int, set[int]] = {one: set() for one in ids}
    leads: set[tuple[int, int]] = set()
    for edge in level.referring(ids):
        if isinstance(edge, Edge) and edge.start in place and edge.end in place:
            found[edge.start].add(edge.end)
            found[edge.end].add(edge.start)
            leads.add((edge.start, edge.end))

    def in_order(one: int) -> list[int]:
        return sorted(found[one], key=lambda other: ((one, other) not in leads, place[other]))

    return {one: in_order(one) for one in ids}
