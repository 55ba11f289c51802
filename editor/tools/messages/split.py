"""Messages of the split tool."""

from typing import Final

from editor.tools.keys import clause
from editor.tools.messages import ESC_BACK, hint, no_snap, place
from navcore.i18n import mark, tr
from navcore.level.model import Point

_SHIFT: Final = mark("Shift 45°")
_DIGITS: Final = mark("Digits type a place")


def split_first(what: str) -> str:
    """The line has no beginning yet; `what` is selected, if anything is."""
    if what:
        bold = tr("Click or drag to draw a line across {0}.").format(what)
    else:
        bold = tr("Click or drag to draw a line across what to cut.")
    return hint(bold, tr(_DIGITS))


def split_untouchable() -> str:
    """All selected elements are locked or hidden."""
    return hint(tr("What is selected is locked."), clause("unlock_all", tr("{0} unlocks it")))


def split_ready(what: str) -> str:
    """Here the line cuts something."""
    bold = tr("Click splits {0}.").format(what)
    return hint(bold, tr(_SHIFT), tr("Backspace removes the first point"), tr(ESC_BACK))


def split_release(what: str) -> str:
    """The same, with the button down."""
    return hint(tr("Release splits {0}.").format(what), tr(_SHIFT), no_snap(), tr(ESC_BACK))


def split_nothing(start: Point) -> str:
    """The line cuts nothing."""
    bold = tr("Nothing is cut yet, from {0}.").format(place(start))
    return hint(bold, tr("Draw right across an outline"), tr(_SHIFT), tr(ESC_BACK))


def split_prompt() -> str:
    """Return the prompt of the box."""
    return tr("x z, or @ length angle")
