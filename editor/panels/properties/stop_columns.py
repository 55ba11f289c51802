"""Columns of the table of stops: pauses, facings, waypoints and storeys."""

import math
from collections.abc import Callable
from typing import Any, Final

from editor.document import Document
from editor.look.fields import rounded_text
from editor.numbers import evaluate
from editor.panels.properties.place_model import Column, plain
from editor.tools.legs import storeys_along
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Element, Level, Settings, Waypoint, WithStops
from navcore.level.naming import called
from navcore.level.operations import set_stops, stop_at
from navcore.level.storeys import names_by_height, storey_named, storey_title

PAUSE_TIP: Final = mark("Seconds to wait at the stop; empty: the agent's own Wait")
WAYPOINT_TIP: Final = mark("The waypoint at which the stop lies; type the name of another one")
STOREY_TIP: Final = mark("Name of the storey of the stop; empty: that of the agent or route")
LOOK_TIP: Final = mark("Degrees, 0 is right and 90 is up; empty: along the path")


def stop_columns(one: Element | None, document: Callable[[], Document]) -> tuple[Column, ...]:
    """Return the columns for the stops of an agent or a route; each input is one undo step."""
    if not isinstance(one, WithStops):
        return ()
    numbers = range(len(one.goals))
    stops = [one.stop(number) for number in numbers]
    pauses = tuple("" if stop.pause is None else plain(stop.pause) for stop in stops)
    looks = tuple("" if stop.facing is None else _degrees(stop.facing) for stop in stops)

    def set_pause(number: int, text: str) -> None:
        pause = evaluate(text, unit="s") if text.strip() else None
        _set(document(), one.id, number, pause=pause)

    def set_look(number: int, text: str) -> None:
        facing = math.radians(evaluate(text, unit="°")) if text.strip() else None
        _set(document(), one.id, number, facing=facing)

    def set_waypoint(number: int, text: str) -> None:
        level = document().level
        found = _waypoint_named(level, text) if text.strip() else None
        document().commit(stop_at(level, {one.id: {number}}, found))

    def set_storey(number: int, text: str) -> None:
        layer = _storey_called(document().level.settings, text) if text.strip() else None
        _set(document(), one.id, number, layer=layer)

    wait = plain(one.wait) if isinstance(one, Agent) else ""
    columns = [
        Column(tr("pause"), tr(PAUSE_TIP), pauses, wait, _shown_pause, set_pause),
        Column(tr("look"), tr(LOOK_TIP), looks, "", _shown_look, set_look),
    ]
    if any(stop.waypoint is not None for stop in stops):
        found = document().level.of(Waypoint)
        named = tuple(
            "" if stop.waypoint is None else called([found[stop.waypoint]]) for stop in stops
        )
        columns.append(Column(tr("at"), tr(WAYPOINT_TIP), named, "", str, set_waypoint))
    settings = document().level.settings
    if len(settings.layer_names) > 1:
        own, *_ = storeys_along(one, settings)
        storeys = tuple("" if stop.layer is None else storey_title(stop.layer) for stop in stops)
        offers = tuple(storey_title(name) for name in reversed(names_by_height(settings)))
        rest = storey_title(own)
        columns.append(Column(tr("storey"), tr(STOREY_TIP), storeys, rest, str, set_storey, offers))
    return tuple(columns)


def _storey_called(settings: Settings, words: str) -> str:
    """Return the name of a storey from typed text, ignoring case.

    Raises:
        NavcoreError: if no storey is called so.
    """
    wanted = words.strip()
    for name in settings.layer_names:
        if wanted.casefold() in {name.casefold(), storey_title(name).casefold()}:
            return name
    return storey_named(settings, wanted).name


def _waypoint_named(level: Level, text: str) -> int:
    """Return the id of the waypoint of a name.

    Raises:
        NavcoreError: if none has it.
    """
    wanted = text.strip().casefold()
    for waypoint in level.of(Waypoint).values():
        if waypoint.name.casefold() == wanted:
            return waypoint.id
    raise NavcoreError(tr("No waypoint is called {0}.").format(text.strip()))


def _set(document: Document, one_id: int, number: int, **fields: Any) -> None:
    document.commit(set_stops(document.level, {one_id: {number}}, **fields))


def _shown_pause(seconds: str) -> str:
    return tr("{0} s").format(seconds) if seconds else tr("own")


def _shown_look(degrees: str) -> str:
    return rounded_text(float(degrees), "°") if degrees else tr("path")


def _degrees(facing: float) -> str:
    return plain(round(math.degrees(facing), 6))
