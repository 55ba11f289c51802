"""Differences between a run and the level: a sentence for each overridden property."""

import math
from collections.abc import Sequence

from editor.look.fields import number_text
from editor.run.run import Run
from navcore.i18n import tr
from navcore.level.model import Agent, Area, Element, Obstacle, Point, Waypoint, Zone
from navcore.level.switches import as_switch

AGENTS = "agents"
"""Key of the sentence about agents; the others are keys of rows."""


def run_notes(run: Run, elements: Sequence[Element]) -> dict[str, str]:
    """Return sentences about how the run overrides these elements now, by keys of rows.

    Empty at the start of a run, which equals the level.
    """
    notes: dict[str, str] = {}
    if run.playhead.at_start and not run.playhead.looks_back:
        return notes
    switched, inputs = run.switches.switched, run.playhead.inputs
    ids = [element.id for element in elements]
    doors = [switched[e.id] for e in elements if isinstance(e, Area) and e.id in switched]
    if doors:
        notes["available"] = _of_doors(doors, len(ids))
    obstacles = [switched[e.id] for e in elements if isinstance(e, Obstacle) and e.id in switched]
    if obstacles:
        notes["enabled"] = _of_obstacles(obstacles, len(ids))
    zones = [switched[e.id] for e in elements if isinstance(e, Zone) and e.id in switched]
    if zones:
        notes["laid"] = _of_zones(zones, len(ids))
    used = [switched[e.id] for e in elements if isinstance(e, Waypoint) and e.id in switched]
    if used:
        notes["used"] = _of_waypoints(used, len(ids))
    moved = [i for i in ids if i in inputs.moved]
    sent = [i for i in ids if i in inputs.sent]
    parts: list[str] = []
    if moved and len(ids) == 1:
        place, facing = inputs.moved[moved[0]]
        parts.append(tr("put at {0}").format(_place(place)))
        parts.append(tr("facing {0}°").format(round(math.degrees(facing)) % 360))
    elif moved:
        parts.append(tr("{0} of {1} put elsewhere").format(len(moved), len(ids)))
    if sent and len(ids) == 1:
        parts.append(tr("sent to {0}").format(_place(inputs.sent[sent[0]])))
    elif sent:
        parts.append(tr("{0} of {1} sent elsewhere").format(len(sent), len(ids)))
    if parts:
        notes[AGENTS] = tr("In this run: {0}").format(" · ".join(parts))
    return notes


def may_have_notes(elements: Sequence[Element]) -> bool:
    """Return whether a run can change anything of these: they are switches or agents."""
    return all(isinstance(e, Agent) or as_switch(e) is not None for e in elements)


def _of_doors(open_: list[bool], count: int) -> str:
    if count == 1:
        return tr("In this run: open") if open_[0] else tr("In this run: shut")
    if all(open_):
        return tr("In this run: {0} of {1} open").format(len(open_), count)
    if not any(open_):
        return tr("In this run: {0} of {1} shut").format(len(open_), count)
    return tr("In this run: {0} of {1} toggled").format(len(open_), count)


def _of_obstacles(stand: list[bool], count: int) -> str:
    if count == 1:
        return tr("In this run: up") if stand[0] else tr("In this run: down")
    if all(stand):
        return tr("In this run: {0} of {1} up").format(len(stand), count)
    if not any(stand):
        return tr("In this run: {0} of {1} down").format(len(stand), count)
    return tr("In this run: {0} of {1} switched").format(len(stand), count)


def _of_zones(laid: list[bool], count: int) -> str:
    if count == 1:
        return tr("In this run: laid") if laid[0] else tr("In this run: not laid")
    return tr("In this run: {0} of {1} switched").format(len(laid), count)


def _of_waypoints(used: list[bool], count: int) -> str:
    if count == 1:
        return tr("In this run: on") if used[0] else tr("In this run: off")
    return tr("In this run: {0} of {1} switched").format(len(used), count)


def _place(place: Point) -> str:
    return f"{number_text(place[0])}, {number_text(place[1], 'm')}"
