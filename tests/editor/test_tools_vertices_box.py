"""The tool Vertices: boxes, whole polygons, keys, typing."""

import itertools

import pytest
from tool_bench import ALT, SHIFT, Bench, drawn, rectangle

from editor.tools.vertices import VerticesTool
from navcore.errors import NavcoreError
from navcore.level import operations as op

ONE, TWO, TABLE = 1, 2, 3


@pytest.fixture
def bench():
    """Two rooms that share a wall, a table apart, and an agent; both rooms selected."""
    level = drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 4, 4), new_id, name="one"),
        lambda level, new_id: op.add_area(level, rectangle(4, 0, 8, 4), new_id, name="two"),
        lambda level, new_id: op.add_obstacle(
            level, ((10, 0), (12, 0), (12, 2)), new_id, name="table"
        ),
        lambda level, new_id: op.add_agent(level, (2, 2), new_id),
    )
    made = Bench(VerticesTool(), level)
    made.select(ONE, TWO)
    return made


class TestBoxAndPolygons:
    """Elsewhere than on corners and edges."""

    def test_a_box_takes_corners(self, bench):
        """They are corners of selected polygons; Shift adds more."""
        bench.drag((-1, 3), (5, 5))
        assert bench.handles == {ONE: {2, 3}, TWO: {3}}
        bench.drag((7, 3), (9, 5), keys=SHIFT)
        assert bench.handles == {ONE: {2, 3}, TWO: {2, 3}}
        assert not bench.steps

    def test_a_box_over_nothing_selected_takes_polygons_too(self, bench):
        """It takes all with corners inside."""
        bench.select()
        bench.drag((9, -1), (13, 1))
        assert bench.selection == {TABLE}
        assert bench.handles == {TABLE: {0, 1}}

    def test_hidden_polygons_are_left_out(self, bench):
        """Invisible elements can't be selected."""
        bench.select()
        bench.hidden = frozenset({TABLE})
        bench.drag((9, -1), (13, 1))
        assert bench.selection == frozenset()

    def test_a_box_says_how_many(self, bench):
        """While it is open."""
        bench.press(-1, 3)
        bench.move(1, 3.5)
        assert bench.hint == "**No corner in the box yet.** Esc back"
        bench.move(5, 5)
        assert bench.hint == "**Release selects 3 corners.** Esc back · Begin with Shift to add"
        assert len(bench.marks("handle_selected")) == 3
        bench.escape()
        assert bench.handles == {}

    def test_a_click_on_another_polygon_selects_it(self, bench):
        """With Shift too; agents have no corners."""
        bench.click(11.5, 0.5)
        assert bench.selection == {TABLE}
        bench.click(2, 2, keys=SHIFT)
        assert bench.selection == {TABLE, ONE}
        bench.click(2, 2, keys=SHIFT)
        assert bench.selection == {TABLE}
        bench.click(20, 20)
        assert bench.selection == frozenset()

    def test_a_click_inside_first_lets_corners_go(self, bench):
        """Then it picks the polygon."""
        bench.select(ONE, TWO, handles={ONE: [0]})
        bench.click(2, 3)
        assert bench.selection == {ONE, TWO}
        assert bench.handles == {}
        bench.click(2, 3)
        assert bench.selection == {ONE}

    def test_alt_takes_the_polygon_beneath(self, bench):
        """Down the stack, as everywhere."""
        edit = op.add_obstacle(bench.level, rectangle(1, 1, 3, 3), itertools.count(50).__next__)
        bench.level = bench.committed = edit.apply(bench.level)
        bench.select()
        bench.click(2, 2)
        assert bench.selection == {50}
        bench.click(2, 2, keys=ALT)
        assert bench.selection == {ONE}

    def test_hover_and_hints(self, bench):
        """Handles, the hovered corner, the polygon below."""
        bench.hover(0.01, 0.01)
        assert bench.marks("handle_hover") == [(0, 0)]
        assert len(bench.marks("handle")) == 8
        assert bench.hint.startswith("**Drag moves this corner.**")
        bench.hover(11.5, 0.5)
        assert bench.strokes("hover") == [((10, 0), (12, 0), (12, 2))]
        assert bench.hint.startswith("**Click edits the corners of table.**")
        bench.hover(2, 2)
        assert bench.hint.startswith("**Drag selects corners with a box.**")
        bench.select(ONE, handles={ONE: [0]})
        assert bench.hint.startswith(
            "**Click deselects 1 corner.** Delete removes · digits type its"
        )
        bench.select()
        assert bench.hint.startswith("**Click edits the corners of one.**")
        bench.hover(20, 20)
        assert bench.hint.startswith("**Click a shape to edit its corners.**")
        assert not bench.marks("handle")


class TestKeys:
    """Keys of the tool."""

    @pytest.mark.parametrize("key", ["Delete", "Backspace"])
    def test_deleting(self, bench, key):
        """The selected corners; below three the polygon goes."""
        bench.select(ONE, TABLE, handles={ONE: [0], TABLE: [1]})
        assert bench.key(key)
        assert bench.level.areas[ONE].polygon == ((4, 0), (4, 4), (0, 4))
        assert TABLE not in bench.level.obstacles
        assert bench.selection == {ONE}
        assert bench.handles == {}
        assert len(bench.steps) == 1
        assert not bench.key(key)

    def test_nudging(self, bench):
        """They move the selected corners by a step; outlines that would become flat stay."""
        bench.select(ONE, TABLE, handles={ONE: [0]})
        assert bench.key("Left")
        assert bench.level.areas[ONE].polygon[0] == (-0.5, 0)
        assert bench.handles == {ONE: {0}}
        bench.select(TABLE, handles={TABLE: [2]})
        for _ in range(3):
            assert bench.key("Down")
        with pytest.raises(NavcoreError, match=r"Here table would enclose nothing\."):
            bench.key("Down")
        assert bench.level.obstacles[TABLE].polygon[2] == (12, 0.5)

    def test_tab_goes_round(self, bench):
        """It visits all places of the selected polygons, either way.

        Corners at one place go together.
        """
        seen = []
        for _ in range(6):
            assert bench.key("Tab")
            seen.append({i: sorted(corners) for i, corners in bench.handles.items()})
        assert seen == [
            {ONE: [0]}, {ONE: [1], TWO: [0]}, {ONE: [2], TWO: [3]}, {ONE: [3]}, {TWO: [1]},
            {TWO: [2]},
        ]  # fmt: skip
        assert bench.key("Tab")
        assert bench.handles == {ONE: {0}}
        assert bench.key("Shift+Tab")
        assert bench.handles == {TWO: {2}}

    def test_shift_tab_begins_at_the_end(self, bench):
        """The last corner of the last polygon."""
        assert bench.key("Shift+Tab")
        assert bench.handles == {TWO: {2}}

    def test_tab_without_polygons_is_not_used(self, bench):
        """It is passed on to the window."""
        bench.select()
        assert not bench.key("Tab")

    def test_escape_lets_corners_go(self, bench):
        """Then it is not the tool's."""
        bench.select(ONE, handles={ONE: [0]})
        assert bench.key("Escape")
        assert bench.handles == {}
        assert bench.selection == {ONE}
        assert not bench.key("Escape")

    def test_other_keys_are_not_used(self, bench):
        """This holds with corners selected, too."""
        bench.select(ONE, handles={ONE: [0]})
        assert not bench.key("x")

    def test_a_held_arrow_is_one_step(self, bench):
        """The canvas is informed."""
        bench.select(ONE, handles={ONE: [0]})
        assert bench.tool.key("Up", bench.view()).merges
        assert bench.key("Shift+Right")
        assert bench.level.areas[ONE].polygon[0] == (5, 0)
        assert bench.key("Alt+Up")
        assert bench.level.areas[ONE].polygon[0] == (5, 0.05)


class TestTyping:
    """Numbers instead of the mouse."""

    def test_one_corner_goes_to_a_place(self, bench):
        """All corners at its place move along; the typed place is exact."""
        bench.select(ONE, TWO, handles={ONE: [2], TWO: [3]})
        assert bench.tool.entry.asks(bench.view()).prompt == "x z, or @ length angle"
        assert bench.type("4.1 4.3") == ""
        assert bench.hint == "**Enter moves 2 corners.** Esc back"
        assert len(bench.strokes("closing")) == 2
        assert (4.1, 4.3) in bench.marks("snap")
        bench.enter("4.1 4.3")
        assert bench.level.areas[ONE].polygon[2] == (4.1, 4.3)
        assert bench.level.areas[TWO].polygon[3] == (4.1, 4.3)
        assert bench.handles == {ONE: {2}, TWO: {3}}
        assert len(bench.steps) == 1
        assert not bench.strokes("closing")

    def test_a_length_and_an_angle(self, bench):
        """They are relative to the corner."""
        bench.select(ONE, handles={ONE: [0]})
        bench.enter("@ 1 180")
        assert bench.level.areas[ONE].polygon[0] == (-1, 0)

    def test_several_corners_move_by_what_is_typed(self, bench):
        """Across and up, or a length and an angle."""
        bench.select(ONE, handles={ONE: [0, 3]})
        assert bench.tool.entry.asks(bench.view()).prompt == "by x z, or @ length angle"
        bench.enter("-1 0.5")
        assert bench.level.areas[ONE].polygon == ((-1, 0.5), (4, 0), (4, 4), (-1, 4.5))
        bench.enter("@ 2 90")
        assert bench.level.areas[ONE].polygon[0] == (-1, 2.5)

    def test_what_cannot_be_read_or_done_is_said(self, bench):
        """There is no preview of it."""
        bench.select(TABLE, handles={TABLE: [2]})
        assert bench.type("four")
        assert bench.type("4") == "", "a place may follow"
        assert bench.type("14 0") == "Here table would enclose nothing."
        assert not bench.strokes("closing")
        with pytest.raises(NavcoreError):
            bench.enter("14 0")
        bench.type("14 1")
        bench.tool.entry.close()
        assert not bench.strokes("closing")

    def test_without_a_corner_nothing_is_typed(self, bench):
        """Digits go on to the actions."""
        assert bench.tool.entry.asks(bench.view()) is None


def test_handles_of_many_corners_are_made_once(bench):
    """A move of the mouse over nothing new makes no new marks."""
    view = bench.view()
    one, other = (bench.tool.preview(view).marks for _ in range(2))
    assert all(a is b for a, b in zip(one, other, strict=True))


def test_other_tools_know_no_corners(bench):
    """They are deselected with the tool; selected elements stay selected."""
    bench.select(ONE, handles={ONE: [0]})
    bench.leave()
    assert bench.handles == {}
    assert bench.selection == {ONE}
