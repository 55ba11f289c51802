"""Scaling a picture by two points, and moving it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tool_bench import CTRL, SHIFT, Bench

from editor.tools.scale_picture import ScalePictureTool
from editor.tools.tool import Pointer
from navcore.errors import NavcoreError
from navcore.level.model import Background, Level, Settings

PLAN = Background(path="plan.png", position=(1.0, 2.0), scale=0.05)
OTHER = Background(path="other.png", position=(0.0, 0.0), scale=0.1)
HIDDEN = Background(path="hidden.png", visible=False)
GRID = Background(path="old.txt", kind="grid")


def over(*backgrounds):
    """The tool over a level with these."""
    return Bench(ScalePictureTool(), Level(settings=Settings(background=backgrounds)))


@pytest.fixture
def bench():
    """Over one picture."""
    return over(PLAN)


def shown(bench, index=0):
    """Return the background of the level."""
    return bench.level.settings.background[index]


class TestScaling:
    """Two clicks and a length."""

    def test_two_clicks_and_a_length(self, bench):
        """One step; the first point stays."""
        assert bench.hint.startswith("**Click one end of a length you know.** Drag moves plan.png")
        bench.click(3.03, 2)
        bench.hover(3.03, 3)
        assert bench.hint.startswith("**Click the other end.** 1.00 m so far")
        bench.click(3.03, 4)
        assert bench.hint.startswith("**Type how long this is and press Enter.** 2.00 m, 90° now")
        bench.type("4.0 m")
        assert bench.hint.startswith("**Enter makes this 4.00 m.** 2.00 times as large")
        assert [label.text for label in bench.tool.preview(bench.view()).labels] == [
            "2.00 m, 90° → 4.00 m, 90°"
        ]
        bench.enter("4.0 m")
        assert len(bench.steps) == 1
        assert bench.steps[0].label == "Scale plan.png"
        assert shown(bench).scale == pytest.approx(0.1)
        assert shown(bench).position == pytest.approx((-1.03, 2.0))
        assert bench.tool.points == ()

    def test_other_units(self, bench):
        """Feet and sums."""
        bench.click(0, 0)
        bench.click(1, 0)
        bench.enter("13 ft 1.5 in")
        assert shown(bench).scale == pytest.approx(0.05 * 4.0005, rel=1e-6)

    def test_nonsense_is_said_and_nothing_is_done(self, bench):
        """There is a message, also for a length of 0."""
        bench.click(0, 0)
        bench.click(1, 0)
        assert bench.type("0")
        assert "over 0" in bench.hint
        with pytest.raises(NavcoreError):
            bench.enter("wide")
        bench.tool.entry.close()
        assert not bench.steps
        assert bench.tool.points == ((0, 0), (1, 0))

    def test_both_clicks_in_one_place(self, bench):
        """Are refused with a sentence."""
        bench.click(1, 1)
        bench.click(1, 1)
        assert bench.hint.startswith("**Both points are the same place.**")
        assert bench.tool.points == ((1, 1),)

    def test_shift_keeps_to_45_degrees(self, bench):
        """The angle is from the first point."""
        bench.click(0, 0)
        bench.click(3, 0.4, keys=SHIFT)
        assert bench.tool.points == ((0, 0), (3, 0))

    def test_a_third_click_begins_anew(self, bench):
        """It sets the first of two new points."""
        for place in ((0, 0), (3, 0), (5, 5)):
            bench.click(*place)
        assert bench.tool.points == ((5, 5),)

    def test_points_that_are_set_can_be_moved(self, bench):
        """The picture stays."""
        bench.click(0, 0)
        bench.click(3, 0)
        bench.drag((3, 0.02), (4, 0))
        assert bench.tool.points == ((0, 0), (4, 0))
        assert not bench.steps

    def test_points_are_taken_back_one_by_one(self, bench):
        """Esc, Backspace, Undo and the right button do it; Redo sets them again."""
        tool, view = bench.tool, bench.view()
        bench.click(0, 0)
        bench.click(3, 0)
        assert tool.key("Escape", view).used
        assert tool.key("Redo", view).used
        assert tool.points == ((0, 0), (3, 0))
        assert tool.key("Undo", view).used
        assert tool.secondary(Pointer((0, 0)), view)
        assert not tool.points
        assert not tool.key("Escape", view).used
        assert not tool.secondary(Pointer((0, 0)), view)

    def test_points_are_typed_too(self, bench):
        """All of it works without a mouse."""
        bench.enter("0 0")
        bench.type("2 0")
        assert bench.hint.startswith("**Enter sets a point at 2.00, 0.00.**")
        bench.enter("2 0")
        bench.enter("4")
        assert shown(bench).scale == pytest.approx(0.1)


class TestTurning:
    """Turning by an angle, or by the handle beyond the second point."""

    @pytest.mark.parametrize("text", ["8 m 90°", "8 90", "8m < 90 deg", "800 cm; 90°"])
    def test_a_length_and_an_angle(self, bench, text):
        """One step."""
        bench.click(1, 2)
        bench.click(5, 2)
        bench.type(text)
        assert bench.hint.startswith("**Enter makes this 8.00 m, 90°.** 2.00 times as large")
        assert bench.tool.preview(bench.view()).labels[0].text == "4.00 m, 0° → 8.00 m, 90°"
        bench.enter(text)
        assert [edit.label for edit in bench.steps] == ["Scale and turn plan.png"]
        assert shown(bench).turn == pytest.approx(math.pi / 2)
        assert shown(bench).scale == pytest.approx(0.1)
        assert shown(bench).position == (1.0, 2.0)

    @pytest.mark.parametrize("text", ["0°", "0 deg"])
    def test_an_angle_alone(self, bench, text):
        """The picture is as large as before."""
        bench.click(1, 2)
        bench.click(5, 6)
        bench.type(text)
        assert bench.hint.startswith("**Enter makes this 5.66 m, 0°.** Esc")
        bench.enter(text)
        assert [edit.label for edit in bench.steps] == ["Turn plan.png"]
        assert shown(bench) == replace(PLAN, turn=shown(bench).turn)
        assert shown(bench).turn == pytest.approx(-math.pi / 4)

    def test_the_grip_turns_it(self, bench):
        """About the first point, live; both points stay, so that a length can follow."""
        bench.click(1, 2)
        bench.click(5, 2)
        grip = (5 + 24 * bench.metres_per_pixel, 2)
        bench.hover(*grip)
        assert bench.hint.startswith("**Drag turns plan.png.**")
        assert bench.marks("turn_hover") == [grip]
        bench.press(*grip)
        bench.move(1.04, 6)
        assert bench.hint.startswith("**Turning plan.png: the line lies at 89°.**")
        bench.move(1.04, 6, keys=SHIFT)
        assert shown(bench).turn == pytest.approx(math.pi / 2)
        bench.release(1.04, 6, keys=SHIFT)
        assert [edit.label for edit in bench.steps] == ["Turn plan.png"]
        assert bench.tool.points == ((1, 2), (1, 6))
        bench.enter("8")
        assert shown(bench).scale == pytest.approx(0.1)

    def test_undo_after_a_turn_or_a_move_is_the_level_s(self, bench):
        """The points are dropped after a turn or move, so undo applies to the level."""
        for start, end in (((5.24, 2), (5.24, 6)), ((8, 8), (9, 9))):
            bench.click(1, 2)
            bench.click(5, 2)
            bench.drag(start, end)
            assert shown(bench) != PLAN
            assert not bench.tool.key("Undo", bench.view()).used
            assert bench.tool.points == ()
            bench.undo()
            assert shown(bench) == PLAN
        bench.click(1, 2)
        bench.click(5, 2)
        bench.drag((5, 2), (6, 2))
        assert bench.tool.key("Undo", bench.view()).used
        assert bench.tool.points == ((1, 2),)

    def test_freely_and_given_up(self, bench):
        """Ctrl allows any angle; Esc changes nothing."""
        bench.click(1, 2)
        bench.click(5, 2)
        bench.press(5.24, 2)
        bench.move(5.24, 2.5, keys=CTRL)
        assert shown(bench).turn == pytest.approx(math.atan2(0.5, 4.24))
        bench.escape()
        assert shown(bench) == PLAN
        assert bench.tool.points == ((1, 2), (5, 2))


@given(st.text("0123456789.,+-*/()@ mcftdeg°<;e", max_size=14))
def test_whatever_is_typed_the_picture_lies_somewhere(text):
    """Otherwise a message gives the reason."""
    bench = over(PLAN)
    bench.click(1, 2)
    bench.click(5, 2)
    said = ""
    try:
        bench.enter(text)
    except NavcoreError as fault:
        said = str(fault)
    plan = shown(bench)
    assert not said or (said.endswith(".") and plan == PLAN)
    assert all(map(math.isfinite, (*plan.position, plan.turn, plan.scale)))
    assert plan.scale > 0


class TestMoving:
    """Moving by a drag and by arrows."""

    def test_a_drag_moves_the_picture(self, bench):
        """Live, as one step; points that are set go along."""
        bench.click(3, 3)
        bench.press(5, 5)
        bench.move(6, 5.5)
        assert shown(bench).position == (2.0, 2.5)
        assert bench.hint.startswith("**Moving plan.png by 1.00, 0.50 m.**")
        bench.release(6, 5.5)
        assert [edit.label for edit in bench.steps] == ["Move plan.png"]
        assert bench.tool.points == ((4, 3.5),)

    def test_shift_keeps_to_an_axis(self, bench):
        """The one along which the mouse moved further."""
        bench.drag((5, 5), (7, 5.3), keys=SHIFT)
        assert shown(bench).position == (3.0, 2.0)

    def test_a_drag_that_is_given_up(self, bench):
        """It changes nothing."""
        bench.click(3, 3)
        bench.press(5, 5)
        bench.move(9, 9)
        bench.escape()
        assert shown(bench) == PLAN
        assert bench.tool.points == ((3, 3),)

    def test_arrows_nudge(self, bench):
        """They move by the snap step; repeats of a held key are one step."""
        result = bench.tool.key("Shift+Right", bench.view())
        assert result.merges
        assert result.effect.label == "Move plan.png"
        assert result.effect.apply(bench.level).settings.background[0].position == (6.0, 2.0)


class TestWhichPicture:
    """Choosing one of several pictures."""

    def test_the_foremost_that_is_shown(self):
        """Hidden ones and grids are ignored."""
        bench = over(PLAN, OTHER, HIDDEN, GRID)
        assert bench.tool.called(bench.level) == "other.png"

    def test_the_chosen_one(self):
        """Until another tool is taken."""
        bench = over(PLAN, OTHER)
        bench.tool.chosen = 0
        bench.drag((0, 0), (1, 0))
        assert shown(bench, 0).position == (2.0, 2.0)
        bench.leave()
        assert bench.tool.called(bench.level) == "other.png"

    def test_none(self):
        """There is no effect, and the hint says how to get one."""
        bench = over(HIDDEN, GRID)
        assert bench.hint.startswith("**No picture is shown here.**")
        bench.click(0, 0)
        bench.drag((0, 0), (5, 5))
        assert bench.tool.points == ()
        assert bench.tool.entry.asks(bench.view()) is None
        assert not bench.tool.key("Left", bench.view()).used
        assert not bench.steps
