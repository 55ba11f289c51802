"""The play bar: contents in each state, and effects of its buttons."""

from types import SimpleNamespace

import pytest
from play_stage import Stage
from PySide6.QtCore import QObject, QPoint, QPointF, QRect, Qt, Signal
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QToolButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot
from sim_levels import agent, level_of, room

from editor.look.style import SIZE
from editor.panels.timeline.play_bar import PlayBar
from navcore.level.edit import Edit
from navcore.level.model import Level
from navcore.level.operations import delete


class Commands(QObject):
    """The default shortcuts."""

    keys_changed = Signal(object)

    def key_of(self, name: str) -> str:
        """The key of an action."""
        keys = {"restart": "F5", "back": "Shift+F5", "play": "Space", "step": "."}
        return keys.get(name, "")


class Window(QWidget):
    """A bar, a placeholder for the canvas, and a field."""

    def __init__(self, level: Level) -> None:
        """A bar on a run of the level."""
        super().__init__()
        self.stage = Stage(level)
        self.opened: list[str] = []
        """Panels that were to be opened."""
        self.canvas = QWidget()
        self.canvas.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.bar = PlayBar(
            SimpleNamespace(
                run=self.stage.run,
                document=self.stage.document,
                canvas=self.canvas,
                commands=Commands(self),
                frame=SimpleNamespace(toggle_panel=self.opened.append),
            )
        )
        self.field = QLineEdit()
        column = QVBoxLayout(self)
        for widget in (self.canvas, self.field, self.bar):
            column.addWidget(widget)


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    """A run of two agents; one walks to the right, the other stands."""
    shown = Window(level_of(room(20, 10), agent(1, (2, 2), goals=((18, 2),)), agent(2, (2, 6))))
    qtbot.addWidget(shown)
    with qtbot.waitExposed(shown):
        shown.show()
    return shown


def click(qtbot: QtBot, button: QToolButton) -> None:
    """Press a button with the mouse."""
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_at_the_start(window: Window) -> None:
    """Time 0, nothing to go back to, play offered."""
    bar = window.bar
    assert bar.time_label.text() == "0:00.0"
    assert bar.state_label.text() == "at the start"
    assert bar.counts_button.text() == "2 agents"
    assert bar.play_button.accessibleName() == "Play"
    assert not bar.back_button.isEnabled()
    assert bar.behind_label.text() == ""
    assert bar.height() == SIZE.play_bar
    assert not bar.go_on_button.isEnabled()
    assert not bar.other_run_button.isEnabled()


def test_play_and_pause(window: Window, qtbot: QtBot) -> None:
    """One button does both, and is named after its next effect."""
    bar, stage = window.bar, window.stage
    click(qtbot, bar.play_button)
    assert stage.run.playhead.playing
    assert bar.play_button.accessibleName() == "Pause"
    assert bar.state_label.text() == "playing"
    stage.wait(0.3501)
    assert bar.time_label.text() == "0:00.3"
    assert bar.counts_button.text() == "2 agents · 1 walking"
    assert bar.back_button.isEnabled()
    click(qtbot, bar.play_button)
    assert bar.play_button.accessibleName() == "Play"
    assert bar.state_label.text() == "paused"
    click(qtbot, bar.back_button)
    assert bar.state_label.text() == "at the start"
    assert bar.time_label.text() == "0:00.0"


def test_step_and_restart(window: Window, qtbot: QtBot) -> None:
    """One tick at a time; from the start again, playing."""
    bar, stage = window.bar, window.stage
    click(qtbot, bar.step_button)
    click(qtbot, bar.step_button)
    assert bar.time_label.text() == "0:00.2"
    assert bar.state_label.text() == "paused"
    click(qtbot, bar.restart_button)
    assert stage.run.playhead.playing
    assert bar.time_label.text() == "0:00.0"


def test_minutes(window: Window) -> None:
    """Seconds and tenths keep their places."""
    run = window.stage.run.record.simulation
    for _ in range(65 * 60 + 6):
        run.step()
    window.stage.run.signals.frame.emit(1.0)
    assert window.bar.time_label.text() == "1:05.1"


def test_who_does_what(window: Window) -> None:
    """Waiting and stuck agents are named when there are any."""
    document, run = window.stage.document, window.stage.run
    document.commit(
        Edit.put(
            document.level,
            [
                agent(3, (2, 8), goals=((2.1, 8), (4, 8)), wait=9.0),
                agent(4, (100, 100), goals=((5, 5),)),
            ],
        )
    )
    assert window.bar.counts_button.text() == "4 agents"
    for _ in range(5):
        run.clock.step_once()
    assert window.bar.counts_button.text() == "4 agents · 1 walking · 1 waiting · 1 stuck"
    document.commit(Edit.remove(document.level, [2, 3, 4]))
    run.clock.step_once()
    assert window.bar.counts_button.text() == "1 agent · 1 walking"
    document.commit(Edit.remove(document.level, [1]))
    run.clock.stop_to_start()
    assert window.bar.counts_button.text() == "no agents"


def test_speed(window: Window) -> None:
    """Chosen in the bar or elsewhere, both show the same."""
    box = window.bar.speed_box
    labels = [box.itemText(i) for i in range(box.count())]
    assert labels == ["0.1 ×", "0.25 ×", "0.5 ×", "1 ×", "2 ×", "4 ×", "8 ×", "16 ×"]
    assert box.currentText() == "1 ×"
    box.setCurrentIndex(5)
    box.activated.emit(5)
    assert window.stage.run.clock.speed == 4.0
    window.stage.run.clock.speed = 0.5
    assert box.currentText() == "0.5 ×"


def test_too_slow_is_shown(window: Window) -> None:
    """While time is dropped, the bar says so beside the speed."""
    stage = window.stage
    stage.run.clock.play()
    stage.clock.look = 0.003
    stage.wait(2.0)
    assert window.bar.behind_label.text() == "slower than 1 ×"
    stage.run.clock.pause()
    assert window.bar.behind_label.text() == ""


def test_buttons_never_take_the_focus(window: Window, qtbot: QtBot) -> None:
    """Keys stay with the canvas after a click."""
    window.canvas.setFocus()
    for button in window.bar.findChildren(QToolButton):
        assert button.focusPolicy() == Qt.FocusPolicy.NoFocus
        if button.isVisible():
            click(qtbot, button)
        assert window.canvas.hasFocus()


def test_everything_has_a_name(window: Window) -> None:
    """Buttons and box for screen readers, tool tips with the key."""
    bar = window.bar
    for control in (*bar.findChildren(QToolButton), *bar.findChildren(QComboBox)):
        assert control.accessibleName()
        assert control.toolTip()
    assert "F5" in bar.restart_button.toolTip()
    assert "Space" in bar.play_button.toolTip()


def wheel(box: QComboBox) -> None:
    """One notch of the wheel over the box."""
    box.wheelEvent(
        QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, -120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )
    )  # fmt: skip


def test_the_wheel_needs_the_focus(window: Window, qtbot: QtBot) -> None:
    """Without it the wheel passes by; Esc gives the focus back to the canvas."""
    box = window.bar.speed_box
    window.canvas.setFocus()
    wheel(box)
    assert window.stage.run.clock.speed == 1.0
    box.setFocus()
    wheel(box)
    assert window.stage.run.clock.speed == 2.0
    qtbot.keyClick(box, Qt.Key.Key_Escape)
    assert window.canvas.hasFocus()


def places(bar: PlayBar) -> dict[str, QRect]:
    """Return the positions of controls in the bar by name, without pure displays."""
    bar.layout().activate()
    names = (
        "restart_button", "back_button", "play_button", "step_back_button", "step_button",
        "go_on_button", "other_run_button", "time_label", "speed_box", "time_line",
    )  # fmt: skip
    return {
        name: QRect(part.mapTo(bar, QPoint(0, 0)), part.size())
        for name in names
        if (part := getattr(bar, name)) is not None
    }


@pytest.mark.parametrize("width", [SIZE.least_width, SIZE.window_width])
def test_nothing_moves_whatever_happens(window: Window, qtbot: QtBot, width: int) -> None:
    """Play, pause, looking back, inputs, a slow level, long times and crowds."""
    bar, stage = window.bar, window.stage
    window.resize(width, window.height())
    qtbot.waitUntil(lambda: bar.width() > width - 60)
    before = places(bar)
    click(qtbot, bar.play_button)
    stage.wait(0.5)
    assert places(bar) == before
    stage.clock.look = 0.003
    stage.wait(2.0)
    assert bar.behind_label.text()
    assert places(bar) == before
    click(qtbot, bar.play_button)
    stage.run.commands.send([1], (4.0, 4.0))
    stage.run.timeline.seek(0.2)
    assert bar.go_on_button.isEnabled()
    assert places(bar) == before
    bar.time_label.setText("1234:56.7")
    bar.state_label.setText("of 1234:56.7 · playing back of something long")
    bar.counts_button.setText("10,000 agents · 9,999 walking · 1,234 held up · 1,234 stuck" * 2)
    bar.inputs_label.setText("1,234 inputs of this run")
    assert places(bar) == before
    metrics = bar.time_label.fontMetrics()
    assert metrics.horizontalAdvance("1234:56.7") <= bar.time_label.width()


def test_the_counts_open_the_panel_of_the_run(window: Window, qtbot: QtBot) -> None:
    """The counts also have labels."""
    window.resize(SIZE.least_width, window.height())
    qtbot.waitUntil(lambda: window.bar.width() > SIZE.least_width - 60)
    qtbot.mouseClick(window.bar.counts_button, Qt.MouseButton.LeftButton)
    assert window.opened == ["run"]
    assert window.bar.counts_button.accessibleName() == "What agents do: 2 agents"


def test_agents_are_counted_as_they_are_shown(window: Window) -> None:
    """Also while time stands, where the run takes an edit in with its next tick."""
    stage, bar = window.stage, window.bar
    level = stage.document.level
    stage.run.clock.play()
    stage.wait(0.5)
    stage.run.clock.pause()
    assert bar.counts_button.text() == "2 agents · 1 walking"
    stage.document.commit(delete(level, [1]))
    stage.bake.wait()
    assert bar.counts_button.text() == "1 agent · 0 walking"
    stage.document.commit(delete(stage.document.level, [2]))
    stage.bake.wait()
    assert bar.counts_button.text() == "no agents"
    assert bar.state_label.text() == "No agents yet. Press A and click the floor."
    stage.run.clock.play()
    assert not stage.run.playhead.playing
    stage.document.commit(Edit.put(stage.document.level, [agent(7, (3, 3))]))
    stage.bake.wait()
    assert bar.counts_button.text() == "1 agent · 0 walking"
    stage.document.stack.setIndex(0)
    stage.bake.wait()
    assert bar.counts_button.text() == "2 agents · 1 walking"
