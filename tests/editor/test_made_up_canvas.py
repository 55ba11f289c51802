"""Unknown kinds of elements, under the mouse and as drawn."""

import numpy as np
import pytest
from hand import ALT, CTRL, LEFT, Hand
from made_up_kinds import BEACON, CABLE, MAST, POND, SNOW
from made_up_window import ALL, KEY, new_ones, now, select, trigger
from PySide6.QtCore import QSize
from PySide6.QtGui import QImage
from small_level import YARD, box

from editor.canvas.thumbnails import level_picture
from editor.look import style
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import move

pytestmark = pytest.mark.usefixtures("drawn")


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
        """It selects contained elements, with Alt also touched ones, but never blocks of snow."""
        hand.drag((21.0, 8.5), (15.5, 6.0), (11.5, 3.5))
        assert window.document.selection.ids == {POND, MAST}
        hand.hold((21.0, 8.5), (15.5, 6.0), (11.5, 3.5))
        hand.move((11.5, 3.5), LEFT, ALT)
        hand.release((11.5, 3.5), keys=ALT)
        assert window.document.selection.ids == {POND, MAST, CABLE, YARD}

    def test_select_all_leaves_blocks_out(self, window: MainWindow) -> None:
        """They are not listed."""
        select(window)
        trigger(window, "select_all")
        assert window.document.selection.ids > ALL
        assert SNOW not in window.document.selection.ids
        window.document.select(frozenset({SNOW, POND}))
        assert window.document.selection.ids == {POND}

    def test_same_kind(self, window: MainWindow) -> None:
        """Kinds are compared by name."""
        select(window, BEACON)
        trigger(window, "same_kind")
        assert window.document.selection.ids == {BEACON, MAST}

    def test_a_drag_moves(self, window: MainWindow, hand: Hand, drawn: Level) -> None:
        """Other selected elements move, too; the cable follows by its ends."""
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
        """They move all elements that have a place."""
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
    """They are visible, though no overlay knows them."""

    def picture(self, window: MainWindow) -> QImage:
        """The canvas as it is, without the mouse."""
        return window.canvas.grab().toImage()

    def test_each_is_drawn_until_hidden(self, window: MainWindow) -> None:
        """They return when they are shown again."""
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
        """They are on the home page and in lists of backups."""
        pictures = []
        for gone in (frozenset(), {CABLE}, {BEACON, CABLE}, {POND, CABLE}):
            level = Edit.remove(drawn, gone).apply(drawn)
            picture = level_picture(level, QSize(400, 200), style.DARK, 1.0)
            assert picture not in pictures
            pictures.append(picture)
