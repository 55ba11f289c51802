"""States in the window: the chip, its actions, the library, properties and hints."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from small_level import GATE

from editor.panels.library.states import States
from editor.tools.messages import states as say
from editor.tools.messages.states import state_words
from navcore.level.model import Area, Obstacle
from navcore.level.operations import set_fields, toggle_doors
from navcore.level.operations.states import add_state

KEY = Qt.Key


@pytest.fixture
def night(window):
    """Return a window with a state in which the gate is toggled."""
    document = window.document
    document.commit(add_state(document.drawing, None, "Night"))
    document.state.show("Night")
    document.commit(toggle_doors(document.level, [GATE]))
    document.state.show("")
    return window.canvas.chrome.state_chip


@pytest.fixture
def section(window):
    """The section of states, in sight."""
    window.activateWindow()
    window.show_panel("library", "States")
    return window.panels["library"].sections[States]


def listed(section):
    """The lines of the library."""
    return [section.table.list.item(row).text() for row in range(section.table.list.count())]


def choose(section, text):
    """Choose the line with this text."""
    (item,) = section.table.list.findItems(text, Qt.MatchFlag.MatchExactly)
    section.table.list.setCurrentItem(item)


def gate(window):
    """Return whether the gate is open in the level that is shown, and in its bake."""
    drawn = window.document.level.areas[GATE].available
    assert window.bake.world.level.areas[GATE].available == drawn
    return drawn


def test_there_is_a_chip_only_where_there_is_a_choice(window):
    """Otherwise the actions say why they are disabled."""
    chip = window.canvas.chrome.state_chip
    assert chip.isHidden()
    assert not window.commands.table["choose_state"].isEnabled()
    assert "no states" in window.commands.reason_of("choose_state")
    window.commands.table["add_state"].trigger()
    assert chip.isVisible()
    assert window.document.state.name == "state_1"
    assert chip.text().strip() == "state_1"
    window.document.stack.undo()
    assert chip.isHidden()
    assert window.document.state.name == ""


def test_the_chip_lists_the_states_and_shows_the_chosen_one(window, night):
    """By the keyboard; everything follows, and nothing is to be saved."""
    drawn = gate(window)
    index = window.document.stack.index()
    window.commands.table["choose_state"].trigger()
    menu = night.menu_of_choices
    texts = [action.text().partition("\t")[0] for action in menu.actions()]
    assert texts == [state_words(""), "Night"]
    QTest.keyClick(menu, KEY.Key_Down)
    QTest.keyClick(menu, KEY.Key_Return)
    assert gate(window) is not drawn
    assert night.text().strip() == "Night"
    assert "Night is shown" in window.status.text.text()
    window.commands.table["next_state"].trigger()
    assert gate(window) is drawn
    window.commands.table["previous_state"].trigger()
    assert gate(window) is not drawn
    assert window.document.stack.index() == index


def test_t_on_a_door_edits_the_state_that_is_shown(window, night, hand, qtbot):
    """It is one undo step that names the state, and so does the hint before."""
    window.document.state.show("Night")
    was = gate(window)
    box = window.document.level.areas[GATE].polygon
    middle = tuple(sum(corner[axis] for corner in box) / len(box) for axis in (0, 1))
    hand.move(middle)
    qtbot.waitUntil(lambda: "in Night" in window.status.text.text())
    drawing = window.document.drawing
    hand.key(KEY.Key_T)
    assert gate(window) is not was
    assert window.document.stack.undoText().endswith("in Night")
    assert window.document.drawing.areas == drawing.areas
    window.document.stack.undo()
    assert gate(window) is was


@pytest.mark.parametrize("actions", [("copy", "paste"), ("duplicate",)])
def test_a_copied_door_is_drawn_as_the_door_is_drawn(window, night, hand, actions):
    """The copy has its original's value both in the shown state and in the drawing."""
    document = window.document
    document.state.show("Night")
    document.select(frozenset({GATE}))
    hand.move((5.0, 12.0))
    for action in actions:
        window.commands.table[action].trigger()
    (copy,) = document.selection.ids
    assert copy != GATE
    assert document.drawing.areas[copy].available
    assert not document.level.areas[copy].available
    document.state.show("")
    assert document.level.areas[copy].available


def test_the_library_shows_what_it_chooses(window, night, section):
    """The library also lists differences from the drawing."""
    assert listed(section) == [state_words(""), "Night"]
    choose(section, "Night")
    assert window.document.state.name == "Night"
    assert "gate" in section.differs.text()
    section.select.click()
    assert window.document.selection.ids == {GATE}
    choose(section, state_words(""))
    assert window.document.state.name == ""
    assert "as drawn" in section.differs.text()
    assert not section.table.remove.isEnabled()


def test_the_library_adds_renames_copies_and_deletes(window, section):
    """Each one undo step; the new one is shown, and its name can be typed."""
    section.table.add.click()
    assert window.document.state.name == "state_1"
    assert section.table.list.renames
    section.table.list.renamed.emit(1, "Day")
    assert window.document.state.name == "Day"
    section.table.copy.click()
    assert [one.name for one in window.document.level.states] == ["Day", "Day_2"]
    section.table.list.renamed.emit(2, "Day")
    assert "Another state" in window.status.text.text()
    section.table.remove.click()
    assert [one.name for one in window.document.level.states] == ["Day"]
    assert window.document.state.name == ""
    while window.document.stack.canUndo():
        window.document.stack.undo()
    assert window.document.level.states == ()


def test_properties_say_in_which_states_a_door_is_open(window, night):
    """Properties change the shown level: the state or the drawing."""
    window.document.select(frozenset({GATE}))
    panel = window.panels["properties"]
    drawn = gate(window)
    expected = f"Open in: {state_words('') if drawn else 'Night'}"
    assert panel.in_states.text() == expected
    window.document.state.show("Night")
    panel.controls["available"].click()
    assert "every state" in panel.in_states.text()
    assert window.document.drawing.areas[GATE].available is drawn
    assert gate(window) is drawn
    while window.document.state.names[1:]:
        window.document.stack.undo()
    assert panel.in_states.isHidden()


def test_a_run_starts_in_the_state_that_is_shown(window, night):
    """Its switches can become part of the state."""
    window.document.state.show("Night")
    was = gate(window)
    assert window.run.world.level.areas[GATE].available is was
    assert not window.commands.table["update_state"].isEnabled()
    window.run.clock.step_once()
    window.run.commands.switch([GATE])
    window.commands.table["update_state"].trigger()
    assert gate(window) is not was
    assert not window.run.switches.switched


def test_obstacles_are_switched_in_a_state_too(window, night):
    """The drawing keeps them in the way."""
    (one,) = list(window.document.level.of(Obstacle))[:1]
    window.document.state.show("Night")
    window.document.commit(set_fields(window.document.level, [one], enabled=False))
    assert not window.document.level.obstacles[one].enabled
    assert window.document.drawing.obstacles[one].enabled
    assert window.document.drawing.states[0].disabled == (one,)


def test_elements_that_differ_are_named_up_to_six() -> None:
    """The rest is counted: one more, or several."""
    ring = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0))
    doors = [Area(id=n, name=f"door_{n}", polygon=ring, door=True) for n in range(1, 9)]
    assert say.differs(doors[:7]).endswith("and 1 more")
    assert say.differs(doors).endswith("and 2 more")
