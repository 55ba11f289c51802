"""Draw, copy, undo and save a house of two storeys in the real window."""

from pathlib import Path

import pytest
from fields_hand import press, retype
from hand import CTRL, SHIFT, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from small_level import box

from editor.canvas.overlays.ghosts import GhostsOverlay
from editor.panels.library.panel import LibraryPanel
from editor.panels.library.storeys import Storeys
from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.model import NEW_SETTINGS, Agent, Area, Level, Link, Obstacle

KEY = Qt.Key
HALL, TABLE, COOK = 1, 2, 3


def house() -> Level:
    """Return a hall with a table and a cook, all on the ground storey."""
    return Level(settings=NEW_SETTINGS).with_items(
        {
            HALL: Area(id=HALL, name="hall", polygon=box(0, 0, 10, 8)),
            TABLE: Obstacle(id=TABLE, name="table", polygon=box(3, 3, 5, 5)),
            COOK: Agent(id=COOK, name="cook", position=(8.0, 2.0), player=True),
        }
    )


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the house."""
    return open_window(house(), (0.0, 0.0, 20.0, 8.0))


def section_of(window: MainWindow) -> Storeys:
    """Return the section of storeys after opening it by the menu."""
    window.commands.table["edit_storeys"].trigger()
    panel = window.panels["library"]
    assert isinstance(panel, LibraryPanel)
    found = panel.sections[Storeys]
    assert isinstance(found, Storeys)
    assert not found.table.add.visibleRegion().isEmpty()
    return found


def go(window: MainWindow, hand: Hand, key: Qt.Key) -> str | None:
    """Press the key for the storey above or below; return the current storey."""
    window.canvas.setFocus()
    hand.key(key, modifiers=CTRL)
    return window.document.storey.name


def add_storey(window: MainWindow, name: str) -> None:
    """Add a storey in the library with its default name."""
    press(section_of(window).table.add)
    retype(name)
    assert window.document.storey.name == name
    window.canvas.setFocus()


def by_name(window: MainWindow) -> dict[str, tuple[int, str]]:
    """Return id and storey of all elements by name."""
    return {e.name: (e.id, e.layer) for e in window.document.level.elements()}


def legend(window: MainWindow) -> set[str]:
    """Return the texts of the legend."""
    QApplication.processEvents()
    return {row.text for row in window.canvas.chrome.legend.rows}


def test_a_house_of_two_storeys(window: MainWindow, hand: Hand, tmp_path: Path) -> None:
    """Add a storey, draw on it, save, load and undo."""
    document, chip = window.document, window.canvas.chrome.storey_chip
    assert not chip.isVisible()
    add_storey(window, "upper")
    assert chip.isVisible()
    assert chip.text().strip() == "upper"
    # New elements are on the current storey; those on others aren't picked or snapped to.
    hand.key(KEY.Key_R)
    hand.drag((1.0, 1.0), (6.0, 6.0))
    hand.key(KEY.Key_V)
    assert by_name(window)["area_1"][1] == "upper"
    hand.key(KEY.Key_Escape)
    hand.click((9.0, 7.0))
    assert not document.selection.ids
    hand.drag((-1.0, -1.0), (15.0, 9.0))
    assert document.selection.ids == {by_name(window)["area_1"][0]}
    hand.key(KEY.Key_A, modifiers=CTRL)
    assert document.selection.ids == {by_name(window)["area_1"][0]}
    # Its floor is only the area upstairs, also for the probe; the table doesn't block it.
    grid = window.bake.shown_floor.shown(window.run.world).grid
    assert grid.is_walkable(4.0, 4.0)
    assert not grid.is_walkable(8.0, 4.0)
    # The ground storey is drawn faintly, and the legend names it.
    assert "Ground, below" in legend(window)
    assert GhostsOverlay().cached
    # The keys switch storeys; at the top, the status bar says so.
    assert go(window, hand, KEY.Key_PageDown) == "ground"
    assert not document.selection.ids
    assert "upper, above" in legend(window)
    grid = window.bake.shown_floor.shown(window.run.world).grid
    assert not grid.is_walkable(4.0, 4.0)
    assert grid.is_walkable(8.0, 4.0)
    hand.click((4.0, 4.0))
    assert document.selection.ids == {TABLE}
    assert go(window, hand, KEY.Key_PageUp) == "upper"
    assert go(window, hand, KEY.Key_PageUp) == "upper"
    assert "highest storey" in window.status.text.plain
    # All storeys at once.
    window.commands.table["all_storeys"].trigger()
    assert document.storey.name is None
    hand.key(KEY.Key_A, modifiers=CTRL)
    assert len(document.selection.ids) == 4
    window.commands.table["all_storeys"].trigger()
    assert document.storey.name == "upper"
    # Saved and read again.
    window.files.dialogs.place = tmp_path / "house.json"  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    read = load_level(tmp_path / "house.json")
    assert read == document.level
    assert read.settings.layer_names == ("ground", "upper")


def test_undo_brings_the_storey_in_hand(window: MainWindow, hand: Hand) -> None:
    """Undo switches to the storey that it changes."""
    document = window.document
    add_storey(window, "upper")
    hand.key(KEY.Key_R)
    hand.drag((1.0, 1.0), (6.0, 6.0))
    hand.key(KEY.Key_V)
    assert go(window, hand, KEY.Key_PageDown) == "ground"
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.storey.name == "upper"
    assert "area_1" not in by_name(window)
    go(window, hand, KEY.Key_PageDown)
    hand.key(KEY.Key_Z, modifiers=CTRL | SHIFT)
    assert document.storey.name == "upper"
    assert document.selection.ids == {by_name(window)["area_1"][0]}
    # The name of the storey, and the storey itself.
    for _ in range(3):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert document.storey.name == "ground"
    assert not document.storey.several
    assert not window.canvas.chrome.storey_chip.isVisible()


def choose(title: str, name: str) -> None:
    """Choose an entry of the menu with this title."""
    menus = [m for m in QApplication.topLevelWidgets() if isinstance(m, QMenu) and m.isVisible()]
    (menu,) = (m for m in menus if m.accessibleName() == title)
    (action,) = (a for a in menu.actions() if a.text() == name)
    action.trigger()
    menu.close()


def test_copies_and_moves_to_another_storey(window: MainWindow, hand: Hand) -> None:
    """Menu, clipboard and properties work; each switches to the other storey."""
    document = window.document
    add_storey(window, "upper")
    go(window, hand, KEY.Key_PageDown)
    hand.click((4.0, 4.0))
    window.commands.table["copy_to_storey"].trigger()
    choose("Copy to storey", "upper")
    assert document.storey.name == "upper"
    assert by_name(window)["table_2"][1] == "upper"
    assert document.selection.ids == {by_name(window)["table_2"][0]}
    hand.key(KEY.Key_C, modifiers=CTRL)
    go(window, hand, KEY.Key_PageDown)
    hand.key(KEY.Key_V, modifiers=CTRL | SHIFT)
    assert by_name(window)["table_3"][1] == "ground"
    window.commands.table["move_to_storey"].trigger()
    choose("Move to storey", "upper")
    assert by_name(window)["table_3"][1] == "upper"
    assert document.storey.name == "upper"
    assert document.selection.ids == {by_name(window)["table_3"][0]}
    storey = window.panels["properties"].controls["storey"]
    storey.take("ground")
    assert by_name(window)["table_3"][1] == "ground"
    assert document.storey.name == "ground"


def test_selecting_in_the_outline_brings_the_storey_in_hand(window: MainWindow, hand: Hand) -> None:
    """Selecting elements of several storeys shows all storeys."""
    document = window.document
    add_storey(window, "upper")
    hand.key(KEY.Key_R)
    hand.drag((1.0, 1.0), (6.0, 6.0))
    hand.key(KEY.Key_V)
    room = by_name(window)["area_1"][0]
    document.select(frozenset({COOK}))
    assert document.storey.name == "ground"
    assert document.selection.ids == {COOK}
    document.select(frozenset({COOK, room}))
    assert document.storey.name is None
    assert document.selection.ids == {COOK, room}


def test_deleting_a_storey_asks_what_becomes_of_what_lies_on_it(
    window: MainWindow, hand: Hand
) -> None:
    """The elements are deleted or moved to another storey; both are one undo step."""
    document = window.document
    add_storey(window, "upper")
    hand.key(KEY.Key_R)
    hand.drag((1.0, 1.0), (6.0, 6.0))
    hand.key(KEY.Key_V)
    section = section_of(window)
    press(section.table.remove)
    choose("Delete the storey", "Delete upper, move 1 thing to Ground")
    assert by_name(window)["area_1"][1] == "ground"
    assert document.storey.name == "ground"
    window.canvas.setFocus()
    hand.key(KEY.Key_Z, modifiers=CTRL)
    section.table.list.setCurrentRow(0)
    assert document.storey.name == "upper"
    press(section.table.remove)
    choose("Delete the storey", "Delete upper and 1 thing")
    assert "area_1" not in by_name(window)
    assert not document.storey.several


def test_a_storey_is_made_of_what_an_old_file_names(window: MainWindow) -> None:
    """A message offers it by a button; until then, all elements are on the ground storey."""
    cloud = Area(id=9, name="cloud", polygon=box(12, 0, 18, 8), layer="sky")
    window.document.load(house().with_items({9: cloud}), None)
    section = section_of(window)
    assert section.stray.text().startswith("1 thing is meant for the storey sky")
    assert section.make_stray.isVisible()
    press(section.make_stray)
    assert window.document.storey.name == "sky"
    assert window.document.storey.apart == {HALL, TABLE, COOK}
    assert not section.stray.isVisible()


def the_link(window: MainWindow) -> Link:
    """Return the only link."""
    (link,) = window.document.level.of(Link).values()
    return link


def test_stairs_between_storeys(window: MainWindow, hand: Hand) -> None:
    """Draw stairs upward, turn them into a ladder, reverse it, and undo."""
    document = window.document
    add_storey(window, "upper")
    hand.key(KEY.Key_R)
    hand.drag((1.0, 1.0), (9.0, 6.0))
    go(window, hand, KEY.Key_PageDown)
    hand.key(KEY.Key_L)
    window.options.choices["link_type"].take("stairs")
    window.canvas.setFocus()
    hand.click((7.0, 2.0))
    go(window, hand, KEY.Key_PageUp)
    hand.click((8.0, 4.0))
    link = the_link(window)
    assert (link.layer, link.to_layer, link.type) == ("ground", "upper", "stairs")
    assert document.storey.name == "upper"
    assert document.selection.ids == {link.id}
    assert "link" in legend(window)
    # Each storey has one end, which can be dragged separately.
    hand.key(KEY.Key_V)
    hand.drag((8.0, 4.0), (8.0, 5.0))
    assert the_link(window).start == ((7.0, 2.0),)
    assert the_link(window).end == ((8.0, 5.0),)
    # Its properties.
    window.document.select(frozenset({link.id}))
    controls = window.panels["properties"].controls
    assert list(controls)[2:5] == ["storey", "to_storey", "link_type"]
    controls["link_type"].take("ladder")
    controls["seconds"].setFocus()
    retype("4")
    assert (the_link(window).type, the_link(window).seconds) == ("ladder", 4.0)
    controls["seconds"].setFocus()
    retype("")
    assert the_link(window).seconds is None
    press(window.panels["properties"].turn)
    assert (the_link(window).layer, the_link(window).to_layer) == ("upper", "ground")
    assert the_link(window).end == ((7.0, 2.0),)
    window.canvas.setFocus()
    for _ in range(5):
        hand.key(KEY.Key_Z, modifiers=CTRL)
    assert the_link(window) == link
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert not document.level.of(Link)


def test_a_ledge_to_drop_from(window: MainWindow, hand: Hand) -> None:
    """Both wide ends are on one storey; a drop is one-way, and can be made two-way."""
    hand.key(KEY.Key_L)
    window.options.choices["link_type"].take("drop")
    window.canvas.setFocus()
    hand.drag((1.0, 6.0), (3.0, 6.0))
    hand.drag((1.0, 7.0), (3.0, 7.0))
    link = the_link(window)
    assert (link.start, link.end) == (((1.0, 6.0), (3.0, 6.0)), ((1.0, 7.0), (3.0, 7.0)))
    assert link.one_way
    assert "storey" not in window.panels["properties"].controls
    hand.key(KEY.Key_Escape)
    hand.key(KEY.Key_V)
    hand.key(KEY.Key_Escape)
    hand.click((2.0, 6.5))
    assert window.document.selection.ids == {HALL}
    hand.click((3.0, 6.5))
    assert window.document.selection.ids == {link.id}
    window.panels["properties"].controls["one_way"].take(False)
    assert not the_link(window).one_way
