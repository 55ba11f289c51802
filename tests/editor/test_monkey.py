"""A monkey at mouse and keyboard: whatever it does, nothing breaks and everything can be undone."""

from pathlib import Path

import pytest
from monkey import Monkey
from monkey_checks import check_a_run, load
from pytestqt.qtbot import QtBot

from editor.shell.window import MainWindow
from navcore import samples


@pytest.mark.parametrize(("seed", "sample"), [(1, ""), (3, samples.names()[0]), (4, "tavern")])
def test_hundreds_of_events(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, seed: int, sample: str
) -> None:
    """Two hundred on each of three levels."""
    load(window, sample)
    window.document.mark_saved(tmp_path / "level.json")
    check_a_run(window, seed, 200)


@pytest.mark.parametrize("seed", range(10, 20))
def test_twenty_thousand_events(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, seed: int, exhaustive: bool
) -> None:
    """Two thousand, ten times."""
    if not exhaustive:
        pytest.skip("only with --exhaustive")
    load(window, ("", "tavern", "dungeon")[seed % 3])
    window.document.mark_saved(tmp_path / "level.json")
    check_a_run(window, seed, 2000, pictures=True)


def test_the_monkey_is_the_same_every_time(window: MainWindow) -> None:
    """A failure can be run again."""
    one, other = Monkey(window, 5), Monkey(window, 5)
    assert [one.random.random() for _ in range(5)] == [other.random.random() for _ in range(5)]
