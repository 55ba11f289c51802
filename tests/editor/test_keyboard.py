"""Everything is reachable by keyboard, and has a name for screen readers."""

import pytest
from hand import Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QScrollBar, QWidget
from pytestqt.qtbot import QtBot
from small_level import GATE, GUARD, TABLE

from editor.files.prompts import Notice
from editor.shell.window import MainWindow


def name_of(widget: QWidget) -> str:
    """Return the name that a screen reader reads."""
    if widget.accessibleName():
        return widget.accessibleName()
    if isinstance(widget, QAbstractButton):
        action = getattr(widget, "defaultAction", lambda: None)()
        return widget.text() or (action.text() if action is not None else "")
    return ""


def nameless(root: QWidget) -> list[str]:
    """Return buttons and other focusable widgets without a name."""
    return [
        f"{type(widget).__name__} in {type(widget.parentWidget()).__name__}"
        for widget in root.findChildren(QWidget)
        if (isinstance(widget, QAbstractButton) or widget.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and not isinstance(widget, QScrollBar | QLabel)
        and not widget.objectName().startswith("qt_")
        and not name_of(widget)
    ]


@pytest.mark.parametrize("chosen", [(), (TABLE,), (GATE,), (GUARD,), (TABLE, GUARD)])
def test_every_control_has_a_name(window: MainWindow, chosen: tuple[int, ...]) -> None:
    """Controls have names with every selection and every message."""
    window.document.select(frozenset(chosen))
    window.message.show_notice(Notice("Something.", "error", (("Try again", lambda: None),)))
    assert nameless(window) == []


def test_every_tool_has_a_name_for_its_numbers(window: MainWindow) -> None:
    """The options strip changes with the tool."""
    for tool in window.canvas.gestures.tools:
        window.canvas.gestures.choose(tool)
        assert nameless(window.options) == []


def test_the_list_of_keys_has_names(window: MainWindow) -> None:
    """Its search and its table."""
    window.show_shortcuts()
    assert window.keys is not None
    assert nameless(window.keys) == []
    window.keys.close_button.click()
    assert not window.keys.isVisible()


def test_f6_visits_the_parts_in_the_order_they_are_read_in(
    qtbot: QtBot, window: MainWindow
) -> None:
    """Canvas, options, outline, properties, play bar: each at its first field."""
    window.document.select(frozenset({TABLE}))
    qtbot.waitUntil(window.panels["properties"].controls["name"].isVisible)
    window.canvas.setFocus()
    seen = []
    for _ in range(5):
        window.commands.table["next_part"].trigger()
        seen.append(window.focusWidget().accessibleName())
    assert seen == ["Take along", "Find", "Name", "Time line", "Canvas"]


def test_tab_goes_from_the_top_of_the_properties_to_the_bottom(
    qtbot: QtBot, window: MainWindow
) -> None:
    """This holds after the rows changed for another kind of element, too."""
    window.activateWindow()
    panel = window.panels["properties"]
    for chosen in (GUARD, TABLE):
        window.document.select(frozenset({chosen}))
        qtbot.waitUntil(lambda: panel.controls["note"].mapTo(panel, QPoint()).y() > 0)
        first = next(iter(panel.controls.values()))
        first.setFocus()
        visited: list[QWidget] = []
        while panel.isAncestorOf(window.focusWidget()):
            visited.append(window.focusWidget())
            QTest.keyClick(window.focusWidget(), Qt.Key.Key_Tab)
            assert len(visited) < 30
        heights = [widget.mapTo(panel, QPoint()).y() for widget in visited]
        assert heights == sorted(heights)
        assert len(visited) > len(panel.controls)


def test_a_level_is_drawn_without_the_mouse_leaving_the_canvas(window: MainWindow) -> None:
    """Keys of tools work again as soon as Enter leaves a field."""
    field = window.options.parts["x"]
    window.document.select(frozenset({TABLE}))
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Return)
    assert QApplication.focusWidget() in {window.canvas, None}
    Hand(window.canvas).key(Qt.Key.Key_D)
    assert window.canvas.gestures.tool.name == "door"
