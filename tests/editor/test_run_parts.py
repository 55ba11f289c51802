"""Parts of a run, each tested with as few others as possible."""

from pathlib import Path

import pytest
from play_stage import Clock, Stage
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room

from editor.actions.row import Row
from editor.document import Document
from editor.run.agents import RunAgents
from editor.run.clock import RunClock
from editor.run.commands import RunCommands
from editor.run.moments import Moments
from editor.run.playhead import Playhead, PlayState
from editor.run.run import Run
from editor.run.signals import RunSignals
from editor.run.step_times import StepTimes
from editor.run.switches import RunSwitches
from editor.run.timeline import RunTimeline
from editor.services.bake.service import BakeService
from editor.settings.settings import Settings
from editor.workspace import Workspace, make_workspace
from navcore.level.edit import Edit
from navcore.sim.inputs import Spawn
from navcore.sim.simulation import Simulation


class Parts:
    """A document with its bake, and some parts of its run."""

    def __init__(self) -> None:
        """At the start."""
        self.document = Document(level_of(room(20, 10), agent(1, (2, 2), goals=((18, 2),))))
        self.bake = BakeService(self.document, short_ms=float("inf"))
        self.signals = RunSignals()
        self.playhead = Playhead(self.signals, Simulation(self.bake.world))
        self.told: list[object] = []

    def timeline(self) -> RunTimeline:
        """Return a timeline without a clock; `pause` records its calls."""
        self.doors, moments = RunSwitches(self.document, self.bake), Moments()
        self.agents = RunAgents(self.document, self.playhead, moments)
        return RunTimeline(
            self.document, self.bake, self.playhead, self.doors, moments, self.agents,
            StepTimes(), pause=lambda: self.told.append("pause"),
        )  # fmt: skip

    def walk(self, ticks: int) -> None:
        """Advance by some ticks, without a clock."""
        for _ in range(ticks * 6):
            self.playhead.record.step()


@pytest.fixture
def parts(qtbot: QtBot) -> Parts:
    """Parts need a Qt application."""
    return Parts()


def test_playhead_tells_state_and_time(parts: Parts) -> None:
    """It is START at 0:00.0, PAUSED later, and PLAYING while time goes on."""
    head = parts.playhead
    assert (head.state, head.at_start, head.fraction) == (PlayState.START, True, 1.0)
    parts.walk(25)
    assert (head.state, head.seconds, head.tick, head.time_text) == (
        PlayState.PAUSED, 2.5, 25, "0:02.5",
    )  # fmt: skip
    head.playing, head.due = True, 0.25
    assert (head.state, head.fraction) == (PlayState.PLAYING, 0.25)
    head.moment = 1.26
    assert head.looks_back
    assert (head.seconds, head.length, head.tick, head.nearest_tick) == (1.26, 2.5, 12, 13)
    assert head.fraction == 1.0


def test_playhead_tells_the_state_before_the_frame(parts: Parts) -> None:
    """Buttons and labels are up to date when the frame is painted."""
    parts.signals.state_changed.connect(parts.told.append)
    parts.signals.frame.connect(parts.told.append)
    parts.playhead.tell()
    assert parts.told == [PlayState.START, 1.0]


def test_playhead_begins_quietly(parts: Parts) -> None:
    """Another run: nothing is emitted, and nothing of the one before is left."""
    parts.walk(3)
    parts.signals.frame.connect(parts.told.append)
    before, parts.playhead.moment = parts.playhead.record, 0.1
    parts.playhead.begin(Simulation(parts.bake.world))
    assert parts.playhead.record is not before
    assert parts.playhead.at_start
    assert not parts.told


def test_agents_are_chosen_and_held_without_a_clock(parts: Parts) -> None:
    """Only agents of the run are chosen; held ones are drawn where the mouse has them."""
    agents = RunAgents(parts.document, parts.playhead, Moments())
    parts.playhead.inputs.added[7] = agent(7, (5.0, 5.0))
    agents.choose([1, 7])
    assert agents.chosen == {7}
    agents.hold({1: (9.0, 9.0)})
    assert agents.crowd().positions.tolist() == [[9.0, 9.0]]
    parts.document.select(frozenset({1}))
    assert agents.chosen == frozenset()
    assert agents.view() is None
    assert len(agents.seen({1}).elements) == 0


def test_timeline_pauses_and_seeks_without_a_clock(parts: Parts) -> None:
    """Moments between the start and the end; beyond it the end is shown."""
    timeline = parts.timeline()
    parts.walk(20)
    timeline.seek(1.0)
    assert parts.told == ["pause"]
    assert parts.playhead.seconds == 1.0
    timeline.step_back()
    assert parts.playhead.tick == 9
    timeline.seek(99.0)
    assert not parts.playhead.looks_back
    timeline.shutdown()


def test_timeline_goes_on_from_a_moment_and_changes_back(parts: Parts) -> None:
    """The old run is kept from the moment of the change, and can be restored."""
    timeline = parts.timeline()
    parts.walk(20)
    first = parts.playhead.record
    timeline.seek_tick(10)
    timeline.go_on_here()
    assert (timeline.aside, timeline.parted, parts.playhead.length) == (first, 1.0, 1.0)
    timeline.change_runs()
    assert parts.playhead.record is first
    assert parts.playhead.seconds == 1.0
    timeline.rewind()
    assert timeline.aside is None
    assert parts.playhead.at_start
    timeline.shutdown()


def test_timeline_plays_back_to_the_end(parts: Parts) -> None:
    """The time beyond the end is returned, to be simulated."""
    timeline = parts.timeline()
    parts.walk(20)
    timeline.seek(1.0)
    assert timeline.play_back(0.5) == 0.0
    assert parts.playhead.seconds == 1.5
    assert timeline.play_back(0.75) == pytest.approx(0.25)
    assert not parts.playhead.looks_back
    timeline.shutdown()


def test_clock_takes_its_time_from_outside(parts: Parts) -> None:
    """Steps that are due by the given clock, at its speed."""
    timeline, now = parts.timeline(), Clock()
    clock = RunClock(parts.bake, parts.playhead, timeline, StepTimes(), now=now)
    clock.speed = 2.0
    clock.play()
    now.now += 0.1001
    clock.advance()
    assert parts.playhead.record.simulation.steps == 12
    clock.pause()
    assert not parts.playhead.playing
    timeline.shutdown()


def test_commands_act_only_in_a_run_that_has_begun(parts: Parts) -> None:
    """At the start everything is the level's."""
    timeline = parts.timeline()
    commands = RunCommands(parts.document, parts.playhead, parts.doors, parts.agents, timeline)
    spawn = Spawn(agent(7, (5.0, 5.0)))
    commands.carry_out([spawn])
    assert commands.count() == 0
    parts.walk(1)
    commands.carry_out([spawn])
    assert commands.count() == 1
    assert commands.keepable([1, 7]) == {7}
    commands.keep([7])
    assert 7 in parts.document.level.agents
    assert commands.count() == 0
    timeline.shutdown()


def test_doors_follow_the_level_without_a_run(parts: Parts) -> None:
    """A world for each bake, the bake's own where no door was toggled."""
    doors = RunSwitches(parts.document, parts.bake)
    doors.baked.connect(parts.told.append)
    level = parts.document.level
    parts.document.commit(Edit({1: level.agents[1]}, {1: None}))
    assert parts.told
    assert doors.world is parts.bake.world
    assert not doors.switched


def test_run_holds_its_parts_and_passes_on_what_changes(qtbot: QtBot) -> None:
    """Record, inputs and world are those of the playhead and of the doors."""
    run: Run = Stage(level_of(room(20, 10), agent(1, (2, 2)))).run
    assert run.record is run.playhead.record
    assert run.inputs is run.playhead.inputs
    assert run.world is run.switches.world
    run.clock.step_once()
    before = run.record
    run.clock.stop_to_start()
    assert run.record is not before
    assert run.signals.parent() is run


def test_workspace_follows_its_document(qtbot: QtBot, tmp_path: Path) -> None:
    """A requested path is dropped when another level is loaded."""
    workspace = make_workspace(Settings(tmp_path / "settings.ini"))
    assert isinstance(workspace, Workspace)
    workspace.probe.set((1.0, 1.0), (2.0, 2.0))
    workspace.document.load(room(5, 5), None)
    assert workspace.probe.ends is None
    workspace.run.shutdown()
    workspace.backgrounds.shutdown()
    workspace.bake.shutdown()


def test_row_works_on_any_bench() -> None:
    """Rows of actions know nothing of the window."""
    made: list[str] = []
    row: Row[list[str]] = Row("note", "Edit", "Note", lambda bench: bench.append("done"))
    row.do(made)
    assert made == ["done"]
    assert row.enabled(made)
