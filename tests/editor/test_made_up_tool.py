"""A new tool needs only its file and its messages: it is found, shown and usable."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from hand import CTRL, SHIFT, Hand
from leaving import leave
from PySide6.QtCore import QCoreApplication, QSize, Qt
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot
from small_level import small_level

from editor import tools
from editor.dialogs.help import HelpDialog
from editor.dialogs.palette.dialog import PaletteDialog
from editor.look.icons import STAND_IN, icon
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from editor.tools import messages
from navcore.level.operations import bounds_of

WORDS = '''
"""What the stamp says."""

from editor.tools.messages import hint, metres


def click(size):
    return hint(f"Click stamps {metres(size)}.", "Up and Down change the size")
'''

SOURCE = '''
"""Stamp: a square of a set size at each click."""

from editor.tools.gesture import Gesture, GestureTool, box, snapped
from editor.tools.groups import Group
from editor.tools.messages import stamp as say
from editor.tools.options import Number, Switch
from editor.tools.preview import Preview, Stroke
from editor.tools.tool import Change, Select
from navcore.i18n import mark
from navcore.level import operations


class _Click(Gesture):
    def __init__(self, pointer, view, tool):
        super().__init__(pointer, view)
        self._tool = tool

    def click(self, pointer, view):
        put = operations.add_obstacle if self._tool.solid.on else operations.add_area
        edit = put(view.level, self._tool.ring(pointer, view), view.new_id)
        return Change(edit, Select(frozenset(edit.after)))


class StampTool(GestureTool):
    name = "stamp"
    title = mark("Stamp a square")
    summary = mark("Draw a square by a click")
    shortcut = "Shift+J"
    place = (Group.BUILD, 40)
    family = mark("Stamps")
    cursor = "cross"

    def __init__(self):
        super().__init__()
        self.size = Number("size", mark("Side"), 2.0, 0.5, 8.0, 0.5)
        self.solid = Switch("solid", mark("Solid"), False, mark("Stamp obstacles"))
        self.options = (self.size, self.solid)

    def ring(self, pointer, view):
        (x, z), half = snapped(pointer, view), self.size.value / 2
        return box((x - half, z - half), (x + half, z + half))

    def press(self, pointer, view):
        return self.begin(_Click(pointer, view, self))

    def idle_preview(self, view):
        if self._pointer is None:
            return Preview()
        return Preview((Stroke(self.ring(self._pointer, view), "area_draft", closed=True),))

    def idle_hint(self, view):
        return say.click(self.size.value)


TOOLS = (StampTool,)
'''


@pytest.fixture
def stamp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    """The module of a made-up tool and that of its words, in the packages of tools."""
    names = []
    for package, text in ((messages, WORDS), (tools, SOURCE)):
        folder = tmp_path / package.__name__
        folder.mkdir()
        (folder / "stamp.py").write_text(text)
        monkeypatch.setattr(package, "__path__", [*package.__path__, str(folder)])
        names.append(f"{package.__name__}.stamp")
    yield importlib.import_module(names[-1])
    for name in names:
        del sys.modules[name]
    del messages.stamp, tools.stamp


@pytest.fixture
def window(stamp: ModuleType, tmp_path: Path, qtbot: QtBot) -> Iterator[MainWindow]:
    """A window that was made after it came."""
    settings = Settings(tmp_path / "settings.ini")
    make_app(settings)
    made = MainWindow(settings)
    made.resize(1200, 800)
    made.show()
    made.document.load(small_level(), None)
    made.bake.wait()
    qtbot.waitExposed(made)
    QCoreApplication.processEvents()
    made.activateWindow()
    made.canvas.setFocus()
    made.canvas.frame_all()
    yield made
    leave(made)


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """Return user input on the canvas with the made-up tool active."""
    found = Hand(window.canvas)
    found.key(Qt.Key.Key_J, modifiers=SHIFT)
    return found


def test_rail_menu_and_shortcut_choose_it(window: MainWindow) -> None:
    """In its place of the rail and in a submenu; without an icon it shows the stand-in."""
    button, action = window.rail.buttons["stamp"], window.commands.table["tool_stamp"]
    names = [*window.rail.buttons]
    assert names[names.index("stamp") - 1] == "door"
    assert button.isVisible()
    assert button.accessibleName() == "Stamp a square"
    (draw,) = (
        menu.menu() for menu in window.menuBar().actions() if menu.text().replace("&", "") == "Draw"
    )
    (stamps,) = (one.menu() for one in draw.actions() if one.text() == "Stamps")
    assert stamps.actions() == [action]
    shown = [one.icon().pixmap(QSize(20, 20)).toImage() for one in (button, action)]
    assert shown == [icon(STAND_IN).pixmap(QSize(20, 20)).toImage()] * 2
    button.click()
    assert window.canvas.gestures.tool.name == "stamp"
    window.commands.table["tool_select"].trigger()
    Hand(window.canvas).key(Qt.Key.Key_J, modifiers=SHIFT)
    assert window.canvas.gestures.tool.name == "stamp"
    assert button.isChecked()


def test_the_list_of_all_actions_finds_it(window: MainWindow, hand: Hand) -> None:
    """It is found by its title, with its key."""
    hand.key(Qt.Key.Key_P, modifiers=CTRL | SHIFT)
    (palette,) = (d for d in window.findChildren(PaletteDialog) if d.isVisible())
    palette.search.setText("stamp a sq")
    assert [(one.text, one.key) for one in palette.entries.found] == [("Stamp a square", "Shift+J")]


def test_a_click_draws_what_options_say(window: MainWindow, hand: Hand) -> None:
    """The preview and the hint announce it; each click is one undo step."""
    canvas, options = window.canvas, window.options
    assert (options.title.text(), options.numbers["size"].text()) == ("Stamp a square", "2.00 m")
    hand.move((13.0, 5.0))
    before = canvas.grab().toImage()
    hand.key(Qt.Key.Key_Up)
    assert options.numbers["size"].text() == "2.50 m"
    assert canvas.grab().toImage() != before
    assert canvas.gestures.hint().startswith("**Click stamps 2.50 m.**")
    options.switches["solid"].click()
    hand.click((13.0, 5.0))
    (new,) = window.document.selection.ids
    assert new in window.document.level.obstacles
    assert bounds_of([window.document.level.element(new)]) == (11.75, 3.75, 14.25, 6.25)
    assert window.document.stack.count() == 1
    canvas.undo()
    assert window.document.level == small_level()


def test_help_begins_with_it(window: MainWindow, hand: Hand) -> None:
    """The title, the description and the next click's effect are shown."""
    window.commands.table["help"].trigger()
    (dialog,) = (d for d in window.findChildren(HelpDialog) if d.isVisible())
    text = " ".join(label.text() for label in dialog.findChildren(QLabel))
    assert "Stamp a square" in text
    assert "Draw a square by a click. " in text
    assert "Click stamps 2.00 m." in text
    dialog.close()
