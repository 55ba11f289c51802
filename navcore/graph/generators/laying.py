"""The edit that lays a proposed network: one step to undo (S4-020)."""

from collections.abc import Mapping, Sequence
from itertools import count

from msgspec.structs import replace

from navcore.graph.generators.proposal import GROWN, Proposal
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import words_of
from navcore.level.model import Edge, Item, Level, Waypoint
from navcore.level.naming import Names, NewId, fresh_id, last_order, names_in
from navcore.level.network import WaypointType
from navcore.level.tables import GROUND


def lay(
    level: Level,
    proposal: Proposal,
    new_id: NewId,
    *,
    layer: str = GROUND,
    label: str | None = None,
    by_hand: bool = False,
) -> Edit:
    """Return the edit that adds a proposed network to a level and removes what it replaces.

    New waypoints get the tag `GROWN`, unless they are laid by hand; waypoints that stay don't
    change, and those that return keep their ids, see :func:`returning`. Routes that stop at a
    removed waypoint keep the place of the stop.

    Args:
        level: The level of the proposal.
        proposal: The network.
        new_id: Returns new ids.
        layer: The storey.
        label: Label of the undo step; None: a default one.
        by_hand: Whether the new waypoints count as drawn by hand and stay when a network is grown.

    Raises:
        EditConflict: if a waypoint that stays or is removed is not in the level.
    """
    used = {key for held in level.held.values() for key in held}
    back = returning(level, proposal)
    ids = proposal.standing.ids.tolist()
    tags = () if by_hand else (GROWN,)
    keys = [
        back[row].id if row in back else fresh_id(new_id, used)
        for row in range(len(proposal.positions))
    ]
    made = _waypoints(level, proposal, keys, layer, tags)
    ids += keys
    orders = count(int(last_order(level, Edge)) + 1)
    needs = proposal.needs or ((),) * len(proposal.pairs)
    there = _edges_at(level, back)
    edges = []
    for (a, b), abilities in zip(proposal.pairs.tolist(), needs, strict=True):
        edge = there.pop(frozenset((ids[a], ids[b])), None)
        if edge is None:
            key, order = fresh_id(new_id, used), float(next(orders))
            edge = Edge(id=key, order=order, start=ids[a], end=ids[b], layer=layer)
        edges.append(replace(edge, needs=abilities))
    gone = (*proposal.standing.replaced, *proposal.gone_edges)
    items: dict[int, Item | None] = dict.fromkeys((*gone, *(one.id for one in there.values())))
    items |= {item.id: item for item in (*made, *edges)}
    if label is None and len(proposal.positions) == 0:
        label = (
            tr("Take out {0} edges").format(len(proposal.gone_edges))
            if proposal.gone_edges
            else tr("Join waypoints by {0} edges").format(len(edges))
        )
    if label is None:
        label = tr("Grow a network of {0} waypoints and {1} edges").format(len(made), len(edges))
    return Edit.change(level, items, label)


def returning(level: Level, proposal: Proposal) -> dict[int, Waypoint]:
    """Return the replaced waypoints that a network grows again, by row of its new waypoints.

    These stand where a new one comes to stand, to the millimetre. They keep their ids, names and
    edges, so that a network that grows again changes only what has become different.
    """
    there: dict[tuple[float, float], Waypoint] = {}
    for key in proposal.standing.replaced:
        waypoint = level.of(Waypoint)[key]
        there.setdefault(_rounded(*waypoint.position), waypoint)
    found: dict[int, Waypoint] = {}
    for row, place in enumerate(proposal.positions.tolist() if there else ()):
        spot = _rounded(*place)
        if spot in there:
            found[row] = there.pop(spot)
    return found


def _rounded(x: float, z: float) -> tuple[float, float]:
    return round(x, 3), round(z, 3)


def _edges_at(level: Level, back: Mapping[int, Waypoint]) -> dict[frozenset[int], Edge]:
    """Return the edges at waypoints that return, by their ends; of several the least id."""
    ids = sorted(waypoint.id for waypoint in back.values())
    found: dict[frozenset[int], Edge] = {}
    for edge in sorted(level.referring(ids), key=lambda one: one.id):
        if isinstance(edge, Edge):
            found.setdefault(frozenset(edge.references), edge)
    return found


def _waypoints(
    level: Level, proposal: Proposal, ids: Sequence[int], layer: str, tags: tuple[str, ...]
) -> list[Waypoint]:
    """Return the new waypoints, named and numbered; those that return keep their names."""
    gone = set(proposal.standing.replaced).difference(ids)
    names = Names(names_in(level) - {level.element(key).name for key in gone})
    orders = count(int(last_order(level, Waypoint)) + 1)
    plain: tuple[WaypointType, ...] = ("navigation",)
    types = proposal.types or plain * len(ids)
    called = proposal.names or ("",) * len(ids)
    rooms = proposal.rooms.tolist() or (0.0,) * len(ids)
    made: list[Waypoint] = []
    held = level.of(Waypoint)
    for key, place, kind, name, room in zip(
        ids, proposal.positions.tolist(), types, called, rooms, strict=True
    ):
        old = held.get(key)
        if old is not None:
            same = replace(old, type=kind, clear_radius=room, layer=layer)
            made.append(replace(same, position=(place[0], place[1])))
            continue
        waypoint = Waypoint(
            id=key, order=float(next(orders)), position=(place[0], place[1]), type=kind,
            clear_radius=room, layer=layer, tags=tags,
        )  # fmt: skip
        stem = name or f"{words_of(waypoint).stem}_1"
        made.append(replace(waypoint, name=names.take(stem)))
    return made
