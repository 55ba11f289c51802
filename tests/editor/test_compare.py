"""Check > Compare with: changes and new problems since an earlier state of the level."""

import os
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QDate, QDateTime, Qt, QTime
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from rule_levels import CASES, level_of
from small_level import CHEST, GATE, TABLE, box, small_level

from editor.actions.compare import compare_with, compare_with_file
from editor.canvas.overlays.compared import ComparedOverlay
from editor.canvas.overlays.old_grid import OldGridOverlay
from editor.dialogs.backups import BackupsDialog
from editor.panels.changes.panel import ChangesPanel
from editor.safety.backups import keep
from editor.safety.recovery import Recovery
from editor.services.backgrounds.earlier import EarlierLevel
from editor.shell.window import MainWindow
from navcore import save_level
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Level, State

KEY = Qt.Key


@pytest.fixture
def panel(window: MainWindow) -> ChangesPanel:
    """Return the panel after bringing it to the front."""
    window.activateWindow()
    window.show_panel("changes")
    found = window.panels["changes"]
    assert isinstance(found, ChangesPanel)
    return found


def earlier(window: MainWindow) -> EarlierLevel:
    """Return the comparison once it is computed."""
    found = window.bench.backgrounds.earlier
    window.bake.wait()
    window.workspace.problems.wait()
    found.wait()
    return found


def told(panel: ChangesPanel) -> list[tuple[str, str]]:
    """Return kind and text of the rows."""
    return [(row.kind, row.text) for row in panel.model.rows]


def commit(window: MainWindow, *elements: Element, gone: tuple[int, ...] = ()) -> None:
    """Change the drawing."""
    level = window.document.level
    items = {one.id: one for one in elements}
    after = level.with_items({**items, **dict.fromkeys(gone)})
    window.document.commit(Edit.between(level, after, "Change"))


def test_nothing_is_compared_at_first(window: MainWindow, panel: ChangesPanel) -> None:
    """The panel explains the choices; a file can be chosen once there is one."""
    assert panel.said_of.text() == "Nothing is compared yet"
    assert panel.table.isHidden()
    assert "earlier state" in panel.told.text()
    assert not panel.stop.isEnabled()
    panel.choose.menu().aboutToShow.emit()
    offered = {action.text(): action.isEnabled() for action in panel.choose.menu().actions()}
    has_file = window.document.path is not None
    assert offered == {
        "The file as it was saved": has_file, "A backup…": True, "Another level…": True,
    }  # fmt: skip


def test_what_broke_comes_first_and_follows_the_drawing(
    window: MainWindow, panel: ChangesPanel
) -> None:
    """A new problem comes first, then drawn elements; a fixed problem disappears by itself."""
    window.document.load(level_of(), None)
    before = window.document.level
    compare_with(window.bench, before, "yesterday")
    assert panel.said_of.text() == "Since yesterday: comparing…"
    assert earlier(window).found is not None
    assert panel.said_of.text() == "Since yesterday: nothing changed"
    assert panel.told.text() == "Nothing changed since yesterday."
    pit = CASES["trap"][0]()
    window.document.commit(Edit.between(before, pit, "Dig a pit"))
    earlier(window)
    kinds = [kind for kind, _ in told(panel)]
    assert kinds[0] == "New problem"
    assert "Added" in kinds
    assert "1 thing broke" in panel.said_of.text()
    window.canvas.undo()
    earlier(window)
    assert told(panel) == []


def test_rows_lead_to_the_place(window: MainWindow, panel: ChangesPanel) -> None:
    """By Enter and by a click: elements are selected, a problem is looked at."""
    window.document.load(small_level(), None)
    before = window.document.level
    commit(window, replace(before.element(TABLE), polygon=box(3.0, 3.0, 4.0, 4.0)))
    commit(window, Agent(id=900, name="ghost", position=(500.0, 500.0)))
    compare_with(window.bench, before, "before")
    earlier(window)
    rows = panel.model.rows
    moved = next(number for number, row in enumerate(rows) if row.ids == (TABLE,))
    panel.table.setFocus()
    panel.table.selectRow(moved)
    QTest.keyClick(panel.table, KEY.Key_Return)
    assert window.document.selection.ids == frozenset({TABLE})
    broken = next(number for number, row in enumerate(rows) if row.problem is not None)
    place = panel.table.visualRect(panel.model.index(broken, 0)).center()
    QTest.mouseClick(panel.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    looked_at = window.workspace.problems.problem
    assert looked_at is not None
    assert looked_at.key == rows[broken].problem.key  # type: ignore[union-attr]
    QTest.keyClick(panel.table, KEY.Key_Escape)
    assert QApplication.focusWidget() is window.canvas
    panel.go(None)


def test_removed_element_is_no_selection(window: MainWindow, panel: ChangesPanel) -> None:
    """Its place still comes into view."""
    before = window.document.level
    commit(window, gone=(CHEST,))
    compare_with(window.bench, before, "before")
    earlier(window)
    row = next(n for n, row in enumerate(panel.model.rows) if row.ids == (CHEST,))
    assert panel.model.rows[row].kind == "Removed"
    panel.go(panel.model.rows[row])
    assert window.document.selection.ids == frozenset()


def test_floor_lost_and_gained_is_shown_and_follows_a_drag(
    window: MainWindow, panel: ChangesPanel
) -> None:
    """Old cells are compared with current cells; the counts equal those of a new comparison."""
    before = window.document.level
    compare_with(window.bench, before, "before")
    earlier(window)
    window.document.preview(op.move(before, [TABLE], (1.0, 0.0)))
    window.bake.wait()
    (found,) = window.bench.backgrounds.earlier.differences.values()
    during = (found.lost, found.gained)
    assert min(during) > 0
    window.document.commit(op.move(before, [TABLE], (1.0, 0.0)))
    (after,) = earlier(window).differences.values()
    assert (after.lost, after.gained) == during
    overlays = [one for one in window.canvas.overlays if isinstance(one, OldGridOverlay)]
    rows = overlays[0].legend(window.canvas.scene())
    assert [row.text for row in rows] == [f"lost {during[0]} cells", f"gained {during[1]} cells"]


def test_floor_that_is_cut_off_is_tinted_and_counted(
    window: MainWindow, panel: ChangesPanel
) -> None:
    """This is for the shown type, on the active storey; stopping removes it."""
    (overlay,) = [one for one in window.canvas.overlays if isinstance(one, OldGridOverlay)]
    window.canvas.frame_all()
    before = window.document.level
    compare_with(window.bench, before, "before")
    earlier(window)
    commit(window, replace(before.areas[GATE], available=False))
    found = earlier(window).found
    assert found is not None
    (floor,) = (one for one in found.floors if not one.type)
    told = f"cut off: {sum(one.area for one in floor.cut_off):.1f} m²"
    assert told in [row.text for row in overlay.legend(window.canvas.scene())]
    place = window.canvas.viewport.camera.to_pixel(floor.cut_off[0].place)
    window.canvas.paint_anew()
    tinted = colours(window, place)
    window.commands.table["stop_comparing"].trigger()
    assert told not in [row.text for row in overlay.legend(window.canvas.scene())]
    window.canvas.paint_anew()
    assert colours(window, place) != tinted


def colours(window: MainWindow, place: tuple[float, float]) -> set[int]:
    """The colours around a pixel of the canvas."""
    image, (x, y) = window.canvas.grab().toImage(), map(round, place)
    return {image.pixel(x + dx, y + dy) for dx in range(-6, 7) for dy in range(-6, 7)}


def test_overlay_marks_what_was_moved_and_new_problems(
    window: MainWindow, panel: ChangesPanel
) -> None:
    """The legend names the earlier state."""
    before = window.document.level
    commit(window, replace(before.element(TABLE), polygon=box(3.0, 3.0, 4.0, 4.0)))
    commit(window, Agent(id=900, name="ghost", position=(500.0, 500.0)))
    (overlay,) = [one for one in window.canvas.overlays if isinstance(one, ComparedOverlay)]
    assert overlay.legend(window.canvas.scene()) == ()
    compare_with(window.bench, before, "before")
    earlier(window)
    rows = overlay.legend(window.canvas.scene())
    assert [row.text for row in rows] == ["as in before", "new since before"]
    window.grab()
    window.commands.table["stop_comparing"].trigger()
    assert overlay.legend(window.canvas.scene()) == ()


def test_saved_file_is_read_anew(window: MainWindow, panel: ChangesPanel, tmp_path: Path) -> None:
    """The content on disk is used, not the opened content."""
    file = tmp_path / "level.json"
    save_level(small_level(), file)
    window.files.open(file)
    commit(window, gone=(CHEST,))
    window.commands.table["compare_saved"].trigger()
    earlier(window)
    assert "as it was saved" in panel.said_of.text()
    assert [kind for kind, _ in told(panel)].count("Removed") == 1
    panel.stop.click()
    assert panel.said_of.text() == "Nothing is compared yet"
    assert window.bench.backgrounds.earlier.level is None


def test_file_that_is_no_level_is_refused(
    window: MainWindow, panel: ChangesPanel, tmp_path: Path
) -> None:
    """A notice is shown, and the previous comparison stays."""
    notices: list[object] = []
    window.files.noticed.connect(notices.append)
    bad, grid = tmp_path / "bad.json", tmp_path / "grid.txt"
    bad.write_text("{")
    grid.write_text(
        "cellSize 1\nagentRadius 0\nobjectPadding 0\nboundaryPadding 0\nfloorY 0\n"
        "minX 0\nminZ 0\ngridWidth 1\ngridDepth 1\n1\n"
    )
    compare_with(window.bench, small_level(), "before")
    for file in (bad, grid, tmp_path / "missing.json"):
        assert not compare_with_file(window.bench, file)
    assert len(notices) == 3
    assert window.bench.backgrounds.earlier.name == "before"


def test_backup_can_be_compared_with(
    window: MainWindow, panel: ChangesPanel, tmp_path: Path
) -> None:
    """The button is in the dialog of backups."""
    room = tmp_path / "backups" / "inn"
    room.mkdir(parents=True)
    keep(tmp_path / "backups", room, small_level())
    window.document.load(small_level(), None)
    commit(window, gone=(CHEST,))
    given: list[tuple[Level, str]] = []
    dialog = BackupsDialog(
        Recovery(tmp_path / "backups"), "", lambda *_: None, lambda *_: None,
        lambda level, name: given.append((level, name)), window,
    )  # fmt: skip
    dialog.show()
    dialog.compare_button.click()
    ((level, name),) = given
    assert "backup of" in name
    compare_with(window.bench, level, name)
    earlier(window)
    assert [kind for kind, _ in told(panel)].count("Removed") == 1


def test_dialog_of_backups_that_compares_offers_yesterdays(
    window: MainWindow, panel: ChangesPanel, tmp_path: Path
) -> None:
    """Enter compares with the last backup before today; its day is in words."""
    root = tmp_path / "backups"
    (root / "inn").mkdir(parents=True)
    level = small_level()
    now = QDateTime(QDate.currentDate(), QTime(0, 0, 1)).toSecsSinceEpoch()
    for days in (9, 1, 0):
        keep(root, root / "inn", level)
        newest = max((root / "inn").glob("*.json"))
        os.utime(newest, (now - days * 86400, now - days * 86400))
        level = level.with_items({CHEST: None}) if days == 9 else level.with_items({TABLE: None})
    recovery = Recovery(root)
    given: list[tuple[Level, str]] = []
    for to_compare in (False, True):
        dialog = BackupsDialog(
            recovery, "", lambda *_: None, lambda *_: None,
            lambda level, name: given.append((level, name)), window, to_compare=to_compare,
        )  # fmt: skip
        dialog.show()
        texts = [dialog.list.item(row).text() for row in range(dialog.list.count())]
        assert [text.split(" · ")[1].split()[0] for text in texts[:2]] == ["today", "yesterday"]
        assert dialog.compare_button.isDefault() == to_compare
        assert dialog.open_button.isDefault() != to_compare
        assert dialog.list.currentRow() == (1 if to_compare else 0)
        if to_compare:
            QTest.keyClick(dialog, Qt.Key.Key_Return)
        else:
            dialog.reject()
    ((_, name),) = given
    assert "backup of yesterday" in name


def test_another_level_ends_the_comparison(window: MainWindow, panel: ChangesPanel) -> None:
    """It would be compared with something else."""
    compare_with(window.bench, small_level(), "before")
    window.document.load(level_of(), None)
    assert window.bench.backgrounds.earlier.level is None
    assert panel.said_of.text() == "Nothing is compared yet"


def test_level_that_cannot_be_baked_is_said(window: MainWindow, panel: ChangesPanel) -> None:
    """Instead of an empty list."""
    ring = ((0.0, 0.0), (1e6, 0.0), (1e6, 1e6), (0.0, 1e6))
    huge = Level(areas={1: Area(id=1, name="plain", polygon=ring)})
    compare_with(window.bench, huge, "before")
    assert earlier(window).found is None
    assert "cell" in panel.told.text()


def test_states_are_compared_in_the_state_that_is_shown(
    window: MainWindow, panel: ChangesPanel
) -> None:
    """A door that a state shuts is no change."""
    settings = replace(window.document.level.settings, states=(State("Night"),))
    window.document.load(window.document.level.with_settings(settings), None)
    drawn = window.document.drawing
    compare_with(window.bench, drawn, "before")
    earlier(window)
    window.document.state.show("Night")
    commit(window, gone=(CHEST,))
    assert earlier(window).found is not None
    kinds = [kind for kind, _ in told(panel)]
    assert "Removed" in kinds
    assert "Changed" not in kinds
