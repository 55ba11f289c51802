"""What is said about selecting and moving."""

import math
from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, SHIFT_AXIS, hint, number, place, size
from navcore.level.model import Point

ALT_COPY: Final = "Alt leaves a copy"
NO_COPY: Final = "Without Alt no copy"
SHIFT_SHAPE: Final = "Shift keeps the shape"
SHIFT_TURN: Final = "Shift steps of 15°"
CTRL_FREE: Final = "Ctrl freely"


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


def select_locked(what: str) -> str:
    """The mouse is over something that is selected and locked."""
    return hint(f"{what} stays: it is locked.", "Ctrl+L unlocks", "drag selects with a box")


def stays_locked(what: str, *, many: bool) -> str:
    """An arrow was to move what is locked."""
    return f"{what} {'are' if many else 'is'} locked. Ctrl+L unlocks."


def over_scaling(what: str) -> str:
    """The mouse is over a handle that scales."""
    return hint(f"Drag scales {what}.", SHIFT_SHAPE, CTRL_SNAP, ALT_COPY)


def over_turning(what: str) -> str:
    """The mouse is over the handle that turns."""
    return hint(f"Drag turns {what}.", SHIFT_TURN, CTRL_FREE, ALT_COPY)


def moving(what: str, vector: Point) -> str:
    """Elements follow the mouse."""
    return hint(f"Moving {what} by {place(vector)} m.", SHIFT_AXIS, CTRL_SNAP, ALT_COPY, ESC_BACK)


def copying(what: str, vector: Point) -> str:
    """Copies follow the mouse."""
    return hint(f"Copying {what} by {place(vector)} m.", SHIFT_AXIS, NO_COPY, ESC_BACK)


def scaling(width: float, depth: float, *, copying: bool) -> str:
    """A handle is dragged, and what is selected takes this size."""
    if copying:
        return hint(f"Copying at {size(width, depth)}.", SHIFT_SHAPE, NO_COPY, ESC_BACK)
    return hint(
        f"Scaling to {size(width, depth)}.", SHIFT_SHAPE, CTRL_SNAP, ALT_COPY, ESC_BACK
    )  # fmt: skip


def turning(angle: float, *, copying: bool) -> str:
    """What is selected turns by this angle, radians."""
    if copying:
        return hint(f"Copying, turned by {turned(angle)}.", SHIFT_TURN, NO_COPY, ESC_BACK)
    return hint(f"Turning {turned(angle)}.", SHIFT_TURN, ESC_BACK, CTRL_FREE, ALT_COPY)


def turned(angle: float) -> str:
    """How far something turns: `15°`, clockwise `−15°`."""
    return f"{number(math.degrees(angle), 0)}°"


def box_takes(what: str, *, adding: bool = False) -> str:
    """A selection box is open."""
    verb = "adds" if adding else "selects"
    return hint(f"Release {verb} {what}." if what else "Nothing in the box yet.", ESC_BACK)
