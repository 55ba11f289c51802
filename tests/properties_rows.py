"""Rows of the panel Properties."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from editor.look.fields import Check, ChoiceBox, Field, NoteField
from editor.panels.properties.panel import PropertiesPanel


def select(panel: PropertiesPanel, *ids: int) -> None:
    """Select these elements."""
    panel.bench.document.select(frozenset(ids))


def field(panel: PropertiesPanel, key: str) -> Field:
    """Return the field of a property."""
    found = panel.controls[key]
    assert isinstance(found, Field)
    return found


def check(panel: PropertiesPanel, key: str) -> Check:
    """Return the check box of a property."""
    found = panel.controls[key]
    assert isinstance(found, Check)
    return found


def choice(panel: PropertiesPanel, key: str) -> ChoiceBox:
    """Return the combo box of a property."""
    found = panel.controls[key]
    assert isinstance(found, ChoiceBox)
    return found


def choose(panel: PropertiesPanel, key: str, text: str) -> None:
    """Choose the entry with this text, as a click in the list does."""
    found = choice(panel, key)
    at = found.findText(text)
    assert at >= 0, [found.itemText(n) for n in range(found.count())]
    found.setCurrentIndex(at)
    found.activated.emit(at)


def note(panel: PropertiesPanel) -> NoteField:
    """Return the field of the note."""
    found = panel.controls["note"]
    assert isinstance(found, NoteField)
    return found


def type_in(qtbot: QtBot, panel: PropertiesPanel, key: str, text: str) -> None:
    """Type a value and press Enter."""
    found = field(panel, key)
    found.setFocus()
    found.selectAll()
    qtbot.keyClicks(found, text)
    qtbot.keyClick(found, Qt.Key.Key_Return)
