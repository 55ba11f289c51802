"""Drawing terrain: the kernel against a simple loop, and against its interpreted source."""

import naive
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from interpreted import load_interpreted

from navcore.kernels import buffers
from navcore.kernels.draw import terrain_painter
from navcore.level.tiles import runs_of

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
    """Draw texels, a view of them, and the picture beneath."""
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
    """They are equal within rounding."""
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
@settings(max_examples=20)
@given(seed=st.integers(0, 2**32 - 1), steps=st.integers(0, 6))
def test_a_block_is_averaged_in_steps_of_two(kernel, seed, steps):
    """Colours and shares of 2 x 2; the class is that of the first that is painted."""
    random = np.random.default_rng(seed)
    numbers = np.repeat(random.integers(0, 3, 8 * 64), 8).reshape(64, 64)
    classes_of = np.array([0, 3, 1], np.uint8)
    fills = pixels(random, CLASSES)
    fills[0] = 0
    classes = classes_of[numbers]
    expected = (fills[classes], np.where(classes, 255, 0).astype(np.uint8), classes)
    for _ in range(steps):
        expected = halved(*expected)
    side = 64 >> steps
    runs = np.array(runs_of(numbers), np.int32)
    made = [np.full((side + 5, side + 7), 9, layer.dtype) for layer in expected]
    arrays = buffers(kernel, runs, classes_of, fills, *made)
    kernel.put_block(*arrays[:3], steps, 2, 4, *arrays[3:])
    for layer, found in zip(expected, made, strict=True):
        part = np.s_[2 : 2 + side, 4 : 4 + side]
        assert np.array_equal(found[part], layer)
        found[part] = 9
        assert (found == 9).all()


def halved(texels, shares, classes):
    """Return the average of every 2 x 2 texels, rounded to the nearest."""
    corners = [np.s_[y::2, x::2] for y in (0, 1) for x in (0, 1)]
    parts = [texels >> np.uint32(bits) & 255 for bits in (24, 16, 8, 0)]
    means = [(sum(part[corner] for corner in corners) + 2) >> 2 for part in parts]
    colour = sum(mean << np.uint32(bits) for mean, bits in zip(means, (24, 16, 8, 0), strict=True))
    share = (sum(shares[corner].astype(np.uint32) for corner in corners) + 2) >> 2
    kind = classes[corners[3]]
    for corner in reversed(corners[:3]):
        kind = np.where(classes[corner], classes[corner], kind)
    return colour.astype(np.uint32), share.astype(np.uint8), kind
