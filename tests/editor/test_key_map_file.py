"""The key map: documents, help and panels, by real keys, wherever the focus is."""

import sys
from collections.abc import Callable

import pytest
from hand import CTRL, NONE, SHIFT
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from small_level import GUARD

from editor.canvas.canvas import Canvas
from editor.shell.window import MainWindow

KEY = Qt.Key
ORDERS = [
    (KEY.Key_W, CTRL, "home"), (KEY.Key_Comma, CTRL, "preferences"),
    (KEY.Key_E, CTRL, "export"), (KEY.Key_E, CTRL | SHIFT, "export"), (KEY.Key_P, CTRL, "recent"),
    (KEY.Key_P, CTRL | SHIFT, "palette"), (KEY.Key_F1, NONE, "help"),
    (KEY.Key_Slash, CTRL, "shortcuts"), (KEY.Key_F11, NONE, "panels"),
    (KEY.Key_F, CTRL | SHIFT, "panels"),
]  # fmt: skip
"""Keys that work in the whole window, and their commands."""

PLACES: dict[str, Callable[[MainWindow], QWidget]] = {
    "canvas": lambda w: w.canvas,
    "list": lambda w: w.panels["outline"].view,
    "search": lambda w: w.panels["outline"].search_field,
    "button": lambda w: w.panels["properties"].add_handle,
    "field": lambda w: w.panels["properties"].controls["name"],
    "level": lambda w: w.panels["properties"].level.form.fields["cell_size"],
    "fit": lambda w: w.panels["fit"].table,
}


@pytest.fixture
def asked(window: MainWindow, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the requests to the window, which are recorded instead of carried out."""
    found: list[str] = []
    monkeypatch.setattr(window, "ask", found.append)
    for method, name in (
        ("go_home", "home"), ("show_shortcuts", "shortcuts"), ("toggle_panels", "panels"),
    ):  # fmt: skip
        monkeypatch.setattr(window, method, lambda name=name: found.append(name))
    window.document.select(frozenset({GUARD}))
    return found


def focus(window: MainWindow, place: str) -> QWidget:
    """Give the focus to this part, wherever its tab is."""
    widget = PLACES[place](window)
    if place == "level":
        window.document.select(frozenset())
    elif place == "fit":
        window.show_panel("fit")
    widget.setFocus()
    return window.focusWidget() or widget


@pytest.mark.parametrize("place", PLACES)
def test_they_work_from_everywhere(window: MainWindow, asked: list[str], place: str) -> None:
    """From the canvas, a list, a button and a field; each does one thing, once."""
    for key, modifiers, name in ORDERS:
        asked.clear()
        QTest.keyClick(focus(window, place), key, modifiers)
        assert asked == [name], (place, key, modifiers)


@pytest.mark.parametrize("place", PLACES)
def test_those_without_ctrl_belong_to_the_canvas(
    window: MainWindow, asked: list[str], place: str
) -> None:
    """Elsewhere `?` is a sign and M a letter."""
    widget = focus(window, place)
    QTest.keyClick(widget, KEY.Key_Question, SHIFT)
    QTest.keyClick(widget, KEY.Key_M)
    assert asked == (["shortcuts"] if place == "canvas" else [])
    assert (window.canvas.gestures.tool.name == "measure") == (place == "canvas")


@pytest.mark.parametrize("modifiers", [NONE, SHIFT])
def test_a_question_mark_may_need_shift(
    window: MainWindow, asked: list[str], modifiers: Qt.KeyboardModifier
) -> None:
    """On most keyboards it does, on some not."""
    QTest.keyClick(focus(window, "canvas"), KEY.Key_Question, modifiers)
    assert asked == ["shortcuts"]


def test_ctrl_e_writes_where_there_are_targets(
    window: MainWindow, asked: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """And asks which only where there are none."""
    written: list[bool] = []
    monkeypatch.setattr(window.exports, "export", lambda: written.append(True))
    monkeypatch.setattr(type(window.exports), "targets", property(lambda _: (1,)))
    QTest.keyClick(focus(window, "field"), KEY.Key_E, CTRL)
    QTest.keyClick(focus(window, "canvas"), KEY.Key_E, CTRL | SHIFT)
    assert written == [True]
    assert asked == ["export"]


def test_measuring_without_latin_letters(window: MainWindow, asked: list[str]) -> None:
    """The key that writes M elsewhere."""
    scan = {"linux": 58, "win32": 50}
    if sys.platform not in scan:
        pytest.skip("counted for Linux and Windows")
    canvas = focus(window, "canvas")
    written = "\N{CYRILLIC SMALL LETTER SOFT SIGN}"
    event = QKeyEvent(QEvent.Type.KeyPress, 0x042C, NONE, scan[sys.platform], 0, 0, written)
    QApplication.sendEvent(canvas, event)
    assert window.canvas.gestures.tool.name == "measure"
