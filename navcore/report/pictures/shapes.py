"""Parts of a picture: shapes in pixels, x to the right and y down, back to front."""

from collections.abc import Sequence
from enum import Enum
from typing import Final, Literal, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

Points: TypeAlias = npt.NDArray[np.float64]
"""(n, 2) x and y, pixels."""


RISING: Final = 45
FALLING: Final = -45
CROSSED: Final = 90
DOTS: Final = 0
"""Directions of patterns: degrees of their lines; both for a cross-hatch, none for dots."""


class Pattern(Enum):
    """Pattern over a fill, so that colour is not the only difference.

    Values: direction of its lines, pixels between lines, width of lines, opacity.
    """

    BAND = (RISING, 7.0, 1.0, 0.33)
    """Floor where agents don't fit."""
    SHUT = (CROSSED, 6.0, 1.0, 1.0)
    """A shut door."""
    LOST = (FALLING, 8.0, 1.5, 1.0)
    """Floor that is gone."""
    GAINED = (DOTS, 8.0, 3.0, 1.0)
    """Floor that is new."""
    CUT_OFF = (CROSSED, 12.0, 1.0, 1.0)
    """Floor that agents can no longer reach."""
    JOINED = (RISING, 8.0, 1.5, 1.0)
    """Floor that agents can now reach."""
    ROUGH = (DOTS, 7.0, 2.0, 0.7)
    """Terrain that costs a little more."""
    SLOW = (RISING, 6.0, 1.0, 0.5)
    """Terrain that costs much more."""
    BARRED = (CROSSED, 9.0, 1.0, 0.6)
    """Terrain that agents without an ability can't enter."""


class Shape(msgspec.Struct, frozen=True, eq=False):
    """Rings or lines: filled by the even-odd rule, then patterned, then stroked."""

    lines: tuple[Points, ...]
    closed: bool = True
    fill: str | None = None
    fill_alpha: float = 1.0
    pattern: Pattern | None = None
    ink: str | None = None
    """Colour of the pattern."""
    line: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()
    line_alpha: float = 1.0


class Disc(msgspec.Struct, frozen=True):
    """A disc or a ring."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    line: str | None = None
    width: float = 1.0
    dash: tuple[float, ...] = ()


class Text(msgspec.Struct, frozen=True):
    """A line of text; `y` is its base line."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    anchor: Literal["start", "middle", "end"] = "start"
    bold: bool = False
    halo: str | None = None
    """Colour of a rim around the letters."""


Part: TypeAlias = Shape | Disc | Text


class Picture(msgspec.Struct, frozen=True):
    """A whole picture."""

    width: int
    height: int
    ground: str
    """Colour of what nothing is drawn on."""
    parts: tuple[Part, ...]
    title: str = ""
    """Description in a sentence, for people who can't see the picture."""


def points_of(ring: Sequence[tuple[float, float]]) -> Points:
    """Return a ring as an array of (n, 2)."""
    return np.asarray(ring, np.float64).reshape(-1, 2)


LETTER: Final = 0.56
"""Mean width of a letter, as a share of the size of its text, in fonts without serifs."""


def wrapped(text: str, size: float, width: float, most: int) -> list[str]:
    """Return text in lines that fit into a width; what doesn't fit into `most` lines is cut."""
    room = max(8, int(width / (LETTER * size)))
    lines = [""]
    for word in text.split():
        line = f"{lines[-1]} {word}".strip()
        if len(line) <= room:
            lines[-1] = line
        else:
            lines += [word[start : start + room] for start in range(0, len(word), room)]
    lines = [line for line in lines if line]
    if len(lines) > most:
        lines = [*lines[: most - 1], lines[most - 1][: room - 1].rstrip() + "…"]
    return lines
