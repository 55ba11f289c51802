"""Goals of agents, and handles of a kind that the program doesn't know, in `V` and `E`."""

import numpy as np
import pytest
from made_up_kinds import TRAIL, Trail
from msgspec.structs import replace
from tool_bench import ALT, CTRL, NONE, SHIFT, Bench, drawn, rectangle

from editor.tools.run_view import RunView
from editor.tools.select import SelectTool
from editor.tools.vertices import VerticesTool
from navcore.level import operations as op
from navcore.level.kinds import registered

HALL, TABLE, GUARD, COOK, PATH = 1, 2, 3, 4, 9
GOALS = ((6, 2), (6, 8), (16, 8))


def level():
    """A hall with a table on the line to the guard's first goal, a guard and a cook."""
    return drawn(
        lambda level, new_id: op.add_area(level, rectangle(0, 0, 20, 10), new_id, name="hall"),
        lambda level, new_id: op.add_obstacle(level, rectangle(3, 1, 4, 3), new_id, name="table"),
        lambda level, new_id: op.add_agent(level, (1, 2), new_id, name="guard", goals=GOALS),
        lambda level, new_id: op.add_agent(level, (18, 2), new_id, name="cook", goals=((6, 2),)),
    )


@pytest.fixture(params=[SelectTool, VerticesTool])
def bench(request):
    """Either tool with the guard selected."""
    made = Bench(request.param(), level())
    made.select(GUARD)
    return made


@pytest.fixture
def select():
    """The select tool with the guard selected."""
    made = Bench(SelectTool(), level())
    made.select(GUARD)
    return made


def goals(bench, agent=GUARD):
    """The goals of an agent."""
    return bench.level.agents[agent].goals


class TestBothTools:
    """Behaviour that `V` and `E` share."""

    def test_a_drag_moves_a_goal_and_nothing_beneath(self, bench):
        """In one step, snapped; the room stays where it is."""
        before = bench.level.areas
        bench.drag((6.02, 8.01), (7.1, 7.4))
        assert goals(bench) == ((6, 2), (7, 7.5), (16, 8))
        assert bench.level.areas == before
        assert bench.selection == {GUARD}
        assert bench.handles == {GUARD: {1}}
        assert [step.label for step in bench.steps] == ["Move a stop of guard"]

    def test_goals_of_what_is_not_selected_are_not_taken(self, bench):
        """They are invisible; goals at one place move together if both are selected."""
        bench.drag((6, 2), (6, 3))
        assert goals(bench, COOK) == ((6, 2),)
        bench.undo()
        bench.select(GUARD, COOK)
        bench.drag((6, 2), (6, 3))
        assert goals(bench)[0] == goals(bench, COOK)[0] == (6, 3)
        assert bench.steps[-1].label == "Move 2 stops of 2 agents"

    def test_alt_takes_one_of_several(self, bench):
        """One after the other; alone it moves alone."""
        bench.select(GUARD, COOK)
        bench.click(6, 2, keys=ALT)
        (first,) = bench.handles
        bench.click(6, 2, keys=ALT)
        (second,) = bench.handles
        assert {first, second} == {GUARD, COOK}
        bench.drag((6, 2), (6, 3), keys=ALT, then=NONE)
        assert goals(bench, second)[0] == (6, 3)
        assert goals(bench, first)[0] == (6, 2)

    def test_clicks_select_goals(self, bench):
        """Shift adds and removes; Shift on the drag keeps to a straight line."""
        bench.click(6, 2)
        bench.click(6, 8, keys=SHIFT)
        assert bench.handles == {GUARD: {0, 1}}
        bench.drag((6, 8), (7.2, 8.1), then=SHIFT)
        assert goals(bench) == ((7, 2), (7, 8), (16, 8))
        bench.click(7, 2, keys=CTRL)
        assert bench.handles == {GUARD: {1}}

    def test_keys(self, bench):
        """Arrows, Tab, Delete, Escape."""
        bench.click(6, 2)
        assert bench.key("Up")
        assert goals(bench)[0] == (6, 2.5)
        assert bench.key("Tab")
        assert bench.handles == {GUARD: {1}}
        assert bench.key("Shift+Tab")
        assert bench.handles == {GUARD: {0}}
        assert bench.key("Delete")
        assert goals(bench) == GOALS[1:]
        assert bench.selection == {GUARD}
        bench.click(6, 8)
        assert bench.key("Escape")
        assert bench.selection == {GUARD}
        assert not bench.handles

    def test_an_agent_may_lose_all_goals(self, bench):
        """It stays."""
        bench.select(GUARD, handles={GUARD: [0, 1, 2]})
        assert bench.key("Backspace")
        assert goals(bench) == ()
        assert GUARD in bench.selection

    def test_typing(self, bench):
        """Where one goes, by how much several do; a line shows it."""
        bench.click(6, 8)
        assert bench.type("7 9") == ""
        assert bench.strokes("closing") == [((1, 2), (6, 2), (7, 9), (16, 8))]
        assert bench.hint == "**Enter moves 1 stop.** Esc back"
        bench.enter("7 9")
        assert goals(bench)[1] == (7, 9)
        bench.select(GUARD, handles={GUARD: [0, 1]})
        bench.enter("1 -1")
        assert goals(bench) == ((7, 1), (8, 8), (16, 8))

    def test_a_drag_on_the_plus_inserts(self, bench):
        """It inserts between two goals, and between the agent and the first."""
        bench.hover(6.02, 5)
        assert bench.marks("plus") == [(6, 5)]
        assert bench.hint.startswith("**Drag the + to add a stop here.**")
        bench.drag((6.02, 5), (8, 5.1))
        assert goals(bench) == ((6, 2), (8, 5), (6, 8), (16, 8))
        assert bench.handles == {GUARD: {1}}
        assert bench.steps[-1].label == "Add a stop to guard"
        path = bench.view().world.find_path((1, 2), (6, 2)).points.tolist()
        assert len(path) > 2, "it leads round the table"
        bench.hover(3.5, 2)
        assert not bench.marks("plus"), "no line is drawn through the table"
        (x, z), (to_x, to_z) = path[0], path[1]
        start = ((x + to_x) / 2, (z + to_z) / 2)
        bench.hover(*start)
        assert len(bench.strokes("hover_edge")[0]) == len(path) + 1
        bench.drag(start, (5, 3.1))
        assert goals(bench)[0] == (5, 3)
        assert bench.handles == {GUARD: {0}}

    def test_a_line_whose_path_is_not_known_is_straight(self, bench):
        """As it is drawn until the path is found."""
        bench.known_paths = lambda legs: [None] * len(legs)
        bench.hover(2.2, 2)
        assert bench.strokes("hover_edge") == [((1, 2), (6, 2))]
        assert bench.marks("plus")

    def test_a_double_click_on_the_line_inserts(self, bench):
        """In place, and no line leads back from the last goal, unless it starts over."""
        bench.double_click(11, 8.02)
        assert goals(bench)[2] == (11, 8)
        assert len(bench.steps) == 1
        bench.hover(8.5, 5)
        assert not bench.marks("plus")
        loop = op.set_mode(bench.level, [GUARD], "loop")
        bench.level = bench.committed = loop.apply(bench.level)
        bench.double_click(11, 5)
        assert goals(bench)[-1] == pytest.approx((11, 5))

    def test_a_click_takes_the_ends_of_the_line(self, bench):
        """Both goals, then a drag moves both."""
        bench.click(6.02, 5)
        assert bench.handles == {GUARD: {0, 1}}
        bench.hover(6.02, 5)
        assert bench.hint.startswith("**Drag moves this line.**")
        bench.drag((6, 5), (7, 5))
        assert goals(bench) == ((7, 2), (7, 8), (16, 8))
        assert len(bench.steps) == 1

    def test_a_goal_dropped_on_the_next_becomes_one_with_it(self, bench):
        """As corners do."""
        bench.drag((6, 2), (6, 4), (6, 8))
        assert goals(bench) == ((6, 8), (16, 8))

    def test_what_moves_attracts_nothing(self, bench):
        """The hint names the snapping."""
        bench.press(6, 8)
        bench.move(7, 8)
        assert bench.left_out[-1] == (frozenset(), {GUARD: {1}}, {})
        bench.escape()
        assert goals(bench) == GOALS

    def test_locked_agents_keep_their_goals(self, bench):
        """No handle, no plus."""
        locked = op.lock(bench.level, [GUARD])
        bench.level = bench.committed = locked.apply(bench.level)
        bench.hover(6, 8)
        assert not bench.marks("handle_hover")
        bench.drag((6, 8), (7, 7))
        assert not bench.key("Delete")
        assert goals(bench) == GOALS

    def test_looks_and_hints(self, bench):
        """They are like those of corners."""
        bench.hover(6, 8)
        assert bench.marks("handle_hover") == [(6, 8)]
        assert set(bench.marks("handle")) >= set(GOALS)
        assert bench.hint.startswith("**Drag moves this stop.** Shift+click adds or removes")
        bench.click(6, 8)
        assert bench.marks("handle_selected") == [(6, 8)]
        bench.press(6, 8)
        bench.move(7, 8)
        assert bench.hint.startswith("**Moving 1 stop to 7.00, 8.00.**")
        bench.release(7, 8)

    def test_a_run_has_goals_of_its_own(self, bench):
        """Handles of its agents are edited at the start."""
        guard = bench.level.agents[GUARD]
        bench.run = run_of(guard)
        bench.hover(6, 8)
        assert bench.hint.startswith("**The stops of guard are edited at the start.**")
        bench.drag((6, 8), (7, 7))
        assert goals(bench) == GOALS


def run_of(*agents):
    """A run in which these stand where they start."""
    return RunView(
        list(agents),
        np.array([agent.position for agent in agents], float),
        np.array([agent.facing for agent in agents], float),
        np.array([agent.radius for agent in agents], float),
    )


class TestSelect:
    """Goals and elements with `V`."""

    def test_the_line_gives_way_to_what_a_drag_would_move(self, select):
        """A table under it is moved; Shift opens a box over it."""
        select.drag((3.5, 2), (3.5, 4))
        assert select.level.obstacles[TABLE].polygon == rectangle(3, 3, 4, 5)
        assert goals(select) == GOALS
        select.select(GUARD)
        select.hover(6.02, 5, keys=SHIFT)
        assert not select.marks("plus")

    def test_an_agent_covers_a_goal_under_it(self, select):
        """At equal distance the agent is selected; beside it, the goal."""
        back = op.drag_handles(select.level, {GUARD: [2]}, (16, 8), (1, 2))
        select.level = select.committed = back.apply(select.level)
        select.drag((1, 2), (1, 3))
        assert select.level.agents[GUARD].position == (1, 3)
        select.drag((1, 2.02), (1, 1))
        assert goals(select)[2] == (1, 1)

    def test_alt_takes_what_lies_beneath_a_single_goal(self, select):
        """Only of several in one place it takes one."""
        select.click(6, 8, keys=ALT)
        assert select.selection == {HALL}

    def test_a_box_without_elements_takes_goals(self, select):
        """With elements in it, it takes those."""
        select.drag((5, 1), (7, 9))
        assert select.selection == {GUARD}
        assert select.handles == {GUARD: {0, 1}}
        select.drag((15, 7), (17, 9), keys=SHIFT)
        assert select.handles == {GUARD: {0, 1, 2}}
        select.press(5, 7)
        select.move(7, 9)
        assert select.hint.startswith("**Release selects 1 stop.**")
        select.escape()
        select.drag((2.5, 0.5), (7, 9))
        assert select.selection == {TABLE}
        assert not select.handles

    def test_corners_are_left_to_the_other_tool(self, select):
        """Shapes are scaled by grips; their corners are not deleted here."""
        select.select(TABLE, GUARD, handles={TABLE: [0]})
        assert not select.tool.entry.asks(select.view())
        assert select.key("Delete")
        assert TABLE not in select.level.obstacles

    def test_of_many_agents_goals_are_left_alone(self, select):
        """As many as the canvas shows the goals of."""
        cook = select.level.agents[COOK]
        more = {n: replace(cook, id=n, name=f"a{n}") for n in range(100, 200)}
        select.level = select.committed = select.level.with_items(more)
        select.select(*more)
        select.hover(6, 2)
        assert len(select.marks("handle_hover")) == 100
        select.select(GUARD, *more)
        assert not select.marks("handle_hover")


class TestVertices:
    """Goals and corners with `E`."""

    @pytest.fixture
    def bench(self):
        """With nothing selected."""
        return Bench(VerticesTool(), level())

    def test_a_click_takes_an_agent_with_goals(self, bench):
        """The status bar mentions them."""
        bench.hover(1, 2)
        assert bench.hint.startswith("**Click edits the stops of guard.**")
        bench.click(1, 2)
        assert bench.selection == {GUARD}
        bench.hover(30, 5)
        assert bench.hint.startswith("**Drag selects stops with a box.**")

    def test_a_box_over_nothing_selected_takes_what_is_seen(self, bench):
        """These are corners; goals are visible for selected agents only."""
        bench.drag((2, 0.5), (7, 9))
        assert bench.handles == {TABLE: {0, 1, 2, 3}}
        bench.select(GUARD, TABLE)
        bench.press(2, 0.5)
        bench.move(7, 9)
        assert bench.hint.startswith("**Release selects 6 handles.**")
        bench.release(7, 9)
        assert bench.handles == {TABLE: {0, 1, 2, 3}, GUARD: {0, 1}}


class TestKindOfItsOwn:
    """A kind with points gets all of it without special code."""

    @pytest.fixture(params=[SelectTool, VerticesTool])
    def bench(self, request):
        """A trail, selected."""
        with registered(TRAIL):
            trail = Trail(id=PATH, name="path", stops=((6, 2), (6, 8), (16, 8)))
            made = Bench(request.param(), level().with_items({PATH: trail}))
            made.select(PATH)
            yield made

    def test_stops_are_handles(self, bench):
        """Moved, inserted, taken away; too few and the trail goes."""
        bench.drag((6, 2), (7, 3))
        assert bench.steps[-1].label == "Move a handle of path"
        bench.drag((9, 8), (9, 9))
        assert bench.level.element(PATH).points == ((7, 3), (6, 8), (9, 9), (16, 8))
        bench.select(PATH, handles={PATH: [0, 1]})
        assert bench.key("Delete")
        assert bench.level.element(PATH).points == ((9, 9), (16, 8))
        bench.click(16, 8)
        assert bench.key("Delete")
        assert bench.level.get(PATH) is None
        assert bench.selection == frozenset()

    def test_no_line_leads_back_to_the_first(self, bench):
        """Unless it is closed."""
        bench.hover(11, 5.02)
        assert not bench.marks("plus")
        closed = replace(bench.level.element(PATH), ring=True)
        bench.level = bench.committed = bench.level.with_items({PATH: closed})
        bench.hover(11, 5.02)
        assert len(bench.marks("plus")) == 1
