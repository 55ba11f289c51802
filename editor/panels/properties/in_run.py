"""What a run has otherwise than the level says: a sentence for each property that it overrides."""

import math
from collections.abc import Sequence

from editor.look.fields import number_text
from editor.run.run import Run
from navcore.i18n import tr
from navcore.level.model import Agent, Area, Element, Point

AGENTS = "agents"
"""Key of the sentence about agents; the others are keys of rows."""


def run_notes(run: Run, elements: Sequence[Element]) -> dict[str, str]:
    """What the run has of these elements at the moment that is shown, by the keys of rows.

    Empty at the start of a run, where everything is as the level says.
    """
    notes: dict[str, str] = {}
    if run.playhead.at_start and not run.playhead.looks_back:
        return notes
    toggled, inputs = run.doors.toggled, run.playhead.inputs
    ids = [element.id for element in elements]
    doors = [i for i in ids if i in toggled]
    if doors:
        open_ = [toggled[i] for i in doors]
        notes["available"] = _of_doors(open_, len(ids))
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
    """Whether a run can have anything of these otherwise: doors and agents."""
    return all(isinstance(e, Agent) or (isinstance(e, Area) and e.door) for e in elements)


def _of_doors(open_: list[bool], count: int) -> str:
    if count == 1:
        return tr("In this run: open") if open_[0] else tr("In this run: shut")
    if all(open_):
        return tr("In this run: {0} of {1} open").format(len(open_), count)
    if not any(open_):
        return tr("In this run: {0} of {1} shut").format(len(open_), count)
    return tr("In this run: {0} of {1} toggled").format(len(open_), count)


def _place(place: Point) -> str:
    return f"{number_text(place[0])}, {number_text(place[1], 'm')}"
