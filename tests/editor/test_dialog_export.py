"""The export dialog: choice and preview of exports, and no click that loses data."""

from collections.abc import Callable
from pathlib import Path

import pytest
from hand import CTRL, SHIFT
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from editor import resources
from editor.dialogs.export.dialog import ExportDialog
from editor.dialogs.export.loaders import LOADERS
from editor.shell.window import MainWindow
from navcore import World
from navcore.export import bytes_of
from navcore.level.model import ExportTarget
from navcore.level.operations import set_settings
from navcore.level.operations.profiles import add_profile

TEXT = ExportTarget(path="inn.grid.txt")
JSON = ExportTarget(path="inn.grid.json", format="json")

Open = Callable[[], ExportDialog]


@pytest.fixture
def open_dialog(qtbot: QtBot, window: MainWindow) -> Open:
    """Ask for the dialog by its keys."""

    def ask() -> ExportDialog:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        window.activateWindow()
        window.canvas.setFocus()
        QTest.keyClick(window.canvas, Qt.Key.Key_E, CTRL | SHIFT)
        found = window.findChild(ExportDialog)
        assert found is not None
        qtbot.waitExposed(found)
        return found

    return ask


@pytest.fixture
def saved(window: MainWindow, tmp_path: Path) -> Path:
    """The level in a file."""
    window.files.dialogs.place = tmp_path / "inn.json"
    assert window.files.save()
    return tmp_path


def names_of(dialog: ExportDialog) -> list[str]:
    """The files in the list."""
    items = [dialog.list.topLevelItem(n) for n in range(dialog.list.topLevelItemCount())]
    return [item.text(0) for item in items]


def name(window: MainWindow, *targets: ExportTarget) -> None:
    """Set the exports of the level."""
    window.document.commit(set_settings(window.document.level, exports=targets))


def wait_for_preview(qtbot: QtBot, dialog: ExportDialog) -> list[str]:
    """Wait for the preview; return the texts next to it."""
    qtbot.waitUntil(lambda: bool(dialog.facts.text()), timeout=20_000)
    return dialog.facts.text().splitlines()


def test_a_level_that_names_nothing_is_proposed_a_file(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """Enter takes it: one step, one file."""
    steps = window.document.stack.count()
    dialog = open_dialog()
    assert names_of(dialog) == ["inn.grid.txt"]
    assert window.exports.targets == ()
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    assert window.exports.targets == (TEXT,)
    assert window.document.stack.count() == steps + 1
    world = World.build(window.document.level)
    assert (saved / "inn.grid.txt").read_bytes() == bytes_of(world, "txt")[2]
    assert window.canvas.hasFocus()


def test_closing_leaves_the_level_as_it_was(
    window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """The proposal was only one."""
    open_dialog().reject()
    assert window.exports.targets == ()
    assert window.document.stack.isClean()
    assert not (saved / "inn.grid.txt").exists()


def test_a_level_without_a_file(window: MainWindow, tmp_path: Path, open_dialog: Open) -> None:
    """The last folder is proposed, and a file that would be replaced is reported."""
    dialog = open_dialog()
    path = (tmp_path / "Untitled.grid.txt").as_posix()
    assert names_of(dialog) == [path]
    dialog.export.click()
    assert Path(path).is_file()
    assert window.exports.targets == (ExportTarget(path=path),)


def test_the_preview_tells_what_the_game_gets(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """Cells, bytes, floor and doors; the lowest z is at the bottom."""
    name(window, TEXT)
    dialog = open_dialog()
    facts = wait_for_preview(qtbot, dialog)
    grid, _, data = bytes_of(World.build(window.document.level), "txt")
    assert facts[0].startswith(f"{grid.width} × {grid.depth} cells of 0.40 m, ")
    assert len(data) >= 1000
    assert facts[0].endswith(f"{len(data) / 1000:.1f} kB")
    assert facts[1].endswith("m² walkable")
    image = dialog.picture.image()
    assert (image.width(), image.height()) == (grid.width, grid.depth)
    floor = {
        image.pixel(x, grid.depth - 1 - z)
        for z in range(grid.depth)
        for x in range(grid.width)
        if grid.walkable[z, x]
    }
    assert len(floor) == 1
    dialog.grab()


def test_every_change_is_a_step_of_the_level(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """Format with its suffix, doors, path, add, remove, and the switch."""
    name(window, TEXT)
    steps = window.document.stack.count()
    dialog = open_dialog()
    dialog.format.setCurrentIndex(1)
    dialog.format.activated.emit(1)
    assert window.exports.targets == (JSON,)
    dialog.doors.activated.emit(1)
    assert window.exports.targets[0].doors == "open"
    dialog.path.setFocus()
    dialog.path.selectAll()
    qtbot.keyClicks(dialog.path, "grids/other.txt")
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)
    other = ExportTarget(path="grids/other.txt", doors="open")
    assert window.exports.targets == (other,)
    assert dialog.focusWidget() is dialog.export
    window.files.dialogs.place = saved / "third.grid.json"
    dialog.add.click()
    third = ExportTarget(path="third.grid.json", format="json")
    assert window.exports.targets == (other, third)
    assert dialog.number == 1
    dialog.on_save.click()
    assert window.document.level.settings.export_on_save
    dialog.remove.click()
    dialog.remove.click()
    assert window.exports.targets == ()
    assert not dialog.export.isEnabled()
    assert window.document.stack.count() == steps + 7
    dialog.reject()
    window.document.stack.setIndex(steps)
    assert window.exports.targets == (TEXT,)


def test_what_is_wrong_stands_beside_it_with_what_helps(
    qtbot: QtBot, window: MainWindow, tmp_path: Path, open_dialog: Open
) -> None:
    """A folder is made, a place outside is allowed; until then nothing is written."""
    (tmp_path / "levels").mkdir()
    (tmp_path / "game").mkdir()
    window.files.dialogs.place = tmp_path / "levels" / "inn.json"
    assert window.files.save()
    deep, away = ExportTarget(path="a/b.txt"), ExportTarget(path="../game/c.txt")
    level = ExportTarget(path="inn.json", format="json")
    name(window, TEXT, deep, away, level)
    dialog = open_dialog()
    assert not dialog.fault.text()
    assert not dialog.remedy.isVisible()
    dialog.export.click()
    assert dialog.isVisible()
    assert dialog.number == 1
    assert dialog.remedy.text() == "Create the folder"
    dialog.remedy.click()
    assert (tmp_path / "levels" / "a").is_dir()
    assert not dialog.fault.text()
    dialog.export.click()
    assert (dialog.number, dialog.remedy.text()) == (2, "Write it there")
    dialog.remedy.click()
    dialog.export.click()
    assert dialog.number == 3
    assert "holds a level" in dialog.fault.text()
    assert not dialog.remedy.isVisible()
    window.files.dialogs.place = tmp_path / "levels" / "d.json"
    dialog.change.click()
    assert not (tmp_path / "levels" / "inn.grid.txt").exists()
    dialog.export.click()
    written = [TEXT.path, "a/b.txt", "../game/c.txt", "d.json"]
    assert all((tmp_path / "levels" / path).is_file() for path in written)


def test_ctrl_e_writes_at_once_what_is_named(
    window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """No dialog opens; the status bar names the written files."""
    name(window, TEXT, JSON)
    said: list[str] = []
    window.exports.said.connect(said.append)
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, Qt.Key.Key_E, CTRL)
    assert QGuiApplication.focusWindow() is not None
    assert window.findChild(ExportDialog) is None
    assert (saved / TEXT.path).is_file()
    assert (saved / JSON.path).is_file()
    assert said[-1].startswith("Exported inn.grid.txt, inn.grid.json: ")


def test_adding_keeps_the_grid_that_was_proposed(
    window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """The suggested name is used neither by it nor by any file."""
    dialog = open_dialog()
    window.files.dialogs.place = saved / "inn.grid.json"
    dialog.add.click()
    assert window.files.dialogs.proposals[-1] == saved / "inn.grid.json"
    assert names_of(dialog) == ["inn.grid.txt", "inn.grid.json"]
    assert window.exports.targets == (TEXT, JSON)
    window.files.dialogs.place = None
    dialog.add.click()
    assert window.files.dialogs.proposals[-1] == saved / "inn_2.grid.txt"
    assert window.exports.targets == (TEXT, JSON)
    dialog.reject()


def test_loaders_are_copied(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """As they are shipped and shown, each with one line on its axes and units."""
    dialog = open_dialog()
    for number in range(len(LOADERS)):
        dialog.loaders.languages.setCurrentIndex(number)
        assert dialog.loaders.copy.text() == "Copy"
        dialog.loaders.copy.click()
        text = resources.path(f"loaders/{dialog.loaders.file}").read_text(encoding="utf-8")
        assert QGuiApplication.clipboard().text().endswith(text)
        assert dialog.loaders.code.toPlainText() == QGuiApplication.clipboard().text()
        assert dialog.loaders.axes.text()
        assert dialog.loaders.copy.text() == "Copied"
    dialog.reject()


def test_loaders_open_the_chosen_grid(window: MainWindow, saved: Path, open_dialog: Open) -> None:
    """The loader's first line has it; a loader that can't read its format says so."""
    odd = ExportTarget(path='../game/"inn".grid.txt')
    name(window, odd, JSON)
    dialog = open_dialog()
    first = []
    for number in range(len(LOADERS)):
        dialog.loaders.languages.setCurrentIndex(number)
        first.append(dialog.loaders.code.toPlainText().splitlines()[0])
    assert first[:4] == [
        r'# grid = Grid("\"inn\".grid.txt")',
        r'// Grid grid("\"inn\".grid.txt");',
        r'// var grid = new WalkableGrid(File.ReadAllText("\"inn\".grid.txt"));',
        r'# var grid := WalkableGrid.new("res://\"inn\".grid.txt")',
    ]
    assert "reads JSON grids" in dialog.loaders.axes.text()
    dialog.list.choose(1)
    assert dialog.loaders.text().startswith('# data = json.load(open("inn.grid.json"')
    first = []
    for number in range(4):
        dialog.loaders.languages.setCurrentIndex(number)
        first.append(dialog.loaders.text().splitlines()[0])
    assert first == [
        '# grid = JsonGrid("inn.grid.json")',
        '// JsonGrid grid("inn.grid.json");',
        '// var grid = new JsonGrid(File.ReadAllText("inn.grid.json"));',
        '# var grid := JsonGrid.new("res://inn.grid.json")',
    ]
    dialog.reject()


def test_all_controls_have_names_and_are_reached_by_keyboard(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """Tab goes round once through everything that can be used."""
    name(window, TEXT)
    dialog = open_dialog()
    wanted = {
        dialog.list, dialog.add, dialog.remove, dialog.path, dialog.change, dialog.format,
        dialog.doors, dialog.loaders.languages, dialog.loaders.copy, dialog.loaders.code,
        dialog.on_save, dialog.close_button, dialog.export,
    }  # fmt: skip
    assert all(w.accessibleName() or w.text() for w in wanted)
    reached = set()
    for _ in range(2 * len(wanted)):
        reached.add(dialog.focusWidget())
        dialog.focusNextChild()
    assert wanted <= reached
    dialog.reject()


def type_path(qtbot: QtBot, dialog: ExportDialog, text: str) -> None:
    """Replace the path in the field."""
    dialog.path.setFocus()
    dialog.path.selectAll()
    dialog.path.insert(text)
    qtbot.keyClick(dialog.path, Qt.Key.Key_Return)


def test_odd_paths_are_typed(
    qtbot: QtBot,
    window: MainWindow,
    saved: Path,
    open_dialog: Open,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """An empty text keeps the path, `~` is the home folder, and a new format keeps the name."""
    monkeypatch.setenv("HOME", str(saved))
    monkeypatch.setenv("USERPROFILE", str(saved))
    name(window, TEXT)
    dialog = open_dialog()
    type_path(qtbot, dialog, "  ")
    assert (dialog.path.text(), window.exports.targets) == (TEXT.path, (TEXT,))
    type_path(qtbot, dialog, " ~/é/grid v1.2 ")
    assert window.exports.targets == (ExportTarget(path="é/grid v1.2"),)
    dialog.format.activated.emit(1)
    assert window.exports.targets == (ExportTarget(path="é/grid v1.2.json", format="json"),)
    for odd in (".", "..", "/"):
        type_path(qtbot, dialog, odd)
        assert dialog.fault.text()
        dialog.format.activated.emit(0)
        dialog.format.activated.emit(1)
    dialog.reject()


def test_the_level_changes_beneath(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """List and preview follow, so that no old value is written back."""
    name(window, TEXT)
    dialog = open_dialog()
    before = wait_for_preview(qtbot, dialog)
    level = window.document.level
    window.document.commit(set_settings(level, exports=(JSON, TEXT), cell_size=0.2))
    assert names_of(dialog) == [JSON.path, TEXT.path]
    assert wait_for_preview(qtbot, dialog) != before
    window.document.stack.undo()
    assert names_of(dialog) == [TEXT.path]
    window.document.stack.undo()
    assert names_of(dialog) == []
    dialog.reject()
    window.document.stack.redo()


def test_grids_are_chosen_for_an_agent_type_where_the_level_has_one(
    qtbot: QtBot, window: MainWindow, saved: Path, open_dialog: Open
) -> None:
    """The chooser appears with the first type; preview, list and file follow the choice."""
    name(window, JSON)
    dialog = open_dialog()
    assert not dialog.whom.isVisible()
    assert dialog.list.isColumnHidden(3)
    dialog.reject()
    window.document.commit(add_profile(window.document.level, "cart", radius=0.9))
    dialog = open_dialog()
    assert dialog.whom.isVisible()
    before = wait_for_preview(qtbot, dialog)
    dialog.whom.setCurrentIndex(1)
    dialog.whom.activated.emit(1)
    assert window.exports.targets[0].profile == "cart"
    assert not dialog.list.isColumnHidden(3)
    qtbot.waitUntil(lambda: dialog.facts.text().splitlines() not in ([], before), timeout=20_000)
    dialog.export.click()
    qtbot.waitUntil((saved / "inn.grid.json").is_file, timeout=20_000)
    level = window.document.level
    cart = bytes_of(World.build(level), "json", profile=level.settings.profiles[0])[2]
    qtbot.waitUntil(lambda: (saved / "inn.grid.json").read_bytes() == cart, timeout=20_000)
