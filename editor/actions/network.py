"""Networks: the selected waypoints joined, parted and typed; edges made one way, turned round."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

import numpy as np

from editor.actions.links import turn_round
from editor.actions.table import Action, row
from editor.actions.targets import commit, free, of_selection, say, say_what_stays
from editor.actions.workbench import Workbench
from editor.tools.corridor import (
    CorridorCheck,
    Place,
    floor_in,
    name_of,
    open_cells,
)
from editor.tools.messages.waypoint import TYPES, in_the_way
from navcore.graph.clearance import Blocked, Clearance
from navcore.graph.corridors import grow_corridors
from navcore.graph.generators.connect import connect as connect_in_sight
from navcore.graph.generators.proposal import Standing
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Edge, Level, Profile, Waypoint
from navcore.level.naming import NewId, called
from navcore.level.operations import set_fields
from navcore.level.operations.network import (
    Joining,
    connect,
    disconnect,
    edge_between,
    edges_among,
    join,
    set_one_way,
    turn_edges_round,
)
from navcore.level.profiles import on_layer

_NONE: Final = np.empty((0, 2), np.int64)

WORDS: Final = mark("waypoint edge graph network node join link")
"""Other words that designers know for what networks are made of."""


@of_selection
def waypoints_in_order(bench: Workbench) -> list[int]:
    """Return the selected waypoints that can be changed, in order of selection."""
    held, free_ids = bench.document.level.of(Waypoint), free(bench)
    return [i for i in bench.document.selection.order if i in held and i in free_ids]


@of_selection
def chosen_edges(bench: Workbench) -> list[int]:
    """Return the selected free edges; without any, those between selected waypoints."""
    document = bench.document
    edges = sorted(free(bench) & document.level.of(Edge).keys())
    if edges:
        return edges
    among = edges_among(document.level, waypoints_in_order(bench))
    untouchable = document.untouchable
    return [edge.id for edge in among if edge.id not in untouchable]


def has_floor(bench: Workbench) -> bool:
    """Return whether the level has an area."""
    return bool(bench.document.level.areas)


def walkers_of(bench: Workbench) -> list[Agent]:
    """Return the selected agents that were in the run that is on; none at the start."""
    if bench.run.playhead.length <= 0.0:
        return []
    spawned, agents = bench.run.record.spawned(), bench.document.level.agents
    ids = sorted(bench.document.selection.ids | bench.run.agents.chosen)
    found = (agents.get(i) or spawned.get(i) for i in ids)
    return [agent for agent in found if agent is not None]


def _several(bench: Workbench) -> bool:
    return len(waypoints_in_order(bench)) > 1


@of_selection
def _are_joined(bench: Workbench) -> bool:
    ids, level = waypoints_in_order(bench), bench.document.level
    ends = frozenset(ids)
    edges = (one for i in ids for one in level.referring((i,)) if isinstance(one, Edge))
    return any(len(ids) == 1 or ends.issuperset(edge.references) for edge in edges)


def _are_one_way(bench: Workbench) -> bool:
    level, edges = bench.document.level, chosen_edges(bench)
    return bool(edges) and all(level.of(Edge)[one].one_way for one in edges)


def _change(
    bench: Workbench, make: Callable[[Level], Edit], nothing: str = "", *, by_hand: bool = True
) -> Edit:
    bench.canvas.settle()
    edit = commit(bench, lambda: make(bench.document.level), nothing, by_hand=by_hand)
    say_what_stays(bench)
    return edit


def _connect(bench: Workbench, how: Joining) -> None:
    ids, new_id = waypoints_in_order(bench), bench.document.new_id
    nothing = mark("These waypoints are joined already.")
    say_what_blocks(bench, _change(bench, lambda level: connect(level, ids, how, new_id), nothing))


def say_what_blocks(bench: Workbench, edit: Edit) -> None:
    """Say what agents of the shown type would touch along edges that were joined, if anything."""
    level = bench.document.level
    waypoints, profile = level.of(Waypoint), bench.bake.shown_floor.profile_in(level.settings)
    checks: defaultdict[str, CorridorCheck] = defaultdict(CorridorCheck)
    found: list[Blocked] = []
    for edge in edit.after.values():
        if not isinstance(edge, Edge):
            continue
        start, end = waypoints[edge.start], waypoints[edge.end]
        layer = level.settings.layer_of(start)
        if level.settings.layer_of(end) != layer:
            continue
        site = Place(level, bench.bake.world, profile, layer)
        blocked = checks[layer].blocked(start.position, end.position, site)
        found += [] if blocked is None else [blocked]
    if len(found) == 1:
        blocked = found[0]
        say(bench, "{0}", in_the_way(name_of(blocked, level), blocked))
    elif found:
        several_blocked = mark("{0} of these edges are blocked, the first by {1}.")
        say(bench, several_blocked, str(len(found)), name_of(found[0], level))


def _disconnect(bench: Workbench) -> None:
    ids = waypoints_in_order(bench)
    _change(bench, lambda level: disconnect(level, ids))


def _make_one_way(bench: Workbench) -> None:
    edges, on = chosen_edges(bench), not _are_one_way(bench)
    _change(bench, lambda level: set_one_way(level, edges, on=on))


def turn(bench: Workbench) -> None:
    """Let the selected edges, or links, lead the other way, in one step."""
    edges = chosen_edges(bench)
    if not edges:
        turn_round(bench)
        return
    _change(bench, lambda level: turn_edges_round(level, edges))


@of_selection
def _switchable(bench: Workbench) -> list[int]:
    """Return the selected waypoints and edges that can be changed."""
    held = bench.document.level.of(Waypoint).keys() | bench.document.level.of(Edge).keys()
    return sorted(free(bench) & held)


@of_selection
def _are_off(bench: Workbench) -> bool:
    level, ids = bench.document.level, _switchable(bench)
    return bool(ids) and not any(level.element(one).active for one in ids)


def _switch_off(bench: Workbench) -> None:
    """Switch off the selected waypoints and edges, or on if all are off, in one step."""
    ids, on = _switchable(bench), _are_off(bench)
    _change(bench, lambda level: set_fields(level, ids, enabled=on))


def _set_type(bench: Workbench, type_: str) -> None:
    ids = waypoints_in_order(bench)
    _change(bench, lambda level: set_fields(level, ids, type=type_))


def _is_type(bench: Workbench, type_: str) -> bool:
    ids, held = waypoints_in_order(bench), bench.document.level.of(Waypoint)
    return bool(ids) and all(held[one].type == type_ for one in ids)


def _clearances(bench: Workbench) -> Iterator[tuple[Clearance, list[int]]]:
    """Yield the clearance of each storey with selected waypoints, and those waypoints."""
    level = bench.document.level
    storeys: dict[str, list[int]] = {}
    for one in waypoints_in_order(bench):
        layer = level.settings.layer_of(level.of(Waypoint)[one])
        storeys.setdefault(layer, []).append(one)
    profile = bench.bake.shown_floor.profile_in(level.settings)
    for layer, ids in storeys.items():
        yield floor_in(level, bench.bake.world, profile, layer), ids


def grounds(bench: Workbench) -> list[tuple[Clearance, list[int]]]:
    """Return the floor for edges on each storey with selected waypoints, and those waypoints."""
    level, world = bench.document.level, bench.bake.world
    profile = bench.bake.shown_floor.profile_in(level.settings)
    return [
        (
            clearance.keeping(clearance.padding.at_least_radius).over(
                open_cells(world, on_layer(profile or Profile(), clearance.layer))
            ),
            ids,
        )
        for clearance, ids in _clearances(bench)
    ]


def join_in_sight(
    level: Level,
    found: Sequence[tuple[Clearance, Sequence[int]]],
    radius: float,
    reach: float,
    new_id: NewId,
) -> Edit:
    """Return the edit that connects all pairs of these waypoints that see each other.

    Args:
        level: The level.
        found: Floor for edges, and the waypoints there, see `grounds`.
        radius: Half the width of the agents, metres.
        reach: Length of the longest edge, metres.
        new_id: Returns a new id.
    """
    pairs: list[tuple[int, int]] = []
    for ground, ids in found:
        every = Standing.of(level, ground.layer, replace=False)
        kept = np.isin(every.ids, ids)
        standing = every._replace(
            ids=every.ids[kept],
            positions=every.positions[kept],
            pairs=_NONE,
            two_way=_NONE,
            rooms=every.rooms[kept],
        )
        proposal = connect_in_sight(ground, radius, standing, reach=reach)
        pairs += [(one, other) for one, other in standing.ids[proposal.pairs].tolist()]
    new = [pair for pair in pairs if edge_between(level, *pair) is None]
    return join(level, new, new_id)


def _grow(bench: Workbench) -> None:
    found = [*_clearances(bench)]

    def grow(level: Level) -> Edit:
        edits = [grow_corridors(level, clearance, ids) for clearance, ids in found]
        after = {i: item for edit in edits for i, item in edit.after.items()}
        label = tr("Widen the paths of {0}")
        return Edit.change(level, after, label.format(called(map(level.element, after))))

    nothing = mark("These paths are as wide as the walls allow.")
    _change(bench, grow, nothing, by_hand=False)


def _row(name: str, menu: str, text: str, do: Callable[[Workbench], Any], **more: Any) -> Action:
    return row(name, menu, text, do, words=WORDS, **more)


ROWS: Final[tuple[Action, ...]] = (
    _row("connect_chain", "Edit/Network", "Connect in a chain", partial(_connect, how="chain"),
         enabled=_several, tip="Each with the next, in the order in which they were selected"),
    _row("connect_nearest", "Edit/Network", "Connect to the nearest",
         partial(_connect, how="nearest"), enabled=_several,
         tip="Each selected waypoint with the nearest other one"),
    _row("connect_all", "Edit/Network", "Connect all with all", partial(_connect, how="all"),
         enabled=_several, tip="Every pair of the selected waypoints"),
    _row("connect_sight", "Edit/Network", "Connect all in sight…",
         lambda b: b.frame.ask("connect"), enabled=_several,
         tip="All pairs up to a distance between which agents of the shown type can walk straight"),
    _row("disconnect", "Edit/Network|", "Disconnect", _disconnect, enabled=_are_joined,
         tip="Delete the edges between the selected waypoints; of one, all that lead there"),
    _row("edge_one_way", "Edit/Network", "Make one way", _make_one_way,
         enabled=lambda b: bool(chosen_edges(b)), checked=_are_one_way,
         tip="Let the selected edges lead one way, or both"),
    _row("edge_turn", "Edit/Network|", "Reverse the direction", turn,
         enabled=lambda b: bool(chosen_edges(b)),
         tip="Let the selected edges start where they end"),
    _row("network_off", "Edit/Network", "Switch off", _switch_off,
         enabled=lambda b: bool(_switchable(b)), checked=_are_off,
         tip="Keep agents off the selected waypoints and edges; a network that is grown again "
             "leaves them as they are"),
    _row("grow_paths", "Edit/Network|", "Widen paths to the walls", _grow,
         enabled=lambda b: bool(waypoints_in_order(b)),
         tip="Let each selected waypoint say how far the nearest wall is"),
    *(
        _row(f"waypoint_{type_}", "Edit/Network/Type", text, partial(_set_type, type_=type_),
             enabled=lambda b: bool(waypoints_in_order(b)), checked=partial(_is_type, type_=type_))
        for type_, text in TYPES.items()
    ),
)  # fmt: skip

GROW: Final = row(
    "grow_network", "Draw/Waypoints|", "Grow network…", lambda b: b.frame.ask("grow"),
    enabled=has_floor,
    tip="Lay waypoints and edges around corners, evenly, at points of interest or from a walk",
    words=f"{WORDS} generate waypoints visibility spread breadcrumbs auto connect",
)  # fmt: skip

GROW_FROM_WALK: Final = row(
    "grow_from_walk", "Play/Selected agents", "Grow a network from its walk…",
    lambda b: b.frame.ask("grow_from_walk"), enabled=lambda b: bool(walkers_of(b)),
    tip="Lay waypoints and edges where the selected agents walked in this run",
    words=f"{WORDS} breadcrumbs track recording",
)  # fmt: skip
