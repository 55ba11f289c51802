"""What is said about a run that has begun."""

from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, SHIFT_AXIS, hint, place, short
from navcore.level.model import Point

_T: Final = "T toggles the door under the mouse"


def sends(count: int, *, paused: bool) -> str:
    """Agents are selected, and the run has begun."""
    what = "1 agent" if count == 1 else f"{count} agents"
    space = "Space goes on" if paused else "Space pauses"
    return hint(f"Right-click sends {what}.", space, _T)


def paused_at(time: str) -> str:
    """The run is paused, and the mouse is over nothing that could be selected."""
    return hint(f"Paused at {time}.", ". next tick", "Space goes on", "F5 from the start")


def over_agent(what: str) -> str:
    """The mouse is over an agent of the run that is not selected."""
    return hint(f"Click selects {what}, drag moves it in this run.", "Shift+F5 takes all back")


def over_selected(what: str) -> str:
    """The mouse is over an agent of the run that is selected."""
    return hint(f"Drag moves {what} in this run.", "Right-click elsewhere sends", "Alt adds a copy")


def moving(what: str, vector: Point) -> str:
    """Agents of the run follow the mouse."""
    bold = f"Moving {what} by {place(vector)} m in this run."
    return hint(bold, SHIFT_AXIS, CTRL_SNAP, ESC_BACK)


def copying(what: str, vector: Point) -> str:
    """Copies that are to join the run follow the mouse."""
    bold = f"Adding a copy of {what} to this run, {place(vector)} m away."
    return hint(bold, "Without Alt it moves", ESC_BACK)


def adds(count: int = 1) -> str:
    """A click places agents that only the run has."""
    what, them = ("an agent", "it") if count == 1 else (f"{count} agents", "them")
    return hint(f"Click adds {what} to this run.", f"Right-click > Keep puts {them} into the level")


def door(name: str, *, is_open: bool, toggled: bool) -> str:
    """The mouse is over a door, and T toggles it in the run."""
    verb = "shuts" if is_open else "opens"
    if toggled:
        bold = f"T {verb} {short(name)} again."
        return hint(bold, "Right-click > Keep writes it to the level")
    return hint(f"T {verb} {short(name)} in this run.", "The level stays as it is")
