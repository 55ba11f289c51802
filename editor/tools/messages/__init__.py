"""Messages of tools, one module for each tool; this module formats numbers.

A hint says what the next click does, in bold, then modifiers as long as they fit. `short`
keeps long names from pushing them out.
"""

import math
from typing import Final

from editor.tools import keys
from navcore.i18n import mark, tr
from navcore.level.model import Element, Point
from navcore.level.naming import called

LONGEST: Final = 90
"""Number of visible characters of a hint."""

_LONGEST_NAME: Final = 24
_MINUS: Final = "\N{MINUS SIGN}"

ESC_BACK: Final = mark("Esc back")
ESC_CLOSES: Final = mark("Esc closes the box")
SHIFT_AXIS: Final = mark("Shift one axis")


def hint(bold: str, *more: str) -> str:
    """Return the bold clause, then as many of the others as fit, without empty ones.

    All of them are translated already.
    """
    text = f"**{bold}**"
    seen = len(bold)
    for number, part in enumerate(filter(None, more)):
        between = " " if number == 0 else " · "
        if seen + len(between) + len(part) > LONGEST:
            break
        text += between + part
        seen += len(between) + len(part)
    return text


def with_fact(said: str, fact: str) -> str:
    """A hint with a fact right after its bold clause; the last of its other clauses give way.

    The fact may have clauses of its own, of which the last give way, too. Its first clause is never
    left out: where there is no room for both, it takes the place of the bold clause.
    """
    if not fact:
        return said
    bold, _, more = said.removeprefix("**").partition("**")
    first, *rest = fact.split(" · ")
    clauses = (*rest, *filter(None, more.strip().split(" · ")))
    if len(bold) + 1 + len(first) > LONGEST:
        return hint(first, *clauses)
    return hint(bold, first, *clauses)


def no_snap() -> str:
    """Return the clause about the modifier that reverses snapping."""
    return tr("{0} no snap").format(keys.COMMAND)


def number(value: float, digits: int = 2) -> str:
    """`1.50`, with a real minus, and no minus before zero."""
    rounded = round(value, digits) + 0.0
    return f"{abs(rounded):.{digits}f}" if rounded >= 0 else f"{_MINUS}{-rounded:.{digits}f}"


def metres(value: float) -> str:
    """`4.20 m`."""
    return f"{number(value)} m"


def size(width: float, depth: float) -> str:
    """`4.00 × 2.50 m`."""
    return f"{number(width)} \N{MULTIPLICATION SIGN} {metres(depth)}"


def place(point: Point) -> str:
    """`6.10, 3.00`."""
    return f"{number(point[0])}, {number(point[1])}"


def square_metres(value: float) -> str:
    """`23.4 m²`."""
    return f"{number(value, 1)} m²"


def degrees(radians: float) -> str:
    """`90°`, from 0 to 359, counter-clockwise from the right."""
    return f"{round(math.degrees(radians)) % 360}°"


def short(name: str) -> str:
    """Return the name, with its middle left out if it is long."""
    if len(name) <= _LONGEST_NAME:
        return name
    half = (_LONGEST_NAME - 1) // 2
    return f"{name[:half]}…{name[-half:]}"


def these(elements: list[Element]) -> str:
    """Return the words for elements in a hint."""
    return short(called(elements))


def crosses(at: Point, way_out: str) -> str:
    """An outline would cross itself."""
    return hint(tr("This edge crosses the outline at {0}.").format(place(at)), tr(way_out))


MOVE_BACK: Final = mark("Its inside would be unclear · Esc back")
TAKE_BACK: Final = mark("Backspace removes the last corner")


def refused(reason: str, way_out: str = "") -> str:
    """An action isn't possible; the reason is a sentence."""
    return hint(reason, *([tr(way_out)] if way_out else []))
