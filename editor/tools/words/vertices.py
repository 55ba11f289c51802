"""What is said about corners."""

from editor.tools.words import CTRL_SNAP, ESC_BACK, SHIFT_AXIS, hint, place
from navcore.level.model import Point


def vertices_no_shape() -> str:
    """No polygon is selected."""
    return hint("Click a shape to edit its corners.", "Drag selects corners with a box")


def vertices_idle() -> str:
    """Polygons are selected, the mouse is over none of their corners."""
    return hint(
        "Drag selects corners with a box.", "Click another shape to edit it · Tab next corner"
    )


def vertices_over_corner() -> str:
    """The mouse is over a corner."""
    return hint("Drag moves this corner.", "Shift+click adds it · Alt+click takes one alone")


def vertices_over_edge() -> str:
    """The mouse is over an edge."""
    return hint("Drag the + to add a corner here.", "Double-click adds one without moving")


def vertices_over_taken_edge() -> str:
    """The mouse is over an edge whose corners are both selected."""
    return hint("Drag moves this edge.", "Double-click adds a corner · Backspace removes both")


def moving_corners(count: int, vector: Point) -> str:
    """Corners follow the mouse."""
    what = "1 corner" if count == 1 else f"{count} corners"
    return hint(f"Moving {what} by {place(vector)} m.", SHIFT_AXIS, CTRL_SNAP, ESC_BACK)


def adding_corner(at: Point) -> str:
    """A new corner follows the mouse."""
    return hint(f"New corner at {place(at)}.", SHIFT_AXIS, CTRL_SNAP, ESC_BACK)


def box_takes_corners(count: int) -> str:
    """A box over corners is open."""
    what = "1 corner" if count == 1 else f"{count} corners"
    return hint(f"Release selects {what}." if count else "No corner in the box yet.", ESC_BACK)
