"""Columns beside the places of an agent's stops: how long it pauses there, and where it looks."""

import math
from collections.abc import Callable
from typing import Final

from editor.document import Document
from editor.numbers import evaluate
from editor.panels.properties.place_model import Column, plain
from navcore.i18n import mark, tr
from navcore.level.model import Agent
from navcore.level.operations import set_stops

PAUSE_TIP: Final = mark("Seconds to wait at the stop; empty: the agent's own Wait")
LOOK_TIP: Final = mark("Degrees, 0 is right and 90 is up; empty: along the path")


def stop_columns(agent: Agent, document: Callable[[], Document]) -> tuple[Column, ...]:
    """What is shown of the stops of an agent; what is typed is one undo step each."""
    numbers = range(len(agent.goals))
    stops = [agent.stop(number) for number in numbers]
    pauses = tuple("" if stop.pause is None else plain(stop.pause) for stop in stops)
    looks = tuple("" if stop.facing is None else _degrees(stop.facing) for stop in stops)

    def set_pause(number: int, text: str) -> None:
        pause = evaluate(text, unit="s") if text.strip() else None
        _set(document(), agent.id, number, pause=pause)

    def set_look(number: int, text: str) -> None:
        facing = math.radians(evaluate(text, unit="°")) if text.strip() else None
        _set(document(), agent.id, number, facing=facing)

    return (
        Column(
            tr("pause"), tr(PAUSE_TIP), pauses, plain(agent.wait), tr("{0} s").format, set_pause
        ),
        Column(tr("look"), tr(LOOK_TIP), looks, "", _shown_look, set_look),
    )


def _set(document: Document, agent_id: int, number: int, **fields: float | None) -> None:
    document.commit(set_stops(document.level, {agent_id: {number}}, **fields))


def _shown_look(degrees: str) -> str:
    return f"{round(float(degrees))}°" if degrees else tr("path")


def _degrees(facing: float) -> str:
    return plain(round(math.degrees(facing), 6))
