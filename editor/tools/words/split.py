"""What is said about splitting."""

from editor.tools.words import ESC_BACK, hint, place
from navcore.level.model import Point

_SHIFT = "Shift 45°"


def split_first(what: str) -> str:
    """The line has no beginning yet; `what` is selected, if anything is."""
    if what:
        return hint(f"Click or drag to draw a line across {what}.", "Digits type a place")
    return hint("Click or drag to draw a line across what it shall cut.", "Digits type a place")


def split_untouchable() -> str:
    """All that is selected is locked or hidden."""
    return hint("What is selected is locked.", "Ctrl+Shift+L unlocks it")


def split_ready(what: str) -> str:
    """Here the line cuts something."""
    return hint(f"Click splits {what}.", _SHIFT, "Backspace takes the beginning back", ESC_BACK)


def split_release(what: str) -> str:
    """The same, with the button down."""
    return hint(f"Release splits {what}.", _SHIFT, "Ctrl no snap", ESC_BACK)


def split_nothing(start: Point) -> str:
    """The line cuts nothing."""
    bold = f"Nothing is cut yet, from {place(start)}."
    return hint(bold, "Draw right across an outline", _SHIFT, ESC_BACK)


def split_prompt() -> str:
    """What the typed box expects."""
    return "x z, or @ length angle"
