"""Widths of floors, by trying all discs and all chords."""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

Cell = tuple[int, int]


def covered(cells: npt.NDArray[np.bool_], diameter: int) -> npt.NDArray[np.bool_]:
    """Return the cells covered by discs of a diameter that lie on floor, by trying all discs."""
    middle = (diameter - 1) / 2
    across = (np.arange(diameter) - middle) ** 2
    disc = across[:, None] + across[None] <= (diameter / 2) ** 2
    found = np.zeros_like(cells)
    for row in range(cells.shape[0] - diameter + 1):
        for column in range(cells.shape[1] - diameter + 1):
            window = (slice(row, row + diameter), slice(column, column + diameter))
            if cells[window][disc].all():
                found[window] |= disc
    return found


def near_in(
    cells: npt.NDArray[np.bool_], floor: npt.NDArray[np.bool_], most: int
) -> npt.NDArray[np.bool_]:
    """Return the cells of a floor that are up to so many steps over sides from some of them."""
    found = cells & floor
    for _ in range(most):
        around = np.pad(found, 1)
        found = floor & (
            found | around[2:, 1:-1] | around[:-2, 1:-1] | around[1:-1, 2:] | around[1:-1, :-2]
        )
    return found


def chord_classes(
    walkable: npt.NDArray[np.bool_], diameters: Sequence[int], gaps: float
) -> npt.NDArray[np.int64]:
    """Return the class of the shortest chord through each cell whose ends face each other.

    A chord joins two blocked cells along a line in one of 32 directions. Those up to `gaps` cells
    long count along rows and columns, and in gaps.
    """
    found = np.full(walkable.shape, len(diameters))
    for n in range(-8, 9):
        slope = math.tan(math.pi * n / 32)
        _lower_along(walkable, slope, diameters, gaps, found)
        if abs(n) < 8:
            _lower_along(walkable.T, slope, diameters, gaps, found.T)
    return found


def _lower_along(
    walkable: npt.NDArray[np.bool_],
    slope: float,
    diameters: Sequence[int],
    gaps: float,
    found: npt.NDArray[np.int64],
) -> None:
    blocked = np.argwhere(~walkable)
    step = math.hypot(1.0, slope)
    depth, width = walkable.shape
    for start, column in blocked.tolist():
        line = column - math.floor(start * slope + 0.5)
        places = [(row, line + math.floor(row * slope + 0.5)) for row in range(start, depth)]
        ends = [
            k for k, (row, at) in enumerate(places) if not 0 <= at < width or not walkable[row, at]
        ]
        if len(ends) < 2 or not 0 <= places[ends[1]][1] < width:
            continue
        length = ends[1] * step
        shortest = 6.0 if slope else 1.5
        if not shortest < length < diameters[-1] + 1:
            continue
        if _faces(walkable, blocked, places[: ends[1] + 1], line, slope, gaps):
            number = sum(one <= length - 1.0 for one in diameters)
            for row, at in places[: ends[1]]:
                for cell in (at, line + math.floor((row + 1) * slope + 0.5)):
                    found[row, cell] = min(found[row, cell], number)


def _faces(
    walkable: npt.NDArray[np.bool_],
    blocked: npt.NDArray[np.int64],
    places: list[Cell],
    line: int,
    slope: float,
    gaps: float,
) -> bool:
    """Return whether a chord over these places measures a width."""
    step, count = math.hypot(1.0, slope), len(places) - 1
    length, first = count * step, places[0][0]

    def at(along: float, aside: float) -> tuple[float, float]:
        row = first + along / step
        return (row - aside * slope / step, line + row * slope + aside / step)

    def cell(place: tuple[float, float]) -> Cell | None:
        row, column = (math.floor(one + 0.5) for one in place)
        inside = 0 <= row < walkable.shape[0] and 0 <= column < walkable.shape[1]
        return (row, column) if inside else None

    def free(along: float, aside: float) -> bool:
        one = cell(at(along, aside))
        return one is None or bool(walkable[one])

    def clear(one: Cell) -> float:
        return float(np.hypot(*(blocked - one).T).min())

    round_, slack = (0.98, 0.4) if slope else (0.9, 0.75)
    away = clear(places[count // 2]) + count % 2 * step / 2
    beside = [cell(at(length / 2, side * length / 2)) for side in (1, -1)]
    return (
        2.0 * away >= round_ * length - slack
        and (
            slope == 0.0
            or all(free(along, side) for along in (1.5, length - 1.5) for side in (3.0, -3.0))
        )
        and (
            slope == 0.0
            or length > gaps
            or all(one is None or 4.0 * clear(one) ** 2 >= 1.3 * length**2 for one in beside)
        )
        and any(
            all(free(length / 2, side * far) for far in range(1, math.floor(0.75 * length) + 1))
            for side in (1, -1)
        )
    )
