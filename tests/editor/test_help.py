"""Contents of help and about; hidden panels can be restored."""

from importlib import metadata

import pytest
from hand import CTRL, NONE, SHIFT, Hand
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel

from editor.dialogs import about
from editor.dialogs.about import AboutDialog
from editor.dialogs.dialog import Dialog
from editor.dialogs.help import HelpDialog
from editor.files.prompts import Notice
from editor.look import icons, theme
from editor.shell.window import MainWindow
from navcore import kernels

KEY = Qt.Key


def opened(window: MainWindow, kind: type[Dialog]) -> Dialog:
    """The dialog of this kind that is open."""
    (found,) = [c for c in window.children() if isinstance(c, kind) and c.isVisible()]
    return found


@pytest.fixture
def sheet(window: MainWindow, hand: Hand) -> HelpDialog:
    """Help, opened by its key."""
    hand.key(KEY.Key_F1)
    made = opened(window, HelpDialog)
    assert isinstance(made, HelpDialog)
    return made


def told(dialog: Dialog) -> str:
    """Return all texts of the sheet."""
    return "\n".join(label.text() for label in dialog.findChildren(QLabel))


class TestHelp:
    """F1."""

    def test_it_begins_with_the_tool_in_hand(self, window: MainWindow, sheet: HelpDialog) -> None:
        """It shows the tool's key, its purpose, and its mouse and key input."""
        first = sheet.sections[0]
        assert first.title == "Select and move  V"
        assert "Click selects" in first.text
        assert "**" not in first.text
        assert ("Alt+click", "What lies beneath") in first.lines

    def test_every_tool_has_a_first_section(self, window: MainWindow) -> None:
        """This includes tools without lines of their own."""
        for tool in window.canvas.gestures.tools:
            window.canvas.gestures.choose(tool)
            sheet = HelpDialog(window.bench, window)
            assert sheet.sections[0].title.startswith(tool.title)
            assert sheet.sections[0].text
            sheet.reject()

    def test_gestures_colours_places_and_files(self, sheet: HelpDialog) -> None:
        """Five gestures; no place for a key is left open."""
        titles = [section.title for section in sheet.sections]
        assert titles[1:] == [
            "Five gestures that matter", "What the colours mean", "Where things are",
            "What the files hold",
        ]  # fmt: skip
        assert len(sheet.sections[1].lines) == 5
        text = told(sheet)
        assert "too close to a wall" in text
        assert "lowest z" in text
        assert "{" not in text

    def test_notes_of_the_level_stand_in_it(self, window: MainWindow) -> None:
        """If it has some."""
        level = window.document.level
        noted = level.with_settings(replace(level.settings, notes="Mind the gap."))
        window.document.load(noted, None)
        sheet = HelpDialog(window.bench, window)
        assert ("About this level", "Mind the gap.") in [(s.title, s.text) for s in sheet.sections]
        sheet.reject()

    def test_it_names_the_user_s_keys(self, window: MainWindow) -> None:
        """A line for a key that nothing has is left out."""
        window.commands.keymap.set_keys("tool_door", ["K"])
        window.commands.keymap.set_keys("palette", [])
        window.commands.wear_keys()
        sheet = HelpDialog(window.bench, window)
        assert "K" in [how for section in sheet.sections for how, _ in section.lines]
        assert all(how for section in sheet.sections for how, _ in section.lines)
        sheet.reject()

    def test_it_leads_to_the_keys_and_closes(self, window: MainWindow, sheet: HelpDialog) -> None:
        """Esc closes it as well."""
        keys = next(b for b in sheet.findChildren(QAbstractButton) if b.text().startswith("All"))
        keys.click()
        assert window.keys is not None
        assert window.keys.isVisible()
        assert not sheet.isVisible()
        window.keys.close()

    def test_it_scrolls_by_keys(self, sheet: HelpDialog) -> None:
        """It is longer than its window."""
        sheet.area.setFocus()
        QTest.keyClick(sheet.area, KEY.Key_PageDown)
        assert sheet.area.verticalScrollBar().value() > 0


class TestAbout:
    """Information about the program."""

    def test_versions_system_and_log_are_told_and_copied(self, window: MainWindow) -> None:
        """They are the contents of a good report."""
        window.commands.table["about"].trigger()
        box = opened(window, AboutDialog)
        assert isinstance(box, AboutDialog)
        text = told(box)
        for package in ("numpy", "shapely", "pyqtgraph"):
            assert metadata.version(package) in text
        assert "MIT" in text
        assert "LGPL" in text
        box.copy.click()
        copied = QGuiApplication.clipboard().text()
        assert copied == box.text()
        assert "Python: " in copied
        assert "Log: " in copied
        box.reject()

    def test_the_remedy_stands_beside_what_is_slow_or_old(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Compiled, interpreted, stale."""
        monkeypatch.setattr(kernels, "STALE", ())
        monkeypatch.setattr(kernels, "COMPILED", True)
        assert about.kernel_sentence() == "compiled"
        monkeypatch.setattr(kernels, "COMPILED", False)
        monkeypatch.setattr(kernels, "INTERPRETED", ("polyfill",))
        assert "polyfill" in about.kernel_sentence()
        assert "pip install" in about.kernel_sentence()
        monkeypatch.setattr(kernels, "STALE", ("search",))
        assert "search" in about.kernel_sentence()

    def test_a_package_that_is_not_there(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """A missing package is left out."""

        def gone(name: str) -> str:
            raise metadata.PackageNotFoundError(name)

        monkeypatch.setattr(metadata, "version", gone)
        names = [name for name, _ in about.facts()]
        assert "NumPy" not in names
        assert "Python" in names


class TestHiddenPanels:
    """F11."""

    @pytest.mark.parametrize(("key", "keys"), [(KEY.Key_F11, NONE), (KEY.Key_F, CTRL | SHIFT)])
    def test_all_but_canvas_menus_and_status_go(
        self, window: MainWindow, hand: Hand, key: Qt.Key, keys: Qt.KeyboardModifier
    ) -> None:
        """Problems are still shown, and overlays can still be chosen."""
        window.message.show_notice(Notice("Something."))
        hand.key(key, modifiers=keys)
        parts = (window.options, window.rail, *window.panels.values())
        canvas = window.canvas
        assert not any(part.isVisible() for part in parts)
        assert not canvas.chrome.legend.isVisible()
        assert not canvas.chrome.scale_bar.isVisible()
        bars = (window.message, window.menuBar(), window.statusBar())
        for part in (*bars, canvas, canvas.chrome.show_bar):
            assert part.isVisible()
        hand.key(key, modifiers=keys)
        assert window.options.isVisible()
        assert canvas.chrome.legend.isVisible()
        assert canvas.chrome.scale_bar.isVisible()

    def test_the_first_time_it_is_said_how_they_come_back(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """The message comes once, with the present key."""
        window.commands.keymap.set_keys("hide_panels", ["F10"])
        window.commands.wear_keys()
        hand.key(KEY.Key_F10)
        assert "F10 brings them back" in window.status.shown
        hand.key(KEY.Key_F10)
        window.status.forget()
        hand.key(KEY.Key_F10)
        assert "brings them back" not in window.status.shown

    def test_esc_neither_traps_nor_brings_them_back(self, window: MainWindow, hand: Hand) -> None:
        """Esc goes one step back as always; commands that need a panel show the panels."""
        hand.key(KEY.Key_F11)
        hand.key(KEY.Key_P)
        hand.key(KEY.Key_Escape)
        assert window.canvas.gestures.tool.name == "select"
        assert window.panels_hidden()
        assert window.canvas.hasFocus()
        hand.key(KEY.Key_F, modifiers=CTRL)
        assert not window.panels_hidden()
        assert window.canvas.chrome.legend.isVisible()


def test_icons_and_dialogs_follow_the_theme(window: MainWindow) -> None:
    """Open windows become light, too."""
    window.ask("help")
    sheet = opened(window, HelpDialog)
    before = sheet.palette().window().color()
    icon = icons.icon("search").pixmap(16, 16).toImage()
    canvas = window.canvas.grab().toImage()
    theme.apply_theme("light")
    assert sheet.palette().window().color() != before
    assert icons.icon("search").pixmap(16, 16).toImage() != icon
    assert window.canvas.grab().toImage() != canvas
    theme.apply_theme("dark")
    assert window.canvas.grab().toImage() == canvas
    sheet.reject()
