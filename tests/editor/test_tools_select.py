"""The select tool: click, box, move, copy, nudge, delete."""

import pytest
from msgspec.structs import replace
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, drawn, rectangle

from editor.tools.select import SelectTool
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


class TestClick:
    """Selection by clicks."""

    def test_the_smallest(self, bench):
        """It is the smallest of all elements there."""
        bench.click(5.5, 5.5)
        assert bench.selection == {PLATE}
        bench.click(7, 7)
        assert bench.selection == {TABLE}
        bench.click(1, 1)
        assert bench.selection == {HALL}
        bench.click(16, 5)
        assert bench.selection == {PLAYER}
        bench.click(30, 30)
        assert bench.selection == frozenset()
        assert not bench.steps

    @pytest.mark.parametrize("keys", [SHIFT, CTRL])
    def test_adding_and_removing(self, bench, keys):
        """Shift and Ctrl toggle; on nothing they change nothing."""
        bench.click(5.5, 5.5)
        bench.click(7, 7, keys=keys)
        assert bench.selection == {PLATE, TABLE}
        bench.click(5.5, 5.5, keys=keys)
        assert bench.selection == {TABLE}
        bench.click(30, 30, keys=keys)
        assert bench.selection == {TABLE}

    def test_what_lies_beneath(self, bench):
        """Alt goes down the stack and starts over."""
        for expected in (TABLE, HALL, PLATE, TABLE):
            bench.click(5.5, 5.5, keys=ALT)
            assert bench.selection == {expected}

    def test_one_of_many(self, bench):
        """A plain click selects only the element under it."""
        bench.select(PLATE, TABLE)
        bench.click(5.5, 5.5)
        assert bench.selection == {PLATE}

    def test_locked_and_hidden_are_never_taken(self, bench):
        """They are not hovered either."""
        bench.level = bench.committed = op.set_fields(bench.level, [PLATE], locked=True).apply(
            bench.level
        )
        bench.hidden = frozenset({TABLE})
        bench.click(5.5, 5.5)
        assert bench.selection == {HALL}


class TestMove:
    """Moving by drags."""

    def test_an_obstacle_at_once(self, bench):
        """It is selected, snapped, and one step."""
        bench.drag((12.5, 4.6), (13, 5), (14.6, 6.2))
        assert bench.selection == {CHEST}
        assert bench.level.obstacles[CHEST].polygon == rectangle(14, 5.5, 15, 6.5)
        assert [step.label for step in bench.steps] == ["Move chest"]

    def test_the_corner_nearest_the_grab_snaps(self, bench):
        """Other corners keep their distance to it."""
        odd = op.move(bench.level, [CHEST], (0.13, 0.27)).apply(bench.level)
        bench.level = bench.committed = odd
        bench.drag((13.05, 5.2), (14.05, 5.2))
        assert bench.level.obstacles[CHEST].polygon[2] == pytest.approx((14.0, 5.5))

    def test_it_follows_while_the_button_is_down(self, bench):
        """The level shows every place on the way, the stack none."""
        bench.press(12.5, 4.5)
        bench.move(14.5, 4.5)
        assert bench.level.obstacles[CHEST].polygon[0] == (14, 4)
        bench.move(13.5, 4.5)
        assert bench.level.obstacles[CHEST].polygon[0] == (13, 4)
        assert not bench.steps
        assert bench.marks("snap")
        assert bench.strokes("hover") == [rectangle(13, 4, 14, 5)]

    def test_escape_leaves_nothing(self, bench):
        """Level and undo stack are unchanged."""
        before = bench.level
        bench.press(12.5, 4.5)
        bench.move(14.5, 4.5)
        bench.escape()
        assert bench.level == before
        assert not bench.steps
        assert bench.selection == frozenset()

    def test_less_than_four_pixels_is_a_click(self, bench):
        """A trembling hand moves nothing."""
        bench.drag((12.5, 4.5), (12.53, 4.5))
        assert not bench.steps
        assert bench.selection == {CHEST}

    def test_back_to_where_it_was_is_no_step(self, bench):
        """A drag that ends where it began."""
        bench.drag((12.5, 4.5), (14.5, 4.5), (12.5, 4.5))
        assert not bench.steps
        assert bench.selection == {CHEST}

    def test_floor_moves_by_its_outline(self, bench):
        """Inside, a drag is a box."""
        bench.drag((10, 0.02), (11, 0.02))
        assert bench.selection == {HALL}
        assert bench.level.areas[HALL].polygon == rectangle(1, 0, 21, 10)

    def test_floor_moves_anywhere_once_selected(self, bench):
        """A press between its contents moves it."""
        bench.select(HALL)
        bench.drag((1, 8), (2, 8))
        assert bench.level.areas[HALL].polygon == rectangle(1, 0, 21, 10)

    def test_what_stands_on_selected_floor_is_taken_first(self, bench):
        """The table, not the hall."""
        bench.select(HALL)
        bench.drag((7, 7), (8, 7))
        assert bench.level.areas[HALL].polygon == rectangle(0, 0, 20, 10)
        assert bench.level.obstacles[TABLE].polygon == rectangle(5, 4, 9, 8)

    def test_the_whole_selection_moves(self, bench):
        """Grabbed at any of its parts, even beneath another."""
        bench.select(TABLE, CHEST)
        bench.drag((5.5, 5.5), (6.5, 5.5))
        assert bench.level.obstacles[TABLE].polygon == rectangle(5, 4, 9, 8)
        assert bench.level.obstacles[CHEST].polygon == rectangle(13, 4, 14, 5)
        assert bench.level.obstacles[PLATE].polygon == rectangle(5, 5, 6, 6)
        assert bench.steps[-1].label == "Move 2 obstacles"
        assert bench.selection == {TABLE, CHEST}

    def test_locked_ones_stay(self, bench):
        """Selected from the outline, they are not dragged along."""
        bench.level = bench.committed = op.set_fields(bench.level, [PLATE], locked=True).apply(
            bench.level
        )
        bench.select(PLATE, CHEST)
        bench.drag((12.5, 4.5), (13.5, 4.5))
        assert bench.level.obstacles[PLATE].polygon == rectangle(5, 5, 6, 6)

    def test_shift_keeps_one_axis(self, bench):
        """That along which the mouse went further."""
        bench.drag((12.5, 4.5), (14.5, 5.4), then=SHIFT)
        assert bench.level.obstacles[CHEST].polygon == rectangle(14, 4, 15, 5)

    def test_ctrl_does_not_snap(self, bench):
        """The position is exactly that of the mouse."""
        bench.drag((12.5, 4.5), (12.75, 4.625), then=CTRL)
        assert bench.level.obstacles[CHEST].polygon == rectangle(12.25, 4.125, 13.25, 5.125)

    def test_goals_stay(self, bench):
        """An agent moves, its goals don't."""
        bench.drag((16, 5), (17, 5))
        player = bench.level.agents[PLAYER]
        assert player.position == (17, 5)
        assert player.goals == ((1, 1),)

    def test_floor_moves_by_its_name(self, bench):
        """The name must be visible; beside it a drag opens a box."""
        bench.names = {HALL: (9.8, 4.9, 10.4, 5.2)}
        bench.drag((10.1, 5.05), (11.1, 5.05))
        assert bench.level.areas[HALL].polygon == rectangle(1, 0, 21, 10)
        bench.select()
        bench.drag((11.1, 5.3), (11.6, 5.8))
        assert len(bench.steps) == 1
        bench.names = {}
        bench.select()
        bench.drag((10.1, 5.05), (15, 9))
        assert len(bench.steps) == 1

    def test_with_shift_at_the_press_the_name_opens_a_box(self, bench):
        """So does everything that is not selected."""
        bench.names = {HALL: (9.8, 4.9, 10.4, 5.2)}
        bench.drag((10.1, 5.05), (11.1, 5.05), keys=SHIFT)
        assert not bench.steps

    def test_the_name_of_a_hall_that_is_hidden_moves_nothing(self, bench):
        """The name of a locked hall doesn't either."""
        bench.hidden = frozenset({HALL})
        bench.names = {HALL: (9.8, 4.9, 10.4, 5.2)}
        bench.drag((10.1, 5.05), (11.1, 5.05))
        assert not bench.steps


class TestCopy:
    """Alt at the release leaves a copy."""

    def test_the_copy_is_what_was_dragged(self, bench):
        """It is one step; the copy is selected, the original unchanged."""
        bench.drag((12.5, 4.5), (14.5, 4.5), then=ALT)
        (copy,) = bench.selection
        assert bench.level.obstacles[CHEST].polygon == rectangle(12, 4, 13, 5)
        assert bench.level.obstacles[copy].polygon == rectangle(14, 4, 15, 5)
        assert bench.level.obstacles[copy].name == "chest_2"
        assert [step.label for step in bench.steps] == ["Duplicate chest"]

    def test_what_counts_is_the_release(self, bench):
        """Alt that is released before the end moves the element."""
        bench.press(12.5, 4.5)
        bench.move(13.5, 4.5, keys=ALT)
        assert len(bench.level.obstacles) == 4
        bench.move(14.5, 4.5)
        bench.release(14.5, 4.5)
        assert len(bench.level.obstacles) == 3
        assert bench.level.obstacles[CHEST].polygon == rectangle(14, 4, 15, 5)

    def test_ids_stay_through_the_gesture(self, bench):
        """The preview and the step name the same copies."""
        bench.press(12.5, 4.5)
        bench.move(13.5, 4.5, keys=ALT)
        shown = set(bench.level.obstacles)
        bench.move(14.5, 4.5, keys=ALT)
        assert set(bench.level.obstacles) == shown
        bench.release(14.5, 4.5, keys=ALT)
        assert set(bench.level.obstacles) == shown

    def test_escape_leaves_no_copy(self, bench):
        """There is no undo step either."""
        before = bench.level
        bench.press(12.5, 4.5)
        bench.move(14.5, 4.5, keys=ALT)
        bench.escape()
        assert bench.level == before
        assert not bench.steps

    def test_alt_at_the_press_drags_what_lies_beneath(self, bench):
        """Except floor, which can't be grabbed in its middle."""
        bench.drag((5.5, 5.5), (6.5, 5.5), keys=ALT, then=NONE)
        assert bench.level.obstacles[TABLE].polygon == rectangle(5, 4, 9, 8)
        bench.select()
        bench.drag((12.5, 4.5), (13.5, 4.5), keys=ALT, then=NONE)
        assert bench.level.obstacles[CHEST].polygon == rectangle(13, 4, 14, 5)


class TestBox:
    """The selection box."""

    def test_it_takes_what_lies_in_it_whole(self, bench):
        """This holds for all kinds; half a chest is not taken."""
        bench.drag((1, 1), (12.5, 9))
        assert bench.selection == {TABLE, PLATE}
        bench.drag((-1, -1), (21, 11))
        assert bench.selection == {HALL, TABLE, PLATE, CHEST, PLAYER}
        assert not bench.steps

    def test_with_alt_it_takes_what_it_touches(self, bench):
        """This holds for all kinds; the state of Alt at the release counts."""
        bench.drag((1, 1), (12.5, 9), then=ALT)
        assert bench.selection == {TABLE, PLATE, CHEST}
        bench.drag((-1, -1), (4.5, 4.5), then=ALT)
        assert bench.selection == {HALL, TABLE}
        bench.select()
        bench.drag((1, 1), (12.5, 9), keys=ALT, then=NONE)
        assert bench.selection == {TABLE, PLATE}

    def test_a_box_within_a_room_does_not_touch_it(self, bench):
        """Most boxes are drawn inside one."""
        bench.drag((1, 1), (2, 2), then=ALT)
        assert bench.selection == frozenset()

    def test_agents_lie_in_it_with_their_discs(self, bench):
        """Or are touched by them."""
        player = bench.level.agents[PLAYER]
        (x, z), r = player.position, player.radius
        for beyond, taken in ((0.01, True), (-0.01, False)):
            bench.drag((x - r - beyond, z - r - 1), (x + r + 1, z + r + 1))
            assert (PLAYER in bench.selection) == taken
            bench.drag((x - r - 2, z - 1), (x - r + beyond, z + 1), then=ALT)
            assert (PLAYER in bench.selection) == taken

    @pytest.mark.parametrize("keys", [SHIFT, CTRL])
    def test_it_adds(self, bench, keys):
        """And may start on something that is not selected."""
        bench.select(PLAYER)
        bench.drag((7.5, 7.5), (13.5, 3.5), keys=keys)
        assert bench.selection == {PLAYER, CHEST}

    def test_of_very_many_the_number_alone_is_told(self, bench):
        """Outlines of thousands would only be slow."""
        many = {
            100 + n: replace(bench.level.obstacles[CHEST], id=100 + n, order=float(n + 9))
            for n in range(500)
        }
        bench.level = bench.committed = bench.level.with_items(many)
        bench.press(30, 30)
        bench.move(11, 3)
        rule = "Alt takes all that it touches"
        assert bench.hint == f"**Release selects 502 elements.** {rule} · Esc back"
        assert not bench.strokes("hover")
        assert bench.strokes("rubber_band")

    def test_an_empty_one_selects_nothing(self, bench):
        """As a click on nothing does."""
        bench.select(PLAYER)
        bench.drag((30, 30), (31, 31))
        assert bench.selection == frozenset()

    def test_it_shows_what_it_takes(self, bench):
        """The outline and the hint show it."""
        bench.press(30, 30)
        bench.move(31, 31)
        assert bench.strokes("rubber_band") == [((30, 30), (31, 30), (31, 31), (30, 31))]
        rule = "Alt takes all that it touches"
        assert bench.hint == f"**Nothing in the box yet.** {rule} · Esc back"
        bench.move(31, 31, keys=ALT)
        assert bench.hint == "**The box touches nothing yet.** All that it touches · Esc back"
        bench.move(12.5, 4.5, keys=ALT)
        assert bench.hint == "**Release selects 3 elements.** All that it touches · Esc back"
        assert len(bench.strokes("hover")) == 3
        bench.move(11.5, 3.5)
        assert bench.hint == f"**Release selects 2 elements.** {rule} · Esc back"
        assert len(bench.strokes("hover")) == 2
        bench.escape()
        assert bench.selection == frozenset()
        assert not bench.strokes("rubber_band")
