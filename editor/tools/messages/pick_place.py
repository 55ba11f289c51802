"""Messages about picking a place for a dialog."""

from editor.tools.messages import ESC_BACK, hint, no_snap, place
from navcore.i18n import tr
from navcore.level.model import Point


def first() -> str:
    """The mouse is elsewhere."""
    return hint(tr("Click the centre of the copies."), tr("Digits type it"), tr(ESC_BACK))


def at(point: Point) -> str:
    """The mouse is here."""
    bold = tr("Click puts the centre at {0}.").format(place(point))
    return hint(bold, tr("Digits type it"), no_snap(), tr(ESC_BACK))


def prompt() -> str:
    """Return the prompt of the box."""
    return tr("x z")
