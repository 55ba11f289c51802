"""Arrangements of copies: each is a page of the array dialog with its numbers."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final

from PySide6.QtWidgets import QCheckBox

from editor.dialogs.entries import Count, Entry, Page
from editor.look.widgets import make_button, make_choice
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.affine import Affine
from navcore.level.model import Point

_FARTHEST: Final = 100_000.0
_DEGREE: Final = "°"
_ROUND: Final = 360.0


@dataclass(frozen=True, slots=True)
class Copied:
    """The elements to copy, and how."""

    middle: Point
    size: Point
    """Width and depth of the box around it, metres."""
    step: float
    """The snap step."""
    told: Callable[[], None]
    """Called at every change."""


class Way(Page):
    """A page with numbers, and the transforms of the copies that result from them."""

    title: ClassVar[str] = ""
    handles: ClassVar[bool] = False
    """True if the agents' routes are copied with them."""

    def __init__(self, copied: Copied) -> None:
        """Create the page for the elements to copy."""
        super().__init__()
        self.copied = copied

    def maps(self) -> list[Affine]:
        """Return the maps to the copies.

        Raises:
            NavcoreError: if they can't be made.
        """
        raise NotImplementedError

    def metres(self, title: str) -> Entry:
        """Return a field for a length."""
        return Entry(title, "m", -_FARTHEST, _FARTHEST, self.copied.step, self.copied.told)

    def degrees(self, title: str) -> Entry:
        """Return a field for an angle."""
        return Entry(title, _DEGREE, -3600.0, 3600.0, 15.0, self.copied.told)


class Grid(Way):
    """Rows and columns."""

    title: ClassVar[str] = mark("Rows and columns")

    def __init__(self, copied: Copied) -> None:
        """Three in a row, one step apart."""
        super().__init__(copied)
        self.columns = Count(tr("Columns"), copied.told)
        self.rows = Count(tr("Rows"), copied.told)
        self.spacing = make_choice(
            tr("Spacing"), [tr("Gap between them"), tr("From one to the next")]
        )
        self.across, self.up = self.metres(tr("Across")), self.metres(tr("Up"))
        self.entries = (self.columns, self.rows, self.across, self.up)
        self.kept = {
            "columns": self.columns, "rows": self.rows, "spacing": self.spacing,
            "across": self.across, "up": self.up,
        }  # fmt: skip
        self.columns.put(3.0)
        self.rows.put(1.0)
        self.across.put(copied.step)
        self.up.put(copied.step)
        self.spacing.currentIndexChanged.connect(self._spacing_changed)
        self.lay_out((self.columns, self.rows), (self.spacing,), (self.across, self.up))

    def maps(self) -> list[Affine]:
        """The moves to the other cells of the grid."""
        width, depth = self.copied.size if self.spacing.currentIndex() == 0 else (0.0, 0.0)
        step = (self.across.number + width, self.up.number + depth)
        return operations.grid_maps(self.columns.count, self.rows.count, step)

    def _spacing_changed(self, way: int) -> None:
        """Convert the numbers to another meaning, so that the copies stay where they are."""
        sign = 1 if way == 1 else -1
        for entry, size in zip((self.across, self.up), self.copied.size, strict=True):
            entry.put(round(entry.number + sign * size, 6))


class Line(Way):
    """Along a line."""

    title: ClassVar[str] = mark("Along a line")

    def __init__(self, copied: Copied) -> None:
        """Two copies to the right, one step apart."""
        super().__init__(copied)
        self.copies = Count(tr("Copies"), copied.told)
        self.length_is = make_choice(
            tr("Length is"), [tr("From one to the next"), tr("The whole line")]
        )
        self.length, self.angle = self.metres(tr("Length")), self.degrees(tr("Angle"))
        self.entries = (self.copies, self.length, self.angle)
        self.kept = {
            "line_copies": self.copies, "line_length_is": self.length_is,
            "line_length": self.length, "line_angle": self.angle,
        }  # fmt: skip
        self.copies.put(2.0)
        self.length.put(round(copied.size[0] + copied.step, 6))
        self.angle.put(0.0)
        self.length_is.currentIndexChanged.connect(self._length_changed)
        self.lay_out((self.copies,), (self.length_is,), (self.length, self.angle))

    def maps(self) -> list[Affine]:
        """The moves along the line."""
        count = self.copies.count
        length = self.length.number / (count if self.length_is.currentIndex() == 1 else 1)
        return operations.line_maps(count, length, math.radians(self.angle.number))

    def _length_changed(self, way: int) -> None:
        count = self.copies.count
        self.length.put(round(self.length.number * (count if way == 1 else 1 / count), 6))


class Ring(Way):
    """Around a centre: where the pivot is, where one clicks, or typed."""

    title: ClassVar[str] = mark("Around a centre")
    handles: ClassVar[bool] = True

    def __init__(self, copied: Copied, pivot: Point | None, pick: Callable[[], None]) -> None:
        """Six all around the pivot, or a place below; `pick` lets one click another."""
        super().__init__(copied)
        self.count = Count(tr("In all"), copied.told)
        self.angle_is = make_choice(
            tr("Angle is"), [tr("The whole angle"), tr("From one to the next")]
        )
        self.angle = self.degrees(tr("Angle"))
        self.centre_x, self.centre_z = self.metres(tr("Centre x")), self.metres(tr("Centre z"))
        self.turns = QCheckBox(tr("Turn the copies"))
        self.turns.setChecked(True)
        self.pick = make_button(
            tr("Pick the centre"), pick, tip=tr("Click it on the canvas"), takes_enter=False
        )
        self.entries = (self.count, self.angle, self.centre_x, self.centre_z)
        self.kept = {
            "ring_count": self.count, "ring_angle_is": self.angle_is, "ring_angle": self.angle,
            "ring_turns": self.turns,
        }  # fmt: skip
        self.count.put(6.0)
        self.angle.put(_ROUND)
        self.place(pivot or _below(copied))
        self.angle_is.currentIndexChanged.connect(self._angle_changed)
        self.turns.toggled.connect(lambda _: copied.told())
        self.lay_out(
            (self.count, self.angle),
            (self.angle_is,),
            (self.turns, self.pick),
            (self.centre_x, self.centre_z),
        )

    def place(self, centre: Point) -> None:
        """Put the centre there."""
        self.centre_x.put(centre[0])
        self.centre_z.put(centre[1])

    def maps(self) -> list[Affine]:
        """Return the turns about the centre."""
        return self.maps_about((self.centre_x.number, self.centre_z.number))

    def maps_about(self, centre: Point) -> list[Affine]:
        """Return the rotations about another centre, with the numbers of the page.

        Raises:
            NavcoreError: if there are none with these numbers.
        """
        count = self.count.count
        step = self.angle.number
        if self.angle_is.currentIndex() == 0:
            step /= _gaps(count, self.angle.number)
        middle = None if self.turns.isChecked() else self.copied.middle
        return operations.ring_maps(count, centre, math.radians(step), middle)

    def _angle_changed(self, way: int) -> None:
        """Convert the angle to another meaning, so that the copies stay where they are."""
        count, angle = self.count.count, self.angle.number
        if way == 1:
            self.angle.put(round(angle / _gaps(count, angle), 6))
        else:
            whole = angle * count
            self.angle.put(round(whole if abs(whole) == _ROUND else angle * max(count - 1, 1), 6))


def _gaps(count: int, angle: float) -> int:
    """Return the number of steps in an angle; in a full circle the last leads to the first."""
    return max(count if abs(angle) >= _ROUND else count - 1, 1)


def _below(copied: Copied) -> Point:
    """Return a place around which copies have room, on the grid as the middle is."""
    away = 2 * math.ceil(max(*copied.size, copied.step) / copied.step) * copied.step
    return (copied.middle[0], round(copied.middle[1] - away, 6))
