"""The camera: conversion to pixels and back, zoom about a place, framing."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.camera import COVERED_SHARE, LEAST_SCALE, MOST_SCALE, Camera

numbers = st.floats(-1000, 1000)
cameras = st.builds(
    Camera,
    x=numbers,
    z=numbers,
    scale=st.floats(LEAST_SCALE, MOST_SCALE),
    width=st.integers(50, 4000),
    height=st.integers(50, 4000),
)


@given(cameras, st.floats(0, 4000), st.floats(0, 4000))
def test_pixels_lead_back_to_their_place(camera, x, y):
    """There and back is the same pixel."""
    assert camera.to_pixel(camera.to_world(x, y)) == pytest.approx((x, y), abs=1e-4)


@given(cameras, st.lists(st.tuples(numbers, numbers), min_size=1, max_size=5))
def test_many_points_go_where_each_goes(camera, points):
    """The array form equals the single form."""
    singly = [camera.to_pixel(point) for point in points]
    assert np.allclose(camera.to_pixels(points), singly, rtol=1e-9, atol=1e-6)


@given(cameras, st.floats(0.1, 10), st.floats(0, 4000), st.floats(0, 4000))
def test_zooming_keeps_what_lies_under_the_mouse(camera, factor, x, y):
    """The place under the cursor stays, and the limits hold."""
    zoomed = camera.zoomed(factor, (x, y))
    assert LEAST_SCALE <= zoomed.scale <= MOST_SCALE
    assert zoomed.to_world(x, y) == pytest.approx(camera.to_world(x, y), rel=1e-9, abs=1e-6)


def test_z_points_up():
    """A larger z is nearer to the top."""
    camera = Camera(width=100, height=100)
    assert camera.to_pixel((0, 1))[1] < camera.to_pixel((0, 0))[1]


@given(cameras, numbers, numbers, st.floats(0.5, 500), st.floats(0.5, 500))
def test_a_frame_shows_its_box(camera, x, z, width, depth):
    """Every corner is in view unless the least zoom forbids it."""
    framed = camera.framing((x, z, x + width, z + depth))
    if framed.scale > LEAST_SCALE:
        for corner in ((x, z), (x + width, z + depth)):
            px, py = framed.to_pixel(corner)
            assert -1e-6 <= px <= framed.width + 1e-6
            assert -1e-6 <= py <= framed.height + 1e-6


@given(cameras, st.floats(0.5, 500), st.floats(0.5, 500))
def test_a_frame_keeps_clear_of_what_covers_the_canvas(camera, width, depth):
    """The content moves beside a legend and below chips, or becomes slightly smaller."""
    covered = (
        (12, 12, 246, 40),
        (camera.width - 288, 12, camera.width - 12, 40),
        (12, camera.height - 160, 250, camera.height - 55),
    )
    box = (0, 0, width, depth)
    plain, framed = (camera.framing(box, covered=over) for over in ((), covered))
    assert framed.scale >= min(COVERED_SHARE * plain.scale, plain.scale)
    if framed.scale > LEAST_SCALE:
        (x, bottom), (right, y) = framed.to_pixel((0, 0)), framed.to_pixel((width, depth))
        assert -1e-6 <= x <= right <= camera.width + 1e-6
        assert -1e-6 <= y <= bottom <= camera.height + 1e-6


@pytest.mark.parametrize(("width", "depth"), [(20, 17), (20, 5), (5, 20), (60, 40)])
def test_a_frame_is_clear_at_the_least_size_of_a_window(width, depth):
    """It doesn't overlap legend, chips and bar."""
    camera = Camera(width=659, height=500)
    covered = ((12, 267, 249, 445), (20, 453, 216, 488), (371, 12, 647, 40), (12, 12, 246, 40))
    box = (0.0, 0.0, float(width), float(depth))
    framed = camera.framing(box, covered=covered)
    assert not framed.is_covered(box, covered)
    (x, bottom), (_, y) = framed.to_pixel((0, 0)), framed.to_pixel((width, depth))
    assert x >= 249 + 12 - 1e-6 or bottom <= 267 - 12 + 1e-6
    assert y >= 40 - 1e-6


def test_framing_nothing_shows_the_origin_at_100_percent():
    """An empty level."""
    framed = Camera(x=5, z=5, scale=7, width=100, height=100).framing(None)
    assert (framed.x, framed.z, framed.zoom) == (0, 0, 1)


def test_panning_moves_the_world_with_the_mouse():
    """The place under the mouse stays under it."""
    camera = Camera(width=200, height=100)
    assert camera.panned(30, -20).to_world(80, 30) == pytest.approx(camera.to_world(50, 50))


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_a_settled_camera_shows_no_round_number_between_two_pixels(ratio: float) -> None:
    """However often it was panned there and back; and it has hardly moved."""
    before = Camera(25.0, 10.0, 28.5, 1075, 760)
    camera = before.settled()
    assert camera.x == pytest.approx(before.x, abs=0.01 / 28.5)
    assert camera.z == pytest.approx(before.z, abs=0.01 / 28.5)
    marks = [(x / 4, x / 2) for x in range(200)]
    first = np.floor(2 * camera.to_pixels(marks) * ratio)
    for dx, dy in ((7, 3), (-12, 40), (5, -43)) * 40:
        camera = camera.panned(dx, dy).settled()
    assert np.array_equal(np.floor(2 * camera.to_pixels(marks) * ratio), first)


@given(st.lists(st.floats(-1e9, 1e9), min_size=4, max_size=4))
def test_whole_pixels_lie_within_the_canvas(ends):
    """This holds for boxes far outside: Qt's rectangles can't have larger numbers."""
    (x0, x1), (z0, z1) = sorted(ends[:2]), sorted(ends[2:])
    camera = Camera(3.0, 4.0, MOST_SCALE, 800, 600)
    left, top, width, height = camera.pixels_of((x0, z0, x1, z1))
    assert 0 <= left <= left + width <= 800
    assert 0 <= top <= top + height <= 600
