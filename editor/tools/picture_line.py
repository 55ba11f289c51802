"""The line between two points of a picture: its direction, and how it is to lie as typed."""

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from editor.numbers import NumberFault, evaluate, read_numbers
from navcore.level.model import Point

DEGREE: Final = "\N{DEGREE SIGN}"


@dataclass(frozen=True, slots=True)
class Laid:
    """Requested length and direction of the line between both points."""

    metres: float
    heading: float | None
    """Direction in radians; None keeps it."""


def heading_of(start: Point, end: Point) -> float:
    """Return the direction from one place to another, radians."""
    return math.atan2(end[1] - start[1], end[0] - start[0])


def read_laid(text: str, metres: float) -> Laid:
    """Length and direction that a text says: `8 m`, `8 m 90°`, `90°`, `90 deg`.

    `metres` is the length now.

    Raises:
        NumberFault: if it says neither.
    """
    with suppress(NumberFault):
        return Laid(evaluate(text), None)
    with suppress(NumberFault):
        return Laid(metres, math.radians(evaluate(text, unit=DEGREE)))
    found = read_numbers(text.replace("<", ";"), "m", DEGREE)
    return Laid(found[0], math.radians(found[1]) if len(found) > 1 else None)
