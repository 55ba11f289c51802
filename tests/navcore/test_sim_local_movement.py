"""Local movement is robust on an obstacle course, and faster than walking node to node."""

import math
from itertools import pairwise

import numpy as np
import pytest
from msgspec.structs import replace
from naive import may_pass
from naive_corridors import Walls
from shortcut_halls import THROUGH, WALLS, Walk, hall
from small_level import box
from streets import GUARD, RADIUS, movement, place_of, street

from navcore.level.model import Agent, Area, Element, Level, Obstacle, Point, Route, Terrain, Zone
from navcore.sim import network_following, shortcuts
from navcore.sim.agents import NEVER, Integers
from navcore.sim.movement import Movement
from navcore.sim.networks import TRY_BACK
from navcore.sim.run import Run
from navcore.sim.simulation import Simulation
from navcore.world import World

COURSE: tuple[Point, ...] = (
    (1.5, 9.0), (5.3, 10.0), (5.3, 2.0), (9.4, 2.0), (9.4, 10.0), (13.5, 10.0),
    (18.0, 8.0), (18.0, 2.5), (27.5, 2.5), (28.0, 10.0),
)  # fmt: skip


def course(*, shortcuts: bool, people: bool = True) -> Level:
    """Return walls, pillars, a pit in the floor, mud, and agents that stand and cross."""
    floor = (
        Area(id=1, name="west", polygon=box(0.0, 0.0, 19.0, 12.0)),
        Area(id=2, name="south", polygon=box(19.0, 0.0, 30.0, 5.0)),
        Area(id=3, name="north", polygon=box(23.0, 5.0, 30.0, 12.0)),
    )
    blocks: list[Element] = [
        Obstacle(id=51, name="wall_1", polygon=box(3.0, 0.0, 3.6, 8.0)),
        Obstacle(id=52, name="wall_2", polygon=box(7.0, 4.0, 7.6, 12.0)),
        Obstacle(id=53, name="wall_3", polygon=box(11.0, 0.0, 11.6, 8.0)),
        Obstacle(id=54, name="pillar_1", polygon=((4.2, 5.0), (4.8, 5.4), (4.4, 6.0))),
        Obstacle(id=55, name="pillar_2", polygon=box(8.2, 6.0, 8.8, 6.6)),
        Obstacle(id=56, name="crate", polygon=((15.0, 7.4), (15.9, 7.8), (15.4, 8.6))),
        Zone(id=61, terrain="mud", polygon=box(13.0, 0.0, 17.0, 5.0)),
        Zone(id=62, terrain="water", polygon=box(25.0, 6.0, 26.5, 9.0)),
    ]
    crowd: list[Element] = [
        Agent(id=71, name="bystander", position=(5.4, 9.2), radius=RADIUS),
        Agent(id=72, name="other_bystander", position=(9.6, 3.0), radius=RADIUS),
        *(
            Agent(id=80 + n, name=f"passer_{n}", position=(4.4 + 4.0 * n, 1.0), radius=RADIUS,
                  goals=((4.4 + 4.0 * n, 11.0), (4.4 + 4.0 * n, 1.0)), loop=True)
            for n in range(3)
        ),
    ]  # fmt: skip
    terrains = (Terrain(name="mud", cost=4.0), Terrain(name="water", cost=1.0, needs=("swim",)))
    given = [*blocks, *crowd] if people else blocks
    return hall(*given, places=COURSE, shortcuts=shortcuts, floor=floor, terrains=terrains)


@pytest.mark.parametrize("shortcuts", [False, True])
def test_an_obstacle_course_is_walked_whatever_happens_on_it(shortcuts: bool) -> None:
    """Pushed every few seconds; on floor and out of walls at every step, and there (S4-010)."""
    level = course(shortcuts=shortcuts)
    world = World.build(level)
    assert world.graph.open.all()
    run = Simulation(world)
    agents, rng = run._run.agents, np.random.default_rng(7)  # noqa: SLF001
    row = agents.index[GUARD]
    pushes = 0
    for step in range(150 * 60):
        if step % 150 == 149 and agents.path_current[row] < agents.path_end[row]:
            x, z = agents.place(row)
            by = rng.uniform(-1.2, 1.2, 2)
            if run._run.floors.passes(row, x, z, x + by[0], z + by[1]):  # noqa: SLF001
                agents.positions[row] += by
                agents.off_path[row] = True
                pushes += 1
        run.step()
        assert world.is_walkable(*agents.place(row))
        if GUARD in {one.agent_id for one in run.arrivals}:
            break
    assert math.dist(agents.place(row), COURSE[-1]) < 0.1
    assert pushes >= 5


def test_terrain_on_the_course_is_minded() -> None:
    """Alone with shortcuts: never through the mud or the water, and out of all walls (S4-043)."""
    level = course(shortcuts=True, people=False)
    walk = Walk(level)
    world = World.build(level)
    assert {world.terrain_at(*place).name for place in walk.places} == {"ground"}
    for one in level.obstacles.values():
        assert walk.nearest_to(one) >= RADIUS - 1e-6
    assert walk.length < 0.95 * sum(math.dist(a, b) for a, b in pairwise(COURSE))


TURNS = shortcuts.RAYS - shortcuts.HALVINGS
"""Turns that are tried, from the next but one on."""


class Twin:
    """Slow reference of looking ahead, agent by agent and ray by ray."""

    def __init__(self, level: Level, *, halvings: int) -> None:
        """Use a level, and a number of bisections behind the farthest visible turn."""
        self._grid, self._walls = World.build(level).grid, Walls(level)
        self._halvings = halvings

    def sees(self, place: Point, target: Point) -> bool:
        """Return whether the line is on floor and no wall is nearer to it than the radius."""
        clear = self._walls.distance(place, target) >= RADIUS - 1e-9
        return clear and may_pass(self._grid, place, target)

    def aim(self, place: Point, path: list[Point]) -> tuple[Point, int]:
        """Return the aim among the remaining points, and how many remain from there."""
        turn = 0
        for ahead in range(min(TURNS, len(path) - 1), 0, -1):
            if self.sees(place, path[ahead]):
                turn = ahead
                break
        share = 0.0
        if turn + 1 < len(path):
            a, b = path[turn], path[turn + 1]
            for halving in range(1, self._halvings + 1):
                tried = share + 0.5**halving
                if self.sees(place, (a[0] + tried * (b[0] - a[0]), a[1] + tried * (b[1] - a[1]))):
                    share = tried
            return (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])), len(path) - turn
        return path[turn], len(path) - turn


def halls() -> list[Level]:
    """Yield the hall of walls, and halls with other turns between them."""
    found = [hall(*WALLS, places=THROUGH)]
    rng = np.random.default_rng(4)
    while len(found) < 5:
        places = tuple((x, min(10.5, max(1.5, z + rng.uniform(-0.6, 0.6)))) for x, z in THROUGH)
        level = hall(*WALLS, places=places)
        if World.build(level).graph.open.all():
            found.append(level)
    return found


@pytest.mark.parametrize("halvings", [0, shortcuts.HALVINGS])
def test_looking_ahead_equals_a_naive_twin(halvings: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every look of complete walks is compared (S4-040, S4-042)."""
    monkeypatch.setattr(shortcuts, "HALVINGS", halvings)
    monkeypatch.setattr(shortcuts, "_TURNS", TURNS)
    looked = 0
    for level in halls():
        twin = Twin(level, halvings=halvings)

        def look(run: Run, rows: Integers, twin: Twin = twin) -> list[int]:
            nonlocal looked
            agents = run.agents
            (row,) = rows.tolist()
            place, path = agents.place(row), [(x, z) for x, z in agents.path(row).tolist()]
            lost = shortcuts.look_ahead(run, rows)
            if not lost:
                aim, left = twin.aim(place, path)
                assert agents.points[agents.path_current[row]].tolist() == pytest.approx(aim)
                assert agents.path_end[row] - agents.path_current[row] == left
                looked += 1
            return lost

        monkeypatch.setattr(network_following, "look_ahead", look)
        Walk(level)
    assert looked > 300


def test_halving_is_shorter_than_turns_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """And turns alone are shorter than the edges (S4-042)."""
    lengths: dict[str, list[float]] = {}
    for level, edges in ((one, _strict(one)) for one in halls()):
        lengths.setdefault("edges", []).append(Walk(edges).length)
        lengths.setdefault("halved", []).append(Walk(level).length)
        with monkeypatch.context() as patch:
            patch.setattr(shortcuts, "HALVINGS", 0)
            lengths.setdefault("turns", []).append(Walk(level).length)
    edges, turns, halved = (np.array(lengths[name]) for name in ("edges", "turns", "halved"))
    assert (turns < edges).all()
    assert (halved < turns).all()
    assert (halved / turns).mean() < 0.985


def _strict(level: Level) -> Level:
    """The same without shortcuts."""
    (route,) = level.of(Route).values()
    return level.with_items({route.id: replace(route, shortcuts=False)})


def test_one_that_is_kept_off_tries_for_three_seconds() -> None:
    """The time is added to that of the straight walk, to the tick; then it plans anew (S4-009)."""
    assert TRY_BACK == 3.0
    run = Simulation(World.build(street()))
    run.run(3.0)
    agents = run._run.agents  # noqa: SLF001
    row = agents.index[GUARD]
    agents.positions[row] += (0.0, 1.2)
    agents.off_path[row] = True
    held = agents.positions[row].copy()
    while movement(run) is not Movement.BACK:
        run.step()
        agents.positions[row] = held
    began = run.steps
    away = math.dist(place_of(run), agents.left_places[row].tolist())
    seconds = away / float(agents.walk_speeds[row]) + TRY_BACK
    assert agents.back_by[row] == began - 1 + round(60 * seconds)
    while agents.back_by[row] != NEVER:
        assert movement(run) is Movement.BACK
        run.step()
        agents.positions[row] = held
        agents.off_path[row] = True
        assert run.steps - began < 10 * 60
    tried = (run.steps - began) / 60
    assert seconds <= tried <= seconds + 0.6, "no other plan for half a second after one"
    agents.positions[row] = held
    run.tick()
    assert movement(run) is Movement.ALONG
