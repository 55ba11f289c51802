"""`K`: stops appended to the routes of the selected agents, click by click."""

import math
from itertools import pairwise

import numpy as np
import pytest
from guarded_hall import COOK, GUARD, hall
from tool_bench import CTRL, SHIFT, Bench

from editor.tools.legs import Leg
from editor.tools.route import RouteTool
from editor.tools.route_paths import RoutePaths
from editor.tools.run_view import RunView
from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.model import Level, Profile
from navcore.world import World

OFF = (40.0, 40.0)


@pytest.fixture
def bench() -> Bench:
    """The tool over the hall, the guard selected."""
    made = Bench(RouteTool(), hall())
    made.select(GUARD)
    return made


def run_view(level: Level) -> RunView:
    """A run in which everybody stands where it starts."""
    agents = list(level.agents.values())
    return RunView(
        agents,
        np.array([agent.position for agent in agents], np.float64),
        np.array([agent.facing for agent in agents], np.float64),
        np.array([agent.radius for agent in agents], np.float64),
    )


class TestDrawing:
    """Clicks, keys and their effects."""

    def test_clicks_append_stops_and_enter_ends(self, bench: Bench) -> None:
        """It is one undo step, the agent stays selected, and `V` becomes active."""
        for place in ((12, 2), (14, 3), (16, 2)):
            bench.click(*place)
        assert bench.level == bench.committed, "nothing is done before the end"
        assert bench.steps == []
        assert bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2), (14, 3), (16, 2))
        assert [step.label for step in bench.steps] == ["Add 3 stops to guard"]
        assert (bench.used, bench.selection) == ("select", {GUARD})

    def test_stops_are_added_to_a_route_that_is_there(self, bench: Bench) -> None:
        """Behind its last stop; its first one closes it, without a stop more, too."""
        bench.select(COOK)
        bench.click(16, 8)
        bench.key("Enter")
        assert bench.level.agents[COOK].goals == ((12, 8), (14, 8), (16, 8))
        bench.tool.activate()
        bench.click(12, 8)
        assert bench.level.agents[COOK].loop
        assert bench.steps[-1].label == "Close the route of cook"

    def test_all_selected_agents_get_the_stops(self, bench: Bench) -> None:
        """The same ones, in one step."""
        bench.select(GUARD, COOK)
        bench.click(1, 5)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((1, 5),)
        assert bench.level.agents[COOK].goals == ((12, 8), (14, 8), (1, 5))
        assert bench.steps[-1].label == "Add a stop to 2 agents"

    def test_the_last_stop_is_taken_back_and_set_again(self, bench: Bench) -> None:
        """By Backspace, undo and a right-click; with none left undo is the level's."""
        for place in ((12, 2), (14, 3), (16, 2)):
            bench.click(*place)
        assert bench.key("Backspace")
        assert bench.right_click(1, 1)
        assert bench.key("Redo")
        assert bench.key("Undo")
        assert bench.tool.can_take_back()
        assert bench.key("Undo")
        assert not bench.key("Undo")
        assert not bench.right_click(1, 1)
        bench.click(18, 2)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((18, 2),)

    def test_escape_drops_and_redo_brings_back(self, bench: Bench) -> None:
        """They work as for outlines."""
        bench.click(12, 2)
        assert bench.key("Escape")
        assert not bench.tool.can_take_back()
        assert bench.key("Redo")
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2),)

    def test_another_tool_keeps_what_was_drawn(self, bench: Bench) -> None:
        """It becomes one step."""
        bench.click(12, 2)
        bench.click(14, 2)
        bench.leave()
        assert bench.level.agents[GUARD].goals == ((12, 2), (14, 2))
        assert len(bench.steps) == 1
        bench.undo()
        assert bench.level.agents[GUARD].goals == ()

    def test_enter_without_a_stop_goes_back_to_selecting(self, bench: Bench) -> None:
        """Nothing changes."""
        assert bench.key("Enter")
        assert (bench.used, bench.steps, bench.selection) == ("select", [], {GUARD})

    def test_the_selection_of_the_beginning_counts(self, bench: Bench) -> None:
        """Elements selected or deleted meanwhile get no stops."""
        bench.click(12, 2)
        bench.select(COOK)
        bench.click(14, 2)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2), (14, 2))
        assert len(bench.level.agents[COOK].goals) == 2
        bench.tool.activate()
        bench.select(GUARD)
        bench.click(16, 2)
        bench.level = bench.committed = op.delete(bench.level, {GUARD}).apply(bench.level)
        bench.hover(3, 3)
        bench.key("Enter")
        assert GUARD not in bench.level.agents


class TestExactly:
    """Typed places, straight lines, snapping."""

    def test_places_are_typed_also_relative_ones(self, bench: Bench) -> None:
        """The first is relative to the agent, later ones to the last stop."""
        bench.enter("@ 2 0")
        bench.enter("14 3")
        bench.enter("@ 2 90")
        bench.key("Enter")
        goals = bench.level.agents[GUARD].goals
        assert goals[:2] == ((12.0, 2.0), (14.0, 3.0))
        assert goals[2] == pytest.approx((14.0, 5.0))

    def test_the_last_place_typed_again_is_refused(self, bench: Bench) -> None:
        """There is a message."""
        bench.click(12, 2)
        with pytest.raises(NavcoreError, match="A stop is here already"):
            bench.enter("12 2")

    def test_shift_keeps_to_45_degrees_and_ctrl_does_not_snap(self, bench: Bench) -> None:
        """The angle is from the last place."""
        bench.hover(12.1, 3.8, keys=SHIFT)
        bench.click(12.1, 3.8, keys=SHIFT)
        bench.click(13.07, 3.21, keys=CTRL)
        bench.key("Enter")
        first, second = bench.level.agents[GUARD].goals
        assert first[0] - 10 == pytest.approx(first[1] - 2)
        assert second == (13.07, 3.21)

    def test_nothing_is_typed_for_a_locked_agent(self, bench: Bench) -> None:
        """It keeps its route."""
        bench.level = bench.committed = op.lock(bench.level, {GUARD}).apply(bench.level)
        assert bench.tool.entry.asks(bench.view()) is None


class TestTakingUp:
    """Agents that are not selected yet."""

    def test_a_click_takes_an_agent_up(self, bench: Bench) -> None:
        """With Shift it is added; the hint says so before."""
        bench.select()
        bench.hover(*OFF)
        assert bench.hint.endswith("new route.** Click an agent for its own route")
        bench.hover(10, 2)
        assert bench.hint.startswith("**Click draws the route of guard.**")
        bench.click(10, 2)
        assert bench.selection == {GUARD}
        bench.click(10, 8, keys=SHIFT)
        assert bench.selection == {GUARD, COOK}
        bench.hover(10, 8)
        assert bench.hint.endswith("**Click draws the route of cook.** Shift+click leaves it out")
        bench.click(10, 8, keys=SHIFT)
        assert bench.selection == {GUARD}
        bench.select(GUARD, COOK)
        bench.click(10, 8)
        assert bench.selection == {COOK}, "of several the one that is clicked"
        assert bench.steps == []

    def test_once_a_stop_is_set_agents_are_places(self, bench: Bench) -> None:
        """A stop may be where another agent stands."""
        bench.click(12, 2)
        bench.click(10, 8)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2), (10, 8))

    @pytest.mark.parametrize("how", ["lock", "hide", "delete"])
    def test_agents_held_while_drawing_keep_their_routes(self, bench: Bench, how: str) -> None:
        """Stops that were set are dropped, and the hint gives the reason."""
        bench.click(12, 2)
        if how == "hide":
            bench.hidden = frozenset({GUARD})
        else:
            edit = op.lock if how == "lock" else op.delete
            bench.level = bench.committed = edit(bench.level, {GUARD}).apply(bench.level)
        held = bench.level
        bench.hover(14, 2)
        told = (
            "**What these stops belong to was deleted"
            if how == "delete"
            else "**guard is locked or"
        )
        assert bench.hint.startswith(told)
        bench.leave()
        assert bench.level == held
        assert not bench.steps

    def test_locked_agents_keep_their_routes(self, bench: Bench) -> None:
        """The hint gives the reason."""
        bench.level = bench.committed = op.lock(bench.level, {GUARD}).apply(bench.level)
        bench.hover(5, 2)
        assert bench.hint.startswith("**guard is locked or hidden.**")
        bench.click(5, 2)
        assert not bench.tool.can_take_back()


class TestPaths:
    """The path to the mouse, as the agent would walk it."""

    def test_the_path_leads_round_the_wall(self, bench: Bench) -> None:
        """Length and seconds are in the hint."""
        bench.hover(10, 8)
        assert not bench.strokes("route_draft"), "over the cook a click takes it up"
        bench.hover(12, 8)
        (line,) = bench.strokes("route_draft")
        assert line[0] == (10, 2)
        assert len(line) > 2
        length = sum(math.dist(a, b) for a, b in pairwise(line))
        assert f"{length:.2f} m, {length / 1.4:.1f} s" in bench.hint
        assert bench.hint.startswith("**Click sets stop 1 of guard, ")

    def test_where_there_is_no_path_the_rest_is_cut(self, bench: Bench) -> None:
        """It is dotted, with a cross; a click still sets the stop."""
        bench.hover(10, 5)
        ((start, end),) = bench.strokes("route_cut")
        assert end == (10, 5)
        assert math.dist(start, end) > 0.5
        assert bench.marks("route_cross") == [(10, 5)]
        assert bench.hint.startswith("**No path to here, ")
        bench.click(10, 5)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((10, 5),)

    def test_several_agents_have_paths_of_their_own(self, bench: Bench) -> None:
        """They lead to the first stop; the hint has the longest."""
        bench.select(GUARD, COOK)
        bench.hover(1, 5)
        starts = {line[0] for line in bench.strokes("route_draft")}
        assert starts == {(10, 2), (14, 8)}
        assert bench.hint.startswith("**Click sets stop 3 of 2 agents, ")


class TestInARun:
    """`K` edits the level during runs."""

    def test_stops_go_to_the_level(self, bench: Bench) -> None:
        """An edit, and no input of the run."""
        bench.run = run_view(bench.level)
        bench.click(12, 2)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2),)
        assert bench.inputs == []

    def test_agents_of_the_run_alone_have_no_route(self, bench: Bench) -> None:
        """The hint says what to do instead."""
        extra = op.add_agent(Level(), (5, 2), lambda: 99, name="extra").apply(Level())
        bench.run = run_view(Level(agents={**bench.level.agents, **extra.agents}))
        bench.select(99)
        bench.hover(8, 2)
        assert bench.hint.startswith("**extra is in this run only.**")
        bench.click(8, 2)
        assert bench.steps == []


def test_paths_are_searched_once_for_a_world() -> None:
    """However often the mouse asks; another world is asked anew."""
    paths, world = RoutePaths(), World.build(hall())
    leg = Leg((12, 2), (16, 8))
    known = paths.of(leg, world)
    assert paths.of(leg, world) is known
    assert paths.of(leg._replace(profile=Profile(radius=0.9)), world) is not known
    assert paths.of(leg, world) is known
    assert paths.of(leg, World.build(hall())) is not known
