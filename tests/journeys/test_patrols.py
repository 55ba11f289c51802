"""Draw patrols in the real window, with and without the route tool, and count gestures."""

from pathlib import Path

import pytest
from counted_hand import CountedHand
from hand import CTRL, Hand
from journey_window import OpenWindow
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import box

from editor.panels.properties.panel import PropertiesPanel
from editor.shell.window import MainWindow
from navcore import load_level
from navcore.level.model import Agent, Area, Level, Obstacle, Point, Stop

KEY = Qt.Key
COUNT = 5
ROUTES: dict[int, tuple[Point, ...]] = {
    10 + n: ((4.0 * n + 1, 6.0), (4.0 * n + 3, 6.5), (4.0 * n + 3, 1.5), (4.0 * n + 1.5, 2.5))
    for n in range(COUNT)
}
"""The stops of each guard."""


def villa() -> Level:
    """Return a hall with a pillar next to each of five guards."""
    guards = {
        i: Agent(id=i, name=f"guard_{i}", order=float(i), position=(4.0 * n + 1, 1.0))
        for n, i in enumerate(ROUTES)
    }
    pillars = {
        100 + n: Obstacle(
            id=100 + n, order=float(n), polygon=box(4.0 * n + 1.8, 3.6, 4.0 * n + 2.4, 4.2)
        )
        for n in range(COUNT)
    }
    hall = Area(id=1, name="hall", polygon=box(0, 0, 20, 8))
    return Level().with_items({1: hall, **pillars, **guards})


@pytest.fixture
def window(open_window: OpenWindow) -> MainWindow:
    """Return a window with the villa."""
    return open_window(villa(), (0.0, 0.0, 20.0, 8.0))


def laid_with_the_tool(window: MainWindow) -> int:
    """Draw with `K`: for each guard, click it, click each stop, and click the first stop again."""
    hand = CountedHand(window)
    hand.key(KEY.Key_K)
    for number, (guard, stops) in enumerate(ROUTES.items()):
        hand.click(window.document.level.agents[guard].position)
        if number == 0:
            hand.click_on(window.options.numbers["pause"])
            hand.enter("2")
        for stop in stops:
            hand.click(stop)
        hand.click(stops[0])
        assert window.canvas.gestures.tool.name == "route"
    return hand.count


def laid_in_the_properties(window: MainWindow) -> int:
    """Add each stop with the button of the properties and drag it; set loop and wait for all."""
    hand = CountedHand(window)
    hand.key(KEY.Key_V)
    panel = window.panels["properties"]
    assert isinstance(panel, PropertiesPanel)
    for guard, stops in ROUTES.items():
        hand.click(window.document.level.agents[guard].position)
        for stop in stops:
            hand.click_on(panel.add_handle)
            added = window.document.level.agents[guard].goals[-1]
            hand.drag(added, ((added[0] + stop[0]) / 2, (added[1] + stop[1]) / 2), stop)
    hand.menu("same_kind")
    hand.menu("route_loop")
    hand.click_on(panel.controls["wait"])
    hand.enter("2")
    window.canvas.setFocus()
    return hand.count


def patrols(level: Level) -> dict[int, tuple[tuple[Point, ...], bool, set[float]]]:
    """Return for each guard its stops, whether it repeats, and how long it waits at stops."""
    return {
        i: (agent.goals, agent.loop, {agent.wait if s.pause is None else s.pause for s in stops})
        for i, agent in level.agents.items()
        for stops in [[agent.stop(number) for number in range(len(agent.goals))]]
    }


def test_patrols_take_few_gestures(window: MainWindow, tmp_path: Path) -> None:
    """Both ways give the same patrols; with the tool, each patrol is one undo step."""
    wanted = {guard: (stops, True, {2.0}) for guard, stops in ROUTES.items()}
    document = window.document
    before = document.level
    dragged = laid_in_the_properties(window)
    assert patrols(document.level) == wanted
    while document.stack.canUndo():
        document.stack.undo()
    assert document.level == before
    window.canvas.setFocus()

    drawn = laid_with_the_tool(window)
    assert patrols(document.level) == wanted
    assert document.stack.count() == COUNT
    assert (drawn, dragged) == (1 + 2 + COUNT * 6, 1 + 6 + COUNT * 9)

    window.files.dialogs.place = tmp_path / "villa.json"  # type: ignore[attr-defined]
    QTest.keyClick(window.canvas, KEY.Key_S, CTRL)
    assert patrols(load_level(tmp_path / "villa.json")) == wanted
    for _ in range(COUNT):
        QTest.keyClick(window.canvas, KEY.Key_Z, CTRL)
    assert document.level == before


def test_a_patrol_from_the_first_click_to_its_second_round(
    window: MainWindow, qtbot: QtBot
) -> None:
    """Draw with a wait and a facing, undo in between, drag, play; the run follows the route."""
    canvas, document, hand = window.canvas, window.document, Hand(window.canvas)
    guard, stops = next(iter(ROUTES.items()))
    hand.click(document.level.agents[guard].position)
    hand.key(KEY.Key_K)
    hand.move(stops[0])
    qtbot.waitUntil(lambda: window.status.shown.startswith("Click sets stop 1 of guard_10, "))
    hand.click(stops[0])
    hand.click((9.0, 7.0))
    hand.key(KEY.Key_Z, modifiers=CTRL)
    assert canvas.gestures.tool.can_take_back()
    hand.key(KEY.Key_Up)
    hand.key(KEY.Key_Up)
    hand.click(stops[1])
    hand.click(stops[1], Qt.MouseButton.RightButton)
    hand.key(KEY.Key_Z, modifiers=CTRL | Qt.KeyboardModifier.ShiftModifier)
    hand.key(KEY.Key_Return)
    assert canvas.gestures.tool.name == "select"
    agent = document.level.agents[guard]
    assert agent.goals == stops[:2]
    assert agent.stops == (Stop(), Stop(pause=1.0))
    hand.drag(stops[1], (3.1, 6.4), (3.5, 5.0))
    agent = document.level.agents[guard]
    assert agent.goals[1] == (3.5, 5.0)
    assert agent.stops == (Stop(), Stop(pause=1.0)), "the pause follows the stop"

    window.run.clock.restart()
    window.run.clock.pause()
    while window.run.record.simulation.agents.goal_indices[0] < 1:
        window.run.clock.step_once()
        assert window.run.playhead.seconds < 60
    hand.key(KEY.Key_K)
    hand.move((1.5, 1.5))
    hand.click((1.5, 1.5))
    hand.key(KEY.Key_Return)
    assert len(document.level.agents[guard].goals) == 3, "K edits the level in a run"
    assert window.run.commands.count() == 0
