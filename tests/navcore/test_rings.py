"""Drawing outlines: the kernel against a simple loop, its interpreted source, and cropping."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import blit

OPAQUE, CLEAR, LINE = 0xFF202020, 0x80402010, 0xFFFFFFFF


@st.composite
def outlines(draw, *, thick=None, most=12):
    """Some rings around a small picture, crossing themselves as random corners do."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    thick = draw(st.integers(1, 3)) if thick is None else thick
    sizes = draw(st.lists(st.integers(1, most), min_size=1, max_size=4))
    corners = random.integers(-12, 36, (sum(sizes), 2))
    return (2 * corners + thick % 2).astype(np.int32), sizes, thick


def painted(kernel, case, shift=(0, 0), size=(24, 20), fill=OPAQUE, line=LINE):
    """Return the rings in a picture of a given size, moved by some pixels."""
    corners, sizes, thick = case
    count = len(sizes)
    picture = np.full(size[::-1], 0xFF000000, np.uint32)
    arrays = buffers(
        kernel,
        corners + 2 * np.array(shift, np.int32),
        np.cumsum([0, *sizes], dtype=np.int32),
        np.full(count, fill, np.uint32),
        np.full(count, line, np.uint32),
        np.empty(max(sizes), np.int64),
        picture,
    )
    *given, room, out = arrays
    kernel.rings(*given, thick, room, out, *size)
    return picture


@settings(max_examples=100)
@given(outlines())
def test_compiled_and_as_plain_python_are_the_same(case):
    """Pixel for pixel."""
    for fill in (OPAQUE, CLEAR, 0):
        plain = painted(load_interpreted("blit"), case, fill=fill)
        assert np.array_equal(painted(blit, case, fill=fill), plain)


@settings(max_examples=100)
@given(outlines(), st.integers(-9, 9), st.integers(-9, 9))
def test_what_is_painted_does_not_depend_on_the_part(case, across, down):
    """A part of a picture looks as it does in the whole."""
    whole = painted(blit, case, fill=CLEAR)
    part = painted(blit, case, (-5, -3), (11, 12), fill=CLEAR)
    assert np.array_equal(whole[3:15, 5:16], part)
    moved = painted(blit, case, (across + 20, down + 20), (64, 60), fill=CLEAR)
    left, top = across + 20, down + 20
    assert np.array_equal(moved[top : top + 20, left : left + 24], whole)


@settings(max_examples=100)
@given(outlines())
def test_what_is_inside_is_filled(case):
    """A pixel is if its middle is, even-odd."""
    corners, sizes, thick = case
    case = (corners[: sizes[0]], sizes[:1], thick)
    picture = painted(blit, case, line=0)
    ring = [tuple(map(int, corner)) for corner in case[0]]
    for y in range(20):
        for x in range(24):
            inside = False
            px, py = 2 * x + 1, 2 * y + 1
            for (x0, y0), (x1, y1) in zip(ring, [*ring[1:], ring[0]], strict=True):
                if (y0 <= py) != (y1 <= py):
                    # In whole numbers: which side of the edge the middle is on.
                    side = (px - x0) * (y1 - y0) - (py - y0) * (x1 - x0)
                    if side == 0:
                        break
                    inside ^= (side > 0) == (y1 > y0)
            else:
                assert (picture[y, x] == OPAQUE) == inside


@pytest.mark.parametrize("thick", [1, 2, 3])
@pytest.mark.parametrize("end", [(15, 0), (15, 3), (15, 15), (4, 15), (-15, 7), (0, -15), (-9, -9)])
def test_lines_are_as_thick_as_they_are_said_to_be(thick, end):
    """Smooth ones cover as much as a line of that width, crisp ones whole pixels."""
    odd = thick % 2
    start = np.array([40 + odd, 40 + odd])
    corners = np.array([start, start + 2 * np.array(end)], np.int32)
    picture = painted(blit, (corners, [2], thick), size=(44, 44), fill=0)
    covered = (picture & 0xFF).sum() / 255
    length = np.hypot(*end)
    # There and back: the second covers what the first has left clear.
    assert thick * length * 0.95 <= covered <= thick * (length + thick) * 1.45
    if 0 in end:
        assert set(np.unique(picture)) == {0xFF000000, LINE}


def test_nothing_is_painted_for_rings_out_of_sight():
    """However far they are."""
    far = np.array([[-16_000_001, 1], [-15_000_001, 9], [-16_000_001, 16_000_001]], np.int32)
    picture = painted(blit, (far, [3], 1))
    assert (picture == 0xFF000000).all()
