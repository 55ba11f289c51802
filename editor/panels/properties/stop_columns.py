"""Columns beside the places of an agent's stops: its pause there, its look, the storey."""

import math
from collections.abc import Callable
from typing import Any, Final

from editor.document import Document
from editor.numbers import evaluate
from editor.panels.properties.place_model import Column, plain
from editor.tools.legs import storeys_along
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Settings
from navcore.level.operations import set_stops
from navcore.level.storeys import names_by_height, storey_named, storey_title

PAUSE_TIP: Final = mark("Seconds to wait at the stop; empty: the agent's own Wait")
STOREY_TIP: Final = mark("Name of the storey of the stop; empty: that of the agent")
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

    def set_storey(number: int, text: str) -> None:
        layer = _storey_called(document().level.settings, text) if text.strip() else None
        _set(document(), agent.id, number, layer=layer)

    columns = (
        Column(
            tr("pause"), tr(PAUSE_TIP), pauses, plain(agent.wait), tr("{0} s").format, set_pause
        ),
        Column(tr("look"), tr(LOOK_TIP), looks, "", _shown_look, set_look),
    )
    settings = document().level.settings
    if len(settings.layer_names) == 1:
        return columns
    own, *_ = storeys_along(agent, settings)
    storeys = tuple("" if stop.layer is None else storey_title(stop.layer) for stop in stops)
    offers = tuple(storey_title(name) for name in reversed(names_by_height(settings)))
    rest = storey_title(own)
    return (
        *columns,
        Column(tr("storey"), tr(STOREY_TIP), storeys, rest, str, set_storey, offers),
    )


def _storey_called(settings: Settings, words: str) -> str:
    """The name of a storey, in whatever case it is typed.

    Raises:
        NavcoreError: if no storey is called so.
    """
    wanted = words.strip()
    for name in settings.layer_names:
        if wanted.casefold() in {name.casefold(), storey_title(name).casefold()}:
            return name
    return storey_named(settings, wanted).name


def _set(document: Document, agent_id: int, number: int, **fields: Any) -> None:
    document.commit(set_stops(document.level, {agent_id: {number}}, **fields))


def _shown_look(degrees: str) -> str:
    return f"{round(float(degrees))}°" if degrees else tr("path")


def _degrees(facing: float) -> str:
    return plain(round(math.degrees(facing), 6))
