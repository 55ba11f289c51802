"""Shared routes: create, share, walk, separate; stops at waypoints."""

import itertools

import pytest

from navcore.errors import NavcoreError
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import (
    Agent,
    Edge,
    Layer,
    Level,
    Route,
    RouteStop,
    Settings,
    Stop,
    Waypoint,
)
from navcore.level.operations.keep import keep
from navcore.level.operations.route_over import order_along, route_over
from navcore.level.shared_routes import as_walked, walkers_of

GUARD, COOK, MAID, ROUNDS, GATE = 1, 2, 3, 4, 5


def manor() -> Level:
    """A guard with three stops, a cook with the same, a maid without, a route and a waypoint."""
    goals = ((1.0, 0.0), (2.0, 0.0), (3.0, 0.0))
    own = {"goals": goals, "stops": (Stop(pause=2.0), Stop(facing=1.0)), "loop": True}
    return put(
        Level(),
        Agent(id=GUARD, name="guard", position=(0.0, 0.0), wait=1.0, **own),  # type: ignore[arg-type]
        Agent(id=COOK, name="cook", position=(0.0, 5.0), **own),  # type: ignore[arg-type]
        Agent(id=MAID, name="maid", position=(0.0, 9.0)),
        Route(id=ROUNDS, name="rounds", mode="return", network=True,
              stops=(RouteStop(at=(7.0, 7.0), pause=3.0), RouteStop(at=(8.0, 7.0)))),
        Waypoint(id=GATE, name="gate", position=(4.0, 4.0), type="guardPost"),
    )  # fmt: skip


def put(level: Level, *elements: Agent | Route | Waypoint) -> Level:
    """The level with these."""
    return Edit.put(level, elements).apply(level)


def ids() -> "itertools.count[int]":
    """New ids."""
    return itertools.count(101)


class TestSharing:
    """Own stops become a route, and a route own stops."""

    def test_own_stops_become_a_route_that_the_agent_walks(self) -> None:
        """Named after it, one step, and walked as before."""
        level = manor()
        edit = op.share_routes(level, [GUARD], ids().__next__)
        after = edit.apply(level)
        (route,) = [one for one in after.of(Route).values() if one.id != ROUNDS]
        guard = after.agents[GUARD]
        assert (route.name, route.mode, route.goals) == (
            "guard_route", "loop", level.agents[GUARD].goals,
        )  # fmt: skip
        assert [stop.pause for stop in route.stops] == [2.0, None, None]
        assert (guard.route, guard.goals, guard.stops, guard.loop) == (route.id, (), (), False)
        assert as_walked(guard, after) == level.agents[GUARD]
        assert edit.label == "Share the route of guard"
        assert edit.inverse().apply(after) == level

    def test_agents_with_the_same_stops_share_one(self) -> None:
        """Agents without stops, or on a route already, stay unchanged."""
        level = op.walk_route(manor(), [MAID], ROUNDS).apply(manor())
        after = op.share_routes(level, [GUARD, COOK, MAID], ids().__next__).apply(level)
        assert len(after.of(Route)) == 2
        assert after.agents[GUARD].route == after.agents[COOK].route
        assert after.agents[MAID].route == ROUNDS
        assert not op.share_routes(after, [GUARD, COOK, MAID], ids().__next__)

    def test_agents_take_a_route_instead_of_their_own(self) -> None:
        """One step; its stops are theirs again when it is made their own."""
        level = manor()
        edit = op.walk_route(level, [GUARD, MAID], ROUNDS)
        after = edit.apply(level)
        assert edit.label == "Let 2 agents walk rounds"
        assert [after.agents[i].route for i in (GUARD, MAID)] == [ROUNDS, ROUNDS]
        assert after.agents[GUARD].goals == ()
        assert [a.name for a in walkers_of(after, ROUNDS)] == ["guard", "maid"]
        own = op.own_routes(after, [MAID])
        maid = own.apply(after).agents[MAID]
        assert own.label == "Give maid a route of its own"
        assert (maid.route, maid.goals, maid.mode, maid.network) == (
            None, ((7.0, 7.0), (8.0, 7.0)), "return", True,
        )  # fmt: skip
        assert maid.stops == (Stop(pause=3.0),)
        assert [a.name for a in walkers_of(own.apply(after), ROUNDS)] == ["guard"]

    def test_agents_stand_when_their_route_is_deleted(self) -> None:
        """And walk it again when that is undone."""
        level = op.walk_route(manor(), [GUARD], ROUNDS).apply(manor())
        for edit, label in (
            (op.delete(level, [ROUNDS]), "Delete rounds, which guard walked"),
            (op.delete_routes(level, [ROUNDS]), "Delete rounds"),
        ):
            after = edit.apply(level)
            assert edit.label == label
            assert (after.agents[GUARD].route, after.agents[GUARD].goals) == (None, ())
            assert edit.inverse().apply(after) == level
        stands = op.delete_routes(level, [GUARD]).apply(level)
        assert (stands.agents[GUARD].route, ROUNDS in stands.of(Route)) == (None, True)
        assert not op.delete_routes(stands, [GUARD])

    def test_a_goal_of_a_run_that_is_kept_makes_stops_its_own(self) -> None:
        """Behind those of the route, or alone: the others walk on."""
        level = op.walk_route(manor(), [GUARD, MAID], ROUNDS).apply(manor())
        for append, goals in ((True, ((7.0, 7.0), (8.0, 7.0), (5.0, 5.0))), (False, ((5.0, 5.0),))):
            after = keep(level, goals={MAID: (5.0, 5.0)}, append=append).apply(level)
            assert (after.agents[MAID].route, after.agents[MAID].goals) == (None, goals)
            assert after.agents[GUARD].route == ROUNDS
        placed = keep(level, places={MAID: ((5.0, 5.0), 0.0)}).apply(level)
        assert placed.agents[MAID].route == ROUNDS, "only its place differs"

    def test_stops_keep_their_storeys(self) -> None:
        """A route on another storey than its agent leads there, also as the agent's own."""
        layers = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))
        level = manor().with_settings(Settings(layers=layers))
        level = put(level, Route(id=9, layer="loft", stops=(RouteStop(at=(1.0, 1.0)),)))
        maid = as_walked(op.walk_route(level, [MAID], 9).apply(level).agents[MAID], level)
        assert maid.stops == (Stop(layer="loft"),)


class TestRoutes:
    """Operations on routes work as on the stops of an agent."""

    def test_a_route_is_laid(self) -> None:
        """A route has a name and the values of its stops; one without a stop is refused."""
        level = manor()
        edit = op.add_route(
            level, [(1, 1), (4, 4)], ids().__next__, stops=[Stop(pause=1.0)], mode="once"
        )
        (route,) = [one for one in edit.apply(level).of(Route).values() if one.id != ROUNDS]
        assert (route.name, route.mode, edit.label) == ("route_1", "once", "Draw route_1")
        assert route.stops == (
            RouteStop(pause=1.0, at=(1.0, 1.0)), RouteStop(waypoint=GATE, at=(4.0, 4.0)),
        )  # fmt: skip
        with pytest.raises(NavcoreError, match="needs a stop"):
            op.add_route(level, [], ids().__next__)

    def test_stops_are_appended_reversed_and_set(self) -> None:
        """This works for a route and for an agent."""
        level = manor()
        longer = op.append_stops(level, [ROUNDS], [(9, 9)], mode="loop", network=False)
        after = longer.apply(level)
        assert longer.label == "Add a stop to rounds"
        assert (after.of(Route)[ROUNDS].mode, after.of(Route)[ROUNDS].network) == ("loop", False)
        turned = op.reverse_routes(after, [ROUNDS])
        assert turned.label == "Reverse rounds"
        assert turned.apply(after).of(Route)[ROUNDS].goals == ((7.0, 7.0), (9.0, 9.0), (8.0, 7.0))
        paused = op.set_stops(after, {ROUNDS: {1}}, pause=5.0).apply(after)
        assert paused.of(Route)[ROUNDS].stop(1).pause == 5.0
        assert paused.of(Route)[ROUNDS].goals == after.of(Route)[ROUNDS].goals

    @pytest.mark.parametrize(
        ("mode", "said", "of_route"),
        [("once", "Open the route of guard", "Open rounds"),
         ("return", "Walk the route of guard there and back", ""),
         ("loop", "", "Close rounds")],
    )  # fmt: skip
    def test_what_follows_the_last_stop_is_set(self, mode: str, said: str, of_route: str) -> None:
        """Nothing changes, and nothing is said, where it is so already."""
        level = manor()
        for one, label in ((GUARD, said), (ROUNDS, of_route)):
            edit = op.set_mode(level, [one], mode)  # type: ignore[arg-type]
            assert edit.label == label
            assert edit.apply(level).element(one).mode == mode  # type: ignore[attr-defined]

    def test_only_agents_and_routes_have_stops(self) -> None:
        """A waypoint has none."""
        with pytest.raises(KeyError):
            op.append_stops(manor(), [GATE], [(1, 1)])


class TestAtWaypoints:
    """A stop that is put exactly on a waypoint belongs to it."""

    def test_a_stop_that_is_dragged_there(self) -> None:
        """Moves with it; dragged away it is a place of its own."""
        level = manor()
        there = op.drag_handles(level, {ROUNDS: {1}}, (8.0, 7.0), (4.0, 4.0)).apply(level)
        assert there.of(Route)[ROUNDS].stops[1].waypoint == GATE
        moved = op.move(there, [GATE], (1.0, 0.0)).apply(there)
        assert moved.of(Route)[ROUNDS].goals[1] == (5.0, 4.0)
        away = op.move_handles(moved, {ROUNDS: {1}}, (0.5, 0.0)).apply(moved)
        assert away.of(Route)[ROUNDS].stops[1] == RouteStop(at=(5.5, 4.0))

    def test_one_whose_waypoint_is_deleted(self) -> None:
        """Stays where it was; the undo step names the route, and undo joins them again."""
        level = op.stop_at(manor(), {ROUNDS: {1}, GUARD: {0}}, GATE).apply(manor())
        edit = op.delete(level, [GATE])
        after = edit.apply(level)
        assert edit.label == "Delete gate, a stop of 2 elements"
        assert after.of(Route)[ROUNDS].stops[1] == RouteStop(at=(4.0, 4.0))
        assert after.agents[GUARD].goals[0] == (4.0, 4.0)
        assert edit.inverse().apply(after) == level
        alone = op.stop_at(manor(), {ROUNDS: {1}}, GATE).apply(manor())
        assert op.delete(alone, [GATE]).label == "Delete gate, a stop of rounds"

    def test_one_that_is_added_there(self) -> None:
        """This holds for every operation, also on an agent."""
        level = manor()
        for edit in (
            op.insert_handle(level, GUARD, 0, (4, 4)),
            op.append_stops(level, [GUARD], [(4, 4)]),
            op.replace_handles(level, GUARD, [1], [(4, 4)]),
        ):
            guard = edit.apply(level).agents[GUARD]
            at = guard.goals.index((4.0, 4.0))
            assert guard.stop(at).waypoint == GATE
            assert [i for i in range(len(guard.goals)) if guard.stop(i).waypoint] == [at]

    def test_one_on_another_storey_does_not(self) -> None:
        """It is only above."""
        layers = (Layer(name="ground"), Layer(name="loft", floor_y=3.0))
        level = manor().with_settings(Settings(layers=layers))
        edit = op.append_stops(level, [GUARD], [(4, 4)], stops=[Stop(layer="loft")])
        assert edit.apply(level).agents[GUARD].stop(3).waypoint is None


class TestOverWaypoints:
    """A route over waypoints that are there."""

    def posts(self, count: int, *pairs: tuple[int, int]) -> Level:
        """Waypoints 1, 2, ... in a row, some of them joined."""
        points = [
            Waypoint(id=n, order=n, name=f"post_{n}", position=(float(n), 0.0))
            for n in range(1, count + 1)
        ]
        edges = [Edge(id=50 + n, start=a, end=b) for n, (a, b) in enumerate(pairs)]
        return Edit.put(Level(), [*points, *edges]).apply(Level())

    @pytest.mark.parametrize(
        ("pairs", "order", "closed"),
        [
            (((1, 3), (3, 2), (2, 4), (4, 1)), [1, 3, 2, 4], True),
            (((1, 4), (4, 2), (2, 3), (3, 1)), [1, 4, 2, 3], True),
            (((3, 1), (1, 4), (2, 4)), [2, 4, 1, 3], False),
            (((1, 2), (2, 3), (3, 1)), [1, 2, 3, 4], False),
            (((1, 2), (1, 3), (1, 4)), [1, 2, 3, 4], False),
            ((), [1, 2, 3, 4], False),
        ],
    )
    def test_stops_follow_the_edges(
        self, pairs: tuple[tuple[int, int], ...], order: list[int], closed: bool
    ) -> None:
        """Round a loop as edges lead, along a chain; else in the order in which they were drawn."""
        level = self.posts(4, *pairs)
        assert order_along(level, [4, 3, 2, 1]) == (order, closed)
        edit = route_over(level, [1, 2, 3, 4], ids().__next__)
        (route,) = edit.apply(level).of(Route).values()
        assert [stop.waypoint for stop in route.stops] == order
        assert (route.mode, route.network) == ("loop" if closed else "return", bool(pairs))
        assert edit.label == "Draw route_1"

    def test_a_few_are_enough(self) -> None:
        """One, and two that are joined: no loop of one edge."""
        assert order_along(self.posts(1), [1]) == ([1], False)
        assert order_along(self.posts(2, (1, 2)), [1, 2]) == ([1, 2], False)
        with pytest.raises(NavcoreError, match="needs a stop"):
            route_over(self.posts(1), [], ids().__next__)
