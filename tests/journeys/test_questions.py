"""Questions that designers ask, answered in a few steps of mouse and keys, without the manual.

Each step is a click, a drag or a key; a person takes some three seconds for one.
"""

import pytest
from hand import NONE, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot
from small_level import box

from editor.shell.window import MainWindow
from navcore.level.model import Agent, Area, Level, Link, Obstacle, Profile, Settings

KEY = Qt.Key
GUARD, GOAL = (3.0, 4.0), (14.0, 4.0)
RIGHT = Qt.MouseButton.RightButton


def castle() -> Level:
    """A hall, a shut vault, a store behind a gap of 1.4 m, and a pit that one only drops into."""
    drop = Link(
        id=20, name="ledge", type="drop", start=((5.0, 0.5),), end=((5.0, -2.0),), one_way=True
    )
    items = (
        Area(id=1, name="hall", polygon=box(0, 0, 10, 8)),
        Area(id=2, name="vault", polygon=box(11, 0, 16, 8)),
        Area(id=3, name="vault_door", polygon=box(9.9, 3, 11.1, 5), door=True, available=False),
        Area(id=4, name="store", polygon=box(0, 8, 10, 14)),
        Area(id=5, name="pit", polygon=box(2, -5, 8, -1)),
        Obstacle(id=6, name="crates", polygon=box(0, 7.5, 4.2, 8.5)),
        Obstacle(id=7, name="barrels", polygon=box(5.6, 7.5, 10, 8.5)),
        Agent(id=10, name="guard", position=GUARD, goals=(GOAL,), player=True),
        drop,
    )
    settings = Settings(object_padding=0.0, profiles=(Profile(name="cart", radius=1.1),))
    return Level(settings=settings).with_items({one.id: one for one in items})


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """A window on the castle."""
    return open_window(castle(), (-1.0, -6.0, 17.0, 15.0))


def settled(qtbot: QtBot, window: MainWindow) -> None:
    """Wait until reasons and problems are known."""
    window.bake.wait()
    qtbot.waitUntil(lambda: not window.probe.reasons.busy)
    window.workspace.problems.wait()


def test_why_does_the_guard_stand_still(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """Two steps: right-click, Why? One more opens the door, and the guard gets there."""
    hand.click(GUARD, RIGHT)
    menu = window.context_menu.make(window)
    (why,) = [action for action in menu.actions() if action.text() == "Why?"]
    why.trigger()
    settled(qtbot, window)
    assert window.message.text.text() == "vault_door is shut, and it is the only way into vault."
    window.message.buttons[0].click()
    window.bake.wait()
    assert window.bake.world.find_path(GUARD, GOAL).ok


def test_will_the_cart_get_through(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """Three steps: Q, a drag, the type in the strip; both answers stand beside each other."""
    hand.key(KEY.Key_Q)
    hand.drag(GUARD, (4.0, 6.0), (5.0, 12.0))
    choice = window.options.choices["against"]
    texts = [choice.itemText(number) for number in range(choice.count())]
    assert "cart" in texts
    choice.take("type:cart")
    qtbot.waitUntil(lambda: window.probe.compared is not None)
    assert window.probe.result is not None
    assert window.probe.result.ok
    assert window.probe.compared is not None
    assert not window.probe.compared.ok


def test_is_there_a_way_to_get_stuck(window: MainWindow, hand: Hand, qtbot: QtBot) -> None:
    """One step: F8 goes to the trap and says what it is; the counter told of it before."""
    settled(qtbot, window)
    assert window.status.problems.text().endswith(("1 problem", "2 problems", "3 problems"))
    codes = {problem.code for problem in window.workspace.problems.counting}
    assert "trap" in codes
    seen = []
    for _ in codes:
        hand.key(KEY.Key_F8, modifiers=NONE)
        picked = window.workspace.problems.problem
        assert picked is not None
        seen.append(picked.text)
    assert any("pit" in text for text in seen)
