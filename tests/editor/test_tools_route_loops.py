"""`K`: loops, consecutive patrols, and actions of agents at their stops."""

import math
import re

import pytest
from guarded_hall import COOK, GUARD, hall
from tool_bench import CTRL, Bench

from editor.tools.route import RouteTool
from editor.tools.stop_options import StopOptions
from navcore.level import operations as op
from navcore.level.model import Stop


@pytest.fixture
def bench() -> Bench:
    """The tool over the hall, the guard selected."""
    made = Bench(RouteTool(), hall())
    made.select(GUARD)
    return made


@pytest.fixture
def does(bench: Bench) -> StopOptions:
    """The options of the tool."""
    assert isinstance(bench.tool, RouteTool)
    return bench.tool.does


def _seconds(hint: str) -> float:
    """Return the time of a round in a hint."""
    found = re.search(r"m, ([\d.,]+) s a round", hint)
    assert found is not None, hint
    return float(found[1].replace(",", ""))


class TestClosing:
    """Closing on the first stop, or on the agent."""

    def test_a_click_on_the_first_stop_closes_the_loop(self, bench: Bench) -> None:
        """From two stops on; within some pixels. The tool stays for the next agent."""
        bench.click(12, 2)
        bench.click(12.02, 2.03)
        assert "A stop is here already" in bench.hint
        bench.click(14, 3)
        bench.hover(12.05, 2.04)
        assert bench.hint.startswith("**Click closes the loop, ")
        bench.click(12.05, 2.04)
        guard = bench.level.agents[GUARD]
        assert (guard.goals, guard.loop) == (((12, 2), (14, 3)), True)
        assert (bench.used, bench.selection) == ("", {GUARD})
        assert len(bench.steps) == 1
        assert bench.key("Enter")
        assert bench.used == "select"

    def test_clicks_after_closing_change_nothing(self, bench: Bench) -> None:
        """Until an agent is taken up, the same one too; undone, it is as before the first stop."""
        for place in ((12, 2), (14, 3), (12, 2)):
            bench.click(*place)
        bench.hover(5, 2)
        assert bench.hint.startswith("**The loop is closed, ")
        assert bench.hint.endswith("Click an agent for its route · Enter ends")
        assert not bench.strokes("route_draft")
        assert bench.tool.entry.asks(bench.view()) is None
        bench.click(5, 2)
        bench.click(12, 2)
        assert not bench.tool.can_take_back()
        assert len(bench.steps) == 1
        bench.hover(10, 2)
        assert bench.hint.endswith("Click goes on with it · Enter ends")
        bench.click(10, 2)
        bench.hover(12, 2)
        assert bench.hint.startswith("**The loop is closed, ")
        bench.click(12, 2)
        bench.click(16, 3)
        bench.key("Enter")
        assert bench.level.agents[GUARD].goals == ((12, 2), (14, 3), (16, 3))
        assert bench.level.agents[GUARD].loop

    def test_stops_can_be_set_when_a_closed_loop_is_undone(self, bench: Bench) -> None:
        """There is no loop to protect."""
        for place in ((12, 2), (14, 3), (12, 2)):
            bench.click(*place)
        bench.undo()
        bench.click(5, 2)
        assert bench.tool.can_take_back()

    def test_patrols_in_a_row(self, bench: Bench) -> None:
        """With a loop closed the next click on an agent begins its route; one step each."""
        bench.level = bench.committed = op.delete_routes(bench.level, [COOK]).apply(bench.level)
        bench.click(12, 2)
        bench.click(14, 3)
        bench.click(12, 2)
        bench.hover(10, 8)
        assert bench.hint.startswith("**Click draws the route of cook.**")
        bench.click(10, 8)
        bench.click(12, 8)
        bench.click(14, 8)
        bench.click(12, 8)
        assert [bench.level.agents[i].loop for i in (GUARD, COOK)] == [True, True]
        assert [step.label for step in bench.steps] == [
            "Add 2 stops to guard", "Add 2 stops to cook",
        ]  # fmt: skip

    def test_a_click_on_the_agent_closes_the_loop_there(self, bench: Bench) -> None:
        """Its place is the last stop, in the same step; the path back to the first is shown."""
        bench.click(12, 2)
        bench.click(14, 3)
        assert not bench.strokes("closing")
        bench.hover(10.2, 1.7)
        assert bench.hint.startswith("**Click closes the loop, ")
        assert bench.hint.endswith(" 3 stops · Ctrl only sets a stop")
        (back,) = bench.strokes("closing")
        assert (back[0], back[-1]) == ((10, 2), (12, 2))
        assert bench.marks("handle_hover") == [(10, 2)]
        bench.click(10.2, 1.7)
        guard = bench.level.agents[GUARD]
        assert (guard.goals, guard.loop) == (((12, 2), (14, 3), (10, 2)), True)
        assert [step.label for step in bench.steps] == ["Add 3 stops to guard"]
        assert bench.hint.startswith("**The loop is closed, ")
        bench.undo()
        assert bench.level.agents[GUARD].goals == ()

    def test_to_and_fro_takes_two_clicks(self, bench: Bench) -> None:
        """A stop, and the agent: a loop of both places, as long as twice the path."""
        bench.click(14, 2)
        bench.hover(10, 2)
        assert bench.hint.startswith("**Click closes the loop, 8.00 m, ")
        bench.click(10, 2)
        assert bench.level.agents[GUARD].goals == ((14, 2), (10, 2))

    def test_a_round_takes_as_long_as_its_pauses_too(self, bench: Bench, does: StopOptions) -> None:
        """The hint has it at the closing click and later; pauses at the agent's place count."""
        bench.click(14, 2)
        bench.hover(10, 2)
        walked = _seconds(bench.hint)
        does.pause.set(20.0)
        bench.hover(10.05, 2)
        assert _seconds(bench.hint) == pytest.approx(walked + 20.0, abs=0.11)
        bench.click(10, 2)
        assert bench.hint.startswith("**The loop is closed, 8.00 m, ")
        assert _seconds(bench.hint) == pytest.approx(walked + 20.0, abs=0.11)

    def test_a_round_that_misses_a_stop_says_which(self, bench: Bench) -> None:
        """Its length would be that of another way."""
        for place in ((12, 2), (14, 4.2), (16, 2)):
            bench.click(*place)
        bench.hover(12, 2)
        assert bench.hint.startswith("**Click closes the loop; stop 2 can't be reached.**")
        bench.click(12, 2)
        assert bench.hint.startswith("**The loop is closed; stop 2 can't be reached.**")

    def test_an_agent_on_its_first_stop_closes_there(self, bench: Bench) -> None:
        """No stop is added beside the first one."""
        bench.click(10, 2)
        bench.click(14, 2)
        bench.click(10.3, 2.2)
        guard = bench.level.agents[GUARD]
        assert (guard.goals, guard.loop) == (((10, 2), (14, 2)), True)

    def test_ctrl_sets_a_stop_on_the_agent(self, bench: Bench) -> None:
        """So do several agents: which one's place would it be."""
        bench.click(14, 2)
        bench.click(10, 2, keys=CTRL)
        bench.key("Enter")
        guard = bench.level.agents[GUARD]
        assert (guard.goals, guard.loop) == (((14, 2), (10, 2)), False)
        bench.tool.activate()
        bench.select(GUARD, COOK)
        bench.click(16, 2)
        bench.hover(10, 2)
        assert bench.hint.startswith("**Click sets stop ")

    def test_typing_the_first_stop_closes(self, bench: Bench) -> None:
        """A click there does the same."""
        bench.click(12, 2)
        bench.click(14, 3)
        bench.enter("12 2")
        assert bench.level.agents[GUARD].loop

    def test_a_loop_without_stops_is_not_closed(self, bench: Bench) -> None:
        """An agent's mode may be a loop before it has a route."""
        edit = op.set_mode(bench.level, [GUARD], "loop")
        bench.level = bench.committed = edit.apply(bench.level)
        bench.hover(10, 2)
        assert bench.hint.startswith("**Click sets stop 1 of guard, ")

    def test_a_loop_shows_the_path_back(self, bench: Bench, does: StopOptions) -> None:
        """While it is drawn."""
        bench.hover(12, 2)
        does.mode.set("loop")
        bench.click(12, 2)
        bench.click(14, 3)
        bench.hover(16, 2)
        (back,) = bench.strokes("closing")
        assert (back[0], back[-1]) == ((16, 2), (12, 2))


class TestOptions:
    """Mode, pause and look in the strip."""

    def test_pause_and_look_belong_to_the_next_stops(self, bench: Bench, does: StopOptions) -> None:
        """Each stop gets the options that were set at its click, also on redo."""
        bench.click(12, 2)
        does.pause.set(3.0)
        does.along.on = False
        does.facing.set(90.0)
        bench.click(14, 2)
        bench.key("Undo")
        does.pause.set(7.0)
        bench.key("Redo")
        assert bench.strokes("route_look")
        bench.key("Enter")
        guard = bench.level.agents[GUARD]
        assert guard.stops == (Stop(), Stop(pause=3.0, facing=math.pi / 2))

    def test_the_strip_begins_with_what_the_agent_has(
        self, bench: Bench, does: StopOptions
    ) -> None:
        """They are its mode and its wait; stops with the same pause have no value of their own."""
        bench.select(COOK)
        bench.hover(16, 8)
        assert (does.mode.value, does.pause.value) == ("once", 2.0)
        bench.click(16, 8)
        bench.key("Enter")
        assert bench.level.agents[COOK].stops == ()

    def test_options_stay_for_agents_that_say_nothing(
        self, bench: Bench, does: StopOptions
    ) -> None:
        """The next guard walks as the last one did; routes that are there keep their own."""
        level = op.add_agent(bench.level, (4, 2), lambda: 9, name="new").apply(bench.level)
        bench.level = bench.committed = level
        bench.hover(12, 2)
        does.pause.set(3.0)
        bench.click(12, 2)
        bench.click(10, 2)
        assert (does.loops, does.pause.value) == (True, 3.0)
        bench.select(9)
        bench.hover(6, 2)
        assert (does.loops, does.pause.value) == (True, 3.0)
        bench.select(COOK)
        bench.hover(6, 2)
        assert (does.loops, does.pause.value) == (False, 2.0)
        bench.select(GUARD)
        bench.hover(6, 2)
        assert (does.loops, does.pause.value) == (True, 3.0), "those of its last stop"

    def test_a_loop_stays_one_when_stops_are_added_later(self, bench: Bench) -> None:
        """The tool reads the agent's mode again."""
        for place in ((12, 2), (14, 3), (12, 2)):
            bench.click(*place)
        bench.key("Enter")
        bench.tool.activate()
        bench.click(16, 2)
        bench.key("Enter")
        guard = bench.level.agents[GUARD]
        assert (len(guard.goals), guard.loop) == (3, True)

    def test_the_mode_is_that_of_the_route(self, bench: Bench, does: StopOptions) -> None:
        """Loop starts over; once does not."""
        bench.hover(12, 2)
        does.mode.set("loop")
        bench.click(12, 2)
        bench.key("Enter")
        assert bench.level.agents[GUARD].loop
        bench.tool.activate()
        bench.hover(14, 2)
        assert does.mode.value == "loop"
        does.mode.set("once")
        bench.click(14, 2)
        bench.key("Enter")
        assert not bench.level.agents[GUARD].loop

    def test_up_and_down_change_the_pause(self, bench: Bench, does: StopOptions) -> None:
        """They change it by half a second."""
        bench.key("Up")
        bench.key("Up")
        assert does.pause.value == 1.0
