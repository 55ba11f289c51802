"""Messages of the route tool."""

from typing import Final, Protocol

from editor.tools import keys
from editor.tools.keys import clause
from editor.tools.messages import ESC_CLOSES, hint, metres, number, refused
from navcore.i18n import mark, several, tr

_ENTER_ENDS: Final = mark("Enter ends")
_CLOSES: Final = mark("the first stop closes a loop")
_SHIFT: Final = mark("Shift 45°")
_DIGITS: Final = mark("Digits type a place")


def walk(length: float, seconds: float) -> str:
    """Return length and time: "12.40 m, 8.9 s"."""
    return f"{metres(length)}, {number(seconds, 1)} s"


def lays_new() -> str:
    """Neither an agent nor a route is selected, and the mouse is elsewhere."""
    bold = tr("Click sets the first stop of a new route.")
    return hint(bold, tr("Click an agent for its own route"), tr(_DIGITS))


def first_of_new(at: str = "") -> str:
    """The same over the floor, or over the waypoint `at`."""
    if at:
        bold = tr("Click makes {0} the first stop of a new route.").format(at)
        return hint(bold, tr(_DIGITS))
    return lays_new()


def nobody_left() -> str:
    """The agents or route of the new stops were deleted meanwhile."""
    bold = tr("What these stops belong to was deleted.")
    return hint(bold, tr("Esc drops them"))


def at_disabled(what: str, stop: int) -> str:
    """The mouse is over a waypoint that is switched off."""
    bold = tr("Click makes {0} stop {1}; agents skip it while it is off.").format(what, stop)
    return hint(bold, tr(_ENTER_ENDS))


def takes_up(what: str, *, taken: bool) -> str:
    """The mouse is over an agent, which may be one of several that are selected."""
    bold = tr("Click draws the route of {0}.").format(what)
    shift = (
        tr("Shift+click leaves it out") if taken else tr("Shift+click adds it to those selected")
    )
    return hint(bold, shift)


def only_in_run(what: str) -> str:
    """The selected agents exist only in the run."""
    bold = tr("{0} is in this run only.").format(what)
    return hint(bold, tr("Right-click sends it"), tr("Keep in the level adds it there"))


def untouchable(what: str, *, many: bool) -> str:
    """All selected agents are locked or hidden."""
    bold = tr("{0} are locked or hidden.") if many else tr("{0} is locked or hidden.")
    return hint(bold.format(what), clause("unlock_all", tr("{0} unlocks")))


def first_stop(what: str, stop: int, length: float, seconds: float, at: str = "") -> str:
    """No stop is set; a click sets the one with this number, at the waypoint `at`."""
    if at:
        bold = tr("Click makes {0} stop {1} of {2}, {3}.")
        return hint(bold.format(at, stop, what, metres(length)), tr(_ENTER_ENDS))
    bold = tr("Click sets stop {0} of {1}, {2}.").format(stop, what, walk(length, seconds))
    return hint(bold, tr(_DIGITS), tr(_ENTER_ENDS))


def next_stop(stop: int, length: float, seconds: float, at: str = "") -> str:
    """Some are set."""
    if at:
        bold = tr("Click makes {0} stop {1}, {2}.").format(at, stop, walk(length, seconds))
        return hint(bold, tr(_ENTER_ENDS))
    bold = tr("Click sets stop {0}, {1}.").format(stop, walk(length, seconds))
    return hint(bold, tr(_ENTER_ENDS), tr(_CLOSES), tr(_SHIFT))


def no_path(stop: int, short: float) -> str:
    """No path leads to the mouse; `short` metres are missing."""
    bold = tr("No path to here, {0} short.").format(metres(short))
    return hint(bold, tr("Click still sets stop {0}").format(stop), tr(_ENTER_ENDS))


def nowhere(count: int) -> str:
    """The mouse is elsewhere; so many stops are set."""
    if not count:
        return hint(tr("Click sets a stop of the route."), tr(_DIGITS), tr(_ENTER_ENDS))
    bold = several(count, "1 stop is set.", "{0} stops are set.")
    return hint(bold, tr(_ENTER_ENDS), tr("Backspace removes one"))


class Around(Protocol):
    """Length and time of a closed loop."""

    @property
    def length(self) -> float:
        """Metres."""

    @property
    def seconds(self) -> float:
        """With all pauses."""

    @property
    def lost(self) -> tuple[int, ...]:
        """Numbers of the stops that can't be reached."""


def _cut(lost: tuple[int, ...]) -> str:
    """Return the stops that can't be reached."""
    which = ", ".join(map(str, lost))
    told = tr("stop {0} can't be reached") if len(lost) == 1 else tr("not reached: stops {0}")
    return told.format(which)


def closes(stops: int, around: Around, *, at_agent: bool = False) -> str:
    """The mouse is over the first stop; `at_agent`: over the agent, which is the last one then."""
    walked = walk(around.length, around.seconds)
    bold = tr("Click closes the loop, {0} a round.").format(walked)
    if around.lost:
        bold = tr("Click closes the loop; {0}.").format(_cut(around.lost))
    alone = tr("{0} only sets a stop").format(keys.COMMAND) if at_agent else ""
    return hint(bold, several(stops, "1 stop", "{0} stops"), alone)


def is_closed(around: Around, *, over_agent: bool = False, shared: bool = False) -> str:
    """The loop was just closed, or the mouse is over its first stop.

    `over_agent`: over its agent; `shared`: it is a route of its own, and another one may follow.
    """
    walked = walk(around.length, around.seconds)
    bold = tr("The loop is closed, {0} a round.").format(walked)
    if around.lost:
        bold = tr("The loop is closed; {0}.").format(_cut(around.lost))
    next_one = tr("Click lays another") if shared else tr("Click an agent for its route")
    go_on = tr("Click goes on with it") if over_agent else next_one
    return hint(bold, go_on, tr(_ENTER_ENDS))


def typed(stop: int, length: float, seconds: float, *, closing: bool) -> str:
    """A place is typed."""
    if closing:
        return hint(tr("Enter closes the loop."), tr(ESC_CLOSES))
    bold = tr("Enter sets stop {0}, {1}.").format(stop, walk(length, seconds))
    return hint(bold, tr(ESC_CLOSES))


def repeated() -> str:
    """The mouse is at the last stop."""
    return refused(tr("A stop is here already."), mark("Click elsewhere to go on · Enter ends"))


def repeated_typed() -> str:
    """The place of the last stop is typed."""
    return tr("A stop is here already. Type another place.")
