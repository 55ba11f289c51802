"""Unknown kinds of elements work in panels, menus and files."""

from pathlib import Path

import numpy as np
import pytest
from hand import CTRL, SHIFT, Hand
from made_up_kinds import BEACON, CABLE, MAST, POND, SNOW
from made_up_window import ALL, KEY, new_ones, now, select, trigger, vars_of
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from small_level import HALL, box

from editor.dialogs.array.dialog import ArrayDialog
from editor.dialogs.palette.dialog import PaletteDialog
from editor.dialogs.recovered import RecoveredDialog
from editor.dialogs.rename import RenameDialog
from editor.document import Document
from editor.files.watch import digest_of
from editor.look.fields import Check, Field
from editor.panels.outline.panel import OutlinePanel
from editor.panels.properties.panel import PropertiesPanel
from editor.safety.autosave import Autosave
from editor.safety.recovery import Recovery
from editor.shell.window import MainWindow
from navcore.formats import save_level
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import move

pytestmark = pytest.mark.usefixtures("drawn")


class TestOutline:
    """Rows, icons, search words, renaming in place."""

    def test_sections_with_titles_and_icons(self, outline: OutlinePanel) -> None:
        """Sections have plural titles; grouped elements are in their group, blocks nowhere."""
        model = outline.model
        titles = [model.index(row, 0).data() for row in range(model.rowCount())]
        assert titles == [
            "Things  1", "Garden  1", "Areas  2", "Doors  1", "Obstacles  1", "Agents  2",
            "Beacons  2", "Cables  1",
        ]  # fmt: skip
        for element_id in ALL:
            index = model.index_of(element_id)
            assert index.isValid()
            assert not index.data(Qt.ItemDataRole.DecorationRole).isNull()
        assert not model.index_of(SNOW).isValid()

    def test_rows_select_and_are_found_by_kind(
        self, qtbot: QtBot, window: MainWindow, outline: OutlinePanel
    ) -> None:
        """They work like all others."""
        outline.view.setCurrentIndex(outline.model.index_of(CABLE))
        assert window.document.selection.ids == {CABLE}
        outline.search_field.setFocus()
        qtbot.keyClicks(outline.search_field, "beacon")
        qtbot.keyClick(outline.search_field, KEY.Key_Return)
        assert window.document.selection.ids == {BEACON, MAST}

    def test_f2_renames_in_place(
        self, qtbot: QtBot, window: MainWindow, outline: OutlinePanel
    ) -> None:
        """Any name will do; no other kind has one that must differ."""
        select(window, CABLE)
        trigger(window, "rename")
        field = QApplication.focusWidget()
        assert isinstance(field, QLineEdit)
        assert outline.isAncestorOf(field)
        field.setText("wire")
        QTest.keyClick(field, KEY.Key_Return)
        qtbot.waitUntil(lambda: now(window, CABLE).name == "wire")
        assert outline.model.index_of(CABLE).data() == "wire"

    def test_a_pattern_renames_many(self, window: MainWindow) -> None:
        """The order is the reading order, from the top."""
        select(window, BEACON, MAST, POND)
        trigger(window, "rename_many")
        (dialog,) = (d for d in window.findChildren(RenameDialog) if d.isVisible())
        dialog.pattern.setText("sight_#")
        QTest.keyClick(dialog.pattern, KEY.Key_Return)
        assert [now(window, i).name for i in (BEACON, MAST, POND)] == [
            "sight_1", "sight_2", "sight_3",
        ]  # fmt: skip


class TestActions:
    """Commands of menus."""

    def test_mirror(self, window: MainWindow, drawn: Level) -> None:
        """Elements are mirrored about their middle; a join alone doesn't change."""
        select(window, BEACON, MAST, CABLE)
        trigger(window, "mirror_x")
        assert now(window, BEACON).anchor == pytest.approx((18.0, 7.0))
        assert now(window, MAST).heading == pytest.approx(3.141592653589793 - 1.5)
        assert now(window, CABLE) == drawn.element(CABLE)
        select(window, CABLE)
        count = window.document.stack.count()
        trigger(window, "mirror_x")
        assert window.document.stack.count() == count

    def test_align(self, window: MainWindow) -> None:
        """Elements are aligned; the cable follows."""
        select(window, POND, BEACON, CABLE)
        trigger(window, "align_left")
        assert min(x for x, _ in now(window, POND).points) == pytest.approx(1.5)

    @pytest.mark.parametrize("ids", [(POND, BEACON, MAST, CABLE), (POND,), (CABLE,)])
    def test_array(self, window: MainWindow, drawn: Level, ids: tuple[int, ...]) -> None:
        """Two more of each, joined among themselves."""
        select(window, *ids)
        trigger(window, "array")
        (dialog,) = (d for d in window.findChildren(ArrayDialog) if d.isVisible())
        dialog.make.click()
        new = new_ones(window, drawn)
        assert len(new) == 2 * len(ids)
        assert window.document.stack.count() == 1
        if len(ids) > 1:
            for cable in (e for e in new if e.references):
                assert set(cable.references) < {e.id for e in new}

    def test_duplicate(self, window: MainWindow, drawn: Level) -> None:
        """One step aside."""
        select(window, *ALL)
        trigger(window, "duplicate")
        new = new_ones(window, drawn)
        assert sorted(e.name for e in new) == ["beacon_2", "cable_2", "mast_2", "pond_2"]

    def test_copy_and_paste_through_the_clipboard(self, window: MainWindow, drawn: Level) -> None:
        """Copied and cut elements are pasted into a level without them."""
        select(window, *ALL)
        trigger(window, "copy")
        window.document.load(Level(), None)
        window.canvas.setFocus()
        trigger(window, "paste_in_place")
        level = window.document.level
        pasted = {e.name: e for e in level.elements()}
        assert sorted(pasted) == ["beacon", "cable", "mast", "pond"]
        assert set(pasted["cable"].references) == {e.id for e in level.elements()} - {
            pasted["cable"].id
        }
        assert window.document.selection.ids == {e.id for e in level.elements()}
        trigger(window, "cut")
        assert not [*window.document.level.elements()]
        trigger(window, "paste_in_place")
        assert len([*window.document.level.elements()]) == 4

    def test_group_lock_and_hide(
        self, window: MainWindow, hand: Hand, outline: OutlinePanel
    ) -> None:
        """Folders, locks and eyes are for all."""
        select(window, BEACON, CABLE)
        trigger(window, "group")
        assert now(window, BEACON).group == now(window, CABLE).group != ""
        select(window, POND)
        trigger(window, "lock")
        assert window.document.locked == {POND}
        assert outline.model.states(outline.model.index_of(POND)) == (False, True)
        hand.click((13.0, 4.3))
        assert window.document.selection.ids != {POND}
        select(window, CABLE)
        trigger(window, "hide")
        assert window.document.hidden == {CABLE}
        hand.click((8.0, 7.0))
        assert CABLE not in window.document.selection.ids

    def test_delete_takes_what_refers_to_it_along(
        self, window: MainWindow, hand: Hand, drawn: Level, outline: OutlinePanel
    ) -> None:
        """A cable without its start goes, one without an end stays; undo brings all back."""
        select(window, POND)
        hand.key(KEY.Key_Delete)
        assert window.document.level.get(POND) is None
        assert window.document.level.get(CABLE) is None
        assert not outline.model.index_of(CABLE).isValid()
        window.canvas.undo()
        assert window.document.level == drawn
        assert outline.model.index_of(CABLE).isValid()
        assert window.document.selection.ids == {POND, CABLE}
        select(window, MAST)
        hand.key(KEY.Key_Delete)
        assert now(window, CABLE).references == (POND, BEACON)
        window.canvas.undo()
        window.canvas.redo()
        window.canvas.undo()
        assert window.document.level == drawn

    def test_the_palette_lists_them(self, window: MainWindow, hand: Hand) -> None:
        """With an icon; Enter goes there."""
        select(window)
        hand.key(KEY.Key_P, modifiers=CTRL | SHIFT)
        (palette,) = (d for d in window.findChildren(PaletteDialog) if d.isVisible())
        palette.search.setText("@mast")
        (entry,) = palette.entries.found
        assert (entry.text, entry.icon) == ("mast", "element")
        palette.take_current()
        assert window.document.selection.ids == {MAST}


class TestProperties:
    """Rows for their fields."""

    def test_a_text_a_number_and_a_switch(
        self, qtbot: QtBot, window: MainWindow, properties: PropertiesPanel
    ) -> None:
        """Each committed value is one undo step."""
        select(window, BEACON)
        text = properties.controls["own_text"]
        assert isinstance(text, Field)
        assert text.text() == "Mind the gate"
        text.setFocus()
        text.setText("Beware")
        qtbot.keyClick(text, KEY.Key_Return)
        assert vars_of(now(window, BEACON))["text"] == "Beware"
        select(window, POND)
        depth, ice = (properties.controls[f"own_{key}"] for key in ("water_depth", "frozen_over"))
        assert isinstance(depth, Field)
        assert isinstance(ice, Check)
        depth.setFocus()
        depth.setText("2.5")
        qtbot.keyClick(depth, KEY.Key_Return)
        ice.click()
        found = vars_of(now(window, POND))
        assert (found["water_depth"], found["frozen_over"]) == (2.5, True)
        assert window.document.stack.count() == 3

    def test_size_place_and_facing_come_with_the_base(
        self, qtbot: QtBot, window: MainWindow, properties: PropertiesPanel
    ) -> None:
        """As areas and agents have them."""
        select(window, POND)
        size = properties.controls["size"]
        assert isinstance(size, Field)
        size.setFocus()
        size.setText("4 x 4")
        qtbot.keyClick(size, KEY.Key_Return)
        assert np.allclose(now(window, POND).points, box(11, 3, 15, 7))
        select(window, MAST)
        facing, radius = properties.controls["facing"], properties.controls["radius"]
        assert isinstance(facing, Field)
        assert isinstance(radius, Field)
        facing.setFocus()
        facing.setText("90")
        qtbot.keyClick(facing, KEY.Key_Return)
        radius.setFocus()
        radius.setText("0.75")
        qtbot.keyClick(radius, KEY.Key_Return)
        assert now(window, MAST).heading == pytest.approx(1.5707963267948966)
        assert vars_of(now(window, MAST))["radius"] == 0.75

    def test_several_share_rows(self, window: MainWindow, properties: PropertiesPanel) -> None:
        """Those of their kind, or of all."""
        select(window, BEACON, MAST)
        assert {"own_text", "facing", "radius", "centre_x"} <= properties.controls.keys()
        select(window, BEACON, MAST, CABLE, HALL)
        assert [*properties.controls] == ["group", "locked", "tags", "note"]
        assert properties.summary.text() == "4 elements"


class TestFiles:
    """Files keep all of their data."""

    def test_saved_and_opened(self, window: MainWindow, tmp_path: Path, drawn: Level) -> None:
        """Blocks with them."""
        path = tmp_path / "garden.json"
        window.document.path = path
        assert window.files.save()
        window.document.load(Level(), None)
        assert window.files.open(path)
        assert window.document.level == drawn
        assert window.document.level.get(SNOW) == drawn.get(SNOW)

    def test_lost_work_is_recovered(
        self, qtbot: QtBot, window: MainWindow, tmp_path: Path, drawn: Level
    ) -> None:
        """A session moved, deleted and drew, and was killed; the next one offers it."""
        file, root = tmp_path / "garden.json", tmp_path / "backups"
        save_level(drawn, file)
        session = Document(seed=1)
        autosave = Autosave(session, root, lambda: ("garden", digest_of(file)))
        session.load(drawn, file)
        session.commit(move(session.level, [POND, BEACON], (0.5, 0.25)))
        session.commit(Edit.remove(session.level, [MAST]))
        autosave.leave()
        window.keep_safe(Recovery(root))
        assert window.files.open(file)

        def dialogs() -> list[RecoveredDialog]:
            return [d for d in window.findChildren(RecoveredDialog) if d.isVisible()]

        qtbot.waitUntil(lambda: bool(dialogs()))
        (offer,) = dialogs()[0].offers
        offer.open_button.click()
        assert window.document.level == session.level
        assert now(window, CABLE).references == (POND, BEACON)
        assert window.document.level.get(SNOW) == drawn.get(SNOW)
        window.canvas.undo()
        assert window.document.level == drawn
        window.document.stack.setClean()
