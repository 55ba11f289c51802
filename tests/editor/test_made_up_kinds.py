"""Kinds of elements that no line of the program knows go through the whole window."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hand import ALT, CTRL, SHIFT, Hand
from made_up_kinds import BEACON, CABLE, MAST, POND, SNOW, made_up_kinds, made_up_level
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit
from pytestqt.qtbot import QtBot
from small_level import HALL, box, small_level

from editor.canvas.thumbnails import level_picture
from editor.dialogs.array import ArrayDialog
from editor.dialogs.palette.dialog import PaletteDialog
from editor.dialogs.recovered import RecoveredDialog
from editor.dialogs.rename import RenameDialog
from editor.document import Document
from editor.files.watch import digest_of
from editor.look import style
from editor.look.fields import Check, Field
from editor.panels.outline.panel import OutlinePanel
from editor.panels.properties.panel import PropertiesPanel
from editor.safety.autosave import Autosave
from editor.safety.recovery import Recovery
from editor.shell.window import MainWindow
from navcore.formats import save_level
from navcore.level.edit import Edit
from navcore.level.model import Element, Level
from navcore.level.operations import move

KEY = Qt.Key
ALL = frozenset({POND, BEACON, MAST, CABLE})


@pytest.fixture(autouse=True)
def drawn(window: MainWindow) -> Iterator[Level]:
    """The level of made-up kinds, open and framed in the window."""
    with made_up_kinds():
        level = made_up_level()
        window.document.load(level, None)
        window.canvas.setFocus()
        window.canvas.frame_all()
        yield level
        window.document.load(small_level(), None)


@pytest.fixture
def outline(window: MainWindow) -> OutlinePanel:
    """The outline of the window."""
    found = window.panels["outline"]
    assert isinstance(found, OutlinePanel)
    return found


@pytest.fixture
def properties(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def select(window: MainWindow, *ids: int) -> None:
    """Select these, with the focus on the canvas."""
    window.activateWindow()
    window.canvas.setFocus()
    window.document.select(frozenset(ids))


def now(window: MainWindow, element_id: int) -> Element:
    """An element as it is in the window."""
    return window.document.level.element(element_id)


def new_ones(window: MainWindow, before: Level) -> list[Element]:
    """What the window's level has and `before` had not."""
    return [e for e in window.document.level.elements() if before.get(e.id) is None]


def trigger(window: MainWindow, name: str) -> None:
    """Do what an action does."""
    action = window.commands.table[name]
    assert action.isEnabled(), name
    action.trigger()


class TestOutline:
    """Rows, icons, what they are found by, renaming in place."""

    def test_sections_with_titles_and_icons(self, outline: OutlinePanel) -> None:
        """Under their plurals; what has a group stands there; blocks stand nowhere."""
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
        """As any other."""
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
        """As one reads, from the top."""
        select(window, BEACON, MAST, POND)
        trigger(window, "rename_many")
        (dialog,) = (d for d in window.findChildren(RenameDialog) if d.isVisible())
        dialog.pattern.setText("sight_#")
        QTest.keyClick(dialog.pattern, KEY.Key_Return)
        assert [now(window, i).name for i in (BEACON, MAST, POND)] == [
            "sight_1", "sight_2", "sight_3",
        ]  # fmt: skip


class TestCanvas:
    """The hand on the canvas."""

    @pytest.mark.parametrize(
        ("place", "taken"),
        [((13.0, 4.5), POND), ((2.0, 7.2), BEACON), ((8.0, 7.0), CABLE), ((15.0, 7.5), None)],
    )
    def test_a_click_selects(self, window: MainWindow, hand: Hand, place, taken) -> None:
        """The pond by its inside, the beacon by its disc, the cable by its line."""
        hand.click(place)
        expected = {taken} if taken else {2}
        assert window.document.selection.ids == expected

    def test_a_box_selects(self, window: MainWindow, hand: Hand) -> None:
        """Whatever it touches; the blocks of snow never."""
        hand.drag((21.0, 8.5), (15.5, 6.0), (11.5, 3.5))
        assert window.document.selection.ids == {POND, MAST, CABLE}

    def test_select_all_leaves_blocks_out(self, window: MainWindow) -> None:
        """They are not listed."""
        select(window)
        trigger(window, "select_all")
        assert window.document.selection.ids > ALL
        assert SNOW not in window.document.selection.ids
        window.document.select(frozenset({SNOW, POND}))
        assert window.document.selection.ids == {POND}

    def test_same_kind(self, window: MainWindow) -> None:
        """By what they are called."""
        select(window, BEACON)
        trigger(window, "same_kind")
        assert window.document.selection.ids == {BEACON, MAST}

    def test_a_drag_moves(self, window: MainWindow, hand: Hand, drawn: Level) -> None:
        """What is selected with it, too; the cable follows without being moved."""
        select(window, POND, BEACON, CABLE)
        hand.drag((13.0, 4.5), (13.0, 3.5), (13.0, 3.0), keys=CTRL)
        assert np.allclose(now(window, POND).points, box(12, 2.5, 14, 4.5))
        assert now(window, BEACON).anchor == pytest.approx((2.0, 5.5))
        assert now(window, CABLE) == drawn.element(CABLE)
        hand.click((13.0, 5.75))
        window.canvas.undo()
        assert window.document.level == drawn

    def test_a_drag_with_alt_copies_what_joins_with_it(
        self, window: MainWindow, hand: Hand, drawn: Level
    ) -> None:
        """The copied cable joins the copies."""
        select(window, POND, BEACON, MAST, CABLE)
        hand.drag((13.0, 4.5), (13.0, 3.5), (13.0, 3.0), keys=ALT)
        new = {type(e).__name__: e for e in new_ones(window, drawn)}
        assert len(new) == 3
        assert len(new_ones(window, drawn)) == 4
        ids = {e.id for e in new_ones(window, drawn)}
        assert set(new["Cable"].references) == ids - {new["Cable"].id}
        assert window.document.selection.ids == ids

    def test_arrows_nudge(self, window: MainWindow, hand: Hand, drawn: Level) -> None:
        """Everything that lies somewhere."""
        select(window, *ALL)
        hand.key(KEY.Key_Right)
        step = window.settings.snap_step
        assert now(window, BEACON).anchor == pytest.approx((2.0 + step, 7.0))
        assert now(window, CABLE) == drawn.element(CABLE)

    def test_handles_scale_and_turn(self, window: MainWindow, hand: Hand) -> None:
        """A pond by its corner; a mast, which faces somewhere, is turned."""
        window.canvas.viewport.frame((10.0, 2.0, 20.0, 8.0))
        select(window, POND)
        hand.drag((14.0, 6.0), (14.6, 6.6), (15.0, 7.0), keys=CTRL)
        assert max(x for x, _ in now(window, POND).points) > 14.5
        select(window, CABLE)
        hand.move((16.0, 7.0))
        hand.drag((16.0, 7.0), (16.5, 7.5))
        assert len(window.document.selection.ids) <= 1

    def test_hovering_shows_and_says_what_a_click_takes(
        self, window: MainWindow, hand: Hand
    ) -> None:
        """Its name in the hint, its outline on the canvas."""
        for place, name in (((13.0, 4.5), "pond"), ((2.0, 7.2), "beacon"), ((8.0, 7.0), "cable")):
            hand.move(place)
            view = window.canvas.gestures.view()
            assert name in window.canvas.gestures.tool.hint(view)
            assert any(
                stroke.points for stroke in window.canvas.gestures.tool.preview(view).strokes
            )

    def test_the_context_menu_lists_what_lies_there(self, window: MainWindow, hand: Hand) -> None:
        """Locked ones, too."""
        select(window, CABLE, POND)
        trigger(window, "lock")
        select(window)
        hand.move((12.5, 5.1))
        menu = window.context_menu.make(window)
        texts = [a.text() for a in menu.findChildren(type(menu.actions()[0]))]
        assert {"Unlock pond", "Unlock cable"} <= set(texts)

    def test_the_selection_is_framed(self, window: MainWindow) -> None:
        """A line by its ends."""
        for element_id, middle in ((CABLE, (10.0, 6.0)), (POND, (13.0, 5.0)), (MAST, (18.0, 7.0))):
            select(window, element_id)
            window.canvas.frame_selection()
            camera = window.canvas.viewport.camera
            assert (camera.x, camera.z) == pytest.approx(middle, abs=0.6)


class TestDrawing:
    """They are seen, though no overlay knows them."""

    def picture(self, window: MainWindow) -> QImage:
        """The canvas as it is, without the mouse."""
        return window.canvas.grab().toImage()

    def test_each_is_drawn_until_hidden(self, window: MainWindow) -> None:
        """And back when shown again."""
        select(window)
        before = self.picture(window)
        for element_id in ALL:
            window.document.hide({element_id})
            assert self.picture(window) != before
            window.document.hide(())
            assert self.picture(window) == before

    def test_a_join_is_drawn_where_what_it_joins_has_gone(self, window: MainWindow) -> None:
        """As if all were painted anew."""
        select(window)
        before = self.picture(window)
        window.document.commit(move(window.document.level, [MAST], (0.0, -4.0)))
        moved = self.picture(window)
        window.document.hide({CABLE})
        window.document.hide(())
        assert before != moved == self.picture(window)

    def test_selected_ones_look_otherwise(self, window: MainWindow) -> None:
        """Ring, outline or line."""
        select(window)
        before = self.picture(window)
        pictures = []
        for element_id in ALL:
            select(window, element_id)
            pictures.append(self.picture(window))
            assert pictures[-1] not in (before, *pictures[:-1])

    def test_thumbnails_show_them(self, drawn: Level) -> None:
        """On the home page and in lists of backups."""
        pictures = []
        for gone in (frozenset(), {CABLE}, {BEACON, CABLE}, {POND, CABLE}):
            level = Edit.remove(drawn, gone).apply(drawn)
            picture = level_picture(level, QSize(400, 200), style.DARK, 1.0)
            assert picture not in pictures
            pictures.append(picture)


class TestActions:
    """What menus do."""

    def test_mirror(self, window: MainWindow, drawn: Level) -> None:
        """About the middle of what lies; a join alone looks the same."""
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
        """What lies is put in line; the cable comes along."""
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
        """Into a level that has nothing of it; also what is cut."""
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
    """Nothing of them is lost on disk."""

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


def vars_of(element: Element) -> dict[str, object]:
    """The fields of an element, which no type checker knows."""
    return {name: getattr(element, name) for name in element.__struct_fields__}
