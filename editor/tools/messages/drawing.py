"""Messages of tools that draw outlines."""

from typing import Final

from editor.tools.keys import clause
from editor.tools.messages import (
    ESC_CLOSES,
    degrees,
    hint,
    metres,
    no_snap,
    place,
    size,
    square_metres,
)
from navcore.i18n import mark, tr
from navcore.level.model import Point

TYPE_PLACE: Final = mark("x z")
TYPE_ON: Final = mark("x z, or @ length angle")
TYPE_SIZE: Final = mark("width depth")
TYPE_RADIUS: Final = mark("radius")

_DIGITS_PLACE: Final = mark("Digits type a place")
_OR_DIGITS: Final = mark("digits type a place")
_ESC_CANCELS: Final = mark("Esc cancels")
_TAKE_BACK: Final = mark("Backspace removes one")
_SHIFT: Final = mark("Shift 45°")
_ADD_ONE: Final = mark("Click adds one · Esc cancels")


def edge(length: float, angle: float) -> str:
    """Return the label of the current edge."""
    return f"{metres(length)}, {degrees(angle)}"


def typed_corner(at: Point, length: float, angle: float, *, closes: bool) -> str:
    """A corner is typed, the box is open."""
    if closes:
        return hint(tr("Enter closes the outline."), tr(ESC_CLOSES))
    along = [edge(length, angle)] if length else []
    return hint(tr("Enter sets a corner at {0}.").format(place(at)), *along, tr(ESC_CLOSES))


def typed_corner_crosses(at: Point, crossing: Point) -> str:
    """A corner is typed from which the outline could not be closed yet."""
    bold = tr("Enter sets a corner at {0}.").format(place(at))
    closing = tr("From there the closing edge crosses at {0}").format(place(crossing))
    return hint(bold, closing, tr(ESC_CLOSES))


def corner_repeated() -> str:
    """The mouse is at the last corner."""
    way_out = tr("Click elsewhere to go on · Backspace removes it")
    return hint(tr("A corner is here already."), way_out)


def repeated_typed() -> str:
    """The place of the last corner is typed."""
    return tr("A corner is here already. Type another place.")


def polygon_first(kind: str) -> str:
    """No corner is set yet; the kind is `area`, `obstacle` or `zone`."""
    if kind == "zone":
        bold = tr("Click sets the first corner of a zone.")
        return hint(bold, tr(_DIGITS_PLACE), _other_shape())
    if kind == "area":
        bold = tr("Click sets the first corner of an area.")
        return hint(
            bold, tr(_DIGITS_PLACE), clause("tool_polygon_obstacle", tr("{0} draws an obstacle"))
        )
    bold = tr("Click sets the first corner of an obstacle.")
    return hint(bold, tr(_DIGITS_PLACE), clause("tool_polygon_area", tr("{0} draws an area")))


def _other_shape() -> str:
    """Return the clause about the key that changes the shape of a zone."""
    return clause("tool_zone", tr("{0} takes the next shape"))


def polygon_next(length: float, angle: float) -> str:
    """One or two corners are set."""
    bold = tr("Click adds a corner, {0} at {1}.").format(metres(length), degrees(angle))
    return hint(bold, tr(_SHIFT), tr(_TAKE_BACK), tr(_ESC_CANCELS))


def polygon_more(area: float) -> str:
    """Three corners or more are set."""
    bold = tr("Click adds a corner; Enter or the first corner closes.")
    return hint(bold, tr("{0} so far").format(square_metres(area)))


def polygon_closes(area: float) -> str:
    """The mouse is over the first corner."""
    return hint(tr("Click closes the outline."), square_metres(area), tr(_ESC_CANCELS))


def polygon_flat() -> str:
    """Enter was pressed, but the outline encloses nothing."""
    way_out = tr("Add one off the line · Esc cancels")
    return hint(tr("These corners enclose nothing yet."), way_out)


def polygon_too_few(count: int) -> str:
    """Enter was pressed before there were three corners."""
    if count == 1:
        return hint(tr("An outline needs 2 more corners."), tr(_ADD_ONE))
    return hint(tr("An outline needs 1 more corner."), tr(_ADD_ONE))


def rectangle_first(kind: str) -> str:
    """No corner is set yet; the kind is `area`, `obstacle` or `zone`."""
    twice = tr("Or click two opposite corners")
    if kind == "zone":
        return hint(tr("Drag draws a zone."), twice, _other_shape())
    if kind == "area":
        other = clause("tool_rectangle_obstacle", tr("{0} draws an obstacle"))
        return hint(tr("Drag draws an area."), twice, tr(_OR_DIGITS), other)
    other = clause("tool_rectangle_area", tr("{0} draws an area"))
    return hint(tr("Drag draws an obstacle."), twice, tr(_OR_DIGITS), other)


def rectangle_open(width: float, depth: float, *, dragging: bool) -> str:
    """One corner is set, the other follows the mouse."""
    end = tr("release to draw") if dragging else tr("click to draw · Esc cancels")
    return hint(f"{size(width, depth)}.", tr("Shift square"), end)


def rectangle_typed(width: float, depth: float) -> str:
    """The size is typed."""
    bold = tr("Enter draws {0}.").format(size(width, depth))
    return hint(bold, tr("A minus goes left or down"), tr(ESC_CLOSES))


def rectangle_flat() -> str:
    """The corners enclose nothing."""
    bold = tr("A rectangle needs a width and a depth.")
    return hint(bold, tr("Move away from the first corner"))


def typed_first_corner(at: Point) -> str:
    """The first corner of a rectangle is typed."""
    return hint(tr("Enter sets the first corner at {0}.").format(place(at)), tr(ESC_CLOSES))


def typed_centre(at: Point) -> str:
    """The centre of a shape is typed."""
    return hint(tr("Enter sets the centre at {0}.").format(place(at)), tr(ESC_CLOSES))


def regular_first(kind: str, corners: int, *, circle: bool) -> str:
    """No centre is set yet; the kind is `area`, `obstacle` or `zone`."""
    if circle:
        bold = tr("Drag draws a circle from its centre.")
    else:
        bold = tr("Drag draws a shape with {0} corners from its centre.").format(corners)
    if kind == "zone":
        return hint(bold, tr("Or click twice"), _other_shape())
    if kind == "area":
        other = clause("tool_regular_obstacle", tr("{0} draws an obstacle"))
    else:
        other = clause("tool_regular_area", tr("{0} draws an area"))
    return hint(bold, tr("Or click twice"), tr(_OR_DIGITS), other)


def regular_open(corners: int, radius: float, *, circle: bool, dragging: bool) -> str:
    """The centre is set, a corner follows the mouse."""
    end = tr("release to draw") if dragging else tr("click to draw")
    if circle:
        bold = tr("A circle, radius {0}.").format(metres(radius))
        return hint(bold, no_snap(), end)
    bold = tr("{0} corners, radius {1}.").format(corners, metres(radius))
    return hint(bold, tr("Up and Down change the corners"), tr("Shift 15°"), end)


def regular_typed(corners: int, radius: float, *, circle: bool) -> str:
    """The radius is typed."""
    if circle:
        bold = tr("Enter draws a circle, radius {0}.").format(metres(radius))
    else:
        bold = tr("Enter draws {0} corners, radius {1}.").format(corners, metres(radius))
    return hint(bold, tr(ESC_CLOSES))


def regular_flat() -> str:
    """The corner lies on the centre."""
    return hint(tr("A shape needs a radius."), tr("Move away from its centre"))


def radius_needed() -> str:
    """A radius is typed that isn't greater than 0."""
    return tr("Type a radius over 0.")


def wall_first(thickness: float) -> str:
    """No end is set yet."""
    bold = tr("Click or drag begins a wall {0} thick.").format(metres(thickness))
    return hint(bold, tr("Up and Down change it"), tr(_OR_DIGITS))


def wall_next(length: float, angle: float) -> str:
    """One end is set."""
    bold = tr("Click sets the next corner, {0}.").format(edge(length, angle))
    return hint(bold, tr(_SHIFT), tr("Up and Down change the thickness"))


def wall_more(length: float, angle: float) -> str:
    """Two or more corners are set, so the wall can end here."""
    bold = tr("Click adds a corner, {0}; Enter ends the wall.").format(edge(length, angle))
    return hint(bold, tr(_SHIFT), tr(_TAKE_BACK))


def wall_closes(count: int) -> str:
    """The mouse is over the first corner; the ring becomes `count` obstacles."""
    more = tr("It becomes {0} obstacles, as none can have a hole").format(count)
    return hint(tr("Click closes the wall."), more if count > 1 else tr(_ESC_CANCELS))


def wall_dragging(length: float, angle: float) -> str:
    """A single stretch is dragged out."""
    return hint(f"{edge(length, angle)}.", tr("Release to draw"), tr(_SHIFT), no_snap())


def wall_too_short() -> str:
    """Enter was pressed with one end set."""
    return hint(tr("A wall needs another end."), tr("Click sets it · Esc cancels"))
