"""Growing again: what was switched off stays out, what was deleted comes back and says so."""

from pytestqt.qtbot import QtBot

from editor.dialogs.grow.dialog import GrowDialog
from editor.shell.window import MainWindow
from navcore.level.model import Edge


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
    document, said = window.document, list[str]()
    window.files.said.connect(said.append)
    off, deleted, *_ = sorted(document.level.of(Edge))
    ends = [frozenset(document.level.of(Edge)[one].references) for one in (off, deleted)]
    document.select(frozenset({deleted}))
    window.commands.table["delete"].trigger()
    (told,) = said
    assert told.startswith("Deleted. It comes back when the network is grown again")
    document.select(frozenset({off}))
    window.commands.table["network_off"].trigger()
    again = opened(qtbot, window)
    lines = again.outcome.text().splitlines()
    assert "1 edge is switched off and stays so" in lines
    assert any("waypoints that you have: to keep" in line for line in lines)
    grow(qtbot, window, again)
    edges = document.level.of(Edge)
    assert not edges[off].enabled
    pairs = [frozenset(one.references) for one in edges.values()]
    assert [pairs.count(one) for one in ends] == [1, 1]
