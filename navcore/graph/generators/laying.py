"""The edit that lays a proposed network: one step to undo (S4-020)."""

from collections.abc import Sequence
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
    change. Routes that stop at a removed waypoint keep the place of the stop.

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
    ids = proposal.standing.ids.tolist()
    tags = () if by_hand else (GROWN,)
    keys = [fresh_id(new_id, used) for _ in proposal.positions]
    made = _waypoints(level, proposal, keys, layer, tags)
    ids += [waypoint.id for waypoint in made]
    orders = count(int(last_order(level, Edge)) + 1)
    needs = proposal.needs or ((),) * len(proposal.pairs)
    edges = [
        Edge(id=fresh_id(new_id, used), order=float(next(orders)), start=ids[a], end=ids[b],
             needs=abilities, layer=layer)
        for (a, b), abilities in zip(proposal.pairs.tolist(), needs, strict=True)
    ]  # fmt: skip
    items: dict[int, Item | None] = dict.fromkeys(
        (*proposal.standing.replaced, *proposal.gone_edges)
    )
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


def _waypoints(
    level: Level, proposal: Proposal, ids: Sequence[int], layer: str, tags: tuple[str, ...]
) -> list[Waypoint]:
    """Return the new waypoints, named and numbered."""
    names = Names(names_in(level) - _names_of(level, proposal.standing.replaced))
    orders = count(int(last_order(level, Waypoint)) + 1)
    plain: tuple[WaypointType, ...] = ("navigation",)
    types = proposal.types or plain * len(ids)
    called = proposal.names or ("",) * len(ids)
    rooms = proposal.rooms.tolist() or (0.0,) * len(ids)
    made: list[Waypoint] = []
    for key, place, kind, name, room in zip(
        ids, proposal.positions.tolist(), types, called, rooms, strict=True
    ):
        waypoint = Waypoint(
            id=key, order=float(next(orders)), position=(place[0], place[1]), type=kind,
            clear_radius=room, layer=layer, tags=tags,
        )  # fmt: skip
        stem = name or f"{words_of(waypoint).stem}_1"
        made.append(replace(waypoint, name=names.take(stem)))
    return made


def _names_of(level: Level, ids: Sequence[int]) -> set[str]:
    return {level.element(key).name for key in ids}
