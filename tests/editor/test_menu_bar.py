"""The menu bar: short menus, and every action in one place."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from editor.actions.menus import MOST_ROWS
from editor.actions.row import MENUS
from editor.shell.window import MainWindow


def every_menu(window: MainWindow) -> Iterator[QMenu]:
    """Each menu and submenu, filled as it is when it opens."""
    left = [action.menu() for action in window.menuBar().actions()]
    while left:
        menu = left.pop()
        assert isinstance(menu, QMenu)
        menu.aboutToShow.emit()
        left += [action.menu() for action in menu.actions() if action.menu() is not None]
        yield menu


def menus(window: MainWindow) -> Iterator[tuple[str, list[QAction]]]:
    """Title and rows of each, lines left out."""
    for menu in every_menu(window):
        yield menu.title(), [action for action in menu.actions() if not action.isSeparator()]


def test_the_menus_are_those_of_the_standard(window: MainWindow) -> None:
    """They are in its order."""
    titles = tuple(action.text() for action in window.menuBar().actions())
    assert titles == MENUS
    assert MENUS == ("File", "Edit", "Select", "View", "Draw", "Play", "Check", "Help")


def test_no_menu_is_longer_than_one_reads(window: MainWindow, tmp_path: Path) -> None:
    """A submenu is one row; recent files don't make theirs longer."""
    for number in range(2 * MOST_ROWS):
        window.settings.recent.note(tmp_path / f"level_{number}.json")
    found = {title: len(rows) for title, rows in menus(window)}
    assert {title: count for title, count in found.items() if count > MOST_ROWS} == {}
    assert all(found.values())


def test_every_action_is_in_one_place(window: MainWindow) -> None:
    """No action is in two places of the menus."""
    places = Counter(row for _, rows in menus(window) for row in rows)
    for name, action in window.commands.table.items():
        assert places[action] == 1, name


def test_lines_part_groups_and_stand_at_no_end(window: MainWindow) -> None:
    """Two lines are never adjacent either."""
    for menu in every_menu(window):
        lines = [action.isSeparator() for action in menu.actions()]
        assert not lines[0], menu.title()
        assert not lines[-1], menu.title()
        assert (True, True) not in set(pairwise(lines)), menu.title()


def test_what_checks_is_in_the_check_menu(window: MainWindow) -> None:
    """And a picture is no longer saved between Close and Quit."""
    texts = {title: [row.objectName() for row in rows] for title, rows in menus(window)}
    assert {"tool_probe", "tool_measure"} <= set(texts["Check"])
    assert {"compare_saved", "compare_backup", "compare_grid"} <= set(texts["Compare with"])
    file = texts["File"]
    assert file[-2:] == ["close", "quit"]
    assert file.index("picture") == file.index("export_as") + 1
