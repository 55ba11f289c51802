"""The kernel that draws smooth lines into a picture."""

from itertools import pairwise
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import smooth_lines

WHITE = 0xFFFFFFFF
PLACES = st.floats(-20, 40) | st.floats(-3000, 3000)
"""Pixels, of which many lie outside of a small picture."""


def draw(
    kernel: ModuleType,
    lines: list[list[float]],
    colour: int,
    thick: float,
    picture: np.ndarray,
    rows: tuple[int, ...] = (),
) -> None:
    """Draw lines of one colour over a picture, in bands that begin at these rows."""
    colours = np.full(len(lines), colour, np.uint32)
    arrays = buffers(kernel, np.array(lines), colours, np.full(len(lines), thick), picture)
    height, width = picture.shape
    for top, bottom in pairwise((0, *rows, height)):
        kernel.draw(*arrays, width, top, bottom)


def drawn(
    kernel: ModuleType, lines: list[list[float]], thick: float, rows: tuple[int, ...] = ()
) -> np.ndarray:
    """Return a picture of 24 x 18 pixels with these lines in white."""
    picture = np.zeros((18, 24), np.uint32)
    draw(kernel, lines, WHITE, thick, picture, rows)
    return picture


def naive(line: list[float], thick: float) -> np.ndarray:
    """How much of each pixel one line covers, by the distance of its middle."""
    start, along = np.array(line[:2]), np.array(line[2:]) - line[:2]
    squared = float(along @ along)
    cover = np.zeros((18, 24))
    for y in range(18):
        for x in range(24):
            away = np.array((x + 0.5, y + 0.5)) - start
            share = min(max(float(away @ along) / squared, 0.0), 1.0) if squared else 0.0
            distance = float(np.hypot(*(away - share * along)))
            cover[y, x] = min(max(thick / 2 + 0.5 - distance, 0.0), 1.0)
    return cover


@given(st.tuples(PLACES, PLACES, PLACES, PLACES), st.sampled_from([1.0, 1.5, 3.5, 7.0]))
def test_a_line_covers_what_is_near_it(ends: tuple[float, ...], thick: float) -> None:
    """Lines run in all directions, over the edges, with round ends; within two steps of 255."""
    picture = drawn(smooth_lines, [[*ends]], thick)
    assert np.abs((picture >> 24) - 255 * naive([*ends], thick)).max() <= 2
    assert (picture >> 24 == picture & 255).all()


@pytest.mark.parametrize("thick", [1.0, 3.0])
def test_interpreted_it_draws_the_same(thick: float) -> None:
    """This works without a compiler."""
    lines = [[2.0, 3.0, 20.5, 9.0], [5.0, 17.0, 6.5, -4.0], [8.0, 8.0, 8.0, 8.0]]
    plain = load_interpreted("smooth_lines")
    assert (drawn(plain, lines, thick) == drawn(smooth_lines, lines, thick)).all()
    assert (drawn(plain, lines, thick, (5, 11)) == drawn(smooth_lines, lines, thick)).all()


@given(st.lists(st.tuples(PLACES, PLACES, PLACES, PLACES), min_size=1), st.integers(0, 18))
def test_bands_draw_the_same_pixels(lines: list[tuple[float, ...]], row: int) -> None:
    """Whatever the bands, to the bit."""
    ends = [[*line] for line in lines]
    for thick in (1.0, 3.5):
        whole = drawn(smooth_lines, ends, thick)
        assert (drawn(smooth_lines, ends, thick, (row,)) == whole).all()
        assert (drawn(smooth_lines, ends, thick, (row // 2, row)) == whole).all()


def test_a_colour_lies_over_what_is_there() -> None:
    """It covers whole pixels, and is mixed at edges."""
    picture = np.full((5, 5), 0xFF000000, np.uint32)
    draw(smooth_lines, [[0.0, 2.5, 5.0, 2.5]], 0xFF804020, 2.0, picture)
    assert hex(picture[2, 2]) == "0xff804020"
    assert hex(picture[1, 2]) == "0xff402010"
    assert hex(picture[0, 2]) == "0xff000000"


@pytest.mark.parametrize("colour", [0xFF000000, 0xFFFFFFFF, 0xFF12C8FE])
def test_each_channel_is_mixed_for_itself_and_rounded(colour: int) -> None:
    """All shares of 255 and all values of a channel are tested: no channel affects the next."""
    levels = np.arange(256, dtype=np.uint32)
    below = np.stack([levels << 24 | levels[::-1] << 16 | levels << 8 | 255])
    shifts = np.array([[24], [16], [8], [0]], np.uint32)
    for share in range(1, 255):
        picture = below.copy()
        # So far above the middle of the row that it covers this share of it.
        y = 0.5 - (1.0 - share / 255)
        draw(smooth_lines, [[-9.0, y, 300.0, y]], colour, 1.0, picture)
        over, under = (np.array(value) >> shifts & 255 for value in (colour, below))
        mixed = (under * (255 - share) + over * share + 127) // 255
        assert (picture >> shifts & 255 == mixed).all()
