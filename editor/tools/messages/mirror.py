"""Messages of the mirror tool."""

from typing import Final

from editor.tools.keys import clause
from editor.tools.messages import ESC_BACK, hint, metres, no_snap
from navcore.i18n import mark, tr

_SHIFT: Final = mark("Shift 45°")


def nothing_selected() -> str:
    """A click selects first."""
    return hint(tr("Click selects what to mirror."), tr(ESC_BACK))


def locked() -> str:
    """All selected elements are locked or hidden, and copying is off."""
    return hint(tr("What is selected is locked."), clause("unlock_all", tr("{0} unlocks it")))


def nothing_changes() -> str:
    """Everything is symmetric already."""
    return tr("Nothing changes: both sides of this line already match.")


def first(what: str) -> str:
    """No line yet."""
    bold = tr("Click an edge or two points to mirror {0}.").format(what)
    return hint(bold, tr("Digits type a place"), tr("Down changes the line"))


def second(what: str) -> str:
    """The second point is missing."""
    bold = tr("Click the second point of the line to mirror {0}.").format(what)
    return hint(bold, tr(_SHIFT), tr(ESC_BACK))


def edge(what: str, *, copying: bool) -> str:
    """The mouse is over an edge."""
    bold = tr("Click mirrors a copy of {0} here.") if copying else tr("Click mirrors {0} here.")
    return hint(bold.format(what), tr("Drag draws another line"), no_snap())


def points(what: str, *, copying: bool, dragged: bool) -> str:
    """The line leads to the mouse."""
    bold = _click(copying=copying, dragged=dragged).format(what)
    return hint(bold, tr(_SHIFT), tr("Backspace removes the point"), tr(ESC_BACK))


def axis(what: str, at: float, *, upright: bool, copying: bool, dragged: bool) -> str:
    """The line along an axis follows the mouse."""
    bold = _click(copying=copying, dragged=dragged).format(what)
    more = "" if dragged else tr("Enter takes the middle")
    where = (tr("At x = {0}") if upright else tr("At z = {0}")).format(metres(at))
    return hint(bold, where, more, tr("digits type it"), no_snap())


def axis_nowhere(what: str, *, upright: bool) -> str:
    """The mouse is not on the canvas."""
    if upright:
        bold = tr("Click sets the x at which {0} is mirrored.").format(what)
    else:
        bold = tr("Click sets the z at which {0} is mirrored.").format(what)
    return hint(bold, tr("Enter takes the middle"), tr("digits type it"))


def prompt(line: str) -> str:
    """Return the prompt of the box."""
    said = {"upright": tr("x of the line"), "level": tr("z of the line")}
    return said.get(line) or tr("x z, or @ length angle")


def _click(*, copying: bool, dragged: bool) -> str:
    if dragged:
        return tr("Release mirrors a copy of {0}.") if copying else tr("Release mirrors {0}.")
    return tr("Click mirrors a copy of {0}.") if copying else tr("Click mirrors {0}.")
