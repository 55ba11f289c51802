"""The export dialog in levels with states."""

from pathlib import Path

from hand import CTRL, SHIFT
from msgspec.structs import replace
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from state_levels import rooms_with_states

from editor.dialogs.export.dialog import ExportDialog
from editor.shell.window import MainWindow
from navcore.export import bytes_of
from navcore.level.model import ExportTarget
from navcore.level.operations.states import rename_state
from navcore.world import World


def test_a_grid_of_a_state_is_chosen_with_its_doors(
    window: MainWindow, qtbot: QtBot, tmp_path: Path
) -> None:
    """The shown state doesn't matter; other doors in the file are listed unchanged."""
    level = rooms_with_states()
    drawn = ExportTarget(path="rooms.grid.txt")
    odd = ExportTarget(path="odd.grid.txt", doors="open", state="Night")
    level = level.with_settings(replace(level.settings, exports=(drawn, odd)))
    window.document.load(level, None)
    window.files.dialogs.place = tmp_path / "rooms.json"
    assert window.files.save()
    window.document.state.show("Night")
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.activateWindow()
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_E, CTRL | SHIFT)
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    qtbot.waitExposed(dialog)
    names = ["As drawn", "All open", "Alarm", "Night", "Moved"]
    assert [dialog.doors.itemText(row) for row in range(dialog.doors.count())] == names
    dialog.list.choose(1)
    assert dialog.doors.currentText() == "Night, All open"
    dialog.list.choose(0)
    dialog.doors.setCurrentIndex(names.index("Alarm"))
    dialog.doors.activated.emit(names.index("Alarm"))
    assert window.document.drawing.settings.exports[0] == replace(drawn, state="Alarm")
    qtbot.waitUntil(lambda: "back_door" in dialog.facts.text(), timeout=20_000)
    window.document.commit(rename_state(window.document.drawing, "Alarm", "Fire"))
    assert dialog.doors.currentText() == "Fire"
    dialog.export.click()
    world = World.build(window.document.drawing)
    written = {one.name: one.read_bytes() for one in tmp_path.glob("*.grid.txt")}
    assert written["rooms.grid.txt"] == bytes_of(world.in_state("Fire"), "txt")[2]
    night = bytes_of(world.in_state("Night"), "txt", "open")[2]
    assert written["odd.grid.txt"] == night != written["rooms.grid.txt"]
