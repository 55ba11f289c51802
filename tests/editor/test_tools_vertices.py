"""The vertex tool: corners and edges of the selected polygons."""

import pytest
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, drawn, rectangle

from editor.tools.vertices import VerticesTool
from navcore.level import operations as op

ONE, TWO, TABLE = 1, 2, 3


TRIANGLE = ((10, 0), (12, 0), (12, 2))


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


class TestCorners:
    """Clicking and dragging corners."""

    def test_corners_in_one_place_move_together(self, bench):
        """They may belong to several selected polygons, and move in one step."""
        bench.drag((4.02, 4.01), (5.1, 4.9))
        assert bench.level.areas[ONE].polygon[2] == (5, 5)
        assert bench.level.areas[TWO].polygon[3] == (5, 5)
        assert bench.handles == {ONE: {2}, TWO: {3}}
        assert [step.label for step in bench.steps] == ["Move 2 corners of 2 areas"]

    def test_alt_takes_one_alone(self, bench):
        """The neighbour stays."""
        bench.drag((4, 4), (5, 5), keys=ALT, then=NONE)
        moved = [bench.level.areas[i].polygon != rectangle(*box) for i, box in
                 ((ONE, (0, 0, 4, 4)), (TWO, (4, 0, 8, 4)))]  # fmt: skip
        assert sorted(moved) == [False, True]

    def test_corners_of_what_is_not_selected_stay(self, bench):
        """A shared place alone is no reason to move."""
        bench.select(ONE)
        bench.drag((4, 4), (5, 5))
        assert bench.level.areas[TWO].polygon == rectangle(4, 0, 8, 4)

    def test_a_click_selects_and_shift_toggles(self, bench):
        """Corners, not polygons."""
        bench.click(0, 0)
        assert bench.handles == {ONE: {0}}
        bench.click(4, 4, keys=SHIFT)
        assert bench.handles == {ONE: {0, 2}, TWO: {3}}
        bench.click(0, 0, keys=CTRL)
        assert bench.handles == {ONE: {2}, TWO: {3}}
        assert bench.selection == {ONE, TWO}
        assert not bench.steps

    def test_a_drag_moves_all_selected_corners(self, bench):
        """They may belong to any polygons."""
        bench.select(ONE, TWO, handles={ONE: [0], TWO: [1]})
        bench.drag((0, 0), (0, -1))
        assert bench.level.areas[ONE].polygon[0] == (0, -1)
        assert bench.level.areas[TWO].polygon[1] == (8, -1)

    def test_a_corner_that_is_not_selected_is_taken_alone(self, bench):
        """The others are deselected."""
        bench.select(ONE, TWO, handles={ONE: [0]})
        bench.drag((8, 4), (9, 4))
        assert bench.level.areas[ONE].polygon[0] == (0, 0)
        assert bench.handles == {TWO: {2}}

    def test_shift_and_ctrl_while_dragging(self, bench):
        """One axis; no snapping."""
        bench.drag((0, 0), (-1, -0.4), then=SHIFT)
        assert bench.level.areas[ONE].polygon[0] == (-1, 0)
        bench.drag((8, 4), (8.25, 4.125), then=CTRL)
        assert bench.level.areas[TWO].polygon[2] == (8.25, 4.125)

    def test_shift_locks_to_45_degrees_too(self, bench):
        """The direction is straight or diagonal, exactly."""
        bench.drag((0, 0), (-1.1, -0.9), then=SHIFT)
        x, z = bench.level.areas[ONE].polygon[0]
        assert x == z == -1

    def test_shift_at_the_press_takes_one_more_along(self, bench):
        """The selected corners move with it."""
        bench.select(ONE, TWO, handles={ONE: [0]})
        bench.drag((8, 4), (8, 5), keys=SHIFT, then=NONE)
        assert bench.level.areas[ONE].polygon[0] == (0, 1)
        assert bench.level.areas[TWO].polygon[2] == (8, 5)
        assert bench.handles == {ONE: {0}, TWO: {2}}

    def test_alt_click_goes_down_the_stack_of_one_place(self, bench):
        """One alone, then the other alone; a drag moves the one that is selected."""
        bench.click(4, 4, keys=ALT)
        (first,) = bench.handles
        bench.drag((4, 4), (4, 5), keys=ALT, then=NONE)
        moved = [i for i in (ONE, TWO) if (4, 5) in bench.level.areas[i].polygon]
        assert moved == [first]
        bench.undo()
        bench.click(4, 4, keys=ALT)
        assert set(bench.handles) == {ONE, TWO} - {first}

    def test_a_corner_dropped_on_its_neighbour_becomes_one_with_it(self, bench):
        """In the same step; it stays selected under its new number."""
        bench.select(ONE)
        bench.drag((0, 0), (2, 0), (4, 0))
        assert bench.level.areas[ONE].polygon == ((4, 0), (4, 4), (0, 4))
        assert bench.handles == {ONE: {0}}
        assert [step.label for step in bench.steps] == ["Move a corner of one"]

    def test_what_moves_is_told_to_the_snapping(self, bench):
        """Corner by corner: the rest of the same outline attracts."""
        bench.press(4, 4)
        bench.move(5, 5)
        assert bench.left_out[-1] == (frozenset(), {ONE: {2}, TWO: {3}}, {})
        bench.escape()

    def test_locked_polygons_have_no_handles(self, bench):
        """They are selected by clicks on the outline, and don't change."""
        locked = op.lock(bench.level, [ONE])
        bench.level = bench.committed = locked.apply(bench.level)
        bench.hover(0, 0)
        assert len(bench.marks("handle")) == 4
        bench.drag((0, 0), (-1, -1))
        assert bench.level.areas[ONE].polygon == rectangle(0, 0, 4, 4)
        assert not bench.steps
        assert not bench.key("Delete")

    def test_escape_leaves_nothing(self, bench):
        """Level, undo stack and selection are unchanged."""
        before = bench.level
        bench.press(0, 0)
        bench.move(-2, -2)
        assert bench.level != before
        bench.escape()
        assert bench.level == before
        assert not bench.steps
        assert bench.handles == {}

    def test_an_outline_that_would_enclose_nothing_is_refused(self, bench):
        """The drag stays at the last valid place, and gives the reason."""
        bench.select(TABLE)
        bench.press(12, 2)
        bench.move(12, 1)
        bench.move(14, 0)
        assert bench.hint == "**Here table would enclose nothing.** Esc back"
        bench.release(14, 0)
        assert bench.level.obstacles[TABLE].polygon[2] == (12, 1)
        assert len(bench.steps) == 1

    def test_a_crossing_is_shown_before_it_is_made(self, bench):
        """And may be made: its inside is the designer's."""
        bench.press(0, 0)
        bench.move(6, 2)
        assert bench.strokes("crossing")
        assert bench.marks("cross")
        assert bench.hint.startswith("**This edge crosses the outline at ")
        bench.release(6, 2)
        assert len(bench.steps) == 1

    def test_stale_corners_are_passed_over(self, bench):
        """An undo may have taken them away."""
        bench.select(ONE, handles={ONE: [7], TABLE: [0]})
        bench.hover(2, 2)
        assert not bench.key("Delete")
        bench.drag((0, 0), (-1, 0))
        assert bench.handles == {ONE: {0}}


class TestEdges:
    """The + on an edge."""

    def test_a_drag_inserts_a_corner(self, bench):
        """Where the mouse goes, in one step, selected."""
        bench.select(ONE)
        bench.drag((2, 4.01), (2.1, 5.1))
        assert bench.level.areas[ONE].polygon == ((0, 0), (4, 0), (4, 4), (2, 5), (0, 4))
        assert bench.handles == {ONE: {3}}
        assert [step.label for step in bench.steps] == ["Add a corner to one"]

    def test_a_shared_wall_gets_it_on_both_sides(self, bench):
        """So that no gap opens; with Alt on one alone."""
        bench.drag((4, 2), (5, 2))
        assert len(bench.level.areas[ONE].polygon) == len(bench.level.areas[TWO].polygon) == 5
        bench.undo()
        bench.drag((4, 2), (5, 2), keys=ALT, then=NONE)
        assert {len(area.polygon) for area in bench.level.areas.values()} == {4, 5}

    def test_a_double_click_inserts_in_place(self, bench):
        """No corner moves."""
        bench.double_click(2, 0.02)
        assert bench.level.areas[ONE].polygon[:3] == ((0, 0), (2, 0), (4, 0))
        assert bench.handles == {ONE: {1}}
        assert len(bench.steps) == 1

    def test_a_double_click_elsewhere_does_nothing(self, bench):
        """This holds for corners and for the inside."""
        bench.double_click(0, 0)
        bench.double_click(2, 2)
        assert not bench.steps

    def test_a_click_takes_the_edge(self, bench):
        """It selects both corners, and those at the same places."""
        bench.click(4, 2)
        assert bench.handles == {ONE: {1, 2}, TWO: {0, 3}}
        bench.click(2, 0, keys=SHIFT)
        assert bench.handles == {ONE: {0, 1, 2}, TWO: {0, 3}}
        bench.click(4, 2, keys=ALT)
        assert sum(map(len, bench.handles.values())) == 2

    def test_a_taken_edge_is_dragged(self, bench):
        """No corner is added."""
        bench.click(4, 2)
        bench.drag((4, 2), (5, 2))
        assert bench.level.areas[ONE].polygon == rectangle(0, 0, 5, 4)
        assert bench.level.areas[TWO].polygon == rectangle(5, 0, 8, 4)

    def test_a_new_corner_snaps_along_its_edge(self, bench):
        """Near the mouse; Ctrl puts it where the mouse is."""
        bench.hover(2.43, 0.02)
        assert bench.marks("plus") == [(2.5, 0)]
        bench.double_click(2.43, 0.02)
        assert (2.5, 0) in bench.level.areas[ONE].polygon
        bench.undo()
        bench.hover(2.43, 0.02, keys=CTRL)
        assert bench.marks("plus") == [(2.43, 0)]
        bench.hover(2.25, 0.02)
        assert bench.marks("plus") == [(2.25, 0)], "half a step away is too far"

    def test_an_edge_moves_along_its_normal(self, bench):
        """With Shift; a wall that runs askew moves by whole steps."""
        bench.select(TABLE)
        bench.click(11, 1)
        assert bench.handles == {TABLE: {0, 2}}
        bench.drag((11, 1), (10.3, 1.6), then=SHIFT)
        ring = bench.level.obstacles[TABLE].polygon
        moved = [(a[0] - b[0], a[1] - b[1]) for a, b in zip(ring, TRIANGLE, strict=True)]
        assert moved[0] == pytest.approx(moved[2])
        assert moved[0][0] == pytest.approx(-moved[0][1])
        assert moved[1] == (0, 0)

    def test_a_new_corner_warns_of_crossings_too(self, bench):
        """As moving does."""
        bench.select(ONE)
        bench.press(2, 4)
        bench.move(2, -1)
        assert bench.strokes("crossing")
        assert bench.hint.startswith("**This edge crosses the outline at ")
        bench.release(2, -1)
        assert len(bench.steps) == 1

    def test_no_corner_is_added_on_an_end(self, bench):
        """There is one already."""
        bench.select(ONE)
        bench.press(2, 4)
        bench.move(3, 4)
        bench.move(4, 4)
        assert bench.hint == "**There is a corner here already.** Release adds none · Esc back"
        bench.release(4, 4)
        assert not bench.steps

    def test_escape_inserts_nothing(self, bench):
        """Press, drag, Escape."""
        before = bench.level
        bench.press(2, 4)
        bench.move(2, 6)
        assert bench.level != before
        assert bench.hint.startswith("**New corner at 2.00, 6.00.**")
        bench.escape()
        assert bench.level == before

    def test_the_plus_is_shown(self, bench):
        """On the hovered edge, until that is taken."""
        bench.hover(2, 4.03)
        assert bench.marks("plus") == [(2, 4)]
        assert bench.strokes("hover_edge") == [((4, 4), (0, 4))]
        assert bench.hint == (
            "**Drag the + to add a corner here.** Double-click adds one without moving"
        )
        bench.click(2, 4.03)
        bench.hover(2, 4.03)
        assert not bench.marks("plus")
        assert bench.hint.startswith("**Drag moves this edge.**")
