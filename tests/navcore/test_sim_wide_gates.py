"""Wide gates with crowds from both sides: they pass, and runs continue equally from a state."""

import numpy as np
import pytest
from msgspec.structs import replace

from navcore.level.model import Level
from navcore.sim import gates
from navcore.sim.agents import Agents, Rows
from navcore.sim.gate_looks import Block, see
from navcore.sim.narrow_places import FloorGates
from navcore.sim.simulation import Simulation
from navcore.sim.step_parts import MANY
from navcore.world import World
from tests.bench.crowd import crowded
from tests.crowd_scenes import people
from tests.sim_scenes import Laid, Walker

LONG, WIDE = 80.0, 60.0
MIDDLE = LONG / 2


def hall(laid: Laid, count: int = 200, width: float = 6.5) -> Level:
    """Return two yards with a gate between; agents in each walk to the other and back forever."""
    rng = np.random.default_rng(laid.seed + 1)

    def places(left: float, right: float) -> list[tuple[float, float]]:
        found: list[tuple[float, float]] = []
        while len(found) < count:
            x, z = rng.uniform(left, right), rng.uniform(1, WIDE - 1)
            if all((x - a) ** 2 + (z - b) ** 2 > 0.95**2 for a, b in found):
                found.append((x, z))
        return found

    west, east = (1.0, MIDDLE - 3), (MIDDLE + 3, LONG - 1)
    walkers = [Walker(a, b) for a, b in zip(places(*west), places(*east), strict=True)]
    walkers += [Walker(a, b) for a, b in zip(places(*east), places(*west), strict=True)]
    walls = [
        (MIDDLE - 1.25, -50.0, MIDDLE + 1.25, (WIDE - width) / 2),
        (MIDDLE - 1.25, (WIDE + width) / 2, MIDDLE + 1.25, 150.0),
    ]
    level = people(laid, walls, walkers, (0.0, 0.0, LONG, WIDE), 0.45)
    loops = {
        one.id: replace(one, goals=(one.goals[0], one.position), loop=True)
        for one in level.agents.values()
    }
    return level.with_items(loops)


@pytest.mark.parametrize("laid", [Laid(), Laid(seed=1)], ids=str)
def test_both_sides_pass_a_wide_gate_on_and_on(laid: Laid) -> None:
    """Waiting agents leave room for those that come out: the flow equals that of a one-way door.

    Half a gate of 6.5 m lets 1.6 a second through. All crowded around it before, and from 30 s on
    1.2 a second passed, and fewer and fewer.
    """
    run = Simulation(World.build(hall(laid)))
    run.run(30.0)
    passed = 0
    for _ in range(200):
        before = run.agents.positions[:, 0] < MIDDLE
        run.tick()
        passed += int(np.count_nonzero((run.agents.positions[:, 0] < MIDDLE) != before))
    assert passed / 20.0 >= 2.3


def test_runs_go_on_alike_from_any_tick() -> None:
    """Of many a part looks for gates in each step, and none of that is left over at a tick."""
    world = World.build(crowded("town", MANY + 100).level)
    run = Simulation(world)
    run.run(2.0)
    for ticks in (1, 2):
        run.tick()
        resumed = Simulation.resumed(world, run.state())
        for one in (run, resumed):
            one.run(0.5)
        assert resumed.state().equals(run.state()), ticks


def test_few_look_in_the_step_in_which_it_is_decided_who_passes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """All parts of many have looked before; only agents with new paths look again."""
    looked: dict[int, int] = {}

    def count(agents: Agents, floor: FloorGates, rows: Rows, block: Block) -> None:
        looked[run.steps % 12] = looked.get(run.steps % 12, 0) + len(rows)
        see(agents, floor, rows, block)

    run = Simulation(World.build(crowded("town", MANY + 100).level))
    run.run(2.0)
    monkeypatch.setattr(gates, "see", count)
    run.run(4.0)
    parts = [looked[step] for step in range(1, 5)]
    assert min(parts) > 0.8 * max(parts)
    assert set(looked) <= set(range(1, 6))
    assert looked.get(5, 0) < 0.1 * min(parts)


def test_who_is_sent_elsewhere_amid_the_looks_looks_again() -> None:
    """Requests take effect between two parts of one round; the run stays one that can go on."""
    world = World.build(crowded("town", MANY + 100).level)
    runs = [Simulation(world) for _ in range(2)]
    for run in runs:
        run.run(1.2)
        ids = run.agents.ids.tolist()
        run.step()
        run.step()
        run.remove(ids[:20])
        run.send(ids[30:60], (100.0, 20.0))
        run.run(0.5)
    one, other = runs
    assert len(one.agents) == MANY + 80
    assert np.array_equal(one.agents.positions, other.agents.positions)
    assert (one.agents.through < one.steps).all()
