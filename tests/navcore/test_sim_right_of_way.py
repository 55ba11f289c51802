"""Right of way between two agents, and the free distance before a contact."""

import itertools
import math
import random

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from naive_crowds import Person, gets, goes_first
from sim_runs import bare_run, floor

from navcore.sim.neighbours import Surroundings
from navcore.sim.right_of_way import right_of_way
from navcore.sim.run import Run
from navcore.sim.steering import seen_by

SEEDS = st.integers(0, 2**32 - 1)
ONCE_MADE = [HealthCheck.function_scoped_fixture]
FLOOR = floor(60, 60, min_x=-30, min_z=-30)
STEP = 1000


def people_of(rng: random.Random, count: int, *, may_tie: bool = True) -> list[Person]:
    """Return a dense crowd with many ties, so that every rule matters."""
    side = rng.choice((1.0, 4.0, 12.0))
    turns = [rng.uniform(0, math.tau) for _ in range(rng.choice((1, 2, 9)))]
    rough = may_tie and rng.random() < 0.5
    found = []
    for number in rng.sample(range(1, 2**31), count):
        turn = rng.choice(turns)
        place = (rng.uniform(-side, side), rng.uniform(-side, side))
        speed = rng.choice((0.0, 0.7, 1.4))
        found.append(
            Person(
                number,
                (round(place[0]), round(place[1])) if rough else place,
                radius=rng.choice((0.2, 0.2, 0.45)),
                walks=rng.random() < 0.8,
                heading=(math.cos(turn), math.sin(turn)),
                velocity=(speed * math.cos(turn), speed * math.sin(turn)),
                ahead=rng.choice((0.0, 1.0, 2.7, 9.0)),
                hindered=rng.choice((0, 0, 3, 15, 60)),
                through=rng.choice((-1, -1, STEP - 361, STEP - 360, STEP - 1)),
                held=rng.random() < 0.2,
            )
        )
    return found


def run_of(people: list[Person]) -> Run:
    """Return a run with these agents at the start of a step."""
    run = bare_run(FLOOR, *(person.place for person in people))
    run.step = STEP
    agents = run.agents
    agents.ids[:] = [person.id for person in people]
    agents.radii[:] = [person.radius for person in people]
    # No two were sent to one place: those that stand there would be no obstacle.
    agents.requested_targets[:, 0] = 100.0 * np.arange(len(people))
    for row, person in enumerate(people):
        if person.walks:
            x, z = person.place
            to = (x + 9 * person.heading[0], z + 9 * person.heading[1])
            agents.set_path(row, np.array([to]))
    for name in ("ahead", "hindered", "through", "held"):
        getattr(agents, name)[:] = [getattr(person, name) for person in people]
    agents.headings[:] = [person.heading for person in people]
    agents.velocities[:] = [person.velocity for person in people]
    run.around = Surroundings(agents, run.settings.seconds_per_tick)
    return run


@pytest.mark.usefixtures("crowd_kernels")
@settings(max_examples=60, suppress_health_check=ONCE_MADE)
@given(SEEDS)
def test_one_of_two_goes_first_and_never_both(seed: int) -> None:
    """The answer follows the rules, in both directions of the question."""
    people = people_of(random.Random(seed), 12)
    run = run_of(people)
    bodies, _ = run.around.bodies()
    right = right_of_way(run, bodies)
    ordered = [people[row] for row in run.around.order.tolist()]
    for i, j in itertools.combinations(range(len(people)), 2):
        first = goes_first(ordered[i], ordered[j], STEP)
        assert right.has(i, j) == first
        assert right.has(j, i) == (not first)
        assert goes_first(ordered[j], ordered[i], STEP) == (not first)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({}, {"walks": False, "ahead": 0.0, "hindered": 99}),
        ({"ahead": 9.0}, {"held": True}),
        ({"through": STEP - 360, "hindered": 0}, {"through": STEP - 361, "hindered": 99}),
        # Of two that go the same way, or to one place, the one that is nearer to it.
        ({"place": (1.0, 0.0), "ahead": 9.0}, {"place": (0.0, 0.0), "hindered": 99}),
        ({"place": (1.0, 3.0), "heading": (0.0, -1.0)}, {"place": (-4.0, 0.0)}),
        # Of two that meet.
        ({"heading": (-1.0, 0.0), "ahead": 1.0}, {"ahead": 2.6}),
        ({"heading": (-1.0, 0.0), "ahead": 2.4, "hindered": 11}, {"ahead": 1.0, "hindered": 0}),
    ],
    ids=["walks", "not held", "came out", "ahead", "nearer", "fewer before it", "waits longer"],
)
def test_rules_in_their_order(one: dict[str, object], other: dict[str, object]) -> None:
    """Each decides if none before it does, whatever those after it say."""
    people = [Person(id=7, place=(0.0, 0.0)), Person(id=8, place=(0.0, 0.5))]
    for person, fields in zip(people, (one, other), strict=True):
        vars(person).update(fields)
    for pair in (people, people[::-1]):
        run = run_of(pair)
        right = right_of_way(run, run.around.bodies()[0])
        place = run.around.order.tolist().index(pair.index(people[0]))
        assert right.has(place, 1 - place)


def test_a_queue_has_no_circle() -> None:
    """Of agents that head for one point, there is always one that no other holds up."""
    rng = random.Random(4)
    for _ in range(50):
        people = people_of(rng, 8)
        for person in people:
            away = math.hypot(*person.place) or 1.0
            person.heading = (-person.place[0] / away, -person.place[1] / away)
            person.walks, person.held, person.through = True, False, -1
        front = [p for p in people if p.place[0] > abs(p.place[1])]
        assert not front or any(
            all(goes_first(one, other, STEP) for other in front if other is not one)
            for one in front
        )


@pytest.mark.usefixtures("crowd_kernels")
@settings(max_examples=60, suppress_health_check=ONCE_MADE)
@given(SEEDS)
def test_how_far_one_gets(seed: int) -> None:
    """It is the distance to the first touch, if all go on as they do."""
    rng = random.Random(seed)
    count = rng.choice((2, 5, 30))
    # Of more than twelve it minds the nearest, whichever of those at one distance.
    people = people_of(rng, count, may_tie=count < 12)
    run = run_of(people)
    bodies, _ = run.around.bodies()
    seen = seen_by(run.around, bodies)
    order = run.around.order.tolist()
    for place, row in enumerate(order):
        turn = rng.uniform(0, math.tau)
        way, speed, far = (math.cos(turn), math.sin(turn)), rng.uniform(0.5, 2), rng.uniform(0.3, 4)
        others = [person for other, person in enumerate(people) if other != row]
        expected = gets(people[row], others, way, speed, far)
        assert seen.free_ahead(place, *way, far, speed) == pytest.approx(expected, abs=1e-9)


def test_only_the_nearest_are_minded() -> None:
    """Twelve stand around one at one distance, the thirteenth farther off in its way."""
    turns = np.linspace(0, math.tau, 13)[:12] + 0.2
    ring = [(0.5 * math.cos(turn), 0.5 * math.sin(turn)) for turn in turns.tolist()]
    people = [Person(n + 1, place, 0.2) for n, place in enumerate([(0.0, 0.0), *ring, (0.0, 2.0)])]
    assert gets(people[0], people[1:], (0.0, 1.0), 1.0, 3.0) < 0.2
    assert gets(people[0], [people[-1]], (0.0, 1.0), 1.0, 3.0) == pytest.approx(1.6)
    run = run_of([Person(p.id, p.place, p.radius, walks=False) for p in people])
    seen = seen_by(run.around, run.around.bodies()[0])
    place = run.around.order.tolist().index(0)
    assert seen.free_ahead(place, 0.0, 1.0, 3.0, 1.0) < 0.2
