"""Waypoints and edges: placed, joined, parted, made one way and turned round."""

import math
from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.affine import Point
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Item, Level, Waypoint
from navcore.level.naming import NewId, called, fresh_id, last_order
from navcore.level.operations.elements import new_element

Joining: TypeAlias = Literal["chain", "all", "nearest"]
"""Which waypoints to join: each with the next, all with all, or each with the nearest."""

MOST_JOINED: Final = 100
"""Most waypoints that can all be joined with each other: a hundred make 4,950 edges."""


def edge_between(level: Level, one: int, other: int) -> Edge | None:
    """Return the edge between two waypoints in either direction; None if there is none."""
    for element in level.referring((one,)):
        if isinstance(element, Edge) and {element.start, element.end} == {one, other}:
            return element
    return None


def edges_among(level: Level, ids: Collection[int]) -> list[Edge]:
    """The edges with both ends among these waypoints."""
    wanted = frozenset(ids)
    edges = (e for e in level.referring(sorted(wanted)) if isinstance(e, Edge))
    return [edge for edge in edges if edge.start in wanted and edge.end in wanted]


def edges_at(level: Level, ids: Collection[int]) -> list[Edge]:
    """The edges with an end among these waypoints."""
    return [edge for edge in level.referring(sorted(set(ids))) if isinstance(edge, Edge)]


def place_waypoint(
    level: Level,
    position: Point,
    new_id: NewId,
    *,
    tip: int | None = None,
    into: int | None = None,
    one_way: bool = False,
    **fields: Any,
) -> Edit:
    """Place a waypoint, named `waypoint_1`, with its edges, in one step.

    Args:
        level: The level that receives it.
        position: Metres.
        new_id: Draws ids.
        tip: Id of a waypoint to join to the new one by an edge.
        into: Id of an edge to insert the waypoint into; both halves keep the edge's fields.
        one_way: Whether the edge from `tip` only leads to the new waypoint.
        fields: Other fields of the waypoint: `type`, `reach`, `layer`.

    Raises:
        NavcoreError: if a value is not allowed in its field.
        KeyError: if an id is not the level's.
    """
    used: set[int] = set()
    made = new_element(level, Waypoint, fresh_id(new_id, used), position=position, **fields)
    put: list[Item] = [made]
    if into is not None:
        split = level.element(into)
        if not isinstance(split, Edge):
            raise KeyError(into)
        second = replace(split, id=fresh_id(new_id, used), order=last_order(level, Edge) + 1)
        put += [replace(split, end=made.id), replace(second, start=made.id)]
        if tip in split.references:
            tip = None
    if tip is not None:
        order = last_order(level, Edge) + len(put)
        edge_id = fresh_id(new_id, used)
        put.append(Edge(id=edge_id, order=order, start=tip, end=made.id, one_way=one_way))
    return Edit.put(level, put, tr("Place {0}").format(made.name))


def place_patrol(
    level: Level, points: Sequence[Point], new_id: NewId, *, one_way: bool = False, **fields: Any
) -> Edit:
    """Place waypoints joined in a closed loop; two waypoints are joined once (S3-077).

    Raises:
        NavcoreError: if a field does not take its value.
    """
    used: set[int] = set()
    put: list[Item] = []
    after = level
    for point in points:
        made = new_element(after, Waypoint, fresh_id(new_id, used), position=point, **fields)
        after = after.with_items({made.id: made})
        put.append(made)
    ids = [made.id for made in put if isinstance(made, Waypoint)]
    pairs = [*pairwise(ids)]
    if len(ids) > 2:
        pairs.append((ids[-1], ids[0]))
    put += _joined(after, pairs, new_id, used, one_way=one_way)
    named = [item for item in put if isinstance(item, Waypoint)]
    return Edit.put(level, put, tr("Place {0}").format(called(named)))


def join(
    level: Level, pairs: Iterable[tuple[int, int]], new_id: NewId, *, one_way: bool = False
) -> Edit:
    """Add an edge from the first to the second waypoint of each pair, in one step.

    If a pair is already joined, its edge gets the requested direction and keeps its other fields. A
    waypoint is never joined with itself.

    Raises:
        KeyError: if an id is not the level's.
    """
    listed = list(pairs)
    put = _joined(level, listed, new_id, set(), one_way=one_way)
    ends = dict.fromkeys(end for pair in listed for end in pair)
    label = tr("Join {0}").format(called(map(level.element, ends))) if ends else ""
    return Edit.put(level, put, label)


def connect(
    level: Level, ids: Sequence[int], how: Joining, new_id: NewId, *, one_way: bool = False
) -> Edit:
    """Join the waypoints among these elements with each other, in one step.

    Args:
        level: The level of the waypoints.
        ids: Ids in the order of the chain.
        how: Which pairs to join.
        new_id: Draws ids.
        one_way: Whether edges only lead from each waypoint to the next.

    Raises:
        NavcoreError: if more than `MOST_JOINED` waypoints are to be joined all with all.
    """
    listed = [i for i in ids if i in level.of(Waypoint)]
    pairs: list[tuple[int, int]] = []
    if how == "chain":
        pairs += pairwise(listed)
    elif how == "all":
        if len(listed) > MOST_JOINED:
            message = tr("All of {0} waypoints would have {1} edges: select at most {2}.")
            count = len(listed) * (len(listed) - 1) // 2
            raise NavcoreError(message.format(len(listed), count, MOST_JOINED))
        pairs += [(a, b) for n, a in enumerate(listed) for b in listed[n + 1 :]]
    else:
        pairs += _nearest(level, listed)
    return join(level, pairs, new_id, one_way=one_way)


def disconnect(level: Level, ids: Collection[int]) -> Edit:
    """Delete the edges between these waypoints; for a single waypoint, all of its edges."""
    listed = [i for i in ids if i in level.of(Waypoint)]
    edges = edges_among(level, listed) if len(listed) > 1 else edges_at(level, listed)
    label = tr("Disconnect {0}").format(called(map(level.element, listed))) if edges else ""
    return Edit.remove(level, [edge.id for edge in edges], label)


def set_one_way(level: Level, ids: Collection[int], *, on: bool) -> Edit:
    """Make the edges among these elements one-way or two-way.

    Raises:
        KeyError: if an id is not the level's.
    """
    edges = [e for i in ids if isinstance(e := level.element(i), Edge)]
    said = tr("Make {0} one way") if on else tr("Open {0} both ways")
    label = said.format(called(edges)) if edges else ""
    return Edit.put(level, [replace(edge, one_way=on) for edge in edges], label)


def turn_edges_round(level: Level, ids: Collection[int]) -> Edit:
    """Reverse the edges among these elements.

    Raises:
        KeyError: if an id is not the level's.
    """
    edges = [e for i in ids if isinstance(e := level.element(i), Edge)]
    turned = [replace(edge, start=edge.end, end=edge.start) for edge in edges]
    label = tr("Reverse {0}").format(called(edges)) if edges else ""
    return Edit.put(level, turned, label)


def length_of(level: Level, edge: Edge) -> float:
    """Return metres from one end of an edge to the other; 0 if an end is missing."""
    ends = [level.get(one) for one in edge.references]
    places = [end.position for end in ends if isinstance(end, Waypoint)]
    return math.dist(*places) if len(places) == 2 else 0.0


def _joined(
    level: Level,
    pairs: Iterable[tuple[int, int]],
    new_id: NewId,
    used: set[int],
    *,
    one_way: bool,
) -> list[Edge]:
    found: dict[frozenset[int], Edge] = {}
    order = last_order(level, Edge)
    for start, end in pairs:
        pair = frozenset((start, end))
        if start == end or pair in found:
            continue
        known = edge_between(level, start, end)
        if known is None:
            order += 1
            edge_id = fresh_id(new_id, used)
            made = Edge(id=edge_id, order=order, start=start, end=end, one_way=one_way)
        elif one_way:
            made = replace(known, start=start, end=end, one_way=True)
        else:
            made = replace(known, one_way=False)
        found[pair] = made
    return [*found.values()]


def _nearest(level: Level, ids: Sequence[int]) -> Iterable[tuple[int, int]]:
    """Return each waypoint with the nearest other one."""
    places = [(i, _place(level.element(i))) for i in ids]
    for one, place in places:
        others = [(math.dist(place, there), other) for other, there in places if other != one]
        if others:
            yield one, min(others)[1]


def _place(element: Element) -> Point:
    return element.position if isinstance(element, Waypoint) else (math.inf, math.inf)
