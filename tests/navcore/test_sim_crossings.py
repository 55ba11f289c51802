"""Crossings: detection, turns, and runs that continue equally from a state."""

import numpy as np
import pytest
from sim_levels import agent, room, simulate

from navcore import load_level
from navcore.sim.crossings import FloorCrossings
from navcore.sim.local_widths import LocalWidths
from navcore.sim.phases import advance
from navcore.sim.run import Run
from navcore.sim.simulation import Simulation
from navcore.world import World
from tests.bench.crowd import SAMPLES
from tests.crowd_scenes import FINE, school
from tests.crowd_streets import commute, crossing
from tests.sim_scenes import Laid

ASKEW = Laid(cell_size=0.1, turn=33.0, offset=(3.3, -1.7))
COARSE = Laid(cell_size=0.4)


def crossings_of(world: World, run: Run | None = None) -> FloorCrossings:
    """Return the crossings on the paths of all walking agents, in any order."""
    run = run or Run(world, None)
    for _ in range(60):
        advance(run)
    widths = LocalWidths(world.grid)
    widths.know_all()
    found = FloorCrossings(widths, 0)
    rows = np.flatnonzero(run.agents.has_path()).astype(np.int32)
    found.ahead(run.agents, rows, 40.0)
    return found


@pytest.mark.parametrize("laid", [FINE, ASKEW, COARSE], ids=str)
@pytest.mark.parametrize("street", [4.0, 5.0])
def test_where_two_streets_meet(laid: Laid, street: float) -> None:
    """The crossing has four mouths as wide as the streets, in two opposite pairs."""
    scene = crossing(street, laid=laid)
    (found,) = crossings_of(World.build(scene.level)).crossings
    entries = found.entries[~np.isnan(found.entries[:, 0])]
    assert len(entries) == 4
    wide = street - 0.9
    assert entries[:, 4:].sum(axis=1) == pytest.approx([wide] * 4, abs=0.3 + 2 * laid.cell_size)
    middle = laid.at((14 + street / 2, 14 + street / 2))
    assert entries[:, :2].mean(axis=0) == pytest.approx(middle, abs=0.3)
    sides = found.sides[:4].tolist()
    assert sorted(sides.count(side) for side in set(sides)) == [2, 2]
    for one in range(4):
        across = entries[one, 2:4] @ entries[sides[one], 2:4]
        assert across == pytest.approx(1.0 if sides[one] == one else -1.0, abs=0.1)


def test_streets_between_blocks() -> None:
    """Crossings of four streets have four mouths, those of three at the rim have three."""
    found = crossings_of(World.build(commute(4.0, blocks=2).level)).crossings
    mouths = sorted(int((~np.isnan(one.entries[:, 0])).sum()) for one in found)
    assert mouths == [3, 3, 3, 3, 4]


def test_rooms_are_no_crossings() -> None:
    """Empty rooms, rooms with doors and halls with columns are none."""
    columns = [(x, z, x + 1.0, z + 1.0) for x in (6.0, 12.0) for z in (6.0, 12.0)]
    walkers = [agent(i, (1, 1 + i), goals=((18, 18 - i),)) for i in range(1, 9)]
    assert not crossings_of(simulate(room(20, 20), *walkers).world).crossings
    assert not crossings_of(simulate(room(20, 20, (9.8, 0, 10.2, 9)), *walkers).world).crossings
    assert not crossings_of(simulate(room(20, 20, *columns), *walkers).world).crossings
    assert not crossings_of(World.build(school().level)).crossings


def test_crossings_do_not_depend_on_who_asks_first() -> None:
    """A resumed run asks in another order."""
    world = World.build(load_level(SAMPLES / "market_town.json"))
    widths = LocalWidths(world.grid)
    widths.know_all()
    one, other = FloorCrossings(widths, 0), FloorCrossings(widths, 0)
    cells = np.random.default_rng(3).permutation(np.flatnonzero(world.grid.padded))[:3000]
    for cell in cells.tolist():
        one.learn(cell)
    for cell in cells[::-1].tolist():
        other.learn(cell)
    assert len(one.crossings) > 2
    there = {found.number: found for found in one.crossings}
    assert there.keys() == {found.number for found in other.crossings}
    for found in other.crossings:
        assert np.array_equal(found.entries, there[found.number].entries, equal_nan=True)
        assert found.sides.tolist() == there[found.number].sides.tolist()


def test_two_sides_pass_at_a_time() -> None:
    """People of both streets get across, and some of the others wait meanwhile."""
    run = Simulation(World.build(crossing(4.0).level))
    held = np.zeros(4, np.int64)
    passed = np.zeros(40, np.bool_)
    while run.seconds < 40.0:
        run.tick()
        agents = run.agents
        held += agents.held.astype(np.int64).reshape(4, 10).sum(axis=1)
        passed |= agents.through >= 0
    assert (held > 0).all()
    assert passed.reshape(4, 10).sum(axis=1).min() >= 3


def test_a_run_goes_on_alike_at_a_crossing() -> None:
    """It is resumed from its state, exact to the last bit (S0-039)."""
    run = Simulation(World.build(crossing(4.0).level))
    for _ in range(150):
        run.tick()
    resumed = Simulation.resumed(run.world, run.state())
    for _ in range(60):
        run.tick()
        resumed.tick()
    assert resumed.state().equals(run.state())


def test_a_few_find_their_way_themselves() -> None:
    """Three people are never held."""
    run = Simulation(World.build(crossing(4.0, 1).level))
    run.remove([int(run.agents.ids[0])])
    for _ in range(250):
        run.tick()
        assert not run.agents.held.any()
