"""Drawing cells: the kernel against a simple loop, and against its interpreted source."""

import naive
import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import cell_painter

COLOURS = np.array([10, 20, 30, 40, 50], np.uint32)


@st.composite
def pictures(draw):
    """Return a small grid, a view of it, and parameters of painting."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    depth, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    walkable = np.zeros((depth + 2, width + 2), np.uint8)
    floor = (random.random((depth, width)) < 0.8).astype(np.uint8)
    walkable[1:-1, 1:-1] = floor & (random.random((depth, width)) < 0.7)
    thick = draw(st.integers(0, 2))
    height_px, width_px = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    zoom = draw(st.floats(0.3, 9))
    columns = np.floor((np.arange(-thick, width_px + thick) + 0.5) / zoom - 1).astype(np.int32)
    rows = np.floor((np.arange(-thick, height_px + thick) + 0.5) / zoom - 1).astype(np.int32)
    columns[columns >= width] = -1
    rows[rows >= depth] = -1
    hatch = draw(st.sampled_from([0, 3, 7]))
    phase = draw(st.integers(0, 6))
    return walkable, floor, np.maximum(columns, -1), np.maximum(rows, -1), thick, hatch, phase


def painted(kernel, case):
    """Return the picture painted by a form of the kernel."""
    walkable, floor, columns, rows, thick, hatch, phase = case
    picture = np.zeros((len(rows) - 2 * thick, len(columns) - 2 * thick), np.uint32)
    arrays = buffers(kernel, walkable, floor, columns, rows, COLOURS, picture)
    kernel.cells(*arrays[:5], thick, hatch, 1, phase, arrays[5])
    return picture


@settings(max_examples=200)
@given(pictures())
def test_every_pixel_is_what_the_loop_says(case):
    """Pixel for pixel, compiled and as plain Python."""
    expected = naive.cell_pixels(*case[:4], COLOURS, *case[4:])
    assert np.array_equal(painted(cell_painter, case), expected)
    assert np.array_equal(painted(load_interpreted("cell_painter"), case), expected)
