"""Routes of the selected agents: turned round, closed, deleted; what they do at single stops."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from editor.actions.table import Action, row
from editor.actions.targets import commit, free, say_what_stays
from editor.actions.workbench import Workbench
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, RouteMode

WORDS: Final = mark("goal patrol route waypoint stop")
"""Other words that designers know for what routes are made of."""


def routed(bench: Workbench) -> list[Agent]:
    """The selected agents that have a route and can be changed."""
    agents = bench.document.level.agents
    found = (agents[agent_id] for agent_id in sorted(agents.keys() & free(bench)))
    return [agent for agent in found if agent.goals]


def chosen_stops(bench: Workbench) -> Mapping[int, frozenset[int]]:
    """The selected stops of agents that can be changed: id -> indices."""
    ids = {agent.id for agent in routed(bench)}
    return {i: at for i, at in bench.document.selection.handles.items() if at and i in ids}


def _has_route(bench: Workbench) -> bool:
    return bool(routed(bench))


def _all_loop(bench: Workbench) -> bool:
    return all(agent.loop for agent in routed(bench))


def _change(bench: Workbench, make: Callable[[Level, list[int]], Edit]) -> None:
    """Change all routes in one step; what is selected and locked is told of."""
    bench.canvas.settle()
    ids = [agent.id for agent in routed(bench)]
    commit(bench, lambda: make(bench.document.level, ids))
    say_what_stays(bench)


def _turn_loop(bench: Workbench) -> None:
    mode: RouteMode = "once" if _all_loop(bench) else "loop"
    _change(bench, lambda level, ids: operations.set_mode(level, ids, mode))


def _delete_stops(bench: Workbench) -> None:
    bench.canvas.settle()
    stops = chosen_stops(bench)
    commit(bench, lambda: operations.delete_handles(bench.document.level, stops))


def _delete_text(bench: Workbench) -> str:
    count = sum(map(len, chosen_stops(bench).values()))
    return tr("Delete the stop") if count <= 1 else tr("Delete {0} stops").format(count)


def _row(name: str, text: str, do: Callable[[Workbench], Any], **more: Any) -> Action:
    return row(name, "Edit/Route", text, do, words=WORDS, **{"enabled": _has_route, **more})


ROWS: Final[tuple[Action, ...]] = (
    _row("route_reverse", "Reverse the route",
         partial(_change, make=operations.reverse_routes), tip="Visit the last stop first"),
    _row("route_loop", "Close the loop", _turn_loop,
         named=lambda b: tr("Open the loop") if _has_route(b) and _all_loop(b)
         else tr("Close the loop"), tip="Start over after the last stop, or stay there"),
    _row("route_stops", "Pause and look…", lambda b: b.frame.ask("stops"),
         tip="How long agents wait at the selected stops, or at all, and where they look"),
    _row("route_delete_stops", "Delete the stop", _delete_stops, named=_delete_text,
         enabled=lambda b: bool(chosen_stops(b))),
    _row("route_delete", "Delete the route",
         partial(_change, make=operations.delete_routes), tip="The agents stay where they are"),
)  # fmt: skip
