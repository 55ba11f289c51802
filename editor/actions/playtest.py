"""What is done with agents of a run at the place under the mouse, and the camera that follows."""

from typing import Final

from editor.actions.table import Action, Parts, row
from editor.tools.messages import spawn as say
from editor.tools.spawn import SpawnTool
from editor.tools.tool import RunInput, Select
from navcore.level.model import Point


def _here(parts: Parts) -> Point:
    """The place under the mouse; the middle of the view if the mouse is elsewhere."""
    pointer = parts.canvas.gestures.pointer
    return parts.canvas.middle() if pointer is None else pointer.position


def _is_on(parts: Parts) -> bool:
    return not parts.run.playhead.at_start


def _player(parts: Parts) -> int | None:
    """Id of the player."""
    agents = parts.document.level.agents
    return next((agent.id for agent in agents.values() if agent.player), None)


def _can_send_player(parts: Parts) -> bool:
    return _is_on(parts) and _player(parts) is not None


def _send_player(parts: Parts) -> None:
    parts.canvas.settle()
    player = _player(parts)
    if player is not None:
        parts.run.commands.send([player], _here(parts))


def _can_send_everybody(parts: Parts) -> bool:
    return _is_on(parts) and bool(parts.run.agents.crowd().elements)


def _send_everybody(parts: Parts) -> None:
    parts.canvas.settle()
    parts.run.commands.send([agent.id for agent in parts.run.agents.crowd().elements], _here(parts))


def _brush(parts: Parts) -> SpawnTool:
    return next(tool for tool in parts.canvas.tools if isinstance(tool, SpawnTool))


def _spawn_text(parts: Parts) -> str:
    return say.here(_brush(parts).count)


def _spawn(parts: Parts) -> None:
    """As a click of the brush would: as many, within its radius."""
    parts.canvas.settle()
    gestures, brush = parts.canvas.gestures, _brush(parts)
    view, place = gestures.view(), _here(parts)
    effect = brush.laid(place, view)
    if isinstance(effect, RunInput) and effect.select is not None:
        parts.run.commands.carry_out(effect.requests)
        gestures.select(Select(effect.select))
    else:
        gestures.said.emit(brush.refusal(place, view))


def _agents(parts: Parts) -> list[int]:
    """The selected agents."""
    selected = parts.document.selection.ids & parts.document.level.agents.keys()
    return sorted(selected | parts.run.agents.chosen)


def _followed_anew(parts: Parts) -> int | None:
    """Whom to follow from now on: the one agent selected, unless it is followed already."""
    agents = _agents(parts)
    if len(agents) != 1 or agents[0] == parts.canvas.follower.agent:
        return None
    return agents[0]


def _can_follow(parts: Parts) -> bool:
    return parts.canvas.follower.agent is not None or _followed_anew(parts) is not None


def _follow(parts: Parts) -> None:
    """Follow the selected agent; the one that is followed already, no more."""
    agent = _followed_anew(parts)
    if agent is None:
        parts.canvas.follower.end()
    else:
        parts.canvas.follower.begin(agent)


def _follows(parts: Parts) -> bool:
    return parts.canvas.follower.agent is not None and _followed_anew(parts) is None


ROWS: Final[tuple[Action, ...]] = (
    row("send_player", "|Play", "Send the player here", _send_player, enabled=_can_send_player,
        tip="Let the player walk to the place under the mouse, or to the middle of the view"),
    row("send_everybody", "Play", "Send everybody here", _send_everybody,
        enabled=_can_send_everybody,
        tip="Let all agents walk to the place under the mouse, or to the middle of the view"),
    row("spawn_here", "Play", "Spawn agents here", _spawn, enabled=_is_on, named=_spawn_text,
        tip="Add as many agents to this run as the spawn brush would"),
    row("follow", "|Play", "Follow the agent", _follow, "Y", icon="follow", enabled=_can_follow,
        checked=_follows, tip="Keep the selected agent in the middle of the view"),
)  # fmt: skip
