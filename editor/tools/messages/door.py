"""Messages of the door tool."""

from typing import Final

from editor.tools.keys import key
from editor.tools.messages import ESC_BACK, ESC_CLOSES, hint, metres, short
from navcore.i18n import mark, tr

TYPE_WIDTH: Final = mark("width")


def door_first(width: float) -> str:
    """No side of the gap is clicked yet."""
    return hint(
        tr("Click on one side of the gap."),
        tr("It becomes a door {0} wide").format(metres(width)),
        tr("digits change the width"),
    )


def door_over(name: str, needed: str = "", *, shut: bool) -> str:
    """The mouse is over a door; `needed` are the abilities that it requires."""
    bold = (tr("{0} opens {1}.") if shut else tr("{0} shuts {1}.")).format(
        key("toggle_door"), short(name)
    )
    return hint(bold, needed, tr("Click starts another door here"))


def door_second(width: float, depth: float) -> str:
    """One side is clicked, and the other is expected."""
    return hint(
        tr("Click lays a door {0} wide, {1} deep.").format(metres(width), metres(depth)),
        tr("Up and Down change the width"),
        tr(ESC_BACK),
    )


def door_narrower(width: float, wanted: float) -> str:
    """The floor is narrower than the door's width."""
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
    """A width is typed that is out of range."""
    return tr("A door is from {0} to {1} wide.").format(metres(least), metres(most))
