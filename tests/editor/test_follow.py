"""The camera that follows an agent, and other actions with agents under the mouse."""

import math
from collections.abc import Iterator

import pytest
from hand import CTRL, MIDDLE, RIGHT, Hand
from PySide6.QtCore import Qt

from editor.canvas import follow as follow_module
from editor.canvas.follow import EASE
from editor.shell.window import MainWindow
from editor.tools.spawn import SpawnTool
from navcore.level import operations as op
from navcore.level.model import Level, Point

WALKER, PLAYER = 11, 12


def walking_level() -> Level:
    """Return a field with an agent that walks across it, and a player that stands."""
    ids = iter((10, WALKER, PLAYER))
    level = Level()
    corners = ((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (0.0, 40.0))
    level = op.add_area(level, corners, lambda: next(ids), name="field").apply(level)
    level = op.add_agent(
        level, (5.0, 20.0), lambda: next(ids), name="walker", goals=((50.0, 20.0),), player=False
    ).apply(level)
    return op.add_agent(level, (30.0, 5.0), lambda: next(ids), name="hero", player=True).apply(
        level
    )


@pytest.fixture
def window(window: MainWindow) -> Iterator[MainWindow]:
    """The window, with the walkers at the start and a clock that stands still."""
    window.document.load(walking_level(), None)
    window.bake.wait()
    clock, window.canvas.follower.clock = window.canvas.follower.clock, lambda: now[0]
    now[0] = 0.0
    window.canvas.setFocus()
    window.canvas.frame_all()
    window.canvas.viewport.look(window.canvas.viewport.camera.zoomed(2.0))
    yield window
    window.run.clock.stop_to_start()
    window.canvas.follower.clock = clock


now = [0.0]


def go(window: MainWindow, ticks: int, seconds: float = 1.0) -> None:
    """Advance the run and the clock of the camera by some ticks."""
    for _ in range(ticks):
        now[0] += seconds
        window.run.clock.step_once()


def place_of(window: MainWindow, agent_id: int) -> Point:
    """Where an agent is drawn."""
    crowd = window.run.agents.crowd()
    x, z = crowd.positions[crowd.roster.rows[agent_id]].tolist()
    return (x, z)


def off(window: MainWindow, agent_id: int) -> float:
    """Pixels from the middle of the canvas to an agent."""
    middle = window.canvas.viewport.middle()
    return math.dist(middle, place_of(window, agent_id)) * window.canvas.viewport.camera.scale


def follow(window: MainWindow, agent_id: int) -> None:
    """Select an agent and follow it."""
    window.document.select(frozenset({agent_id}))
    window.commands.table["follow"].trigger()


class TestFollow:
    """It stays in the middle until the user moves the view."""

    def test_it_stays_in_the_middle(self, window: MainWindow) -> None:
        """It does while it walks; the chip says so."""
        follow(window, WALKER)
        go(window, 20)
        assert off(window, WALKER) <= 1.0
        before = place_of(window, WALKER)
        go(window, 10)
        assert math.dist(before, place_of(window, WALKER)) > 0.5
        assert off(window, WALKER) <= 1.0
        chip = window.canvas.chrome.follow_chip
        assert chip.isVisible()
        assert chip.text().strip() == "Following walker"
        assert window.commands.table["follow"].isChecked()

    def test_it_gets_there_smoothly(self, window: MainWindow) -> None:
        """After its time constant it has covered two thirds of the distance."""
        before = off(window, WALKER)
        assert before > 100
        follow(window, WALKER)
        assert off(window, WALKER) == pytest.approx(before, abs=1.5)
        now[0] += EASE
        window.run.signals.frame.emit(1.0)
        assert off(window, WALKER) == pytest.approx(before / math.e, abs=1.5)

    def test_with_reduced_motion_it_never_glides(
        self, window: MainWindow, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The view stands until the agent nears its edge, then it is elsewhere at once."""
        monkeypatch.setattr(follow_module, "motion_reduced", lambda: True)
        follow(window, WALKER)
        assert off(window, WALKER) <= 1.0
        camera = window.canvas.viewport.camera
        go(window, 10)
        assert window.canvas.viewport.camera == camera
        go(window, 120)
        assert window.canvas.viewport.camera != camera

    def test_a_pan_by_hand_ends_it(self, window: MainWindow) -> None:
        """The chip goes, and the view stays where it was put."""
        follow(window, WALKER)
        go(window, 5)
        hand = Hand(window.canvas)
        hand.move((20.0, 20.0))
        hand.press((20.0, 20.0), MIDDLE)
        hand.move((22.0, 20.0), MIDDLE)
        hand.release((22.0, 20.0), MIDDLE)
        assert window.canvas.follower.agent is None
        assert window.canvas.chrome.follow_chip.isHidden()
        camera = window.canvas.viewport.camera
        go(window, 5)
        assert window.canvas.viewport.camera == camera

    def test_a_zoom_goes_on_with_it(self, window: MainWindow) -> None:
        """Nearer or farther, the agent is in the middle."""
        follow(window, WALKER)
        go(window, 5)
        Hand(window.canvas).wheel((10.0, 25.0), 240)
        go(window, 5)
        assert window.canvas.follower.agent == WALKER
        assert off(window, WALKER) <= 1.0

    def test_framing_something_ends_it(self, window: MainWindow) -> None:
        """The user wants to see the framed element."""
        follow(window, WALKER)
        go(window, 3)
        window.canvas.frame_all()
        assert window.canvas.follower.agent is None

    def test_it_goes_over_to_another(self, window: MainWindow) -> None:
        """Selecting and following another agent switches to it; following it again ends."""
        follow(window, WALKER)
        follow(window, PLAYER)
        assert window.canvas.follower.agent == PLAYER
        follow(window, PLAYER)
        assert window.canvas.follower.agent is None

    def test_who_is_gone_is_followed_no_more(self, window: MainWindow) -> None:
        """And nothing is wrong."""
        follow(window, WALKER)
        go(window, 2)
        window.document.commit(op.delete(window.document.level, [WALKER]))
        go(window, 2)
        assert window.canvas.follower.agent is None

    def test_while_a_hand_drags_the_view_stands(self, window: MainWindow) -> None:
        """Otherwise the dragged element would move away from the mouse."""
        follow(window, PLAYER)
        go(window, 5)
        hand = Hand(window.canvas)
        camera = window.canvas.viewport.camera
        x, z = place_of(window, PLAYER)
        hand.hold((x, z), (x + 2, z), (x + 4, z))
        window.run.signals.frame.emit(1.0)
        assert window.canvas.viewport.camera == camera
        hand.release((x + 4, z))
        go(window, 5)
        assert off(window, PLAYER) <= 1.0

    def test_the_chip_ends_it(self, window: MainWindow) -> None:
        """A click does it."""
        follow(window, WALKER)
        window.canvas.chrome.follow_chip.click()
        assert window.canvas.follower.agent is None


class TestHere:
    """Entries of the menus that are about the place under the mouse."""

    def test_at_the_start_there_are_none(self, window: MainWindow) -> None:
        """Edits at the start belong to the level."""
        for name in ("send_player", "send_everybody", "spawn_here"):
            assert not window.commands.table[name].isEnabled()
            assert window.commands.reason_of(name)

    def test_the_menu_has_them(self, window: MainWindow) -> None:
        """They are there in a run with nothing selected; the brush sets the number."""
        go(window, 1)
        window.document.select(frozenset())
        Hand(window.canvas).move((40.0, 30.0))
        menu = window.context_menu.make(window)
        texts = [action.text().partition("\t")[0] for action in menu.actions()]
        assert texts[:3] == ["Send the player here", "Send everybody here", "Spawn 20 agents here"]
        menu.deleteLater()

    def test_sending(self, window: MainWindow) -> None:
        """First the player is sent alone, then all agents."""
        go(window, 1)
        Hand(window.canvas).move((40.0, 30.0))
        window.commands.table["send_player"].trigger()
        assert window.run.inputs.sent.keys() == {PLAYER}
        window.commands.table["send_everybody"].trigger()
        assert window.run.inputs.sent.keys() == {PLAYER, WALKER}
        assert all(math.dist(at, (40, 30)) < 0.05 for at in window.run.inputs.sent.values())

    def test_spawning(self, window: MainWindow) -> None:
        """They are in the run alone, selected, and the next right-click sends them."""
        go(window, 1)
        hand = Hand(window.canvas)
        hand.move((40.0, 30.0))
        brush = next(tool for tool in window.canvas.gestures.tools if isinstance(tool, SpawnTool))
        window.commands.table["spawn_here"].trigger()
        assert len(window.run.agents.chosen) == brush.count.set
        assert len(window.document.level.agents) == 2
        hand.click((45.0, 20.0), RIGHT)
        assert window.run.inputs.sent.keys() == window.run.agents.chosen

    def test_no_room_is_said(self, window: MainWindow) -> None:
        """No agent can be placed outside all areas."""
        go(window, 1)
        hand = Hand(window.canvas)
        window.canvas.viewport.frame((-20.0, -20.0, 60.0, 40.0))
        hand.move((-15.0, -15.0))
        window.commands.table["spawn_here"].trigger()
        assert not window.run.inputs.added
        assert "in this disc" in window.status.shown

    def test_a_crowd_is_sent_by_one_click(self, window: MainWindow) -> None:
        """All are selected, one right-click sends them all."""
        go(window, 1)
        hand = Hand(window.canvas)
        hand.key(Qt.Key.Key_A, modifiers=CTRL)
        hand.click((45.0, 30.0), RIGHT)
        assert window.run.inputs.sent.keys() == {WALKER, PLAYER}
