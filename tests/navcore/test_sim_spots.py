"""Spots of a run: where agents wait, overlap or turn back, when most, and which agents."""

import numpy as np
import pytest
from rule_levels import PLAYER, agent, level_of, post

from navcore.level.model import Agent, Level
from navcore.level.operations.findings import mean, set_severity
from navcore.proof.from_run import RUN_RULES, problems_from_run
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES
from navcore.sim.judging import DEEP, NOBODY, CrowdJudge
from navcore.sim.judging.spots import Ado, Spot, Spots
from navcore.sim.judging.ticks import ABSENT, CrowdTick, contacts_of
from navcore.sim.recording import Recorder
from navcore.sim.simulation import Simulation
from navcore.sim.statistics import RunStatistics
from navcore.world import World

TICK = 0.1


def tick_of(
    number: int,
    places: list[tuple[float, float]],
    *,
    waits: bool = False,
    storey: int = 0,
    stayed: bool = True,
) -> CrowdTick:
    """Return a tick of agents 1, 2, 3 and so on that want to walk."""
    count = len(places)
    at = np.array(places, np.float64).reshape(count, 2)
    yes = np.ones(count, np.bool_)
    return CrowdTick(
        number, TICK, np.arange(1, count + 1), at, at, yes & stayed, np.full(count, 0.3),
        np.full(count, storey, np.uint8), yes, np.zeros(count), yes & waits, ~yes,
    )  # fmt: skip


def take(spots: Spots, tick: CrowdTick, arrived: tuple[int, ...] = ()) -> None:
    """Add a tick."""
    contacts = contacts_of(tick.places, tick.radii, tick.storeys)
    spots.take(tick, contacts, DEEP, np.array(arrived, np.int64) if arrived else NOBODY)


def waited(ticks: int, places: list[tuple[float, float]], **more: bool) -> tuple[Spot, ...]:
    """Return the spots after agents waited for some ticks."""
    spots = Spots()
    for number in range(1, ticks + 1):
        take(spots, tick_of(number, places, waits=True, **more))
    return spots.found()


def test_waiting_is_told_from_ten_seconds_on() -> None:
    """Two adjacent squares of a queue are one spot."""
    assert waited(49, [(1.0, 1.0), (2.5, 1.0)]) == ()
    (spot,) = waited(50, [(1.0, 1.0), (2.5, 1.0)])
    assert spot.kind is Ado.WAITING
    assert spot.amount == pytest.approx(10.0)
    assert spot.place in {(1.0, 1.0), (2.5, 1.0)}
    assert (spot.at_once, spot.last) == (1, pytest.approx(5.0))


def test_places_apart_and_storeys_apart_are_spots_of_their_own() -> None:
    """A queue ends after two metres without waiting agents."""
    found = waited(100, [(1.0, 1.0), (-7.0, 1.0)])
    assert sorted(spot.place for spot in found) == [(-7.0, 1.0), (1.0, 1.0)]
    spots = Spots()
    for number in range(1, 101):
        take(spots, tick_of(number, [(1.0, 1.0)], waits=True, storey=number % 2))
        take(spots, tick_of(number, [(1.0, 1.0)], waits=True, storey=number % 2))
    assert [spot.storey for spot in spots.found()] == [0, 1]


def test_moment_and_agents_are_those_of_the_most_at_once() -> None:
    """The longest waiting time doesn't matter."""
    spots = Spots()
    for number in range(1, 121):
        crowd = [(1.0, 1.0)] * (3 if number == 77 else 1)
        take(spots, tick_of(number, crowd, waits=True))
    spot = next(one for one in spots.found() if one.kind is Ado.WAITING)
    assert (spot.seconds, spot.agents, spot.at_once) == (pytest.approx(7.7), (1, 2, 3), 3)


def test_long_runs_need_more() -> None:
    """The limit is a twentieth of the time: now and then agents wait anywhere."""
    spots = Spots()
    for number in range(1, 6001):
        take(spots, tick_of(number, [(1.0, 1.0)], waits=number <= 290))
    assert spots.found() == ()
    take(spots, tick_of(6000, [(1.0, 1.0)] * 11, waits=True))
    assert {spot.kind for spot in spots.found()} >= {Ado.WAITING}


@pytest.mark.parametrize(("apart", "told"), [(0.47, True), (0.49, False)])
def test_overlap_counts_from_a_fifth_of_both_radii_on(apart: float, told: bool) -> None:
    """Two of 0.3 m are a fifth in each other at 0.48 m."""
    spots = Spots()
    for number in range(1, 11):
        take(spots, tick_of(number, [(1.0, 1.0), (1.0 + apart, 1.0)]))
    assert [spot.kind for spot in spots.found()] == [Ado.OVERLAP] * told


def to_and_fro(far: float, arrived: bool = False, stayed: bool = True) -> tuple[Spot, ...]:
    """Return the spots after an agent walked back and forth four times."""
    spots, number = Spots(), 0
    for turn in range(4):
        for step in range(25):
            number += 1
            x = far * step / 25 if turn % 2 == 0 else far - far * step / 25
            there = (1,) if arrived and step == 0 else ()
            take(spots, tick_of(number, [(x, 1.0)], stayed=stayed), there)
    return tuple(spot for spot in spots.found() if spot.kind is Ado.TURNING)


def test_turning_back_is_walking_back_where_one_came_from() -> None:
    """Each way is half a metre or more; agents that were at a goal, or were moved, don't count."""
    (spot,) = to_and_fro(1.9)
    assert (spot.amount, spot.agents, spot.at_once) == (3.0, (1,), 1)
    assert to_and_fro(0.3) == ()
    assert to_and_fro(1.9, arrived=True) == ()
    assert to_and_fro(1.9, stayed=False) == ()


def test_ticks_without_agents_and_agents_on_links() -> None:
    """They are nowhere."""
    spots = Spots()
    for number in range(1, 200):
        take(spots, tick_of(number, []))
        take(spots, tick_of(number, [(1.0, 1.0), (1.0, 1.0)], storey=ABSENT))
    assert spots.found() == ()


def queue(count: int = 40) -> Level:
    """Return many agents that all must pass the door between two rooms."""
    crowd = [
        Agent(id=100 + n, name=f"guest_{n}", position=(1.5 + n % 8, 1.2 + n // 8),
              goals=((12.0 + n % 6, 1.0 + n // 6),), radius=0.3)
        for n in range(count)
    ]  # fmt: skip
    return level_of(*crowd)


def judged(level: Level, seconds: float) -> tuple[CrowdJudge, RunStatistics]:
    """Return a run of a level, judged live and from its recording."""
    simulation = Simulation(World.build(level), seed=0)
    simulation.take_in()
    recorder, judge = Recorder(simulation), CrowdJudge(simulation)
    for _ in range(round(seconds * 60)):
        simulation.step()
        recorder.take()
        judge.take()
    statistics = RunStatistics(recorder.recording)
    statistics.follow()
    return judge, statistics


def test_recordings_have_the_spots_that_the_run_had() -> None:
    """Places to the millimetre, so amounts within a tick or two of an agent."""
    judge, statistics = judged(queue(), 20)
    live, read = judge.figures.spots.found(), statistics.crowd.spots.found()
    assert [spot.kind for spot in live] == [spot.kind for spot in read]
    assert Ado.WAITING in {spot.kind for spot in live}
    for one, other in zip(live, read, strict=True):
        assert one.amount == pytest.approx(other.amount, rel=0.1)
        assert np.hypot(*np.subtract(one.place, other.place)) < 2.0


def told(level: Level, spots: Spots, since: float = 0.0) -> list[Problem]:
    """Return the problems that a run showed."""
    return list(problems_from_run(level, spots, since))


def waiting_at(*places: tuple[float, float]) -> Spots:
    """Spots of 20 s of waiting at places."""
    spots = Spots()
    for number in range(1, 201):
        take(spots, tick_of(number, list(places), waits=True))
    return spots


def test_spot_belongs_to_a_door_an_obstacle_or_an_area() -> None:
    """In that order, so that its key stays when it moves a little."""
    level = level_of(post(4, 4))
    cases = {(9.0, 4.0): 3, (3.2, 4.5): 40, (7.0, 7.0): 1, (15.0, 4.0): 2}
    for place, element in cases.items():
        (one,) = told(level, waiting_at(place))
        assert one.key == ("run-waiting", (element,), "")
        assert one.place == pytest.approx(place)
        assert (one.severity, one.fails) == ("note", False)
    (nowhere,) = told(level, waiting_at((60.0, 60.0)))
    assert nowhere.elements == ()
    assert "60.0, 60.0" in nowhere.text


def test_spots_of_one_kind_at_one_element_are_one_problem() -> None:
    """The worst is reported, and the others are counted."""
    (one,) = told(level_of(), waiting_at((2, 1), (2, 7), (2.8, 7), (6, 1)))
    assert one.place == pytest.approx((2.4, 7))
    assert one.text == (
        "Agents wait in hall: 40 s in all, at most 2 at once. "
        "The same happens at 2 other places there."
    )


def test_what_happened_only_before_a_change_is_old() -> None:
    """Spots that still occur are not."""
    spots = waiting_at((2, 1))
    assert not told(level_of(), spots, since=19.0)[0].finding.old
    assert told(level_of(), spots, since=21.0)[0].finding.old
    assert told(level_of(), spots, since=float("inf"))[0].finding.old


def test_level_says_how_much_findings_of_runs_weigh() -> None:
    """And which are meant."""
    level, spots = level_of(), waiting_at((2, 1))
    assert [one.code for one in told(level, spots)] == ["run-waiting"]
    heavy = set_severity(level, "run-waiting", "error", "").apply(level)
    assert [one.fails for one in told(heavy, spots)] == [True]
    off = set_severity(level, "run-waiting", "off", "").apply(level)
    assert told(off, spots) == []
    meant = mean(heavy, "run-waiting", (1,), "", "It is a queue.").apply(heavy)
    assert [(one.meant, one.fails) for one in told(meant, spots)] == [("It is a queue.", False)]


def test_codes_of_runs_are_none_of_the_drawing() -> None:
    """They are in order."""
    assert list(RUN_RULES) == sorted(RUN_RULES)
    assert not RUN_RULES.keys() & RULES.keys()


def test_alone_agent_shows_nothing() -> None:
    """Walking there and back between its goals is no turning back."""
    patrol = agent(2.0, 4.0, (8.0, 4.0), (2.0, 4.0), loop=True)
    judge, _ = judged(level_of(patrol, PLAYER), 30)
    assert judge.figures.spots.found() == ()
