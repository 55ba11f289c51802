"""Routes of the selected agents, and selected routes: share, set mode, reverse, close, delete.

Actions for single stops are here, too.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

import numpy as np

from editor.actions.table import Action, row
from editor.actions.targets import commit, free, of_selection, say, say_what_stays
from editor.actions.workbench import Workbench
from editor.tools.legs import RouteSight, find_leg
from editor.tools.route_paths import reaches
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Route, RouteMode, Waypoint, WithStops
from navcore.level.naming import called
from navcore.level.operations.route_over import route_over
from navcore.level.operations.spread_walkers import Walked, spread_walkers
from navcore.level.shared_routes import walkers_of
from navcore.level.tables import GROUND

WORDS: Final = mark("goal patrol route waypoint stop")
"""Other words that designers know for what routes are made of."""


@of_selection
def routed(bench: Workbench) -> list[WithStops]:
    """Return the selected routes and agents with stops of their own that can be changed."""
    kinds = [
        held for kind, held in bench.document.level.held.items() if issubclass(kind, WithStops)
    ]
    found = {one: held[one] for held in kinds for one in held.keys() & free(bench)}
    chosen = (found[one] for one in sorted(found))
    return [one for one in chosen if isinstance(one, WithStops) and one.goals]


def chosen_stops(bench: Workbench) -> Mapping[int, frozenset[int]]:
    """Return the selected stops that can be changed: id -> indices."""
    ids = {one.id for one in routed(bench)}
    return {i: at for i, at in bench.document.selection.handles.items() if at and i in ids}


def sharing(bench: Workbench) -> list[Agent]:
    """Return the selected agents that walk a shared route and can be changed."""
    return [agent for agent in _agents(bench) if agent.route is not None]


def _agents(bench: Workbench) -> list[Agent]:
    agents = bench.document.level.agents
    return [agents[one] for one in sorted(agents.keys() & free(bench))]


def _own(bench: Workbench) -> list[Agent]:
    """Return the selected agents with stops of their own that can be changed."""
    return [agent for agent in _agents(bench) if agent.goals and agent.route is None]


def _chosen_route(bench: Workbench) -> Route | None:
    """Return the selected route, locked or not, if it is the only one."""
    document = bench.document
    ids = (document.selection.ids & document.level.of(Route).keys()) - document.hidden
    return document.level.of(Route)[next(iter(ids))] if len(ids) == 1 else None


def _new_walkers(bench: Workbench) -> list[Agent]:
    """Return the selected agents that do not walk the selected route yet."""
    route = _chosen_route(bench)
    return [] if route is None else [a for a in _agents(bench) if a.route != route.id]


def _has_route(bench: Workbench) -> bool:
    return bool(routed(bench))


def _all_walk(bench: Workbench, mode: RouteMode) -> bool:
    return _has_route(bench) and all(one.mode == mode for one in routed(bench))


def _change(bench: Workbench, make: Callable[[Level, list[int]], Edit]) -> None:
    """Change all routes in one undo step; report selected routes that are locked."""
    bench.canvas.settle()
    ids = [one.id for one in routed(bench)]
    commit(bench, lambda: make(bench.document.level, ids))
    say_what_stays(bench)


def _turn(bench: Workbench, mode: RouteMode) -> None:
    """Set the mode of all routes; if all of them have it already, set `once`."""
    new: RouteMode = "once" if _all_walk(bench, mode) else mode
    _change(bench, lambda level, ids: operations.set_mode(level, ids, new))


def _delete(bench: Workbench) -> None:
    """Delete routes; agents leave shared ones."""
    bench.canvas.settle()
    ids = [one.id for one in (*routed(bench), *sharing(bench))]
    commit(bench, lambda: operations.delete_routes(bench.document.level, ids))
    say_what_stays(bench)


def _delete_routes_text(bench: Workbench) -> str:
    if _has_route(bench) or not sharing(bench):
        return tr("Delete the route")
    return tr("Leave the route")


def _delete_stops(bench: Workbench) -> None:
    bench.canvas.settle()
    stops = chosen_stops(bench)
    commit(bench, lambda: operations.delete_handles(bench.document.level, stops))


def _delete_text(bench: Workbench) -> str:
    count = sum(map(len, chosen_stops(bench).values()))
    return tr("Delete the stop") if count <= 1 else tr("Delete {0} stops").format(count)


def share(bench: Workbench) -> None:
    """Make the agents' own stops routes that others can walk, too, and select them."""
    bench.canvas.settle()
    document, ids = bench.document, [agent.id for agent in _own(bench)]
    edit = commit(bench, lambda: operations.share_routes(document.level, ids, document.new_id))
    routes = {i for i, item in edit.after.items() if isinstance(item, Route)}
    if routes:
        document.select(document.selection.ids | routes)
    say_what_stays(bench)


def _waypoints(bench: Workbench) -> frozenset[int]:
    """Return the visible selected waypoints; locked ones may be stops, too."""
    document = bench.document
    return (document.selection.ids & document.level.of(Waypoint).keys()) - document.unseen


def _lay_over(bench: Workbench) -> None:
    """Lay a route over the selected waypoints, which becomes selected."""
    bench.canvas.settle()
    document, ids = bench.document, _waypoints(bench)
    edit = commit(bench, lambda: route_over(document.level, ids, document.new_id))
    if edit:
        document.select(frozenset(edit.after))


def _walk(bench: Workbench) -> None:
    bench.canvas.settle()
    route, agents = _chosen_route(bench), _new_walkers(bench)
    ids = [agent.id for agent in agents]
    if route is not None and commit(
        bench, lambda: operations.walk_route(bench.document.level, ids, route.id)
    ):
        count = len(walkers_of(bench.document.level, route.id))
        if count > len(agents):
            sentence = mark("{0} walks {1} now, {2} agents in all.")
            many = mark("{0} walk {1} now, {2} agents in all.")
        else:
            sentence, many = mark("{0} walks {1} now."), mark("{0} walk {1} now.")
        words = called(agents), called([route]), str(count)
        say(bench, sentence if len(agents) == 1 else many, *words)
    say_what_stays(bench)


def _walk_text(bench: Workbench) -> str:
    route, agents = _chosen_route(bench), _new_walkers(bench)
    if route is None or not agents:
        return tr("Walk this route")
    return tr("Let {0} walk {1}").format(called(agents), called([route]))


def _spread(bench: Workbench) -> None:
    """Distribute the agents of the selected route, or of their shared one, evenly along it."""
    bench.canvas.settle()
    found = _spreads(bench)
    if found is None:
        return
    route, ids = found
    level, world = bench.document.level, bench.bake.world
    legs = RouteSight.of(level, None).legs(route)
    paths = [find_leg(leg, world) for leg in legs]
    if any(len(path.links) or leg.goal_layer for leg, path in zip(legs, paths, strict=True)):
        say(bench, mark("{0} leads over several storeys: place its agents by hand."), route.name)
        return
    if not all(map(reaches, paths)):
        say(bench, mark("Not all stops of {0} can be reached."), route.name)
        return
    walked = [
        Walked(
            np.vstack((path.start, path.points)),
            GROUND if leg.profile is None else leg.profile.layer,
        )
        for leg, path in zip(legs, paths, strict=True)
    ]
    nothing = mark("They stand evenly along the route already.")
    if commit(bench, lambda: spread_walkers(bench.document.level, route.id, walked, ids), nothing):
        say(bench, mark("{0} agents stand evenly along {1} now."), str(len(ids)), called([route]))


def _spreads(bench: Workbench) -> tuple[Route, list[int]] | None:
    """The route that is selected, or that selected agents share, and the agents to be spread."""
    document, route = bench.document, _chosen_route(bench)
    level = document.level
    if route is None:
        shared = _shared(bench)
        route = level.of(Route).get(next(iter(shared))) if len(shared) == 1 else None
    if route is None or route.mode == "once":
        return None
    untouchable = document.untouchable
    ids = [one.id for one in walkers_of(level, route.id) if one.id not in untouchable]
    return (route, ids) if len(ids) > 1 else None


def make_own(bench: Workbench) -> None:
    """Give each selected agent a copy of the route that it shares."""
    bench.canvas.settle()
    ids = [agent.id for agent in sharing(bench)]
    commit(bench, lambda: operations.own_routes(bench.document.level, ids))
    say_what_stays(bench)


def _walkers(bench: Workbench) -> frozenset[int]:
    """Return the agents that walk the selected routes."""
    document = bench.document
    routes = document.selection.ids & document.level.of(Route).keys()
    found = {agent.id for route in routes for agent in walkers_of(document.level, route)}
    return frozenset(found) - document.unseen


def _shared(bench: Workbench) -> frozenset[int]:
    """Return the routes that the selected agents share."""
    document = bench.document
    agents = document.level.agents
    routes = {agents[one].route for one in agents.keys() & document.selection.ids}
    return frozenset(one for one in routes if one is not None) - document.unseen


def _row(name: str, text: str, do: Callable[[Workbench], Any], **more: Any) -> Action:
    return row(name, "Edit/Route", text, do, words=WORDS, **{"enabled": _has_route, **more})


ROWS: Final[tuple[Action, ...]] = (
    _row("route_share", "Share this route", share, enabled=lambda b: bool(_own(b)),
         tip="Make the agent's stops a route that others can walk, too"),
    _row("route_over", "Lay a route over these waypoints", _lay_over,
         enabled=lambda b: bool(_waypoints(b)),
         tip="With a stop at each of them, in the order in which edges join them"),
    _row("route_walk", "Walk this route", _walk, named=_walk_text,
         enabled=lambda b: bool(_new_walkers(b)),
         tip="Let the selected agents walk the selected route instead of their own"),
    _row("route_own", "Make the route its own", make_own, enabled=lambda b: bool(sharing(b)),
         tip="Copy the stops of the shared route, and leave it to the others"),
    _row("route_select", "Select its route", lambda b: b.document.select(_shared(b)),
         enabled=lambda b: bool(_shared(b)), tip="The shared route that the agent walks"),
    _row("route_walkers", "Select its agents", lambda b: b.document.select(_walkers(b)),
         enabled=lambda b: bool(_walkers(b)),
         tip="All agents that walk the selected route"),
    _row("route_spread", "Spread its agents evenly", _spread,
         enabled=lambda b: _spreads(b) is not None,
         tip="Put all agents of the route at even distances along it, facing ahead"),
    row("route_reverse", "Edit/Route|", "Reverse the route",
        partial(_change, make=operations.reverse_routes), enabled=_has_route, words=WORDS,
        tip="Visit the last stop first"),
    _row("route_loop", "Close the loop", partial(_turn, mode="loop"),
         named=lambda b: tr("Open the loop") if _all_walk(b, "loop") else tr("Close the loop"),
         tip="Start over after the last stop, or stay there"),
    _row("route_return", "Walk there and back", partial(_turn, mode="return"),
         named=lambda b: tr("Walk it once") if _all_walk(b, "return")
         else tr("Walk there and back"),
         tip="Come back stop by stop after the last one, and start over"),
    _row("route_stops", "Pause and look direction…", lambda b: b.frame.ask("stops"),
         tip="How long agents wait at the selected stops, or at all, and where they look"),
    _row("route_delete_stops", "Delete the stop", _delete_stops, named=_delete_text,
         enabled=lambda b: bool(chosen_stops(b))),
    _row("route_delete", "Delete the route", _delete, named=_delete_routes_text,
         enabled=lambda b: _has_route(b) or bool(sharing(b)),
         tip="The agents stay where they are"),
)  # fmt: skip
