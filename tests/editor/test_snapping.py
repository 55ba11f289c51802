"""Snapping: corners before edges before the grid, within reach, never to what moves."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from editor.canvas.snapping import STEPS, Moving, next_step, on_grid, snap
from navcore.level.model import Area, Level, Obstacle

LEVEL = Level(
    areas={1: Area(id=1, name="room", polygon=((0.13, 0.27), (10, 0), (10, 10), (0, 10)))},
    obstacles={2: Obstacle(id=2, name="box", polygon=((4, 4), (6, 4), (6, 6), (4, 6)))},
)


def near(point, **changes):
    """A snap with a step of half a metre and a reach of 0.3 m."""
    return snap(LEVEL, point, **{"step": 0.5, "reach": 0.3, **changes})


def test_a_corner_wins_over_edge_and_grid():
    """Even off the grid."""
    assert near((0.3, 0.3)) == near((0.13, 0.27))
    assert near((0.3, 0.3)).place == (0.13, 0.27)
    assert near((0.3, 0.3)).kind == "vertex"


def test_an_edge_wins_over_the_grid():
    """The place on the edge, at the grid's other coordinate where it is near."""
    snapped = near((4.1, 4.4))
    assert (snapped.kind, snapped.place) == ("edge", (4.0, 4.5))


def test_the_grid_takes_the_rest():
    """Half metres."""
    assert near((2.3, 7.8)) == near((2.4, 7.9))
    assert near((2.3, 7.8)).place == (2.5, 8.0)


def test_without_a_step_nothing_far_attracts():
    """The point itself."""
    assert near((2.3, 7.8), step=None).place == (2.3, 7.8)
    assert near((2.3, 7.8), step=None).kind == "none"


def test_what_moves_takes_no_part():
    """The moved box does not attract its own corner."""
    assert near((4.1, 4.1), moving=Moving(frozenset({2}))).kind == "grid"
    assert near((4.1, 4.1)).kind == "vertex"


def test_hidden_things_do_not_attract():
    """What is not seen."""
    assert near((4.1, 4.1), hidden={2}).kind == "grid"


@given(st.floats(-500, 500), st.floats(-500, 500), st.sampled_from(STEPS))
def test_grid_places_are_whole_multiples_and_near(x, z, step):
    """No dust of binary fractions, never more than half a step away."""
    place = on_grid((x, z), step)
    for value, raw in zip(place, (x, z), strict=True):
        assert value == pytest.approx(round(value / step) * step, abs=1e-9)
        assert abs(value - raw) <= step / 2 + 1e-9
        assert len(f"{value!r}".lstrip("-")) <= 8
        assert math.copysign(1, value) == 1 or value != 0


def test_steps_go_up_and_down_and_stop():
    """Coarser, finer, and the ends."""
    assert next_step(0.5, 1) == 1.0
    assert next_step(0.5, -1) == 0.25
    assert next_step(STEPS[-1], 1) == STEPS[-1]
    assert next_step(STEPS[0], -1) == STEPS[0]
    assert next_step(0.7, 1) == 1.0
