"""Pictures to trace and grids to compare with, in the window and its services."""

import threading
from pathlib import Path

import numpy as np
import pytest
from hand import bare
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QColor, QImage
from small_level import TABLE, box, small_level

from editor.actions import background as actions
from editor.services.backgrounds import picture as pictures
from editor.services.backgrounds import service
from editor.services.backgrounds.service import BackgroundService
from navcore.bake.grid import NavGrid
from navcore.bake.grid_differences import GAINED, LOST, Differences
from navcore.errors import NavcoreError
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


@pytest.fixture
def plan(tmp_path):
    """A picture to trace."""
    return picture(tmp_path / "plan.png")


@pytest.fixture
def listed(window):
    """Return a function that returns the level's backgrounds."""
    return lambda: window.document.level.settings.background


def pixel(canvas, place) -> QColor:
    """Return the colour of the canvas at a place of the world."""
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
        """The size in memory is bounded; the size of the file is still known."""
        monkeypatch.setattr(pictures, "MOST_PIXELS", 5000)
        read = pictures.read_picture(picture(tmp_path / "plan.jpg"))
        assert (read.width, read.height) == (200, 100)
        assert read.sizes[0].width() == 100

    @pytest.mark.parametrize("suffix", pictures.SUFFIXES)
    def test_every_kind(self, tmp_path, suffix):
        """Qt reads them; drawings get more pixels than their nominal size."""
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
        found = Differences(grid, world.grid)
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
        """This holds for all sizes and origins; changes of the drawing equal a new computation."""
        level = small_level()
        world = World.build(level)
        grid = NavGrid.from_array(np.array(cells), cell_size=size, min_x=shift[0], min_z=shift[1])
        found = Differences(grid, world.grid)
        edit = op.move(level, [TABLE], (dx, 0.3))
        moved = world.update(edit.apply(level), edit, keep_lattice=True)
        found.follow(moved.grid, moved.dirty)
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
            Differences(grid, World.build(small_level()).grid)


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
        canvas.shown.toggle(overlay)
        assert pixel(canvas, outside) == empty
        assert pixel(canvas, floor) == blue
        canvas.shown.toggle(overlay)

    def test_obstacles_let_it_be_seen_only_where_it_lies(self, window, canvas, plan):
        """Outside the picture they are as opaque as before."""
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
        """Clicks, boxes and *Select all* ignore it."""
        actions.trace(window.bench, plan)
        hand.key(Qt.Key.Key_V)
        hand.click((21.5, 4.0))
        hand.drag((21.5, -3.0), (23.0, 12.0))
        assert chosen() == frozenset()
        window.commands.table["select_all"].trigger()
        assert 0 not in chosen()

    def test_a_drive_that_hangs_holds_up_nothing(self, window, canvas, tmp_path, plan, monkeypatch):
        """The window and other pictures go on; a frame is shown until the drive answers."""
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
