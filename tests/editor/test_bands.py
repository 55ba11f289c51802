"""Pictures that two threads paint."""

import threading
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Camera
from editor.canvas.painting import bands, line_pictures
from editor.canvas.painting.bands import in_bands


@pytest.mark.parametrize(("height", "count"), [(0, 1), (1, 4), (7, 4), (900, 4), (5, 1)])
def test_each_row_is_painted_once(height: int, count: int) -> None:
    """Also if there are fewer rows than bands."""
    rows: list[int] = []
    in_bands(lambda top, bottom: rows.extend(range(top, bottom)), height, count)
    assert sorted(rows) == list(range(height))


def test_a_busy_helper_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """All bands are painted by the calling thread then."""
    with ThreadPoolExecutor(1) as pool:
        monkeypatch.setattr(bands, "_HELPER", pool)
        free, threads = threading.Event(), []
        pool.submit(free.wait)
        in_bands(lambda top, bottom: threads.append(threading.current_thread()), 100, 4)
        free.set()
    assert threads == [threading.current_thread()] * 4


def test_what_goes_wrong_in_the_helper_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is no lost band."""
    turn, here = threading.Event(), threading.current_thread()

    def paint(top: int, bottom: int) -> None:
        if threading.current_thread() is not here:
            turn.set()
            raise ValueError(top)
        turn.wait(10)

    with pytest.raises(ValueError, match=r"\d"):
        in_bands(paint, 100, 4)


def test_many_lines_look_as_if_drawn_by_one_thread(
    qapp: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the bit."""
    rng = np.random.default_rng(4)
    lines = rng.uniform(-50, 350, (2000, 4))
    camera = Camera(0.0, 0.0, 10.0, 300, 200)

    def drawn() -> np.ndarray:
        image = QImage(300, 200, QImage.Format.Format_ARGB32_Premultiplied)
        image.fill(0)
        painter = QPainter(image)
        looks = (("#102030", 5.0), ("#40c0ff", 1.5))
        line_pictures.draw_smooth_lines(painter, [(lines, looks)], camera, camera.box, 1.0)
        painter.end()
        return np.array(image.constBits())

    by_two = drawn()
    monkeypatch.setattr(line_pictures, "MANY", 10**9)
    assert (by_two == drawn()).all()
