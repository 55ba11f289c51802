"""The chip over the canvas with the agent type for which the floor is shown."""

import math

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from editor.canvas.overlays.cells import CellsOverlay
from navcore.level.operations import profiles as op

KEY = Qt.Key


@pytest.fixture
def chip(window, monkeypatch):
    """Return the chip of a level with a cart; floors are computed at once."""
    monkeypatch.setattr(window.bake.shown_floor.latest, "short_ms", math.inf)
    settings = replace(window.document.level.settings, boundary_follows_radius=True)
    window.document.load(window.document.level.with_settings(settings), None)
    window.document.commit(op.add_profile(window.document.level, "cart", radius=1.5))
    return window.canvas.chrome.type_chip


def choose(window, name):
    """Choose by the action, with the keyboard."""
    menu = window.canvas.chrome.type_chip.menu_of_choices
    window.commands.table["choose_type"].trigger()
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    for _ in range(len(texts)):
        active = menu.activeAction()
        if active is not None and active.text().startswith(name):
            break
        QTest.keyClick(menu, KEY.Key_Down)
    QTest.keyClick(menu, KEY.Key_Return)
    return texts


def legend_of(window):
    """The rows of the floor."""
    (overlay,) = (o for o in window.canvas.overlays if o.name == CellsOverlay.name)
    return [row.text for row in overlay.legend(window.canvas.scene())]


def test_there_is_one_only_where_there_is_a_choice(window):
    """The action says why it is disabled."""
    chip = window.canvas.chrome.type_chip
    assert chip.isHidden()
    assert not window.commands.table["choose_type"].isEnabled()
    assert "library" in window.commands.reason_of("choose_type")
    window.document.commit(op.add_profile(window.document.level, "cart"))
    assert chip.isVisible()
    assert window.commands.table["choose_type"].isEnabled()
    window.document.stack.undo()
    assert chip.isHidden()


def test_it_lists_the_types_and_shows_the_chosen_one(window, chip):
    """By keyboard alone; it is no step and changes nothing in the level."""
    steps, level = window.document.stack.count(), window.document.level
    said = []
    window.canvas.said.connect(said.append)
    assert choose(window, "cart") == ["Standard", "cart"]
    assert said == ["The floor is shown for cart, radius 1.50 m."]
    assert chip.text().strip() == "cart"
    assert chip.accessibleName() == "Floor shown for cart"
    shown = window.bake.shown_floor.shown(window.run.switches.world)
    assert shown.grid is window.bake.world.grid_for(level.settings.profiles[0])
    assert "walkable for cart" in legend_of(window)
    assert any("1.50 or 1.75 m" in row for row in legend_of(window))
    assert (window.document.stack.count(), window.document.level) == (steps, level)
    choose(window, "Standard")
    assert chip.text().strip() == "Standard"
    assert "walkable" in legend_of(window)


def test_a_click_opens_the_list_and_keeps_the_focus_on_the_canvas(window, chip, canvas):
    """The chosen type is ticked."""
    window.bake.shown_floor.show_type("cart")
    QTest.mouseClick(chip, Qt.MouseButton.LeftButton)
    assert chip.menu_of_choices.isVisible()
    ticked = [action.text() for action in chip.menu_of_choices.actions() if action.isChecked()]
    assert ticked == ["cart\t1.50 m"]
    chip.menu_of_choices.close()
    assert QApplication.focusWidget() is canvas


def test_a_renamed_type_is_shown_on(window, chip):
    """A deleted one is not."""
    document = window.document
    window.bake.shown_floor.show_type("cart")
    document.commit(op.rename_profile(document.level, "cart", "R&D wagon"))
    assert chip.text().strip() == "R&D wagon"
    chip.open_menu()
    assert chip.menu_of_choices.actions()[1].text().startswith("R&&D wagon")
    document.commit(op.add_profile(document.level))
    document.commit(op.delete_profile(document.level, "R&D wagon"))
    assert chip.text().strip() == "Standard"
    chip.menu_of_choices.actions()[1].trigger()
    assert window.bake.shown_floor.type_name == ""
    chip.menu_of_choices.close()


def test_the_level_page_and_the_probe_say_for_whom(window, chip):
    """Floor and islands are those of the type; the hint names it."""
    choose(window, "cart")
    state = window.panels["properties"].level.state
    assert state.result.text().startswith("For cart: ")
    window.probe.set((2.0, 6.0), (18.0, 6.0))
    hints = []
    window.canvas.hints.changed.connect(hints.append)
    window.canvas.hints.repeat()
    assert "Probe: cart: No path there" in hints[-1]
    choose(window, "Standard")
    assert "cart" not in state.result.text()
