"""Messages of the tool that scales and moves pictures."""

from editor.tools.messages import (
    ESC_BACK,
    ESC_CLOSES,
    SHIFT_AXIS,
    degrees,
    hint,
    metres,
    number,
    place,
    short,
)
from editor.tools.messages.select import SHIFT_TURN, freely
from navcore.i18n import tr
from navcore.level.model import Point


def no_picture() -> str:
    """The level shows no picture."""
    return hint(tr("No picture is shown here."), tr("Draw > Background > Trace a picture adds one"))


def type_place() -> str:
    """Return the prompt of the box until both points are set."""
    return tr("x z")


def type_length() -> str:
    """Return the prompt of the box once both points are set."""
    return tr("how long this is, its angle")


def length(metre: float, heading: float) -> str:
    """`4.00 m, 90°`."""
    return f"{metres(metre)}, {degrees(heading)}"


def first(name: str) -> str:
    """No point is set."""
    return hint(
        tr("Click one end of a length you know."), tr("Drag moves {0}").format(short(name)),
        tr("Arrows too"),
    )  # fmt: skip


def second(metre: float) -> str:
    """One point is set."""
    return hint(
        tr("Click the other end."), tr("{0} so far").format(metres(metre)),
        tr("Shift 45°"), tr(ESC_BACK),
    )  # fmt: skip


def both(metre: float, heading: float) -> str:
    """Both points are set."""
    return hint(
        tr("Type how long this is and press Enter."), tr("{0} now").format(length(metre, heading)),
        tr("90° turns it, so does the grip"), tr(ESC_BACK),
    )  # fmt: skip


def over_grip(name: str) -> str:
    """The mouse is over the grip that turns."""
    return hint(
        tr("Drag turns {0}.").format(short(name)), tr(SHIFT_TURN),
        freely(),
    )  # fmt: skip


def turning(name: str, heading: float) -> str:
    """The picture turns with the mouse."""
    return hint(
        tr("Turning {0}: the line lies at {1}.").format(short(name), degrees(heading)),
        tr(SHIFT_TURN), freely(), tr(ESC_BACK),
    )  # fmt: skip


def typed_length(old: float, new: float, heading: float | None) -> str:
    """The length, or the direction, is typed; the box is open."""
    made = metres(new) if heading is None else length(new, heading)
    factor = "" if old == new else tr("{0} times as large").format(number(new / old))
    return hint(tr("Enter makes this {0}.").format(made), factor, tr(ESC_CLOSES))


def typed_place(at: Point) -> str:
    """A point is typed."""
    return hint(tr("Enter sets a point at {0}.").format(place(at)), tr(ESC_CLOSES))


def moving(name: str, vector: Point) -> str:
    """The picture follows the mouse."""
    return hint(
        tr("Moving {0} by {1}, {2} m.").format(short(name), number(vector[0]), number(vector[1])),
        tr(SHIFT_AXIS), tr(ESC_BACK),
    )  # fmt: skip


def same_place() -> str:
    """Both clicks were in one place."""
    return hint(tr("Both points are the same place."), tr("Click the other end further away"))
