"""Messages about a run."""

from typing import Final

from editor.tools.keys import clause, key, pressing
from editor.tools.messages import ESC_BACK, SHIFT_AXIS, hint, no_snap, place, short
from navcore.i18n import mark, several, tr
from navcore.level.model import Point

_GOES_ON: Final = mark("Space goes on")


def sends(count: int, *, paused: bool) -> str:
    """Agents are selected, and the run has begun."""
    bold = several(count, "Right-click sends 1 agent.", "Right-click sends {0} agents.")
    return hint(bold, tr(_GOES_ON) if paused else tr("Space pauses"), _toggles())


def _toggles() -> str:
    return clause("toggle_door", tr("{0} switches a door, obstacle or waypoint"))


def clock_text(seconds: float) -> str:
    """Return a time of a run as minutes, seconds and tenths: `0:12.4`."""
    # What is meant to be a whole tenth may be off in its last bit.
    tenths = int(seconds * 10 + 1e-6)
    return f"{tenths // 600}:{tenths // 10 % 60:02d}.{tenths % 10}"


def paused_at(time: str) -> str:
    """The run is paused, and the mouse is over nothing that could be selected."""
    bold = tr("Paused at {0}.").format(time)
    return hint(
        bold,
        tr(_GOES_ON),
        clause("step", tr("{0} next tick")),
        clause("restart", tr("{0} from the start")),
    )


def looks_back_at(time: str) -> str:
    """A moment of the recording is shown, and the mouse is over nothing to select."""
    bold = tr("Looking back at {0}.").format(time)
    return hint(
        bold,
        tr("Space shows the rest again"),
        clause("step_back", tr("{0} tick before")),
        clause("step", tr("{0} next tick")),
    )


def over_agent(what: str) -> str:
    """The mouse is over an agent of the run that is not selected."""
    bold = tr("Click selects {0}, drag moves it in this run.").format(what)
    return hint(bold, clause("back", tr("{0} goes back to the start")))


def over_selected(what: str) -> str:
    """The mouse is over an agent of the run that is selected."""
    bold = tr("Drag moves {0} in this run.").format(what)
    return hint(bold, tr("Right-click elsewhere sends"), tr("Alt adds a copy"))


def moving(what: str, vector: Point) -> str:
    """Agents of the run follow the mouse."""
    bold = tr("Moving {0} by {1} m in this run.").format(what, place(vector))
    return hint(bold, tr(SHIFT_AXIS), no_snap(), tr(ESC_BACK))


def copying(what: str, vector: Point) -> str:
    """Copies that will join the run follow the mouse."""
    bold = tr("Adding a copy of {0} to this run, {1} m away.").format(what, place(vector))
    return hint(bold, tr("Without Alt it moves"), tr(ESC_BACK))


def adds(count: int = 1) -> str:
    """A click places agents in the run only."""
    if count == 1:
        bold = tr("Click adds an agent to this run.")
        return hint(bold, tr("Right-click > Keep puts it into the level"))
    bold = tr("Click adds {0} agents to this run.").format(count)
    return hint(bold, tr("Right-click > Keep puts them into the level"))


def door(name: str, *, on: bool, switched: bool) -> str:
    """The mouse is over a door, and a key toggles it in the run."""
    if switched:
        bold = tr("{0} shuts {1} again.") if on else tr("{0} opens {1} again.")
        way_out = tr("Right-click > Keep writes it to the level")
    else:
        bold = tr("{0} shuts {1} in this run.") if on else tr("{0} opens {1} in this run.")
        way_out = tr("The level stays as it is")
    return hint(bold.format(key("toggle_door"), short(name)), way_out)


def obstacle(name: str, *, on: bool, switched: bool) -> str:
    """The mouse is over an obstacle, and a key removes or restores it in the run."""
    if switched:
        does = tr("{0} knocks it down again") if on else tr("{0} puts it back")
        more = [clause("toggle_door", does), tr("Keep writes it to the level")]
    else:
        does = tr("{0} knocks it down in this run") if on else tr("{0} puts it up in this run")
        more = [clause("toggle_door", does)]
    return hint(tr("Click selects {0}, drag moves it.").format(short(name)), *more)


def zone(name: str, *, on: bool, switched: bool) -> str:
    """The mouse is over a selected zone, and a key removes or restores it in the run."""
    if switched:
        does = tr("{0} takes it away again") if on else tr("{0} lays it again")
        more = [clause("toggle_door", does), tr("Keep writes it to the level")]
    else:
        does = tr("{0} takes it away in this run") if on else tr("{0} lays it in this run")
        more = [clause("toggle_door", does)]
    return hint(tr("Drag moves {0}.").format(short(name)), *more)


def waypoint(name: str, *, on: bool, switched: bool) -> str:
    """The mouse is over a waypoint, and a key switches it off in the run or on."""
    if switched:
        does = tr("{0} switches it off again") if on else tr("{0} switches it on again")
        more = [clause("toggle_door", does), tr("Keep writes it to the level")]
    else:
        does = tr("{0} switches it off in this run") if on else tr("{0} switches it on in this run")
        more = [clause("toggle_door", does)]
    named = short(name) if name else tr("the waypoint")
    return hint(tr("Click selects {0}, drag moves it.").format(named), *more)


def recording_full(time: str) -> str:
    """The recording of the run has reached its memory limit."""
    text = tr(
        "Paused at {0}: the recording of this run has reached its memory limit. Save it "
        "in the Play menu, or play from the start."
    )
    return text.format(time)


def no_agents() -> str:
    """The level has no agents."""
    return pressing(
        "tool_agent",
        tr("No agents yet. Press {0} and click the floor."),
        tr("No agents yet. Choose {0} and click the floor."),
    )
