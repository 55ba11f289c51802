"""Snapping: priority between elements and grid, at any zoom and step."""

import math
from types import MappingProxyType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from snapping_levels import levels, places, steps
from tool_bench import rectangle

from editor.canvas.grid_steps import STEPS
from editor.canvas.snapping import PRIVILEGED, REACH, SAME, SHAPES, Snapped, share_of, snap
from editor.tools.lines import Line
from navcore.level.model import Area, Level

ROOM = 1


def at(percent: float) -> float:
    """Ten pixels at this zoom, metres."""
    return REACH / (0.4 * percent)


class TestStep:
    """The distance of the mouse decides between elements and the grid, not the kind."""

    @pytest.mark.parametrize("x", [1.26, 1.4, 1.5, 1.6, 1.74])
    def test_a_corner_leaves_the_next_place_of_the_grid_alone(self, x):
        """At 40 %, where 10 pixels are more than a step."""
        room = Level(areas={ROOM: Area(id=ROOM, polygon=rectangle(2, 0, 6, 4))})
        snapped = snap(room, (x, 0.05), step=0.5, reach=at(40))
        assert snapped == Snapped((1.5, 0.0), "grid")
        assert snap(room, (1.8, 0.05), step=0.5, reach=at(40)).place == (2.0, 0.0)

    @pytest.mark.parametrize("percent", [3, 12, 40, 100, 400])
    @pytest.mark.parametrize("step", STEPS)
    def test_a_corner_off_the_grid_is_caught_by_pointing_at_it(self, step, percent):
        """It must be within two pixels of it, at any zoom."""
        x, z = corner = (0.3 * step, 0.4 * step)
        room = Level(areas={ROOM: Area(id=ROOM, polygon=(corner, (x + 90, z), (x, z + 90)))})
        aside = 2 * at(percent) / REACH
        for dx, dz in ((0, 0), (aside, 0), (-aside, 0), (0, aside), (0, -aside)):
            found = snap(room, (x + dx, z + dz), step=step, reach=at(percent))
            assert (found.kind, found.place) == ("vertex", corner)

    @pytest.mark.parametrize("percent", [3, 12, 40, 100, 400])
    @pytest.mark.parametrize("step", STEPS)
    @pytest.mark.parametrize("end", [(0, 1), (1, 0), (1, 1), (2, 1), (-3, 5)])
    def test_an_edge_off_the_grid_is_caught_by_pointing_at_it(self, end, step, percent):
        """Wherever one points at it."""
        start = (0.31 * step, 0.43 * step)
        far = (start[0] + 300 * end[0], start[1] + 300 * end[1])
        wall = Level(areas={ROOM: Area(id=ROOM, polygon=(start, far, (900, -900)))})
        edge = Line(start, end)
        for number in range(1, 40):
            share = (30 + 0.137 * number * step) / math.hypot(*end)
            mouse = edge.at(share)
            found = snap(wall, mouse, step=step, reach=at(percent))
            assert found.kind == "edge"
            assert math.dist(edge.nearest(found.place), found.place) < 1e-9

    def test_a_step_too_fine_to_aim_at_only_rounds(self):
        """The corner attracts over a third of the squares that are drawn, the edge too."""
        corner = (0.013, 0.02)
        room = Level(areas={ROOM: Area(id=ROOM, polygon=(corner, (9, 0.02), (9, 9), (0.013, 9)))})
        reach = at(40)
        assert share_of(0.05, reach) == (0.35, True)
        assert snap(room, (0.3, -0.1), step=0.05, reach=reach).place == corner
        assert snap(room, (3.01, 0.3), step=0.05, reach=reach).place == (3.0, 0.02)
        assert snap(room, (3.01, 0.4), step=0.05, reach=reach) == Snapped((3.0, 0.4), "grid")

    def test_beyond_its_share_a_corner_wins_where_it_is_nearer(self):
        """At 100 %, a step of 0.5 m leaves it 7 of the 10 pixels."""
        room = Level(areas={ROOM: Area(id=ROOM, polygon=rectangle(0.25, 0.25, 6.25, 4.25))})
        reach = at(100)
        assert share_of(0.5, reach) == (0.175, False)
        assert snap(room, (0.13, 0.13), step=0.5, reach=reach).kind == "vertex"
        assert snap(room, (0.12, 0.12), step=0.5, reach=reach).kind == "grid"


@given(levels(), places, steps, st.floats(0.05, 1.0))
def test_nothing_attracts_from_beyond_its_reach(level, point, step, reach):
    """Shapes 10 pixels, the grid half a square; a place on an edge is no farther than the grid."""
    snapped = snap(level, point, step=step, reach=reach)
    away = math.dist(snapped.place, point)
    half = 0.0 if step is None else step * math.sqrt(0.5)
    if snapped.kind in PRIVILEGED:
        assert away <= reach + 1e-9
    else:
        assert away <= max(half, reach) + 1e-9
    assert snapped == snap(level, point, step=step, reach=reach)


@given(levels(), places, steps, st.floats(0.05, 1.0))
def test_the_nearest_wins_unless_a_corner_is_close(level, point, step, reach):
    """This holds to one pixel, below which users see no difference."""
    share, fine = share_of(step, reach)
    snapped = snap(level, point, step=step, reach=reach)
    pixel, away = SAME * reach / REACH, math.dist(snapped.place, point)
    kinds = [snap(level, point, step=step, reach=reach, kinds={kind}) for kind in SHAPES]
    for other in (found for found in kinds if found.kind != "none"):
        nearer = math.dist(other.place, point)
        if other.kind in PRIVILEGED and nearer <= share:
            assert snapped.kind in PRIVILEGED
            assert away <= nearer + 2 * pixel
        elif snapped.kind not in PRIVILEGED and not fine:
            assert away <= nearer + 2 * pixel


TURNS = {
    "left to right": lambda p: (-p[0], p[1]),
    "upside down": lambda p: (p[0], -p[1]),
    "x for z": lambda p: (p[1], p[0]),
}


@pytest.mark.parametrize("turn", TURNS.values(), ids=TURNS.keys())
@given(levels(), places, steps, st.floats(0.05, 1.0))
def test_it_works_the_same_in_every_direction(turn, level, point, step, reach):
    """As far from the mouse when everything is mirrored."""
    mirrored = Level(
        obstacles=MappingProxyType(
            {
                item.id: replace(item, polygon=tuple(map(turn, item.polygon)))
                for item in level.obstacles.values()
            }
        )
    )
    one = snap(level, point, step=step, reach=reach)
    other = snap(mirrored, turn(point), step=step, reach=reach)
    away = math.dist(one.place, point)
    assert math.dist(other.place, turn(point)) == pytest.approx(away, abs=1e-9)
