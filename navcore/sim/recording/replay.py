"""Replay from a keyframe: the logged inputs lead to any later tick."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from navcore.bake.extent import MAX_CELLS
from navcore.bake.grid import NavGrid
from navcore.bake.lattice import Lattice
from navcore.level.model import Level
from navcore.sim.inputs import (
    Input,
    Meet,
    Remove,
    Return,
    Send,
    Spawn,
    Stop,
    Teleport,
    Watch,
    WorldEdit,
)
from navcore.sim.settings import SimulationSettings
from navcore.sim.simulation import Simulation
from navcore.sim.state import State
from navcore.world import World

Logged: TypeAlias = Send | Return | Meet | Stop | Spawn | Teleport | Remove | Watch | WorldEdit
"""Entries of an input log."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """Data to build a world again."""

    level: Level
    lattice: Lattice
    grid: NavGrid | None = None
    """The cells of a world that was not baked from its level."""

    @classmethod
    def of(cls, world: World) -> "Scene":
        """Return the data to build this world again, with its cells if they were not baked."""
        grid = world.given_grid or (None if world.level.areas else world.grid)
        return cls(world.level, world.grid.lattice, grid)

    def after(self, change: WorldEdit) -> "Scene":
        """Return the scene after a change of the world."""
        level = change.edit.apply(self.level)
        if self.grid is None:
            return Scene(level, change.lattice)
        return Scene.of(World.from_grid(self.grid, self.level).update(level, change.edit))

    def build(self) -> World:
        """Build the same world, cell for cell."""
        if self.grid is not None:
            return World.from_grid(self.grid, self.level)
        most = max(MAX_CELLS, self.lattice.cells)
        return World.build(self.level, lattice=self.lattice, max_cells=most)


def replayed(
    world: World,
    state: State,
    settings: SimulationSettings,
    inputs: Iterable[Input],
    step: int,
) -> Simulation:
    """Return the run that goes on from a state with these inputs, at the start of `step`.

    Inputs of that step are those that were carried out while the run was paused.
    """
    simulation = Simulation.resumed(world, state, settings)
    for at, group in groupby(inputs, key=lambda one: one.step):
        _go_to(simulation, at)
        for one in group:
            _ask(simulation, one.request)
    _go_to(simulation, step)
    simulation.take_in()
    simulation.begin_log()
    return simulation


def _go_to(simulation: Simulation, step: int) -> None:
    while simulation.steps < step:
        simulation.step()


def _ask(simulation: Simulation, request: Logged) -> None:
    match request:
        case Send():
            simulation.send(request.ids, request.goal, layer=request.layer)
        case Return():
            simulation.send(request.ids, None)
        case Meet():
            simulation.meet(request.ids, request.other)
        case Watch():
            simulation.watch(request.place)
        case Stop():
            simulation.stop_in_place(request.ids)
        case Spawn():
            if not simulation.awaits(request.agent.id):
                simulation.spawn(request.agent)
        case Teleport():
            simulation.place(dict(request.places), layer=request.layer)
        case Remove():
            simulation.remove(request.ids)
        case WorldEdit():
            # A new world comes first in its step; earlier inputs are carried out before it.
            simulation.take_in()
            simulation.change_world(_after(simulation.world, request))


def _after(world: World, change: WorldEdit) -> World:
    level = change.edit.apply(world.level)
    updated = world.update(level, change.edit, keep_lattice=True)
    if updated.grid.lattice == change.lattice:
        return updated
    most = max(MAX_CELLS, change.lattice.cells)
    return World.build(level, lattice=change.lattice, max_cells=most)
