"""The legend over the canvas."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import GATE, HALL

from editor.canvas.legend import Legend, paint_swatch
from editor.canvas.overlays.overlay import LegendRow
from editor.look.style import CANVAS
from editor.shell.window import MainWindow
from navcore.level.operations import toggle_doors


def row_of(window: MainWindow, text: str) -> LegendRow | None:
    """The row of the legend with this text."""
    return next((row for row in window.canvas.chrome.legend.rows if row.text == text), None)


def test_the_legend_tells_open_from_shut_without_colour(qtbot: QtBot, window: MainWindow) -> None:
    """Open is dashed, shut is cross-hatched."""
    row = row_of(window, "door, open")
    assert row is not None
    assert (bool(row.dash), row.cross) == (True, False)
    assert row_of(window, "door, shut") is None
    level = window.document.level
    window.document.commit(toggle_doors(level, frozenset({GATE})))
    qtbot.waitUntil(lambda: row_of(window, "door, shut") is not None)
    row = row_of(window, "door, shut")
    assert row is not None
    assert (bool(row.dash), row.cross) == (False, True)


def test_the_legend_tells_both_distances(window: MainWindow) -> None:
    """Obstacles and the edge of the floor may keep agents at different distances."""
    assert row_of(window, "too close to a wall (0.45 or 0.70 m)") is not None


def test_a_click_on_its_head_folds_the_legend(qtbot: QtBot, window: MainWindow) -> None:
    """To a chip, and back; it is remembered, the view stays, and the level hears nothing."""
    canvas, legend = window.canvas, window.canvas.chrome.legend
    window.document.select(frozenset({GATE}))
    camera, size = canvas.viewport.camera, legend.size()
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert legend.folded
    assert window.settings.legend_folded
    assert legend.height() < size.height()
    assert not window.commands.table["legend"].isChecked()
    assert canvas.viewport.camera == camera
    assert window.document.selection.ids == {GATE}
    qtbot.waitUntil(lambda: legend.geometry().bottom() < canvas.chrome.scale_bar.y())
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert legend.size() == size
    assert not window.settings.legend_folded


def test_the_rows_of_the_legend_take_clicks_and_do_nothing(window: MainWindow) -> None:
    """Floor beneath it is not drawn on, nothing is deselected."""
    legend = window.canvas.chrome.legend
    window.document.select(frozenset({GATE}))
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, legend.height() - 12))
    assert not legend.folded
    assert window.document.selection.ids == {GATE}


def test_the_action_folds_the_legend(window: MainWindow) -> None:
    """So the keyboard reaches it, by the menu and the list of all actions."""
    window.commands.table["legend"].trigger()
    assert window.canvas.chrome.legend.folded
    window.commands.table["legend"].trigger()
    assert not window.canvas.chrome.legend.folded


def test_a_folded_legend_hides_with_the_panels(window: MainWindow) -> None:
    """As an open one does."""
    legend = window.canvas.chrome.legend
    legend.fold(folded=True)
    window.commands.table["hide_panels"].trigger()
    assert legend.isHidden()
    window.commands.table["hide_panels"].trigger()
    assert not legend.isHidden()


def test_a_legend_without_room_tells_how_much_is_left_out(window: MainWindow) -> None:
    """It never grows into the buttons above it."""
    rows = [LegendRow(f"colour {number}", "#ff00ff") for number in range(40)]
    legend = Legend(window.canvas)
    legend.show_rows(rows, 200.0)
    assert legend.height() <= 200
    legend.show_rows(rows[:5], 200.0)
    assert legend.height() < 150


def test_marks_differ_in_the_legend_by_shape() -> None:
    """Errors, warnings and waypoints off the floor can be distinguished without colours."""
    pictures = []
    for mark in ("ring", "struck ring", "triangle", ""):
        image = QImage(CANVAS.swatch, CANVAS.swatch, QImage.Format.Format_RGB32)
        image.fill(QColor("#000000"))
        painter = QPainter(image)
        paint_swatch(painter, LegendRow("", "#000000", "#ffffff", mark=mark), 0, 0)
        painter.end()
        edge = [image.pixelColor(n, 0).lightness() for n in range(CANVAS.swatch)]
        assert mark == "" or min(edge[0], edge[-1]) < 128
        pictures.append(image)
    assert all(a != b for n, a in enumerate(pictures) for b in pictures[:n])


def test_the_legend_folds_where_it_would_hide_much_of_the_level(window: MainWindow) -> None:
    """It stays folded until the user unfolds it; this is not stored as a preference."""
    legend = Legend(window.canvas)
    legend.show_rows([LegendRow(f"colour {number}", "#ff00ff") for number in range(8)])
    whole = legend.size()
    area = whole.width() * whole.height()
    legend.keep_within(2.0 * area)
    assert legend.size() == whole
    legend.keep_within(0.5 * area)
    assert legend.is_folded
    assert not legend.folded
    assert legend.height() < 40
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert legend.size() == whole
    legend.keep_within(0.5 * area)
    assert legend.size() == whole
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton, pos=QPoint(20, 12))
    assert legend.folded
    legend.keep_within(2.0 * area)
    assert legend.is_folded


def test_fit_keeps_clear_of_what_floats_over_the_canvas(window: MainWindow) -> None:
    """The whole level or the selection fits, even in the smallest window."""
    window.resize(1024, 640)
    canvas = window.canvas
    hall, yard = ((0.0, 0.0, 10.0, 8.0), (0.0, 0.0, 21.0, 8.0))
    for name, ids, box in (
        ("frame_all", frozenset[int](), yard), ("frame", frozenset({HALL}), hall),
    ):  # fmt: skip
        window.document.select(ids)
        window.commands.table[name].trigger()
        assert not canvas.viewport.camera.is_covered(box, canvas.chrome.covered())
