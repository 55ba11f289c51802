"""The window: layout, title, and handling of exceptions."""

from pathlib import Path

import pytest
from answers import Answers
from leaving import leave
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QCloseEvent, QDropEvent, QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot
from small_level import GATE, HALL, TABLE, small_level

from editor.files.prompts import Choice, Notice
from editor.look import style
from editor.look.style import SIZE
from editor.settings.settings import Settings
from editor.shell.arrangement import LAYOUT_VERSION
from editor.shell.window import MainWindow
from editor.system.application import make_app
from editor.system.version import interpreted_sentence
from editor.tools.options import Number
from navcore import kernels
from navcore.formats import load_level, save_level
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import delete, move


def answers(window: MainWindow) -> Answers:
    """Return the dialogs that answer at once."""
    found = window.files.dialogs
    assert isinstance(found, Answers)
    return found


def test_everything_has_the_size_of_the_style_page(window: MainWindow) -> None:
    """Everything has the size of the style page."""
    QApplication.processEvents()
    assert (window.width(), window.height()) == (SIZE.window_width, SIZE.window_height)
    assert window.options.height() == SIZE.options_strip
    assert window.rail.width() == SIZE.tool_rail
    assert window.status.height() == SIZE.status_bar
    assert window.panels["play"].height() == SIZE.play_bar
    upper, lower = window.arrangement.docks["upper"], window.arrangement.docks["lower"]
    assert upper.width() == lower.width() == SIZE.dock
    share = upper.height() / (upper.height() + lower.height())
    assert share == pytest.approx(SIZE.dock_upper_share, abs=0.02)
    assert window.canvas.width() >= 0.6 * window.width()


def test_only_tabs_with_content_are_there(window: MainWindow) -> None:
    """Only tabs with content are there."""
    assert [window.arrangement.docks["upper"].tabs.tabText(0)] == ["Outline"]
    lower = window.arrangement.docks["lower"].tabs
    assert [lower.tabText(i) for i in range(lower.count())] == ["Properties"]
    bottom = window.arrangement.docks["bottom"].tabs
    assert [bottom.tabText(i) for i in range(bottom.count())] == [
        "Problems",
        "Tests",
        "Doors",
        "Fit",
        "Coverage",
        "Probes",
        "Run",
        "Changes",
    ]


def test_every_control_has_an_accessible_name(window: MainWindow) -> None:
    """Every control has an accessible name."""
    window.document.select(frozenset({TABLE}))
    for widget in window.findChildren(QWidget):
        focusable = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        if not widget.isVisible() or not (focusable or isinstance(widget, QToolButton)):
            continue
        if widget.objectName() in {"qt_toolbar_ext_button", "qt_menubar_ext_button"}:
            continue
        text = widget.property("text")
        assert widget.accessibleName() or text, (widget, widget.parent())


def test_buttons_never_take_the_focus(window: MainWindow) -> None:
    """Buttons never take the focus."""
    for bar in (window.options, window.rail, window.status):
        for button in bar.findChildren(QToolButton):
            assert button.focusPolicy() == Qt.FocusPolicy.NoFocus


def test_the_title_tells_name_and_changes(window: MainWindow, tmp_path: Path) -> None:
    """The title shows the name and whether there are unsaved changes."""
    assert window.windowTitle() == "Untitled[*] - Waywright"
    assert not window.isWindowModified()
    window.document.commit(move(window.document.level, [TABLE], (1.0, 0.0)))
    assert window.isWindowModified()
    answers(window).place = tmp_path / "inn.json"
    window.commands.table["save"].trigger()
    assert window.windowTitle() == "inn[*] - Waywright"
    assert not window.isWindowModified()
    window.document.stack.undo()
    assert window.isWindowModified()
    window.document.preview(move(window.document.level, [TABLE], (5.0, 0.0)))
    window.document.cancel_preview()
    window.document.stack.redo()
    assert not window.isWindowModified()


def test_saving_settles_the_drag_in_hand(qtbot: QtBot, window: MainWindow, tmp_path: Path) -> None:
    """The drag is committed first."""
    camera = window.canvas.viewport.camera
    from_x, from_y = camera.to_pixel((4.5, 4.0))
    to_x, to_y = camera.to_pixel((5.5, 4.0))
    viewport = window.canvas
    window.settings.snap = False
    qtbot.mousePress(viewport, Qt.MouseButton.LeftButton, pos=point(from_x, from_y))
    for share in (0.3, 0.6, 1.0):
        place = QPointF(from_x + (to_x - from_x) * share, to_y)
        event = mouse_move(place, viewport)
        QApplication.sendEvent(viewport, event)
    assert window.document.dragging
    answers(window).place = tmp_path / "inn.json"
    assert window.files.save()
    assert not window.document.dragging
    assert not window.isWindowModified()
    saved = load_level(tmp_path / "inn.json")
    assert saved == window.document.level
    assert saved.obstacles[TABLE].polygon[0][0] == pytest.approx(4.0, abs=0.05)
    qtbot.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=point(to_x, to_y))
    assert window.document.stack.count() == 1


def point(x: float, y: float) -> QPoint:
    """A pixel."""
    return QPoint(round(x), round(y))


def mouse_move(place: QPointF, viewport: QWidget) -> QMouseEvent:
    """The mouse moves with the left button down."""
    left = Qt.MouseButton.LeftButton
    return QMouseEvent(
        QEvent.Type.MouseMove, place, viewport.mapToGlobal(place), left, left,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip


def test_closing_asks_only_when_something_would_be_lost(window: MainWindow) -> None:
    """Closing asks only when something would be lost."""
    event = QCloseEvent()
    window.document.commit(delete(window.document.level, [TABLE]))
    answers(window).choice = Choice.KEEP
    window.closeEvent(event)
    assert not event.isAccepted()
    assert answers(window).asked == ["Untitled"]
    window.document.stack.undo()
    assert window.files.may_close()
    assert answers(window).asked == ["Untitled"]


def test_a_dropped_file_opens(window: MainWindow, tmp_path: Path) -> None:
    """A dropped file opens."""
    path = tmp_path / "dropped.json"
    save_level(Level(), path)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    window.dropEvent(event)
    assert window.document.path == path
    assert window.windowTitle() == "dropped[*] - Waywright"


def test_a_bad_file_is_told_over_the_canvas_and_changes_nothing(
    window: MainWindow, tmp_path: Path
) -> None:
    """A bad file is reported over the canvas and changes nothing."""
    before = window.document.level
    bad = tmp_path / "bad.json"
    bad.write_text("{", encoding="utf-8")
    assert not window.files.open(bad)
    assert window.message.isVisible()
    assert str(bad) in window.message.text.text()
    assert window.document.level is before
    window.message.show_notice(None)
    assert not window.message.isVisible()


def test_what_is_said_gives_way_to_the_hint(qtbot: QtBot, window: MainWindow) -> None:
    """The hint comes back after the message."""
    hint = window.status.shown
    assert hint
    window.files.said.emit("Saved <inn>.json")
    assert window.status.shown == "Saved <inn>.json"
    window.status.life.setInterval(1)
    window.status.say("Gone soon")
    qtbot.waitUntil(lambda: window.status.shown == hint)


def test_the_first_clause_of_the_hint_is_bold(window: MainWindow) -> None:
    """The first clause of the hint is bold."""
    window.status.show_hint("**Drag moves table.** Shift one axis · Alt & more")
    assert "<b>Drag moves table.</b>" in window.status.text.text()
    assert window.status.shown == "Drag moves table. Shift one axis · Alt & more"


def test_the_place_under_the_mouse_is_copied(window: MainWindow) -> None:
    """The place under the mouse is copied."""
    window.canvas.pointer.moved.emit((6.0, -8.3))
    assert window.status.place.text() == "x 6.00  z \N{MINUS SIGN}8.30"
    window.status.place.click()
    assert QGuiApplication.clipboard().text() == "6.00, -8.30"


def test_nothing_selected_shows_the_numbers_of_the_bake(window: MainWindow) -> None:
    """Nothing selected shows the numbers of the bake."""
    grid = window.bake.world.grid
    assert f"{grid.width} × {grid.depth} cells of 0.40 m, baked in" in window.options.facts.text()
    assert window.options.facts.isVisible()
    window.document.select(frozenset({TABLE}))
    assert not window.options.facts.isVisible()
    assert window.options.parts["x"].text() == "4.50 m"
    assert window.options.parts["d"].isVisible()
    window.document.select(frozenset({TABLE, GATE}))
    assert not window.options.facts.isVisible()


def test_the_options_strip_moves_and_sizes(qtbot: QtBot, window: MainWindow) -> None:
    """The options strip moves and sizes."""
    window.document.select(frozenset({TABLE}))
    for name, text in (("x", "5"), ("w", "2")):
        field = window.options.parts[name]
        field.setFocus()
        field.selectAll()
        qtbot.keyClicks(field, text)
        qtbot.keyClick(field, Qt.Key.Key_Return)
    assert window.document.level.obstacles[TABLE].polygon == ((4, 3), (6, 3), (6, 5), (4, 5))
    assert window.document.stack.count() == 2
    assert window.focusWidget() is window.canvas


def test_numbers_of_a_tool_are_set_in_the_strip(qtbot: QtBot, window: MainWindow) -> None:
    """Numbers of a tool are set in the strip."""
    tool = next(
        tool
        for tool in window.canvas.gestures.tools
        if tool.options and isinstance(tool.options[0], Number)
    )
    window.canvas.gestures.choose(tool)
    number = tool.options[0]
    field = window.options.numbers[number.name]
    assert field.isVisible()
    field.setFocus()
    field.selectAll()
    qtbot.keyClicks(field, f"{number.maximum:g}")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert tool.options[0].value == number.maximum


def test_a_level_that_is_too_large_says_so_until_it_fits(window: MainWindow) -> None:
    """The message stays until then."""
    hall = window.document.level.areas[HALL]
    far = (*hall.polygon, (90000.0, 90000.0))
    window.document.commit(Edit.put(window.document.level, [replace(hall, polygon=far)]))
    window.bake.wait()
    assert window.message.isVisible()
    assert "cells" in window.message.text.text()
    window.document.stack.undo()
    window.bake.wait()
    assert not window.message.isVisible()
    assert window.bake.world.level == window.document.level


def test_themes(window: MainWindow) -> None:
    """Themes."""
    window.commands.table["theme_light"].trigger()
    assert style.current() is style.LIGHT
    assert window.settings.theme == "light"
    assert window.commands.table["theme_light"].isChecked()
    assert not window.commands.table["theme_dark"].isChecked()
    window.commands.table["theme_dark"].trigger()
    assert style.current() is style.DARK
    assert QApplication.palette().window().color().name().upper() == style.DARK.panel


def test_f11_hides_the_panels_and_shows_them_again(window: MainWindow) -> None:
    """Their sizes are restored, also at the next start."""
    docks = [window.arrangement.docks[place] for place in ("upper", "lower")]
    window.resizeDocks(docks, [30, 70], Qt.Orientation.Vertical)
    QApplication.processEvents()
    heights = [dock.height() for dock in docks]
    for _ in range(3):
        window.commands.table["hide_panels"].trigger()
        QApplication.processEvents()
        assert window.panels_hidden()
        assert not window.rail.isVisible()
        assert window.canvas.isVisible()
        window.arrangement.remember()
        window.commands.table["hide_panels"].trigger()
        QApplication.processEvents()
        assert not window.panels_hidden()
        assert window.rail.isVisible()
        assert "hidden" not in window.status.shown
    assert [dock.height() for dock in docks] == heights
    window.arrangement.standard()
    window.restoreState(window.settings.layout, LAYOUT_VERSION)
    QApplication.processEvents()
    assert [dock.height() for dock in docks] == heights


def test_standard_layout_brings_docks_back(window: MainWindow) -> None:
    """Standard layout brings docks back."""
    window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, window.arrangement.docks["upper"])
    window.commands.table["standard_layout"].trigger()
    area = window.dockWidgetArea(window.arrangement.docks["upper"])
    assert area == Qt.DockWidgetArea.RightDockWidgetArea


def test_f6_goes_round(window: MainWindow) -> None:
    """F6 goes round."""
    window.activateWindow()
    window.document.select(frozenset({TABLE}))
    window.canvas.setFocus()
    seen = [window.focusWidget()]
    for _ in range(4):
        window.commands.table["next_part"].trigger()
        seen.append(window.focusWidget())
    assert len(set(seen)) >= 4
    for _ in range(4):
        window.commands.table["previous_part"].trigger()
    assert window.focusWidget() is window.canvas


def test_layout_is_remembered(window: MainWindow) -> None:
    """Layout is remembered."""
    assert window.settings.geometry.isEmpty()
    window.end()
    assert not window.settings.geometry.isEmpty()
    assert not window.settings.layout.isEmpty()


def test_interpreted_kernels_are_told_with_the_remedy(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interpreted kernels are reported with the remedy."""
    monkeypatch.setattr(kernels, "COMPILED", False)
    monkeypatch.setattr(kernels, "INTERPRETED", ("raster",))
    assert "pip install -e ." in interpreted_sentence()
    window.status.show_kernels(interpreted_sentence())
    assert window.status.kernels.isVisible()


def test_a_notice_shows_its_buttons(window: MainWindow) -> None:
    """A notice shows its buttons."""
    pressed: list[int] = []
    window.message.show_notice(
        Notice("Gone.", "info", (("Bring back", lambda: pressed.append(1)),))
    )
    window.message.buttons[0].click()
    assert pressed == [1]
    window.message.show_notice(Notice("Other."))
    assert window.message.buttons == []


def test_a_level_opened_before_the_window_shows_is_framed(qtbot: QtBot, tmp_path: Path) -> None:
    """The canvas has its size only once it is laid out."""
    settings = Settings(tmp_path / "waywright.ini")
    make_app(settings)
    made = MainWindow(settings, Answers())
    made.document.load(small_level(), None)
    made.show()
    qtbot.waitExposed(made)
    qtbot.waitUntil(lambda: made.canvas.viewport.camera.scale > 20)
    low, high = made.canvas.viewport.camera.box[:2], made.canvas.viewport.camera.box[2:]
    leave(made)
    assert low[0] < 0
    assert low[1] < 0
    assert high[0] > 20
    assert high[1] > 8


def test_a_probed_path_goes_with_its_level(window: MainWindow) -> None:
    """Another level has no use for it."""
    window.probe.set((1.0, 1.0), (9.0, 7.0))
    window.document.load(small_level(), None)
    assert window.probe.result is None
