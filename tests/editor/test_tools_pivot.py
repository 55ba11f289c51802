"""The pivot of the select tool: turning and scaling about a chosen place."""

import math

import pytest
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, Modifiers, drawn, rectangle

from editor.tools.select import SelectTool
from navcore.level import operations as op

HALL, TABLE, CHEST = 1, 2, 3
BOTH = Modifiers(shift=True, alt=True)


@pytest.fixture
def bench():
    """A hall with a selected table of 4 by 2 metres, and a chest; a metre is 100 pixels."""
    level = drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 20, 10), new_id, name="hall"),
        lambda level, new_id: op.add_obstacle(level, rectangle(4, 4, 8, 6), new_id, name="table"),
        lambda level, new_id: op.add_obstacle(level, rectangle(12, 4, 13, 5), new_id, name="chest"),
    )
    made = Bench(SelectTool(), level)
    made.select(TABLE)
    return made


def bounds(bench, *ids):
    """The box around elements."""
    return op.bounds_of([bench.level.element(i) for i in ids or (TABLE,)])


def pivots(bench):
    """Return the positions of drawn pivots."""
    return [*bench.marks("pivot"), *bench.marks("pivot_hover")]


class TestPlacing:
    """Shown by a click on the handle that turns, and dragged."""

    def test_shown_and_put_back(self, bench):
        """Over the handle one sees where the middle is; a click makes it stay, another go."""
        assert not pivots(bench)
        bench.hover(6, 6.24)
        assert pivots(bench) == [(6, 5)]
        bench.click(6, 6.24)
        bench.hover(15, 1)
        assert bench.pivot == (6, 5)
        assert pivots(bench) == [(6, 5)]
        assert bench.selection == {TABLE}
        bench.click(6, 6.24)
        assert bench.pivot is None
        assert not bench.steps

    def test_the_middle_moves_the_table_until_then(self, bench):
        """A press in the middle of the selection doesn't grab a pivot that wasn't placed."""
        bench.drag((6, 5), (7, 5))
        assert bounds(bench) == (5, 4, 9, 6)

    @pytest.mark.parametrize(
        ("to", "keys", "at"),
        [
            ((8.05, 5.95), NONE, (8, 6)),
            ((4.05, 5.05), NONE, (4, 5)),
            ((9.1, 7.1), NONE, (9, 7)),
            ((9.1, 7.1), CTRL, (9.1, 7.1)),
            ((9.1, 5.2), SHIFT, (9, 5)),
        ],
    )
    def test_dragged(self, bench, to, keys, at):
        """It moves to a corner or side of the frame, to the grid, freely, or along an axis."""
        bench.pivot = (6.0, 5.0)
        bench.drag((6, 5), (7, 5), to, then=keys)
        assert bench.pivot == pytest.approx(at)
        assert not bench.steps

    def test_cancelled(self, bench):
        """Esc in the drag leaves it; Esc without one puts it back, then selects nothing."""
        bench.pivot = (6.0, 5.0)
        bench.press(6, 5)
        bench.move(9, 9)
        assert bench.hint.startswith("**Pivot at 9.00, 9.00.**")
        bench.escape()
        assert bench.pivot == (6, 5)
        bench.key("Escape")
        assert bench.pivot is None
        assert bench.selection == {TABLE}
        bench.key("Escape")
        assert not bench.selection

    def test_double_click_and_typing(self, bench):
        """Over it, digits type its place, from it on with @."""
        bench.pivot = (6.0, 5.0)
        bench.hover(6.03, 5)
        assert bench.hint.startswith("**Drag moves the pivot, digits type its place.**")
        bench.enter("4 4")
        assert bench.pivot == (4, 4)
        bench.hover(4, 4)
        bench.enter("@ 2 90")
        assert bench.pivot == pytest.approx((4, 6))
        bench.double_click(4, 6)
        assert bench.pivot is None
        bench.hover(6.03, 5)
        assert bench.tool.entry.asks(bench.view()) is None

    def test_it_comes_before_the_grip_beneath(self, bench):
        """At a corner a press takes the pivot, with which nothing could be scaled there."""
        bench.pivot = (8.0, 6.0)
        bench.drag((8, 6), (8, 8), (10, 8))
        assert bench.pivot == (10, 8)
        assert not bench.steps


class TestTurning:
    """About the pivot."""

    def test_about_a_corner(self, bench):
        """A quarter turn leaves the corner where it is."""
        bench.pivot = (4.0, 4.0)
        grip = bench.marks("turn")[0]
        x, z = grip[0] - 4, grip[1] - 4
        bench.drag(grip, (4 - z, 4 + x))
        assert bounds(bench) == (2, 4, 4, 8)
        assert bench.steps[0].label == "Turn table"

    def test_several_about_a_place_far_away(self, bench):
        """With Shift the steps are 15°; Alt leaves copies."""
        bench.select(TABLE, CHEST)
        bench.pivot = (0.0, 0.0)
        (grip,) = bench.marks("turn")
        angle = math.radians(88)
        c, s = math.cos(angle), math.sin(angle)
        bench.drag(grip, (grip[0] * c - grip[1] * s, grip[0] * s + grip[1] * c), keys=SHIFT)
        assert bounds(bench, TABLE, CHEST) == (-6, 4, -4, 13)
        bench.undo()
        bench.drag(
            grip, (grip[0] * c - grip[1] * s, grip[0] * s + grip[1] * c), keys=SHIFT, then=BOTH
        )
        assert bounds(bench, TABLE, CHEST) == (4, 4, 13, 6)
        assert bounds(bench, *bench.selection) == (-6, 4, -4, 13)


class TestScaling:
    """The pivot stays."""

    def test_from_the_middle(self, bench):
        """Both sides move."""
        bench.pivot = (6.0, 5.0)
        bench.drag((8, 6), (9, 7))
        assert bounds(bench) == (3, 3, 9, 7)

    def test_from_a_place_on_a_side(self, bench):
        """That side stays; a corner on it is scaled along one axis only."""
        bench.pivot = (8.0, 5.0)
        bench.drag((4, 5), (2, 5))
        assert bounds(bench) == (2, 4, 8, 6)
        bench.undo()
        bench.drag((8, 6), (9, 7))
        assert bounds(bench) == (4, 3, 8, 7)

    def test_from_a_place_outside(self, bench):
        """Points half as far from it move half as far."""
        bench.pivot = (0.0, 4.0)
        bench.drag((8, 5), (16, 5))
        assert bounds(bench) == (8, 4, 16, 6)

    def test_with_shift(self, bench):
        """The proportions stay, along the line from the pivot."""
        bench.pivot = (6.0, 5.0)
        bench.drag((8, 6), (10, 6.5), keys=SHIFT)
        x0, z0, x1, z1 = bounds(bench)
        assert (x1 - x0) == pytest.approx(2 * (z1 - z0))
        assert ((x0 + x1) / 2, (z0 + z1) / 2) == pytest.approx((6, 5))

    def test_a_turned_table(self, bench):
        """Along its own sides."""
        turned = op.turn(bench.level, [TABLE], math.radians(30), (6, 5)).apply(bench.level)
        bench.level = bench.committed = turned
        bench.pivot = (6.0, 5.0)
        corner = max(turned.obstacles[TABLE].polygon, key=lambda p: p[0] + p[1])
        away = (corner[0] - 6, corner[1] - 5)
        bench.drag(corner, (6 + 2 * away[0], 5 + 2 * away[1]), keys=CTRL)
        table = bench.level.obstacles[TABLE]
        assert op.middle_of(table) == pytest.approx((6, 5))
        assert op.size_of(table) == pytest.approx((8, 4), abs=0.02)
        assert math.degrees(op.turn_of(table)) == pytest.approx(30)

    def test_copies(self, bench):
        """With Alt the table is unchanged."""
        bench.pivot = (6.0, 5.0)
        bench.drag((8, 6), (9, 7), then=ALT)
        assert bounds(bench) == (4, 4, 8, 6)
        assert bounds(bench, bench.named("table_2")) == (3, 3, 9, 7)
