"""Mouse clicks in the outline panel."""

from PySide6.QtCore import QModelIndex, Qt
from pytestqt.qtbot import QtBot

from editor.panels.outline.panel import OutlinePanel
from editor.panels.outline.rows import Sign, sign_rects

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


NONE = Qt.KeyboardModifier.NoModifier


LEFT = Qt.MouseButton.LeftButton


def click(
    qtbot: QtBot, panel: OutlinePanel, index: QModelIndex, sign: Sign | None = None, keys=NONE
) -> None:
    """Click a row, or an icon in it."""
    row = panel.view.visualRect(index)
    place = sign_rects(row)[sign].center() if sign else row.center()
    qtbot.mouseClick(panel.view.viewport(), LEFT, keys, place)
