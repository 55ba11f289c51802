"""The door tool."""

import math

import pytest
from tool_bench import CTRL, Bench, drawn, rectangle

from editor.tools.door import DoorTool
from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Area


@pytest.fixture
def bench():
    """Two rooms with a wall of 40 cm between them."""
    level = drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 14, 10), n, name="hall"),
        lambda lv, n: op.add_area(lv, rectangle(14.4, 0, 21, 6), n, name="kitchen"),
    )
    return Bench(DoorTool(), level)


def doors(bench):
    """The doors of the level."""
    return [area for area in bench.level.areas.values() if area.door]


class TestLaying:
    """Drawing by two clicks or a drag."""

    def test_two_clicks(self, bench):
        """They draw a door across the gap in one step, selected; the rooms are unchanged."""
        before = dict(bench.level.areas)
        bench.click(13, 3)
        assert not bench.steps
        bench.click(15, 3)
        (door,) = doors(bench)
        assert set(door.polygon) == set(rectangle(14, 2, 14.4, 4))
        assert bench.selection == {door.id}
        assert [step.label for step in bench.steps] == ["Lay door_1"]
        assert before.items() <= bench.level.areas.items()

    def test_a_drag(self, bench):
        """It goes from side to side."""
        bench.drag((13, 3), (14, 3), (15, 3))
        assert len(doors(bench)) == 1
        assert len(bench.steps) == 1

    def test_the_other_side_never_snaps_back_to_the_first(self, bench):
        """Across a narrow gap the same place may be the nearest target for both."""
        bench.click(14, 3)
        bench.hover(14.2, 3)
        bench.click(14.2, 3)
        (door,) = doors(bench)
        assert set(door.polygon) == set(rectangle(14, 2, 14.4, 4))

    def test_over_floor_it_is_cut_out(self, bench):
        """In the same step; only the door is selected, not the pieces."""
        bench.drag((5, 5), (5.5, 5))
        (door,) = doors(bench)
        assert bench.selection == {door.id}
        assert len(bench.level.areas) == 4
        assert len(bench.steps) == 1
        bench.undo()
        assert len(bench.level.areas) == 2

    def test_escape_leaves_nothing(self, bench):
        """During the drag, and between the clicks."""
        bench.press(13, 3)
        bench.move(15, 3)
        assert bench.strokes("door_draft")
        bench.escape()
        assert not bench.strokes("door_draft")
        bench.click(13, 3)
        assert bench.key("Escape")
        assert not bench.key("Escape")
        assert not bench.steps

    @pytest.mark.parametrize("key", ["Backspace", "Undo"])
    def test_the_first_side_can_be_taken_back(self, bench, key):
        """A key or a right click does it."""
        bench.click(13, 3)
        assert bench.key(key)
        assert not bench.key(key)
        bench.click(13, 3)
        assert bench.right_click(0, 0)
        assert not bench.right_click(0, 0)

    def test_one_place_twice_is_no_door(self, bench):
        """The second click waits for another place; a drag within one place is dropped."""
        bench.click(13, 3)
        bench.click(13.01, 3)
        assert not bench.steps
        assert bench.hint.startswith("**Click on the other side of the gap.**")
        bench.click(15, 3)
        assert len(bench.steps) == 1
        bench.drag((13, 3), (13.2, 3))
        assert not bench.key("Escape")

    def test_ctrl_does_not_snap(self, bench):
        """The middle is where the mouse was."""
        bench.drag((13, 3.13), (15, 3.13), keys=CTRL)
        assert {z for _, z in doors(bench)[0].polygon} == {2.13, 4.13}

    def test_another_tool_drops_it(self, bench):
        """One side is no door."""
        bench.click(13, 3)
        bench.leave()
        bench.tool.activate()
        assert not bench.key("Escape")

    def test_before_there_is_floor(self):
        """A door may come first."""
        bench = Bench(DoorTool())
        bench.drag((0, 0), (1, 0))
        assert set(doors(bench)[0].polygon) == set(rectangle(0, -1, 1, 1))


class TestWidth:
    """The default is two metres."""

    def test_a_width_is_typed(self, bench):
        """Before or between the clicks; the door in sight follows, Enter takes it."""
        bench.click(13, 3)
        bench.hover(15, 3)
        assert bench.type("1,5") == ""
        assert {z for _, z in bench.strokes("door_draft")[0]} == {2.25, 3.75}
        assert bench.hint == "**Enter makes doors 1.50 m wide.** Esc closes the box"
        assert bench.number("width").value == 2
        bench.enter("1,5")
        assert bench.number("width").value == 1.5
        bench.click(15, 3)
        assert {z for _, z in doors(bench)[0].polygon} == {2.25, 3.75}

    def test_what_was_typed_without_enter_is_forgotten(self, bench):
        """The width and the side that is clicked stay."""
        bench.click(13, 3)
        bench.hover(15, 3)
        bench.type("3")
        bench.tool.entry.close()
        assert {z for _, z in bench.strokes("door_draft")[0]} == {2, 4}
        assert bench.tool.can_take_back()

    @pytest.mark.parametrize("text", ["0", "0.", "-", "2 +", ""])
    def test_what_may_become_a_width_is_no_fault_yet(self, bench, text):
        """But none that is taken."""
        assert bench.type(text) == ""
        with pytest.raises(NavcoreError):
            bench.tool.entry.enter(text, bench.view())
        assert bench.number("width").value == 2

    @pytest.mark.parametrize("text", ["99", "1.2.3", "2 z"])
    def test_what_is_no_width_is_said_at_once(self, bench, text):
        """There is a message."""
        assert bench.type(text).endswith(".")
        assert bench.number("width").value == 2

    def test_what_was_taken_back_is_set_again(self, bench):
        """Until another side is clicked, or the level's undo has its turn."""
        bench.click(13, 3)
        assert bench.key("Undo")
        assert bench.tool.can_set_again()
        assert bench.key("Redo")
        bench.click(15, 3)
        assert len(doors(bench)) == 1
        bench.click(13, 3)
        assert bench.key("Undo")
        assert not bench.key("Undo")
        assert not bench.key("Redo")

    def test_arrows(self, bench):
        """They change it by ten centimetres, with Shift by a metre, down to the least width."""
        bench.key("Up")
        assert bench.number("width").value == 2.1
        bench.key("Shift+Down")
        assert bench.number("width").value == 1.1
        bench.key("Shift+Down")
        assert bench.number("width").value == 0.2

    def test_the_options_strip(self, bench):
        """Shows it, and sets it within its limits."""
        (number,) = bench.tool.options
        assert (number.name, number.value, number.unit) == ("width", 2.0, "m")
        bench.number("width").set(1000)
        assert bench.number("width").value == number.maximum
        bench.number("width").set(math.nan)
        assert bench.number("width").value == number.maximum

    def test_it_is_kept_for_the_next_door(self, bench):
        """Across tools."""
        bench.number("width").set(1.2)
        bench.leave()
        bench.tool.activate()
        assert bench.number("width").value == 1.2


class TestHints:
    """Texts of the status bar."""

    def test_first_and_second_click(self, bench):
        """The labels show width, depth and narrower places."""
        bench.hover(13, 3)
        assert bench.hint == (
            "**Click on one side of the gap.** It becomes a door 2.00 m wide"
            " · digits change the width"
        )
        bench.click(13, 3)
        bench.hover(15, 3)
        assert bench.hint.startswith("**Click lays a door 2.00 m wide, 0.40 m deep.**")
        assert bench.marks("door_end") == [(13, 3), (15, 3)]
        (label,) = bench.tool.preview(bench.view()).labels
        assert label.text == "2.00 m"
        bench.hover(15.1, 3)
        bench.key("Escape")
        bench.click(13, 5.5)
        bench.hover(15, 5.5)
        assert bench.hint.startswith("**Click lays a door 1.50 m wide.**")

    def test_over_a_door(self, bench):
        """T opens or shuts it."""
        bench.drag((13, 3), (15, 3))
        bench.hover(14.2, 3)
        assert bench.hint.startswith("**T shuts door_1.**")
        (door,) = doors(bench)
        shut = op.toggle_doors(bench.level, [door.id]).apply(bench.level)
        bench.level = bench.committed = shut
        assert bench.hint.startswith("**T opens door_1.**")

    def test_slanted_doors_measure_right(self, bench):
        """Across their own sides, not along the mouse."""
        bench.click(13, 2)
        bench.hover(15, 3)
        assert "2.00 m wide, 0.40 m deep" in bench.hint


def test_doors_are_areas():
    """A door with a name of its own."""
    bench = Bench(DoorTool())
    bench.drag((0, 0), (1, 0))
    bench.drag((0, 5), (1, 5))
    assert [door.name for door in doors(bench)] == ["door_1", "door_2"]
    assert all(isinstance(door, Area) for door in doors(bench))
