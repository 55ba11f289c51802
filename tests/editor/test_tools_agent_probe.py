"""Placing agents, and probing for paths."""

import itertools
import math

import numpy as np
import pytest
from tool_bench import CTRL, NONE, SHIFT, Bench, check_hint, drawn, rectangle

from editor.tools.agent import AgentTool
from editor.tools.messages import probe as probe_words
from editor.tools.probe import ProbeTool
from editor.tools.tool import Probe
from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.path.result import PathResult, Status


@pytest.fixture
def level():
    """A hall with a table."""
    return drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 20, 10), n, name="hall"),
        lambda lv, n: op.add_obstacle(lv, rectangle(10, 4, 12, 6), n, name="table"),
    )


class TestAgent:
    """A click places, a drag turns."""

    def test_a_click(self, level):
        """One step, selected; the first is the player."""
        bench = Bench(AgentTool(), level)
        bench.click(3.1, 4.1)
        (agent,) = bench.level.agents.values()
        assert agent.position == (3, 4)
        assert agent.facing == 0
        assert agent.player
        assert bench.selection == {agent.id}
        bench.click(5, 4)
        assert [a.name for a in bench.level.agents.values()] == ["player", "agent_1"]
        assert [step.label for step in bench.steps] == ["Place player", "Place agent_1"]

    def test_what_comes_next_is_said(self, level):
        """Once an agent is placed, and with it selected, the key of its route."""
        bench = Bench(AgentTool(), level)
        bench.hover(3, 4)
        assert "Digits place many" in bench.hint
        bench.click(3, 4)
        bench.hover(5, 4)
        assert bench.hint.startswith("**Click places an agent, drag turns it.** K draws a route")
        bench.select(1)
        assert "Digits place many" in bench.hint

    def test_a_drag_turns(self, level):
        """Towards the mouse, from the place of the press."""
        bench = Bench(AgentTool(), level)
        bench.drag((3, 4), (3.5, 4), (3, 6))
        (agent,) = bench.level.agents.values()
        assert agent.position == (3, 4)
        assert agent.facing == pytest.approx(math.pi / 2)
        assert len(bench.steps) == 1

    def test_whole_degrees(self, level):
        """The shown value is that in the file, even if the mouse trembles."""
        bench = Bench(AgentTool(), level)
        bench.drag((3, 4), (3.5, 4), (6, 4.01))
        (agent,) = bench.level.agents.values()
        assert agent.facing == 0

    def test_shift_turns_in_steps(self, level):
        """Steps are 15 degrees."""
        bench = Bench(AgentTool(), level)
        bench.press(3, 4)
        bench.move(5, 5, keys=SHIFT)
        assert bench.hint.startswith("**Facing 30°.**")
        bench.release(5, 5, keys=SHIFT)
        assert next(iter(bench.level.agents.values())).facing == pytest.approx(math.radians(30))

    def test_ctrl_does_not_snap(self, level):
        """Exactly where the mouse is."""
        bench = Bench(AgentTool(), level)
        bench.click(3.21, 4.32, keys=CTRL)
        assert next(iter(bench.level.agents.values())).position == (3.21, 4.32)

    def test_escape_places_nothing(self, level):
        """Press, drag, Escape."""
        bench = Bench(AgentTool(), level)
        bench.press(3, 4)
        bench.move(5, 4)
        bench.escape()
        assert bench.level == level
        assert not bench.steps

    def test_a_double_click_places_one(self, level):
        """There are never two at one place."""
        bench = Bench(AgentTool(), level)
        bench.double_click(3, 4)
        assert len(bench.level.agents) == 1

    @pytest.mark.parametrize(
        ("place", "why"),
        [
            ((30, 5), "it is outside every area"),
            ((11, 5), "it is inside table"),
            ((9.5, 5), "it is too close to a wall"),
        ],
    )
    def test_where_it_can_not_walk_it_says_so(self, level, place, why):
        """It still places it: the level around may change."""
        bench = Bench(AgentTool(), level)
        bench.hover(*place)
        assert bench.hint == f"**An agent can't walk from here: {why}.** Click places it anyway"
        bench.click(*place)
        assert len(bench.level.agents) == 1

    def test_it_shows_what_a_click_places(self, level):
        """A ring of the level's radius, and where it looks."""
        bench = Bench(AgentTool(), level)
        assert not bench.strokes("agent_draft")
        bench.hover(3, 4)
        ring, _ = bench.strokes("agent_draft")
        assert math.dist(ring[0], (3, 4)) == pytest.approx(0.45)
        assert bench.hint.startswith("**Click places an agent, drag turns it.**")

    def test_keys_are_not_used(self, level):
        """Escape is passed on to the window."""
        assert not Bench(AgentTool(), level).key("Escape")


class TestManyAgents:
    """Digits place many."""

    @pytest.mark.parametrize("count", [2, 5, 12, 16])
    def test_a_block(self, level, count):
        """So many in one step, all selected, apart from each other, around the click."""
        bench = Bench(AgentTool(), level)
        bench.enter(str(count))
        bench.click(5, 5)
        agents = list(bench.level.agents.values())
        assert len(agents) == count
        assert bench.selection == {agent.id for agent in agents}
        assert [step.label for step in bench.steps] == [f"Place {count} agents"]
        places = [agent.position for agent in agents]
        gaps = [math.dist(a, b) for a, b in itertools.combinations(places, 2)]
        assert min(gaps) == pytest.approx(1.1)
        assert all(math.dist(place, (5, 5)) < 1.1 * math.sqrt(count) for place in places)

    def test_it_shows_them_and_says_so(self, level):
        """While the count is typed, and after."""
        bench = Bench(AgentTool(), level)
        bench.hover(5, 5)
        assert bench.type("12") == ""
        assert len(bench.strokes("agent_draft")) == 24
        assert bench.hint == "**Enter, then each click places 12 agents.** Esc closes the box"
        bench.tool.entry.close()
        assert len(bench.strokes("agent_draft")) == 2
        bench.enter("12")
        assert bench.hint.startswith("**Click places 12 agents, drag turns them.**")

    def test_the_block_turns_as_one(self, level):
        """Their facings turn, too."""
        bench = Bench(AgentTool(), level)
        bench.number("count").set(2)
        bench.drag((5, 5), (5, 8))
        one, other = bench.level.agents.values()
        assert one.facing == other.facing == pytest.approx(math.pi / 2)
        assert one.position[1] == other.position[1] == 5
        assert {one.position[0], other.position[0]} == {4.45, 5.55}

    def test_nobody_is_placed_where_nobody_can_walk(self, level):
        """Agents without room in the block stand next to it."""
        bench = Bench(AgentTool(), level)
        bench.number("count").set(9)
        bench.click(9, 5)
        world = bench.view().world
        assert all(world.is_walkable(*agent.position) for agent in bench.level.agents.values())
        bench.click(9, 5)
        places = [agent.position for agent in bench.level.agents.values()]
        assert len(set(places)) == 18
        gaps = [math.dist(a, b) for a, b in itertools.combinations(places, 2)]
        assert min(gaps) >= 0.9

    def test_they_rather_stay_on_this_side_of_a_wall(self):
        """Though the other side is nearer."""
        level = drawn(
            lambda lv, n: op.add_area(lv, rectangle(0, 0, 20, 10), n),
            lambda lv, n: op.add_obstacle(lv, rectangle(0, 4, 20, 4.2), n),
        )
        bench = Bench(AgentTool(), level)
        bench.number("count").set(9)
        bench.click(10, 5.5)
        assert all(agent.position[1] > 4.2 for agent in bench.level.agents.values())

    def test_where_there_is_no_floor_it_says_so(self, level):
        """It still places them."""
        bench = Bench(AgentTool(), level)
        bench.number("count").set(4)
        bench.hover(50, 50)
        assert bench.hint.startswith("**None of the 4 agents can walk from here.**")
        bench.click(50, 50)
        assert len(bench.level.agents) == 4

    def test_one_again(self, level):
        """Escape and another tool reset the number."""
        bench = Bench(AgentTool(), level)
        bench.enter("7")
        assert bench.key("Escape")
        assert not bench.key("Escape")
        assert bench.number("count").value == 1
        bench.key("Up")
        bench.key("Shift+Up")
        assert bench.tool.options[0].value == 12
        bench.leave()
        bench.tool.activate()
        assert bench.number("count").value == 1

    @pytest.mark.parametrize("text", ["0", "501", "2.5", "3 m"])
    def test_what_is_no_count_is_refused(self, level, text):
        """There is a message."""
        bench = Bench(AgentTool(), level)
        bench.type(text)
        with pytest.raises(NavcoreError):
            bench.tool.entry.enter(text, bench.view())
        assert bench.number("count").value == 1


def answer(status, start, goal, **fields):
    """Return the result of a search."""
    return PathResult(status, start, goal, **fields)


class TestProbe:
    """A path while the mouse moves."""

    def test_a_drag_asks_on_every_move(self, level):
        """And once more at the end; never a step of undo."""
        bench = Bench(ProbeTool(), level)
        bench.drag((1, 1), (3, 3), (5, 5))
        assert bench.asked == [
            Probe((1, 1), (3, 3)), Probe((1, 1), (5, 5)), Probe((1, 1), (5, 5)),
        ]  # fmt: skip
        assert not bench.steps

    def test_a_click_asks_nothing(self, level):
        """There is no path from a place to itself."""
        bench = Bench(ProbeTool(), level)
        bench.click(1, 1)
        assert not bench.asked

    @pytest.mark.parametrize(
        ("grab", "expected"),
        [((1.02, 1), Probe((7, 7), (5, 5))), ((5, 5.02), Probe((1, 1), (7, 7)))],
    )
    def test_either_end_can_be_moved(self, level, grab, expected):
        """The other stays."""
        bench = Bench(ProbeTool(), level)
        bench.answer = answer(Status.COMPLETE, (1, 1), (5, 5), length=6.0)
        bench.hover(*grab)
        assert bench.marks("handle_hover")
        assert bench.hint.startswith("**Drag moves this end of the path.**")
        bench.drag(grab, (7, 7))
        assert bench.asked[-1] == expected

    def test_elsewhere_a_new_one_begins(self, level):
        """Though one is in sight."""
        bench = Bench(ProbeTool(), level)
        bench.answer = answer(Status.COMPLETE, (1, 1), (5, 5))
        bench.drag((3, 3), (7, 7))
        assert bench.asked[-1] == Probe((3, 3), (7, 7))

    def test_escape_clears(self, level):
        """It clears the visible path; without one, the tool ignores the key."""
        bench = Bench(ProbeTool(), level)
        assert not bench.key("Escape")
        bench.answer = answer(Status.COMPLETE, (1, 1), (5, 5))
        assert bench.key("Escape")
        assert bench.asked == [Probe(None, None)]

    def test_while_dragging_it_says_what_came_out(self, level):
        """It does when the answer fits the question."""
        bench = Bench(ProbeTool(), level)
        bench.press(1, 1)
        bench.move(5, 5)
        assert bench.hint.startswith("**Looking for a path.**")
        assert bench.marks("probe_start") == [(1, 1)]
        assert bench.marks("probe_goal") == [(5, 5)]
        bench.answer = answer(Status.COMPLETE, (1, 1), (5, 5), length=32.42)
        assert bench.hint == "**32.4 m, 23 s.** Release keeps it"
        assert not bench.marks("probe_start"), "the path shows its own ends"
        bench.move(6, 6)
        bench.escape()
        assert not bench.marks("probe_goal")

    @pytest.mark.parametrize("status", list(Status))
    def test_every_outcome_has_words(self, level, status):
        """A designer's, in the drag and after."""
        bench = Bench(ProbeTool(), level)
        points = np.array([[2.0, 2.0]])
        bench.answer = answer(
            status, (1, 1), (5, 5), length=1.4, points=points, snapped_goal=(4.5, 5)
        )
        bench.hover(3, 3, keys=NONE)
        check_hint(bench.hint)
        assert "Esc clears it" in bench.hint
        assert str(status) not in bench.hint or status == Status.ALREADY_THERE

    def test_a_path_that_ends_short_says_how_far(self, level):
        """From its end to the goal."""
        result = answer(Status.PARTIAL, (1, 1), (5, 5), length=14.0, points=np.array([[5.0, 1.8]]))
        assert probe_words.probe_says(result, "Release keeps it") == (
            "**No path there; this one ends 3.2 m short.** 14.0 m, 10 s · Release keeps it"
        )

    def test_with_nothing_in_sight(self, level):
        """The hint explains the first step."""
        assert Bench(ProbeTool(), level).hint.startswith("**Drag from one place to another.**")


def test_an_end_is_taken_to_the_storey_in_hand(level):
    """The other one keeps its own, so that paths lead from storey to storey."""
    bench = Bench(ProbeTool(), level)
    bench.answer = answer(Status.COMPLETE, (1, 1), (5, 5), length=6.0)
    bench.storey = "upper"
    bench.drag((5, 5), (7, 7))
    assert bench.asked[-1] == Probe((1, 1), (7, 7), ("ground", "upper"))
    bench.answer = None
    bench.drag((2, 2), (7, 7))
    assert bench.asked[-1] == Probe((2, 2), (7, 7), ("upper", "upper"))
