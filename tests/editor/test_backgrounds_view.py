"""Traced pictures on the canvas: turned, framed with the level, kept in view as they grow."""

import math

import pytest
from hand import bare
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from PySide6.QtGui import QColor, QImage

from editor.actions import background as actions
from editor.canvas.camera import Camera
from editor.canvas.picture_view import followed, joined
from editor.services.backgrounds.service import Source
from navcore.formats import read_level, write_level
from navcore.level.model import Background, Level, Settings
from navcore.level.operations import backgrounds as of_backgrounds
from navcore.level.operations.backgrounds import corners_of

RED, GREEN = QColor("#FF0000"), QColor("#00FF00")


@pytest.fixture
def plan(tmp_path):
    """A picture of 200 x 100 pixels: the lower left quarter green, the rest red."""
    image = QImage(200, 100, QImage.Format.Format_RGB32)
    image.fill(RED)
    for x in range(100):
        for y in range(50, 100):
            image.setPixelColor(x, y, GREEN)
    path = tmp_path / "plan.png"
    assert image.save(str(path))
    return path


@pytest.fixture
def trace(window, plan):
    """Return a function that adds the picture and waits until it is read."""

    def put(**fields) -> None:
        given = {"position": (-5.0, -5.0), "scale": 0.2, "opacity": 1.0} | fields
        background = Background(path=str(plan), **given)
        window.document.commit(of_backgrounds.add_background(window.document.level, background))
        window.bench.backgrounds.wait()

    return put


def pixel(canvas, place) -> QColor:
    """Return the colour of the canvas at a place of the world."""
    x, y = canvas.viewport.camera.to_pixel(place)
    return bare(canvas).pixelColor(round(x), round(y))


def ring(window):
    """Corners of the picture."""
    return corners_of(window.document.level.settings.background[-1], 200, 100)


def in_view(window) -> bool:
    """Return whether the whole picture is in view."""
    x0, z0, x1, z1 = window.canvas.viewport.camera.box
    return all(x0 <= x <= x1 and z0 <= z <= z1 for x, z in ring(window))


class TestTurned:
    """About its lower left corner."""

    @pytest.mark.parametrize("turn", [math.pi / 2, 0.3, -2.5])
    def test_it_is_seen_where_it_lies(self, window, trace, turn):
        """This holds for every quarter of it."""
        canvas = window.canvas
        canvas.snapping.toggle_grid()
        trace(position=(100.0, 100.0), turn=turn)
        canvas.viewport.frame((60, 60, 140, 140))
        plan = window.document.level.settings.background[0]
        for (across, up), colour in (
            ((50, 25), GREEN), ((150, 25), RED), ((50, 75), RED), ((150, 75), RED),
        ):  # fmt: skip
            small = replace(plan, scale=1.0)
            away = corners_of(small, across, up)[2]
            place = (100 + 0.2 * (away[0] - 100), 100 + 0.2 * (away[1] - 100))
            assert pixel(canvas, place) == colour
            mirrored = (200 - place[0], 200 - place[1])
            assert pixel(canvas, mirrored) not in (RED, GREEN)

    def test_the_floor_lets_it_be_seen_where_it_lies(self, window, trace):
        """Floor is opaque where the unturned picture would be."""
        canvas = window.canvas
        beside, over = (8.13, 6.87), (2.13, 6.87)
        before = pixel(canvas, beside), pixel(canvas, over)
        trace(position=(5.0, -20.0), turn=math.pi / 2)
        assert pixel(canvas, beside) == before[0]
        assert pixel(canvas, over) != before[1]

    def test_files(self):
        """It is kept; a picture that is not turned is written as ever."""
        plan = Background(path="plan.png", scale=0.1)
        for turn, held in ((0.0, False), (0.25, True)):
            level = Level(settings=Settings(background=(replace(plan, turn=turn),)))
            data = write_level(level)
            assert ('"turn"' in data) == held
            assert read_level(data, "a.json").level.settings.background[0].turn == turn


class TestFramed:
    """Show all* includes the drawing and the traced picture."""

    def test_frame_everything_counts_the_picture(self, window, trace):
        """Where it is shown."""
        canvas = window.canvas
        canvas.frame_all()
        drawn = canvas.viewport.camera
        trace(position=(100.0, 50.0), turn=0.5)
        canvas.frame_all()
        assert in_view(window)
        level = window.document.level
        window.document.commit(of_backgrounds.change_background(level, 0, visible=False))
        canvas.frame_all()
        assert canvas.viewport.camera == drawn
        window.document.stack.undo()
        overlay = next(o for o in canvas.overlays if o.name == "background")
        canvas.shown.toggle(overlay)
        canvas.frame_all()
        assert canvas.viewport.camera == drawn
        canvas.shown.toggle(overlay)

    def test_a_picture_that_is_read_later_is_framed_when_it_comes(self, window, trace, monkeypatch):
        """Unless the view has changed meanwhile."""
        canvas, service = window.canvas, window.bench.backgrounds
        trace(position=(100.0, 50.0))
        for moved in (False, True):
            with monkeypatch.context() as slow:
                slow.setattr(service, "source", lambda _: Source("loading"))
                canvas.frame_all()
                assert not in_view(window)
            if moved:
                canvas.viewport.look(canvas.viewport.camera.panned(40, 0))
            service.changed.emit(None)
            assert in_view(window) != moved


class TestKept:
    """A picture stays in view when it gets larger or smaller."""

    @pytest.mark.parametrize("metres", [0.3, 0.5, 40.0, 900.0])
    def test_a_typed_length_keeps_it_in_view(self, window, plan, metres):
        """And undo does."""
        canvas = window.canvas
        actions.trace(window.bench, plan)
        window.bench.backgrounds.wait()
        assert in_view(window)
        corners = ring(window)
        tool = canvas.gestures.tool
        tool.take_points((corners[0], corners[1]))
        canvas.gestures.enter(f"{metres} m")
        assert math.dist(*ring(window)[:2]) == pytest.approx(metres)
        assert in_view(window)
        assert metres * canvas.viewport.camera.scale > 200
        window.document.stack.undo()
        assert in_view(window)

    def test_a_small_change_leaves_the_view_alone(self, window, trace):
        """This holds as long as all of it is visible."""
        trace()
        window.canvas.viewport.frame((-60, -60, 60, 60))
        camera, level = window.canvas.viewport.camera, window.document.level
        window.document.commit(of_backgrounds.change_background(level, 0, scale=0.25))
        assert window.canvas.viewport.camera == camera

    def test_what_was_out_of_view_stays_there(self, window, trace):
        """The view is somewhere else."""
        trace(position=(500.0, 500.0))
        camera, level = window.canvas.viewport.camera, window.document.level
        window.document.commit(of_backgrounds.change_background(level, 0, scale=90.0))
        assert window.canvas.viewport.camera == camera


numbers = st.floats(-50, 50)
scales = st.floats(0.2, 5)


@given(numbers, numbers, scales, scales, numbers, numbers)
def test_the_picture_looks_as_before(x, z, old, new, at_x, at_z):
    """Each of its pixels is at its old place on the canvas."""
    camera = Camera(x=3.0, z=-4.0, scale=40.0, width=800, height=600)
    before = Background(path="p", position=(x, z), scale=old)
    after = Background(path="p", position=(at_x, at_z), scale=new)
    then = followed(camera, before, after)
    for one, other in zip(corners_of(before, 30, 20), corners_of(after, 30, 20), strict=True):
        assert then.to_pixel(other) == pytest.approx(camera.to_pixel(one), abs=1e-6)


def test_boxes_are_joined():
    """As far as there are any."""
    assert joined(None, None) is None
    assert joined((0, 1, 2, 3), None, (-1, 2, 1, 5)) == (-1, 1, 2, 5)
