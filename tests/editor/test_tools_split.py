"""The split tool."""

import math

import pytest
from msgspec.structs import replace
from tool_bench import CTRL, SHIFT, Bench, drawn, rectangle

from editor.tools.split import SplitTool
from navcore.errors import NavcoreError
from navcore.geometry.polygons import area_of
from navcore.level import operations as op
from navcore.level.model import Area


@pytest.fixture
def bench():
    """A hall with a table and a stool in it, and a door beside."""
    level = drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"),
        lambda lv, n: op.add_area(lv, rectangle(14, 4, 15, 6), n, name="gate", door=True),
        lambda lv, n: op.add_obstacle(lv, rectangle(2, 2, 6, 4), n, name="table"),
        lambda lv, n: op.add_obstacle(lv, rectangle(8, 2, 9, 4), n, name="stool"),
    )
    return Bench(SplitTool(), level)


def names(bench):
    """Names of all elements."""
    return sorted(element.name for element in bench.level.elements())


class TestCutting:
    """Cutting by two clicks or a drag."""

    def test_a_drag_over_nothing_selected(self, bench):
        """It cuts elements that it crosses from side to side, but not the hall, where it starts."""
        bench.drag((1, 3), (5, 3), (12, 3))
        assert names(bench) == ["gate", "hall", "stool", "stool_2", "table", "table_2"]
        assert [step.label for step in bench.steps] == ["Split 2 obstacles"]
        assert not bench.selection

    def test_two_clicks(self, bench):
        """The first does nothing yet."""
        bench.click(4, 1)
        assert not bench.steps
        bench.hover(4, 3)
        bench.click(4, 5)
        table, rest = (bench.level.element(bench.named(n)) for n in ("table", "table_2"))
        assert area_of(table.polygon) == area_of(rest.polygon) == 4
        assert len(bench.steps) == 1

    def test_only_what_is_selected(self, bench):
        """In all pieces it stays selected; a line that ends inside is drawn out to the side."""
        hall = bench.named("hall")
        bench.select(hall)
        bench.drag((4, -1), (4, 3), (4, 5))
        assert names(bench) == ["gate", "hall", "hall_2", "stool", "table"]
        assert bench.selection == {hall, bench.named("hall_2")}
        bench.undo()
        assert names(bench) == ["gate", "hall", "stool", "table"]

    def test_a_door_is_cut_in_two_doors(self, bench):
        """Doors are cut like any area."""
        bench.drag((14.5, 3), (14.5, 5), (14.5, 7))
        halves = [bench.level.element(bench.named(n)) for n in ("gate", "gate_2")]
        assert all(isinstance(half, Area) and half.door for half in halves)

    def test_locked_and_hidden_things_are_not_cut(self, bench):
        """Selected or not."""
        table, stool = bench.named("table"), bench.named("stool")
        level = bench.level
        locked = replace(level.obstacles[table], locked=True)
        bench.level = bench.committed = level.with_items({table: locked})
        bench.hidden = frozenset({stool})
        bench.drag((1, 3), (12, 3))
        assert not bench.steps
        bench.select(table, stool)
        bench.hover(1, 1)
        assert bench.hint.startswith("**What is selected is locked.**")
        bench.drag((1, 3), (12, 3))
        assert not bench.steps

    def test_a_line_past_everything_cuts_nothing(self, bench):
        """And is over with the release."""
        bench.drag((1, 20), (5, 21), (9, 22))
        assert not bench.steps
        assert not bench.tool.can_take_back()


class TestLine:
    """Where it begins, goes and ends."""

    def test_it_snaps_and_with_ctrl_does_not(self, bench):
        """The snap step is half a metre here."""
        bench.click(4.1, 1.1)
        bench.hover(4.1, 5.1)
        assert bench.strokes("closing") == [((4, 1), (4, 5))]
        bench.hover(4.1, 5.1, keys=CTRL)
        assert bench.strokes("closing") == [((4, 1), (4.1, 5.1))]

    def test_shift_keeps_to_eighths(self, bench):
        """The angles are exact."""
        bench.click(2, 1)
        bench.hover(5.3, 4.1, keys=SHIFT)
        ((start, end),) = bench.strokes("closing")
        assert math.atan2(end[1] - start[1], end[0] - start[0]) == pytest.approx(math.pi / 4)

    def test_what_it_cuts_is_shown(self, bench):
        """From side to side, with both ends."""
        bench.click(4, 1)
        bench.hover(4, 5)
        assert [set(chord) for chord in bench.strokes("hover_edge")] == [{(4, 2), (4, 4)}]
        assert set(bench.marks("draft_corner")) == {(4, 2), (4, 4)}

    @pytest.mark.parametrize("key", ["Escape", "Backspace", "Undo"])
    def test_keys_take_the_beginning_back(self, bench, key):
        """With none left they are others'."""
        assert not bench.key(key)
        bench.click(4, 1)
        assert bench.tool.can_take_back()
        assert bench.key(key)
        assert not bench.key(key)
        bench.hover(4, 5)
        assert not bench.strokes("closing")

    def test_the_right_button_takes_it_back_too(self, bench):
        """Otherwise it opens the menu."""
        assert not bench.right_click(4, 1)
        bench.click(4, 1)
        assert bench.right_click(4, 1)

    def test_escape_during_the_drag(self, bench):
        """Leaves nothing."""
        bench.press(4, 1)
        bench.move(4, 5)
        bench.escape()
        assert not bench.steps
        assert not bench.tool.can_take_back()

    def test_another_tool_drops_it(self, bench):
        """A line that is only begun is nothing."""
        bench.click(4, 1)
        bench.leave()
        assert not bench.tool.can_take_back()
        assert not bench.steps

    def test_places_can_be_typed(self, bench):
        """The beginning, then the end, also from the beginning on."""
        tool, view = bench.tool, bench.view()
        assert tool.entry.asks(view).prompt == "x z, or @ length angle"
        assert tool.entry.enter("4 1", view) is None
        assert tool.entry.show("@ 4 9", view) == ""
        assert tool.entry.show("@ 4 90", view) == ""
        assert bench.strokes("closing") == [((4, 1), (4, 5))]
        assert tool.entry.show("four", view)
        tool.entry.close()
        with pytest.raises(NavcoreError):
            tool.entry.enter("four", view)
        edit = tool.entry.enter("@ 4 90", view)
        assert edit.label == "Split table"

    def test_hints(self, bench):
        """They say what the next click does."""
        bench.hover(4, 1)
        assert bench.hint.startswith("**Click or drag to draw a line across what to cut.**")
        bench.select(bench.named("table"))
        assert bench.hint.startswith("**Click or drag to draw a line across table.**")
        bench.click(4, 1)
        bench.hover(4, 1.5)
        assert bench.hint.startswith("**Nothing is cut yet, from 4.00, 1.00.**")
        bench.hover(4, 5)
        assert bench.hint.startswith("**Click splits table.**")
        bench.key("Escape")
        bench.press(4, 1)
        bench.move(4, 5)
        assert bench.hint.startswith("**Release splits table.**")
        bench.release(4, 5)


def test_it_has_no_button():
    """A menu chooses it."""
    assert not SplitTool.on_rail
    assert not SplitTool.shortcut


def test_the_beginning_that_was_taken_back_is_set_again():
    """As with all that is drawn between two places."""
    bench = Bench(SplitTool())
    bench.click(1, 2)
    assert bench.key("Undo")
    assert not bench.tool.can_take_back()
    assert bench.key("Redo")
    assert bench.tool.can_take_back()
