"""Actions for the workbench: a row, and conditions that several of them use."""

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from editor.actions.row import Row
from editor.actions.workbench import Workbench
from editor.tools.messages.waypoint import TYPES as WAYPOINT_TYPES
from navcore.i18n import mark
from navcore.level.kinds import kind_of_type

Action: TypeAlias = Row[Workbench]
Do: TypeAlias = Callable[[Workbench], Any]
Ask: TypeAlias = Callable[[Workbench], bool]


def row(name: str, menu: str, text: str, do: Do, *keys: str, **more: Any) -> Action:
    """Return a row of the table; `more` are the fields of `Row` beyond the keys."""
    why = _REASONS_OF.get(name) or _REASONS.get(more.get("enabled"), _NOT_NOW)
    return Row(name, menu, text, do, keys, why=why, **more)


def selected(bench: Workbench) -> bool:
    """Return whether anything is selected."""
    return bool(bench.document.selection.ids)


def several_selected(bench: Workbench) -> bool:
    """Return whether two elements or more are selected."""
    return len(bench.document.selection.ids) > 1


def drawn(bench: Workbench) -> bool:
    """Return whether the level has any elements."""
    return any(kind_of_type(kind).listed for kind in bench.document.level.held)


_NOT_NOW: Final = mark("This is not available now.")
_REASONS: Final[dict[object, str]] = {
    selected: mark("Nothing is selected."),
    several_selected: mark("Fewer than two things are selected."),
    drawn: mark("Nothing is drawn yet."),
}
"""Why an action with this question can't be done when the answer is no."""

_REASONS_OF: Final = {
    "next_problem": mark("The level has no problems."),
    "previous_problem": mark("The level has no problems."),
    "pin_probe": mark("The probe shows no path: press Q and drag from one place to another."),
    "unpin_all": mark("No probe is pinned."),
    **dict.fromkeys(
        ("expect_this", "expect_length"), mark("The probe shows no path: drag one with it first.")
    ),
    "expect_arrival": mark("No agent has anywhere to go."),
    "next_failing_test": mark("No test fails."),
    "fix_problem": mark("Go to a problem that can be fixed first."),
    "undo": mark("There is nothing to undo."),
    "redo": mark("There is nothing to redo."),
    "copy": mark("Nothing is selected."),
    "delete": mark("Nothing is selected."),
    "select_none": mark("Nothing is selected."),
    "delete_and_mend": mark("No door is selected."),
    "toggle_door": mark(
        "No door is selected or under the mouse. Runs take obstacles, zones and waypoints, too."
    ),
    "pick_terrain": mark("No terrain is under the mouse."),
    "keep": mark("Nothing selected differs between this run and the level."),
    "back_to_route": mark("No selected agent was sent away from its route in this run."),
    "send_player": mark("The run stands at the start, or has no player."),
    "send_everybody": mark("The run stands at the start, or has no agents."),
    "spawn_here": mark("The run stands at the start: the spawn brush draws in the level."),
    **dict.fromkeys(
        ("route_reverse", "route_loop", "route_return", "route_stops", "route_delete"),
        mark("No route is selected, nor an agent with a route of its own."),
    ),
    "route_delete_stops": mark("No stop is selected."),
    "route_share": mark("No agent with a route of its own is selected."),
    "route_over": mark("No waypoint is selected."),
    "route_walk": mark("Select one route, and the agents that are to walk it."),
    "route_own": mark("No agent that shares a route is selected."),
    "route_select": mark("No agent that shares a route is selected."),
    "route_walkers": mark("No route that agents walk is selected."),
    "route_spread": mark("Select a route that several agents walk round, or there and back."),
    "reverse_link": mark("No link is selected."),
    **dict.fromkeys(
        ("connect_chain", "connect_nearest", "connect_sight", "connect_all"),
        mark("Fewer than two waypoints are selected."),
    ),
    "disconnect": mark("No waypoints that are joined are selected."),
    "grow_network": mark("The level has no area."),
    "grow_from_walk": mark("Select agents that have walked in the run."),
    "grow_paths": mark("No waypoint is selected."),
    **dict.fromkeys(("edge_one_way", "edge_turn"), mark("No edge is selected.")),
    "network_off": mark("No waypoint or edge is selected."),
    **dict.fromkeys(
        (f"waypoint_{type_}" for type_ in WAYPOINT_TYPES), mark("No waypoint is selected.")
    ),
    "follow": mark("No agent is selected, or several are."),
    "why": mark("Select one agent, or press Q and drag to where no path leads."),
    "step_back": mark("The run stands at the start."),
    "go_on": mark("The end of the run is shown: it goes on from there anyway."),
    "other_run": mark("No run is set aside."),
    "export_graph": mark("The level has no waypoints."),
    "save_recording": mark("The run stands at the start."),
    "export_recording": mark("The run stands at the start."),
    "unlock_all": mark("Nothing is locked."),
    "show_all": mark("Nothing is hidden."),
    "reset_preset": mark("Nothing was changed in this preset."),
    "ungroup": mark("Nothing selected is in a group."),
    "the_group": mark("Nothing selected is in a group."),
    "show_only": mark("Nothing is selected."),
    "distribute_x": mark("Fewer than three things are selected."),
    "distribute_z": mark("Fewer than three things are selected."),
    "unite": mark("Fewer than two areas or obstacles are selected."),
    "subtract": mark("Fewer than two areas or obstacles are selected."),
    "pivot_back": mark("The pivot is in the middle."),
    **dict.fromkeys(
        ("choose_state", "next_state", "previous_state"),
        mark("The level has no states. Add one from the doors as they stand."),
    ),
    "update_state": mark("No state is shown, or the run has switched nothing."),
    "choose_type": mark("The level has one agent type. The library adds others."),
    **dict.fromkeys(
        ("storey_up", "storey_down", "all_storeys", "choose_storey"),
        mark("The level has one storey. The library adds others."),
    ),
    **dict.fromkeys(
        ("move_to_storey", "copy_to_storey"),
        mark("Nothing is selected, or the level has one storey. The library adds others."),
    ),
    "scale_picture": mark("The level has no picture."),
    "tool_split": mark("No area or obstacle is selected."),
}
"""Why actions with questions of their own can't be done."""
