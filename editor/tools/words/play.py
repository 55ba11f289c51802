"""What is said about a run that has begun."""

from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, SHIFT_AXIS, hint, place, short
from navcore.level.model import Point
from navcore.words import mark, several, tr

_T: Final = mark("T toggles the door under the mouse")
_GOES_ON: Final = mark("Space goes on")


def sends(count: int, *, paused: bool) -> str:
    """Agents are selected, and the run has begun."""
    bold = several(count, tr("Right-click sends 1 agent."), tr("Right-click sends {0} agents."))
    return hint(bold, tr(_GOES_ON) if paused else tr("Space pauses"), tr(_T))


def paused_at(time: str) -> str:
    """The run is paused, and the mouse is over nothing that could be selected."""
    bold = tr("Paused at {0}.").format(time)
    return hint(bold, tr(". next tick"), tr(_GOES_ON), tr("F5 from the start"))


def over_agent(what: str) -> str:
    """The mouse is over an agent of the run that is not selected."""
    bold = tr("Click selects {0}, drag moves it in this run.").format(what)
    return hint(bold, tr("Shift+F5 takes all back"))


def over_selected(what: str) -> str:
    """The mouse is over an agent of the run that is selected."""
    bold = tr("Drag moves {0} in this run.").format(what)
    return hint(bold, tr("Right-click elsewhere sends"), tr("Alt adds a copy"))


def moving(what: str, vector: Point) -> str:
    """Agents of the run follow the mouse."""
    bold = tr("Moving {0} by {1} m in this run.").format(what, place(vector))
    return hint(bold, tr(SHIFT_AXIS), tr(CTRL_SNAP), tr(ESC_BACK))


def copying(what: str, vector: Point) -> str:
    """Copies that are to join the run follow the mouse."""
    bold = tr("Adding a copy of {0} to this run, {1} m away.").format(what, place(vector))
    return hint(bold, tr("Without Alt it moves"), tr(ESC_BACK))


def adds(count: int = 1) -> str:
    """A click places agents that only the run has."""
    if count == 1:
        bold = tr("Click adds an agent to this run.")
        return hint(bold, tr("Right-click > Keep puts it into the level"))
    bold = tr("Click adds {0} agents to this run.").format(count)
    return hint(bold, tr("Right-click > Keep puts them into the level"))


def door(name: str, *, is_open: bool, toggled: bool) -> str:
    """The mouse is over a door, and T toggles it in the run."""
    if toggled:
        bold = tr("T shuts {0} again.") if is_open else tr("T opens {0} again.")
        way_out = tr("Right-click > Keep writes it to the level")
    else:
        bold = tr("T shuts {0} in this run.") if is_open else tr("T opens {0} in this run.")
        way_out = tr("The level stays as it is")
    return hint(bold.format(short(name)), way_out)
