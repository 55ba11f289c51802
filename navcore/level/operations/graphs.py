"""Networks from files of other programs, taken into a level."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Level, Waypoint
from navcore.level.naming import NewId, called, fresh_id, last_order
from navcore.level.tables import GROUND


def import_graph(
    level: Level,
    waypoints: Sequence[Waypoint],
    edges: Iterable[Edge],
    new_id: NewId,
    *,
    heights: Sequence[float] = (),
) -> Edit:
    """Import a network into a level; importing it again changes nothing.

    A waypoint with the id of a waypoint in the level updates that waypoint: place, name, type,
    radii, tags and whether it is active; other fields stay. An edge updates the edge of the level
    between the same waypoints, also whether it is one-way. All others are added, under a new id if
    theirs belongs to an element of another kind. Elements that the network lacks stay.

    Args:
        level: The level that receives the network.
        waypoints: The waypoints of the network.
        edges: The edges between them; they get new ids.
        new_id: Draws ids.
        heights: Height of each waypoint, metres. A waypoint that names no storey of the level is
            put on the storey nearest to its height; without heights, on the ground.

    Raises:
        NavcoreError: if an edge leads to no waypoint, or a value is beyond its limits.
    """
    used = {one for held in level.held.values() for one in held} | {one.id for one in waypoints}
    order, ids = last_order(level, Waypoint), dict[int, int]()
    put: list[Element] = []
    for at, waypoint in enumerate(waypoints):
        found = level.get(waypoint.id)
        layer = _storey(level, waypoint, heights[at] if heights else None)
        if isinstance(found, Waypoint):
            ids[waypoint.id] = found.id
            put.append(
                replace(
                    found, position=waypoint.position, name=waypoint.name, type=waypoint.type,
                    reach=waypoint.reach, clear_radius=waypoint.clear_radius, tags=waypoint.tags,
                    gives=waypoint.gives, enabled=waypoint.enabled, layer=layer,
                )
            )  # fmt: skip
            continue
        order += 1
        ids[waypoint.id] = waypoint.id if found is None else fresh_id(new_id, used)
        put.append(replace(waypoint, id=ids[waypoint.id], layer=layer, order=order))
    put += _edges(level, edges, ids, lambda: fresh_id(new_id, used))
    return Edit.put(level, put, tr("Import {0}").format(called(put)) if put else "")


def _edges(
    level: Level, edges: Iterable[Edge], ids: Mapping[int, int], new_id: NewId
) -> Iterable[Edge]:
    """Return the edges between waypoints as they are numbered now."""
    given = [
        replace(edge, start=ids.get(edge.start, edge.start), end=ids.get(edge.end, edge.end))
        for edge in edges
    ]
    same = _matched(level, given)
    order = last_order(level, Edge)
    for row, edge in enumerate(given):
        old = same.get(row)
        if old is None:
            order += 1
            yield replace(edge, id=new_id(), order=order)
            continue
        updated = replace(
            old, factor=edge.factor, tags=edge.tags, needs=edge.needs, enabled=edge.enabled
        )
        if old.one_way != edge.one_way:
            updated = replace(updated, start=edge.start, end=edge.end, one_way=edge.one_way)
        yield updated


def _matched(level: Level, edges: Sequence[Edge]) -> dict[int, Edge]:
    """Return the edge of the level that each edge stands for, by row; none twice.

    First come edges that are the same, then edges that lead the same way, then two-way edges that
    begin at the other end, at last two-way edges that became one-way, or the other way round. Two
    one-way edges that lead opposite ways are never the same.
    """
    left: dict[frozenset[int], list[Edge]] = {}
    for edge in sorted(level.of(Edge).values(), key=lambda one: one.id):
        left.setdefault(frozenset(edge.references), []).append(edge)
    found: dict[int, Edge] = {}
    for fits in (_is_same, _leads_alike, _are_two_way, _is_one_two_way):
        for row, edge in enumerate(edges):
            rivals = left.get(frozenset(edge.references), [])
            old = next((one for one in rivals if fits(one, edge)), None)
            if row not in found and old is not None:
                found[row] = old
                rivals.remove(old)
    return found


def _is_same(old: Edge, new: Edge) -> bool:
    fields = (new.factor, new.tags, new.needs, new.enabled)
    return _leads_alike(old, new) and (old.factor, old.tags, old.needs, old.enabled) == fields


def _leads_alike(old: Edge, new: Edge) -> bool:
    return (old.start, old.end, old.one_way) == (new.start, new.end, new.one_way)


def _are_two_way(old: Edge, new: Edge) -> bool:
    return not old.one_way and not new.one_way


def _is_one_two_way(old: Edge, new: Edge) -> bool:
    return old.one_way != new.one_way


def _storey(level: Level, waypoint: Waypoint, height: float | None) -> str:
    """Return the name of the storey for a waypoint."""
    layers = level.settings.layers
    if not layers or any(layer.name == waypoint.layer for layer in layers):
        return waypoint.layer or GROUND
    if height is None:
        return GROUND
    base = level.settings.floor_y
    return min(layers, key=lambda layer: abs(base + layer.floor_y - height)).name
