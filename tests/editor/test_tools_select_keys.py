"""The tool Select: keys, hints, locked elements, circles."""

import pytest
from msgspec.structs import replace
from tool_bench import ALT, Bench, Modifiers, drawn, rectangle

from editor.tools.select import SelectTool
from navcore.errors import NavcoreError
from navcore.geometry.shapes import circle_ring, round_middle
from navcore.level import operations as op


@pytest.fixture
def bench():
    """A hall with two tables, one upon the other, a chest, and an agent."""
    level = drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 20, 10), new_id, name="hall"),
        lambda level, new_id: op.add_obstacle(level, rectangle(4, 4, 8, 8), new_id, name="table"),
        lambda level, new_id: op.add_obstacle(level, rectangle(5, 5, 6, 6), new_id, name="plate"),
        lambda level, new_id: op.add_obstacle(level, rectangle(12, 4, 13, 5), new_id, name="chest"),
        lambda level, new_id: op.add_agent(level, (16, 5), new_id, goals=((1, 1),)),
    )
    return Bench(SelectTool(), level)


HALL, TABLE, PLATE, CHEST, PLAYER = 1, 2, 3, 4, 5


class TestKeys:
    """Keys without a drag."""

    @pytest.mark.parametrize("key", ["Delete", "Backspace"])
    def test_deleting(self, bench, key):
        """Everything selected, in one step."""
        bench.select(TABLE, PLAYER)
        assert bench.key(key)
        assert not bench.level.agents
        assert bench.steps[-1].label == "Delete 2 elements"
        assert bench.selection == frozenset()
        assert not bench.key(key)

    @pytest.mark.parametrize(
        ("key", "vector"),
        [
            ("Left", (-0.5, 0)), ("Right", (0.5, 0)), ("Up", (0, 0.5)), ("Down", (0, -0.5)),
            ("Shift+Right", (5, 0)), ("Alt+Up", (0, 0.05)),
        ],
    )  # fmt: skip
    def test_nudging(self, bench, key, vector):
        """One grid step, Shift ten, Alt a tenth."""
        bench.select(PLAYER)
        assert bench.key(key)
        assert bench.level.agents[PLAYER].position == (16 + vector[0], 5 + vector[1])

    def test_a_held_arrow_is_one_step(self, bench):
        """Its result merges with the last step; that of Delete does not."""
        bench.select(PLAYER)
        assert bench.tool.key("Right", bench.view()).merges
        assert not bench.tool.key("Delete", bench.view()).merges

    def test_escape_selects_nothing(self, bench):
        """Once; then the key is not the tool's."""
        bench.select(PLAYER)
        assert bench.key("Escape")
        assert bench.selection == frozenset()
        assert not bench.key("Escape")

    @pytest.mark.parametrize("key", ["Delete", "Up", "x", "Ctrl+Up", "Enter", "Undo"])
    def test_other_keys_are_not_used(self, bench, key):
        """Without a selection there is nothing to do."""
        assert not bench.key(key)

    def test_locked_ones_are_not_deleted(self, bench):
        """They may be selected from the outline."""
        bench.level = bench.committed = op.set_fields(bench.level, [TABLE], locked=True).apply(
            bench.level
        )
        bench.select(TABLE)
        assert not bench.key("Delete")


class TestHints:
    """Texts of the status bar."""

    def test_over_things(self, bench):
        """They say what the next click does."""
        bench.hover(30, 30)
        assert bench.hint == ("**Drag selects with a box.** Click selects · right-click for more")
        bench.hover(12.5, 4.5)
        assert bench.hint == (
            "**Click selects chest, drag moves it.** Alt+click takes what lies beneath"
        )
        assert bench.strokes("hover") == [rectangle(12, 4, 13, 5)]
        bench.hover(1, 1)
        assert bench.hint.startswith("**Click selects hall, drag draws a box.**")
        bench.select(TABLE, CHEST)
        bench.hover(12.5, 4.5)
        assert bench.hint.startswith("**Drag moves 2 obstacles.**")
        assert not bench.strokes("hover")

    def test_while_moving(self, bench):
        """They name the moving elements and the distance."""
        bench.select(TABLE, CHEST, PLATE)
        bench.press(12.5, 4.5)
        bench.move(14, 4.5)
        assert bench.hint == (
            "**Moving 3 obstacles by 1.50, 0.00 m.** Shift one axis · Ctrl no snap"
            " · Alt leaves a copy"
        )
        bench.move(11, 4.5, keys=ALT)
        assert bench.hint.startswith("**Copying 3 obstacles by −1.50, 0.00 m.**")

    def test_long_names_leave_room(self, bench):
        """Their middle is left out."""
        chest = replace(bench.level.obstacles[CHEST], name="x" * 200)
        bench.level = bench.committed = bench.level.with_items({CHEST: chest})
        bench.hover(12.5, 4.5)
        bench.drag((12.5, 4.5), (1000, 2000), then=Modifiers(alt=True))

    def test_a_tool_that_is_left_keeps_nothing(self, bench):
        """No hover from before."""
        bench.hover(12.5, 4.5)
        bench.leave()
        assert not bench.strokes("hover")


def test_what_is_locked_says_why_it_does_not_move(bench):
    """The message of an arrow key says so, and so does the hint."""
    bench.level = bench.committed = op.lock(bench.level, [TABLE]).apply(bench.level)
    bench.select(TABLE)
    bench.hover(7, 7)
    assert bench.hint.startswith("**table stays: it is locked.** Ctrl+L unlocks")
    with pytest.raises(NavcoreError, match=r"table is locked\. Ctrl\+L unlocks\."):
        bench.key("Left")
    bench.drag((7, 7), (9, 9))
    assert not bench.steps


class TestRound:
    """Circles and regular polygons are placed by their middle."""

    def test_the_middle_snaps(self):
        """Wherever it was taken hold of."""
        ring = circle_ring((2.3, 3.4), 1.1)
        bench = Bench(SelectTool(), drawn(lambda lv, n: op.add_obstacle(lv, ring, n, name="well")))
        bench.drag((2.9, 3.4), (5.0, 5.0), (6.1, 7.2))
        middle = round_middle(bench.level.obstacles[1].polygon)
        assert middle == (5.5, 7.0)

    def test_others_have_no_middle(self):
        """A corner snaps."""
        assert round_middle(rectangle(0, 0, 2, 2)) is None
        assert round_middle(((0, 0), (4, 0), (4, 1), (2, 3), (0, 1))) is None


def test_the_second_of_two_clicks_opens_the_corners(bench):
    """Of a shape; an agent has none."""
    bench.double_click(7, 7)
    assert bench.used == "vertices"
    assert bench.selection == {TABLE}
    bench.used = ""
    bench.double_click(16, 5)
    assert bench.used == ""
    assert bench.selection == {PLAYER}
