"""Inputs by hand in a run change its own world only, not the level or the undo stack."""

import gc

import numpy as np
import pytest
from play_stage import Stage
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room
from small_level import COOK, GATE, GUARD, HALL, TABLE, small_level

from editor.run.agent_drawing import Look
from editor.services.probe import ProbeService
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent
from navcore.path.result import Status
from navcore.sim.inputs import Remove, Spawn, Teleport, WorldEdit
from navcore.world import World


class Worlds:
    """Records all announced worlds, and checks that unchanged parts are unchanged."""

    def __init__(self, stage: Stage) -> None:
        """Listen."""
        self.stage = stage
        self.last = stage.run.world
        self.told = 0
        stage.run.switches.baked.connect(self.take)

    def take(self, world: World) -> None:
        """Compare a world with the previous one."""
        self.told += 1
        before, now = self.last.grid.walkable, world.grid.walkable
        if world.dirty is not None:
            differs = before != now
            for rect in world.dirty:
                differs[rect.row0 : rect.row1, rect.column0 : rect.column1] = False
            assert not differs.any()
        assert np.array_equal(now, self.stage.run.world.grid.walkable)
        self.last = world


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Return two rooms and a gate, 0.1 s into a run."""
    stage = Stage(small_level())
    stage.run.clock.step_once()
    return stage


def cells(stage: Stage) -> bytes:
    """The cells of the run."""
    return stage.run.world.grid.walkable.tobytes()


def place_of(stage: Stage, agent_id: int) -> tuple[float, float]:
    """Where an agent is drawn."""
    crowd = stage.run.agents.crowd()
    row = [element.id for element in crowd.elements].index(agent_id)
    x, z = crowd.positions[row].tolist()
    return (round(x, 6), round(z, 6))


def newcomer(agent_id: int = 50, **fields: object) -> Agent:
    """Return an agent that isn't in the level."""
    return Agent(id=agent_id, name=f"agent_{agent_id}", position=(5.0, 6.5), **fields)


def test_a_door_of_the_run(stage: Stage) -> None:
    """Its cells fall in the run, the level and its bake know nothing; the start restores it."""
    worlds, drawn = Worlds(stage), stage.document.level
    told: list[Edit] = []
    stage.run.switches.changed.connect(told.append)
    open_cells = cells(stage)
    assert [door.available for door in stage.run.commands.switch([GATE, HALL])] == [False]
    assert dict(stage.run.switches.switched) == {GATE: False}
    assert not stage.run.world.is_walkable(10.5, 4.5)
    assert stage.bake.world.is_walkable(10.5, 4.5)
    assert stage.document.level is drawn
    assert not stage.document.stack.canUndo()
    assert stage.run.commands.count() == 1
    assert [edit.after[GATE].available for edit in told] == [False]
    stage.run.clock.step_once()
    assert stage.run.record.simulation.world is stage.run.world
    assert [type(entry.request) for entry in stage.run.record.simulation.inputs] == [WorldEdit]
    stage.run.clock.stop_to_start()
    assert stage.run.world is stage.bake.world
    assert cells(stage) == open_cells
    assert stage.run.commands.count() == 0
    assert told[-1].after[GATE].available
    assert worlds.told == 2
    assert np.array_equal(worlds.last.grid.walkable, stage.bake.world.grid.walkable)


def test_twice_is_as_the_level_says(stage: Stage) -> None:
    """Nothing is left of there and back."""
    worlds = Worlds(stage)
    stage.run.commands.switch([GATE])
    stage.run.commands.switch([GATE])
    assert stage.run.world is stage.bake.world
    assert stage.run.commands.count() == 0
    assert worlds.told == 2


def test_edits_of_the_level_go_on_around_a_door_of_the_run(stage: Stage) -> None:
    """The floor follows the drawing; the door keeps its toggled state."""
    Worlds(stage)
    stage.run.commands.switch([GATE])
    document = stage.document
    for vector in ((1.0, 0.0), (6.5, 0.0), (-7.5, 1.0)):
        document.commit(operations.move(document.level, [TABLE], vector))
        shut = document.level.with_items({GATE: operations.set_fields(
            document.level, [GATE], available=False).after[GATE]})  # fmt: skip
        alone = World.build(shut, lattice=stage.run.world.grid.lattice)
        assert cells(stage) == alone.grid.walkable.tobytes()
    document.commit(operations.move(document.level, [HALL], (-3.0, 0.0)))
    assert not stage.run.world.is_walkable(10.5, 4.5)
    for _ in range(4):
        document.stack.undo()
    assert not stage.run.world.is_walkable(10.5, 4.5)
    assert stage.run.record.simulation.steps == 6


def test_a_door_that_is_deleted_is_forgotten(stage: Stage) -> None:
    """Undo restores it with the level's state."""
    stage.run.commands.switch([GATE])
    stage.document.commit(operations.delete(stage.document.level, [GATE]))
    assert stage.run.commands.count() == 0
    stage.document.stack.undo()
    assert stage.run.world.is_walkable(10.5, 4.5)
    assert stage.run.world is stage.bake.world


def test_agents_reroute_and_the_probe_asks_again(stage: Stage) -> None:
    """A closed door of the run is a wall for all queries to the run."""
    probe = ProbeService(stage.run.switches)
    probe.set((2.0, 2.0), (18.0, 6.0))
    assert probe.result.status is Status.COMPLETE
    stage.run.commands.switch([GATE])
    assert probe.result.status is Status.PARTIAL
    for _ in range(100):
        stage.run.clock.step_once()
    assert place_of(stage, GUARD)[0] < 10
    assert stage.run.record.simulation.counts().stuck == 1
    stage.run.commands.switch([GATE])
    for _ in range(150):
        stage.run.clock.step_once()
    assert place_of(stage, GUARD) == (18.0, 6.0)


def test_moved_agents(stage: Stage) -> None:
    """At once while paused; the level's start stays; gone at the start."""
    before = stage.document.level
    stage.run.commands.carry_out([Teleport(((COOK, (14.0, 6.0)),))])
    assert place_of(stage, COOK) == (14.0, 6.0)
    assert stage.document.level is before
    assert stage.run.commands.count() == 1
    assert stage.run.commands.keepable([COOK, GUARD]) == {COOK}
    stage.run.commands.carry_out([Teleport(((COOK, (15.0, 6.0)),))])
    assert stage.run.commands.count() == 1
    stage.run.clock.stop_to_start()
    assert place_of(stage, COOK) == (18.0, 2.0)
    assert stage.run.commands.count() == 0


def test_held_agents_are_only_shown_elsewhere(stage: Stage) -> None:
    """The run itself is unaffected."""
    stage.run.agents.hold({COOK: (1.0, 1.0)})
    assert place_of(stage, COOK) == (1.0, 1.0)
    assert tuple(stage.run.record.simulation.agents.positions[1]) == (18.0, 2.0)
    stage.run.agents.hold({})
    assert place_of(stage, COOK) == (18.0, 2.0)


def test_added_agents(stage: Stage) -> None:
    """They are in the run alone, and are selected, sent and removed there."""
    run = stage.run
    run.commands.carry_out([Spawn(newcomer())])
    run.agents.choose({50, COOK, 99})
    assert run.agents.chosen == {50}
    assert run.agents.view().at((5.0, 6.5), 0.1) == [50]
    run.commands.send([50], (8.0, 6.5))
    assert run.commands.count() == 2
    for _ in range(60):
        run.clock.step_once()
    assert place_of(stage, 50) == (8.0, 6.5)
    stage.document.select(frozenset({COOK}))
    assert run.agents.chosen == frozenset()
    run.commands.carry_out([Remove((50, COOK))])
    assert run.agents.view().ids == {GUARD, COOK}
    assert run.commands.count() == 0


def test_at_the_start_nothing_is_an_input(stage: Stage) -> None:
    """There, everything is the level's."""
    stage.run.clock.stop_to_start()
    stage.run.commands.carry_out([Spawn(newcomer()), Teleport(((COOK, (1.0, 1.0)),))])
    assert stage.run.commands.switch([GATE, TABLE]) == []
    assert stage.run.agents.view() is None
    assert stage.run.commands.count() == 0
    assert [Look(look) for look in stage.run.agents.crowd().looks] == [Look.PLACED] * 2


def test_paused_before_the_first_step_is_the_start(stage: Stage) -> None:
    """Inputs in between are dropped with it."""
    stage.run.clock.restart()
    stage.run.commands.carry_out([Spawn(newcomer())])
    stage.run.commands.switch([GATE])
    stage.run.clock.pause()
    assert stage.run.playhead.at_start
    assert stage.run.commands.count() == 0
    stage.run.clock.step_once()
    assert stage.run.agents.view().ids == {GUARD, COOK}
    assert stage.run.world is stage.bake.world


def test_keep_writes_it_all_as_one_step(stage: Stage) -> None:
    """And takes it out of the run's inputs; undo takes the step back and no time."""
    run, document = stage.run, stage.document
    before = document.level
    run.commands.switch([GATE])
    run.commands.carry_out([Teleport(((GUARD, (4.0, 1.0)),)), Spawn(newcomer())])
    run.commands.carry_out([Teleport(((50, (6.0, 7.0)),))])
    run.commands.send([COOK, 50], (12.0, 7.0))
    run.agents.choose({50})
    assert run.commands.count() == 5
    run.commands.keep({GATE, GUARD, COOK, 50, TABLE})
    assert document.stack.count() == 1
    assert run.commands.count() == 0
    after = document.level
    assert not after.areas[GATE].available
    assert after.agents[GUARD].position == (4.0, 1.0)
    assert after.agents[COOK].goals == ((12.0, 7.0),)
    assert after.agents[50].position == (6.0, 7.0)
    assert after.agents[50].goals == ((12.0, 7.0),)
    assert document.selection.ids == {50}
    assert run.agents.chosen == frozenset()
    steps = run.record.simulation.steps
    for _ in range(3):
        run.clock.step_once()
    assert run.agents.view().ids == {GUARD, COOK, 50}
    assert not run.world.is_walkable(10.5, 4.5)
    assert run.world is stage.bake.world
    document.stack.undo()
    run.clock.step_once()
    assert document.level == before
    assert run.agents.view().ids == {GUARD, COOK}
    assert run.record.simulation.steps == steps + 24
    assert run.world.is_walkable(10.5, 4.5)


def test_keep_some_of_it(stage: Stage) -> None:
    """The rest stays the run's."""
    stage.run.commands.switch([GATE])
    stage.run.commands.carry_out([Teleport(((GUARD, (4.0, 1.0)), (COOK, (15.0, 7.0))))])
    stage.run.commands.keep({COOK})
    assert stage.document.level.areas[GATE].available
    assert stage.run.commands.count() == 2
    assert not stage.run.world.is_walkable(10.5, 4.5)
    assert stage.document.stack.undoText() == "Keep cook in the level"


def test_inputs_about_agents_that_are_gone_are_gone(stage: Stage) -> None:
    """Inputs about deleted agents of the level are dropped."""
    stage.run.commands.carry_out([Teleport(((COOK, (15.0, 7.0)),))])
    stage.document.commit(operations.delete(stage.document.level, [COOK]))
    assert stage.run.commands.count() == 0


def test_another_level_starts_anew(stage: Stage) -> None:
    """Nothing of the old run is in it."""
    stage.run.commands.switch([GATE])
    stage.run.commands.carry_out([Spawn(newcomer())])
    stage.document.load(small_level(), None)
    assert stage.run.playhead.at_start
    assert stage.run.commands.count() == 0
    assert stage.run.world is stage.bake.world


def test_world_of_a_level_that_was_closed_is_let_go(qtbot: QtBot) -> None:
    """A large one is not kept until the next run begins."""
    gc.collect()
    held = [one for one in gc.get_objects() if type(one) is World]
    others = set(map(id, held))
    stage = Stage(level_of(room(20, 10), agent(1, (2, 2), goals=((18, 2),))))
    stage.run.clock.step_once()
    # As a large level: baked beside the window, so that the run begins in the old world first.
    stage.bake.short_ms = -1.0
    stage.document.load(level_of(room(12, 6), agent(2, (2, 2), goals=((8, 2),))), None)
    stage.bake.wait()
    gc.collect()
    mine = (one for one in gc.get_objects() if type(one) is World and id(one) not in others)
    assert [one.version for one in mine] == [stage.bake.world.version]
    stage.run.clock.step_once()
    assert stage.run.record.recording.level == stage.document.level
    assert stage.run.record.recording.resume(0).world.level == stage.document.level
