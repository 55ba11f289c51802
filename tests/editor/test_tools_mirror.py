"""The mirror tool."""

import math

import pytest
from tool_bench import CTRL, SHIFT, Bench, drawn, rectangle

from editor.tools.mirror import LEVEL, UPRIGHT, MirrorTool
from navcore.level import operations as op

HALL, GATE, PILLAR, PLAYER = 1, 2, 3, 4


@pytest.fixture
def bench():
    """The left half of a hall up to x = 10, a gate on that line, a pillar and a patrol."""
    level = drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 10, 12), n, name="hall"),
        lambda lv, n: op.add_area(lv, rectangle(9, 12, 11, 13), n, name="gate", door=True),
        lambda lv, n: op.add_obstacle(lv, rectangle(3, 3, 4, 4), n, name="pillar_1"),
        lambda lv, n: op.add_agent(lv, (6, 6), n, goals=((2, 6), (2, 10))),
    )
    made = Bench(MirrorTool(), level)
    made.select(*(e.id for e in level.elements()))
    return made


def names(bench):
    """Names of all elements."""
    return sorted(element.name for element in bench.level.elements())


def bounds(bench, name):
    """The box around an element."""
    return op.bounds_of([bench.level.element(bench.named(name))])


class TestEdge:
    """A click on an edge."""

    def test_half_a_hall_becomes_the_whole(self, bench):
        """It is one step: one hall, one gate, everything else twice, all selected."""
        bench.hover(10.03, 7)
        assert bench.hint.startswith("**Click mirrors a copy of 4 elements here.**")
        assert bench.strokes("mirror") == [((10, -0.24), (10, 13.24))]
        assert len(bench.strokes("area_draft")) == 1
        assert len(bench.strokes("obstacle_draft")) == 1
        bench.click(10.03, 7)
        assert names(bench) == ["agent_1", "gate", "hall", "pillar_1", "pillar_2", "player"]
        assert bounds(bench, "hall") == (0, 0, 20, 12)
        assert bench.level.element(bench.named("agent_1")).goals == ((18, 6), (18, 10))
        assert len(bench.steps) == 1
        assert bench.steps[0].label == "Mirror a copy of 4 elements"
        assert bench.selection == {e.id for e in bench.level.elements()}

    def test_again_changes_nothing(self, bench):
        """Both sides are equal then, and the hint says so."""
        bench.click(10, 7)
        bench.hover(10.02, 12.5)
        bench.press(10, 2)
        bench.release(10, 4)
        assert len(bench.steps) == 1
        assert bench.hint.startswith("**Nothing changes: both sides")

    def test_quarters(self, bench):
        """Twice about two lines makes four of one."""
        bench.select(PILLAR)
        bench.click(10, 7)
        bench.tool.joins.on = False
        bench.click(5, 0.02)
        assert names(bench) == ["gate", "hall", *(f"pillar_{n}" for n in (1, 2, 3, 4)), "player"]

    def test_in_place(self, bench):
        """There is no copy; the axis may be an edge of another element, even a locked one."""
        lock = op.lock(bench.level, [HALL]).apply(bench.level)
        bench.level = bench.committed = lock
        bench.select(PILLAR)
        bench.tool.copies.on = False
        bench.click(10, 5)
        assert bounds(bench, "pillar_1") == (16, 3, 17, 4)
        assert bench.steps[0].label == "Mirror pillar_1"

    def test_hidden_edges_and_ctrl(self, bench):
        """Invisible edges don't count; with Ctrl a click sets a point."""
        bench.select(PILLAR)
        bench.hover(10, 5, keys=CTRL)
        assert not bench.strokes("mirror")
        bench.hidden = frozenset({HALL, GATE})
        bench.click(10, 5)
        assert not bench.steps
        assert bench.tool.anchor == (10, 5)


class TestPoints:
    """Two clicks, or a drag."""

    def test_two_clicks(self, bench):
        """With Shift in steps of 45°; from a corner, which is no edge."""
        bench.select(PILLAR)
        bench.click(10, 0)
        assert not bench.steps
        bench.hover(10.4, 9, keys=SHIFT)
        assert bench.hint.startswith("**Click mirrors a copy of pillar_1.** Shift 45°")
        bench.click(10.4, 9, keys=SHIFT)
        assert bounds(bench, "pillar_2") == (16, 3, 17, 4)

    def test_a_drag_shows_the_copy_in_the_level(self, bench):
        """The drag may start on an edge."""
        bench.select(PILLAR)
        bench.press(10, 7)
        bench.move(8, 7)
        bench.move(4, 7)
        assert bounds(bench, "pillar_2") == (3, 10, 4, 11)
        assert bench.hint.startswith("**Release mirrors")
        bench.move(10, 3)
        assert bounds(bench, "pillar_2") == (16, 3, 17, 4)
        bench.release(10, 3)
        assert len(bench.steps) == 1

    def test_taken_back(self, bench):
        """A point; a drag leaves nothing either."""
        bench.click(7, 1)
        bench.key("Backspace")
        assert bench.tool.anchor is None
        bench.press(7, 1)
        bench.move(7, 9)
        bench.escape()
        assert not bench.steps
        assert "pillar_2" not in names(bench)

    def test_typed(self, bench):
        """A place, then a length and an angle."""
        bench.select(PILLAR)
        bench.enter("10 0")
        bench.enter("@ 1 90")
        assert bounds(bench, "pillar_2") == (16, 3, 17, 4)


class TestAxes:
    """An upright or level line at the mouse."""

    def test_upright(self, bench):
        """Snapped, by one click."""
        bench.select(PILLAR)
        bench.tool.line.set(UPRIGHT)
        bench.hover(8.1, 5)
        assert bench.hint.startswith("**Click mirrors a copy of pillar_1.** At x = 8.00 m")
        bench.click(8.1, 5)
        assert bounds(bench, "pillar_2") == (12, 3, 13, 4)

    def test_level_in_a_drag(self, bench):
        """Follows the mouse."""
        bench.select(PILLAR)
        bench.tool.line.set(LEVEL)
        bench.drag((1, 1), (1, 5), (2, 6))
        assert bounds(bench, "pillar_2") == (3, 8, 4, 9)

    def test_enter_takes_the_middle_or_the_pivot(self, bench):
        """The middle or the pivot is that of the selection."""
        bench.select(PILLAR)
        bench.tool.line.set(UPRIGHT)
        bench.key("Enter")
        assert not bench.steps
        assert bench.hint.startswith("**Nothing changes")
        bench.hover(1, 1)
        bench.pivot = (5.0, 0.0)
        bench.key("Enter")
        assert bounds(bench, "pillar_2") == (6, 3, 7, 4)

    def test_typed(self, bench):
        """The world's own axis is 0."""
        bench.select(PILLAR)
        bench.tool.line.set(UPRIGHT)
        bench.enter("0")
        assert bounds(bench, "pillar_2") == (-4, 3, -3, 4)

    def test_arrows_choose(self, bench):
        """Down and up through the kinds of lines."""
        seen = []
        for _ in range(3):
            bench.key("Down")
            seen.append(bench.tool.line.value)
        bench.key("Up")
        assert seen == [UPRIGHT, LEVEL, "picked"]
        assert bench.tool.line.value == LEVEL


class TestSelection:
    """No state leads nowhere."""

    def test_nothing_selected(self, bench):
        """A click selects first."""
        bench.select()
        bench.hover(3.5, 3.5)
        assert bench.hint.startswith("**Click selects what to mirror.**")
        assert len(bench.strokes("hover")) == 1
        bench.click(3.5, 3.5)
        assert bench.selection == {PILLAR}
        assert not bench.steps

    def test_locked(self, bench):
        """Locked elements are copied, but not mirrored in place."""
        bench.level = bench.committed = op.lock(bench.level, [PILLAR]).apply(bench.level)
        bench.select(PILLAR)
        bench.tool.copies.on = False
        bench.hover(8, 8)
        assert bench.hint.startswith("**What is selected is locked.**")
        bench.tool.copies.on = True
        bench.click(10, 7)
        assert "pillar_2" in names(bench)

    def test_many(self):
        """Of very many the box alone is shown, as fast."""
        level = drawn(
            *(
                lambda lv, n, x=x: op.add_obstacle(lv, rectangle(x, 0, x + 0.5, 1), n)
                for x in range(500)
            )
        )
        bench = Bench(MirrorTool(), level)
        bench.select(*(e.id for e in level.elements()))
        bench.click(600, -5)
        bench.hover(600, 5)
        assert len(bench.strokes("frame")) == 1
        bench.press(600, 5)
        bench.move(600, 4)
        assert len(bench.strokes("frame")) == 1
        assert len(bench.level.obstacles) == 500
        bench.release(600, 5)
        assert len(bench.level.obstacles) == 1000


def test_slanted(bench):
    """Facing and place about any line."""
    bench.select(PLAYER)
    bench.click(0, -1)
    bench.click(13, 12)
    copy = bench.level.element(bench.named("agent_1"))
    assert copy.position == pytest.approx((7, 5))
    assert copy.facing == pytest.approx(math.pi / 2)
