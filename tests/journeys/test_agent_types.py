"""Agent types in the real window: a person and a cart are created, shown, run, undone and saved."""

import math
from pathlib import Path

import pytest
from fields_hand import press, retype
from hand import CTRL, NONE, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from small_level import box

from editor.panels.library.agent_types import AgentTypes
from editor.panels.library.panel import LibraryPanel
from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.model import NEW_SETTINGS, Agent, Area, Level, Obstacle

KEY = Qt.Key
WEST, EAST = (3.0, 4.0), (17.0, 4.0)


def yard() -> Level:
    """Return a yard in two halves with a passage 2.4 m wide between them."""
    walls = {
        2: Obstacle(id=2, name="south_wall", polygon=box(9.5, 0, 10.5, 2.8)),
        3: Obstacle(id=3, name="north_wall", polygon=box(9.5, 5.2, 10.5, 8)),
    }
    ground = Area(id=1, name="yard", polygon=box(0, 0, 20, 8))
    return Level(settings=NEW_SETTINGS).with_items({1: ground, **walls})


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """A window on the yard."""
    return open_window(yard(), (0.0, 0.0, 20.0, 8.0))


def library_of(window: MainWindow) -> AgentTypes:
    """Return the section of agent types after bringing it into view."""
    window.show_panel("library")
    panel = window.panels["library"]
    assert isinstance(panel, LibraryPanel)
    found = panel.sections[AgentTypes]
    assert isinstance(found, AgentTypes)
    return found


def choose(box: QComboBox, text: str) -> None:
    """Choose an entry of a list by keyboard."""
    box.setFocus()
    while box.currentText() != text:
        before = box.currentIndex()
        QTest.keyClick(box, KEY.Key_Down)
        assert box.currentIndex() != before
    QTest.keyClick(box, KEY.Key_Return)


def show_floor_of(window: MainWindow, name: str) -> None:
    """Choose the agent type in the menu of the chip."""
    chip = window.canvas.chrome.type_chip
    press(chip)
    (action,) = (a for a in chip.menu_of_choices.actions() if a.text().startswith(name))
    action.trigger()
    chip.menu_of_choices.close()
    window.canvas.setFocus()


def agents(window: MainWindow) -> dict[str, Agent]:
    """Return the agents of the level by name."""
    return {agent.name: agent for agent in window.document.level.agents.values()}


def make_a_cart(window: MainWindow) -> None:
    """Create an agent type with a radius of 1.2 m in the library."""
    types = library_of(window)
    press(types.table.add)
    retype("cart")
    types.fields.radius.setFocus()
    retype("1.2")
    profiles = window.document.level.settings.profiles
    assert [(profile.name, profile.radius) for profile in profiles] == [("cart", 1.2)]
    assert window.canvas.chrome.type_chip.isVisible()


def place_one_of_each(window: MainWindow, hand: Hand) -> None:
    """Place an agent of each type with the agent tool and the list in its strip."""
    window.canvas.setFocus()
    hand.key(KEY.Key_A)
    hand.click(WEST)
    choose(window.options.choices["type"], "cart")
    window.canvas.setFocus()
    hand.click((3.0, 6.0))
    person, cart = agents(window)["player"], agents(window)["agent_1"]
    assert person.profile == ""
    assert (cart.profile, cart.radius) == ("cart", 1.2)


def look_at_both_floors(window: MainWindow, hand: Hand) -> None:
    """Look at both floors with probe, chip and widths, which adds no undo step."""
    steps = window.document.stack.count()
    hand.key(KEY.Key_V)
    hand.key(KEY.Key_Q)
    hand.drag(WEST, (10.0, 4.0), EAST)
    assert window.probe.result is not None
    assert window.probe.result.ok
    assert window.bake.world.grid.regions.count == 1
    show_floor_of(window, "cart")
    assert not window.probe.result.ok
    seen = window.bake.shown_floor.of(window.run.switches.world)
    assert seen is not None
    assert seen.islands == 2
    window.commands.table["panel_fit"].trigger()
    found = window.bake.widths.of(window.document.level, seen.profile)
    assert [passage.verdict for passage in found if passage.width < 3] == ["never"]
    assert window.document.stack.count() == steps


def walk_through(window: MainWindow, hand: Hand) -> None:
    """Send the person by a right-click while the floor of carts is shown."""
    hand.key(KEY.Key_V)
    window.document.select(frozenset({agents(window)["player"].id}))
    window.run.clock.step_once()
    hand.click(EAST, Qt.MouseButton.RightButton)
    for _ in range(160):
        window.run.clock.step_once()
    crowd = window.run.agents.seen(frozenset())
    (row,) = (n for n, e in enumerate(crowd.elements) if e.name == "player")
    assert math.dist(crowd.positions[row].tolist(), EAST) < 1.0
    window.run.clock.stop_to_start()


def test_a_person_walks_where_a_cart_has_no_way(window: MainWindow, tmp_path: Path) -> None:
    """Create two types, save the level, and undo everything."""
    document, chip = window.document, window.canvas.chrome.type_chip
    hand = Hand(window.canvas)
    assert chip.isHidden()
    make_a_cart(window)
    place_one_of_each(window, hand)
    look_at_both_floors(window, hand)
    walk_through(window, hand)

    window.files.dialogs.place = tmp_path / "yard.json"  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    saved = load_level(tmp_path / "yard.json")
    assert saved == document.level

    # Delete the type while its agent is selected and its floor is shown.
    document.select(frozenset({agents(window)["agent_1"].id}))
    types = library_of(window)
    types.table.list.setFocus()
    QTest.keyClick(types.table.list, KEY.Key_Delete, NONE)
    assert document.level.settings.profiles == ()
    assert agents(window)["agent_1"].profile == ""
    assert chip.isHidden()
    assert window.probe.result is not None
    assert window.probe.result.ok
    window.canvas.setFocus()
    QTest.keyClick(window.canvas, KEY.Key_Z, CTRL)
    assert document.level == saved
    assert chip.text().strip() == "Standard"
    while document.stack.canUndo():
        document.stack.undo()
    assert document.level == yard()
