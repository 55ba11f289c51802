"""Marks at places of the level: sprites where there are many, culled by the view."""

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays import off_floor, problems
from editor.canvas.painting.marks import FEW, Marks

CAMERA = Camera(x=0.0, z=0.0, scale=40.0, width=800, height=60)

LOOKS = ((off_floor, 1, 11.0), (problems, 3, 9.0))


def picture(marks: Marks, places: np.ndarray, kinds: np.ndarray, size: float, at_once: int):
    """Return a (60, 800, 4) picture of this many marks drawn at once."""
    image = QImage(800, 60, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    for first in range(0, len(places), at_once):
        part = slice(first, first + at_once)
        sizes = np.full(len(places[part]), size)
        marks.draw(painter, places[part], kinds[part], sizes, CAMERA, CAMERA.box, 1.0)
    painter.end()
    return np.frombuffer(image.constBits(), np.uint8).reshape(60, 800, 4).astype(float)


@pytest.mark.parametrize(("looks", "count", "size"), LOOKS)
def test_many_marks_look_like_single_ones(looks, count, size):
    """Sprites replace single marks if many are in view."""
    marks = Marks(looks.paint_mark, looks.mark_span, count)
    total = 2 * FEW - 6
    kinds = (np.arange(total) % count).astype(np.int8)

    def difference(shift: float) -> float:
        x = 0.7 * (np.arange(total) - total / 2) + shift
        places = np.column_stack((x, np.zeros(total)))
        by_sprites = picture(marks, places, kinds, size, total)
        one_by_one = picture(marks, places, kinds, size, FEW)
        assert by_sprites.any()
        return np.abs(by_sprites - one_by_one).mean() / one_by_one.mean()

    # Sprites are made for every quarter of a pixel: 0.003 m lie between two of them.
    assert difference(0.3) < 0.02
    assert 0.0 < difference(0.303) < 0.3


@pytest.mark.parametrize(("looks", "count", "size"), LOOKS)
def test_marks_are_drawn_where_any_part_of_them_is_in_view(looks, count, size):
    """Marks beside the canvas that reach into it are drawn, too; farther ones cost nothing."""
    drawn = []
    marks = Marks(lambda painter, at, *rest: drawn.append(at.x()), looks.mark_span, count)
    beside = 10.0 + 0.9 * size / 40
    places = np.array([[beside, 0.0], [-beside, 0.0], [12.0, 0.0], [0.0, 12.0]])
    picture(marks, places, np.zeros(4, np.int8), size, 4)
    assert len(drawn) == 2


@pytest.mark.parametrize(("looks", "count", "size"), LOOKS)
def test_marks_that_are_drawn_again_look_as_those_of_others(looks, count, size):
    """The same again, moved, of other kinds, none, and the first again: as by marks that are new.

    What lies in the atlas is drawn once more only where all of them are the same.
    """
    kept, total = Marks(looks.paint_mark, looks.mark_span, count), 2 * FEW
    x = 0.5 * (np.arange(total) - total / 2)
    here, there = np.column_stack((x, np.zeros(total))), np.column_stack((x + 0.31, 0.1 * x))
    kinds = (np.arange(total) % count).astype(np.int8)
    others = kinds[::-1].copy()
    for places, some in ((here, kinds), (here, kinds), (there, kinds), (there, others),
                         (here + 1e4, kinds), (here, kinds), (here, kinds)):  # fmt: skip
        fresh = Marks(looks.paint_mark, looks.mark_span, count)
        drawn = picture(kept, places, some, size, total)
        assert (drawn == picture(fresh, places, some, size, total)).all()
        assert drawn.any() == (places[0, 0] < 1e3)
