"""Looking back on a run, and continuing from a moment of it with a changed level."""

import numpy as np
import pytest
from play_stage import Stage
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room
from small_level import COOK, GATE, GUARD, TABLE, small_level

from editor.run.agent_drawing import Look
from editor.run.playhead import PlayState
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent
from navcore.sim.inputs import Spawn, Teleport, WorldEdit


def played(ticks: int) -> Stage:
    """Return two rooms and a gate, with some ticks of a run."""
    stage = Stage(small_level())
    for _ in range(ticks):
        stage.run.clock.step_once()
    stage.said.clear()
    return stage


@pytest.fixture
def stage(qtbot: QtBot) -> Stage:
    """Seven seconds of a run."""
    return played(70)


def places(stage: Stage) -> list[list[float]]:
    """Return the drawn positions of all agents."""
    drawn: list[list[float]] = np.round(stage.run.agents.crowd().positions, 3).tolist()
    return drawn


def move_table(stage: Stage) -> None:
    """Drag a table into the guard's way."""
    stage.document.commit(operations.move(stage.document.level, [TABLE], (1.5, 0.0)))


def test_a_moment_shows_what_was_then(stage: Stage) -> None:
    """Places, time and counts; nothing is simulated, and the end is still there."""
    end, steps = places(stage), stage.run.record.simulation.steps
    stage.run.timeline.seek(3.0)
    assert stage.run.playhead.state is PlayState.PAUSED
    assert stage.run.playhead.looks_back
    assert stage.run.playhead.time_text == "0:03.0"
    assert places(stage) == places(played(30))
    assert stage.run.agents.view().positions.tolist() == stage.run.agents.crowd().positions.tolist()
    assert stage.run.timeline.counts().walking == 1
    assert stage.run.record.simulation.steps == steps
    stage.run.timeline.seek(99.0)
    assert not stage.run.playhead.looks_back
    assert places(stage) == end
    assert stage.said == []


def test_between_two_ticks_it_is_between(stage: Stage) -> None:
    """A drag of the head needs that."""
    stage.run.timeline.seek_tick(30)
    (x0, z0), _ = stage.run.agents.crowd().positions.tolist()
    stage.run.timeline.seek_tick(31)
    (x1, z1), _ = stage.run.agents.crowd().positions.tolist()
    stage.run.timeline.seek(3.05)
    (x, z), _ = stage.run.agents.crowd().positions.tolist()
    assert (x, z) == (pytest.approx((x0 + x1) / 2), pytest.approx((z0 + z1) / 2))


def test_the_first_moment_is_the_start(stage: Stage) -> None:
    """Moving elements there edits the level; the run is not lost."""
    stage.run.timeline.seek(0.0)
    assert stage.run.playhead.at_start
    assert stage.run.agents.view() is None
    assert {Look(look) for look in stage.run.agents.crowd().looks} == {Look.PLACED}
    stage.run.clock.step_once()
    assert stage.run.playhead.looks_back
    assert stage.run.playhead.time_text == "0:00.1"
    stage.run.timeline.seek(0.0)
    stage.document.commit(operations.move(stage.document.level, [GUARD], (0.0, 1.0)))
    assert stage.run.agents.crowd().positions[0].tolist() == [2.0, 3.0]
    stage.run.clock.play()
    assert not stage.run.playhead.looks_back
    assert stage.run.record.simulation.steps == 0
    assert stage.run.timeline.aside is not None


@pytest.mark.parametrize("way", ["steps", "plays"])
def test_a_wall_changed_at_a_moment_equals_a_fresh_run(qtbot: QtBot, way: str) -> None:
    """Scrub to a moment, change a wall, resume: as if it had been changed at that tick."""
    fresh = played(30)
    move_table(fresh)
    stage = played(70)
    stage.run.timeline.seek_tick(30)
    move_table(stage)
    assert stage.run.playhead.looks_back
    if way == "steps":
        for _ in range(50):
            stage.run.clock.step_once()
    else:
        stage.run.clock.play()
        while stage.run.record.tick < 80:
            stage.wait(0.0333)
        stage.run.clock.pause()
    while fresh.run.record.simulation.steps < stage.run.record.simulation.steps:
        fresh.run.record.step()
    while stage.run.record.simulation.steps % 6:
        fresh.run.record.step()
        stage.run.record.step()
    assert stage.run.record.simulation.state().equals(fresh.run.record.simulation.state())
    assert stage.run.record.recording.inputs == fresh.run.record.recording.inputs
    assert [one.step for one in stage.run.record.recording.inputs] == [180]
    assert stage.said == ["Goes on from 0:03.0. The 4.0 s after it are set aside."]


def test_without_a_change_nothing_is_set_aside(stage: Stage) -> None:
    """Playing shows the recording again, at the chosen speed, and then continues the run."""
    inputs = list(stage.run.record.recording.inputs)
    stage.run.timeline.seek(6.0)
    stage.run.clock.speed = 0.5
    stage.run.clock.play()
    stage.wait(1.0)
    assert stage.run.playhead.looks_back
    assert stage.run.playhead.seconds == pytest.approx(6.5)
    stage.wait(1.2001)
    assert not stage.run.playhead.looks_back
    assert stage.run.record.simulation.steps == 426
    assert stage.run.timeline.aside is None
    alone = played(71)
    assert stage.run.record.simulation.state().equals(alone.run.record.simulation.state())
    assert stage.run.record.recording.inputs == inputs


def test_pausing_while_it_plays_back_stops_at_a_tick(stage: Stage) -> None:
    """The nearest."""
    stage.run.timeline.seek(2.0)
    stage.run.clock.play()
    stage.wait(0.33)
    stage.run.clock.pause()
    assert stage.run.playhead.seconds == pytest.approx(2.3)
    assert stage.run.playhead.looks_back


def test_an_edit_while_it_plays_back_goes_on_from_there(stage: Stage) -> None:
    """It does so at once."""
    stage.run.timeline.seek(2.0)
    stage.run.clock.play()
    stage.wait(0.5)
    move_table(stage)
    assert not stage.run.playhead.looks_back
    assert stage.run.playhead.playing
    assert stage.run.record.simulation.steps == 150
    assert stage.run.playhead.length < 7.0


def test_doors_of_the_run_stand_as_they_did(stage: Stage) -> None:
    """Shut from the seventh second on; before it open, on the canvas and for paths."""
    run = stage.run
    run.commands.switch([GATE])
    for _ in range(10):
        run.clock.step_once()
    assert not run.world.is_walkable(10.5, 4.5)
    run.timeline.seek(6.0)
    assert run.world.is_walkable(10.5, 4.5)
    assert run.commands.count() == 0
    run.timeline.seek(7.5)
    assert not run.world.is_walkable(10.5, 4.5)
    assert run.commands.count() == 1
    run.timeline.seek(6.0)
    run.timeline.seek(99.0)
    assert not run.world.is_walkable(10.5, 4.5)
    assert sum(isinstance(one.request, WorldEdit) for one in run.record.recording.inputs) == 1
    run.clock.step_once()
    assert sum(isinstance(one.request, WorldEdit) for one in run.record.recording.inputs) == 1


def test_a_door_toggled_at_a_moment_is_of_the_run_from_then_on(qtbot: QtBot) -> None:
    """The later part of the run is kept aside."""
    fresh, stage = played(20), played(70)
    stage.run.timeline.seek_tick(20)
    for one in (fresh, stage):
        one.run.commands.switch([GATE])
        for _ in range(30):
            one.run.clock.step_once()
    assert stage.run.record.simulation.state().equals(fresh.run.record.simulation.state())
    assert stage.run.playhead.length == pytest.approx(5.0)
    assert dict(stage.run.switches.switched) == {GATE: False}


def test_agents_sent_moved_and_added_at_a_moment(qtbot: QtBot) -> None:
    """The effect is as if it had been done then."""
    fresh, stage = played(20), played(70)
    stage.run.timeline.seek_tick(20)
    newcomer = Agent(id=50, name="agent_50", position=(5.0, 6.5))
    for one in (fresh, stage):
        one.run.commands.carry_out([Teleport(((COOK, (14.0, 6.0)),)), Spawn(newcomer)])
        one.run.commands.send([50, COOK], (8.0, 6.5))
        for _ in range(25):
            one.run.clock.step_once()
    assert stage.run.record.simulation.state().equals(fresh.run.record.simulation.state())
    assert stage.run.commands.count() == fresh.run.commands.count() == 4
    stage.run.timeline.seek(1.0)
    assert stage.run.commands.count() == 0
    assert stage.run.agents.view().ids == {GUARD, COOK}
    stage.run.timeline.seek(3.0)
    assert stage.run.agents.view().ids == {GUARD, COOK, 50}
    assert stage.run.inputs.moved[COOK][0] == (14.0, 6.0)


def test_what_was_set_aside_comes_back(stage: Stage) -> None:
    """It is restored at the moment where the two differ, and vice versa."""
    run, end = stage.run, places(stage)
    run.timeline.seek_tick(30)
    run.commands.switch([GATE])
    for _ in range(10):
        run.clock.step_once()
    otherwise = places(stage)
    run.timeline.change_runs()
    assert (run.playhead.time_text, run.playhead.length) == ("0:03.0", 7.0)
    assert dict(run.switches.switched) == {}
    run.timeline.seek(99.0)
    assert places(stage) == end
    run.timeline.change_runs()
    assert (run.playhead.time_text, run.playhead.length) == ("0:03.0", 4.0)
    run.timeline.seek(99.0)
    assert places(stage) == otherwise
    assert dict(run.switches.switched) == {GATE: False}
    run.clock.restart()
    assert run.timeline.aside is None


def test_going_on_from_here_without_a_change(stage: Stage) -> None:
    """The run continues from there on request, and agents walk as before."""
    stage.run.timeline.seek_tick(30)
    stage.run.timeline.go_on_here()
    assert stage.run.playhead.length == 3.0
    for _ in range(40):
        stage.run.clock.step_once()
    assert stage.run.record.simulation.state().equals(played(70).run.record.simulation.state())
    assert stage.run.record.recording.inputs == []


def test_ticks_forth_and_back(stage: Stage) -> None:
    """Through the recording; at its end one is simulated, at its start none is left."""
    stage.run.timeline.step_back()
    assert stage.run.playhead.time_text == "0:06.9"
    stage.run.clock.step_once()
    assert not stage.run.playhead.looks_back
    assert stage.run.record.simulation.steps == 420
    stage.run.clock.step_once()
    assert stage.run.record.simulation.steps == 426
    stage.run.timeline.seek_tick(1)
    stage.run.timeline.step_back()
    stage.run.timeline.step_back()
    assert stage.run.playhead.at_start


def test_between_ticks_a_step_back_goes_to_the_last(stage: Stage) -> None:
    """A run that was paused in between."""
    stage.run.clock.play()
    stage.wait(0.05001)
    stage.run.clock.pause()
    assert stage.run.record.simulation.steps == 423
    stage.run.timeline.step_back()
    assert stage.run.playhead.time_text == "0:07.0"
    stage.run.timeline.step_back()
    assert stage.run.playhead.time_text == "0:06.9"
    stage.run.timeline.seek(99.0)
    assert stage.run.record.simulation.steps == 423


def test_edits_made_while_looking_back_reach_the_end_too(stage: Stage) -> None:
    """Undo never turns back the clock: edits apply to the current level."""
    stage.run.timeline.seek(3.0)
    move_table(stage)
    stage.run.timeline.seek(99.0)
    stage.run.clock.step_once()
    assert [one.step for one in stage.run.record.recording.inputs] == [420]
    stage.run.timeline.seek(3.0)
    stage.document.stack.undo()
    move_table(stage)
    stage.run.timeline.seek(99.0)
    stage.run.clock.step_once()
    assert len(stage.run.record.recording.inputs) == 1


def test_who_was_deleted_or_drawn_since(stage: Stage) -> None:
    """The agents are those of the present level."""
    stage.document.commit(operations.delete(stage.document.level, [COOK]))
    drawn = Agent(id=60, name="new", position=(5.0, 6.5))
    stage.document.commit(Edit.put(stage.document.level, [drawn]))
    stage.run.timeline.seek(3.0)
    assert [element.id for element in stage.run.agents.crowd().elements] == [GUARD, 60]
    assert stage.run.agents.crowd().positions[1].tolist() == [5.0, 6.5]
    assert Look(stage.run.agents.crowd().looks[1]) is Look.PLACED


def test_the_run_of_a_moment_is_made_ready_at_rest(stage: Stage, qtbot: QtBot) -> None:
    """Facts such as agents' destinations need a complete state."""
    stage.run.timeline.seek_tick(30)
    assert stage.run.timeline.shown is None
    qtbot.waitUntil(lambda: stage.run.timeline.shown is not None, timeout=5000)
    shown = stage.run.timeline.shown
    assert shown.steps == 180
    assert len(shown.agents.path_of(GUARD))
    stage.run.timeline.seek(99.0)
    assert stage.run.timeline.shown is stage.run.record.simulation


def test_kept_doors_are_the_levels(stage: Stage) -> None:
    """They are at every moment, and no input remains."""
    stage.run.commands.switch([GATE])
    stage.run.commands.carry_out([Teleport(((COOK, (14.0, 6.0)),))])
    for _ in range(5):
        stage.run.clock.step_once()
    stage.run.timeline.seek(7.2)
    stage.run.commands.keep({GATE, COOK})
    assert stage.run.commands.count() == 0
    stage.run.timeline.seek(99.0)
    stage.run.timeline.seek(7.2)
    assert stage.run.commands.count() == 0
    assert not stage.document.level.areas[GATE].available


@pytest.mark.parametrize("rate", [7, 60, 144])
def test_ten_seconds_are_a_hundred_ticks(qtbot: QtBot, rate: int) -> None:
    """This holds at any frame rate, and all ticks are recorded (S3-002)."""
    stage = Stage(level_of(room(20, 10), agent(1, (2, 2), goals=((18, 2),))))
    ticks: list[object] = []
    stage.run.signals.ticked.connect(ticks.append)
    stage.run.clock.play()
    for _ in range(10 * rate):
        stage.wait(1 / rate)
    stage.wait(1e-6)
    assert stage.run.record.tick == 100
    assert len(ticks) == 100
    assert stage.run.record.recording.ticks == 101
    assert not stage.run.clock.behind


def test_speeds(qtbot: QtBot) -> None:
    """They are from a tenth to sixteen times."""
    for speed, steps in ((0.1, 6), (16.0, 960)):
        stage = Stage(level_of(room(20, 10), agent(1, (2, 2), goals=((18, 2),))))
        stage.run.clock.speed = speed
        stage.run.clock.play()
        for _ in range(100):
            stage.wait(0.010001)
        assert stage.run.record.simulation.steps == steps


def test_run_that_goes_on_after_its_level_got_another_title_can_be_resumed(stage: Stage) -> None:
    """Agents walk alike in both; the recording still holds the level that the run began in."""
    document, run = stage.document, stage.run
    run.timeline.seek(3.0)
    document.commit(operations.set_settings(document.level, title="one"))
    run.timeline.go_on_here()
    run.clock.step_once()
    document.commit(operations.set_settings(document.level, title="two"))
    move_table(stage)
    for _ in range(3):
        run.clock.step_once()
    recording = run.record.recording
    was = recording.resume(recording.ticks - 1)
    assert was.world.level == document.level
    assert was.state().equals(run.record.simulation.state())
