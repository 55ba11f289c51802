"""What is said about corners."""

from typing import Final

from editor.tools.messages import ESC_BACK, hint, no_snap, place
from navcore.i18n import mark, several, tr
from navcore.level.model import Point

SHIFT_EIGHTH: Final = mark("Shift straight or 45°")
TAB_NEXT: Final = mark("Tab next corner")


def no_shape() -> str:
    """No polygon is selected."""
    bold = tr("Click a shape to edit its corners.")
    return hint(bold, tr("Drag selects corners with a box"))


def no_handles() -> str:
    """Polygons are selected, none of their corners is, and the mouse is over none."""
    bold = tr("Drag selects corners with a box.")
    return hint(bold, tr("Click another shape to edit it"), tr(TAB_NEXT))


def some_handles(count: int, *, one_place: bool) -> str:
    """Corners are selected, and the mouse is over none."""
    bold = several(count, "Click lets 1 corner go.", "Click lets {0} corners go.")
    typed = tr("digits type its place") if one_place else tr("digits type how far")
    return hint(bold, tr("Delete removes"), typed, tr(TAB_NEXT))


def over_shape(what: str) -> str:
    """The mouse is over a polygon that is not selected."""
    bold = tr("Click edits the corners of {0}.").format(what)
    return hint(bold, tr("Shift+click adds them"), tr("drag draws a box"))


def over_handle(count: int, *, shared: bool) -> str:
    """The mouse is over a corner; a drag moves so many."""
    bold = several(count, "Drag moves this corner.", "Drag moves {0} corners.")
    alone = [tr("Alt+click takes one alone")] if shared else []
    return hint(bold, tr("Shift+click adds or removes"), *alone, tr(TAB_NEXT))


def over_edge() -> str:
    """The mouse is over an edge."""
    bold = tr("Drag the + to add a corner here.")
    return hint(bold, tr("Double-click adds one without moving"))


def over_taken_edge() -> str:
    """The mouse is over an edge whose corners are both selected."""
    bold = tr("Drag moves this edge.")
    return hint(bold, tr("Double-click adds a corner"), tr("Backspace removes both"))


def moving_handles(count: int, vector: Point, at: Point) -> str:
    """Corners follow the mouse."""
    if count == 1:
        bold = tr("Moving 1 corner to {0}.").format(place(at))
    else:
        bold = tr("Moving {0} corners by {1} m.").format(count, place(vector))
    return hint(bold, tr(SHIFT_EIGHTH), no_snap(), tr(ESC_BACK))


def adding_handle(at: Point) -> str:
    """A new corner follows the mouse."""
    bold = tr("New corner at {0}.").format(place(at))
    return hint(bold, tr(SHIFT_EIGHTH), no_snap(), tr(ESC_BACK))


def no_handle_on_handle() -> str:
    """The new corner lies on an end of its edge."""
    bold = tr("There is a corner here already.")
    return hint(bold, tr("Release adds none"), tr(ESC_BACK))


def box_takes_handles(count: int, *, adding: bool) -> str:
    """A box over corners is open."""
    if not count:
        return hint(tr("No corner in the box yet."), tr(ESC_BACK))
    bold = several(count, "Release selects 1 corner.", "Release selects {0} corners.")
    return hint(bold, tr(ESC_BACK), *([] if adding else [tr("Begin with Shift to add")]))


def enter_moves(count: int) -> str:
    """A place is typed, and outlines show where corners would go."""
    bold = several(count, "Enter moves 1 corner.", "Enter moves {0} corners.")
    return hint(bold, tr(ESC_BACK))


def type_place() -> str:
    """What is typed for one corner."""
    return tr("x z, or @ length angle")


def type_way() -> str:
    """What is typed for several corners."""
    return tr("by x z, or @ length angle")
