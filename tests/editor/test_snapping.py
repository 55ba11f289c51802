"""Snapping to corners, crossings, midpoints, edges and grid, never to moving elements."""

import math
from types import MappingProxyType

import naive
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_up_kinds import BEACON, Beacon, made_up_kinds, made_up_level
from snapping_levels import levels, places, steps
from tool_bench import rectangle

from editor.canvas.grid_steps import STEPS, next_step
from editor.canvas.snapping import (
    MOST_EDGES,
    REACH,
    SHAPES,
    Moving,
    Snapped,
    on_grid,
    snap,
)
from editor.settings.settings import SNAPS, Settings
from editor.tools.lines import AXES, EIGHTHS, Line, straight
from navcore.level.model import Area, Level, Obstacle

ROOM, BOX, BAR = 1, 2, 3
LEVEL = Level(
    areas={ROOM: Area(id=ROOM, name="room", polygon=((0.13, 0.27), (10, 0), (10, 10), (0, 10)))},
    obstacles={
        BOX: Obstacle(id=BOX, name="box", polygon=rectangle(4, 4, 6, 6)),
        BAR: Obstacle(id=BAR, name="bar", polygon=rectangle(5.3, 5.2, 9.3, 5.4), locked=True),
    },
)
MOVED_BOX = Moving(frozenset({BOX}))


def near(point, **changes):
    """A snap with a step of half a metre and a reach of 0.3 m."""
    return snap(LEVEL, point, **{"step": 0.5, "reach": 0.3, **changes})


def found(point, **changes):
    """Kind and place."""
    snapped = near(point, **changes)
    return snapped.kind, snapped.place


class TestKinds:
    """Kinds of targets, and their priorities."""

    def test_a_corner_wins_over_edge_and_grid(self):
        """This holds even off the grid."""
        assert found((0.3, 0.3)) == ("vertex", (0.13, 0.27))

    def test_a_crossing_of_edges(self):
        """It is where the bar leaves the box; locked elements attract, too."""
        assert found((6.1, 5.15)) == ("crossing", (6.0, 5.2))

    def test_the_middle_of_an_edge(self):
        """Off the grid as well."""
        kind, place = found((7.25, 5.45))
        assert kind == "midpoint"
        assert place == pytest.approx((7.3, 5.4))

    def test_an_edge_wins_over_the_grid(self):
        """The place on the edge, at the grid's other coordinate where it is near."""
        assert found((4.1, 4.4)) == ("edge", (4.0, 4.5))

    def test_an_edge_gives_way_to_a_place_of_the_grid_that_is_clearly_nearer(self):
        """A wall does not hide the grid beside it."""
        assert found((8.02, 5.01)) == ("grid", (8.0, 5.0))
        assert found((8.02, 5.42)) == ("edge", (8.0, 5.4))

    def test_the_grid_takes_the_rest(self):
        """The step is half a metre."""
        assert found((2.3, 7.8)) == ("grid", (2.5, 8.0))

    def test_without_a_step_nothing_far_attracts(self):
        """The point itself."""
        assert found((2.3, 7.8), step=None) == ("none", (2.3, 7.8))

    @pytest.mark.parametrize(
        ("kind", "point"),
        [("vertex", (4.1, 4.1)), ("crossing", (6.1, 5.15)), ("midpoint", (7.25, 5.45)),
         ("edge", (4.1, 4.4))],
    )  # fmt: skip
    def test_each_kind_can_be_left_out(self, kind, point):
        """Kinds that are switched off are ignored."""
        assert near(point).kind == kind
        assert near(point, kinds=SHAPES - {kind}).kind != kind
        assert near(point, kinds={kind}).kind == kind
        assert near(point, kinds=frozenset()).kind == "grid"

    def test_of_corners_and_middles_the_nearest_wins(self):
        """Their kind doesn't matter."""
        short = Level(obstacles={BOX: Obstacle(id=BOX, polygon=rectangle(0, 0, 0.4, 5))})
        assert snap(short, (0.09, 0), step=None, reach=0.3).kind == "vertex"
        assert snap(short, (0.11, 0), step=None, reach=0.3).kind == "midpoint"

    def test_a_corner_on_another_edge_is_the_corner(self):
        """It wins over the crossing and the grid point below, exactly."""
        level = Level(
            areas={ROOM: Area(id=ROOM, polygon=rectangle(0, 0, 4, 4))},
            obstacles={BOX: Obstacle(id=BOX, polygon=((1 / 3, 0), (1, 2), (0.5, 2)))},
        )
        snapped = snap(level, (0.4, 0.02), step=0.5, reach=0.3)
        assert snapped == Snapped((1 / 3, 0), "vertex")


class TestMoving:
    """Moving elements don't attract themselves."""

    def test_whole_elements(self):
        """The moved box does not attract its own corner."""
        assert near((4.1, 4.1), moving=MOVED_BOX).kind == "grid"
        assert near((4.1, 4.1)).kind == "vertex"

    def test_hidden_things(self):
        """Invisible elements don't attract."""
        assert near((4.1, 4.1), hidden={BOX}).kind == "grid"

    def test_corners_take_their_edges_out(self):
        """The corner, and the middles and rest of its edges, don't attract."""
        moving = Moving(handles={BOX: {0}})
        assert near((4.1, 4.1), moving=moving, step=None).kind == "none"
        assert near((5, 4), moving=moving, step=None).kind == "none"
        assert near((4, 4.6), moving=moving, step=None).kind == "none"

    def test_the_other_corners_and_edges_of_the_same_outline_stay(self):
        """A corner snaps to its neighbour, and to the edge across."""
        moving = Moving(handles={BOX: {0}})
        assert found((6.1, 4.1), moving=moving) == ("vertex", (6, 4))
        assert found((4.6, 6.1), moving=moving) == ("edge", (4.5, 6))
        between = Moving(handles={BOX: {0, 2}})
        assert found((6.1, 4.1), moving=between) == ("vertex", (6, 4))

    def test_an_edge_that_is_split(self):
        """Its ends stay."""
        moving = Moving(edges={BOX: {0}})
        assert near((5, 4.05), moving=moving, step=None).kind == "none"
        assert near((4.1, 4.1), moving=moving).kind == "vertex"

    def test_many_that_move_hide_nothing_that_stays(self):
        """They do not use up the edges that count."""
        ring = tuple(
            (math.cos(n / 100 * math.tau) / 100, math.sin(n / 100 * math.tau) / 100)
            for n in range(100)
        )
        level = Level(
            areas={ROOM: Area(id=ROOM, polygon=rectangle(0.2, -3, 2, 3))},
            obstacles={BOX: Obstacle(id=BOX, polygon=ring)},
        )
        moving = Moving(handles={BOX: range(100)})
        snapped = snap(level, (0, 0.1), step=None, reach=1.0, moving=moving)
        assert (snapped.kind, snapped.place) == ("midpoint", (0.2, 0))


class TestLines:
    """Locked to a line, everything counts along it."""

    def test_the_grid_crosses_it(self):
        """Off the grid across, on the grid along."""
        assert found((2.3, 7.8), along=Line((0.0, 7.13), (1, 0))) == ("grid", (2.5, 7.13))
        assert found((2.3, 7.8), along=Line((1.7, 0.0), (0, 1))) == ("grid", (1.7, 8.0))

    def test_on_a_diagonal_either_coordinate_may_be_on_the_grid(self):
        """Whichever is nearer."""
        kind, (x, z) = found((2.26, 7.24), along=Line((0.1, 5.1), (1, 1)))
        assert kind == "grid"
        assert (x, z) == pytest.approx((2.0, 7.0)) or 0.5 * round(x / 0.5) == pytest.approx(x)
        assert z - 5.1 == pytest.approx(x - 0.1)

    def test_edges_cross_it(self):
        """The place stays exactly on the line."""
        kind, (x, z) = found((3.9, 5.9), along=Line((1.0, 5.83), (1, 0)))
        assert (kind, x, z) == ("edge", 4.0, 5.83)

    def test_corners_and_middles_that_lie_on_it(self):
        """Others don't attract."""
        assert found((5.9, 6.2), along=Line((0.0, 6.0), (1, 0))) == ("vertex", (6.0, 6.0))
        assert found((4.9, 4.1), along=Line((0.0, 4.0), (1, 0))) == ("midpoint", (5.0, 4.0))
        assert found((5.9, 6.2), along=Line((0.0, 6.1), (1, 0))) == ("grid", (6.0, 6.1))

    def test_askew_it_goes_by_whole_steps(self):
        """From where it begins, forward and back."""
        line = Line((0.0, 0.0), (3, 4))
        assert found((0.7, 0.7), along=line, kinds=()) == ("grid", pytest.approx((0.6, 0.8)))
        assert found((-0.7, -0.7), along=line, kinds=()) == ("grid", pytest.approx((-0.6, -0.8)))

    def test_without_anything_it_is_the_nearest_place(self):
        """It is the nearest place on the line."""
        along = Line((0.0, 7.13), (1, 0))
        assert found((2.3, 7.8), along=along, step=None) == ("none", (2.3, 7.13))

    def test_the_nearest_line_is_chosen(self):
        """The lines are the axes, or eight directions."""
        assert straight((1, 1), (5, 2)).direction == (1, 0)
        assert straight((1, 1), (2, 5), AXES).direction == (0, 1)
        assert straight((1, 1), (4, 3.5)).direction == (1, 1)
        assert straight((1, 1), (4, -1.5)).direction == (1, -1)


# Against what is obvious.

corner_sets = st.dictionaries(st.integers(1, 5), st.frozensets(st.integers(0, 4)), max_size=3)
kind_sets = st.frozensets(st.sampled_from(sorted(SHAPES)))


@given(levels(), places, steps, st.floats(0.05, 1.0), kind_sets, corner_sets, st.integers(0, 5))
def test_the_place_is_the_one_that_is_obvious(level, point, step, reach, kinds, corners, out):
    """Found by looking at every corner, every edge and every pair of edges."""
    moving = Moving(frozenset({out}), corners)
    snapped = snap(level, point, step=step, reach=reach, kinds=kinds, moving=moving)
    right = naive.snapping_places(level, point, step, reach, kinds, corners, {out})
    assert any(
        snapped.kind == kind and snapped.place == pytest.approx(place, abs=1e-9)
        for kind, place in right
    ), (snapped, right)


@given(levels(), places, steps, st.floats(0.05, 1.0), places, st.sampled_from(EIGHTHS) | places)
def test_a_locked_place_stays_on_its_line(level, point, step, reach, through, direction):
    """Within reach of the nearest place of the line, or on the grid; exactly along an axis."""
    if math.hypot(*direction) < 1e-3:
        return
    line = Line(through, direction)
    snapped = snap(level, point, step=step, reach=reach, along=line)
    x, z = snapped.place
    (ox, oz), (dx, dz) = line.through, line.direction
    assert abs((x - ox) * dz - (z - oz) * dx) / math.hypot(dx, dz) <= 1e-9
    if dz == 0:
        assert z == oz
    if dx == 0:
        assert x == ox
    from_nearest = math.dist(line.nearest(point), snapped.place)
    if snapped.kind == "grid":
        assert from_nearest <= step
    elif snapped.kind == "none":
        assert step is None
        assert from_nearest == 0
    else:
        assert from_nearest <= reach + 1e-9


@given(st.floats(-500, 500), st.floats(-500, 500), st.sampled_from(STEPS))
def test_grid_places_are_whole_multiples_and_near(x, z, step):
    """No dust of binary fractions, never more than half a step away."""
    place = on_grid((x, z), step)
    for value, raw in zip(place, (x, z), strict=True):
        assert value == pytest.approx(round(value / step) * step, abs=1e-9)
        assert abs(value - raw) <= step / 2 + 1e-9
        assert len(f"{value!r}".lstrip("-")) <= 8
        assert math.copysign(1, value) == 1 or value != 0


def test_where_much_is_crowded_the_nearest_counts():
    """A thousand boxes under the mouse."""
    boxes = {
        n + 1: Obstacle(id=n + 1, order=n, polygon=rectangle(n, 0, n + 0.5, 1)) for n in range(1000)
    }
    level = Level(obstacles=MappingProxyType(boxes))
    snapped = snap(level, (500.1, 0.9), step=None, reach=2000.0)
    assert snapped.kind == "vertex"
    assert snapped.place == (500.0, 1.0)
    assert MOST_EDGES < 4000


def test_steps_go_up_and_down_and_stop():
    """Coarser, finer, and the ends."""
    assert next_step(0.5, 1) == 1.0
    assert next_step(0.5, -1) == 0.25
    assert next_step(STEPS[-1], 1) == STEPS[-1]
    assert next_step(STEPS[0], -1) == STEPS[0]
    assert next_step(0.7, 1) == 1.0
    assert REACH == 10


class TestPreferences:
    """The choices are stored."""

    def test_kinds_are_kept(self, tmp_path):
        """All are on at first."""
        settings = Settings(tmp_path / "one.ini")
        assert settings.snap_to == frozenset(SNAPS) == SHAPES | {"grid"}
        settings.set_snap_to("midpoint", on=False)
        assert Settings(tmp_path / "one.ini").snap_to == frozenset(SNAPS) - {"midpoint"}

    @pytest.mark.parametrize(("text", "step"), [("0", 0.05), ("-1", 0.05), ("1e9", 10.0),
                                                ("nan", 0.5), ("wide", 0.5)])  # fmt: skip
    def test_a_step_that_makes_no_sense_is_mended(self, tmp_path, text, step):
        """Any invalid value in the file is corrected."""
        (tmp_path / "two.ini").write_text(f"[General]\nsnapStep={text}\n")
        assert Settings(tmp_path / "two.ini").snap_step == step


def test_places_of_other_kinds_attract_like_corners():
    """Unless they move or are hidden; agents attract nothing."""
    with made_up_kinds():
        level = made_up_level()
        beacon = level.of(Beacon)[BEACON]
        x, z = beacon.position
        mouse = (x + 0.1, z - 0.1)
        found = snap(level, mouse, step=None, reach=0.3)
        assert (found.place, found.kind) == (beacon.position, "vertex")
        for left_out in ({"moving": Moving(frozenset({BEACON}))}, {"hidden": {BEACON}}):
            assert snap(level, mouse, step=None, reach=0.3, **left_out).place != beacon.position
        guard = next(iter(level.agents.values()))
        x, z = guard.position
        assert snap(level, (x + 0.1, z), step=None, reach=0.2).kind != "vertex"
