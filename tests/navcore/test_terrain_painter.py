"""Terrain to pixels: the kernel against an obvious loop, and against its own source."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import terrain_painter

KERNELS = pytest.mark.parametrize(
    "kernel",
    [terrain_painter, load_interpreted("terrain_painter")],
    ids=["compiled", "interpreted"],
)
CLASSES = 4


def pixels(random, shape, most=255):
    """Premultiplied colours of any opacity up to one."""
    alpha = random.integers(0, np.asarray(most, np.int64) + 1, shape)
    parts = [np.round(alpha * random.random(shape)).astype(np.uint32) for _ in range(3)]
    found = alpha.astype(np.uint32) << 24
    for bits, part in zip((16, 8, 0), parts, strict=True):
        found = found | (part << np.uint32(bits))
    return found.astype(np.uint32)


@st.composite
def pictures(draw):
    """Texels, a view of them, and what lies beneath."""
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    depth, width = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    classes = random.integers(0, CLASSES, (depth, width)).astype(np.uint8)
    shares = np.where(classes, random.choice([1, 100, 255], (depth, width)), 0).astype(np.uint8)
    texels = pixels(random, (depth, width), shares)
    height_px, width_px = draw(st.integers(1, 20)), draw(st.integers(1, 20))
    zoom = draw(st.floats(0.3, 9))
    columns = np.floor((np.arange(width_px) + 0.5) / zoom - 1).astype(np.int32)
    rows = np.floor((np.arange(height_px) + 0.5) / zoom - 1).astype(np.int32)
    columns[columns >= width] = -1
    rows[rows >= depth] = -1
    step = draw(st.integers(1, 5))
    patterns = random.integers(0, 2, (3, step, step)).astype(np.uint8)
    patterns[0] = 0
    inks = np.array([random.integers(0, 3, CLASSES), pixels(random, CLASSES)], np.uint32)
    shift = (draw(st.integers(0, 9)), draw(st.integers(0, 9)))
    below = pixels(random, (height_px, width_px))
    return (
        texels, shares, classes, np.maximum(columns, -1), np.maximum(rows, -1), patterns, inks,
        shift, below,
    )  # fmt: skip


@KERNELS
@settings(max_examples=150)
@given(case=pictures())
def test_every_pixel_is_what_the_loop_says(kernel, case):
    """But for rounding."""
    *given_arrays, shift, below = case
    picture = below.copy()
    *arrays, out = buffers(kernel, *given_arrays, picture)
    kernel.paint(*arrays, *shift, out)
    expected = naive.terrain_pixels(*given_arrays, shift, below)
    found = np.stack([(picture >> np.uint32(bits)) & 255 for bits in (24, 16, 8, 0)], axis=-1)
    assert np.abs(found - expected).max() <= 2.0
    outside = (case[4] < 0)[:, None] | (case[3] < 0)[None, :]
    assert np.array_equal(picture[outside], below[outside])


@KERNELS
@settings(max_examples=50)
@given(seed=st.integers(0, 2**32 - 1))
def test_halves_are_averages(kernel, seed):
    """Of colours and shares; the class is of one that is painted."""
    random = np.random.default_rng(seed)
    classes = random.integers(0, CLASSES, (8, 6)).astype(np.uint8)
    shares = np.where(classes, 255, 0).astype(np.uint8)
    texels = pixels(random, (8, 6), shares)
    made = (np.zeros((4, 3), np.uint32), np.zeros((4, 3), np.uint8), np.zeros((4, 3), np.uint8))
    kernel.halve(*buffers(kernel, texels, shares, classes, *made))
    for y in range(4):
        for x in range(3):
            four = np.s_[2 * y : 2 * y + 2, 2 * x : 2 * x + 2]
            for bits in (24, 16, 8, 0):
                channel = (texels[four] >> np.uint32(bits)) & 255
                assert abs(((int(made[0][y, x]) >> bits) & 255) - channel.mean()) <= 0.5
            assert abs(int(made[1][y, x]) - shares[four].mean()) <= 0.5
            assert made[2][y, x] in classes[four]
            assert (made[2][y, x] == 0) == (not classes[four].any())
