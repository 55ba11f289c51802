"""Preferences take effect at once, and can be reset."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QStyle, QWidget

from editor.dialogs.preferences import PreferencesDialog
from editor.dialogs.preferences.canvas import CanvasPage
from editor.dialogs.preferences.files import FilesPage
from editor.dialogs.preferences.general import GeneralPage
from editor.dialogs.preferences.keys import KeysPage
from editor.dialogs.recent import RecentDialog
from editor.look import style, theme
from editor.settings.settings import SNAPS
from editor.shell.window import MainWindow
from navcore.formats import save_level

KEY = Qt.Key


@pytest.fixture
def dialog(window: MainWindow) -> Iterator[PreferencesDialog]:
    """The dialog, shown."""
    made = PreferencesDialog(window.bench, window)
    made.open()
    yield made
    made.reject()
    theme.apply_motion("system")
    theme.apply_theme("dark")


def page(dialog: PreferencesDialog, row: int) -> QWidget:
    """The page with this number, shown."""
    dialog.list.setCurrentRow(row)
    return dialog.page


def pick(box: QComboBox, value: str) -> None:
    """Choose as a user does."""
    box.setCurrentIndex(box.findData(value))
    box.activated.emit(box.currentIndex())


def test_its_key_opens_it(window: MainWindow) -> None:
    """And nothing in it has to be confirmed."""
    window.commands.table["preferences"].trigger()
    (found,) = [c for c in window.children() if isinstance(c, PreferencesDialog)]
    assert found.isVisible()
    texts = [button.text() for button in found.findChildren(QAbstractButton)]
    assert "Close" in texts
    assert not {"OK", "Apply", "Cancel"} & set(texts)
    found.reject()


def test_theme_and_movement(window: MainWindow, dialog: PreferencesDialog) -> None:
    """The window and the dialog are light at once; nothing blinks when less is wanted."""
    general = page(dialog, 0)
    assert isinstance(general, GeneralPage)
    pick(general.theme, "light")
    assert window.settings.theme == "light"
    assert style.current() is style.LIGHT
    pick(general.motion, "reduced")
    assert window.settings.motion == "reduced"
    assert theme.motion_reduced()
    assert QGuiApplication.styleHints().cursorFlashTime() == 0
    assert not window.isAnimated()
    assert not QApplication.isEffectEnabled(Qt.UIEffect.UI_AnimateMenu)
    hint = QStyle.StyleHint.SH_Widget_Animation_Duration
    assert window.style().styleHint(hint, None, window.canvas) == 0
    dialog.back.click()
    assert (window.settings.theme, window.settings.motion) == ("system", "system")
    assert general.theme.currentData() == "system"
    assert not theme.motion_reduced()
    assert window.isAnimated()
    assert QGuiApplication.styleHints().cursorFlashTime() > 0


def test_the_canvas(window: MainWindow, dialog: PreferencesDialog) -> None:
    """The same switches as in the menus, and they follow each other."""
    canvas, settings = page(dialog, 1), window.settings
    assert isinstance(canvas, CanvasPage)
    pick(canvas.wheel, "pan")
    canvas.grid.click()
    canvas.snap.click()
    canvas.kinds["snap_edge"].click()
    pick(canvas.step, "snap_step_2")
    assert settings.wheel == "pan"
    assert (settings.grid, settings.snap, settings.snap_step) == (False, False, 2.0)
    assert settings.snap_to == set(SNAPS) - {"edge"}
    assert "no snap" in window.status.snap.text()
    window.commands.table["grid"].trigger()
    assert canvas.grid.isChecked()
    dialog.back.click()
    assert settings.wheel == "device"
    assert (settings.grid, settings.snap, settings.snap_step) == (True, True, 0.5)
    assert settings.snap_to == set(SNAPS)
    assert canvas.kinds["snap_edge"].isChecked()
    assert canvas.step.currentData() == "snap_step_0.5"


def test_a_step_that_is_no_proposal(window: MainWindow, dialog: PreferencesDialog) -> None:
    """No proposal is checked."""
    window.canvas.snapping.set_step(0.37)
    canvas = page(dialog, 1)
    assert isinstance(canvas, CanvasPage)
    assert canvas.step.currentIndex() == -1


def test_recent_files_are_forgotten(window: MainWindow, tmp_path: Path) -> None:
    """All at once; nothing is left to be done then."""
    window.settings.recent.note(tmp_path / "one.json")
    window.settings.recent.note(tmp_path / "two.json")
    files = FilesPage(window.bench)
    assert "2 files" in files.recent.text()
    files.forget.click()
    assert window.settings.recent.files == ()
    assert not files.forget.isEnabled()
    assert files.backups.name == "backups"


def test_everything_is_reached_by_keyboard(dialog: PreferencesDialog) -> None:
    """Arrows choose the page, Tab goes through it; every control has a name."""
    dialog.activateWindow()
    dialog.list.setFocus()
    for row, kind in enumerate(dialog.pages):
        assert dialog.page is kind
        QTest.keyClick(dialog.list, KEY.Key_Tab)
        assert dialog.focusWidget() is not dialog.list
        dialog.list.setFocus()
        if row < len(dialog.pages) - 1:
            QTest.keyClick(dialog.list, KEY.Key_Down)
    for widget in dialog.findChildren(QComboBox):
        assert widget.accessibleName()


class TestWhatTheSystemWants:
    """Reduced motion, queried in each system's own way."""

    @pytest.mark.parametrize(
        ("file", "text", "less"),
        [
            ("kdeglobals", "[KDE]\nAnimationDurationFactor=0\n", True),
            ("kdeglobals", "[KDE]\nAnimationDurationFactor=1\n", False),
            ("gtk-4.0/settings.ini", "[Settings]\ngtk-enable-animations=false\n", True),
            ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=0\n", True),
            ("gtk-3.0/settings.ini", "[Settings]\ngtk-enable-animations=true\n", False),
            ("gtk-3.0/settings.ini", "no section\n", False),
            ("other", "", False),
        ],
    )
    def test_files(self, tmp_path: Path, file: str, text: str, less: bool) -> None:
        """They are those of Linux desktops."""
        (tmp_path / file).parent.mkdir(exist_ok=True)
        (tmp_path / file).write_text(text)
        assert theme.files_want_less(tmp_path) is less

    @pytest.mark.parametrize(("told", "less"), [("1\n", True), ("0\n", False), ("", False)])
    def test_a_mac(self, monkeypatch: pytest.MonkeyPatch, told: str, less: bool) -> None:
        """Its own program is asked; one that hangs counts as none."""
        monkeypatch.setattr(theme.sys, "platform", "darwin")
        monkeypatch.setattr(theme.shutil, "which", lambda program: f"/usr/bin/{program}")

        def run(command: list[str], **more: object) -> subprocess.CompletedProcess[str]:
            if not told:
                raise subprocess.TimeoutExpired(command, theme.ASKED_FOR)
            return subprocess.CompletedProcess(command, 0, told, "")

        monkeypatch.setattr(theme.subprocess, "run", run)
        theme.system_wants_less.cache_clear()
        assert theme.system_wants_less() is less
        theme.system_wants_less.cache_clear()


class TestTheme:
    """Following the system, or not."""

    def test_a_choice_is_not_undone_by_the_system(self, window: MainWindow) -> None:
        """Only *Follow system* changes with it."""
        theme.apply_theme("light")
        theme.follow_system()
        assert style.current() is style.LIGHT
        theme.apply_theme("system")
        theme.follow_system()
        assert style.current() is theme.theme_for("system")
        theme.apply_theme("dark")

    def test_an_unknown_scheme_is_dark(self, window: MainWindow) -> None:
        """Some desktops report none."""
        if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Unknown:
            assert theme.theme_for("system") is style.DARK


def test_a_search_for_keys_says_what_it_found(dialog: PreferencesDialog) -> None:
    """An empty result is stated in words, and unlisted keys aren't marked."""
    page = dialog.pages[2]
    assert isinstance(page, KeysPage)
    page.table.mark("tool_door")
    page.search.setText("polygon")
    assert page.table.current == page.table.shown()[0]
    page.search.setText("qqqq")
    assert (page.table.current, page.empty.isHidden()) == ("", False)
    assert page.empty.text() == 'Nothing named "qqqq".'
    page.search.setText("")
    assert page.empty.isHidden()


def test_no_recent_level_but_this_one(window: MainWindow, tmp_path: Path) -> None:
    """The empty list describes its future content."""
    file = tmp_path / "inn.json"
    save_level(window.document.level, file)
    assert window.files.open(file)
    window.ask("recent")
    shown = [d for d in window.children() if isinstance(d, RecentDialog)]
    assert shown[-1].empty.text() == "Levels that you open or save will be listed here."
    shown[-1].reject()
