"""Messages of the measure tool."""

from editor.tools.messages import ESC_CLOSES, degrees, hint, metres, number, place
from navcore.i18n import tr
from navcore.level.model import Point
from navcore.proof.verdicts import Kind


def type_place() -> str:
    """Return the prompt of the box while no place is set."""
    return tr("x z")


def type_on() -> str:
    """Return the prompt of the box from the second place on."""
    return tr("x z, or @ length angle")


def length(metre: float, angle: float) -> str:
    """Return the label of the only segment or the current one."""
    return tr("{0}, {1}").format(metres(metre), degrees(angle))


def in_all(metre: float) -> str:
    """Return the label at the end of several segments."""
    return tr("{0} in all").format(metres(metre))


def first() -> str:
    """Nothing is measured."""
    return hint(
        tr("Drag measures from one place to another."), tr("Or click place after place"),
        tr("digits type a place"),
    )  # fmt: skip


def start() -> str:
    """One place is set, and the mouse is still there."""
    return hint(tr("Click measures to there."), tr("Shift 45°"), tr("Esc cancels"))


def fits(kind: Kind, radius: float, always_from: float) -> str:
    """Return whether an agent can pass a gap as wide as the segment."""
    size, needed = metres(radius), metres(always_from)
    if kind == "always":
        return tr("An agent of {0} fits").format(size)
    if kind == "never":
        return tr("An agent of {0} does not fit; {1} are needed").format(size, needed)
    return tr("An agent of {0} may fit, by the grid; from {1} always").format(size, needed)


def stretch(dx: float, dz: float, metre: float, angle: float, *more: str) -> str:
    """Return length, angle and sides of the current segment or the only one."""
    bold = tr("{0}, {1}, dx {2}, dz {3}.")
    return hint(bold.format(metres(metre), degrees(angle), number(dx), number(dz)), *more)


def copied(dx: float, dz: float, metre: float, angle: float) -> str:
    """Return the same as text for the clipboard."""
    return tr("{0}, {1}, dx {2}, dz {3}").format(
        metres(metre), degrees(angle), number(dx), number(dz)
    )


def copied_several(total: float, count: int) -> str:
    """Return several segments as text for the clipboard."""
    return tr("{0} in {1} stretches").format(metres(total), count)


def several(total: float, count: int, *more: str) -> str:
    """Several stretches, none in hand."""
    return hint(tr("{0} in {1} stretches.").format(metres(total), count), *more)


def so_far(total: float) -> str:
    """All stretches with the one in hand."""
    return tr("{0} in all").format(metres(total))


def ends() -> str:
    """Return the clause about the key that ends a measurement."""
    return tr("Enter ends")


def clears() -> str:
    """Return the clause about the key that hides the last measurement."""
    return tr("Esc clears it")


def pulls() -> str:
    """The mouse is over an end of the last measurement."""
    return tr("Drag moves this end")


def typed(at: Point, *along: str) -> str:
    """A place is typed, the box is open."""
    return hint(tr("Enter measures to {0}.").format(place(at)), *along, tr(ESC_CLOSES))


def typed_first(at: Point) -> str:
    """The first place is typed."""
    return hint(tr("Enter begins at {0}.").format(place(at)), tr(ESC_CLOSES))
