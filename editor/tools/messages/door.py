"""What is said about doors."""

from typing import Final

from editor.tools.keys import key
from editor.tools.messages import ESC_BACK, ESC_CLOSES, hint, metres, number, short
from navcore.i18n import mark, tr

TYPE_WIDTH: Final = mark("width")


def door_first(width: float) -> str:
    """No side of the gap is clicked yet."""
    return hint(
        tr("Click on one side of the gap."),
        tr("It becomes a door {0} wide").format(metres(width)),
        tr("digits change the width"),
    )


def door_cuts_off(name: str, cut_off: float) -> str:
    """A door was shut that parts so many square metres of floor from the rest."""
    digits = 0 if cut_off >= 100 else 1
    return tr("{0} is shut: {1} m² are cut off.").format(short(name), number(cut_off, digits))


def door_over(name: str, needed: str = "", *, shut: bool, cut_off: float) -> str:
    """The mouse is over a door; shutting it would cut off so many square metres of floor.

    `needed` is what it requires.
    """
    digits = 0 if cut_off >= 100 else 1
    cut = [tr("{0} m² would be cut off").format(number(cut_off, digits))] if cut_off else []
    bold = (tr("{0} opens {1}.") if shut else tr("{0} shuts {1}.")).format(
        key("toggle_door"), short(name)
    )
    return hint(bold, *cut, needed, tr("Click starts another door here"))


def door_second(width: float, depth: float) -> str:
    """One side is clicked, the other is sought."""
    return hint(
        tr("Click lays a door {0} wide, {1} deep.").format(metres(width), metres(depth)),
        tr("Up and Down change the width"),
        tr(ESC_BACK),
    )


def door_narrower(width: float, wanted: float) -> str:
    """The floor is narrower than the door was meant to be."""
    return hint(
        tr("Click lays a door {0} wide.").format(metres(width)),
        tr("The floor is narrower than {0}").format(metres(wanted)),
        tr(ESC_BACK),
    )


def door_typed(width: float) -> str:
    """A width is typed, the box is open."""
    return hint(tr("Enter makes doors {0} wide.").format(metres(width)), tr(ESC_CLOSES))


def door_not_here() -> str:
    """Both ends of the door are in one place."""
    return hint(tr("Click on the other side of the gap."), tr(ESC_BACK))


def width_between(least: float, most: float) -> str:
    """A width is typed that no door has."""
    return tr("A door is from {0} to {1} wide.").format(metres(least), metres(most))
