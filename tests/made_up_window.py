"""The window with a level of made-up kinds, and helpers that its tests share."""

from collections.abc import Iterator

import pytest
from made_up_kinds import BEACON, CABLE, MAST, POND, made_up_kinds, made_up_level
from PySide6.QtCore import Qt
from small_level import small_level

from editor.panels.outline.panel import OutlinePanel
from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore.level.model import Element, Level

KEY = Qt.Key
ALL = frozenset({POND, BEACON, MAST, CABLE})


@pytest.fixture
def drawn(window: MainWindow) -> Iterator[Level]:
    """The level of made-up kinds, open and framed in the window."""
    with made_up_kinds():
        level = made_up_level()
        window.document.load(level, None)
        window.canvas.setFocus()
        window.canvas.frame_all()
        yield level
        window.document.load(small_level(), None)


@pytest.fixture
def outline(window: MainWindow) -> OutlinePanel:
    """The outline of the window."""
    found = window.panels["outline"]
    assert isinstance(found, OutlinePanel)
    return found


@pytest.fixture
def properties(window: MainWindow) -> PropertiesPanel:
    """The properties of the window's selection."""
    found = window.panels["properties"]
    assert isinstance(found, PropertiesPanel)
    return found


def select(window: MainWindow, *ids: int) -> None:
    """Select these, with the focus on the canvas."""
    window.activateWindow()
    window.canvas.setFocus()
    window.document.select(frozenset(ids))


def now(window: MainWindow, element_id: int) -> Element:
    """An element as it is in the window."""
    return window.document.level.element(element_id)


def new_ones(window: MainWindow, before: Level) -> list[Element]:
    """Return the elements of the window's level that `before` lacks."""
    return [e for e in window.document.level.elements() if before.get(e.id) is None]


def trigger(window: MainWindow, name: str) -> None:
    """Trigger an action."""
    action = window.commands.table[name]
    assert action.isEnabled(), name
    action.trigger()


def vars_of(element: Element) -> dict[str, object]:
    """Return the fields of an element; type checkers don't know them."""
    return {name: getattr(element, name) for name in element.__struct_fields__}
