"""Drawing by typed places, and by random input."""

import contextlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tool_bench import Bench, drawn, rectangle

from editor.tools.door import DoorTool
from editor.tools.options import Switch
from editor.tools.polygon import AreaPolygonTool
from editor.tools.rectangle import ObstacleRectangleTool
from editor.tools.regular import AreaRegularTool
from editor.tools.wall import WallTool
from navcore.errors import NavcoreError
from navcore.level import operations as op


@pytest.fixture
def bench():
    """The polygon tool for areas over an empty level."""
    return Bench(AreaPolygonTool())


class TestTypedCorners:
    """Places, or a length and an angle from the last corner."""

    def test_by_typing_alone(self, bench):
        """The first corner again closes."""
        for text in ("0 0", "4 0", "@ 3 90", "0; 3"):
            bench.enter(text)
        assert bench.tool.corners == ((0, 0), (4, 0), (4, 3), (0, 3))
        bench.enter("0 0")
        assert next(iter(bench.level.areas.values())).polygon == rectangle(0, 0, 4, 3)

    def test_what_is_typed_is_shown_instead_of_the_mouse(self, bench):
        """It has length and angle; without text, the mouse counts again."""
        bench.click(0, 0)
        bench.hover(9, 9)
        assert bench.type("0 4") == ""
        assert bench.marks("snap") == [(0, 4)]
        assert bench.hint == (
            "**Enter sets a corner at 0.00, 4.00.** 4.00 m, 90° · Esc closes the box"
        )
        bench.tool.entry.close()
        assert bench.marks("snap") == [(9, 9)]

    def test_a_length_alone_goes_towards_the_mouse(self, bench):
        """Which may still move."""
        bench.click(0, 0)
        bench.hover(3, 0)
        bench.type("@ 5")
        assert bench.marks("snap") == [(5, 0)]
        bench.hover(0, 2)
        assert bench.marks("snap") == [(0, 5)]
        bench.enter("@ 5")
        assert bench.tool.corners[-1] == (0, 5)

    def test_half_of_it_is_no_fault(self, bench):
        """The hint names the missing part; nothing is drawn for incomplete text."""
        bench.click(0, 0)
        bench.hover(3, 0)
        assert bench.type("4") == ""
        assert bench.hint.startswith("**One more number is needed: z, after a space.**")
        assert not bench.marks("snap")
        assert bench.type("4 z") == "z is no unit here. Use m, cm, mm, km, ft or in."

    def test_a_typed_crossing_is_shown_before_it_is_made(self, bench):
        """The mouse shows it, too."""
        for corner in ((0, 0), (6, 0), (6, 4), (3, 4)):
            bench.click(*corner)
        bench.type("3 -2")
        assert bench.hint.startswith("**This edge crosses the outline at 3.00, 0.00.**")

    @pytest.mark.parametrize("text", ["0 0", "@ 0 90", "@ 0"])
    def test_the_last_corner_is_not_set_twice(self, bench, text):
        """A message says so."""
        bench.click(0, 0)
        bench.hover(1, 1)
        with pytest.raises(NavcoreError, match="A corner is here already"):
            bench.tool.entry.enter(text, bench.view())

    def test_escape_drops_what_is_taken_back_too(self, bench):
        """After Esc, redo restores only the corners that were visible."""
        for corner in ((0, 0), (4, 0), (4, 4), (0, 4)):
            bench.click(*corner)
        bench.key("Undo")
        bench.key("Escape")
        bench.key("Redo")
        assert len(bench.tool.corners) == 3


PLACES = st.tuples(st.integers(-6, 6), st.integers(-6, 6)).map(lambda p: (p[0] / 2, p[1] / 2))
KEYS = ["Enter", "Backspace", "Undo", "Redo", "Escape", "Up", "Shift+Down"]
TEXTS = ["1 2", "@ 2 90", "@ 1", "3", "-1 2", "0", "x", "2 m 45 cm", ""]
MOVES = st.one_of(
    st.tuples(st.just("click"), PLACES),
    st.tuples(st.just("double"), PLACES),
    st.tuples(st.just("drag"), PLACES),
    st.tuples(st.just("hover"), PLACES),
    st.tuples(st.just("right"), PLACES),
    st.tuples(st.just("key"), st.sampled_from(KEYS)),
    st.tuples(st.just("type"), st.sampled_from(TEXTS)),
    st.tuples(st.just("enter"), st.sampled_from(TEXTS)),
    st.tuples(st.just("switch"), st.booleans()),
)


def turn_switches(tool, *, on):
    """Turn every switch of the options strip."""
    for one in tool.options:
        if isinstance(one, Switch):
            one.on = on


@settings(max_examples=150)
@given(
    st.sampled_from([AreaPolygonTool, ObstacleRectangleTool, AreaRegularTool, WallTool, DoorTool]),
    st.lists(MOVES, max_size=14),
)
def test_whatever_comes_every_step_is_drawn_and_undone_whole(factory, moves):
    """Clicks, keys and typed places in any order; unfinished steps can always be undone."""
    level = drawn(lambda lv, n: op.add_area(lv, rectangle(-3, -3, 3, 3), n))
    bench = Bench(factory(), level)
    for kind, what in moves:
        if kind == "click":
            bench.click(*what)
        elif kind == "double":
            bench.double_click(*what)
        elif kind == "drag":
            bench.drag((0, 0), what)
        elif kind == "hover":
            bench.hover(*what)
        elif kind == "right":
            bench.right_click(*what)
        elif kind == "key":
            bench.key(what)
        elif kind == "switch":
            turn_switches(bench.tool, on=what)
        elif kind == "type":
            bench.type(what)
            bench.tool.entry.close()
        else:
            with contextlib.suppress(NavcoreError):
                bench.enter(what)
            bench.tool.entry.close()
    taken = 0
    while bench.tool.can_take_back():
        assert bench.key("Undo")
        taken += 1
    assert taken <= len(moves) + 1
    while bench.steps:
        bench.undo()
    assert bench.level == level
