"""Make a marsh in the real window: paint, zones, costs, run, undo, save."""

from pathlib import Path

import pytest
from hand import ALT, CTRL, SHIFT, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from small_level import box

from editor.panels.library.panel import LibraryPanel
from editor.panels.library.terrains import Terrains
from editor.shell.window import MainWindow
from editor.tools.brush import BrushTool
from editor.tools.zone import ZoneTool
from navcore import load_level
from navcore.level.model import NEW_SETTINGS, Area, Level, Tiles, Zone
from navcore.level.operations.terrains import uses_of
from navcore.level.tiles import terrain_at

KEY = Qt.Key
WEST, EAST = (2.0, 4.0), (18.0, 4.0)


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with a yard without terrain."""
    yard = Area(id=1, name="yard", polygon=box(0, 0, 20, 8))
    return open_window(Level(settings=NEW_SETTINGS).with_items({1: yard}), (0.0, 0.0, 20.0, 8.0))


def brush_of(window: MainWindow) -> BrushTool:
    """Return the brush, which must be the current tool."""
    tool = window.canvas.gestures.tool
    assert isinstance(tool, BrushTool)
    return tool


def choose(window: MainWindow, name: str, value: str) -> None:
    """Choose a value in the options strip."""
    box_ = window.options.choices[name]
    box_.setCurrentIndex(box_.findData(value))
    box_.activated.emit(box_.currentIndex())


def steps(window: MainWindow) -> int:
    """Return the number of undo steps."""
    return window.document.stack.index()


def at(window: MainWindow, *place: float) -> str:
    """Return the terrain at a place of the level."""
    return terrain_at(window.document.level, (place[0], place[1]))


def test_painting_by_hand(window: MainWindow, hand: Hand) -> None:
    """Strokes, lines and erasing are one step each; Esc and undo revert them."""
    hand.key(KEY.Key_X)
    brush = brush_of(window)
    choose(window, "terrain", "mud")
    hand.key(KEY.Key_BracketLeft)
    hand.key(KEY.Key_BracketLeft)
    assert brush.size.value == 3
    assert window.options.numbers["size"].value == 3
    hand.drag((4.0, 6.0), (5.0, 6.0), (7.0, 6.0))
    assert steps(window) == 1
    assert [at(window, x, 6.0) for x in (3.0, 4.0, 5.5, 7.0, 8.0)] == [
        "ground", "mud", "mud", "mud", "ground",
    ]  # fmt: skip
    assert isinstance(window.canvas.gestures.tool, BrushTool)
    assert not window.document.selection.ids
    hand.click((10.0, 2.0), keys=SHIFT)
    assert at(window, 8.5, 4.0) == "mud"
    assert steps(window) == 2
    hand.hold((12.0, 6.0), (14.0, 6.0))
    assert at(window, 13.0, 6.0) == "mud"
    hand.key(KEY.Key_Escape)
    assert at(window, 13.0, 6.0) == "ground"
    assert steps(window) == 2
    choose(window, "terrain", "ice")
    hand.click((5.0, 6.0), keys=ALT)
    assert brush.terrain.name == "mud"
    assert window.options.choices["terrain"].currentText() == "mud"
    choose(window, "terrain", "")
    hand.drag((4.0, 6.0), (7.0, 6.0))
    assert at(window, 5.5, 6.0) == "ground"
    assert steps(window) == 3
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert at(window, 5.5, 6.0) == "mud"
    hand.key(KEY.Key_Z, modifiers=CTRL)
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert not window.document.level.of(Tiles)


def test_the_snap_step_keeps_its_keys(window: MainWindow, hand: Hand) -> None:
    """Brackets belong to the brush only while it is the current tool and nothing is dragged."""
    before = window.settings.snap_step
    hand.key(KEY.Key_BracketRight)
    assert window.settings.snap_step > before
    hand.key(KEY.Key_BracketLeft)
    hand.key(KEY.Key_X)
    size = brush_of(window).size.value
    hand.key(KEY.Key_BracketRight)
    assert window.settings.snap_step == before
    assert brush_of(window).size.value > size
    hand.key(KEY.Key_PageUp)
    assert window.settings.snap_step > before


def test_filling_and_replacing(window: MainWindow, hand: Hand) -> None:
    """Each takes one click; the hint names places that can't be filled."""
    hand.key(KEY.Key_X)
    choose(window, "terrain", "snow")
    choose(window, "mode", "fill")
    assert not window.options.numbers["size"].isEnabled()
    hand.click((10.0, 4.0))
    assert at(window, 1.0, 1.0) == at(window, 19.0, 7.0) == "snow"
    said: list[str] = []
    window.canvas.said.connect(said.append)
    hand.click((10.0, 12.0))
    assert said == ["There is no floor here to fill."]
    choose(window, "terrain", "rock")
    choose(window, "mode", "replace")
    hand.click((10.0, 4.0))
    assert uses_of(window.document.level, "snow") == (0, 0)
    assert at(window, 1.0, 1.0) == "rock"
    assert steps(window) == 2


def test_zones_by_hand(window: MainWindow, hand: Hand) -> None:
    """Shift+X draws zones, pressed again for the next shape; properties change the terrain."""
    hand.key(KEY.Key_X, modifiers=SHIFT)
    tool = window.canvas.gestures.tool
    assert isinstance(tool, ZoneTool)
    choose(window, "terrain", "mud")
    hand.key(KEY.Key_X, modifiers=SHIFT)
    assert tool.shape.value == "rectangle"
    assert window.options.choices["shape"].currentText() == "Rectangle"
    hand.drag((8.0, 0.5), (10.0, 4.0), (12.0, 7.5))
    (zone,) = window.document.level.of(Zone).values()
    assert zone.terrain == "mud"
    assert window.document.selection.ids == {zone.id}
    assert steps(window) == 1
    field = window.panels["properties"].controls["terrain"]
    field.setCurrentIndex(field.findData("ice"))
    field.activated.emit(field.currentIndex())
    assert window.document.level.of(Zone)[zone.id].terrain == "ice"
    assert steps(window) == 2
    hand.key(KEY.Key_D, modifiers=CTRL)
    assert len(window.document.level.of(Zone)) == 2
    hand.key(KEY.Key_Delete)
    assert len(window.document.level.of(Zone)) == 1


def test_the_context_menu_picks(window: MainWindow, hand: Hand) -> None:
    """It picks the terrain under the mouse and activates the brush, except on plain ground."""
    hand.key(KEY.Key_X)
    choose(window, "terrain", "ice")
    hand.click((5.0, 4.0))
    hand.key(KEY.Key_Escape)
    hand.move((15.0, 4.0))
    texts = [action.text() for action in window.context_menu.make(window).actions()]
    assert "Pick this terrain" not in texts
    hand.move((5.0, 4.0))
    menu = window.context_menu.make(window)
    (pick,) = (action for action in menu.actions() if action.text() == "Pick this terrain")
    pick.trigger()
    assert brush_of(window).terrain.name == "ice"


def test_agents_walk_around_a_marsh_that_gets_dear(
    window: MainWindow, hand: Hand, tmp_path: Path
) -> None:
    """Changes of the table apply at once, and the file keeps everything."""
    hand.key(KEY.Key_X)
    choose(window, "terrain", "rock")
    brush_of(window).size.set(10)
    hand.drag((10.0, 4.0), (10.0, 1.0), (10.0, 4.5))
    window.bake.wait()

    def detour() -> float:
        path = window.bake.world.find_path(WEST, EAST)
        return max(abs(z - 4.0) for _, z in path.points)

    assert detour() < 1.0
    window.show_panel("library")
    library = window.panels["library"]
    assert isinstance(library, LibraryPanel)
    terrains = library.sections[Terrains]
    (row,) = terrains.table.list.findItems("rock", Qt.MatchFlag.MatchExactly)
    terrains.table.list.setCurrentItem(row)
    field = terrains.fields.cost
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, "9")
    QTest.keyClick(field, KEY.Key_Return)
    QApplication.processEvents()
    window.bake.wait()
    assert detour() > 1.5
    assert steps(window) == 2
    marsh = tmp_path / "marsh.json"
    window.files.dialogs.place = marsh  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    assert load_level(marsh) == window.document.level
    window.document.stack.undo()
    window.bake.wait()
    assert detour() < 1.0
