"""`K`: routes that agents share, and stops at waypoints."""

import pytest
from guarded_hall import COOK, GUARD, hall
from tool_bench import CTRL, Bench

from editor.tools.route import RouteTool
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Route, RouteStop, Waypoint

GATE, WELL = 61, 62


@pytest.fixture
def bench() -> Bench:
    """The tool over the hall with two waypoints, of which one is off; nothing selected."""
    level = hall()
    gate = Waypoint(id=GATE, name="gate", position=(6.2, 2.3), type="guardPost")
    well = Waypoint(id=WELL, name="well", position=(16.0, 8.0), enabled=False)
    return Bench(RouteTool(), Edit.put(level, [gate, well]).apply(level))


def only_route(bench: Bench) -> Route:
    """The one route of the level."""
    (route,) = bench.level.of(Route).values()
    return route


class TestNewRoutes:
    """Neither an agent nor a route is selected."""

    def test_clicks_lay_a_new_route(self, bench: Bench) -> None:
        """It is a loop unless the strip has another option; it ends up selected, with one step."""
        bench.hover(12, 2)
        assert bench.hint.startswith("**Click sets the first stop of a new route.**")
        assert bench.tool.options[0].value == "loop"  # type: ignore[union-attr]
        for place in ((12, 2), (14, 3), (16, 2)):
            bench.click(*place)
        assert bench.key("Backspace")
        bench.key("Enter")
        route = only_route(bench)
        assert (route.goals, route.mode, route.network) == (((12, 2), (14, 3)), "loop", False)
        assert [step.label for step in bench.steps] == ["Draw route_1"]
        assert (bench.used, bench.selection) == ("select", {route.id})

    def test_the_strip_says_what_follows_the_last_stop(self, bench: Bench) -> None:
        """There and back, or once; along the network; how long agents pause."""
        tool = bench.tool
        assert isinstance(tool, RouteTool)
        bench.hover(12, 2)
        tool.does.mode.set("return")
        tool.does.network.on = True
        bench.click(12, 2)
        tool.does.pause.set(2.0)
        bench.click(14, 2)
        assert not bench.strokes("closing"), "nothing leads from the last stop to the first"
        bench.key("Enter")
        route = only_route(bench)
        assert (route.mode, route.network) == ("return", True)
        assert [stop.pause for stop in route.stops] == [None, 2.0]

    def test_its_mode_is_not_that_of_agents(self, bench: Bench) -> None:
        """New routes loop, agents walk once, until something else is chosen for either."""
        tool = bench.tool
        assert isinstance(tool, RouteTool)
        bench.select(GUARD)
        bench.hover(12, 2)
        assert tool.does.mode.value == "once"
        bench.select()
        bench.hover(12, 2)
        assert tool.does.mode.value == "loop"
        tool.does.mode.set("return")
        bench.select(GUARD)
        bench.hover(12, 2)
        assert tool.does.mode.value == "once"
        bench.select()
        bench.hover(12, 2)
        assert tool.does.mode.value == "return"

    def test_the_first_stop_closes_the_loop(self, bench: Bench) -> None:
        """The next click begins another route; one step each."""
        bench.hover(12, 2)
        for place in ((12, 2), (14, 3), (12.02, 2.03)):
            bench.click(*place)
        first = only_route(bench)
        assert (first.mode, bench.used, bench.selection) == ("loop", "", {first.id})
        bench.hover(5, 2)
        assert bench.hint.startswith("**The loop is closed, ")
        assert "Click lays another" in bench.hint
        bench.click(5, 8)
        assert bench.selection == frozenset()
        bench.click(7, 8)
        bench.key("Enter")
        assert [step.label for step in bench.steps] == ["Draw route_1", "Draw route_2"]
        assert {route.goals for route in bench.level.of(Route).values()} == {
            ((12, 2), (14, 3)), ((5, 8), (7, 8)),
        }  # fmt: skip

    def test_a_level_needs_no_agent(self) -> None:
        """It needs no floor either."""
        bench = Bench(RouteTool())
        bench.click(1, 1)
        bench.enter("@ 3 0")
        bench.key("Enter")
        assert only_route(bench).goals == ((1.0, 1.0), (4.0, 1.0))

    def test_another_tool_keeps_what_was_laid_and_escape_drops_it(self, bench: Bench) -> None:
        """They work as for outlines."""
        bench.click(12, 2)
        bench.key("Escape")
        assert bench.key("Redo")
        bench.leave()
        assert only_route(bench).goals == ((12, 2),)


class TestLongerRoutes:
    """A route is selected, or agents that share one."""

    def test_clicks_append_to_the_selected_route(self, bench: Bench) -> None:
        """The strip shows the route's options; a click on its first stop closes it."""
        bench.level = bench.committed = op.add_route(
            bench.level, [(12, 2), (14, 2)], lambda: 77, mode="return", network=True
        ).apply(bench.level)
        bench.select(77)
        bench.hover(16, 2)
        assert bench.hint.startswith("**Click sets stop 3 of route_1, 17.61 m"), "over the gate"
        bench.click(16, 2)
        bench.key("Enter")
        assert only_route(bench).goals == ((12, 2), (14, 2), (16, 2))
        assert (only_route(bench).mode, only_route(bench).network) == ("return", True)
        assert (bench.steps[-1].label, bench.selection) == ("Add a stop to route_1", {77})
        bench.tool.activate()
        bench.click(12, 2)
        assert only_route(bench).mode == "loop"
        assert bench.steps[-1].label == "Close route_1"

    def test_shortcuts_are_taken_on_the_network_alone(self, bench: Bench) -> None:
        """The switch counts as long as the network is kept to; new routes and longer ones."""
        does = bench.tool.does
        does.shortcuts.on = True
        assert not does.shortcuts.counts
        bench.click(12, 2)
        bench.key("Enter")
        assert not only_route(bench).shortcuts
        bench.select(only_route(bench).id)
        bench.tool.activate()
        bench.hover(14, 2)
        does.network.on = does.shortcuts.on = True
        assert does.shortcuts.counts
        bench.click(14, 2)
        bench.key("Enter")
        assert (only_route(bench).network, only_route(bench).shortcuts) == (True, True)
        bench.tool.activate()
        bench.hover(16, 2)
        assert does.shortcuts.on

    def test_agents_that_share_a_route_lengthen_it(self, bench: Bench) -> None:
        """Stops of their own wouldn't be used. The agents stay selected."""
        bench.level = bench.committed = op.add_route(
            bench.level, [(12, 2)], lambda: 77
        ).apply(bench.level)  # fmt: skip
        bench.level = bench.committed = op.walk_route(bench.level, [GUARD, COOK], 77).apply(
            bench.level
        )
        bench.select(GUARD, COOK)
        bench.hover(14, 2)
        assert bench.hint.startswith("**Click sets stop 2 of 2 agents, 2.00 m")
        bench.click(14, 2)
        bench.key("Enter")
        assert only_route(bench).goals == ((12, 2), (14, 2))
        assert bench.level.agents[GUARD].goals == ()
        assert bench.selection == {GUARD, COOK}

    def test_a_locked_route_stays(self, bench: Bench) -> None:
        """Selected itself, or shared by the agent that is; the hint names it."""
        level = op.add_route(bench.level, [(12, 2)], lambda: 77, name="rounds").apply(bench.level)
        level = op.walk_route(level, [GUARD], 77).apply(level)
        bench.level = bench.committed = op.lock(level, [77]).apply(level)
        for chosen in (77, GUARD):
            bench.select(chosen)
            bench.hover(14, 2)
            assert bench.hint.startswith("**rounds is locked or hidden.**")
            bench.click(14, 2)
            assert not bench.tool.can_take_back()


class TestAtWaypoints:
    """A click on a waypoint makes it the stop."""

    def test_a_click_on_a_waypoint_makes_it_the_stop(self, bench: Bench) -> None:
        """Within some pixels, off the grid; the hint names it, the preview lights it."""
        bench.hover(6.25, 2.25)
        assert bench.hint.startswith("**Click makes gate the first stop of a new route.**")
        assert bench.strokes("hover")
        assert bench.marks("snap") == [(6.2, 2.3)]
        bench.click(6.25, 2.25)
        bench.hover(9, 2)
        bench.click(9, 2)
        bench.key("Enter")
        assert only_route(bench).stops == (
            RouteStop(waypoint=GATE, at=(6.2, 2.3)), RouteStop(at=(9.0, 2.0)),
        )  # fmt: skip

    def test_it_is_one_stop_of_an_agent_too(self, bench: Bench) -> None:
        """It shows its number, the way there and its pause."""
        bench.select(GUARD)
        bench.hover(6.2, 2.3)
        assert bench.hint.startswith("**Click makes gate stop 1 of guard, 3.81 m.**")
        bench.click(6.2, 2.3)
        bench.hover(9, 2)
        bench.click(9, 2)
        bench.hover(6.2, 2.3)
        assert bench.hint.startswith("**Click closes the loop, ")
        bench.key("Enter")
        assert bench.level.agents[GUARD].stop(0).waypoint == GATE

    def test_with_ctrl_the_place_counts(self, bench: Bench) -> None:
        """No target attracts then."""
        bench.click(6.25, 2.25, keys=CTRL)
        bench.key("Enter")
        assert only_route(bench).stops == (RouteStop(at=(6.25, 2.25)),)

    def test_one_that_is_off_says_so(self, bench: Bench) -> None:
        """Agents skip it; a locked one is a stop as any other."""
        bench.click(12, 8)
        bench.hover(16, 8)
        assert bench.hint.startswith("**Click makes well stop 2; agents skip it while it is off.**")
        bench.level = bench.committed = op.lock(bench.level, [GATE]).apply(bench.level)
        bench.hover(6.2, 2.3)
        assert bench.hint.startswith("**Click makes gate stop 2, ")
        bench.hidden = frozenset({GATE})
        bench.hover(6.2, 2.3)
        assert bench.hint.startswith("**Click sets stop 2, ")
