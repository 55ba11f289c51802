"""Links on the canvas: by type and storey, with where they lead."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QColor, QImage, QPainter
from small_level import small_level

from editor.canvas.overlays.links import LinksOverlay
from editor.canvas.painting import links
from editor.canvas.painting.links import SeenLink, draw_glyph, paint_links
from editor.look.style import current
from editor.tools.messages.link import TYPES
from navcore.level.edit import Edit
from navcore.level.model import Link
from navcore.level.operations.storeys import add_storey

STAIRS, LEDGE = 50, 51


@pytest.fixture
def canvas(window, canvas):
    """The small level with an upper storey: stairs lead there, a ledge is on the ground."""
    level = add_storey(small_level(), "upper").apply(small_level())
    stairs = Link(
        id=STAIRS, name="stairs", start=((2.0, 6.0),), end=((4.0, 7.0),), to_layer="upper",
        type="stairs",
    )  # fmt: skip
    ledge = Link(
        id=LEDGE, name="ledge", start=((7.0, 2.0), (8.0, 2.0)), end=((7.0, 4.0), (8.0, 4.0)),
        type="drop", one_way=True,
    )  # fmt: skip
    window.document.load(level.with_items({STAIRS: stairs, LEDGE: ledge}), None)
    window.canvas.frame_all()
    return canvas


def labels(canvas):
    """Return the labels of the overlay and their places."""

    added = []
    room = SimpleNamespace(add=added.append)
    overlay = next(o for o in canvas.overlays if isinstance(o, LinksOverlay))
    overlay.label(room, canvas.scene(), canvas.viewport.camera)
    return [label.words for label in added]


def is_drawn(canvas, place):
    """Return whether something in the colour of links is near a place."""
    image = canvas.grab().toImage()
    ratio = image.devicePixelRatio()
    x, y = canvas.viewport.camera.to_pixel(place)
    wanted, near = QColor(current().link), range(-9, 10)
    return any(
        abs(image.pixelColor(round((x + i) * ratio), round((y + j) * ratio)).hue() - wanted.hue())
        <= 8
        and image.pixelColor(round((x + i) * ratio), round((y + j) * ratio)).saturation() > 20
        for i in near
        for j in near
    )


def test_a_link_to_another_storey_says_where_it_leads(window, canvas):
    """At its end here: up from the ground, down from above."""
    assert labels(canvas) == ["upper"]
    window.document.storey.show("upper")
    assert labels(canvas) == ["Ground"]
    window.document.storey.show(None)
    assert labels(canvas) == []


def test_a_landing_says_where_one_comes_from(window, canvas):
    """It leads nowhere; the triangle points the way that agents take."""
    level = window.document.level
    hatch = replace(level.element(STAIRS), type="drop", one_way=True)
    window.document.commit(Edit.put(level, [hatch], "Change"))
    assert labels(canvas) == ["upper"]
    window.document.storey.show("upper")
    assert labels(canvas) == ["from Ground"]


@pytest.mark.parametrize(("one_way", "rises"), [(False, (1, -1)), (True, (1, 1))])
def test_triangles_point_where_links_lead(canvas, monkeypatch, one_way, rises):
    """At the landing of one that leads one way, as at its start."""
    pointed = []
    monkeypatch.setattr(links, "_put_ends", lambda painter, look, *_: pointed.append(look.rises))
    link = Link(id=1, start=((0.0, 0.0),), end=((4.0, 0.0),), to_layer="upper", one_way=one_way)
    image = QImage(80, 60, QImage.Format.Format_ARGB32_Premultiplied)
    for here in ((True, False), (False, True)):
        painter = QPainter(image)
        paint_links(painter, [SeenLink(link, *here, rises=1)], canvas.viewport.camera, 1.0)
        painter.end()
    assert tuple(rise for rise in pointed if rise) == rises


def test_links_are_drawn_on_the_storeys_that_they_join(window, canvas):
    """A ledge only on its own."""
    assert is_drawn(canvas, (2.0, 6.0))
    assert is_drawn(canvas, (7.5, 2.0))
    window.document.storey.show("upper")
    assert is_drawn(canvas, (4.0, 7.0))
    assert not is_drawn(canvas, (7.5, 2.0))


def test_hidden_links_are_not_drawn(window, canvas):
    """As everything that is hidden."""
    window.document.hide({LEDGE})
    assert not is_drawn(canvas, (7.5, 2.0))


def test_the_picture_of_an_edit_is_that_of_all(window, canvas):
    """The kept picture is repainted at the old and the new place of a link."""
    canvas.grab()
    level = window.document.level
    moved = replace(level.element(LEDGE), start=((5.0, 6.0),), end=((9.0, 7.0),), type="jump")
    window.document.commit(Edit.put(level, [moved], "Move"))
    by_parts = canvas.grab().toImage()
    canvas.layers.paint_anew()
    assert canvas.grab().toImage() == by_parts


@pytest.mark.parametrize("type_", TYPES)
def test_every_type_has_a_sign_of_its_own(canvas, type_):
    """Told apart without colour."""

    def sign(kind):
        image = QImage(24, 24, QImage.Format.Format_ARGB32)
        image.fill(0)
        painter = QPainter(image)
        painter.translate(12, 12)
        draw_glyph(painter, kind)
        painter.end()
        return image

    assert all(sign(type_) != sign(other) for other in TYPES if other != type_)


def test_thousands_are_lines_in_one_go(canvas, monkeypatch):
    """However many links there are, lines are drawn by a handful of calls."""
    calls = []
    draw = QPainter.drawLines
    monkeypatch.setattr(
        QPainter, "drawLines", lambda self, lines: calls.append(len(lines)) or draw(self, lines)
    )
    image = QImage(800, 600, QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(image)
    many = [
        SeenLink(Link(id=n, start=((n % 50, 0.0),), end=((n % 40, 8.0),)), True, True)
        for n in range(1, 3000)
    ]
    paint_links(painter, many, canvas.viewport.camera, 1.0)
    painter.end()
    assert len(calls) <= 4
