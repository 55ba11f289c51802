"""Messages of the select tool."""

import math
from collections.abc import Sequence
from typing import Final

from editor.tools.keys import COMMAND, clause, key
from editor.tools.messages import ESC_BACK, SHIFT_AXIS, hint, no_snap, number, place, size
from navcore.i18n import mark, several, tr
from navcore.level.doorways import Parting
from navcore.level.model import Point
from navcore.level.naming import called

ALT_COPY: Final = mark("Alt leaves a copy")
NO_COPY: Final = mark("Without Alt no copy")
SHIFT_SHAPE: Final = mark("Shift keeps the shape")
SHIFT_TURN: Final = mark("Shift steps of 15°")

_BENEATH: Final = mark("Alt+click takes what lies beneath")


def select_nothing() -> str:
    """The mouse is over nothing."""
    bold = tr("Drag selects with a box.")
    return hint(bold, tr("Click selects"), tr("right-click for more"))


def select_over(what: str, things: str = "", *more: str) -> str:
    """The mouse is over an element that a drag moves; `things` move with it."""
    if things:
        bold = tr("Click selects {0}, drag moves it and {1}.").format(what, things)
        return hint(bold, *more, tr(_BENEATH))
    return hint(tr("Click selects {0}, drag moves it.").format(what), *more, tr(_BENEATH))


def select_over_floor(what: str, *more: str) -> str:
    """The mouse is in the middle of floor that is not selected."""
    bold = tr("Click selects {0}, drag draws a box.").format(what)
    return hint(bold, *more, tr("Drag its outline to move it"))


def select_over_selected(what: str, *more: str) -> str:
    """The mouse is over a selected element."""
    bold = tr("Drag moves {0}.").format(what)
    return hint(bold, *more, tr("Shift+click adds or removes"), tr(_BENEATH))


def select_locked(what: str) -> str:
    """The mouse is over a selected, locked element."""
    bold = tr("{0} stays: it is locked.").format(what)
    return hint(bold, clause("lock", tr("{0} unlocks")), tr("drag selects with a box"))


def stays_locked(what: str, *, many: bool) -> str:
    """An arrow key was pressed with locked elements selected."""
    said = tr("{0} are locked. {1} unlocks.") if many else tr("{0} is locked. {1} unlocks.")
    return said.format(what, key("lock"))


def locked_stay(count: int) -> str:
    """Return the clause about locked elements in a room, which stay where they are."""
    return several(count, "1 locked stays", "{0} locked stay") if count else ""


def hidden_too(count: int) -> str:
    """Return the clause about hidden elements in a room that move with it."""
    return several(count, "1 of them hidden", "{0} of them hidden") if count else ""


def doors_leave(partings: Sequence[Parting]) -> str:
    """Return the clause about doors that move away from rooms that stay; empty if none do."""
    one, many = mark("{0} leaves {1}"), mark("{0} leave {1}")
    return _of_doors(partings, one, many) if partings else ""


def doors_have_left(partings: Sequence[Parting]) -> str:
    """Doors have left rooms that stay."""
    one, many = mark("{0} has left {1}."), mark("{0} have left {1}.")
    back = clause("undo", tr("{0} undoes that."))
    return f"{_of_doors(partings, one, many)} {back}"


def _of_doors(partings: Sequence[Parting], one: str, many: str) -> str:
    doors = {parting.door.id: parting.door for parting in partings}.values()
    rooms = {parting.hinge.room.id: parting.hinge.room for parting in partings}.values()
    return tr(one if len(doors) == 1 else many).format(called(doors), called(rooms))


def over_scaling(what: str) -> str:
    """The mouse is over a handle that scales."""
    return hint(
        tr("Drag scales {0}.").format(what), tr(SHIFT_SHAPE), no_snap(), tr(ALT_COPY)
    )  # fmt: skip


def over_turning(what: str, *, pivot: bool) -> str:
    """The mouse is over the handle that turns; `pivot`: a click puts the pivot back."""
    click = tr("Click puts the pivot back") if pivot else tr("Click shows the pivot")
    return hint(
        tr("Drag turns {0}.").format(what), click, tr(SHIFT_TURN), freely(), tr(ALT_COPY)
    )  # fmt: skip


def over_pivot() -> str:
    """The mouse is over the pivot."""
    bold = tr("Drag moves the pivot, digits type its place.")
    return hint(bold, tr("Double-click puts it back"))


def moving_pivot(at: Point) -> str:
    """The pivot follows the mouse."""
    bold = tr("Pivot at {0}.").format(place(at))
    return hint(bold, tr("Turning and scaling use it"), tr(SHIFT_AXIS), no_snap(), tr(ESC_BACK))


def pivot_prompt() -> str:
    """Return the prompt of the box."""
    return tr("x z, or @ length angle")


def moving(what: str, vector: Point, *more: str) -> str:
    """Elements follow the mouse; `more` are clauses about what belongs to them."""
    bold = tr("Moving {0} by {1} m.").format(what, place(vector))
    return hint(bold, *more, tr(SHIFT_AXIS), no_snap(), tr(ALT_COPY), tr(ESC_BACK))


def copying(what: str, vector: Point, *more: str) -> str:
    """Copies follow the mouse; `more` are clauses about what belongs to them."""
    bold = tr("Copying {0} by {1} m.").format(what, place(vector))
    return hint(bold, *more, tr(SHIFT_AXIS), tr(NO_COPY), tr(ESC_BACK))


def scaling(width: float, depth: float, *, copying: bool) -> str:
    """A handle is dragged, and the selection gets this size."""
    if copying:
        bold = tr("Copying at {0}.").format(size(width, depth))
        return hint(bold, tr(SHIFT_SHAPE), tr(NO_COPY), tr(ESC_BACK))
    bold = tr("Scaling to {0}.").format(size(width, depth))
    return hint(bold, tr(SHIFT_SHAPE), no_snap(), tr(ALT_COPY), tr(ESC_BACK))


def turning(angle: float, *, copying: bool) -> str:
    """The selection turns by this angle, radians."""
    if copying:
        bold = tr("Copying, turned by {0}.").format(turned(angle))
        return hint(bold, tr(SHIFT_TURN), tr(NO_COPY), tr(ESC_BACK))
    bold = tr("Turning {0}.").format(turned(angle))
    return hint(bold, tr(SHIFT_TURN), tr(ESC_BACK), freely(), tr(ALT_COPY))


def freely() -> str:
    """The modifier that turns by any angle."""
    return tr("{0} freely").format(COMMAND)


def turned(angle: float) -> str:
    """Return an angle of rotation: `15°`, clockwise `−15°`."""
    return f"{number(math.degrees(angle), 0)}°"


def box_takes(what: str, *, adding: bool = False, touched: bool = False) -> str:
    """A selection box is open; `touched`: Alt is held."""
    rule = tr("All that it touches") if touched else tr("Alt takes all that it touches")
    if not what:
        nothing = tr("The box touches nothing yet.") if touched else tr("Nothing in the box yet.")
        return hint(nothing, rule, tr(ESC_BACK))
    bold = tr("Release adds {0}.") if adding else tr("Release selects {0}.")
    return hint(bold.format(what), rule, tr(ESC_BACK))
