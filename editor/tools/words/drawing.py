"""What is said about outlines that are drawn."""

from editor.tools.words import CTRL_SNAP, degrees, hint, metres, size, square_metres


def polygon_first(kind: str) -> str:
    """No corner is set yet."""
    other = "Shift+P draws an obstacle" if kind == "area" else "P draws an area"
    article = "an"
    return hint(f"Click sets the first corner of {article} {kind}.", other, CTRL_SNAP)


def polygon_next(length: float, angle: float) -> str:
    """One or two corners are set."""
    return hint(
        f"Click adds a corner, {metres(length)} at {degrees(angle)}.",
        "Shift 45°", "Backspace takes one back", "Esc cancels",
    )  # fmt: skip


def polygon_more(area: float) -> str:
    """Three corners or more are set."""
    return hint(
        "Click adds a corner; Enter or the first corner closes.", f"{square_metres(area)} so far"
    )


def polygon_closes(area: float) -> str:
    """The mouse is over the first corner."""
    return hint("Click closes the outline.", f"{square_metres(area)}", "Esc cancels")


def polygon_repeated() -> str:
    """The mouse is where the last corner is."""
    return hint("A corner is here already.", "Click elsewhere to go on · Backspace takes it back")


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
    return hint(f"Drag draws an {kind}.", "Or click two opposite corners", other)


def rectangle_open(width: float, depth: float, *, dragging: bool) -> str:
    """One corner is set, the other follows the mouse."""
    end = "release to draw" if dragging else "click to draw · Esc cancels"
    return hint(f"{size(width, depth)}.", "Shift square", end)


def rectangle_flat() -> str:
    """The corners enclose nothing."""
    return hint("A rectangle needs a width and a depth.", "Move away from the first corner")
