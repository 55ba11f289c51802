"""Problems of the level in the strip over the canvas."""

import math

import pytest
from msgspec.structs import replace
from pytestqt.qtbot import QtBot

from editor.shell.window import MainWindow
from navcore.level.edit import Edit
from navcore.level.model import Link

STAR = tuple(
    (4 + 3 * math.cos(math.tau * i * 50 / 101), 4 + 3 * math.sin(math.tau * i * 50 / 101))
    for i in range(101)
)


def test_problem_is_told_once_and_shows_its_element(window: MainWindow) -> None:
    """Told again when it comes back; gone from the strip when it is mended."""
    document = window.document
    settings = replace(document.level.settings, boundary_padding=0.3)
    document.commit(Edit.put(document.level, [settings]))
    area = next(iter(document.level.areas.values()))
    document.select(frozenset())
    document.commit(Edit.put(document.level, [replace(area, polygon=STAR)]))
    window.bake.wait()
    assert window.message.isVisible()
    assert "crosses itself more than 500 times" in window.message.text.text()
    (button,) = window.message.buttons
    button.click()
    assert document.selection.ids == {area.id}
    x, z = window.canvas.viewport.camera.x, window.canvas.viewport.camera.z
    assert math.hypot(x - 4, z - 4) < 0.5

    window.message.show_notice(None)
    moved = (*STAR[:-1], (4.1, 4.1))
    document.commit(Edit.put(document.level, [replace(area, polygon=moved)]))
    window.bake.wait()
    assert not window.message.isVisible()

    document.stack.undo()
    document.stack.undo()
    window.bake.wait()
    document.stack.redo()
    window.bake.wait()
    assert window.message.isVisible()
    document.stack.undo()
    window.bake.wait()
    assert not window.message.isVisible()


def test_problem_of_something_that_is_dragged_is_told_when_it_is_let_go(
    window: MainWindow,
) -> None:
    """Else the strip would come and go with every wall that the mouse passes."""
    document = window.document
    area = next(iter(document.level.areas.values()))
    x, z = area.anchor
    link = Link(id=document.new_id(), name="rope", start=((x, z),), end=((900.0, 0.0),))
    loose = Edit.put(document.level, [link])
    document.preview(loose)
    window.bake.wait()
    assert not window.message.isVisible()
    document.cancel_preview()
    document.commit(loose)
    window.bake.wait()
    assert window.message.isVisible()
    assert "rope ends at 900.00, 0.00, where nobody can" in window.message.text.text()
    document.stack.undo()
    window.bake.wait()
    assert not window.message.isVisible()


def test_problems_that_take_long_are_told_when_they_are_found(
    window: MainWindow, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Large networks take a tenth of a second, which no edit waits for."""
    problems = window.bake.problems
    monkeypatch.setattr(problems.latest, "short_ms", -1.0)
    document = window.document
    link = Link(id=document.new_id(), name="rope", start=((900.0, 0.0),), end=((901.0, 0.0),))
    document.commit(Edit.put(document.level, [link]))
    window.bake.wait()
    assert not window.message.isVisible()
    with qtbot.waitSignal(problems.changed):
        window.bake.wait()
    assert window.message.isVisible()
    with qtbot.waitSignal(problems.changed):
        document.stack.undo()
    assert not window.message.isVisible()
