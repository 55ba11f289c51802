"""The status bar: a hint at the left, buttons at the right."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton
from pytestqt.qtbot import QtBot

from editor.bars.status import StatusBar


@pytest.fixture
def bar(qtbot: QtBot) -> StatusBar:
    """A bar of its own, shown."""
    made = StatusBar()
    qtbot.addWidget(made)
    made.show()
    return made


def test_hidden_things_are_counted(bar: StatusBar) -> None:
    """Nothing stands there when there are none."""
    assert not bar.hidden.isVisible()
    bar.show_hidden({1, 2, 3})
    assert bar.hidden.isVisible()
    assert bar.hidden.text() == "3 hidden"
    bar.show_hidden(())
    assert not bar.hidden.isVisible()


def test_each_at_the_right_is_a_button_that_takes_no_focus(qtbot: QtBot, bar: StatusBar) -> None:
    """With a name, for who can't see it; in the order of the standard."""
    pressed: list[str] = []
    for name in ("hidden", "place", "zoom"):
        getattr(bar, f"{name}_pressed").connect(lambda _, name=name: pressed.append(name))
    bar.show_hidden({1})
    bar.show_place((1.0, 2.0))
    bar.show_zoom(1.0)
    bar.show_snap(0.5, on=True)
    buttons = sorted(bar.findChildren(QToolButton), key=lambda button: button.x())
    assert [button.text() for button in buttons] == [
        "1 hidden", "snap 0.5 m", "x 1.00  z 2.00", "100 %"
    ]  # fmt: skip
    for button in buttons:
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus
        assert button.accessibleName()
        if button is not bar.snap:
            qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert pressed == ["hidden", "place", "zoom"]


def test_a_sentence_gives_way_to_the_hint(bar: StatusBar) -> None:
    """Marks become bold; what a designer typed stays text."""
    bar.show_hint("**Click <b> selects.** Esc back")
    assert bar.shown == "Click <b> selects. Esc back"
    bar.say("Saved a < b.")
    assert bar.shown == "Saved a < b."
    bar.forget()
    assert bar.shown.startswith("Click")
