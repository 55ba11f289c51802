"""Every state of every tool says what the next click does: the status bar, by hand."""

import itertools
import re
from collections.abc import Callable

import pytest
from hand import ALT, CTRL, LEFT, NONE, SHIFT, Hand
from key_map import ids
from PySide6.QtCore import QCoreApplication, QEvent, Qt
from small_level import CHEST, COOK, GUARD, HALL, TABLE
from tool_bench import check_hint

from editor.selection import Selection
from editor.shell.window import MainWindow
from editor.tools import all_tools
from editor.tools.messages import LONGEST
from navcore.level import operations
from navcore.level.model import Level

KEY = Qt.Key

PLACES = {
    "nothing": (-3.0, -3.0), "floor": (8.0, 7.0), "the edge of floor": (0.0, 4.0),
    "too close to a wall": (9.9, 7.9), "a door": (10.5, 4.5), "an obstacle": (4.5, 4.0),
    "a corner": (3.0, 3.0), "an edge": (4.5, 3.0), "an agent": (2.0, 2.0),
}  # fmt: skip


SELECTIONS = ((), (TABLE, CHEST), (GUARD, COOK))
FEW = 19
"""Of so many ways one is tried where not all are."""


@pytest.mark.parametrize("run", [False, True])
@pytest.mark.parametrize("index", range(len(all_tools())))
def test_every_tool_over_everything(
    window: MainWindow, hand: Hand, index: int, run: bool, exhaustive: bool
) -> None:
    """Hovering, pressed, dragging, after a click, typing, refused; at the start and in a run."""
    if run:
        window.run.clock.step_once()
    gestures, canvas = window.canvas.gestures, window.canvas
    ways = itertools.product(PLACES.values(), SELECTIONS, (NONE, SHIFT, CTRL, ALT))
    for number, (place, selected, keys) in enumerate(ways):
        # Other ways with each tool.
        if not exhaustive and (number + 5 * index + 9 * run) % FEW:
            continue
        canvas.gestures.choose(canvas.gestures.tools[1])
        canvas.gestures.choose(canvas.gestures.tools[index])
        window.document.select(frozenset(selected))
        x, z = place
        hand.move(place)
        check_hint(gestures.hint())
        hand.press(place, keys=keys)
        check_hint(gestures.hint())
        for to in ((x + 1, z + 0.5), (x + 0.01, z), (x + 4, z - 3)):
            hand.move(to, LEFT, keys)
            check_hint(gestures.hint())
        hand.key(KEY.Key_Escape)
        check_hint(gestures.hint())
        hand.click(place)
        check_hint(gestures.hint())
        for to in ((x + 2, z), (x + 2, z + 3), (x - 1, z - 2)):
            hand.move(to)
            check_hint(gestures.hint())
            hand.type("3")
            check_hint(gestures.hint())
            hand.key(KEY.Key_Escape)
            hand.click(to)
            check_hint(gestures.hint())
        hand.key(KEY.Key_Return)
        check_hint(gestures.hint())


@pytest.mark.parametrize(
    ("tool", "clicks", "at", "hint"),
    [
        ("select", [], (-3, -3), "Drag selects with a box. Click selects · right-click for more"),
        ("select", [], (4.5, 4),
         "Click selects table, drag moves it. Alt+click takes what lies beneath"),
        ("polygon_area", [], (0, 12),
         "Click sets the first corner of an area. Digits type a place · Shift+P draws an obstacle"),
        ("polygon_area", [(0, 12), (2, 12)], (2, 16),
         "Click adds a corner, 4.00 m at 90°. Shift 45° · Backspace takes one back · Esc cancels"),
        ("polygon_area", [(0, 12), (2, 12), (2, 16)], (0, 16),
         "Click adds a corner; Enter or the first corner closes. 4.0 m² so far"),
        ("polygon_area", [(0, 12), (4, 12), (4, 16), (2, 16)], (2, 10),
         "This edge crosses the outline at 2.00, 12.00. Backspace takes the last corner back"),
        ("door", [], (5, 7),
         "Click on one side of the gap. It becomes a door 2.00 m wide · digits change the width"),
        ("door", [], (10.5, 4.5), r"T shuts gate. \d+.\d m² would be cut off.*"),
        ("agent", [], (8, 7), "Click places an agent, drag turns it. Digits place many.*"),
    ],
)  # fmt: skip
def test_the_words_of_each_state(
    window: MainWindow, hand: Hand, tool: str, clicks: list, at: tuple, hint: str
) -> None:
    """As they are agreed on, word for word."""
    canvas = window.canvas
    canvas.gestures.choose(next(t for t in canvas.gestures.tools if t.name == tool))
    for place in clicks:
        hand.click(place)
    hand.move(at)
    said = canvas.gestures.hint().replace("**", "")
    assert said == hint or re.fullmatch(hint, said), said


@pytest.mark.parametrize(
    ("tool", "selected", "places", "hint"),
    [
        ("select", {TABLE, CHEST}, [(4.5, 4), (5, 4), (6, 4)],
         "Moving 2 obstacles by 1.50, 0.00 m. Shift one axis · Ctrl no snap · Alt leaves a copy"),
        ("rectangle_area", set(), [(0, 12), (2, 13), (4, 14.5)],
         "4.00 × 2.50 m. Shift square · release to draw"),
    ],
)  # fmt: skip
def test_the_words_of_each_drag(
    window: MainWindow, hand: Hand, tool: str, selected: set, places: list, hint: str
) -> None:
    """As they are agreed on, word for word."""
    canvas = window.canvas
    window.document.select(frozenset(selected))
    canvas.gestures.choose(next(t for t in canvas.gestures.tools if t.name == tool))
    hand.hold(*places)
    assert canvas.gestures.hint().replace("**", "") == hint


def _empty(window: MainWindow) -> None:
    window.document.load(Level(), None)


def _playing(window: MainWindow) -> None:
    window.run.clock.step_once()
    window.run.clock.play()


def _looking_back(window: MainWindow) -> None:
    for _ in range(5):
        window.run.clock.step_once()
    window.run.timeline.seek(0.2)


def _locked(window: MainWindow) -> None:
    level = window.document.level
    ids = [element.id for element in level.elements()]
    window.document.commit(operations.lock(level, ids, locked=True))


def _hidden(window: MainWindow) -> None:
    window.document.hide([element.id for element in window.document.level.elements()])


@pytest.mark.parametrize("state", [_empty, _playing, _looking_back, _locked, _hidden])
def test_no_state_without_a_hint(
    window: MainWindow, hand: Hand, state: Callable[[MainWindow], None]
) -> None:
    """Every tool with nothing, one and several selected, over everything, and without the mouse."""
    state(window)
    gestures, document = window.canvas.gestures, window.document
    chosen = ((), (TABLE,), (GUARD,), (GUARD, COOK), (HALL, TABLE, GUARD))
    for tool in gestures.tools:
        gestures.choose(tool)
        for number, selected in enumerate(chosen):
            document.selection = Selection(frozenset(selected) & ids(window))
            window.canvas.leaveEvent(QEvent(QEvent.Type.Leave))
            check_hint(gestures.hint())
            for place in list(PLACES.values())[number::2]:
                hand.move(place)
                check_hint(gestures.hint())
                QCoreApplication.processEvents()
                assert 0 < len(window.status.shown) <= LONGEST, (tool.name, window.status.shown)
    window.run.clock.stop_to_start()
