"""Layout around the map of a picture: title, file and place, legend, scale bar."""

from collections.abc import Sequence
from math import floor, log10
from typing import Final, NamedTuple

import numpy as np

from navcore.report.pictures import style
from navcore.report.pictures.frame import Frame
from navcore.report.pictures.shapes import (
    LETTER,
    Disc,
    Part,
    Pattern,
    Picture,
    Shape,
    Text,
    wrapped,
)

_SWATCH: Final = 12.0
_BAR: Final = (70.0, 180.0)
"""The least and the greatest length of the scale bar, pixels."""
_MOST_LINES: Final = 3
"""Lines of the sentence."""


class Swatch(NamedTuple):
    """A row of the legend."""

    text: str
    shape: Shape
    """Look of the swatch; its lines are drawn in the swatch."""


FLOOR: Final = Swatch("walkable", Shape((), fill=style.WALKABLE, line=style.WALKABLE_EDGE))
BAND: Final = Swatch(
    "too close to a wall",
    Shape((), fill=style.BAND, line=style.LINE, pattern=Pattern.BAND, ink=style.BAND_HATCH),
)
SHUT: Final = Swatch(
    "shut door",
    Shape((), fill=style.DOOR_SHUT, fill_alpha=0.28, line=style.DOOR_SHUT, width=1.5,
          pattern=Pattern.SHUT, ink=style.DOOR_SHUT),
)  # fmt: skip
OPEN: Final = Swatch(
    "open door", Shape((), line=style.DOOR_OPEN, width=1.5, dash=(3.0, 3.0))
)  # fmt: skip
LOST: Final = Swatch(
    "floor lost",
    Shape((), fill=style.DOOR_SHUT, fill_alpha=0.3, line=style.DOOR_SHUT, pattern=Pattern.LOST,
          ink=style.DOOR_SHUT),
)  # fmt: skip
GAINED: Final = Swatch(
    "floor gained",
    Shape((), fill=style.DOOR_OPEN, fill_alpha=0.3, line=style.DOOR_OPEN, pattern=Pattern.GAINED,
          ink=style.DOOR_OPEN),
)  # fmt: skip
CUT_OFF: Final = Swatch(
    "can't be reached any more",
    Shape((), fill=style.DOOR_SHUT, fill_alpha=0.3, line=style.DOOR_SHUT, pattern=Pattern.CUT_OFF,
          ink=style.DOOR_SHUT),
)  # fmt: skip
JOINED: Final = Swatch(
    "can be reached now",
    Shape((), fill=style.DOOR_OPEN, fill_alpha=0.3, line=style.DOOR_OPEN, pattern=Pattern.JOINED,
          ink=style.DOOR_OPEN),
)  # fmt: skip


class Head(NamedTuple):
    """The lines above the map."""

    title: str
    """Title in bold."""
    text: str
    """A sentence or two."""
    file: str
    """The last line: which file, where."""
    mark: str = ""
    """`error` or `warning`: the shape before the title."""


def head_height(head: Head, width: int) -> int:
    """Return the height of the lines above the map, pixels."""
    return style.MARGIN + style.ROW * (2 + len(_lines(head, width))) + 4


def laid_out(
    head: Head, frame: Frame, inner: Sequence[Part], legend: Sequence[Swatch], width: int
) -> Picture:
    """Return the picture of a map in its frame: head above, legend and scale bar below."""
    left, top, wide, high = frame.pixels
    foot = frame.top + frame.height + style.ROW
    rows = _legend_rows(legend, frame.width)
    height = round(foot + style.MARGIN + style.ROW * (len(rows) - 1))
    # Laid over what reaches out of the frame, since not every viewer of SVG can clip.
    sides = ((0, 0, width, top), (0, top, left, high), (left + wide, top, width, high),
             (0, top + high, width, height))  # fmt: skip
    covers = [
        np.array(((x, y), (x + w, y), (x + w, y + h), (x, y + h)), np.float64)
        for x, y, w, h in sides
    ]
    parts: list[Part] = [*inner, Shape(tuple(covers), fill=style.PANEL), *_head(head, width)]
    ring = np.array(((0.5, 0.5), (wide - 0.5, 0.5), (wide - 0.5, high - 0.5), (0.5, high - 0.5)))
    parts.append(Shape((np.add(ring, (left, top)),), line=style.LINE))
    parts += _scale_bar(frame, foot)
    for number, row in enumerate(rows):
        parts += _legend(row, foot + number * style.ROW)
    return Picture(width, height, style.PANEL, tuple(parts), f"{head.title}. {head.text}")


def mark_at(x: float, y: float, severity: str, *, radius: float = 9.0) -> list[Part]:
    """Return the mark of a problem: a ring for an error, a triangle for a warning."""
    if severity != "warning":
        colour = style.ERROR if severity == "error" else style.TEXT2
        return [
            Disc(x, y, radius, line=style.OUTSIDE, width=4.0),
            Disc(x, y, radius, line=colour, width=2.0),
        ]
    turns = np.radians((90.0, 210.0, 330.0))
    ring = np.stack((x + radius * np.cos(turns), y - radius * np.sin(turns)), axis=1)
    return [
        Shape((ring,), line=style.OUTSIDE, width=4.0),
        Shape((ring,), line=style.WARN, width=2.0),
    ]


def _lines(head: Head, width: int) -> list[str]:
    return wrapped(head.text, style.TITLE, width - 2 * style.MARGIN, _MOST_LINES)


def _head(head: Head, width: int) -> list[Part]:
    y = float(style.MARGIN + style.TITLE)
    x = float(style.MARGIN)
    parts: list[Part] = []
    if head.mark:
        parts += mark_at(x + 7.0, y - 5.0, head.mark, radius=6.0)
        x += 22.0
    parts.append(Text(x, y, head.title, style.TITLE, style.TEXT, bold=True))
    for line in _lines(head, width):
        y += style.ROW
        parts.append(Text(float(style.MARGIN), y, line, style.TITLE, style.TEXT))
    y += style.ROW
    room = int((width - 2 * style.MARGIN) / (LETTER * style.SMALL))
    told = head.file if len(head.file) <= room else "…" + head.file[1 - room :]
    parts.append(Text(float(style.MARGIN), y, told, style.SMALL, style.TEXT2))
    return parts


def _scale_bar(frame: Frame, y: float) -> list[Part]:
    metres = _round_length(frame.scale)
    right = frame.left + frame.width
    left = right - metres * frame.scale
    line = np.array(((left, y - 9.0), (left, y - 4.0), (right, y - 4.0), (right, y - 9.0)))
    text = f"{metres:g} m"
    return [
        Shape((line,), closed=False, line=style.TEXT2, width=1.5),
        Text(left - 8.0, y - 4.0, text, style.SMALL, style.TEXT2, "end"),
    ]


def _round_length(scale: float) -> float:
    """Return a round number of metres that takes from 70 to 180 pixels."""
    metres = _BAR[1] / scale
    step = 10.0 ** floor(log10(metres))
    return max((one for one in (step, 2 * step, 5 * step) if one <= metres), default=step)


def _legend_rows(swatches: Sequence[Swatch], width: float) -> list[list[Swatch]]:
    """Return the swatches in rows beside the scale bar."""
    rows: list[list[Swatch]] = [[]]
    left = width - _BAR[1] - 4 * style.SMALL
    for swatch in swatches:
        if rows[-1] and sum(map(_length, (*rows[-1], swatch))) > left:
            rows.append([])
        rows[-1].append(swatch)
    return rows


def _length(swatch: Swatch) -> float:
    return _SWATCH + 6.0 + len(swatch.text) * LETTER * style.SMALL + 14.0


def _legend(row: Sequence[Swatch], y: float) -> list[Part]:
    x = float(style.MARGIN)
    parts: list[Part] = []
    for swatch in row:
        text, look = swatch
        ring = np.array(((0.0, 0.0), (_SWATCH, 0.0), (_SWATCH, _SWATCH), (0.0, _SWATCH)))
        shape = Shape(
            (np.add(ring, (x, y - _SWATCH - 1.5)),), fill=look.fill, fill_alpha=look.fill_alpha,
            pattern=look.pattern, ink=look.ink, line=look.line, width=look.width, dash=look.dash,
        )  # fmt: skip
        parts += [shape, Text(x + _SWATCH + 6.0, y - 3.0, text, style.SMALL, style.TEXT2)]
        x += _length(swatch)
    return parts
