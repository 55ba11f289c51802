"""Networks of waypoints as files, in the File menu and dropped onto the window."""

import json
from pathlib import Path

from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent

from editor.shell.window import MainWindow
from navcore.formats import load_graph, save_graph
from navcore.level.edit import Edit
from navcore.level.model import Edge, Waypoint
from navcore.level.operations.grown import GROWN

NETWORK = {
    "format": "waywright-graph",
    "version": 1,
    "waypoints": [
        {"id": 9001, "name": "gate", "position": [1, 0, 1], "type": "GuardPost"},
        {"id": 9002, "name": "well", "position": [4, 0, 1]},
    ],
    "edges": [{"from": 9001, "to": 9002, "cost": 6}],
}


def written(folder: Path, network: object = NETWORK) -> Path:
    """The file with a network."""
    path = folder / "posts.graph.json"
    path.write_text(json.dumps(network), encoding="utf-8")
    return path


def test_import_selects_what_it_brings_in_one_step(window: MainWindow, tmp_path: Path) -> None:
    """Importing it once more says that nothing is new."""
    document, before = window.document, window.document.level
    window.files.dialogs.place = written(tmp_path)
    window.commands.table["import_graph"].trigger()
    assert document.selection.ids == {9001, 9002}
    (edge,) = document.level.of(Edge).values()
    assert (edge.factor, document.level.of(Waypoint)[9001].type) == (2.0, "guardPost")
    level = document.level
    said: list[str] = []
    window.files.said.connect(said.append)
    window.commands.table["import_graph"].trigger()
    assert document.level is level
    assert said == ["The level contains all of this network already."]
    document.stack.undo()
    assert document.level == before


def test_export_writes_what_import_reads(window: MainWindow, tmp_path: Path) -> None:
    """It is off while there is nothing to write."""
    action = window.commands.table["export_graph"]
    assert not action.isEnabled()
    document = window.document
    posts = [Waypoint(id=one, position=(float(one), 1.0)) for one in (1, 2)]
    document.commit(Edit.put(document.level, [*posts, Edge(id=3, start=1, end=2)]))
    path = tmp_path / "level.graph.json"
    window.files.dialogs.place = path
    window.commands.refresh()
    action.trigger()
    window.exports.wait()
    assert window.files.dialogs.proposals[-1].name.endswith(".graph.json")
    loaded = load_graph(path)
    assert [one.id for one in loaded.waypoints] == [1, 2]
    assert len(loaded.edges) == 1


def test_grown_waypoints_come_back_as_grown(window: MainWindow, tmp_path: Path) -> None:
    """A second import changes nothing."""
    level = window.document.level
    grown = Waypoint(id=71, name="a", position=(2.0, 6.0), tags=(GROWN,))
    path = tmp_path / "grown.graph.json"
    save_graph(Edit.put(level, [grown]).apply(level), path)
    window.files.dialogs.place = path
    for _ in range(2):
        window.commands.table["import_graph"].trigger()
        assert window.document.stack.count() == 1
        assert window.document.level.of(Waypoint)[71].tags == (GROWN,)


def test_faults_are_told_over_the_canvas(window: MainWindow, tmp_path: Path) -> None:
    """By the element; the level stays as it was."""
    level = window.document.level
    edges = [{"from": 9001, "to": 7}]
    window.files.dialogs.place = written(tmp_path, {**NETWORK, "edges": edges})
    window.commands.table["import_graph"].trigger()
    assert window.message.notice is not None
    assert "edges[0].to" in window.message.notice.text
    assert window.document.level is level


def test_dropped_network_is_imported(window: MainWindow, tmp_path: Path) -> None:
    """Any file that says that it is one."""
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(written(tmp_path)))])
    event = QDropEvent(
        QPointF(5, 5), Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )  # fmt: skip
    window.dropEvent(event)
    assert len(window.document.level.of(Waypoint)) == 2
