"""Pictures to trace and grids to compare with, in the window and behind it."""

import os
import threading
from pathlib import Path

import numpy as np
import pytest
from hand import bare
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtWidgets import QApplication
from small_level import TABLE, box, small_level

from editor.actions import background as actions
from editor.canvas.export_picture import Order, image
from editor.dialogs.backgrounds import BackgroundsDialog
from editor.services.backgrounds import picture as pictures
from editor.services.backgrounds import service
from editor.services.backgrounds.differences import GAINED, LOST, Differences
from editor.services.backgrounds.service import BackgroundService
from navcore.bake.grid import NavGrid
from navcore.errors import NavcoreError
from navcore.formats import load_level, save_grid
from navcore.level import operations as op
from navcore.level.edit import Edit
from navcore.level.model import Area, Background, Level, Obstacle
from navcore.level.operations import backgrounds as of_backgrounds
from navcore.world import World

RED = QColor("#FF0000")


def picture(path: Path, width=200, height=100, colour=RED) -> Path:
    """A file with a picture of one colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(colour)
    assert image.save(str(path))
    return path


def touch(path: Path, seconds: float) -> None:
    """A file of another time than before, on any file system."""
    stat = path.stat()
    os.utime(path, (stat.st_atime + seconds, stat.st_mtime + seconds))


@pytest.fixture
def plan(tmp_path):
    """A picture to trace."""
    return picture(tmp_path / "plan.png")


@pytest.fixture
def old(tmp_path, window):
    """The grid of the level as it is now."""
    path = tmp_path / "old.grid.txt"
    save_grid(window.bake.world.grid, path)
    return path


@pytest.fixture
def listed(window):
    """Asks for the level's backgrounds."""
    return lambda: window.document.level.settings.background


def pixel(canvas, place) -> QColor:
    """What the canvas shows at a place of the world."""
    x, y = canvas.viewport.camera.to_pixel(place)
    return bare(canvas).pixelColor(round(x), round(y))


class TestPictures:
    """Read once, in sizes that fit."""

    def test_halves(self, plan):
        """Each half as wide; the one that just has a pixel for each on the screen."""
        read = pictures.read_picture(plan)
        assert (read.width, read.height) == (200, 100)
        assert [image.width() for image in read.sizes] == [200, 100, 50]
        assert read.for_scale(3.0).width() == 200
        assert read.for_scale(0.5).width() == 100
        assert read.for_scale(0.3).width() == 100
        assert read.for_scale(0.01).width() == 50

    def test_large_ones_are_shrunk(self, tmp_path, monkeypatch):
        """What is kept has an upper bound; the size of the file is still known."""
        monkeypatch.setattr(pictures, "MOST_PIXELS", 5000)
        read = pictures.read_picture(picture(tmp_path / "plan.jpg"))
        assert (read.width, read.height) == (200, 100)
        assert read.sizes[0].width() == 100

    @pytest.mark.parametrize("suffix", pictures.SUFFIXES)
    def test_every_kind(self, tmp_path, suffix):
        """As Qt reads them; drawings get more pixels than they say."""
        path = tmp_path / f"plan{suffix}"
        if suffix == ".svg":
            path.write_text(
                '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100">'
                '<rect width="200" height="100" fill="red"/></svg>'
            )
        else:
            picture(path)
        read = pictures.read_picture(path)
        assert (read.width, read.height) == (200, 100)
        red = read.sizes[0].pixelColor(20, 20)
        assert red.red() > 240
        assert red.green() < 15

    @pytest.mark.parametrize("content", [b"", b"no picture", b"\x89PNG\r\n\x1a\n cut off"])
    def test_what_is_no_picture_is_refused(self, tmp_path, content):
        """With its name."""
        path = tmp_path / "plan.png"
        path.write_bytes(content)
        with pytest.raises(NavcoreError, match=r"plan\.png can't be read as a picture"):
            pictures.read_picture(path)


class TestDifferences:
    """Cell by cell of the finer grid."""

    def test_by_hand(self):
        """One cell less, one more."""
        world = World.build(Level(areas={1: Area(id=1, polygon=((0, 0), (4, 0), (4, 4), (0, 4)))}))
        cells = world.grid.walkable.copy()
        row, column = (int(n) for n in np.argwhere(cells == 1)[7])
        cells[row, column] = 0
        cells[0, 0] = 1
        lattice = world.grid.lattice
        grid = NavGrid.from_array(
            cells, cell_size=lattice.cell_size, min_x=lattice.min_x, min_z=lattice.min_z
        )
        found = Differences(grid, world)
        assert (found.lost, found.gained) == (1, 1)
        assert found.cells[0, 0] == LOST
        assert found.cells[row, column] == GAINED

    @given(
        size=st.sampled_from([0.25, 0.4, 0.5, 1.0]),
        shift=st.tuples(st.floats(-3, 3), st.floats(-3, 3)),
        cells=st.lists(st.lists(st.booleans(), min_size=6, max_size=6), min_size=1, max_size=9),
        dx=st.floats(-4, 4),
    )
    @settings(max_examples=40)
    def test_as_asked_at_each_centre(self, size, shift, cells, dx):
        """Whatever sizes and origins; and while one draws as from scratch."""
        level = small_level()
        world = World.build(level)
        grid = NavGrid.from_array(np.array(cells), cell_size=size, min_x=shift[0], min_z=shift[1])
        found = Differences(grid, world)
        edit = op.move(level, [TABLE], (dx, 0.3))
        moved = world.update(edit.apply(level), edit, keep_lattice=True)
        found.follow(moved)
        lost = gained = 0
        for row in range(found.lattice.depth):
            for column in range(found.lattice.width):
                x, z = found.lattice.centre_of(column, row)
                before, now = grid.is_walkable(x, z), moved.grid.is_walkable(x, z)
                wanted = LOST if before and not now else GAINED if now and not before else 0
                assert found.cells[row, column] == wanted
                lost, gained = lost + (wanted == LOST), gained + (wanted == GAINED)
        assert (found.lost, found.gained) == (lost, gained)

    def test_a_grid_of_another_place_is_refused(self):
        """Rather than memory being filled."""
        grid = NavGrid.from_array(np.ones((2, 2)), cell_size=0.1, min_x=1e6, min_z=1e6)
        with pytest.raises(NavcoreError, match="too far"):
            Differences(grid, World.build(small_level()))


class TestTracing:
    """A picture beneath the level."""

    def test_it_lies_in_the_middle_and_the_tool_that_scales_it_is_taken(
        self, window, canvas, plan, listed
    ):
        """One step; nothing is baked for it."""
        baked = []
        window.bake.baked.connect(baked.append)
        world = window.bake.world.grid
        assert actions.trace(window.bench, plan)
        (shown,) = listed()
        middle = canvas.viewport.middle()
        assert shown.position[0] + 100 * shown.scale == pytest.approx(middle[0], abs=0.02)
        assert shown.position[1] + 50 * shown.scale == pytest.approx(middle[1], abs=0.02)
        assert canvas.gestures.tool.name == "scale_picture"
        assert window.document.stack.undoText() == "Trace plan.png"
        assert all(new.dirty == () for new in baked)
        assert np.array_equal(window.bake.world.grid.padded, world.padded)
        window.document.stack.undo()
        assert listed() == ()

    def test_it_is_seen_beneath_the_floor_and_beside_it(self, window, canvas, plan):
        """Its own colour outside, mixed with the floor's inside."""
        outside, floor = (15.13, 8.63), (8.13, 6.87)
        empty, blue = pixel(canvas, outside), pixel(canvas, floor)
        background = Background(path=str(plan), position=(-5.0, -5.0), scale=0.2, opacity=1.0)
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        assert pixel(canvas, outside) == RED != empty
        mixed = pixel(canvas, floor)
        assert mixed.red() > blue.red() + 60
        assert mixed.blue() > 40
        overlay = next(o for o in canvas.overlays if o.name == "background")
        canvas.toggle_overlay(overlay)
        assert pixel(canvas, outside) == empty
        assert pixel(canvas, floor) == blue
        canvas.toggle_overlay(overlay)

    def test_obstacles_let_it_be_seen_only_where_it_lies(self, window, canvas, plan):
        """Beside it they are as opaque as ever."""
        stones = [
            Obstacle(id=900 + n, name=f"stone_{n}", polygon=box(x, 8, x + 2, 10))
            for n, x in enumerate((13, 20))
        ]
        window.document.commit(Edit.put(window.document.level, stones))
        canvas.viewport.frame((10, 5, 24, 12))
        near, far = pixel(canvas, (14, 9)), pixel(canvas, (21, 9))
        background = Background(path=str(plan), position=(-22.0, -5.0), scale=0.2, opacity=1.0)
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        assert pixel(canvas, (14, 9)).red() > near.red() + 40
        assert pixel(canvas, (21, 9)) == far

    def test_panning_paints_what_zooming_does(self, window, canvas, plan):
        """Strip by strip, the same picture."""
        actions.trace(window.bench, plan)
        canvas.grab()
        canvas.viewport.look(canvas.viewport.camera.panned(40, 24))
        panned = bare(canvas)
        canvas.paint_anew()
        whole = bare(canvas)
        different = sum(
            panned.pixelColor(x, y) != whole.pixelColor(x, y)
            for x in range(0, whole.width(), 7)
            for y in range(0, whole.height(), 7)
        )
        assert different == 0

    def test_it_is_never_taken(self, window, canvas, plan, hand, chosen):
        """Neither by a click nor by a box nor by Select all."""
        actions.trace(window.bench, plan)
        hand.key(Qt.Key.Key_V)
        hand.click((21.5, 4.0))
        hand.drag((21.5, -3.0), (23.0, 12.0))
        assert chosen() == frozenset()
        window.commands.table["select_all"].trigger()
        assert 0 not in chosen()

    def test_a_drive_that_hangs_holds_up_nothing(self, window, canvas, tmp_path, plan, monkeypatch):
        """Neither the window nor other pictures; a frame stands there until the drive answers."""
        released, asked = threading.Event(), set()
        hanging = picture(tmp_path / "hanging.png")
        is_file = service.is_file

        def slow(path):
            asked.add(threading.current_thread())
            if path == hanging:
                released.wait()
            return is_file(path)

        monkeypatch.setattr(service, "is_file", slow)
        monkeypatch.setattr(BackgroundService, "patience", 0.0)
        for path in (hanging, plan):
            level = window.document.level
            window.document.commit(of_backgrounds.add_background(level, Background(path=str(path))))
        first, second = window.backgrounds.all
        try:
            while window.backgrounds.picture(second) is None:
                QCoreApplication.processEvents()
            assert window.backgrounds.source(first).state == "loading"
            canvas.grab()
            window.backgrounds.look()
        finally:
            released.set()
        window.backgrounds.wait()
        assert window.backgrounds.picture(first) is not None
        assert threading.main_thread() not in asked

    def test_what_is_no_picture_is_refused(self, window, tmp_path, listed):
        """Nothing is added."""
        path = tmp_path / "plan.png"
        path.write_bytes(b"nothing")
        assert not actions.trace(window.bench, path)
        assert "can't be read as a picture" in window.message.notice.text
        assert listed() == ()


class TestComparing:
    """A grid that a game has."""

    def rows(self, window):
        """The legend's lines about differences."""
        QCoreApplication.processEvents()
        told = ("lost", "gained", "the same")
        return [row.text for row in window.canvas.chrome.legend.rows if row.text.startswith(told)]

    def test_live_while_one_draws(self, window, canvas, old, hand):
        """At first nothing; then what a drag does, before it is let go."""
        assert actions.compare(window.bench, old)
        assert self.rows(window) == ["the same as old.grid.txt"]
        hand.hold((4.5, 4.0), (4.6, 4.2), (6.5, 4.2))
        found = window.backgrounds.differences(window.backgrounds.all[0])
        assert found.lost > 0
        assert found.gained > 0
        assert self.rows(window) == [f"lost {found.lost} cells", f"gained {found.gained} cells"]
        hand.key(Qt.Key.Key_Escape)
        assert self.rows(window) == ["the same as old.grid.txt"]

    def test_cells_are_marked(self, window, canvas, old):
        """Not by colour alone: lines and dots differ within a cell."""
        actions.compare(window.bench, old)
        before = bare(canvas)
        window.document.commit(op.move(window.document.level, [TABLE], (1.6, 0.0)))
        found = window.backgrounds.differences(window.backgrounds.all[0])
        overlay = next(o for o in canvas.overlays if o.name == "old_grid")
        marked = bare(canvas)
        canvas.toggle_overlay(overlay)
        plain = bare(canvas)
        canvas.toggle_overlay(overlay)
        assert plain not in (before, marked)
        for kind in (LOST, GAINED):
            row, column = (int(n) for n in np.argwhere(found.cells == kind)[0])
            x, y = canvas.viewport.camera.to_pixel(found.lattice.centre_of(column, row))
            reach = int(found.lattice.cell_size * canvas.viewport.camera.scale / 2) - 2
            colours = {
                marked.pixelColor(int(x) + dx, int(y) + dy).name()
                for dx in range(-reach, reach)
                for dy in range(-reach, reach)
            }
            assert len(colours) > 2

    def test_a_hidden_one_says_nothing(self, window, old):
        """Neither on the canvas nor in the legend."""
        actions.compare(window.bench, old)
        level = window.document.level
        window.document.commit(of_backgrounds.change_background(level, 0, visible=False))
        assert self.rows(window) == []

    @pytest.mark.parametrize("text", ["nonsense", "cellSize 0.4\n", "{}"])
    def test_a_bad_file_is_refused(self, window, tmp_path, text, listed):
        """With a notice; nothing is added and nothing lost."""
        path = tmp_path / "bad.txt"
        path.write_text(text)
        before = window.document.level
        assert not actions.compare(window.bench, path)
        assert "bad.txt" in window.message.notice.text
        assert window.document.level is before

    def test_a_level_is_no_grid(self, window, tmp_path):
        """It says so."""
        path = tmp_path / "level.json"
        path.write_text('{"areas": [], "obstacles": []}')
        assert not actions.compare(window.bench, path)
        assert "holds a level" in window.message.notice.text


class TestFiles:
    """They come, change and go."""

    def test_a_missing_file_leaves_a_frame_and_a_notice(self, window, canvas, tmp_path, listed):
        """Choosing another file brings the picture; one step."""
        background = Background(path=str(tmp_path / "gone.png"), position=(0.0, 0.0))
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        window.backgrounds.wait()
        notice = window.message.notice
        assert notice.text.startswith("gone.png is missing.")
        assert [text for text, _ in notice.buttons] == ["Choose another file", "Remove"]
        canvas.grab()
        window.files.dialogs.place = picture(tmp_path / "here.png")
        notice.buttons[0][1]()
        assert listed()[0].path.endswith("here.png")
        assert window.message.notice is None
        assert window.document.stack.undoText() == "Replace gone.png with here.png"

    def test_a_missing_file_can_be_removed(self, window, tmp_path, listed):
        """By the other button."""
        background = Background(path=str(tmp_path / "gone.png"))
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        window.backgrounds.wait()
        window.message.notice.buttons[1][1]()
        assert listed() == ()
        assert window.message.notice is None

    def test_a_file_that_comes_back_is_shown(self, window, tmp_path):
        """And the notice goes."""
        path = tmp_path / "late.png"
        background = Background(path=str(path))
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        window.backgrounds.wait()
        assert window.message.notice is not None
        picture(path)
        window.backgrounds.look()
        assert window.backgrounds.picture(background) is not None
        assert window.message.notice is None

    def test_a_file_that_changes_is_read_again(self, window, plan):
        """A picture of another size."""
        actions.trace(window.bench, plan)
        (shown,) = window.backgrounds.all
        picture(plan, 50, 50)
        touch(plan, 5)
        window.backgrounds.look()
        assert window.backgrounds.picture(shown).width == 50

    def test_a_file_that_turns_bad_leaves_what_it_held(self, window, old):
        """The notice says why; a good one makes it go."""
        actions.compare(window.bench, old)
        good = old.read_text()
        old.write_text("half a file")
        touch(old, 5)
        window.backgrounds.look()
        window.backgrounds.wait()
        (shown,) = window.backgrounds.all
        assert window.backgrounds.source(shown).state == "bad"
        assert window.backgrounds.differences(shown) is not None
        assert "old.grid.txt" in window.message.notice.text
        old.write_text(good)
        touch(old, 10)
        window.backgrounds.look()
        assert window.message.notice is None
        assert window.backgrounds.source(shown).state == "ready"

    def test_the_first_save_names_them_from_its_folder(self, window, plan, tmp_path, listed):
        """And a save elsewhere anew."""
        actions.trace(window.bench, plan)
        assert listed()[0].path == plan.as_posix()
        folder = tmp_path / "levels"
        folder.mkdir()
        window.files.dialogs.place = folder / "town.json"
        assert window.files.save_as()
        assert listed()[0].path == "../plan.png"
        assert load_level(folder / "town.json").settings.background[0].path == "../plan.png"
        window.backgrounds.wait()
        assert window.backgrounds.picture(listed()[0]) is not None
        assert not window.isWindowModified()
        window.files.dialogs.place = tmp_path / "town.json"
        assert window.files.save_as()
        assert listed()[0].path == "plan.png"
        assert window.message.notice is None

    def test_a_save_that_fails_leaves_the_names(self, window, plan, tmp_path, listed, qtbot):
        """The picture is still found."""
        actions.trace(window.bench, plan)
        count = window.document.stack.index()
        window.files.dialogs.place = tmp_path / "nowhere" / "town.json"
        assert not window.files.save_as()
        qtbot.waitUntil(lambda: window.document.stack.index() == count)
        assert listed()[0].path == plan.as_posix()


class TestDropping:
    """On the window."""

    def drop(self, window, path):
        """Let a file go over the window."""
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        event = QDropEvent(
            QPointF(200, 200), Qt.DropAction.CopyAction, data,
            Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier,
        )  # fmt: skip
        window.dropEvent(event)

    def test_pictures_and_grids_are_taken(self, window, plan, old, tmp_path, listed):
        """A grid as text or JSON; a level is still opened."""
        self.drop(window, plan)
        self.drop(window, old)
        as_json = tmp_path / "old.grid.json"
        save_grid(window.bake.world.grid, as_json)
        self.drop(window, as_json)
        assert [b.kind for b in listed()] == ["picture", "grid", "grid"]
        level = tmp_path / "level.json"
        level.write_text('{"areas": [], "obstacles": []}')
        window.document.stack.setClean()
        self.drop(window, level)
        assert window.document.path == level
        assert listed() == ()


class TestDialog:
    """Lists them."""

    @pytest.fixture
    def dialog(self, window, plan, old):
        """Over a picture and a grid in front of it."""
        actions.trace(window.bench, plan)
        actions.compare(window.bench, old)
        window.ask("backgrounds")
        return self.shown()

    def shown(self):
        """The dialog that is open."""
        windows = QApplication.topLevelWidgets()
        return next(w for w in windows if isinstance(w, BackgroundsDialog) and w.isVisible())

    def test_empty(self, window):
        """It says what it is for."""
        window.ask("backgrounds")
        dialog = self.shown()
        assert dialog.empty.isVisible()
        assert not dialog.list.isVisible()
        assert not dialog.details.isVisible()
        dialog.reject()

    def test_the_foremost_is_first(self, dialog):
        """A grid has no place of its own."""
        assert [dialog.list.item(n).text() for n in range(2)] == ["old.grid.txt", "plan.png"]
        assert not dialog.x_field.isVisible()
        dialog.list.setCurrentRow(1)
        assert dialog.x_field.isVisible()
        assert dialog.path.text().endswith("plan.png")
        dialog.reject()

    def test_opacity_is_live_and_one_step(self, dialog, window, listed):
        """As long as the handle is held."""
        dialog.list.setCurrentRow(1)
        count = window.document.stack.count()
        dialog.opacity.sliderPressed.emit()
        for percent in (60, 70, 80):
            dialog.opacity.setValue(percent)
            assert listed()[0].opacity == percent / 100
        assert window.document.stack.count() == count + 1
        assert window.document.stack.undoText() == "Change opacity of plan.png"
        assert dialog.percent.text() == "80 %"
        dialog.reject()

    def test_hiding_numbers_order_and_removing(self, dialog, window, listed):
        """Each at once, as one step."""
        dialog.list.setCurrentRow(1)
        dialog.shown.click()
        assert not listed()[0].visible
        assert dialog.list.item(1).text() == "plan.png · hidden"
        dialog.x_field.setFocus()
        dialog.x_field.setText("2.5")
        assert dialog.x_field.commit()
        assert listed()[0].position[0] == 2.5
        dialog.width_field.setText("20 m")
        assert dialog.width_field.commit()
        assert listed()[0].scale == pytest.approx(0.1)
        dialog.forward.click()
        assert [b.kind for b in listed()] == ["grid", "picture"]
        assert dialog.list.currentRow() == 0
        dialog.remove.click()
        assert [b.kind for b in listed()] == ["grid"]
        labels = [window.document.stack.text(n) for n in range(window.document.stack.count())]
        assert labels[-5:] == [
            "Hide plan.png", "Move plan.png", "Scale plan.png", "Bring plan.png forward",
            "Remove plan.png",
        ]  # fmt: skip
        dialog.reject()

    def test_scaling_on_the_canvas(self, dialog, canvas):
        """The dialog goes, the tool comes."""
        dialog.list.setCurrentRow(1)
        dialog.scale.click()
        assert not dialog.isVisible()
        assert canvas.gestures.tool.name == "scale_picture"
        assert canvas.gestures.tool.chosen == 0

    def test_everything_is_named_and_reached_by_keyboard(self, dialog):
        """No control without a name or out of reach."""
        dialog.list.setCurrentRow(1)
        for control in (dialog.list, dialog.path, dialog.shown, dialog.opacity, dialog.x_field,
                        dialog.z_field, dialog.width_field):  # fmt: skip
            assert control.accessibleName()
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus
        dialog.reject()


def test_the_menu(window, plan, listed):
    """Every way in; asking answers with a file, or with nothing."""
    table = window.commands.table
    assert not table["scale_picture"].isEnabled()
    table["trace_picture"].trigger()
    assert listed() == ()
    window.files.dialogs.place = plan
    table["trace_picture"].trigger()
    assert len(listed()) == 1
    assert table["scale_picture"].isEnabled()
    assert table["scale_picture"].isChecked()


def test_pictures_that_leave_the_program_show_none_of_it(window, canvas, plan, old):
    """Neither pictures nor differences nor the last measurement, and floors as ever."""
    camera = canvas.viewport.camera

    def leaving():
        return image(canvas.scene(), canvas.overlays, camera, Order())

    before = leaving()
    actions.trace(window.bench, plan)
    actions.compare(window.bench, old)
    measure = next(tool for tool in canvas.gestures.tools if tool.name == "measure")
    measure.state = (((0.0, 0.0), (9.0, 7.0)), False)
    assert leaving() == before
