"""Pictures of the view: sizes, colours, searchable text, and no controls."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from PySide6.QtGui import QColor, QImage
from pytestqt.qtbot import QtBot

from editor.canvas import export_picture
from editor.canvas.camera import Camera
from editor.canvas.export_picture import Order
from editor.dialogs.picture import PictureDialog
from editor.look import style
from editor.shell.window import MainWindow


@pytest.fixture
def dialog(qtbot: QtBot, window: MainWindow) -> PictureDialog:
    """The dialog, over the whole level."""
    window.resize(window.minimumSize())
    window.canvas.frame_all()
    window.commands.table["picture"].trigger()
    found = window.findChild(PictureDialog)
    assert found is not None
    qtbot.waitExposed(found)
    return found


def colours_of(image: QImage) -> set[str]:
    """The colours of some of its pixels."""
    few = image.scaled(240, 240)
    return {QColor(few.pixel(x, y)).name() for x in range(240) for y in range(240)}


def choose(dialog: PictureDialog, *, what: int = 0, form: int = 0, size: int = 0) -> None:
    """Choose by number."""
    dialog.what.setCurrentIndex(what)
    dialog.format.setCurrentIndex(form)
    dialog.size_choice.setCurrentIndex(size)


@pytest.mark.parametrize("size", [0, 2])
def test_a_picture_of_the_view_in_pixels(
    qtbot: QtBot, window: MainWindow, dialog: PictureDialog, tmp_path: Path, size: int
) -> None:
    """It has one or four times the pixels of the canvas, and its colours.

    The status bar has the size.
    """
    said: list[str] = []
    window.exports.said.connect(said.append)
    window.files.dialogs.place = tmp_path / "view.png"
    choose(dialog, size=size)
    dialog.save.click()
    qtbot.waitUntil(lambda: bool(said), timeout=20_000)
    camera = window.canvas.viewport.camera
    image = QImage(str(tmp_path / "view.png"))
    times = (1, 2, 4)[size]
    assert (image.width(), image.height()) == (camera.width * times, camera.height * times)
    theme = style.current()
    wanted = {theme.outside, theme.walkable, theme.obstacle}
    assert {colour.lower() for colour in wanted} <= colours_of(image)
    assert said[-1].startswith("Saved view.png: ")


def test_bands_make_the_same_picture(
    window: MainWindow, dialog: PictureDialog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is equal pixel by pixel, for any number of bands."""
    camera = dialog.camera_of("view")
    scene, overlays = window.canvas.scene(), window.canvas.overlays
    whole = export_picture.image(scene, overlays, camera, Order())
    monkeypatch.setattr(export_picture, "BAND_PIXELS", 31 * camera.width)
    assert export_picture.image(scene, overlays, camera, Order()) == whole
    dialog.reject()


def test_what_belongs_to_the_program_is_left_out(window: MainWindow, dialog: PictureDialog) -> None:
    """No selection, no grid lines if they are off; legend and scale bar by option."""
    camera = dialog.camera_of("view")

    def taken(order: Order) -> QImage:
        return export_picture.image(window.canvas.scene(), window.canvas.overlays, camera, order)

    plain = taken(Order(legend=False, scale_bar=False))
    level = window.document.level
    window.document.select(frozenset(level.areas) | frozenset(level.obstacles))
    assert taken(Order(legend=False, scale_bar=False)) == plain
    assert taken(Order(scale_bar=False)) != plain
    assert taken(Order(legend=False)) != plain
    window.canvas.snapping.toggle_grid()
    assert taken(Order(legend=False, scale_bar=False)) != plain
    dialog.reject()


@pytest.mark.parametrize("what", [0, 1])
def test_a_picture_in_shapes(
    qtbot: QtBot, window: MainWindow, dialog: PictureDialog, tmp_path: Path, what: int
) -> None:
    """XML with the names of rooms as text, and no picture of pixels in it."""
    window.files.dialogs.place = tmp_path / "view.svg"
    choose(dialog, what=what, form=1)
    assert not dialog.size_choice.isEnabled()
    camera = dialog.camera_of("level" if what else "view")
    dialog.save.click()
    root = ET.parse(tmp_path / "view.svg").getroot()
    kinds = [element.tag.rpartition("}")[2] for element in root.iter()]
    words = {"".join(element.itertext()).strip() for element in root.iter()}
    assert root.get("viewBox") == f"0 0 {camera.width} {camera.height}"
    names = {area.name for area in window.document.level.areas.values() if not area.door}
    assert names & words
    assert "obstacle" in words
    assert "image" not in kinds
    text = (tmp_path / "view.svg").read_text(encoding="utf-8")
    assert style.current().walkable.lower() in text


def test_no_grid_lines_in_shapes_either(window: MainWindow, dialog: PictureDialog) -> None:
    """G removes them from all pictures; the file is readable with any name of a level."""
    camera = dialog.camera_of("view")

    def shapes() -> bytes:
        scene = window.canvas.scene()
        return export_picture.svg(scene, window.canvas.overlays, camera, Order(), "<ü\x01&\x0b格>")

    on = shapes()
    assert "<ü&格>" in {element.text for element in ET.fromstring(on).iter()}
    window.canvas.snapping.toggle_grid()
    assert len(shapes()) < len(on)
    dialog.reject()


def test_the_whole_level_is_framed() -> None:
    """Its longer side has so many pixels; small levels are not blown up."""
    view = Camera(width=800, height=600)
    wide = export_picture.camera_for("level", view, (-40.0, -10.0, 60.0, 40.0))
    assert (wide.width, wide.height) == (1600, 800)
    assert wide.box == pytest.approx((-40.0, -10.0, 60.0, 40.0))
    small = export_picture.camera_for("level", view, (0.0, 0.0, 2.0, 1.0))
    assert (small.width, small.height) == (320, 160)
    assert export_picture.camera_for("view", view, (0.0, 0.0, 2.0, 1.0)) is view
    assert export_picture.camera_for("level", view, None) is view


def test_a_place_that_can_not_be_written(
    qtbot: QtBot, window: MainWindow, dialog: PictureDialog, tmp_path: Path
) -> None:
    """The strip gives the reason."""
    window.files.dialogs.place = tmp_path / "gone" / "view.svg"
    choose(dialog, form=1)
    dialog.save.click()
    assert window.message.notice is not None
    assert "view.svg" in window.message.notice.text


def test_nothing_but_pictures_is_replaced(
    qtbot: QtBot, window: MainWindow, dialog: PictureDialog, tmp_path: Path
) -> None:
    """For the level's name the picture is written beside it; other files in the way stay."""
    window.files.dialogs.place = tmp_path / "inn.json"
    assert window.files.save()
    before = (tmp_path / "inn.json").read_bytes()
    choose(dialog, form=1)
    (tmp_path / "inn.json.svg").write_bytes(b"mine")
    dialog.save.click()
    assert dialog.isVisible()
    assert (tmp_path / "inn.json.svg").read_bytes() == b"mine"
    (tmp_path / "inn.json.svg").unlink()
    dialog.save.click()
    assert (tmp_path / "inn.json.svg").read_bytes().startswith(b"<?xml")
    assert (tmp_path / "inn.json").read_bytes() == before
