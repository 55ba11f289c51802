"""Patches of floor that see no waypoint."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from navcore.bake.lattice import Lattice
from navcore.errors import Cancelled
from navcore.graph.coverage import COVERED, NO_FLOOR, UNSEEN
from navcore.graph.uncovered import uncovered


def field_of(*rows: str) -> np.ndarray:
    """`?` sees none, `.` sees one, `#` is no floor; the last row is the lowest."""
    codes = {"?": UNSEEN, ".": COVERED, "#": NO_FLOOR}
    return np.array([[codes[sign] for sign in row] for row in rows[::-1]], np.uint8)


def test_patches_hang_together_by_their_sides() -> None:
    """The largest comes first, with its area, its place and its box."""
    field = field_of("??.?", "?.??", "#?.?")
    found = uncovered(field, Lattice(0.5, 10.0, 20.0, 4, 3))
    assert [patch.area for patch in found.patches] == [1.0, 0.75, 0.25]
    first, second, last = found.patches
    assert first.box == (11.0, 20.0, 12.0, 21.5)
    assert first.place == (11.75, 20.75)
    assert second.place == (10.25, 21.25)
    assert (last.place, last.box) == ((10.75, 20.25), (10.5, 20.0, 11.0, 20.5))
    assert found.numbers.tolist() == [[0, 3, 0, 1], [2, 0, 1, 1], [2, 2, 0, 1]]
    assert found.area == 2.0


def test_covered_floor_has_none() -> None:
    """A level without floor has none either."""
    lattice = Lattice(0.5, 0.0, 0.0, 3, 1)
    for field in (field_of("..."), field_of("###")):
        assert uncovered(field, lattice).patches == ()


def test_random_fields_agree_with_a_flood() -> None:
    """Cells of one number are just those that steps to the side lead to."""
    for seed in range(40):
        rng = random.Random(seed)
        deep, wide = rng.randint(1, 12), rng.randint(1, 12)
        field = np.array([[rng.choice((0, 1, 2, 2)) for _ in range(wide)] for _ in range(deep)])
        found = uncovered(field.astype(np.uint8), Lattice(1.0, 0.0, 0.0, wide, deep))
        left = {(r, c) for r, c in zip(*np.nonzero(field == UNSEEN), strict=True)}
        sizes = []
        while left:
            queue = [left.pop()]
            number = found.numbers[queue[0]]
            size = 0
            while queue:
                r, c = queue.pop()
                size += 1
                assert found.numbers[r, c] == number > 0
                beside = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & left
                left -= beside
                queue += beside
            sizes.append(size)
            assert found.patches[number - 1].area == size
        assert [patch.area for patch in found.patches] == sorted(sizes, reverse=True)
        assert not found.numbers[field != UNSEEN].any()


def test_it_stops_between_pieces_of_work() -> None:
    """Before its patches are joined, and before each of them is described."""
    field = field_of("?.?.?", ".....", "?.?.?")
    lattice = Lattice(1.0, 0.0, 0.0, 5, 3)
    calls = []
    whole = uncovered(field, lattice, lambda: calls.append(None))
    assert len(calls) > len(whole.patches) == 6
    for most in (0, 2, len(calls) - 1):
        left = iter(range(most))

        def stop(left: Iterator[int] = left) -> None:
            if next(left, None) is None:
                raise Cancelled

        with pytest.raises(Cancelled):
            uncovered(field, lattice, stop)
