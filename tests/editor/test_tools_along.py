"""Tools that move rooms with their contents."""

from dataclasses import replace as changed

import pytest
from msgspec.structs import replace
from small_level import CHEST, COOK, GATE, GUARD, HALL, TABLE, YARD, box, small_level
from tool_bench import ALT, NONE, Bench

from editor.tools.select import SelectTool
from editor.tools.tool import ToolView
from editor.tools.vertices import VerticesTool


class Switched(Bench):
    """A bench with the switch of the strip."""

    takes_along = True

    def view(self) -> ToolView:
        """Return the tool's view, with the current switch."""
        return changed(super().view(), takes_along=self.takes_along)


@pytest.fixture
def bench() -> Switched:
    """The select tool over two rooms."""
    return Switched(SelectTool(), small_level())


@pytest.fixture
def corners() -> Switched:
    """The tool of corners over two rooms."""
    return Switched(VerticesTool(), small_level())


def gate(bench: Bench):
    """The outline of the gate."""
    return bench.level.areas[GATE].polygon


class TestMoving:
    """A drag of a room."""

    def test_everything_in_it_moves_in_one_step(self, bench):
        """Only the room ends up selected."""
        bench.drag((5, 0.02), (6, 1), (6.5, 0.02))
        assert bench.level.areas[HALL].polygon == box(1.5, 0, 11.5, 8)
        assert bench.level.obstacles[TABLE].polygon == box(4.5, 3, 7.5, 5)
        assert bench.level.agents[GUARD].position == (3.5, 2.0)
        assert gate(bench) == box(11.5, 3, 12.5, 6)
        assert bench.level.obstacles[CHEST].polygon == box(14, 1, 15, 2)
        assert bench.selection == {HALL}
        assert [step.label for step in bench.steps] == ["Move hall and 3 things in it"]

    def test_the_hint_counts(self, bench):
        """Before and while it moves."""
        bench.hover(5, 0.02)
        assert bench.hint.startswith("**Click selects hall, drag moves it and 3 things in it.**")
        bench.press(5, 0.02)
        bench.move(6.5, 0.02)
        assert bench.hint.startswith(
            "**Moving hall and 3 things in it by 1.50, 0.00 m.** gate leaves"
        )
        bench.release(6.5, 0.02)
        bench.hover(9.0, 7.0)
        assert bench.hint.startswith("**Drag moves hall and 3 things in it.**")

    def test_what_would_come_is_outlined(self, bench):
        """Over the outline of the room, over it where it is selected, and while it moves."""
        bench.hover(5, 4)
        assert len(bench.strokes("hover")) == 1, "in the middle of floor a drag draws a box"
        bench.hover(5, 0.02)
        assert box(3, 3, 6, 5) in bench.strokes("hover")
        assert gate(bench) in bench.strokes("hover")
        assert len(bench.strokes("hover")) == 4
        bench.select(HALL)
        bench.hover(9, 7)
        assert len(bench.strokes("hover")) == 3
        bench.press(9, 7)
        bench.move(10, 7)
        assert box(4, 3, 7, 5) in bench.strokes("hover")

    def test_the_switch_is_off(self, bench):
        """Rooms move alone."""
        bench.takes_along = False
        bench.hover(5, 0.02)
        assert len(bench.strokes("hover")) == 1
        assert bench.hint.startswith("**Click selects hall, drag moves it.**")
        bench.drag((5, 0.02), (6, 0.02))
        assert [step.label for step in bench.steps] == ["Move hall"]
        assert bench.level.obstacles == small_level().obstacles
        bench.key("Right")
        assert bench.level.obstacles == small_level().obstacles

    def test_locked_ones_stay_and_hidden_ones_come(self, bench):
        """The hint names both."""
        locked = replace(bench.level.obstacles[TABLE], locked=True)
        bench.level = bench.committed = bench.level.with_items({TABLE: locked})
        bench.hidden = frozenset({GUARD})
        bench.press(5, 0.02)
        bench.move(6, 0.02)
        said = (
            "**Moving hall and 2 things in it by 1.00, 0.00 m.** 1 locked stays · 1 of them hidden"
        )
        assert bench.hint.startswith(said)
        assert len(bench.strokes("hover")) == 2, "the hall and the gate"
        bench.release(6, 0.02)
        assert bench.level.obstacles[TABLE] == locked
        assert bench.level.agents[GUARD].position == (3.0, 2.0)

    def test_a_door_that_leaves_the_other_room_is_told_before_the_release(self, bench):
        """Its old place is outlined in the room that stays; not while it slides along that room."""
        bench.press(5, 0.02)
        bench.move(5, 2)
        assert "leave" not in bench.hint
        assert not bench.strokes("door_left")
        bench.move(2, 0.02)
        said = "**Moving hall and 3 things in it by −3.00, 0.00 m.** gate leaves yard · Shift"
        assert bench.hint.startswith(said)
        assert bench.strokes("door_left") == [box(10, 3, 11, 6)]
        bench.move(2, 0.02, keys=ALT)
        assert "leave" not in bench.hint, "a copy leaves the gate where it is"
        assert not bench.strokes("door_left")

    def test_several_doors_that_leave_are_counted(self, bench):
        """The text has their kind."""
        hatch = replace(bench.level.areas[GATE], id=50, name="hatch", polygon=box(10, 1, 11, 2))
        bench.level = bench.committed = bench.level.with_items({50: hatch})
        bench.press(5, 0.02)
        bench.move(2, 0.02)
        assert "2 doors leave yard" in bench.hint

    def test_what_goes_along_attracts_nothing(self, bench):
        """It would hold the room where it is."""
        bench.press(5, 0.02)
        bench.move(6, 0.02)
        assert {HALL, TABLE, GUARD, GATE} <= bench.left_out[-1][0]

    def test_escape_leaves_everything(self, bench):
        """As it was."""
        bench.press(5, 0.02)
        bench.move(9, 3)
        bench.escape()
        assert bench.level == small_level()

    def test_of_very_many_the_number_alone_is_told(self, bench):
        """Outlines of thousands would only be slow."""
        chest = bench.level.obstacles[CHEST]
        many = {
            100 + n: replace(chest, id=100 + n, order=float(n + 9), polygon=box(1, 6, 2, 7))
            for n in range(500)
        }
        bench.level = bench.committed = bench.level.with_items(many)
        bench.press(5, 0.02)
        bench.move(6, 0.02)
        assert "hall and 503 things in it" in bench.hint
        assert not bench.strokes("hover")


class TestCopies:
    """Alt at the release."""

    def test_everything_is_copied(self, bench):
        """The copy of the room alone is selected; ids stay through the gesture."""
        bench.press(5, 0.02)
        bench.move(5, 19.52, keys=ALT)
        shown = {element.id for element in bench.level.elements()}
        bench.move(5, 20.02, keys=ALT)
        assert {element.id for element in bench.level.elements()} == shown
        assert bench.hint.startswith("**Copying hall and 3 things in it by 0.00, 20.00 m.**")
        bench.release(5, 20.02, keys=ALT)
        (copy,) = bench.selection
        assert bench.level.areas[copy].polygon == box(0, 20, 10, 28)
        assert len(bench.level.obstacles) == len(bench.level.agents) == 3
        assert {o.polygon for o in bench.level.obstacles.values()} >= {box(3, 23, 6, 25)}
        assert bench.level.areas[HALL] == small_level().areas[HALL]
        assert [step.label for step in bench.steps] == ["Duplicate hall and 3 things in it"]

    def test_a_turned_copy(self, bench):
        """Copies of the elements in the room turn about the same middle."""
        bench.select(HALL)
        bench.drag((5, 8.24), (9.24, 4), then=ALT)
        (copy,) = bench.selection
        assert {o.polygon for o in bench.level.obstacles.values()} >= {box(3, 3, 6, 5)}
        assert len(bench.level.obstacles) == 3
        xs = [x for x, _ in bench.level.areas[copy].polygon]
        assert (min(xs), max(xs)) == pytest.approx((1, 9))


class TestTurning:
    """The handle over a room."""

    def test_rooms_turn_as_units(self, bench):
        """A quarter to the right about the middle of the room."""
        bench.select(HALL)
        bench.hover(5, 8.24)
        assert "hall and 3 things in it" in bench.hint
        assert len(bench.strokes("hover")) == 3
        bench.drag((5, 8.24), (9.24, 4))
        assert set(bench.level.obstacles[TABLE].polygon) == set(box(4, 3, 6, 6)) | {(4, 6)}
        assert bench.level.agents[GUARD].position == (3.0, 7.0)
        assert bench.level.obstacles[CHEST] == small_level().obstacles[CHEST]
        assert bench.selection == {HALL}


class TestScaling:
    """The handles around a room."""

    def test_doors_stay_in_their_gaps_and_things_where_they_are(self, bench):
        """The right side is drawn out by two metres."""
        bench.select(HALL)
        bench.drag((10, 0), (12, 0))
        assert bench.level.areas[HALL].polygon == box(0, 0, 12, 8)
        assert gate(bench) == box(12, 3, 13, 6)
        assert bench.level.obstacles == small_level().obstacles
        bench.undo()
        assert bench.level == small_level()

    def test_not_with_copies_nor_without_the_switch(self, bench):
        """The gate belongs to the hall, not to its copy."""
        bench.select(HALL)
        bench.drag((10, 0), (12, 0), then=ALT)
        assert gate(bench) == box(10, 3, 11, 6)
        bench.select(HALL)
        bench.takes_along = False
        bench.drag((10, 0), (12, 0), then=NONE)
        assert gate(bench) == box(10, 3, 11, 6)


class TestNudging:
    """Arrow keys."""

    def test_the_room_takes_everything(self, bench):
        """And the selection stays."""
        bench.select(HALL)
        bench.key("Right")
        assert bench.level.obstacles[TABLE].polygon == box(3.5, 3, 6.5, 5)
        assert gate(bench) == box(10.5, 3, 11.5, 6)
        assert bench.selection == {HALL}

    def test_what_it_passes_is_not_gathered(self, bench):
        """Half over the chest it does not begin to push it; after another gesture it does."""
        bench.level = bench.committed = bench.level.with_items({YARD: None})
        bench.select(HALL)
        for _ in range(6):
            bench.key("Right")
        assert bench.level.obstacles[CHEST].polygon == box(14, 1, 15, 2)
        for _ in range(6):
            bench.key("Right")
        assert bench.level.obstacles[CHEST].polygon == box(14, 1, 15, 2)
        bench.select()
        bench.select(COOK)
        bench.key("Up")
        bench.select(HALL)
        bench.key("Right")
        assert bench.level.obstacles[CHEST].polygon == box(14.5, 1, 15.5, 2)


class TestCorners:
    """The tool of corners."""

    def test_a_dragged_edge_takes_its_door(self, corners):
        """It is the same step; the hint says so."""
        corners.select(HALL, handles={HALL: [1, 2]})
        corners.press(10, 7)
        corners.move(11, 7)
        assert corners.hint.startswith("**Moving 2 corners by 1.00, 0.00 m.** 1 door follows")
        corners.release(11, 7)
        assert gate(corners) == box(11, 3, 12, 6)
        assert len(corners.steps) == 1
        corners.undo()
        assert corners.level == small_level()

    def test_nudged_and_typed_edges_too(self, corners):
        """One rule."""
        corners.select(HALL, handles={HALL: [1, 2]})
        corners.key("Left")
        assert gate(corners) == box(9.5, 3, 10.5, 6)
        corners.enter("2 0")
        assert gate(corners) == box(11.5, 3, 12.5, 6)

    def test_the_switch_is_off(self, corners):
        """Doors stay where they are."""
        corners.takes_along = False
        corners.select(HALL, handles={HALL: [1, 2]})
        corners.key("Left")
        corners.drag((9.5, 7), (11, 7))
        assert gate(corners) == box(10, 3, 11, 6)


def test_a_second_room_moves_its_own(bench):
    """If both are selected, the contents of both move, the shared gate once."""
    bench.select(HALL, YARD)
    bench.drag((9, 7), (9, 9))
    assert gate(bench) == box(10, 5, 11, 8)
    assert bench.level.obstacles[CHEST].polygon == box(14, 3, 15, 4)
    assert bench.level.agents[COOK].position == (18.0, 4.0)
    assert bench.level.agents[GUARD].goals == ((18.0, 8.0),)
