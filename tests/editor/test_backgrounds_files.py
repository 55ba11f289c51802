"""Backgrounds: grids to compare with, files that change, drops, their list."""

import os
from pathlib import Path

import numpy as np
import pytest
from hand import bare, wait_for_hints
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QColor, QDropEvent, QImage
from PySide6.QtWidgets import QApplication
from small_level import TABLE

from editor.actions import background as actions
from editor.canvas.export_picture import Order, image
from editor.panels.library.backgrounds import Backgrounds
from navcore.bake.grid_differences import GAINED, LOST
from navcore.formats import load_level, save_grid
from navcore.level import operations as op
from navcore.level.model import Background, Level
from navcore.level.operations import backgrounds as of_backgrounds

RED = QColor("#FF0000")


def picture(path: Path, width=200, height=100, colour=RED) -> Path:
    """A file with a picture of one colour."""
    image = QImage(width, height, QImage.Format.Format_RGB32)
    image.fill(colour)
    assert image.save(str(path))
    return path


def touch(path: Path, seconds: float) -> None:
    """Change the modification time of a file, on any file system."""
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
    """Return a function that returns the level's backgrounds."""
    return lambda: window.document.level.settings.background


class TestComparing:
    """A grid that a game has."""

    def rows(self, window):
        """Return the rows of the legend about differences."""
        wait_for_hints(window.canvas)
        told = ("lost", "gained", "the same")
        return [row.text for row in window.canvas.chrome.legend.rows if row.text.startswith(told)]

    def test_live_while_one_draws(self, qtbot, window, canvas, old, hand):
        """At first there is no difference; then the effect of a drag is listed, before its end."""
        assert actions.compare(window.bench, old)
        assert self.rows(window) == ["the same as old.grid.txt"]
        hand.hold((4.5, 4.0), (4.6, 4.2), (6.5, 4.2))
        found = window.backgrounds.differences(window.backgrounds.all[0])
        assert found.lost > 0
        assert found.gained > 0
        told = [f"lost {found.lost} cells", f"gained {found.gained} cells"]
        qtbot.waitUntil(lambda: self.rows(window) == told)
        hand.key(Qt.Key.Key_Escape)
        assert self.rows(window) == ["the same as old.grid.txt"]

    def test_cells_are_marked(self, window, canvas, old):
        """The marks differ in more than colour: lines and dots within a cell."""
        actions.compare(window.bench, old)
        before = bare(canvas)
        window.document.commit(op.move(window.document.level, [TABLE], (1.6, 0.0)))
        found = window.backgrounds.differences(window.backgrounds.all[0])
        overlay = next(o for o in canvas.overlays if o.name == "old_grid")
        marked = bare(canvas)
        canvas.shown.toggle(overlay)
        plain = bare(canvas)
        canvas.shown.toggle(overlay)
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
        """It is neither on the canvas nor in the legend."""
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
        """The message says so."""
        path = tmp_path / "level.json"
        path.write_text('{"areas": [], "obstacles": []}')
        assert not actions.compare(window.bench, path)
        assert "contains a level" in window.message.notice.text


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
        """The other button does it."""
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
        """The notice gives the reason; a good file removes it."""
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
        """A save elsewhere changes the names again."""
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
    """Dropping files on the window."""

    def drop(self, window, path):
        """Drop a file on the window."""
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


class TestLibrary:
    """Lists them."""

    @pytest.fixture
    def section(self, window, plan, old):
        """Return the section with a picture and a grid in front of it."""
        actions.trace(window.bench, plan)
        actions.compare(window.bench, old)
        return self.shown(window)

    def shown(self, window):
        """The section, brought up by the menu."""
        window.commands.table["backgrounds"].trigger()
        assert window.panel_shown("library")
        QApplication.processEvents()
        return window.panels["library"].sections[Backgrounds]

    def test_empty(self, window):
        """An empty panel explains its purpose, and has buttons to begin."""
        section = self.shown(window)
        assert section.empty.isVisible()
        assert not section.list.isVisible()
        assert not section.details.isVisible()
        assert section.trace.isVisible()

    def test_the_foremost_is_first(self, section):
        """A grid has no place of its own."""
        assert [section.list.item(n).text() for n in range(2)] == ["old.grid.txt", "plan.png"]
        section.list.setCurrentRow(0)
        assert not section.x_field.isVisible()
        assert not section.frame.isEnabled()
        section.list.setCurrentRow(1)
        assert section.x_field.isVisible()
        assert section.list.item(1).toolTip().endswith("plan.png")

    def test_opacity_is_live_and_one_step(self, section, window, listed):
        """As long as the handle is held."""
        section.list.setCurrentRow(1)
        count = window.document.stack.count()
        section.opacity.sliderPressed.emit()
        for percent in (60, 70, 80):
            section.opacity.setValue(percent)
            assert listed()[0].opacity == percent / 100
        assert window.document.stack.count() == count + 1
        assert window.document.stack.undoText() == "Change opacity of plan.png"
        assert section.percent.text() == "80 %"

    def test_hiding_numbers_order_and_removing(self, section, window, listed):
        """Each takes effect at once, as one step."""
        section.list.setCurrentRow(1)
        section.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        assert not listed()[0].visible
        section.x_field.setFocus()
        section.x_field.setText("2.5")
        assert section.x_field.commit()
        assert listed()[0].position[0] == 2.5
        section.width_field.setText("20 m")
        assert section.width_field.commit()
        assert listed()[0].scale == pytest.approx(0.1)
        section.forward.click()
        assert [b.kind for b in listed()] == ["grid", "picture"]
        assert section.list.currentRow() == 0
        section.remove.click()
        assert [b.kind for b in listed()] == ["grid"]
        labels = [window.document.stack.text(n) for n in range(window.document.stack.count())]
        assert labels[-5:] == [
            "Hide plan.png", "Move plan.png", "Scale plan.png", "Bring plan.png forward",
            "Remove plan.png",
        ]  # fmt: skip

    def test_undo_shows_in_the_list(self, section, window, listed):
        """Nothing is done twice."""
        section.list.item(1).setCheckState(Qt.CheckState.Unchecked)
        count = window.document.stack.count()
        window.document.stack.undo()
        assert section.list.item(1).checkState() == Qt.CheckState.Checked
        assert window.document.stack.count() == count
        window.document.load(Level(), None)
        assert section.empty.isVisible()

    def test_framing_a_picture(self, section, window):
        """All of it is visible."""
        section.list.setCurrentRow(1)
        section.x_field.setText("300")
        assert section.x_field.commit()
        section.frame.click()
        box = window.canvas.viewport.camera.box
        assert box[0] < 300 < box[2]

    def test_scaling_on_the_canvas(self, section, canvas):
        """The tool comes, and the focus with it."""
        section.list.setCurrentRow(1)
        section.scale.click()
        assert canvas.gestures.tool.name == "scale_picture"
        assert canvas.gestures.tool.chosen == 0
        assert canvas.hasFocus()

    def test_everything_is_named_and_reached_by_keyboard(self, section):
        """No control without a name or out of reach."""
        section.list.setCurrentRow(1)
        for control in (
            section.list, section.opacity, section.x_field, section.z_field, section.width_field,
            section.turn_field, section.frame, section.replace,
        ):  # fmt: skip
            assert control.accessibleName()
            assert control.focusPolicy() & Qt.FocusPolicy.TabFocus


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
    """Pictures, differences and the last measurement are left out, and floors are opaque."""
    camera = canvas.viewport.camera

    def leaving():
        return image(canvas.scene(), canvas.overlays, camera, Order())

    before = leaving()
    actions.trace(window.bench, plan)
    actions.compare(window.bench, old)
    measure = next(tool for tool in canvas.gestures.tools if tool.name == "measure")
    measure.state = (((0.0, 0.0), (9.0, 7.0)), False)
    assert leaving() == before
