"""Actions for a run's agents at the place under the mouse, and the camera that follows one."""

from typing import Final

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.tools.messages import spawn as say
from editor.tools.spawn import SpawnTool
from editor.tools.tool import RunInput, Select
from navcore.level.model import Point


def _target_place(bench: Workbench) -> Point:
    """Return the place under the mouse; the middle of the view if the mouse is elsewhere."""
    pointer = bench.canvas.gestures.pointer
    return bench.canvas.viewport.middle() if pointer is None else pointer.position


def _is_on(bench: Workbench) -> bool:
    return not bench.run.playhead.at_start


def _player(bench: Workbench) -> int | None:
    """Id of the player."""
    agents = bench.document.level.agents
    return next((agent.id for agent in agents.values() if agent.player), None)


def _can_send_player(bench: Workbench) -> bool:
    return _is_on(bench) and _player(bench) is not None


def _send_player(bench: Workbench) -> None:
    bench.canvas.settle()
    player = _player(bench)
    if player is not None:
        bench.run.commands.send([player], _target_place(bench))


def _can_send_everybody(bench: Workbench) -> bool:
    return _is_on(bench) and bool(bench.run.agents.crowd().elements)


def _send_everybody(bench: Workbench) -> None:
    bench.canvas.settle()
    bench.run.commands.send(
        [agent.id for agent in bench.run.agents.crowd().elements], _target_place(bench)
    )


def _brush(bench: Workbench) -> SpawnTool:
    return next(tool for tool in bench.canvas.gestures.tools if isinstance(tool, SpawnTool))


def _spawn_text(bench: Workbench) -> str:
    return say.here(_brush(bench).count.set)


def _spawn(bench: Workbench) -> None:
    """Place agents like a click of the brush: the same number, within its radius."""
    bench.canvas.settle()
    gestures, brush = bench.canvas.gestures, _brush(bench)
    view, place = gestures.view(), _target_place(bench)
    effect = brush.laid(place, view)
    if isinstance(effect, RunInput) and effect.select is not None:
        bench.run.commands.carry_out(effect.requests)
        gestures.select(Select(effect.select))
    else:
        gestures.said.emit(brush.refusal(place, view))


def _agents(bench: Workbench) -> list[int]:
    """Return the selected agents."""
    selected = bench.document.selection.ids & bench.document.level.agents.keys()
    return sorted(selected | bench.run.agents.chosen)


def _followed_anew(bench: Workbench) -> int | None:
    """Return the selected agent if it is the only one and isn't followed already."""
    agents = _agents(bench)
    if len(agents) != 1 or agents[0] == bench.canvas.follower.agent:
        return None
    return agents[0]


def _can_follow(bench: Workbench) -> bool:
    return bench.canvas.follower.agent is not None or _followed_anew(bench) is not None


def _follow(bench: Workbench) -> None:
    """Follow the selected agent; if it is followed already, stop."""
    agent = _followed_anew(bench)
    if agent is None:
        bench.canvas.follower.end()
    else:
        bench.canvas.follower.begin(agent)


def _follows(bench: Workbench) -> bool:
    return bench.canvas.follower.agent is not None and _followed_anew(bench) is None


ROWS: Final[tuple[Action, ...]] = (
    row("send_player", "|Play/At the mouse", "Send the player here", _send_player,
        enabled=_can_send_player,
        tip="Let the player walk to the place under the mouse, or to the middle of the view"),
    row("send_everybody", "Play/At the mouse", "Send everybody here", _send_everybody,
        enabled=_can_send_everybody,
        tip="Let all agents walk to the place under the mouse, or to the middle of the view"),
    row("spawn_here", "Play/At the mouse|", "Spawn agents here", _spawn, enabled=_is_on,
        named=_spawn_text,
        tip="Add as many agents to this run as the spawn brush would"),
    row("follow", "Play", "Follow the agent", _follow, "Y", icon="follow", enabled=_can_follow,
        checked=_follows, tip="Keep the selected agent in the middle of the view"),
)  # fmt: skip
