"""The bench of crowds runs, measures whole ticks and reports missing peers; speed isn't tested."""

from types import SimpleNamespace

import numpy as np
import pytest

from tests.bench import crowd


@pytest.fixture(autouse=True)
def small_plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use a plain with 1 % of the cells."""
    monkeypatch.setattr(crowd, "SIDE", 40.0)


class FakePeer:
    """Agents that stand, with the names of `pyrvo.RVOSimulator`."""

    def __init__(self, *settings: float) -> None:
        """Create the simulator without agents."""
        self.settings = settings
        self.places: list[tuple[float, float]] = []
        self.wanted: dict[int, list[float]] = {}
        self.steps = 0

    def add_agent(self, place: tuple[float, float]) -> None:
        """Add an agent."""
        self.places.append(place)

    def get_agent_position(self, number: int) -> SimpleNamespace:
        """Return the position of an agent."""
        return SimpleNamespace(to_tuple=lambda: self.places[number])

    def set_agent_pref_velocity(self, number: int, velocity: list[float]) -> None:
        """Set the preferred velocity of an agent."""
        self.wanted[number] = velocity

    def do_step(self) -> None:
        """Count."""
        self.steps += 1


def test_whole_ticks_of_both_are_measured() -> None:
    """They take turns, and all agents walk at their speed."""
    world = crowd.crowded("plain", 12)
    run = crowd.on_its_way(world)
    made: list[FakePeer] = []

    def simulator(*settings: float) -> FakePeer:
        made.append(FakePeer(*settings))
        return made[-1]

    peer = crowd.Peer(SimpleNamespace(RVOSimulator=simulator), run)
    measured = crowd.measure(run, peer, 2)
    assert len(measured.ours.work) == made[0].steps == 12
    assert measured.peer is not None
    assert measured.walking == 1.0
    assert np.hypot(*np.array(list(made[0].wanted.values())).T) == pytest.approx(1.4)
    assert set(run.timings) <= set(measured.phases)


def test_without_the_peer(capsys: pytest.CaptureFixture[str]) -> None:
    """The table is printed anyway, with the times of path requests."""
    crowd.main(
        ["--agents", "6", "--details", "6", "--places", "plain", "--ticks", "1", "--warm", "0",
         "--no-peer"]
    )  # fmt: skip
    told = capsys.readouterr().out
    assert "plain, 6 agents, 100 % on their way" in told
    assert "RVO2" not in told
    assert "all at the start" in told


def test_a_crowd_begins_as_one_that_planned_in_its_own_time() -> None:
    """Paths are the same as without slices."""
    world = crowd.crowded("plain", 5)
    run = crowd.on_its_way(world)
    asked = crowd.until_all_have_ways(run)
    assert len(asked.replan) == len(asked.requests) == len(asked.took.clock) == 1
    assert (asked.replan < asked.took.clock).all()
    for agent_id in run.agents.ids.tolist():
        goal = world.level.agents[agent_id].goals[0]
        assert run.agents.path_of(agent_id)[-1].tolist() == pytest.approx(goal)


def test_numbers() -> None:
    """As they are typed."""
    assert crowd.numbers("100,1000,") == [100, 1000]
    with pytest.raises(ValueError, match="invalid literal"):
        crowd.numbers("many")
