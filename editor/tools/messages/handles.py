"""Messages about handles: corners of shapes, goals of agents."""

from typing import Final

from editor.tools.keys import clause
from editor.tools.messages import ESC_BACK, hint, no_snap, place, short
from navcore.i18n import mark, several, tr
from navcore.level.kinds import HandleWords
from navcore.level.model import Point
from navcore.level.storeys import storey_title

SHIFT_EIGHTH: Final = mark("Shift straight or 45°")


def _tab_next(words: HandleWords) -> str:
    return tr("Tab next {0}").format(tr(words.noun))


def no_shape() -> str:
    """Nothing with handles is selected."""
    bold = tr("Click a shape to edit its corners.")
    return hint(bold, tr("Drag selects corners with a box"))


def no_handles(words: HandleWords) -> str:
    """Elements are selected without handles, and the mouse is over no handle."""
    bold = tr("Drag selects {0} with a box.").format(tr(words.all))
    return hint(bold, tr("Click another shape to edit it"), _tab_next(words))


def some_handles(words: HandleWords, count: int, *, one_place: bool) -> str:
    """Handles are selected, and the mouse is over no handle."""
    bold = tr("Click deselects {0}.").format(words.counted(count))
    typed = tr("digits type its place") if one_place else tr("digits type how far")
    return hint(bold, tr("Delete removes"), typed, _tab_next(words))


def over_element(words: HandleWords, what: str) -> str:
    """The mouse is over an element that is not selected."""
    bold = tr("Click edits the {0} of {1}.").format(tr(words.all), what)
    return hint(bold, tr("Shift+click adds them"), tr("drag draws a box"))


def over_handle(words: HandleWords, count: int, *, shared: bool) -> str:
    """The mouse is over a handle; a drag moves `count` handles."""
    bold = tr("Drag moves {0}.").format(tr(words.this) if count == 1 else words.counted(count))
    alone = [tr("Alt+click takes one alone")] if shared else []
    return hint(bold, tr("Shift+click adds or removes"), *alone, _tab_next(words))


def over_far_handle(words: HandleWords, storey: str) -> str:
    """The mouse is over a handle of another storey that is shown here."""
    bold = tr("Drag moves the {0} on {1}.").format(tr(words.noun), short(storey_title(storey)))
    return hint(bold, tr("Shift+click adds or removes"), _tab_next(words))


def over_side(words: HandleWords) -> str:
    """The mouse is over a side."""
    bold = tr("Drag the + to add {0} here.").format(tr(words.one))
    return hint(bold, tr("Double-click adds one without moving"))


def over_taken_side(words: HandleWords) -> str:
    """The mouse is over a side with both handles selected."""
    bold = tr("Drag moves {0}.").format(tr(words.side))
    added = tr("Double-click adds {0}").format(tr(words.one))
    return hint(bold, added, tr("Backspace removes both"))


def only_at_start(words: HandleWords, what: str) -> str:
    """The mouse is over a handle of something that walks in the run."""
    bold = tr("The {0} of {1} are edited at the start.").format(tr(words.all), what)
    return hint(bold, clause("back", tr("{0} goes back to the start")))


def stops_at(waypoint: str, *, off: bool) -> str:
    """A stop is dragged onto a waypoint, which may be switched off."""
    bold = tr("Release makes {0} the stop.").format(waypoint)
    return hint(bold, tr("Agents skip it while it is off") if off else "", no_snap())


def moving_handles(
    words: HandleWords, count: int, vector: Point, at: Point, *, doors: int = 0
) -> str:
    """Handles follow the mouse, and doors follow their edges."""
    if count == 1:
        bold = tr("Moving {0} to {1}.").format(words.counted(1), place(at))
    else:
        bold = tr("Moving {0} by {1} m.").format(words.counted(count), place(vector))
    follow = several(doors, "1 door follows", "{0} doors follow") if doors else ""
    return hint(bold, follow, tr(SHIFT_EIGHTH), no_snap(), tr(ESC_BACK))


def adding_handle(words: HandleWords, at: Point) -> str:
    """A new handle follows the mouse."""
    bold = tr("New {0} at {1}.").format(tr(words.noun), place(at))
    return hint(bold, tr(SHIFT_EIGHTH), no_snap(), tr(ESC_BACK))


def no_handle_on_handle(words: HandleWords) -> str:
    """The new handle lies on an end of its side."""
    bold = tr("There is {0} here already.").format(tr(words.one))
    return hint(bold, tr("Release adds none"), tr(ESC_BACK))


def box_takes_handles(words: HandleWords, count: int, *, adding: bool) -> str:
    """A box over handles is open."""
    if not count:
        return hint(tr("No {0} in the box yet.").format(tr(words.noun)), tr(ESC_BACK))
    bold = tr("Release selects {0}.").format(words.counted(count))
    return hint(bold, tr(ESC_BACK), *([] if adding else [tr("Begin with Shift to add")]))


def enter_moves(words: HandleWords, count: int) -> str:
    """A place is typed, and lines show where handles would go."""
    bold = tr("Enter moves {0}.").format(words.counted(count))
    return hint(bold, tr(ESC_BACK))


def type_place() -> str:
    """Return the prompt for typing the place of one handle."""
    return tr("x z, or @ length angle")


def type_way() -> str:
    """Return the prompt for typing the offset of several handles."""
    return tr("by x z, or @ length angle")
