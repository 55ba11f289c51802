"""Networks of waypoints as files: taken into the level, and written for games."""

from pathlib import Path
from typing import Final

from editor.actions.table import Action, row
from editor.actions.targets import commit
from editor.actions.workbench import Workbench
from editor.files.prompts import Notice
from editor.services.worker import Task
from navcore.errors import NavcoreError
from navcore.formats import LoadedGraph, held_in, load_graph, save_graph
from navcore.i18n import mark, tr
from navcore.level.model import Waypoint
from navcore.level.naming import called
from navcore.level.operations.graphs import import_graph

SUFFIX: Final = ".graph.json"


def ask_and_import(bench: Workbench) -> None:
    """Ask for a network file, and import it into the level."""
    bench.canvas.settle()
    path = bench.files.dialogs.open_graph(bench.settings.folder)
    if path is not None:
        import_file(bench, path)


def import_file(bench: Workbench, path: Path) -> None:
    """Take a network into the level, and select it."""
    bench.files.tasks.read(
        tr("Opening {0}…").format(path.name),
        lambda _: load_graph(path),
        lambda task: _take(bench, path, task),
    )


def export(bench: Workbench) -> None:
    """Ask for a file, and write the level's network."""
    path = bench.files.dialogs.save_graph(_proposal(bench))
    if path is not None:
        level = bench.document.level
        said = tr("Wrote {0} to {1}").format(called(level.of(Waypoint).values()), path.name)
        bench.exports.write_by(path, lambda: save_graph(level, path), said)


def take_drop(bench: Workbench, path: Path) -> bool:
    """Take a network that was dropped; False for anything else."""
    if path.suffix.lower() != ".json":
        return False
    try:
        if held_in(path) != "graph":
            return False
    except NavcoreError:
        return False
    bench.canvas.settle()
    import_file(bench, path)
    return True


def _take(bench: Workbench, path: Path, task: Task[LoadedGraph]) -> None:
    bench.canvas.settle()
    document = bench.document
    try:
        loaded = task.result
    except NavcoreError as fault:
        bench.files.noticed.emit(Notice(str(fault)))
        return
    edit = commit(
        bench,
        lambda: import_graph(
            document.level, loaded.waypoints, loaded.edges, document.new_id, heights=loaded.heights
        ),
        mark("The level contains all of this network already."),
        # Tags are as in the file, or a second import would change them once more.
        by_hand=False,
    )
    if not edit:
        return
    document.select(frozenset(edit.after.keys() & document.level.of(Waypoint).keys()))
    bench.canvas.frame_selection()
    said = tr("Imported {0} from {1}.").format(called(loaded.waypoints), path.name)
    bench.files.said.emit(" ".join((said, *loaded.notes)))


def _proposal(bench: Workbench) -> Path:
    folder = bench.document.path.parent if bench.document.path else bench.settings.folder
    return (folder or Path.home()) / f"{bench.files.title}{SUFFIX}"


def _has_waypoints(bench: Workbench) -> bool:
    return bool(bench.document.level.of(Waypoint))


ROWS: Final[tuple[Action, ...]] = (
    row("import_graph", "File/Waypoints", mark("Import waypoints…"), ask_and_import,
        tip=mark("Import the network of a file; waypoints that the level has already are updated"),
        words=mark("graph network JSON")),
    row("export_graph", "File/Waypoints", mark("Export waypoints…"), export, enabled=_has_waypoints,
        tip=mark("Write waypoints and edges as JSON for a game"),
        words=mark("graph network JSON")),
)  # fmt: skip
