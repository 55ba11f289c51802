"""The spawn brush: many agents at random places of a disc, in one step."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from msgspec.structs import replace
from tool_bench import Bench, check_hint, drawn, rectangle

from editor.tools.run_view import RunView
from editor.tools.spawn import MOST, SpawnTool
from navcore.level import operations as op
from navcore.level.model import Agent, Level, Point
from navcore.sim.inputs import Spawn


@pytest.fixture
def level() -> Level:
    """Return a hall and an unreachable cell."""
    return drawn(
        lambda lv, n: op.add_area(lv, rectangle(0, 0, 20, 20), n, name="hall"),
        lambda lv, n: op.add_area(lv, rectangle(30, 0, 40, 10), n, name="cell"),
    )


@pytest.fixture
def peopled(level: Level) -> Level:
    """The hall with its player."""
    ids = iter(range(1000, 2000))
    return op.add_agent(level, (3.0, 3.0), lambda: next(ids)).apply(level)


def brush(level: Level, **numbers: float) -> Bench:
    """A brush with these numbers over the level."""
    bench = Bench(SpawnTool(), level)
    for name, value in numbers.items():
        bench.number(name).set(value)
    return bench


def spawned(bench: Bench) -> list[Agent]:
    """Return the agents that are inputs of the run."""
    requests = [request for made in bench.inputs for request in made.requests]
    return [request.agent for request in requests if isinstance(request, Spawn)]


def run_of(agents: list[Agent], *moved: Point) -> RunView:
    """A run in which the first agents stand elsewhere."""
    places = [*moved, *(agent.position for agent in agents[len(moved) :])]
    return RunView(
        agents,
        np.array(places, np.float64).reshape(-1, 2),
        np.zeros(len(agents)),
        np.array([agent.radius for agent in agents]),
    )


class TestLevel:
    """At the start the tool draws in the level."""

    def test_a_drag_is_one_step(self, level: Level) -> None:
        """The requested agents are placed in the disc and selected; the first is the player."""
        bench = brush(level, count=30)
        bench.drag((10, 10), (11, 10), (14, 10))
        agents = list(bench.level.agents.values())
        assert len(agents) == 30
        assert [step.label for step in bench.steps] == ["Place 30 agents"]
        assert bench.selection == {agent.id for agent in agents}
        assert all(math.dist(agent.position, (10, 10)) <= 4 for agent in agents)
        assert [agent.player for agent in agents] == [True, *[False] * 29]
        assert len({agent.name for agent in agents}) == 30
        assert len({agent.facing for agent in agents}) > 15
        bench.undo()
        assert not bench.level.agents

    def test_they_keep_apart(self, level: Level) -> None:
        """Where there is room agents don't overlap, later ones included."""
        bench = brush(level, count=40, radius=8)
        bench.click(10, 10)
        bench.click(10, 10)
        places = np.array([agent.position for agent in bench.level.agents.values()])
        assert len(places) == 80
        away = np.hypot(*(places[:, None] - places).transpose(2, 0, 1))
        assert away[np.triu_indices(80, 1)].min() >= 2 * 0.45 - 1e-9

    def test_a_full_disc_takes_them_all_the_same(self, level: Level) -> None:
        """Closer together, and still on the floor."""
        bench = brush(level, count=60, radius=1)
        bench.click(10, 10)
        assert len(bench.level.agents) == 60
        world = bench.view().world
        assert all(world.is_walkable(*agent.position) for agent in bench.level.agents.values())

    def test_a_click_uses_the_last_radius(self, level: Level) -> None:
        """The one that was drawn."""
        bench = brush(level, count=5)
        bench.drag((10, 10), (10, 11), (10, 11.5))
        assert bench.tool.options[1].value == 1.5
        bench.click(5, 5)
        newest = list(bench.level.agents.values())[5:]
        assert all(math.dist(agent.position, (5, 5)) <= 1.5 for agent in newest)

    def test_a_seed_lays_the_same_places(self, level: Level) -> None:
        """The seed advances by itself, and can be set again."""
        bench = brush(level, seed=7)
        bench.click(10, 10)
        first = [agent.position for agent in bench.level.agents.values()]
        assert bench.tool.options[2].value == 8
        bench.undo()
        bench.click(10, 10)
        assert [agent.position for agent in bench.level.agents.values()] != first
        bench.undo()
        bench.number("seed").set(7)
        bench.click(10, 10)
        assert [agent.position for agent in bench.level.agents.values()] == first

    def test_what_is_shown_is_what_is_laid(self, peopled: Level) -> None:
        """Rings where they will stand, while the disc is drawn."""
        bench = brush(peopled, count=12)
        bench.press(5, 5)
        bench.move(6, 5)
        bench.move(9, 5)
        rings = bench.strokes("agent_draft")
        bench.release(9, 5)
        laid = [agent.position for agent in bench.level.agents.values()][1:]
        assert len(rings) == 12
        np.testing.assert_allclose([np.mean(ring, axis=0) for ring in rings], laid, atol=1e-9)

    def test_a_cancelled_drag_leaves_nothing(self, level: Level) -> None:
        """No agent, no step, the radius as before."""
        bench = brush(level)
        bench.press(10, 10)
        bench.move(16, 10)
        bench.escape()
        assert not bench.steps
        assert bench.tool.options[1].value == 3.0


class TestReach:
    """An option limits them to reachable places."""

    def test_out_of_the_players_reach(self, peopled: Level) -> None:
        """No agent is placed, and the hint says who can't get there and what to do."""
        bench = brush(peopled)
        bench.hover(35, 5)
        assert bench.hint.startswith("**player can't get anywhere in this disc.**")
        bench.click(35, 5)
        assert not bench.steps
        bench.tool.options[-1].on = False
        bench.click(35, 5)
        assert len(bench.level.agents) == 21

    def test_where_only_somebody_stands_already(self, peopled: Level) -> None:
        """The disc stays marked as out of reach, even if agents stand there."""
        aside = op.add_agent(peopled, (35.0, 5.0), lambda: 77).apply(peopled)
        bench = brush(aside)
        bench.click(35, 5)
        assert not bench.steps
        assert "can't get anywhere" in bench.hint

    def test_without_a_player_the_middle_counts(self, level: Level) -> None:
        """A disc over both rooms fills the one that its middle is in."""
        bench = brush(level, count=50, radius=14)
        bench.click(18, 10)
        assert all(agent.position[0] < 20 for agent in bench.level.agents.values())

    def test_no_floor(self, level: Level) -> None:
        """The hint says so."""
        bench = brush(level)
        bench.tool.options[-1].on = False
        bench.hover(100, 100)
        assert bench.hint.startswith("**Nobody can walk in this disc.**")
        bench.click(100, 100)
        assert not bench.steps


class TestRun:
    """In a run they are inputs."""

    def test_they_join_the_run_alone(self, peopled: Level) -> None:
        """With names and ids of their own, selected, and no step."""
        bench = brush(peopled, count=12)
        elements = [*peopled.agents.values(), Agent(id=5, name="agent_1", position=(9.0, 9.0))]
        bench.run = run_of(elements)
        bench.click(10, 10)
        agents = spawned(bench)
        assert len(agents) == 12
        assert not bench.steps
        assert bench.selection == {agent.id for agent in agents}
        assert "agent_1" not in {agent.name for agent in agents}
        assert len({agent.name for agent in agents}) == 12
        assert all(math.dist(agent.position, (9, 9)) >= 0.9 - 1e-9 for agent in agents)

    def test_the_player_counts_where_it_stands_now(self, peopled: Level) -> None:
        """It has come to the other room by hand."""
        bench = brush(peopled)
        bench.run = run_of(list(peopled.agents.values()), (35.0, 5.0))
        bench.click(35, 5)
        assert len(spawned(bench)) == 20
        bench.hover(10, 10)
        assert "can't get anywhere" in bench.hint


class TestNumbers:
    """How many, typed or turned."""

    def test_limits(self, level: Level) -> None:
        """Numbers stay within their limits with any input."""
        bench = Bench(SpawnTool(), level)
        for name, value in (("count", 1e9), ("radius", -3), ("seed", -1), ("count", math.nan)):
            bench.number(name).set(value)
        assert [bench.number(name).value for name in ("count", "radius", "seed")] == [MOST, 0.1, 0]

    def test_typed(self, level: Level) -> None:
        """Digits set the number; text that can't be read is refused."""
        bench = brush(level)
        assert bench.type("0") == ""
        assert "At most 10,000" in bench.type("20000").replace("10000", "10,000")
        bench.enter("3*2")
        bench.click(10, 10)
        assert len(bench.level.agents) == 6

    def test_arrows(self, level: Level) -> None:
        """One or ten more or less."""
        bench = brush(level)
        assert bench.key("Up")
        assert bench.key("Shift+Up")
        assert bench.tool.options[0].value == 31
        assert not bench.key("Escape")

    @pytest.mark.parametrize("in_run", [False, True])
    def test_hints_fit(self, level: Level, in_run: bool) -> None:
        """However many they are."""
        bench = brush(level, count=MOST, radius=1000)
        if in_run:
            bench.run = run_of([])
        check_hint(bench.hint)
        bench.number("count").set(1)
        check_hint(bench.hint)


def test_ten_thousand_in_one_go(level: Level) -> None:
    """Each has its own name and id."""
    bench = brush(level, count=MOST, radius=30)
    bench.click(10, 10)
    agents = bench.level.agents.values()
    assert len(agents) == MOST
    assert len({agent.name for agent in agents}) == MOST
    world = bench.view().world
    assert all(world.is_walkable(*agent.position) for agent in agents)
    assert len(bench.strokes("agent_draft")) == 500


def test_agents_that_are_drawn_face_each_their_own_way(level: Level) -> None:
    """One direction for all, or one for each."""
    new_id: Callable[[], int] = iter(range(50, 90)).__next__
    edit = op.add_agents(level, [(1, 1), (2, 2)], new_id, facing=[0.5, 1.5])
    assert [agent.facing for agent in edit.after.values()] == [0.5, 1.5]
    player = replace(next(iter(edit.after.values())), facing=0.0)
    assert player.player
