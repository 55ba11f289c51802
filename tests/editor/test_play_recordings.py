"""Recordings as files: saved, shown again in their level, written as tables; bad files."""

from pathlib import Path

import pytest
from small_level import COOK, GATE, GUARD, TABLE

from editor.actions import recordings
from editor.shell.window import MainWindow
from navcore.level import operations
from navcore.sim.recording import load_recording


@pytest.fixture
def saved(window: MainWindow, tmp_path: Path) -> Path:
    """Five seconds of a run of the window's level, in which a door was toggled; saved."""
    run = window.run
    for _ in range(20):
        run.clock.step_once()
    run.commands.switch([GATE])
    for _ in range(30):
        run.clock.step_once()
    path = tmp_path / "run.wwrec"
    window.files.dialogs.place = path
    window.commands.table["save_recording"].trigger()
    window.files.dialogs.place = None
    return path


def buttons(window: MainWindow) -> list[str]:
    """Return the buttons of the message."""
    return [button.text() for button in window.message.buttons]


def test_save_and_open(window: MainWindow, saved: Path) -> None:
    """It is shown from its beginning, with the doors of its run; the level is untouched."""
    run = window.run
    assert load_recording(saved).ticks == 51
    assert window.files.dialogs.proposals[-1].suffix == ".wwrec"
    end = run.agents.crowd().positions.tolist()
    run.clock.stop_to_start()
    level = window.document.level
    window.files.dialogs.place = saved
    window.commands.table["open_recording"].trigger()
    assert window.message.notice is None
    assert run.playhead.at_start
    assert run.playhead.length == 5.0
    run.timeline.seek(4.0)
    assert dict(run.switches.switched) == {GATE: False}
    run.timeline.seek(1.0)
    assert dict(run.switches.switched) == {}
    run.timeline.seek(5.0)
    assert run.agents.crowd().positions.tolist() == end
    assert window.document.level is level
    assert window.document.stack.isClean()
    inputs = list(run.record.recording.inputs)
    run.clock.step_once()
    assert run.record.recording.inputs == inputs


def test_of_a_changed_level(window: MainWindow, saved: Path) -> None:
    """It asks; the open level stays until the recording's level is requested."""
    document = window.document
    document.commit(operations.move(document.level, [TABLE], (1.5, 0.0)))
    document.stack.setClean()
    mine = document.level
    window.files.dialogs.place = saved
    window.commands.table["open_recording"].trigger()
    assert "run.wwrec" in window.message.text.text()
    assert buttons(window) == ["Open its level", "Cancel"]
    window.message.buttons[1].click()
    assert window.message.notice is None
    assert document.level is mine
    assert window.run.playhead.length == 5.0
    window.commands.table["open_recording"].trigger()
    window.message.buttons[0].click()
    assert window.message.notice is None
    assert document.level.obstacles[TABLE] != mine.obstacles[TABLE]
    assert window.files.title == "run"
    assert window.run.playhead.length == 5.0
    assert window.run.playhead.at_start
    window.run.timeline.seek(3.0)
    assert dict(window.run.switches.switched) == {GATE: False}


def test_unsaved_changes_of_the_level_are_asked_about(window: MainWindow, saved: Path) -> None:
    """Changes of a recording never cause a question."""
    document = window.document
    document.commit(operations.move(document.level, [TABLE], (1.5, 0.0)))
    window.files.dialogs.place = saved
    window.commands.table["open_recording"].trigger()
    window.message.buttons[0].click()
    assert len(window.files.dialogs.asked) == 1
    assert window.run.playhead.length == 5.0
    document.stack.setClean()
    assert window.files.may_close()


@pytest.mark.parametrize("content", [b"", b"nothing", b"PK\x03\x04 and no more"])
def test_bad_files(window: MainWindow, saved: Path, tmp_path: Path, content: bytes) -> None:
    """The strip reports the fault; nothing is lost."""
    bad = tmp_path / "bad.wwrec"
    bad.write_bytes(content)
    window.files.dialogs.place = bad
    window.commands.table["open_recording"].trigger()
    assert "bad.wwrec" in window.message.text.text()
    assert window.run.playhead.length == 5.0
    assert GUARD in window.document.level.agents


def test_a_place_that_cant_be_written(window: MainWindow, saved: Path, tmp_path: Path) -> None:
    """The strip says so."""
    window.files.dialogs.place = tmp_path / "nowhere" / "run.wwrec"
    for name in ("save_recording", "export_recording"):
        window.message.show_notice(None)
        window.commands.table[name].trigger()
        assert window.message.notice is not None
    assert window.run.playhead.length == 5.0


def test_a_table(window: MainWindow, saved: Path, tmp_path: Path) -> None:
    """A row for each agent and tick."""
    path = tmp_path / "run.csv"
    window.files.dialogs.place = path
    window.commands.table["export_recording"].trigger()
    lines = path.read_text("utf-8").splitlines()
    assert len(lines) == 1 + 51 * 2
    assert any("cook" in line for line in lines)
    assert COOK in window.document.level.agents


def test_at_the_start_there_is_nothing_to_save(window: MainWindow) -> None:
    """Opening is always offered."""
    table = window.commands.table
    assert not table["save_recording"].isEnabled()
    assert not table["export_recording"].isEnabled()
    assert table["open_recording"].isEnabled()
    window.run.clock.step_once()
    assert table["save_recording"].isEnabled()


def test_a_recording_that_is_dropped(window: MainWindow, saved: Path) -> None:
    """Onto the window."""
    window.run.clock.stop_to_start()
    assert recordings.take_drop(window.bench, saved)
    assert window.run.playhead.length == 5.0
    assert not recordings.take_drop(window.bench, saved.with_suffix(".png"))


def test_one_on_many_cells_is_opened_after_a_question(
    window: MainWindow, saved: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The notice has the number of cells; its button opens it."""
    cells = load_recording(saved).lattice.cells
    monkeypatch.setattr(recordings, "MAX_CELLS", cells - 1)
    recordings.open_file(window.bench, saved, cells - 1)
    notice = window.message.notice
    assert f"is on {cells:,} cells, more than the usual {cells - 1:,}" in notice.text
    monkeypatch.setattr(recordings, "MOST_ANYWAY", cells - 1)
    recordings.open_file(window.bench, saved, cells - 1)
    assert window.message.notice.buttons == ()
    ((label, anyway),) = notice.buttons
    assert label == "Open anyway"
    anyway()
    assert window.message.notice is None
    assert window.run.playhead.at_start
    assert window.run.playhead.length == 5.0
