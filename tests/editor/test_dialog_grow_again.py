"""Growing again: what was switched off stays out, what was deleted comes back and says so."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.dialogs.grow.dialog import GrowDialog
from editor.document import Commit
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Edge, Waypoint
from navcore.level.operations.grown import GROWN, comes_back


def opened(qtbot: QtBot, window: MainWindow) -> GrowDialog:
    """Return the dialog with its first network."""
    window.commands.table["grow_network"].trigger()
    dialog = window.findChild(GrowDialog)
    assert dialog is not None
    qtbot.waitUntil(lambda: not dialog.busy, timeout=60_000)
    return dialog


def grow(qtbot: QtBot, window: MainWindow, dialog: GrowDialog) -> None:
    """Press the button and wait until the dialog is closed."""
    dialog.make.click()
    qtbot.waitUntil(lambda: window.findChild(GrowDialog) is None, timeout=60_000)


def test_edges_switched_off_stay_out_and_deleted_ones_are_told(
    qtbot: QtBot, window: MainWindow
) -> None:
    """A deleted edge comes back, which is said at once and in the dialog; one that is off stays."""
    grow(qtbot, window, opened(qtbot, window))
    document, status = window.document, window.status
    off, deleted, *_ = sorted(document.level.of(Edge))
    ends = [frozenset(document.level.of(Edge)[one].references) for one in (off, deleted)]
    document.select(frozenset({deleted}))
    window.canvas.setFocus()
    qtbot.keyClick(window.canvas, Qt.Key.Key_Delete)
    assert deleted not in document.level.of(Edge)
    assert status.shown.startswith("Deleted. It comes back when the network is grown again")
    status.forget()
    document.stack.undo()
    assert not status.shown.startswith("Deleted")
    document.select(frozenset({deleted}))
    window.commands.table["delete"].trigger()
    assert status.shown.startswith("Deleted. It comes back")
    document.select(frozenset({off}))
    window.commands.table["network_off"].trigger()
    again = opened(qtbot, window)
    lines = again.outcome.text().splitlines()
    assert "1 edge is switched off and stays so" in lines
    assert any("waypoints that you have: switch" in line for line in lines)
    grow(qtbot, window, again)
    edges = document.level.of(Edge)
    assert not edges[off].enabled
    pairs = [frozenset(one.references) for one in edges.values()]
    assert [pairs.count(one) for one in ends] == [1, 1]


def test_growing_says_nothing_of_what_it_takes_out(qtbot: QtBot, window: MainWindow) -> None:
    """Nobody deleted it."""
    document, commits = window.document, list[Commit]()
    old = Waypoint(id=72, name="old", position=(16.0, 6.0), tags=(GROWN,))
    document.commit(Edit.put(document.level, [old]), by_hand=False)
    document.committed.connect(commits.append)
    dialog = opened(qtbot, window)
    window.status.forget()
    grow(qtbot, window, dialog)
    (commit,) = commits
    assert comes_back(commit.level, commit.edit) == [72]
    assert not window.status.shown.startswith("Deleted")


def test_long_warnings_do_not_widen_the_dialog(qtbot: QtBot, window: MainWindow) -> None:
    """Texts change while numbers are typed; they take another line."""
    dialog = opened(qtbot, window)
    wide = dialog.width()
    dialog.outcome.setText("11,861 waypoints are far too many for anybody to look after. " * 3)
    qtbot.wait(20)
    assert dialog.width() == wide
    assert dialog.outcome.width() > wide / 2
    dialog.reject()
