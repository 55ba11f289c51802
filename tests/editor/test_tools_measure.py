"""Measuring one or several segments, by drags, clicks or typing; the level is unchanged."""

import math

import pytest
from PySide6.QtCore import Qt
from tool_bench import CTRL, SHIFT, Bench, drawn, rectangle

from editor.tools.measure import MeasureTool
from editor.tools.tool import Modifiers, Pointer
from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Level, Settings


@pytest.fixture
def bench():
    """The tool over an empty level."""
    return Bench(MeasureTool())


def labels(bench):
    """Return the labels on the canvas."""
    return [label.text for label in bench.tool.preview(bench.view()).labels]


class TestOneStretch:
    """Measuring from one place to another."""

    def test_a_drag_measures(self, bench):
        """Live while it lasts, and still there when it is over."""
        bench.press(0, 0)
        bench.move(3, 4)
        assert bench.hint.startswith("**5.00 m, 53°, dx 3.00, dz 4.00.** An agent of 0.45 m fits")
        assert labels(bench) == ["5.00 m, 53°"]
        bench.release(3, 4)
        bench.hover(9, 9)
        assert bench.tool.places == ((0, 0), (3, 4))
        assert bench.hint.startswith("**5.00 m, 53°")
        assert labels(bench) == ["5.00 m, 53°"]
        assert bench.strokes("measure") == [((0, 0), (3, 4))]
        assert not bench.steps

    def test_two_clicks_measure(self, bench):
        """The mouse shows the stretch before the second."""
        bench.click(0, 0)
        bench.hover(0, 2)
        assert bench.hint.startswith("**2.00 m, 90°, dx 0.00, dz 2.00.**")
        bench.click(0, 2)
        bench.tool.key("Enter", bench.view())
        assert bench.tool.places == ((0, 0), (0, 2))
        assert not bench.tool.open

    def test_it_snaps_shift_keeps_to_45_degrees_and_ctrl_snaps_the_other_way(self, bench):
        """As drawing does."""
        bench.drag((0.1, 0.1), (3.1, 0.6))
        assert bench.tool.places == ((0, 0), (3, 0.5))
        bench.drag((5, 5), (8.1, 5.6), keys=SHIFT)
        assert bench.tool.places == ((5, 5), (8, 5))
        bench.drag((5.13, 5), (8.11, 5), keys=CTRL)
        assert bench.tool.places == ((5.13, 5), (8.11, 5))

    def test_minus_is_a_real_one(self, bench):
        """It leads to the left and down."""
        bench.drag((0, 0), (-3, -4))
        assert "233°, dx −3.00, dz −4.00." in bench.hint

    def test_the_next_takes_the_place_of_the_last(self, bench):
        """Only one is in sight."""
        bench.drag((0, 0), (3, 4))
        bench.drag((6, 0), (6, 4))
        assert bench.tool.places == ((6, 0), (6, 4))


class TestWhoFits:
    """The verdict follows the rules of widths, for the elements at both ends."""

    def told(self, width, level=None):
        """Return the hint about a gap along x."""
        bench = Bench(MeasureTool(), level, snap_step=0.01)
        bench.drag((0, 5), (width, 5))
        return bench.hint.partition("** ")[2]

    def test_between_obstacles(self):
        """Widths are never, sometimes or always open; limits: 2 (0.45 + 0.25), and 0.4 more."""
        assert self.told(1.4).startswith("An agent of 0.45 m does not fit; 1.80 m are needed")
        assert self.told(1.6).startswith(
            "An agent of 0.45 m may fit, by the grid; from 1.80 m always"
        )
        assert self.told(1.8).startswith("An agent of 0.45 m fits")
        assert "luck" not in self.told(1.8)

    def test_from_edge_to_edge_of_an_area(self):
        """The boundary padding counts, which is 0 at first."""
        level = drawn(lambda level, new_id: op.add_area(level, rectangle(0, 0, 1, 9), new_id))
        assert self.told(1.0, level).startswith("An agent of 0.45 m fits")
        padded = op.set_settings(level, boundary_padding=0.45).apply(level)
        assert self.told(1.0, padded).startswith(
            "An agent of 0.45 m may fit, by the grid; from 1.30 m"
        )

    def test_an_obstacle_at_the_edge_counts_as_one(self):
        """It keeps agents off like any other."""
        level = drawn(
            lambda level, new_id: op.add_area(level, rectangle(0, 0, 1, 9), new_id),
            lambda level, new_id: op.add_obstacle(level, rectangle(-1, 0, 0, 9), new_id),
        )
        assert self.told(1.0, level).startswith(
            "An agent of 0.45 m may fit, by the grid; from 1.10 m"
        )

    def test_at_an_angle_more_is_needed(self):
        """A staircase of cells is wider."""
        bench = Bench(MeasureTool(), Level(settings=Settings(cell_size=0.5)))
        side = 1.45 / math.sqrt(2)
        bench.drag((0, 0), (side, side), keys=CTRL)
        assert "from 2.11 m always" in bench.hint


class TestSeveral:
    """Clicking on."""

    def test_they_are_added_up(self, bench):
        """Each has its length, the end the sum; Enter ends."""
        for place in ((0, 0), (3, 0), (3, 4)):
            bench.click(*place)
        bench.hover(0, 4)
        assert labels(bench) == ["3.00 m", "4.00 m", "3.00 m, 180°", "10.00 m in all"]
        assert bench.hint == "**3.00 m, 180°, dx −3.00, dz 0.00.** 10.00 m in all · Enter ends"
        assert bench.tool.key("Enter", bench.view()).used
        assert bench.hint.startswith("**7.00 m in 2 stretches.**")
        assert labels(bench) == ["3.00 m", "4.00 m, 90°", "7.00 m in all"]

    def test_a_double_click_ends(self, bench):
        """It ends at the place of the two clicks."""
        bench.click(0, 0)
        bench.click(3, 0)
        bench.double_click(3, 4)
        assert bench.tool.places == ((0, 0), (3, 0), (3, 4))
        assert not bench.tool.open

    def test_the_right_button_ends(self, bench):
        """After that the button has no effect; with one place set nothing is kept."""
        pointer = Pointer((1, 1))
        bench.click(0, 0)
        bench.click(3, 0)
        assert bench.tool.secondary(pointer, bench.view())
        assert not bench.tool.open
        assert bench.tool.places == ((0, 0), (3, 0))
        assert not bench.tool.secondary(pointer, bench.view())
        bench.click(6, 6)
        assert bench.tool.secondary(pointer, bench.view())
        assert bench.tool.places == ()

    def test_backspace_and_undo_take_the_last_back_and_redo_sets_it_again(self, bench):
        """They work as in drawing tools."""
        tool = bench.tool
        for place in ((0, 0), (3, 0), (3, 4)):
            bench.click(*place)
        assert tool.key("Backspace", bench.view()).used
        assert tool.key("Undo", bench.view()).used
        assert tool.places == ((0, 0),)
        assert tool.key("Redo", bench.view()).used
        assert tool.key("Redo", bench.view()).used
        assert tool.places == ((0, 0), (3, 0), (3, 4))
        assert not tool.key("Redo", bench.view()).used

    def test_backspace_takes_up_again_what_is_over_and_undo_does_not(self, bench):
        """Undo is the level's by then."""
        for place in ((0, 0), (3, 0), (3, 4)):
            bench.click(*place)
        bench.tool.key("Enter", bench.view())
        assert not bench.tool.key("Undo", bench.view()).used
        assert bench.tool.key("Backspace", bench.view()).used
        assert bench.tool.places == ((0, 0), (3, 0))
        assert bench.tool.open


class TestTheLast:
    """It stays in sight."""

    def test_escape_clears_it_then_is_nobodys(self, bench):
        """A measurement in progress is cleared, too."""
        bench.drag((0, 0), (3, 4))
        assert bench.tool.key("Escape", bench.view()).used
        assert bench.tool.places == ()
        assert not bench.tool.key("Escape", bench.view()).used
        bench.click(0, 0)
        assert bench.tool.key("Escape", bench.view()).used
        assert bench.hint.startswith("**Drag measures from one place to another.**")

    def test_another_tool_leaves_it_in_sight(self, bench):
        """One in progress ends at its last place; a single place is removed."""
        bench.click(0, 0)
        bench.click(3, 0)
        bench.leave()
        bench.tool.activate()
        assert bench.tool.kept(0.01).strokes[0].points == ((0, 0), (3, 0))
        bench.click(8, 8)
        bench.leave()
        assert bench.tool.places == ()

    def test_its_ends_can_be_dragged(self, bench):
        """A cancelled drag changes nothing."""
        bench.drag((0, 0), (3, 0))
        bench.hover(3.05, 0)
        assert bench.marks("handle_hover") == [(3, 0)]
        assert bench.hint.endswith("Drag moves this end")
        bench.drag((3.05, 0), (6, 0))
        assert bench.tool.places == ((0, 0), (6, 0))
        bench.press(0, 0)
        bench.move(2, 2)
        bench.escape()
        assert bench.tool.places == ((0, 0), (6, 0))
        bench.drag((0, 0), (6, 0))
        assert labels(bench) == ["0.00 m, 0°"]

    def test_a_click_on_an_end_measures_on_from_there(self, bench):
        """Anew."""
        bench.drag((0, 0), (3, 0))
        bench.click(3, 0)
        bench.click(3, 4)
        assert bench.tool.places == ((3, 0), (3, 4))

    def test_a_drag_given_up_brings_it_back(self, bench):
        """Esc in the drag."""
        bench.drag((0, 0), (3, 0))
        bench.press(5, 5)
        bench.move(6, 6)
        bench.escape()
        assert bench.tool.places == ((0, 0), (3, 0))
        assert not bench.tool.open


class TestTyped:
    """Places in the box."""

    def test_places_and_lengths(self, bench):
        """x z first, then @ length angle."""
        bench.type("1 1")
        assert bench.hint.startswith("**Enter begins at 1.00, 1.00.**")
        bench.enter("1 1")
        bench.type("@ 3 90")
        assert bench.hint.startswith("**Enter measures to 1.00, 4.00.** 3.00 m, 90°")
        bench.enter("@ 3 90")
        bench.enter("5 4")
        assert bench.tool.places == ((1, 1), (1, 4), (5, 4))

    def test_what_is_no_place_is_said(self, bench):
        """The last place can't be typed again either."""
        bench.enter("1 1")
        with pytest.raises(NavcoreError, match="last place"):
            bench.enter("1 1")
        assert bench.type("north")
        bench.tool.entry.close()
        bench.hover(2, 1)
        assert bench.hint.startswith("**1.00 m, 0°")


def test_a_click_where_the_last_place_is_adds_none(bench):
    """The hand that shakes."""
    bench.click(0, 0)
    bench.click(0, 0)
    assert bench.tool.places == ((0, 0),)
    assert bench.hint.startswith("**Click measures to there.**")
    bench.hover(0, 0, keys=Modifiers())
    assert bench.marks("measure_end") == [(0, 0)]


def test_in_the_window(window, canvas, hand):
    """M measures; the measurement outlasts the tool, but not the level."""
    before = window.document.stack.count()
    hand.key(Qt.Key.Key_M)
    assert canvas.gestures.tool.name == "measure"
    hand.drag((0.0, 0.0), (10.0, 8.0))
    hand.key(Qt.Key.Key_V)
    shown = canvas.gestures.tools[[tool.name for tool in canvas.gestures.tools].index("measure")]
    assert shown.places == ((0.0, 0.0), (10.0, 8.0))
    with_it = canvas.grab().toImage()
    overlay = next(o for o in canvas.overlays if o.name == "measure")
    canvas.shown.toggle(overlay)
    assert canvas.grab().toImage() != with_it
    canvas.shown.toggle(overlay)
    assert canvas.grab().toImage() == with_it
    window.document.load(window.document.level, None)
    assert shown.places == ()
    assert window.document.stack.count() == before
