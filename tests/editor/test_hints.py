"""Status bar hints about switched doors, and during a run."""

import re

from hand import Hand
from pytestqt.qtbot import QtBot
from small_level import COOK, GATE, GUARD, TABLE

from editor.shell.window import MainWindow
from editor.tools.messages import LONGEST


def says(qtbot: QtBot, window: MainWindow, start: str) -> bool:
    """Wait until the hint begins like this."""
    qtbot.waitUntil(lambda: window.status.shown.startswith(start))
    return len(window.status.shown) <= LONGEST


def test_a_run_that_is_paused_says_so(qtbot: QtBot, window: MainWindow) -> None:
    """Over nothing; over an element the click still has its own meaning."""
    assert says(qtbot, window, "Drag selects with a box.")
    for _ in range(3):
        window.run.clock.step_once()
    assert says(qtbot, window, "Paused at 0:00.3.")
    Hand(window.canvas).move((4.5, 4.0))
    assert says(qtbot, window, "Click selects table")
    window.run.clock.stop_to_start()
    Hand(window.canvas).move((-4.0, -4.0))
    assert says(qtbot, window, "Drag selects with a box.")


def test_selected_agents_are_sent(qtbot: QtBot, window: MainWindow) -> None:
    """Only once the run has begun: at the start a right click opens the menu."""
    window.document.select(frozenset({GUARD, COOK, TABLE}))
    assert says(qtbot, window, "Drag selects with a box.")
    window.run.clock.step_once()
    assert says(qtbot, window, "Right-click sends 2 agents. Space goes on")
    window.run.clock.play()
    assert says(qtbot, window, "Right-click sends 2 agents. Space pauses")
    window.run.clock.pause()
    window.document.select(frozenset({GUARD}))
    assert says(qtbot, window, "Right-click sends 1 agent.")


def test_another_tool_keeps_its_words(qtbot: QtBot, window: MainWindow) -> None:
    """A click with a drawing tool draws, also during a run."""
    window.run.clock.step_once()
    window.commands.table["tool_polygon_area"].trigger()
    assert says(qtbot, window, "Click sets the first corner")


def test_a_door_that_is_shut_at_the_start_tells_what_it_cuts_off(window: MainWindow) -> None:
    """The hint about opening it gives the floor that becomes reachable."""
    window.bake.wait()
    window.document.select(frozenset({GATE}))
    shut = window.commands.table["toggle_door"]
    shut.trigger()
    assert re.fullmatch(r"gate is shut: [\d.]+ m² are cut off\.", window.status.shown)
    window.status.forget()
    window.bake.wait()
    shut.trigger()
    assert window.document.level.areas[GATE].available
    assert re.fullmatch(r"gate is open: [\d.]+ m² more can be reached\.", window.status.shown)


def test_t_over_a_door_of_a_run(qtbot: QtBot, window: MainWindow) -> None:
    """The hint says what it does now; at the start a door is an element like any other."""
    hand = Hand(window.canvas)
    window.canvas.frame_all()
    hand.move((10.5, 4.5))
    assert says(qtbot, window, "Click selects gate")
    window.run.clock.step_once()
    assert says(qtbot, window, "T shuts gate in this run.")
    window.commands.table["toggle_door"].trigger()
    assert says(qtbot, window, "T opens gate again. Right-click > Keep")
    window.document.select(frozenset({COOK}))
    assert says(
        qtbot,
        window,
        "Right-click sends 1 agent. Space goes on · T switches a door, obstacle or waypoint",
    )


def test_agents_of_a_run(qtbot: QtBot, window: MainWindow) -> None:
    """Over one of them, a click and a drag mean it; with the agent tool, a click adds one."""
    hand = Hand(window.canvas)
    window.canvas.frame_all()
    window.run.clock.step_once()
    hand.move((18.0, 2.0))
    assert says(qtbot, window, "Click selects cook, drag moves it in this run.")
    hand.click((18.0, 2.0))
    assert says(qtbot, window, "Drag moves cook in this run.")
    window.commands.table["tool_agent"].trigger()
    hand.move((14.0, 6.0))
    assert says(qtbot, window, "Click adds an agent to this run.")
    hand.click((14.0, 6.0))
    window.commands.table["tool_select"].trigger()
    hand.move((12.0, 2.0))
    assert says(qtbot, window, "Right-click sends 1 agent.")
