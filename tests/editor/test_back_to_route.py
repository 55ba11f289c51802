"""Agents that were sent elsewhere in a run go back to their routes."""

import math
from pathlib import Path

import pytest
from hand import RIGHT, Hand
from small_level import COOK, GUARD

from editor.shell.window import MainWindow
from navcore.sim.inputs import Return
from navcore.sim.recording import load_recording

GOAL, PLACE = (18.0, 6.0), (8.0, 7.0)


@pytest.fixture
def hand(window: MainWindow) -> Hand:
    """Return user input on the canvas, with all of the level in view and a run paused at 0.3 s."""
    window.canvas.frame_all()
    window.canvas.setFocus()
    walk(window, 3)
    return Hand(window.canvas)


def walk(window: MainWindow, ticks: int) -> None:
    """Let the run go on."""
    for _ in range(ticks):
        window.run.clock.step_once()


def place_of(window: MainWindow, agent_id: int) -> tuple[float, float]:
    """Where an agent is in the run."""
    agents = window.run.record.simulation.agents
    return agents.place(agents.index[agent_id])


def send_back(window: MainWindow) -> None:
    """Send agents back by the context menu of the selection."""
    action = window.commands.table["back_to_route"]
    assert action in window.context_menu.make(window).actions()
    assert action.isEnabled()
    action.trigger()


def test_one_that_was_sent_goes_on_with_its_route(window: MainWindow, hand: Hand) -> None:
    """The action is in the agent's menu; the level doesn't change."""
    level = window.document.level
    said: list[str] = []
    window.run.signals.said.connect(said.append)
    hand.click(place_of(window, GUARD))
    assert window.document.selection.ids == {GUARD}
    action = window.commands.table["back_to_route"]
    assert not action.isEnabled()
    assert action not in window.context_menu.make(window).actions()
    hand.click(PLACE, RIGHT)
    walk(window, 150)
    assert math.dist(place_of(window, GUARD), PLACE) < 0.1
    send_back(window)
    assert said[-1] == "guard goes back to its route."
    assert not action.isEnabled()
    assert window.run.commands.count() == 0
    walk(window, 250)
    assert math.dist(place_of(window, GUARD), GOAL) < 0.1
    assert window.document.level is level
    assert not window.document.stack.canUndo()


def test_several_go_back_at_once_and_those_without_a_route_stay(
    window: MainWindow, hand: Hand
) -> None:
    """The cook has none: it stays where it was sent."""
    assert hand
    window.document.select(frozenset((GUARD, COOK)))
    window.run.commands.send([GUARD, COOK], PLACE)
    walk(window, 30)
    send_back(window)
    walk(window, 350)
    assert math.dist(place_of(window, GUARD), GOAL) < 0.1
    assert math.dist(place_of(window, COOK), PLACE) < 1.0
    assert window.run.inputs.sent.keys() == {COOK}


def test_it_is_an_input_of_the_run(window: MainWindow, hand: Hand, tmp_path: Path) -> None:
    """A recording has it; looked back on, the guard is on its errand, and later not."""
    assert hand
    window.document.select(frozenset((GUARD,)))
    window.run.commands.send([GUARD], PLACE)
    walk(window, 20)
    send_back(window)
    walk(window, 20)
    window.files.dialogs.place = saved = tmp_path / "run.wwrec"
    window.commands.table["save_recording"].trigger()
    inputs = [one.request for one in load_recording(saved).inputs]
    assert inputs[-1] == Return((GUARD,))
    window.run.clock.stop_to_start()
    window.commands.table["open_recording"].trigger()
    window.run.timeline.seek(1.0)
    assert window.run.inputs.sent == {GUARD: PLACE}
    window.run.timeline.seek(4.0)
    assert not window.run.inputs.sent
