"""What is said about corners."""

from typing import Final

from editor.tools.words import CTRL_SNAP, ESC_BACK, hint, place
from navcore.level.model import Point

SHIFT_EIGHTH: Final = "Shift straight or 45°"
TAB_NEXT: Final = "Tab next corner"


def no_shape() -> str:
    """No polygon is selected."""
    return hint("Click a shape to edit its corners.", "Drag selects corners with a box")


def no_corners() -> str:
    """Polygons are selected, none of their corners is, and the mouse is over none."""
    return hint("Drag selects corners with a box.", "Click another shape to edit it", TAB_NEXT)


def some_corners(count: int, *, one_place: bool) -> str:
    """Corners are selected, and the mouse is over none."""
    typed = "digits type its place" if one_place else "digits type how far"
    return hint(f"Click lets {corners(count)} go.", "Delete removes", typed, TAB_NEXT)


def over_shape(what: str) -> str:
    """The mouse is over a polygon that is not selected."""
    return hint(f"Click edits the corners of {what}.", "Shift+click adds them", "drag draws a box")


def over_corner(count: int, *, shared: bool) -> str:
    """The mouse is over a corner; a drag moves so many."""
    moved = "this corner" if count == 1 else corners(count)
    alone = ["Alt+click takes one alone"] if shared else []
    return hint(f"Drag moves {moved}.", "Shift+click adds or removes", *alone, TAB_NEXT)


def over_edge() -> str:
    """The mouse is over an edge."""
    return hint("Drag the + to add a corner here.", "Double-click adds one without moving")


def over_taken_edge() -> str:
    """The mouse is over an edge whose corners are both selected."""
    return hint("Drag moves this edge.", "Double-click adds a corner", "Backspace removes both")


def moving_corners(count: int, vector: Point, at: Point) -> str:
    """Corners follow the mouse."""
    where = f"to {place(at)}" if count == 1 else f"by {place(vector)} m"
    return hint(f"Moving {corners(count)} {where}.", SHIFT_EIGHTH, CTRL_SNAP, ESC_BACK)


def adding_corner(at: Point) -> str:
    """A new corner follows the mouse."""
    return hint(f"New corner at {place(at)}.", SHIFT_EIGHTH, CTRL_SNAP, ESC_BACK)


def no_corner_on_corner() -> str:
    """The new corner lies on an end of its edge."""
    return hint("There is a corner here already.", "Release adds none", ESC_BACK)


def box_takes_corners(count: int, *, adding: bool) -> str:
    """A box over corners is open."""
    if not count:
        return hint("No corner in the box yet.", ESC_BACK)
    more = [] if adding else ["Begin with Shift to add"]
    return hint(f"Release selects {corners(count)}.", ESC_BACK, *more)


def enter_moves(count: int) -> str:
    """A place is typed, and outlines show where corners would go."""
    return hint(f"Enter moves {corners(count)}.", ESC_BACK)


def type_place() -> str:
    """What is typed for one corner."""
    return "x z, or @ length angle"


def type_way() -> str:
    """What is typed for several corners."""
    return "by x z, or @ length angle"


def corners(count: int) -> str:
    """`1 corner`, `3 corners`."""
    return "1 corner" if count == 1 else f"{count} corners"
