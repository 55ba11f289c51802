"""Setup of tests of exports."""

from pathlib import Path

from desk import Desk

from navcore.level.model import ExportTarget
from navcore.level.operations import toggle_doors

TEXT = ExportTarget(path="inn.grid.txt")


JSON = ExportTarget(path="inn.grid.json", format="json")


OPEN = ExportTarget(path="open.grid.txt", doors="open")


AWAY = ExportTarget(path="../game/inn.grid.txt")


def names_in(folder: Path) -> list[str]:
    """Return the names of files in a folder."""
    return sorted(path.name for path in folder.iterdir())


def shut_the_gate(desk: Desk) -> None:
    """Shut the gate in the drawing, not in a run."""
    ids = [area.id for area in desk.document.level.areas.values() if area.door]
    desk.document.commit(toggle_doors(desk.document.level, ids))


def press(desk: Desk, verb: str) -> None:
    """Press a button of the notice."""
    notice = desk.notices[-1]
    assert notice is not None
    dict(notice.buttons)[verb]()
