"""The layers beneath the network are cached, and look as if painted from scratch."""

from collections.abc import Callable

import numpy as np
import pytest
from hand import Hand
from msgspec.structs import replace
from PySide6.QtCore import QRect
from PySide6.QtGui import QImage, QPainter, QPixmap
from small_level import CHEST, GUARD, HALL, TABLE, box, small_level

from editor.canvas.canvas import Canvas
from editor.canvas.layers import _paint_part
from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Edge, Level, Obstacle, Waypoint, Zone
from navcore.level.operations import delete, move, toggle_doors

ZONE, WALL = 800, 801


def networked() -> Level:
    """The small level with a zone and waypoints in rows."""
    rng = np.random.default_rng(1)
    items: dict[int, Waypoint | Edge | Zone] = {
        ZONE: Zone(id=ZONE, terrain="mud", polygon=box(7, 4, 11, 7))
    }
    for n in range(100):
        place = (1.0 + 0.9 * (n % 10) + rng.uniform(-0.2, 0.2), 1.0 + 0.7 * (n // 10))
        items[1000 + n] = Waypoint(id=1000 + n, position=place)
        if n:
            items[2000 + n] = Edge(id=2000 + n, start=999 + n, end=1000 + n, one_way=n % 3 == 0)
    return small_level().with_items(items)


@pytest.fixture
def canvas(window: MainWindow) -> Canvas:
    """The canvas over the level, in view."""
    window.document.load(networked(), None)
    window.bake.wait()
    window.canvas.frame_all()
    window.canvas.grab()
    return window.canvas


def moved(window: MainWindow, ids: list[int], by: tuple[float, float]) -> None:
    """Move these elements."""
    window.document.commit(move(window.document.level, ids, by))


def painted(canvas: Canvas, monkeypatch: pytest.MonkeyPatch, name: str) -> list[object]:
    """Return a list that grows each time an overlay is painted."""
    found: list[object] = []
    overlay = next(one for one in canvas.overlays if one.name == name)
    paint = overlay.paint

    def told(*given: object) -> None:
        found.append(None)
        paint(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(overlay, "paint", told)
    return found


def from_scratch(canvas: Canvas) -> QImage:
    """Return the static layers painted without caches."""
    camera, scene, layers = canvas.viewport.camera, canvas.scene(), canvas.layers
    picture = QPixmap(layers.still.size())
    picture.setDevicePixelRatio(layers.still.devicePixelRatio())
    painter = QPainter(picture)
    cached = [one for one in canvas.overlays if one.visible and one.cached]
    _paint_part(cached, painter, QRect(0, 0, camera.width, camera.height), camera, scene)
    painter.end()
    return picture.toImage()


def acts(window: MainWindow, rng: np.random.Generator) -> list[Callable[[], object]]:
    """Return edits of the network, edits beneath it, and changes of the view."""
    document, canvas = window.document, window.canvas
    hand = Hand(canvas)

    def some(kind: type[Waypoint | Edge], count: int) -> list[int]:
        ids = [*document.level.of(kind)]
        return [int(i) for i in rng.choice(ids, min(count, len(ids)), replace=False)]

    def by() -> tuple[float, float]:
        return (float(rng.uniform(-2, 2)), float(rng.uniform(-2, 2)))

    def drag() -> None:
        place = document.level.element(some(Waypoint, 1)[0]).position
        there = (place[0] + by()[0], place[1] + by()[1])
        hand.hold(place, ((place[0] + there[0]) / 2, place[1]), there)
        canvas.grab()
        hand.release(there)

    def change(element_id: int, **given: object) -> None:
        one = document.level.element(element_id)
        if one is not None:
            document.commit(Edit.put(document.level, [replace(one, **given)]))

    def look(factor: float) -> None:
        camera = canvas.viewport.camera.panned(float(rng.integers(-40, 40)), 7.0)
        canvas.viewport.look(camera.zoomed(factor))

    tile = replace(document.level.element(TABLE), id=WALL, name="wall", polygon=box(2, 2, 3, 6))
    assert isinstance(tile, Obstacle)
    return [
        lambda: moved(window, some(Waypoint, 1), by()),
        lambda: moved(window, some(Waypoint, 30), by()),
        lambda: moved(window, some(Waypoint, 80), by()),
        lambda: moved(window, [*some(Waypoint, 20), TABLE], by()),
        lambda: moved(window, [*some(Waypoint, 5), GUARD, ZONE], by()),
        lambda: moved(window, [CHEST], by()),
        lambda: document.commit(delete(document.level, some(Waypoint, 3))),
        lambda: document.commit(delete(document.level, some(Edge, 5))),
        lambda: document.commit(toggle_doors(document.level, [*document.level.areas])),
        lambda: document.commit(Edit.put(document.level, [tile])),
        lambda: change(some(Waypoint, 1)[0], clear_radius=float(rng.choice([0.0, 0.6]))),
        lambda: change(HALL, polygon=box(0, 0, 10, int(rng.integers(6, 9)))),
        lambda: document.select(frozenset(some(Waypoint, 12))),
        lambda: hand.move(by()),
        lambda: document.hide(frozenset(some(Waypoint, 2))),
        lambda: look(1.0),
        lambda: look(float(rng.choice([0.7, 1.4]))),
        lambda: canvas.shown.toggle(rng.choice([one for one in canvas.overlays if one.title])),
        lambda: window.choose_theme(str(rng.choice(["dark", "light"]))),
        window.bake.wait,
        drag,
        canvas.undo,
        canvas.undo,
        window.canvas.redo,
    ]


@pytest.mark.parametrize("seed", range(4))
def test_after_anything_it_looks_as_if_painted_whole(
    window: MainWindow, canvas: Canvas, seed: int
) -> None:
    """Moves of the network between changes of everything else."""
    rng = np.random.default_rng(seed)
    steps = acts(window, rng)
    for number in range(36):
        # Every other step the network moves, so that what lies beneath it is kept.
        chosen = int(rng.integers(3)) if number % 2 else int(rng.integers(len(steps)))
        steps[chosen]()
        canvas.grab()
        assert canvas.layers.crisp
        kept, whole = canvas.layers.still.toImage(), from_scratch(canvas)
        assert kept == whole, (number, chosen)


def test_moves_of_the_network_leave_alone_what_lies_beneath(
    window: MainWindow, canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is painted once; with an obstacle, another camera or a door it is painted again."""
    areas, network = (painted(canvas, monkeypatch, name) for name in ("areas", "network"))

    def count(act: Callable[[], object]) -> tuple[int, int]:
        act()
        del areas[:], network[:]
        canvas.grab()
        return len(areas), len(network)

    middle = [1000 + n for n in range(20, 80)]
    assert count(lambda: moved(window, [GUARD], (0.5, 0.0))) == (0, 0), "no part of the picture"
    assert count(lambda: moved(window, middle, (0.5, 0.0))) == (1, 1)
    assert count(lambda: moved(window, middle, (0.2, 0.3))) == (0, 1)
    assert count(canvas.undo) == (0, 1)
    assert count(lambda: moved(window, [CHEST], (0.0, 1.0)))[0] == 1
    assert count(lambda: moved(window, middle, (0.1, 0.0))) == (1, 1)
    assert count(lambda: moved(window, [1044], (0.1, 0.0))) == (0, 1)
    camera = canvas.viewport.camera.zoomed(1.5)
    assert count(lambda: canvas.viewport.look(camera)) == (1, 1)
    assert count(lambda: moved(window, middle, (0.1, 0.0))) == (1, 1)
    assert count(lambda: moved(window, middle, (0.1, 0.0))) == (0, 1)


def test_a_path_width_is_painted_with_what_lies_beneath(
    window: MainWindow, canvas: Canvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is part of the network and lies on the floor."""
    areas = painted(canvas, monkeypatch, "areas")
    level = window.document.level
    wide = [replace(level.of(Waypoint)[i], clear_radius=0.4) for i in (1033, 1034)]
    for act in (
        lambda: window.document.commit(Edit.put(level, wide)),
        lambda: moved(window, [1033], (0.3, 0.2)),
    ):
        del areas[:]
        act()
        canvas.grab()
        assert areas
        assert canvas.layers.still.toImage() == from_scratch(canvas)
