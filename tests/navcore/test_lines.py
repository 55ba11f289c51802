"""The kernel that draws straight lines into a picture."""

from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import lines

FAR_OUT = st.integers(-15, 30) | st.integers(-3000, 3000)
"""Columns and rows, of which many lie outside of a small picture."""


@pytest.mark.parametrize("kernel", [lines, load_interpreted("lines")], ids=["as it is", "plain"])
def test_lines_go_from_point_to_point(kernel: ModuleType) -> None:
    """In all directions, over the edges, and only where points are joined."""
    points = np.array([[2, 3], [8, 5], [8, 1], [-4, 20], [4, 4], [4, 4]], np.int32)
    joined = np.array([1, 0, 1, 0, 1, 0], np.int32)
    picture = np.zeros((9, 12), np.uint32)
    kernel.draw(*buffers(kernel, points, joined), 5, 1, *buffers(kernel, picture), 10, 7)
    drawn = {(int(x), int(y)) for y, x in np.argwhere(picture == 5)}
    assert {(2, 3), (5, 4), (8, 5), (8, 1), (4, 4)} <= drawn
    assert (8, 3) not in drawn
    assert all(x < 10 and y < 7 for x, y in drawn)
    expected = {(x, 3 + round((x - 2) / 3 + 1e-9)) for x in range(2, 9)}
    assert expected <= drawn
    thick = np.zeros((9, 12), np.uint32)
    kernel.draw(*buffers(kernel, points, joined), 5, 2, *buffers(kernel, thick), 10, 7)
    assert all(thick[y, x] == 5 for x, y in drawn)
    assert np.count_nonzero(thick) > len(drawn)


def naive_lines(
    points: list[tuple[int, int]], thick: int, shape: tuple[int, ...], size: tuple[int, int]
) -> np.ndarray:
    """Draw lines step by step along the longer axis, with a square at each step."""
    made = np.zeros(shape, np.uint32)
    for (x0, y0), (x1, y1) in pairwise(points):
        steps = max(abs(x1 - x0), abs(y1 - y0), 1)
        for step in range(steps + 1):
            x = x0 + (2 * step * (x1 - x0) + steps) // (2 * steps)
            y = y0 + (2 * step * (y1 - y0) + steps) // (2 * steps)
            if x > -thick and y > -thick:
                made[max(0, y) : min(size[1], y + thick), max(0, x) : min(size[0], x + thick)] = 5
    return made


@pytest.mark.parametrize("kernel", [lines, load_interpreted("lines")], ids=["as it is", "plain"])
@given(
    points=st.lists(st.tuples(FAR_OUT, FAR_OUT), min_size=2, max_size=6),
    thick=st.integers(1, 7),
)
def test_lines_are_squares_along_the_way(
    kernel: ModuleType, points: list[tuple[int, int]], thick: int
) -> None:
    """This holds for ends far outside, and for small slopes."""
    picture = np.zeros((9, 13), np.uint32)
    line = (np.array(points, np.int32), np.ones(len(points), np.int32))
    kernel.draw(*buffers(kernel, *line), 5, thick, *buffers(kernel, picture), 12, 8)
    assert np.array_equal(picture, naive_lines(points, thick, picture.shape, (12, 8)))
