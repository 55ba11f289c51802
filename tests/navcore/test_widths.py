"""Gaps: how wide they are, and who gets through."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from navcore.level.model import Settings
from navcore.proof.widths import verdict_of

DEFAULTS = Settings()
EDGED = Settings(boundary_padding=0.45)
FOLLOWING = Settings(boundary_padding=0.45, boundary_follows_radius=True)
LIMITS = 1e-6


@pytest.mark.parametrize(
    ("width", "kind"),
    [(1.2, "never"), (1.4, "never"), (1.41, "by luck"), (1.6, "by luck"), (1.8, "always")],
)
def test_the_source_numbers_between_two_obstacles(width, kind):
    """Agents 0.9 m wide, 0.25 m of padding, cells of 0.4 m: 1.4 and 1.8 m."""
    verdict = verdict_of(width, DEFAULTS)
    assert verdict.kind == kind
    assert verdict.needed == pytest.approx(1.4)
    assert verdict.always_from == pytest.approx(1.8)


def test_at_an_angle_more_is_needed():
    """Sqrt 2 cells in the worst direction."""
    assert verdict_of(1.9, DEFAULTS, axis_aligned=False).kind == "by luck"
    assert verdict_of(2.0, DEFAULTS, axis_aligned=False).kind == "always"


def test_each_side_has_its_own_clearance():
    """Padding of the boundary, radius and padding of objects, or one of each."""
    assert verdict_of(1.0, EDGED, sides=("edge", "edge")).needed == pytest.approx(0.9)
    assert verdict_of(1.0, EDGED, sides=("obstacle", "edge")).needed == pytest.approx(1.15)


def test_another_radius_moves_the_edge_only_where_it_follows():
    """S0-029: by itself the radius does not change the boundary padding."""
    edge = ("edge", "edge")
    assert verdict_of(2, EDGED, radius=0.9, sides=edge).needed == pytest.approx(0.9)
    assert verdict_of(2, FOLLOWING, radius=0.9, sides=edge).needed == pytest.approx(1.8)
    assert verdict_of(2, FOLLOWING, radius=0.0, sides=edge).needed == pytest.approx(0.0)


@given(
    width=st.floats(0.0, 6.0),
    settings=st.sampled_from(
        [DEFAULTS, EDGED, FOLLOWING, replace(FOLLOWING, boundary_padding=1.0, agent_radius=0.2)]
    ),
    sides=st.sampled_from(
        [("obstacle", "obstacle"), ("obstacle", "edge"), ("edge", "obstacle"), ("edge", "edge")]
    ),
    axis_aligned=st.booleans(),
)
def test_the_greatest_radius_just_fits(width, settings, sides, axis_aligned):
    """It always passes, and whoever is a little larger does not."""

    def kind(radius):
        asked = verdict_of(width, settings, radius=radius, sides=sides, axis_aligned=axis_aligned)
        return asked.kind

    most = verdict_of(width, settings, sides=sides, axis_aligned=axis_aligned).greatest_radius
    if most is None:
        assert kind(0.0) != "always"
    elif math.isinf(most):
        assert kind(50.0) == "always"
    else:
        assert kind(max(0.0, most - LIMITS)) == "always"
        assert kind(most + LIMITS) != "always"
