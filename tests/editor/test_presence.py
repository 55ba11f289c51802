"""Recent files on drives that don't respond block neither the page nor quitting."""

import threading
from pathlib import Path
from time import monotonic, sleep

import pytest
from pytestqt.qtbot import QtBot

from editor.files.presence import is_there, presence_of
from editor.files.watch import FileWatch


def test_presence(tmp_path: Path) -> None:
    """Existing files have a time of writing; missing ones are reported."""
    file = tmp_path / "a.json"
    file.write_text("{}")
    known = presence_of([file, tmp_path, tmp_path / "none"], 60)
    assert [one.there for one in known.values()] == [True, False, False]
    assert list(known) == [file, tmp_path, tmp_path / "none"]
    changed = known[file].changed
    assert changed is not None
    assert changed.toSecsSinceEpoch() == int(file.stat().st_mtime)
    assert not is_there(tmp_path / "none")


def test_drive_that_does_not_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its files count as present, nothing waits for them, and no second thread hangs on them."""
    answers = threading.Event()
    asked: list[Path] = []

    def is_file(file: Path) -> bool:
        asked.append(file)
        return answers.wait(60)

    monkeypatch.setattr(Path, "is_file", is_file)
    files = [tmp_path / str(number) for number in range(20)]
    began = monotonic()
    for _ in range(3):
        known = presence_of(files, 0.01)
        assert all(one.there and one.changed is None for one in known.values())
    assert monotonic() - began < 30
    while len(asked) < len(files):  # Threads may begin late on a busy machine.
        sleep(0.001)
    assert sorted(asked) == sorted(files)
    answers.set()
    assert all(one.changed is not None for one in presence_of(files, 60).values())
    assert sorted(asked) == sorted(files)


def test_name_that_no_file_can_have(tmp_path: Path) -> None:
    """A recent file with such a name once broke the home page."""
    odd = [tmp_path / ("n" * 5000), tmp_path / "a\0b", tmp_path / "\ud800"]
    assert not any(one.there for one in presence_of(odd, 60).values())


def test_a_file_is_not_watched_on_a_drive_that_does_not_answer(
    tmp_path: Path, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Watching it would block."""
    file = tmp_path / "a.json"
    file.write_text("{}")
    released = threading.Event()
    monkeypatch.setattr(Path, "is_file", lambda _: released.wait(60))
    asked: set[threading.Thread] = set()
    exists = Path.exists

    def noted(path: Path) -> bool:
        asked.add(threading.current_thread())
        return exists(path)

    monkeypatch.setattr(Path, "exists", noted)
    watch = FileWatch()
    try:
        watch.follow(file, "")
        assert asked == set()
    finally:
        released.set()
        watch.shutdown()
