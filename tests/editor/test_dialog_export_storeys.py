"""The export dialog in levels with storeys, terrain and links."""

from pathlib import Path

import pytest
from hand import CTRL, SHIFT
from lofts import LADDER, house, rect
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor.dialogs.export.dialog import ExportDialog
from editor.exports.proposals import further_grids
from editor.shell.window import MainWindow
from navcore.export import bytes_of
from navcore.level.model import ExportTarget, Layer, Level, Profile, Settings, Zone
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import rename_profile
from navcore.level.operations.storeys import rename_storey
from navcore.world import World

MUD = Zone(id=30, terrain="mud", polygon=rect(4, 0, 8, 6))
BIRD = Profile(name="bird", layer="loft")
GROUND = ExportTarget(path="inn.grid.json", format="json")
LOFT = ExportTarget(path="inn_loft.grid.json", format="json", layer="loft")


@pytest.fixture
def saved(window: MainWindow, tmp_path: Path) -> Path:
    """A house with a loft, mud and a ladder in a file."""
    window.document.load(house(LADDER, MUD, profiles=(BIRD,)), None)
    window.files.dialogs.place = tmp_path / "inn.json"
    assert window.files.save()
    return tmp_path


def opened(qtbot: QtBot, window: MainWindow) -> ExportDialog:
    """The dialog."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    window.activateWindow()
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_E, CTRL | SHIFT)
    dialog = window.findChild(ExportDialog)
    assert dialog is not None
    qtbot.waitExposed(dialog)
    return dialog


def facts(qtbot: QtBot, dialog: ExportDialog) -> list[str]:
    """Return the texts next to the preview once it is ready."""
    qtbot.waitUntil(lambda: bool(dialog.facts.text()), timeout=20_000)
    return dialog.facts.text().splitlines()


def choose(dialog: ExportDialog, title: str) -> None:
    """Choose a storey in the list."""
    number = dialog.storey.findText(title)
    dialog.storey.setCurrentIndex(number)
    dialog.storey.activated.emit(number)


def test_level_with_storeys_is_proposed_a_grid_of_each(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    """JSON, since links lead from one to the other; Export writes them all."""
    dialog = opened(qtbot, window)
    rows = [dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount())]
    assert [(row.text(0), row.text(4)) for row in rows] == [
        (GROUND.path, "Ground"), (LOFT.path, "loft"),
    ]  # fmt: skip
    dialog.export.click()
    assert window.exports.targets == (GROUND, LOFT)
    qtbot.waitUntil((saved / LOFT.path).is_file, timeout=20_000)
    world = World.build(window.document.level)
    assert (saved / LOFT.path).read_bytes() == bytes_of(
        world, "json", profile=Profile(layer="loft")
    )[2]


def test_adding_proposes_the_storeys_that_have_no_grid(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    """The storey's name is in the file's name; after all storeys, other formats are proposed."""
    window.document.commit(set_settings(window.document.level, exports=(GROUND,)))
    dialog = opened(qtbot, window)
    window.files.dialogs.place = saved / LOFT.path
    dialog.add.click()
    assert window.files.dialogs.proposals[-1] == saved / LOFT.path
    assert window.exports.targets == (GROUND, LOFT)
    window.files.dialogs.place = None
    dialog.add.click()
    assert window.files.dialogs.proposals[-1] == saved / "inn.grid.txt"
    dialog.reject()


def test_names_of_storeys_become_names_of_files() -> None:
    """Characters that file names can't contain are left out."""
    layers = (Layer(name="ground"), Layer(name="../2nd floor?"), Layer(name="Dachböden"))
    settings = Settings(layers=layers)
    made = further_grids(ExportTarget(path="inn.grid.txt"), settings, (GROUND,))
    assert [next(made).path for _ in range(3)] == [
        "inn_2nd_floor.grid.json", "inn_Dachböden.grid.json", "inn.grid.txt",
    ]  # fmt: skip


def test_storey_is_chosen_and_the_preview_follows(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    """One undo step; the loft has another floor, and no mud."""
    window.document.commit(set_settings(window.document.level, exports=(GROUND,)))
    steps = window.document.stack.count()
    dialog = opened(qtbot, window)
    assert dialog.storey.isVisible()
    assert dialog.storey.currentText() == "Ground"
    below = facts(qtbot, dialog)
    assert below[-1] == "Costs of terrain, 1 link"
    choose(dialog, "loft")
    assert window.exports.targets[0].layer == "loft"
    assert window.document.stack.count() == steps + 1
    above = facts(qtbot, dialog)
    assert above[-1] == "1 link"
    assert above[1] != below[1]
    choose(dialog, "Ground")
    assert window.exports.targets == (GROUND,)
    dialog.reject()


def test_storey_of_a_type_is_the_one_that_a_row_without_a_storey_has(
    qtbot: QtBot, window: MainWindow, saved: Path
) -> None:
    """A bird flies in the loft unless the row has another storey."""
    bird = ExportTarget(path="bird.grid.json", format="json", profile="bird")
    window.document.commit(set_settings(window.document.level, exports=(bird,)))
    dialog = opened(qtbot, window)
    assert dialog.storey.currentText() == "loft"
    choose(dialog, "Ground")
    assert window.exports.targets[0].layer == "ground"
    choose(dialog, "loft")
    assert window.exports.targets == (bird,)
    dialog.reject()


def test_text_grids_say_what_they_leave_out(qtbot: QtBot, window: MainWindow, saved: Path) -> None:
    """Costs, links, or both."""
    text = ExportTarget(path="inn.grid.txt")
    above = ExportTarget(path="loft.grid.txt", layer="loft")
    window.document.commit(set_settings(window.document.level, exports=(text, above)))
    dialog = opened(qtbot, window)
    assert facts(qtbot, dialog)[-1] == "Walkable cells only: costs and links need JSON"
    dialog.list.choose(1)
    assert facts(qtbot, dialog)[-1] == "Walkable cells only: links need JSON"
    dialog.reject()


def test_levels_of_one_storey_show_no_storeys(qtbot: QtBot, window: MainWindow) -> None:
    """There is neither chooser nor column; an unknown storey is shown."""
    dialog = opened(qtbot, window)
    assert not dialog.storey.isVisible()
    assert dialog.list.isColumnHidden(4)
    dialog.reject()
    attic = ExportTarget(path="attic.grid.json", format="json", layer="attic")
    window.document.commit(set_settings(window.document.level, exports=(attic,)))
    dialog = opened(qtbot, window)
    assert dialog.storey.isVisible()
    assert dialog.storey.currentText() == "attic"
    qtbot.waitUntil(lambda: "attic" in dialog.picture.accessibleDescription(), timeout=20_000)
    dialog.reject()


def test_rows_follow_a_storey_and_a_type_that_are_renamed() -> None:
    """It is the same step."""
    row = ExportTarget(path="a.json", format="json", layer="loft", profile="bird")
    level: Level = house(profiles=(BIRD,), exports=(row,))
    level = rename_storey(level, "loft", "attic").apply(level)
    level = rename_profile(level, "bird", "owl").apply(level)
    (found,) = level.settings.exports
    assert (found.layer, found.profile) == ("attic", "owl")
