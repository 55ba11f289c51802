"""What is said about outlines that are drawn."""

from typing import Final

from editor.tools.words import (
    CTRL_SNAP,
    ESC_CLOSES,
    degrees,
    hint,
    metres,
    place,
    size,
    square_metres,
)
from navcore.level.model import Point

TYPE_PLACE: Final = "x z"
TYPE_ON: Final = "x z, or @ length angle"
TYPE_SIZE: Final = "width depth"
TYPE_RADIUS: Final = "radius"

_DIGITS_PLACE: Final = "Digits type a place"
_UP_DOWN: Final = "Up and Down change it"
_ESC_CANCELS: Final = "Esc cancels"


def edge(length: float, angle: float) -> str:
    """Beside the edge in hand."""
    return f"{metres(length)}, {degrees(angle)}"


def typed_corner(at: Point, length: float, angle: float, *, closes: bool) -> str:
    """A corner is typed, the box is open."""
    if closes:
        return hint("Enter closes the outline.", ESC_CLOSES)
    along = edge(length, angle) if length else ""
    return hint(f"Enter sets a corner at {place(at)}.", *([along] if along else []), ESC_CLOSES)


def typed_corner_crosses(at: Point, crossing: Point) -> str:
    """A corner is typed from which the outline could not be closed yet."""
    bold = f"Enter sets a corner at {place(at)}."
    return hint(bold, f"From there the closing edge crosses at {place(crossing)}", ESC_CLOSES)


def corner_repeated() -> str:
    """The mouse is where the last corner is."""
    return hint("A corner is here already.", "Click elsewhere to go on · Backspace takes it back")


def polygon_first(kind: str) -> str:
    """No corner is set yet."""
    other = "Shift+P draws an obstacle" if kind == "area" else "P draws an area"
    return hint(f"Click sets the first corner of an {kind}.", _DIGITS_PLACE, other)


def polygon_next(length: float, angle: float) -> str:
    """One or two corners are set."""
    return hint(
        f"Click adds a corner, {metres(length)} at {degrees(angle)}.",
        "Shift 45°", "Backspace takes one back", _ESC_CANCELS,
    )  # fmt: skip


def polygon_more(area: float) -> str:
    """Three corners or more are set."""
    return hint(
        "Click adds a corner; Enter or the first corner closes.", f"{square_metres(area)} so far"
    )


def polygon_closes(area: float) -> str:
    """The mouse is over the first corner."""
    return hint("Click closes the outline.", f"{square_metres(area)}", _ESC_CANCELS)


def polygon_flat() -> str:
    """Enter was pressed, but the outline encloses nothing."""
    return hint("These corners enclose nothing yet.", "Add one off the line · Esc cancels")


def polygon_too_few(count: int) -> str:
    """Enter was pressed before there were three corners."""
    left = "2 more corners" if count == 1 else "1 more corner"
    return hint(f"An outline needs {left}.", "Click adds one · Esc cancels")


def rectangle_first(kind: str) -> str:
    """No corner is set yet."""
    other = "Shift+R draws an obstacle" if kind == "area" else "R draws an area"
    return hint(f"Drag draws an {kind}.", "Or click two opposite corners", _DIGITS_PLACE, other)


def rectangle_open(width: float, depth: float, *, dragging: bool) -> str:
    """One corner is set, the other follows the mouse."""
    end = "release to draw" if dragging else "click to draw · Esc cancels"
    return hint(f"{size(width, depth)}.", "Shift square", end)


def rectangle_typed(width: float, depth: float) -> str:
    """The size is typed."""
    return hint(f"Enter draws {size(width, depth)}.", "A minus goes left or down", ESC_CLOSES)


def rectangle_flat() -> str:
    """The corners enclose nothing."""
    return hint("A rectangle needs a width and a depth.", "Move away from the first corner")


def typed_first(at: Point, what: str) -> str:
    """The first place of a shape is typed: its corner or its centre."""
    return hint(f"Enter sets the {what} at {place(at)}.", ESC_CLOSES)


def regular_first(kind: str, shape: str) -> str:
    """No centre is set yet; the shape is `a circle` or `6 corners`."""
    other = "Shift+C draws an obstacle" if kind == "area" else "C draws an area"
    what = "Drag draws" if shape == "a circle" else "Drag draws a shape with"
    return hint(f"{what} {shape} from its centre.", "Or click twice", _DIGITS_PLACE, other)


def regular_open(shape: str, radius: float, *, circle: bool, dragging: bool) -> str:
    """The centre is set, a corner follows the mouse."""
    turning = ["Ctrl no snap"] if circle else ["Up and Down change the corners", "Shift 15°"]
    end = "release to draw" if dragging else "click to draw"
    return hint(f"{shape[0].upper()}{shape[1:]}, radius {metres(radius)}.", *turning, end)


def regular_typed(shape: str, radius: float) -> str:
    """The radius is typed."""
    return hint(f"Enter draws {shape}, radius {metres(radius)}.", ESC_CLOSES)


def regular_flat() -> str:
    """The corner lies on the centre."""
    return hint("A shape needs a radius.", "Move away from its centre")


def wall_first(thickness: float) -> str:
    """No end is set yet."""
    return hint(f"Click or drag begins a wall {metres(thickness)} thick.", _UP_DOWN, _DIGITS_PLACE)


def wall_next(length: float, angle: float) -> str:
    """One end is set."""
    return hint(
        f"Click sets the next corner, {edge(length, angle)}.", "Shift 45°",
        "Up and Down change the thickness",
    )  # fmt: skip


def wall_more(length: float, angle: float) -> str:
    """Two corners or more are set: it could end here."""
    return hint(
        f"Click adds a corner, {edge(length, angle)}; Enter ends the wall.", "Shift 45°",
        "Backspace takes one back",
    )  # fmt: skip


def wall_closes(count: int) -> str:
    """The mouse is over the first corner; the ring comes out in so many obstacles."""
    what = f"It becomes {count} obstacles, as none can have a hole" if count > 1 else _ESC_CANCELS
    return hint("Click closes the wall.", what)


def wall_dragging(length: float, angle: float) -> str:
    """A single stretch is dragged out."""
    return hint(f"{edge(length, angle)}.", "Release to draw", "Shift 45°", CTRL_SNAP)


def wall_too_short() -> str:
    """Enter was pressed with one end set."""
    return hint("A wall needs another end.", "Click sets it · Esc cancels")
