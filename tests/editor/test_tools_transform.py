"""Handles of the select tool: scaling and turning the selection."""

import math

import pytest
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, Modifiers, drawn, rectangle

from editor.tools.select import SelectTool
from navcore.level import operations as op
from navcore.level.frame import frame_of
from navcore.level.model import Agent

HALL, TABLE, CHEST, PLAYER, GUARD = 1, 2, 3, 4, 5
BOTH = Modifiers(shift=True, ctrl=True)


@pytest.fixture
def bench():
    """A hall with a table of 4 by 2 metres, a chest, and two agents; a metre is 100 pixels."""
    level = drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 20, 10), new_id, name="hall"),
        lambda level, new_id: op.add_obstacle(level, rectangle(4, 4, 8, 6), new_id, name="table"),
        lambda level, new_id: op.add_obstacle(level, rectangle(12, 4, 13, 5), new_id, name="chest"),
        lambda level, new_id: op.add_agent(level, (16, 5), new_id, goals=((1, 1),)),
        lambda level, new_id: op.add_agent(level, (10, 8), new_id),
    )
    made = Bench(SelectTool(), level)
    made.select(TABLE)
    return made


def polygon(bench, element_id=TABLE):
    """Its outline."""
    return bench.level.get(element_id).polygon


def grips(bench):
    """The handles that are drawn."""
    return {*bench.marks("handle"), *bench.marks("handle_hover")}


class TestHandles:
    """Which handles there are."""

    def test_eight_and_one(self, bench):
        """They are at the corners, in the middle of the sides, and above the upper side."""
        assert grips(bench) == {
            (4, 4), (6, 4), (8, 4), (4, 5), (8, 5), (4, 6), (6, 6), (8, 6)
        }  # fmt: skip
        assert bench.marks("turn") == [(6, 6.24)]
        assert bench.strokes("frame") == [((6, 6), (6, 6.24))]

    def test_only_of_what_is_selected(self, bench):
        """Locked or hidden elements have no handles."""
        bench.select()
        assert not grips(bench)
        bench.select(TABLE)
        bench.hidden = frozenset({TABLE})
        assert not grips(bench)
        bench.hidden = frozenset()
        locked = op.set_fields(bench.level, [TABLE], locked=True).apply(bench.level)
        bench.level = bench.committed = locked
        assert not grips(bench)

    def test_several_have_a_frame(self, bench):
        """It is around all of them, and drawn because no outline runs along it."""
        bench.select(TABLE, CHEST)
        assert (13, 6) in grips(bench)
        assert bench.strokes("frame")[0] == rectangle(4, 4, 13, 6)

    def test_fewer_where_there_is_less_room(self, bench):
        """A small element can still be dragged by its middle."""
        bench.metres_per_pixel = 0.08
        assert grips(bench) == {(4, 4), (8, 4), (4, 6), (8, 6)}
        bench.metres_per_pixel = 0.2
        assert not grips(bench)
        assert not bench.marks("turn")

    def test_a_thin_wall_has_one_at_each_end(self, bench):
        """Four would stand upon each other."""
        thin = op.scale(bench.level, [TABLE], (1, 0.05), (4, 4)).apply(bench.level)
        bench.level = bench.committed = thin
        assert grips(bench) == {(4, 4.05), (8, 4.05)}

    def test_an_agent_has_one_in_front(self, bench):
        """Its size is its radius; its goals have handles, too."""
        bench.select(PLAYER)
        assert grips(bench) == {(1, 1)}
        (at,) = bench.marks("turn")
        assert at == pytest.approx((16.69, 5))

    def test_the_hovered_one_is_filled(self, bench):
        """Within ten pixels of its middle, and nothing beneath is shown."""
        bench.hover(8.05, 6.05)
        assert bench.marks("handle_hover") == [(8, 6)]
        assert not bench.strokes("hover")
        bench.hover(6.0, 6.2)
        assert bench.marks("turn_hover") == [(6, 6.24)]
        bench.hover(8.2, 6.2)
        assert not bench.marks("handle_hover")

    def test_a_click_on_a_handle_selects(self, bench):
        """A click selects the element beneath, as anywhere; Shift adds it."""
        bench.select(TABLE, CHEST)
        bench.click(8, 6.04)
        assert bench.selection == {TABLE}
        bench.click(4, 5, keys=SHIFT)
        assert bench.selection == frozenset()
        assert not bench.steps


class TestScaling:
    """The dragged side or corner moves, the opposite one stays."""

    def test_a_corner(self, bench):
        """It snaps; one step."""
        bench.drag((8, 6), (9.1, 7.6))
        assert polygon(bench) == rectangle(4, 4, 9, 7.5)
        assert [step.label for step in bench.steps] == ["Resize table"]
        assert bench.selection == {TABLE}

    def test_a_side(self, bench):
        """The other dimension is unchanged."""
        bench.drag((4, 5), (2.2, 8))
        assert polygon(bench) == rectangle(2, 4, 8, 6)

    def test_it_follows_while_the_button_is_down(self, bench):
        """And Esc takes it back."""
        before = bench.level
        bench.press(8, 6)
        bench.move(9, 7)
        assert polygon(bench) == rectangle(4, 4, 9, 7)
        assert not bench.steps
        bench.escape()
        assert bench.level == before

    def test_ctrl_does_not_snap(self, bench):
        """The position is exactly that of the mouse."""
        bench.drag((8, 6), (8.25, 6.125), then=CTRL)
        assert polygon(bench) == rectangle(4, 4, 8.25, 6.125)

    def test_shift_keeps_the_shape(self, bench):
        """This holds for corners and sides."""
        bench.drag((8, 6), (9.9, 6.3), then=SHIFT)
        x, z = polygon(bench)[2]
        assert (x - 4) / (z - 4) == pytest.approx(2)
        assert x % 0.5 == pytest.approx(0)
        bench.undo()
        bench.drag((8, 5), (10, 5), then=SHIFT)
        assert polygon(bench) == rectangle(4, 3.5, 10, 6.5)

    def test_something_is_always_left(self, bench):
        """Past the other side it does not turn over."""
        bench.drag((8, 6), (0, 0))
        assert polygon(bench) == rectangle(4, 4, 4.5, 4.5)

    def test_several_keep_their_places_to_each_other(self, bench):
        """Agents too, which keep their radius, facing and goals."""
        bench.select(TABLE, CHEST, PLAYER)
        x0, _, x1, z1 = op.bounds_of([bench.level.get(i) for i in bench.selection])
        bench.drag((x1, z1), (x1 + (x1 - x0), z1), then=CTRL)
        assert polygon(bench) == rectangle(4, 4, 12, 6)
        assert polygon(bench, CHEST) == rectangle(20, 4, 22, 5)
        player = bench.level.agents[PLAYER]
        assert player.position == pytest.approx((28, 5))
        assert (player.radius, player.facing, player.goals) == (0.45, 0, ((1, 1),))
        assert bench.steps[-1].label == "Resize 3 elements"

    def test_a_turned_rectangle_along_its_own_sides(self, bench):
        """Its lengths are round numbers at every angle."""
        turned = op.turn(bench.level, [TABLE], 0.5, (6, 5)).apply(bench.level)
        bench.level = bench.committed = turned
        handle = next(
            h
            for h in grips(bench)
            if h == pytest.approx((6 + 2 * math.cos(0.5), 5 + 2 * math.sin(0.5)))
        )
        away = (handle[0] + 1.1 * math.cos(0.5), handle[1] + 1.1 * math.sin(0.5))
        bench.drag(handle, away)
        frame = frame_of([bench.level.get(TABLE)])
        assert (frame.width, frame.depth, frame.turn) == pytest.approx((5, 2, 0.5))
        assert bench.level.get(TABLE).shape["rect"] == pytest.approx([*frame.centre, 5, 2, 0.5])

    def test_a_circle_stays_one_while_its_shape_is_kept(self, bench):
        """Stretched, its outline alone counts."""
        circle = op.set_fields(bench.level, [CHEST], shape={"circle": [12.5, 4.5, 0.5]})
        bench.level = bench.committed = circle.apply(bench.level)
        bench.select(CHEST)
        bench.drag((13, 5), (14, 6), then=SHIFT)
        assert bench.level.get(CHEST).shape == {"circle": [13, 5, 1]}
        bench.drag((14, 5), (15, 5))
        assert bench.level.get(CHEST).shape is None

    def test_the_handle_stays_in_hand(self, bench):
        """Also where there is no room for it any more."""
        bench.press(8, 6)
        bench.move(8, 4)
        assert bench.marks("handle_hover") == [(8, 4.5)]
        bench.metres_per_pixel = 0.1
        bench.move(8, 2)
        assert bench.marks("handle_hover") == [(8, 4.5)]

    def test_alt_leaves_a_copy(self, bench):
        """At the release; the copy is selected, and it is one step."""
        bench.press(8, 6)
        bench.move(9, 7, keys=ALT)
        assert len(bench.level.obstacles) == 3
        bench.move(9, 7)
        assert len(bench.level.obstacles) == 2
        bench.release(9, 7, keys=ALT)
        (copy,) = bench.selection
        assert polygon(bench) == rectangle(4, 4, 8, 6)
        assert polygon(bench, copy) == rectangle(4, 4, 9, 7)
        assert [step.label for step in bench.steps] == ["Duplicate table"]

    def test_back_is_no_step(self, bench):
        """A drag that ends where it began."""
        bench.drag((8, 6), (9, 7), (8, 6))
        assert not bench.steps


class TestTurning:
    """About the middle."""

    def test_by_whole_degrees(self, bench):
        """One step, and the turn is remembered."""
        bench.drag((6, 6.24), (5, 6.5))
        frame = frame_of([bench.level.get(TABLE)])
        degrees = math.degrees(frame.turn)
        assert degrees == pytest.approx(round(math.degrees(math.atan2(1, 1.5))))
        assert frame.centre == pytest.approx((6, 5))
        assert [step.label for step in bench.steps] == ["Turn table"]

    @pytest.mark.parametrize(
        ("keys", "degrees"), [(SHIFT, 30), (NONE, 34), (CTRL, 33.69), (BOTH, 30)]
    )
    def test_steps(self, bench, keys, degrees):
        """Shift 15°, else 1°; Ctrl freely."""
        bench.drag((6, 6.24), (5, 6.5), then=keys)
        turn = frame_of([bench.level.get(TABLE)]).turn
        assert math.degrees(turn) == pytest.approx(degrees, abs=0.01)

    def test_steps_count_from_upright(self, bench):
        """Turned elements snap to even degrees."""
        askew = op.turn(bench.level, [TABLE], math.radians(7.3), (6, 5)).apply(bench.level)
        bench.level = bench.committed = askew
        (at,) = bench.marks("turn")
        bench.drag(at, (at[0] - 0.3, at[1]), then=SHIFT)
        assert math.degrees(frame_of([bench.level.get(TABLE)]).turn) == pytest.approx(15)

    def test_an_agent_looks_where_its_handle_goes(self, bench):
        """And stays where it is."""
        bench.select(PLAYER)
        bench.drag((16.69, 5), (16, 7))
        player = bench.level.agents[PLAYER]
        assert player.facing == pytest.approx(math.pi / 2)
        assert player.position == (16, 5)
        assert bench.steps[-1].label == "Turn player"

    def test_several_turn_about_their_middle(self, bench):
        """Agents go along and look along."""
        bench.select(PLAYER, GUARD)
        (at,) = bench.marks("turn")
        x, z = frame_of([bench.level.get(PLAYER), bench.level.get(GUARD)]).centre
        bench.drag(at, (x - 3, z))
        for agent, place in ((PLAYER, (16, 5)), (GUARD, (10, 8))):
            found = bench.level.get(agent)
            assert isinstance(found, Agent)
            dx, dz = place[0] - x, place[1] - z
            assert found.position == pytest.approx((x - dz, z + dx))
            assert found.facing == pytest.approx(math.pi / 2)

    def test_alt_leaves_a_copy(self, bench):
        """The original is unchanged."""
        bench.drag((6, 6.24), (4, 5), then=ALT)
        (copy,) = bench.selection
        assert polygon(bench) == rectangle(4, 4, 8, 6)
        assert {*polygon(bench, copy)} == {*rectangle(5, 3, 7, 7)}

    def test_the_handle_stays_in_hand(self, bench):
        """The filled one follows the mouse round the middle."""
        bench.press(6, 6.24)
        bench.move(4, 5)
        (at,) = bench.marks("turn_hover")
        assert at == pytest.approx((4.76, 5))


class TestWords:
    """Texts of the status bar and the labels."""

    def test_over_handles(self, bench):
        """They say what a drag does."""
        bench.hover(8, 6)
        assert bench.hint == (
            "**Drag scales table.** Shift keeps the shape · Ctrl no snap · Alt leaves a copy"
        )
        bench.hover(6, 6.24)
        assert bench.hint == (
            "**Drag turns table.** Click shows the pivot · Shift steps of 15° · Ctrl freely"
        )

    def test_while_scaling(self, bench):
        """Both sizes are shown, also beside the frame."""
        bench.press(8, 6)
        bench.move(8, 6.5)
        assert bench.hint == (
            "**Scaling to 4.00 × 2.50 m.** Shift keeps the shape · Ctrl no snap · Alt leaves a copy"
        )
        labels = bench.tool.preview(bench.view()).labels
        assert [(label.text, label.style) for label in labels] == [
            ("4.00 m", "dimension"), ("2.50 m", "dimension"),
        ]  # fmt: skip
        bench.move(8, 6.5, keys=ALT)
        assert bench.hint.startswith("**Copying at 4.00 × 2.50 m.**")

    def test_while_turning(self, bench):
        """Clockwise is less than nothing."""
        bench.press(6, 6.24)
        bench.move(7, 6.5, keys=SHIFT)
        assert bench.hint.startswith("**Turning −30°.** Shift steps of 15° · Esc back")
        assert [label.text for label in bench.tool.preview(bench.view()).labels] == ["−30°"]
        bench.move(5, 6.5, keys=BOTH)
        assert bench.hint.startswith("**Turning 30°.**")
        bench.move(5, 6.5, keys=ALT)
        assert bench.hint.startswith("**Copying, turned by 34°.**")
