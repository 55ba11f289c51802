"""What is said about selecting and moving."""

from editor.tools.words import CTRL_SNAP, ESC_BACK, SHIFT_AXIS, hint, place
from navcore.level.model import Point


def select_nothing() -> str:
    """The mouse is over nothing."""
    return hint("Drag selects with a box.", "Click selects", "right-click for more")


def select_over(what: str) -> str:
    """The mouse is over something that a drag takes along."""
    return hint(f"Click selects {what}, drag moves it.", "Alt+click takes what lies beneath")


def select_over_floor(what: str) -> str:
    """The mouse is in the middle of floor that is not selected."""
    return hint(f"Click selects {what}, drag draws a box.", "Drag its outline to move it")


def select_over_selected(what: str) -> str:
    """The mouse is over what is selected."""
    return hint(
        f"Drag moves {what}.", "Shift+click adds or removes", "Alt+click takes what lies beneath"
    )


def moving(what: str, vector: Point) -> str:
    """Elements follow the mouse."""
    return hint(
        f"Moving {what} by {place(vector)} m.", SHIFT_AXIS, CTRL_SNAP, "Alt leaves a copy", ESC_BACK
    )


def copying(what: str, vector: Point) -> str:
    """Copies follow the mouse."""
    return hint(
        f"Copying {what} by {place(vector)} m.", SHIFT_AXIS, "Without Alt it moves", ESC_BACK
    )


def box_takes(what: str) -> str:
    """A selection box is open."""
    return hint(f"Release selects {what}." if what else "Nothing in the box yet.", ESC_BACK)
