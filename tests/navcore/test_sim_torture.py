"""Extreme cases: no exceptions, no NaN, no agents in walls."""

from collections.abc import Iterator

import msgspec
import numpy as np
import pytest
from sim_judge import Guard, most_overlap
from sim_levels import agent, box, change, level_of, room, simulate

from navcore.bake.grid import NavGrid
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Point
from navcore.path.result import PathResult, Status
from navcore.sim import replanning
from navcore.sim.agents import NEVER
from navcore.sim.events import Kind
from navcore.sim.replanning import WORK_OF_A_PLAN, WORK_OF_A_POINT
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.world import World


def crowd(count: int, low: Point, high: Point, seed: int = 1, **fields: object) -> Iterator[Agent]:
    """Return agents at random places in a rectangle, with the ids 1000, 1001, ..."""
    places = np.random.default_rng(seed).uniform(low, high, (count, 2))
    for i, (x, z) in enumerate(places.tolist()):
        yield agent(1000 + i, (x, z), order=float(i), radius=0.2, **fields)


def until_all_stand(run: Simulation, guard: Guard) -> None:
    """Run until all stand, for at most two minutes."""
    guard.go_on(60)
    last = run.seconds + 120
    while run.agents.walking().any() and run.seconds < last:
        guard.go_on(30)
    assert not run.agents.walking().any()


def two_rooms(*agents: Agent) -> Level:
    """Two rooms of 20 x 30 m, and a door of 2 m between them."""
    level = room(20, 30)
    door = Area(id=101, name="door", polygon=box(20, 14, 20.4, 16), door=True)
    other = Area(id=102, name="other", polygon=box(20.4, 0, 40, 30))
    return level_of(level.with_items({101: door, 102: other}), *agents)


def test_a_door_toggled_every_tick(exhaustive: bool) -> None:
    """A thousand agents go through it, for a minute; left open at the end, it lets them through."""
    count, ticks = (1000, 600) if exhaustive else (60, 40)
    agents = [
        msgspec.structs.replace(one, goals=((40 - one.position[0], one.position[1]),))
        for one in crowd(count, (1, 1), (19, 29))
    ]
    run = Simulation(World.build(two_rooms(*agents)))
    guard = Guard(run)
    for tick in range(ticks):
        run.change_world(run.world.set_area_available("door", tick % 2 == 1))
        guard.go_on(6)
    run.change_world(run.world.set_area_available("door", True))
    before = int((run.agents.positions[:, 0] > 20.4).sum())
    guard.go_on(60 * (240 if exhaustive else 10))
    through = int((run.agents.positions[:, 0] > 20.4).sum())
    assert through == count if exhaustive else through > before


def test_a_wall_dragged_through_a_crowd(exhaustive: bool) -> None:
    """Agents under it are moved; when it is released, all are still on the floor."""
    agents = list(crowd(400 if exhaustive else 60, (1, 1), (29, 19)))
    agents += [
        agent(5000 + i, (1.5, 1.5 + i), radius=0.2, goals=((28.5, 1.5 + i),)) for i in range(16)
    ]
    level = level_of(room(30, 20, (0.5, 3, 1.5, 17)), *agents)
    run = Simulation(World.build(level))
    guard = Guard(run)
    for tick in range(240 if exhaustive else 60):
        x = 0.5 + (0.08 if exhaustive else 0.3) * tick
        wall = msgspec.structs.replace(level.obstacles[200], polygon=box(x, 3, x + 1, 17))
        edit = Edit.put(run.world.level, [wall])
        level = edit.apply(run.world.level)
        run.change_world(run.world.update(level, edit, keep_lattice=True))
        guard.go_on(6)
    run.change_world(run.world.update(level, Edit.put(level, []), keep_lattice=False))
    until_all_stand(run, guard)
    assert all(run.agents.status_of(5000 + i) is Status.COMPLETE for i in range(16))
    assert not run.agents.walking().any()
    assert most_overlap(run.agents.positions, run.agents.radii) < 0.01


def test_everybody_removed_on_the_way() -> None:
    """It also works a step later, and with requests for removed agents; then new ones come."""
    agents = list(crowd(60, (1, 1), (19, 19), goals=((10, 10),)))
    run = simulate(room(20, 20), *agents)
    guard = Guard(run)
    guard.go_on(63)
    ids = [one.id for one in agents]
    run.send(ids, (3, 3))
    run.remove(ids)
    run.send(ids, (5, 5))
    run.place({ids[0]: (4, 4)})
    guard.go_on(20)
    assert len(run.agents) == 0
    assert run.counts() == (0, 0, 0, 0)
    assert run.reasons().tolist() == []
    edit = Edit.put(run.world.level, [Obstacle(id=300, polygon=box(5, 5, 7, 7))])
    change(run, edit)
    guard.go_on(12)
    run.spawn(agents[0])
    guard.go_on(600)
    assert run.agents.status_of(ids[0]) is Status.COMPLETE


def test_agents_come_and_go_at_every_tick(exhaustive: bool) -> None:
    """Ten come, ten go, ten are sent, two are put elsewhere, one meets another."""
    rng = np.random.default_rng(3)
    run = simulate(room(30, 30, (10, 10, 14, 20)), *crowd(60, (1, 1), (9, 29)))
    guard = Guard(run)
    following = 9000
    for _ in range(600 if exhaustive else 60):
        for _ in range(10):
            place = tuple(rng.uniform(1, 29, 2).tolist())
            run.spawn(agent(following, place, radius=float(rng.uniform(0.1, 0.6))))
            following += 1
        ids = run.agents.ids
        run.send(rng.choice(ids, 10).tolist(), tuple(rng.uniform(-5, 35, 2).tolist()))
        run.meet(rng.choice(ids, 2).tolist(), int(rng.choice(ids)))
        run.stop_in_place(rng.choice(ids, 2).tolist())
        run.place({int(i): tuple(rng.uniform(1, 9, 2).tolist()) for i in rng.choice(ids, 2)})
        run.remove(rng.choice(ids, 10).tolist())
        guard.go_on(6)
    assert len(run.agents) > 40


@pytest.mark.parametrize("goal", [(12, 15), (-50, 4), (1e7, -1e7), (20.0, 29.99), (3, 3)])
def test_goals_in_walls_and_outside(goal: Point) -> None:
    """All reach the nearest place that they can, and stand there."""
    run = simulate(room(30, 30, (10, 10, 14, 20)), *crowd(8, (6, 9), (9, 21), goals=(goal,)))
    guard = Guard(run)
    until_all_stand(run, guard)
    assert (run.agents.asked == NEVER).all()


@pytest.mark.parametrize("count", [50, 1000])
def test_agents_on_top_of_each_other(count: int, exhaustive: bool) -> None:
    """At one point on open floor, they separate."""
    if count > 50 and not exhaustive:
        pytest.skip("with --exhaustive")
    run = simulate(room(60, 60), *(agent(1000 + i, (30, 30), radius=0.2) for i in range(count)))
    guard = Guard(run)
    guard.go_on(60 * (5 if count == 50 else 60))
    assert most_overlap(run.agents.positions, run.agents.radii) < 0.01


def test_a_pile_that_is_sent_away() -> None:
    """Fifty from one point to another: all get there."""
    run = simulate(room(40, 20), *(agent(1000 + i, (5, 10), radius=0.3) for i in range(50)))
    guard = Guard(run)
    run.send(run.agents.ids.tolist(), (20, 10))
    until_all_stand(run, guard)
    assert most_overlap(run.agents.positions, run.agents.radii) < 0.01
    # By chance: of 28 such piles the farthest stood 4.8 to 6.9 m off.
    assert np.hypot(*(run.agents.positions - (20, 10)).T).max() < 7.5


@pytest.mark.parametrize(
    "odd",
    [
        {"radius": 1e-9},
        {"radius": 0.05},
        {"radius": 5.0},
        {"walk_speed": 1e-9},
        {"walk_speed": 20.0},
        {"rotation_speed": 1e-9},
        {"radius": 1e-9, "walk_speed": 1e-9, "rotation_speed": 1e-9},
    ],
    ids=str,
)
def test_odd_sizes_and_speeds(odd: dict[str, float]) -> None:
    """Among others, all on top of each other or on their way through each other."""
    agents = list(crowd(12, (1, 1), (14, 14), goals=((7, 3),)))
    agents += [agent(5000 + i, (3, 3), goals=((12, 12),), **odd) for i in range(6)]
    agents += [agent(6000 + i, (12 - i, 12), goals=((3, 3),), **odd) for i in range(4)]
    run = simulate(room(15, 15, (7, 7, 8, 8)), *agents)
    guard = Guard(run)
    guard.go_on(300)
    if "walk_speed" not in odd and odd.get("radius", 0.0) < 1.0:
        until_all_stand(run, guard)
        assert all(run.agents.status_of(5000 + i) is Status.COMPLETE for i in range(6))


def test_a_level_that_loses_its_floor() -> None:
    """Agents stay; when there is floor again, they are on it, and go on."""
    run = simulate(room(20, 20), *crowd(30, (1, 1), (19, 19), goals=((10, 10),)))
    guard = Guard(run)
    guard.go_on(90)
    floor = run.world.level.areas[100]
    change(run, Edit.change(run.world.level, {100: None}))
    guard.go_on(60)
    run.send([1000, 1001], (3, 3))
    guard.go_on(60)
    change(run, Edit.put(run.world.level, [floor]))
    until_all_stand(run, guard)
    assert not run.stuck().any()
    assert run.agents.status_of(1000) is Status.COMPLETE


def test_floor_comes_back_somewhere_else() -> None:
    """Agents off the floor are moved to the new one."""
    run = simulate(room(20, 20), *crowd(20, (1, 1), (19, 19)))
    guard = Guard(run)
    guard.go_on(12)
    change(run, Edit.change(run.world.level, {100: None}))
    guard.go_on(12)
    change(run, Edit.put(run.world.level, [Area(id=101, polygon=box(40, 40, 60, 60))]))
    events = []
    for _ in range(12):
        guard.go_on(1)
        events += run.events["kind"].tolist()
    assert events.count(Kind.DISPLACED) == 20
    assert run.agents.positions.min() > 39.0


@pytest.mark.parametrize("cell_size", [0.2, 0.35, 0.6])
def test_other_cells_under_a_crowd(cell_size: float, exhaustive: bool) -> None:
    """The lattice becomes another one on the way, and moves when the level grows."""
    if cell_size < 0.6 and not exhaustive:
        pytest.skip("with --exhaustive")
    run = simulate(room(30, 30, (14, 5, 16, 25)), *crowd(30, (1, 1), (13, 29), goals=((20, 15),)))
    guard = Guard(run)
    guard.go_on(120)
    settings = msgspec.structs.replace(run.world.level.settings, cell_size=cell_size)
    change(run, Edit.put(run.world.level, [settings]))
    guard.go_on(60)
    change(run, Edit.put(run.world.level, [Area(id=103, polygon=box(-10.3, -9.1, 0, 10))]))
    guard.go_on(60)
    run.send([1000], (-9, -8))
    until_all_stand(run, guard)
    assert run.agents.status_of(1000) is Status.COMPLETE


def test_a_thousand_plans_asked_for_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """No step plans more than its budget, the earliest and lowest id first; all get their turn."""
    settings = SimulationSettings(plans_per_step=20, work_per_step=1500)
    run = simulate(room(60, 40, (20, 5, 22, 35)), *crowd(1000, (1, 1), (18, 39)), settings=settings)
    guard = Guard(run)
    guard.go_on(6)
    work: list[int] = []
    whose: list[Point] = []
    find = replanning.find_path_to_nearest

    def counted(grid: NavGrid, start: Point, goal: Point, **options: object) -> PathResult:
        result = find(grid, start, goal, **options)
        work.append(WORK_OF_A_PLAN + result.visited + WORK_OF_A_POINT * len(result.points))
        whose.append(start)
        return result

    monkeypatch.setattr(replanning, "find_path_to_nearest", counted)
    ids = run.agents.ids.tolist()
    run.send(ids[::-1], (50, 20))
    starts = [tuple(place) for place in run.agents.positions.tolist()]
    guard.go_on(1)
    assert whose == starts[: len(whose)]
    most = len(work)
    for _ in range(3000):
        assert len(work) <= settings.plans_per_step
        assert sum(work[:-1]) < settings.work_per_step
        work.clear()
        run.step()
        most = max(most, len(work))
        if (run.agents.asked == NEVER).all() and run.agents.has_path().any():
            break
    assert most > 1
    assert (run.agents.asked == NEVER).all()


def test_orders_in_a_row() -> None:
    """Each agent has its own goal, all before one step; of two orders the later one counts."""
    run = simulate(room(30, 30), *crowd(8, (10, 10), (20, 20)))
    ids = run.agents.ids.tolist()
    for i, agent_id in enumerate(ids):
        run.send([agent_id], (2, 2 + i))
    run.send(ids[:2], (25, 4))
    run.send([ids[0], 77, ids[0]], (25, 2))
    run.stop_in_place([ids[7]])
    run.spawn(agent(77, (15, 28)))
    run.send([77], (2, 28))
    run.step()
    goals = [(25, 2), (25, 4), *((2, 2 + i) for i in range(2, 7))]
    assert run.agents.requested_targets[:7].tolist() == [list(goal) for goal in goals]
    assert run.agents.requested_targets[-1].tolist() == [2, 28]
    assert len(run.inputs) == 13
    until_all_stand(run, Guard(run))
    assert np.allclose(run.agents.positions[[0, 1, 2, 8]], [(25, 2), (25, 4), (2, 4), (2, 28)])


def test_no_way_through_what_was_shut_while_a_plan_is_waited_for() -> None:
    """A waiting agent goes on as far as it can, not through the door or a new wall."""
    agents = list(crowd(150, (12, 5), (19, 25), goals=((38, 2),)))
    agents += [agent(5000 + i, (2, 1 + i), radius=0.2, goals=((38, 28),)) for i in range(28)]
    settings = SimulationSettings(plans_per_step=1, work_per_step=1)
    run = simulate(two_rooms(), *agents, settings=settings)
    guard = Guard(run)
    guard.go_on(300)
    walls = [
        Obstacle(id=300, polygon=box(21, 8, 22, 22)),
        Obstacle(id=301, polygon=box(10, -1, 10.4, 31)),
    ]
    edit = Edit.put(run.world.level, walls)
    shut = run.world.update(edit.apply(run.world.level), edit).set_area_available("door", False)
    run.change_world(shut)
    guard.go_on(360)
    run.change_world(run.world.set_area_available("door", True))
    guard.go_on(120)
    run.change_world(run.world.set_area_available("door", False))
    guard.go_on(300)
    assert (run.agents.positions[run.agents.ids >= 5000, 0] < 10).all()
