"""Places where agents overlap, are pushed and turn back: counts, painting, texts."""

import gc
import weakref

import numpy as np
import pytest
from painted_run import CAMERA, Run, differing
from play_stage import Stage
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room
from sim_runs import writable

from editor.canvas.overlays import trouble
from editor.look import style
from editor.run.traffic import RunTraffic
from editor.tools.messages.traffic import trouble_at
from navcore.sim.judging import Trouble


@pytest.fixture
def run(qtbot: QtBot) -> Run:
    """Return 8 s of an agent that walks back and forth, and two that overlap for 2 s."""
    stage = Stage(
        level_of(
            room(20, 10),
            agent(1, (2, 2), walk_speed=1.0, goals=((4, 2), (2, 2)), loop=True),
            agent(2, (5, 6), radius=0.4),
            agent(3, (9, 8), radius=0.4),
        )
    )
    for tick in range(80):
        stage.run.clock.step_once()
        if 40 <= tick < 60:
            agents = writable(stage.run.record.simulation)
            agents.positions[1:] = agents.previous_positions[1:] = [(15, 5), (15.4, 5)]
            stage.run.record.recorder.take()
    return Run(stage, RunTraffic(stage.run))


def counted(run: Run) -> Trouble:
    """Return all counts up to the shown moment."""
    tick = run.stage.run.playhead.tick
    while (found := run.traffic.trouble()).ticks < tick:
        pass
    return found


def test_counts_are_of_the_moment_that_is_shown(run: Run) -> None:
    """Two agents for 2 s, three turns, and nothing at the start."""
    found = counted(run)
    assert found.overlapped.sum() == pytest.approx(4.0, abs=0.4)
    assert found.turned.sum() == 3
    assert found.at(15.0, 5.0) is not None
    assert found.at(-90.0, 5.0) is None
    run.stage.run.timeline.seek(3.0)
    assert counted(run).overlapped.sum() == 0.0
    (row,) = trouble.OverlapsOverlay().legend(run.scene(CAMERA))
    assert row.text == "Overlapping agents: none so far"
    assert counted(run).turned.sum() == 1
    run.stage.run.clock.stop_to_start()
    assert not run.traffic.trouble().turned.any()


def test_a_run_that_is_over_is_let_go(run: Run) -> None:
    """Its recording may be large."""
    counted(run)
    recording = weakref.ref(run.stage.run.record.recording)
    run.stage.run.clock.stop_to_start()
    gc.collect()
    assert recording() is None


def test_overlaps_and_turns_are_painted_where_they_were(run: Run) -> None:
    """They are hatched, with a legend in numbers and a hint at the place."""
    counted(run)
    for overlay, place in (
        (trouble.OverlapsOverlay(), (15.0, 5.0)),
        (trouble.TurningOverlay(), (3.9, 2.0)),
    ):
        image = run.paint(overlay)
        assert differing(image) > 10
        x, z = CAMERA.to_pixel(place)
        around = {
            image.pixelColor(round(x) + dx, round(z) + dz).name()
            for dx in range(-20, 21, 2)
            for dz in range(-20, 21, 2)
        }
        assert around - {QColor(style.current().walkable).name()}
        rows = overlay.legend(run.scene(CAMERA))
        assert rows
        assert all(row.hatch for row in rows)
        assert "per m²" in rows[0].text
    assert "overlapped" in trouble.OverlapsOverlay().tip(run.scene(CAMERA), (15.0, 5.0))
    assert trouble.OverlapsOverlay().tip(run.scene(CAMERA), (18.0, 9.0)) == ""


def test_pushes_are_painted_where_they_were(run: Run) -> None:
    """A push appears with its tick; without measured steps the legend gives the reason."""
    overlay = trouble.PushesOverlay()
    before = counted(run).pushed.sum()
    record = run.stage.run.record
    record.simulation.step()
    writable(record.simulation).positions[0, 1] += 0.3
    record.pushes.take(record.simulation)
    record.recorder.take()
    for _ in range(3):
        run.stage.run.clock.step_once()
    assert counted(run).pushed.sum() == before + 1
    assert differing(run.paint(overlay)) > 10
    assert "5 cm" in overlay.legend(run.scene(CAMERA))[0].text
    recording = run.stage.run.record.recording
    run.stage.run.timeline.open_recording(recording.until(recording.ticks - 1))
    run.stage.run.timeline.seek(2.0)
    (row,) = overlay.legend(run.scene(CAMERA))
    assert row.text == "pushes are measured only while a run plays"


def test_off_at_first_and_no_preset_shows_them() -> None:
    """They cost a look at each tick of a run."""
    for kind in trouble.OVERLAYS:
        assert not kind.presets


def test_what_is_said_of_a_place() -> None:
    """It has all three numbers."""
    text = trouble_at(12.0, 450.2, 0.25)
    assert np.all([number in text for number in ("12.0 s", "450 times", "0.2 times")])
