"""Message of the dialog *Grow network* if a method would add nothing."""

from pytestqt.qtbot import QtBot

from editor.shell.window import MainWindow
from navcore.level.model import Area, Level
from tests.editor.test_dialog_grow import CORNERS, INTEREST, choose, opened


def test_empty_network_is_told_with_its_reason(qtbot: QtBot, window: MainWindow) -> None:
    """A plain room has no corners to go around: that is no network where nothing is missing."""
    room = Area(id=1, name="room", polygon=((0, 0), (8, 0), (8, 8), (0, 8)))
    window.document.load(Level().with_items({1: room}), None)
    window.bake.wait()
    dialog = opened(qtbot, window)
    choose(qtbot, dialog, CORNERS)
    assert dialog.outcome.text().startswith("No corner needs a waypoint")
    choose(qtbot, dialog, INTEREST)
    assert dialog.outcome.text().startswith("No stop, start, door or link is without")
    assert not dialog.make.isEnabled()
    dialog.reject()
