"""Numbers of the box around the selection: how they are read and changed."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from editor.look.fields import Refused
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.frame import Frame
from navcore.level.model import Level, Point
from navcore.level.operations import move, scale, turn


@dataclass(frozen=True, slots=True)
class Part:
    """One number of the box around the selection."""

    letter: str
    meaning: str
    read: Callable[[Frame], float]
    edit: Callable[[Level, list[int], Frame, float, Point], Edit]
    """Makes it this number; sizes and turns go about the place."""
    unit: str = "m"
    step: float = 0.5
    sizes: bool = False
    """True if it is a side's length: only polygons have sides that can be changed."""


def _set_x(level: Level, ids: list[int], frame: Frame, value: float, _: Point) -> Edit:
    return move(level, ids, (value - frame.centre[0], 0.0))


def _set_z(level: Level, ids: list[int], frame: Frame, value: float, _: Point) -> Edit:
    return move(level, ids, (0.0, value - frame.centre[1]))


def _set_width(level: Level, ids: list[int], frame: Frame, value: float, pivot: Point) -> Edit:
    factors = (_factor(value, frame.width), 1.0)
    return scale(level, ids, factors, pivot, axes=frame.turn)


def _set_depth(level: Level, ids: list[int], frame: Frame, value: float, pivot: Point) -> Edit:
    factors = (1.0, _factor(value, frame.depth))
    return scale(level, ids, factors, pivot, axes=frame.turn)


def _set_turn(level: Level, ids: list[int], frame: Frame, value: float, pivot: Point) -> Edit:
    return turn(level, ids, math.radians(value - _degrees(frame)), pivot)


def _factor(value: float, side: float) -> float:
    if side <= 0:
        raise Refused(tr("The width and depth of this can't be changed."))
    return value / side


def _degrees(frame: Frame) -> float:
    return round(math.degrees(frame.turn), 9) + 0.0


PARTS: Final = (
    Part("x", mark("x of the centre"), lambda frame: frame.centre[0], _set_x),
    Part("z", mark("z of the centre"), lambda frame: frame.centre[1], _set_z),
    Part(mark("w"), mark("Width"), lambda frame: frame.width, _set_width, sizes=True),
    Part(mark("d"), mark("Depth"), lambda frame: frame.depth, _set_depth, sizes=True),
    Part(mark("turn"), mark("Turned by"), _degrees, _set_turn, unit="°", step=15.0),
)
