"""Whole pictures of very many elements are painted behind the shown one, never strip by strip."""

import pytest
from msgspec.structs import replace
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from editor.canvas import layers as of_layers
from editor.canvas.canvas import Canvas
from editor.services.growth import Growth, Wish
from editor.shell.window import MainWindow
from navcore.growing import Grown, Recipe
from navcore.level.edit import Edit
from navcore.level.model import Profile, Waypoint
from navcore.level.operations import move
from navcore.level.pick import PickIndex, pick_index
from navcore.world import World


@pytest.fixture
def canvas(window: MainWindow, canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> Canvas:
    """Return a canvas to which the small level is a huge one, each part of which takes long."""
    monkeypatch.setattr(of_layers, "CALM_SECONDS", 0.0)
    canvas.layers.in_view.huge = 1
    yield canvas
    canvas.layers.in_view.huge = 20_000
    canvas.layers.paint_anew()


def complete(qtbot: QtBot, canvas: Canvas) -> QImage:
    """Return the picture once all of it is painted."""
    canvas.grab()
    qtbot.waitUntil(lambda: is_complete(canvas), timeout=30_000)
    return canvas.layers.still.toImage()


def is_complete(canvas: Canvas) -> bool:
    """Return whether nothing is left to paint."""
    canvas.grab()
    return not canvas.layers.still_pixels and not canvas.layers.fresh.is_coming


def many(window: MainWindow) -> Edit:
    """Return an edit that changes the whole canvas: the settings and a waypoint."""
    level = window.document.level
    settings = replace(level.settings, agent_radius=level.settings.agent_radius + 0.1)
    return Edit.put(level, [settings, Waypoint(id=71, position=(10.0, 6.0))], "Much")


def test_nothing_is_seen_of_a_picture_until_it_is_complete(
    qtbot: QtBot, window: MainWindow, canvas: Canvas
) -> None:
    """Then it is the one that is painted at once."""
    before = complete(qtbot, canvas)
    window.document.commit(many(window))
    window.bake.wait()
    seen: list[QImage] = []
    while not is_complete(canvas):
        seen.append(canvas.layers.still.toImage())
        qtbot.wait(1)
    after = canvas.layers.still.toImage()
    assert after != before
    assert len(seen) > 2
    for picture in seen:
        assert picture in (before, after)
    canvas.layers.in_view.huge = 10**9
    canvas.layers.paint_anew()
    canvas.grab()
    assert canvas.layers.still.toImage() == after


def test_what_changes_meanwhile_is_shown_after_it(
    qtbot: QtBot, window: MainWindow, canvas: Canvas
) -> None:
    """Each pass is shown, also if everything changes again before it is complete."""
    complete(qtbot, canvas)
    window.document.commit(many(window))
    canvas.grab()
    taken: list[int] = []
    for step in range(200):
        level = window.document.level
        window.document.commit(move(level, [71], (0.01 if step % 2 else -0.01, 0.0)))
        canvas.layers.paint_anew()
        before = canvas.layers.still.cacheKey()
        canvas.grab()
        qtbot.wait(1)
        if canvas.layers.still.cacheKey() != before:
            taken.append(step)
    assert taken, "it is not begun anew for ever"
    after = complete(qtbot, canvas)
    canvas.layers.in_view.huge = 10**9
    canvas.layers.paint_anew()
    canvas.grab()
    assert canvas.layers.still.toImage() == after


def test_small_changes_and_other_views_are_painted_in_sight(
    qtbot: QtBot, window: MainWindow, canvas: Canvas
) -> None:
    """A drag, and a canvas that was never complete in this view."""
    complete(qtbot, canvas)
    level = window.document.level
    table = next(iter(level.obstacles))
    window.document.commit(move(level, [table], (0.2, 0.0)))
    canvas.grab()
    assert not canvas.layers.fresh.is_coming
    complete(qtbot, canvas)
    window.document.commit(many(window))
    canvas.grab()
    assert canvas.layers.fresh.is_coming
    canvas.viewport.zoom_in()
    canvas.grab()
    assert not canvas.layers.fresh.is_coming
    complete(qtbot, canvas)


def test_a_grown_network_comes_with_its_index(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The window makes none for the preview."""
    document = window.document
    growth, found = Growth(window.bake.world, document.level, Profile()), list[Grown]()
    growth.grown.connect(found.append)
    growth.ask(Wish(Recipe(), 0, 1))
    qtbot.waitUntil(lambda: bool(found), timeout=30_000)
    growth.shutdown()

    def refuse(self: PickIndex, level: object) -> None:
        raise AssertionError

    monkeypatch.setattr(PickIndex, "__init__", refuse)
    document.preview(found[0].edit)
    assert pick_index(document.level).count_in((-1e3, -1e3, 1e3, 1e3)) > 20
    document.cancel_preview()


def test_open_edges_of_many_are_found_with_the_bake(
    qtbot: QtBot, window: MainWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On its thread; of a few, when they are drawn."""
    asked: list[int] = []
    found = World.graph_for

    def graph_for(self: World, profile: Profile) -> object:
        asked.append(len(self.level.of(Waypoint)))
        return found(self, profile)

    document = window.document
    for count in (3, 1200):
        asked.clear()
        with monkeypatch.context() as patch:
            patch.setattr(World, "graph_for", graph_for)
            patch.setattr(window.canvas.layers, "follow", lambda *_: None)
            put = [Waypoint(id=1000 + n, position=(2.0, 0.01 * n)) for n in range(count)]
            document.commit(Edit.put(document.level, put, "Lay"))
            window.bake.wait()
        assert (count in asked) is (count == 1200)
        document.stack.undo()
        window.bake.wait()
