"""The clock of a run, driven by a simulated clock."""

import pytest
from play_stage import Stage
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room, simulate

from editor.run import record
from editor.run.playhead import PlayState
from editor.tools.messages.play import recording_full
from navcore.level.edit import Edit
from navcore.level.model import Agent


@pytest.fixture
def stages(qtbot: QtBot) -> type[Stage]:
    """Return a function that makes stages, which need a Qt application."""
    return Stage


def walker(**fields: object) -> Agent:
    """An agent that walks to the right."""
    return agent(1, (2, 2), goals=((18, 2),), **fields)


def test_stands_at_the_start(stages: type[Stage]) -> None:
    """Nothing runs until it is played."""
    stage = stages(level_of(room(20, 10), walker()))
    assert stage.run.playhead.at_start
    assert not stage.run.playhead.playing
    assert stage.run.playhead.state is PlayState.START
    assert stage.run.playhead.fraction == 1.0


def test_plays_at_real_time_and_keeps_the_rest(stages: type[Stage]) -> None:
    """Steps that are due are run; the fraction of the next one is for drawing."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.play()
    assert stage.run.playhead.state is PlayState.PLAYING
    stage.wait(0.1001)
    assert stage.run.record.simulation.steps == 6
    stage.wait(0.025)
    assert stage.run.record.simulation.steps == 7
    assert stage.frames[-1] == pytest.approx(0.506)
    stage.wait(0.025)
    assert stage.run.record.simulation.steps == 9
    assert stage.said == []


@pytest.mark.parametrize(("speed", "steps"), [(0.25, 3), (0.5, 6), (1, 12), (2, 24)])
def test_speed(stages: type[Stage], speed: float, steps: int) -> None:
    """Times real time, in frames as they come."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.speed = speed
    stage.run.clock.play()
    for _ in range(20):
        stage.wait(0.01001)
    assert stage.run.record.simulation.steps == steps


def test_an_odd_speed_is_refused(stages: type[Stage]) -> None:
    """Only speeds of the list are accepted."""
    stage = stages(room(10, 10))
    with pytest.raises(ValueError, match="speed"):
        stage.run.clock.speed = 3.0


def test_the_frame_rate_changes_nothing(stages: type[Stage]) -> None:
    """Steps and places are the same as without a view, for any division into frames (S3-001)."""
    level = level_of(room(20, 10), walker())
    for frame in (0.005, 0.0161, 0.1):
        stage = stages(level)
        stage.run.clock.play()
        while stage.run.record.simulation.steps < 60:
            stage.wait(frame)
        alone = simulate(level)
        while alone.steps < stage.run.record.simulation.steps:
            alone.step()
        played = stage.run.record.simulation.agents.positions
        assert played.tobytes() == alone.agents.positions.tobytes()


def test_a_frame_takes_no_more_than_its_budget(stages: type[Stage]) -> None:
    """The rest waits for the next frame."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.play()
    stage.clock.look = 0.003
    stage.wait(0.2)
    assert stage.run.record.simulation.steps == 3
    stage.clock.look = 0.0
    stage.wait(0.0)
    assert stage.run.record.simulation.steps == 12
    assert not stage.run.clock.behind


def test_a_backlog_is_dropped_and_shown(stages: type[Stage]) -> None:
    """More than five ticks behind, time is dropped, and a message says so for a second."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.play()
    stage.clock.look = 0.003
    stage.wait(2.0)
    assert stage.run.record.simulation.steps == 3
    assert stage.run.clock.behind
    stage.clock.look = 0.0
    stage.wait(0.1)
    assert stage.run.record.simulation.steps == 9
    assert stage.run.clock.behind
    for _ in range(10):
        stage.wait(0.1)
    assert not stage.run.clock.behind
    assert stage.states.count(PlayState.PLAYING) == 3


def test_pause_and_go_on(stages: type[Stage]) -> None:
    """Paused time does not count."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.toggle()
    stage.wait(0.1001)
    stage.run.clock.toggle()
    assert stage.run.playhead.state is PlayState.PAUSED
    assert stage.frames[-1] == 1.0
    stage.clock.now += 100
    stage.run.clock.toggle()
    stage.wait(0.1001)
    assert stage.run.record.simulation.steps == 12


def test_one_tick(stages: type[Stage]) -> None:
    """Pauses and goes to the beginning of the next tick."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.step_once()
    assert stage.run.record.simulation.steps == 6
    assert stage.run.playhead.state is PlayState.PAUSED
    stage.run.clock.play()
    stage.wait(0.05)
    stage.run.clock.step_once()
    assert stage.run.record.simulation.steps == 12
    assert not stage.run.playhead.playing


def test_back_to_the_start_and_from_the_start(stages: type[Stage]) -> None:
    """All agents stand at their starts in the level; sent goals are forgotten."""
    stage = stages(level_of(room(20, 10), agent(1, (2, 2))))
    stage.run.clock.play()
    stage.run.commands.send([1], (18, 2))
    stage.wait(0.5)
    assert stage.run.record.simulation.agents.is_moving(1)
    stage.run.clock.stop_to_start()
    assert stage.run.playhead.at_start
    assert stage.run.record.simulation.agents.positions.tolist() == [[2, 2]]
    stage.run.clock.restart()
    assert stage.run.playhead.playing
    stage.wait(0.5)
    assert stage.run.record.simulation.agents.positions.tolist() == [[2, 2]]


def test_no_agents(stages: type[Stage]) -> None:
    """Nothing plays, and a message explains how to add agents."""
    stage = stages(room(10, 10))
    stage.run.clock.play()
    stage.run.clock.step_once()
    assert not stage.run.playhead.playing
    assert stage.said == ["No agents yet. Press A and click the floor."] * 2


def test_nobody_goes_anywhere(stages: type[Stage]) -> None:
    """The run plays, so that agents can be sent, and a message explains how."""
    stage = stages(level_of(room(10, 10), agent(1, (2, 2))))
    stage.run.clock.play()
    assert stage.run.playhead.playing
    said = "No agent has a goal. Select an agent and right-click the floor."
    assert stage.said == [said]
    stage.run.commands.send([1], (8, 2))
    stage.wait(0.5)
    stage.run.clock.pause()
    stage.run.clock.play()
    assert stage.said == [said]


def test_edits_at_the_start_begin_a_new_run(stages: type[Stage]) -> None:
    """A moved agent stands at its new place at once."""
    stage = stages(level_of(room(10, 10), agent(1, (2, 2))))
    stage.document.commit(Edit.put(stage.document.level, [agent(1, (5, 5))]))
    assert stage.run.record.simulation.agents.positions.tolist() == [[5, 5]]
    assert len(stage.frames) == 1


def test_edits_later_go_into_the_run(stages: type[Stage]) -> None:
    """Edits apply from the next tick on, playing or paused; a moved start moves no agent."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.step_once()
    run = stage.run.record.simulation
    stage.document.commit(
        Edit.put(stage.document.level, [walker(walk_speed=2.0), agent(2, (5, 5))])
    )
    assert stage.run.record.simulation is run
    assert len(run.agents) == 1
    stage.run.clock.step_once()
    assert run.agents.ids.tolist() == [1, 2]
    assert run.agents.positions[0, 0] == pytest.approx(2 + 6 * 1.4 / 60 + 6 * 2.0 / 60)


def test_another_level_begins_at_its_start(stages: type[Stage]) -> None:
    """Opening while playing stops the run."""
    stage = stages(level_of(room(20, 10), walker()))
    stage.run.clock.play()
    stage.wait(1.0)
    stage.document.load(level_of(room(10, 10), agent(3, (1, 1))), None)
    assert stage.run.playhead.at_start
    assert stage.run.record.simulation.agents.ids.tolist() == [3]


def test_the_timer_runs_only_while_playing(stages: type[Stage], qtbot: QtBot) -> None:
    """Its frames come through the event loop."""
    stage = stages(level_of(room(20, 10), walker()))
    with qtbot.waitSignal(stage.run.signals.frame):
        stage.run.clock.play()
    stage.run.clock.pause()
    with qtbot.assertNotEmitted(stage.run.signals.frame, wait=50):
        pass


def test_sending_where_nobody_gets_is_said() -> None:
    """One sentence with the name and the distance that is left; none when all is well."""
    stage = Stage(room(10, 10).with_items({1: agent(1, (2, 2), name="cook"), 2: agent(2, (3, 2))}))
    stage.run.clock.step_once()
    stage.run.commands.send([1], (8.0, 8.0))
    assert stage.said == []
    stage.run.commands.send([1], (15.0, 5.0))
    assert len(stage.said) == 1
    assert stage.said[0].startswith("cook gets no nearer than 5.")
    stage.run.commands.send([1, 2], (15.0, 5.0))
    assert stage.said[-1] == "Not all of the 2 agents can get there."


def test_recording_that_is_full_holds_the_run(
    stages: type[Stage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run left alone for days uses limited memory, and reports that it has stopped."""
    monkeypatch.setattr(record, "MOST_BYTES", 20_000)
    stage = stages(level_of(room(20, 10), walker(loop=True)))
    stage.run.clock.play()
    for _ in range(3000):
        stage.wait(0.1)
        if not stage.run.playhead.playing:
            break
    assert stage.run.playhead.state is PlayState.PAUSED
    steps = stage.run.record.simulation.steps
    assert 20_000 <= stage.run.record.recording.nbytes < 30_000
    assert stage.said == [recording_full(stage.run.playhead.time_text)]
    stage.run.clock.step_once()
    stage.run.clock.play()
    assert stage.said[1:] == stage.said[:1] * 2
    assert stage.run.record.simulation.steps == steps
    stage.run.timeline.seek(1.0)
    stage.run.timeline.go_on_here()
    stage.run.clock.step_once()
    assert stage.run.record.simulation.steps == 66
    stage.run.clock.restart()
    assert stage.run.playhead.playing


def test_recording_nbytes_is_the_same_however_often_it_is_asked(stages: type[Stage]) -> None:
    """Parts that were added up before are not read again, unless the recording was cut."""
    stage = stages(level_of(room(20, 10), walker(loop=True)))
    asked = []
    for _ in range(200):
        stage.run.clock.step_once()
        asked.append(stage.run.record.recording.nbytes)
    recording = stage.run.record.recording
    assert asked == sorted(asked)
    assert recording.until(recording.ticks - 1).nbytes == pytest.approx(asked[-1], rel=0.1)
    recording.cut(60)
    assert recording.nbytes < asked[-1] / 2
