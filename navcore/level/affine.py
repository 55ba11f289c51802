"""Affine maps of places, outlines and the parameters of shapes.

Metres and radians, counter-clockwise. Computed corners are rounded to a nanometre, so that files
don't get digits like 0.30000000000000004. A translation only rounds sums that are a decimal number
except for floating-point error: 0.1 + 0.2 becomes 0.3, and a third stays a third.
"""

import math
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.errors import NavcoreError
from navcore.geometry.corner_arrays import CORNERS
from navcore.i18n import mark, tr

Point: TypeAlias = tuple[float, float]
"""x and z in metres."""

Ring: TypeAlias = tuple[Point, ...]
"""Corners of a polygon in order; the last is joined to the first and not repeated."""

_DIGITS: Final = 9
_SCALE: Final = 10.0**_DIGITS
_COARSE: Final = 2.0**53 / _SCALE
"""Magnitude in metres from which neighbouring floats are more than a nanometre apart."""
_DUST: Final = 2.0**-51
"""Relative tolerance within which the sum of two floats counts as equal to a third."""
_SAME: Final = 1e-9
_RIGHT: Final = 1e-12


class Affine(msgspec.Struct, frozen=True):
    """The map x' = a x + b z + e, z' = c x + d z + f."""

    a: float = 1.0
    b: float = 0.0
    c: float = 0.0
    d: float = 1.0
    e: float = 0.0
    f: float = 0.0

    @staticmethod
    def translation(vector: Point) -> "Affine":
        """Return the map that adds this vector.

        Raises:
            NavcoreError: if the vector is not finite.
        """
        dx, dz = _finite(mark("A move must be finite, not {0}."), *vector)
        return Affine(e=dx, f=dz)

    @staticmethod
    def rotation(angle: float, pivot: Point) -> "Affine":
        """Return the rotation by `angle` about `pivot`; exact for quarter turns.

        Raises:
            NavcoreError: if angle or pivot are not finite.
        """
        angle, *_ = _finite(mark("A turn must be finite, not {0}."), angle, *pivot)
        cosine, sine = turned_by(angle)
        return _about(pivot, cosine, -sine, sine, cosine)

    @staticmethod
    def scaling(sx: float, sz: float, pivot: Point, *, turn: float = 0.0) -> "Affine":
        """Return the map that stretches by `sx` and `sz` from `pivot`, along axes turned by `turn`.

        A negative factor also mirrors.

        Raises:
            NavcoreError: if something is not finite, or a factor is 0.
        """
        sx, sz, turn, *_ = _finite(mark("A size must be finite, not {0}."), sx, sz, turn, *pivot)
        if sx == 0 or sz == 0:
            message = tr("Type a width and a depth over 0 m.")
            raise NavcoreError(message)
        if turn == 0 or sx == sz:
            return _about(pivot, sx, 0.0, 0.0, sz)
        cosine, sine = math.cos(turn), math.sin(turn)
        across = (sx - sz) * cosine * sine
        along_x, along_z = sx * cosine**2 + sz * sine**2, sx * sine**2 + sz * cosine**2
        return _about(pivot, along_x, across, across, along_z)

    @staticmethod
    def reflection(start: Point, end: Point) -> "Affine":
        """Return the reflection in the line through two points; exact along axes and diagonals.

        Raises:
            NavcoreError: if a point is not finite, or both are the same.
        """
        sentence = mark("A mirror line must be finite, not {0}.")
        ax, az, bx, bz = _finite(sentence, *start, *end)
        dx, dz = bx - ax, bz - az
        square = dx * dx + dz * dz
        if not 0 < square < math.inf:
            message = tr("Choose two different points for the mirror line.")
            raise NavcoreError(message)
        cosine, sine = (dx * dx - dz * dz) / square, 2 * dx * dz / square
        return _about((ax, az), cosine, sine, sine, -cosine)

    def __call__(self, point: Point) -> Point:
        """Return the image of a point."""
        x, z = point
        if self.only_moves:
            return (_sum(x, self.e), _sum(z, self.f))
        return (
            _near(self.a * x + self.b * z + self.e),
            _near(self.c * x + self.d * z + self.f),
        )

    @property
    def only_moves(self) -> bool:
        """True if the map is a translation."""
        return self.a == 1 and self.b == 0 and self.c == 0 and self.d == 1

    @property
    def keeps_axes(self) -> bool:
        """True if lines along the axes stay along the axes."""
        return (self.b == 0 and self.c == 0) or (self.a == 0 and self.d == 0)

    @property
    def similarity(self) -> float | None:
        """The factor of all lengths, if the map keeps all angles; else None."""
        least = _SAME * max(abs(self.a), abs(self.b), abs(self.c), abs(self.d))
        turns = abs(self.a - self.d) <= least and abs(self.b + self.c) <= least
        mirrors = abs(self.a + self.d) <= least and abs(self.b - self.c) <= least
        return math.hypot(self.a, self.c) if turns or mirrors else None

    def heading(self, angle: float) -> float:
        """Return the image of a facing, from -pi to pi: rotated and mirrored, never stretched."""
        if self.a * self.d - self.b * self.c < 0:
            return _wrapped(math.atan2(self.c + self.b, self.a - self.d) - angle)
        turned = math.atan2(self.c - self.b, self.a + self.d)
        return _wrapped(angle + turned) if turned else angle

    def ring(self, corners: Ring) -> Ring:
        """Return the image of a ring."""
        if self.only_moves:
            dx, dz = self.e, self.f
            return tuple([(_sum(x, dx), _sum(z, dz)) for x, z in corners])
        return tuple(map(self, corners))

    def rings(self, all_corners: Sequence[Ring]) -> list[Ring]:
        """Return the images of many rings, each equal to what `ring` returns for it."""
        corners = CORNERS.flat(all_corners)
        mapped = self._mapped(corners)
        places = list(zip(*mapped.T.tolist(), strict=True))
        ends = np.cumsum([0, *map(len, all_corners)]).tolist()
        rings = [tuple(places[first:end]) for first, end in pairwise(ends)]
        CORNERS.keep(rings, mapped)
        return rings

    def points(self, points: Sequence[Point]) -> list[Point]:
        """Return the images of many points, each equal to what a call returns for it."""
        if not points:
            return []
        mapped = self._mapped(np.array(points, np.float64).reshape(-1, 2))
        return list(zip(*mapped.T.tolist(), strict=True))

    def _mapped(self, points: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """(n, 2) points after the map."""
        xs, zs = points.T
        if self.only_moves:
            columns = (_all_sums(xs, self.e), _all_sums(zs, self.f))
        else:
            columns = (
                _all_near(self.a * xs + self.b * zs + self.e),
                _all_near(self.c * xs + self.d * zs + self.f),
            )
        return np.column_stack(columns)


def turned_by(angle: float) -> Point:
    """Cosine and sine of an angle, exact for quarter turns."""
    cosine, sine = math.cos(angle), math.sin(angle)
    if min(abs(cosine), abs(sine)) < _RIGHT:
        return (float(round(cosine)), float(round(sine)))
    return (cosine, sine)


def mapped_shape(given: Mapping[str, Any] | None, affine: Affine) -> dict[str, Any] | None:
    """Return the parameters of a shape after the map; None if it can't keep or has none."""
    shape = dict(given or {})
    try:
        if "circle" in shape:
            x, z, radius = shape["circle"]
            shape["circle"] = [*affine((x, z)), _scaled(radius, affine)]
        elif "rect" in shape:
            x, z, width, depth, turned = shape["rect"]
            shape["rect"] = _rect((x, z), (width, depth), turned, affine)
        elif "line" in shape:
            shape["line"] = [list(affine((x, z))) for x, z in shape["line"]]
            if "width" in shape:
                shape["width"] = _scaled(shape["width"], affine)
        else:
            return None
    except (TypeError, ValueError, OverflowError):
        return None
    return shape


def _rect(centre: Point, sides: Point, turned: float, affine: Affine) -> list[float]:
    """Return a turned rectangle after the map.

    A mirrored rectangle along the axes stays along the axes. Its width may run in either of two
    directions; the returned one is the one that the same reflection maps back to the original.

    Raises:
        ValueError: if its sides are not square to each other any more.
    """
    place, (width, depth) = affine(centre), sides
    if affine.only_moves:
        return [*place, width, depth, turned]
    cosine, sine = math.cos(turned), math.sin(turned)
    ux, uz = affine.a * cosine + affine.b * sine, affine.c * cosine + affine.d * sine
    vx, vz = affine.b * cosine - affine.a * sine, affine.d * cosine - affine.c * sine
    along, across = math.hypot(ux, uz), math.hypot(vx, vz)
    if abs(ux * vx + uz * vz) > _SAME * along * across:
        message = "the sides are not square to each other"
        raise ValueError(message)
    mirrors = affine.a * affine.d - affine.b * affine.c < 0
    if mirrors and affine.a - affine.d < -_SAME * (abs(affine.a) + abs(affine.d)):
        ux, uz = -ux, -uz
    heading = round(math.atan2(uz, ux), 12) + 0.0
    return [*place, round(width * along, _DIGITS), round(depth * across, _DIGITS), heading]


def _about(pivot: Point, a: float, b: float, c: float, d: float) -> Affine:
    """Return the linear map that keeps `pivot` in place."""
    x, z = (float(part) for part in pivot)
    return Affine(a, b, c, d, x - (a * x + b * z), z - (c * x + d * z))


def _near(value: float) -> float:
    """Return the value rounded to a nanometre, with 0 for -0."""
    return round(value * _SCALE) / _SCALE + 0.0 if abs(value) < _COARSE else value


def _all_near(values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the values rounded as `_near` rounds one."""
    near = np.abs(values) < _COARSE
    rounded = np.where(near, np.rint(np.where(near, values, 0.0) * _SCALE) / _SCALE, values)
    found: npt.NDArray[np.float64] = rounded + 0.0
    return found


def _sum(value: float, shift: float) -> float:
    """Return the sum, rounded if it is a decimal number except for floating-point error."""
    total = value + shift
    if not shift:
        return total
    decimal = _near(total)
    dust = _DUST * max(abs(value), abs(shift), abs(total))
    return decimal if abs(decimal - total) <= dust else total


def _all_sums(values: npt.NDArray[np.float64], shift: float) -> npt.NDArray[np.float64]:
    """Return the sums of an array and a shift, rounded as `_sum` rounds one."""
    totals = values + shift
    if shift:
        decimals = _all_near(totals)
        dust = _DUST * np.maximum(np.maximum(np.abs(values), abs(shift)), np.abs(totals))
        totals = np.where(np.abs(decimals - totals) <= dust, decimals, totals)
    return totals


def _scaled(length: float, affine: Affine) -> float:
    """Return a length after the map.

    Raises:
        ValueError: if lengths change differently in different directions.
    """
    if affine.only_moves:
        return length
    factor = affine.similarity
    if factor is None:
        message = "lengths change differently in different directions"
        raise ValueError(message)
    return round(length * factor, _DIGITS)


def _finite(sentence: str, *values: float) -> list[float]:
    found = [float(value) for value in values]
    if not all(map(math.isfinite, found)):
        raise NavcoreError(tr(sentence).format(", ".join(map(str, found))))
    return found


def _wrapped(angle: float) -> float:
    return round(math.remainder(angle, math.tau), 12) + 0.0
