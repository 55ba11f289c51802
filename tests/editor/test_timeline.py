"""The timeline: playhead, marks, mouse, keys, and texts."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pytest
from play_stage import Stage
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QImage, QPainter, QWheelEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from small_level import COOK, GATE, small_level

from editor.look import style
from editor.panels.timeline.marks import Mark, Marks
from editor.panels.timeline.panel import TimeLine, span_of
from editor.panels.timeline.shapes import legend, paint_mark, word
from editor.settings.settings import Settings
from editor.system.application import make_app
from navcore.sim.events import EVENT, Kind

KEY = Qt.Key


class Line:
    """A time line on a run of two rooms and a gate."""

    def __init__(self, ticks: int) -> None:
        """So many ticks are done."""
        self.stage = Stage(small_level())
        self.run = self.stage.run
        for _ in range(ticks):
            self.run.clock.step_once()
        self.widget = TimeLine(self.run)
        self.widget.resize(1000, self.widget.height())

    def pixel(self, seconds: float) -> QPoint:
        """Where a time is."""
        side = self.widget.groove()
        return QPoint(round(side.left() + seconds / self.widget.span * side.width()), 12)


@pytest.fixture
def line(qtbot: QtBot) -> Line:
    """Five seconds."""
    made = Line(50)
    qtbot.addWidget(made.widget)
    with qtbot.waitExposed(made.widget):
        made.widget.show()
    return made


def recorded(events: np.ndarray, inputs: tuple[object, ...] = ()) -> SimpleNamespace:
    """The parts of a recording that marks read."""
    settings = SimpleNamespace(steps_per_second=60)
    return SimpleNamespace(events=events, inputs=list(inputs), settings=settings)


def happened(*rows: tuple[int, Kind]) -> np.ndarray:
    """Events of these kinds at these steps."""
    made = np.zeros(len(rows), EVENT)
    made["step"] = [step for step, _ in rows]
    made["kind"] = [kind for _, kind in rows]
    return made


def test_the_line_has_room_and_seldom_changes_its_measure() -> None:
    """Marks stay in place while a run goes on."""
    assert [span_of(seconds) for seconds in (0.0, 10.0, 10.1, 61.0, 3601.0)] == [
        10.0, 10.0, 20.0, 120.0, 7200.0,
    ]  # fmt: skip


def test_it_is_a_slider_in_ticks(line: Line) -> None:
    """Range and value follow the run, in play and in the past."""
    assert (line.widget.minimum(), line.widget.maximum(), line.widget.value()) == (0, 50, 50)
    line.run.clock.step_once()
    assert (line.widget.maximum(), line.widget.value()) == (51, 51)
    line.run.timeline.seek(2.04)
    assert line.widget.value() == 20
    line.run.clock.stop_to_start()
    assert (line.widget.maximum(), line.widget.value()) == (0, 0)


def test_the_head_follows_the_mouse(line: Line, qtbot: QtBot) -> None:
    """During the drag it is between ticks; at the release it goes to the nearest."""
    qtbot.mousePress(line.widget, Qt.MouseButton.LeftButton, pos=line.pixel(2.0))
    assert line.run.playhead.seconds == pytest.approx(2.0, abs=0.02)
    QTest.mouseMove(line.widget, line.pixel(3.26))
    assert line.run.playhead.seconds == pytest.approx(3.26, abs=0.02)
    assert line.run.playhead.looks_back
    qtbot.mouseRelease(line.widget, Qt.MouseButton.LeftButton, pos=line.pixel(3.26))
    assert line.run.playhead.seconds == pytest.approx(3.3)
    qtbot.mousePress(line.widget, Qt.MouseButton.LeftButton, pos=line.pixel(9.5))
    assert not line.run.playhead.looks_back
    qtbot.mouseRelease(line.widget, Qt.MouseButton.LeftButton, pos=line.pixel(0.0))
    QTest.mouseMove(line.widget, line.pixel(1.0))
    assert not line.run.playhead.looks_back


def test_other_buttons_and_an_empty_line_do_nothing(line: Line, qtbot: QtBot) -> None:
    """Neither does a press at the start."""
    qtbot.mouseClick(line.widget, Qt.MouseButton.RightButton, pos=line.pixel(2.0))
    assert not line.run.playhead.looks_back
    line.run.clock.stop_to_start()
    qtbot.mouseClick(line.widget, Qt.MouseButton.LeftButton, pos=line.pixel(2.0))
    assert line.run.playhead.at_start


@pytest.mark.parametrize(
    ("keys", "seconds"),
    [((KEY.Key_Left,), 4.9), ((KEY.Key_Left, KEY.Key_Left, KEY.Key_Right), 4.9),
     ((KEY.Key_PageUp,), 4.0), ((KEY.Key_PageUp, KEY.Key_PageUp, KEY.Key_PageDown), 4.0),
     ((KEY.Key_Home,), 0.0), ((KEY.Key_Home, KEY.Key_Left), 0.0),
     ((KEY.Key_Home, KEY.Key_End), 5.0), ((KEY.Key_Right,), 5.0)],
)  # fmt: skip
def test_keys(line: Line, keys: tuple[Qt.Key, ...], seconds: float) -> None:
    """A tick, a second, the start and the end; nothing is simulated."""
    for key in keys:
        QTest.keyClick(line.widget, key)
    assert line.run.playhead.seconds == pytest.approx(seconds)
    assert line.run.record.simulation.steps == 300


def test_enter_and_esc_give_the_focus_back(line: Line) -> None:
    """Other keys are passed on."""
    left: list[object] = []
    line.widget.left.connect(left.append)
    for key in (KEY.Key_Return, KEY.Key_Escape):
        QTest.keyClick(line.widget, key)
    QTest.keyClick(line.widget, KEY.Key_A)
    assert len(left) == 2
    assert line.run.playhead.seconds == 5.0


def test_the_wheel_needs_the_focus(line: Line) -> None:
    """Then a notch is a tick."""

    def wheel() -> None:
        event = QWheelEvent(
            QPointF(5, 5), QPointF(5, 5), QPoint(), QPoint(0, 120), Qt.MouseButton.NoButton,
            Qt.KeyboardModifier.NoModifier, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        line.widget.wheelEvent(event)

    line.widget.clearFocus()
    wheel()
    assert line.run.playhead.seconds == 5.0
    line.widget.activateWindow()
    line.widget.setFocus()
    wheel()
    assert line.run.playhead.seconds == pytest.approx(4.9)


def test_screen_readers(line: Line) -> None:
    """They see a named slider with a settable value and the time as text."""
    assert line.widget.accessibleName() == "Time line"
    reader = QAccessible.queryAccessibleInterface(line.widget)
    assert reader.role() == QAccessible.Role.Slider
    reader.valueInterface().setCurrentValue(20)
    assert line.run.playhead.seconds == pytest.approx(2.0)
    line.widget.activateWindow()
    line.widget.setFocus()
    QTest.keyClick(line.widget, KEY.Key_Right)
    assert line.widget.accessibleDescription() == "0:02.1 of 0:05.0"


def test_marks_are_counted_once() -> None:
    """By places of the line and kinds; later ones are added to those before."""
    marks = Marks()
    rows = [(30, Kind.ARRIVED), (31, Kind.ARRIVED), (32, Kind.STUCK), (599, Kind.NUDGED),
            (600, Kind.FREED), (601, Kind.WORLD_CHANGED)]  # fmt: skip
    recording = recorded(happened(*rows[:2]))
    assert marks.follow(recording, 10.0, 100)
    assert not marks.follow(recording, 10.0, 100)
    recording.events = happened(*rows)
    assert marks.follow(recording, 10.0, 100)
    assert marks.between(5, 5) == [(Mark.STUCK, 1), (Mark.ARRIVED, 2)]
    assert marks.between(0, 99) == [(Mark.STUCK, 1), (Mark.NUDGED, 1), (Mark.ARRIVED, 2)]
    drawn = list(marks.drawn())
    assert [(mark, count) for _, mark, count in drawn] == [(Mark.STUCK, 3), (Mark.NUDGED, 1)]
    assert drawn[0][0] == pytest.approx(32 / 60)
    recording.events = happened(*rows[:1])
    assert marks.follow(recording, 10.0, 100)
    assert marks.between(0, 99) == [(Mark.ARRIVED, 1)]


def test_ten_thousand_marks_are_no_more_than_there_are_places() -> None:
    """Dense marks share places; every one of them is counted."""
    events = np.zeros(10_000, EVENT)
    events["step"] = np.sort(np.random.default_rng(3).integers(0, 18_000, 10_000))
    events["kind"] = np.random.default_rng(4).choice([Kind.ARRIVED, Kind.NUDGED], 10_000)
    marks = Marks()
    marks.follow(recorded(events), 300.0, 110)
    drawn = list(marks.drawn())
    assert len(drawn) <= 110
    assert sum(count for _, _, count in drawn) == 10_000


def test_a_run_marks_doors_and_inputs(line: Line) -> None:
    """Toggled and sent by hand, where they took effect."""
    line.run.commands.switch([GATE])
    line.run.commands.send([COOK], (14.0, 6.0))
    for _ in range(5):
        line.run.clock.step_once()
    there = dict(line.widget.marks.between(0, 1000))
    assert there[Mark.WORLD] == 1
    assert there[Mark.BY_HAND] == 1
    tip = line.widget.tip(line.pixel(5.0).x())
    assert "0:05.0" in tip
    assert "input by hand" in tip


def test_every_mark_has_a_shape_of_its_own() -> None:
    """They can be distinguished without colours: no two cover the same pixels."""
    seen: list[np.ndarray] = []
    for mark in Mark:
        image = QImage(12, 12, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        paint_mark(painter, QPointF(6, 6), mark)
        painter.end()
        alpha = np.frombuffer(image.constBits(), np.uint8).reshape(12, 12, 4)[:, :, 3] > 127
        assert alpha.any()
        assert all(np.count_nonzero(alpha != other) > 4 for other in seen), mark
        seen.append(alpha)


def test_words_for_marks(qtbot: QtBot) -> None:
    """One and many; the legend names those that there are, and escapes nothing it should not."""
    for mark in Mark:
        assert "2,000" in word(mark, 2000)
        assert word(mark, 1) != word(mark, 2)
    text = legend("0:01.0", [(Mark.STUCK, 3)], [Mark.STUCK], 1.0)
    assert "3 stuck" in text
    assert "got stuck" in text
    assert "arrived" not in text


def test_it_looks_as_it_should(line: Line, tmp_path) -> None:
    """The head is at the shown moment, and the recording is longer; in both themes."""
    settings = Settings(tmp_path / "waywright.ini")
    for theme in (style.DARK, style.LIGHT):
        settings.theme = theme.name
        make_app(settings)
        line.run.timeline.seek(99.0)
        line.run.timeline.seek(2.0)
        image = line.widget.grab().toImage()
        y = round(line.widget.groove().center().y())

        def colour(seconds: float, image: QImage = image, y: int = y) -> str:
            return image.pixelColor(line.pixel(seconds).x(), y).name().upper()

        assert colour(2.0) == theme.accent.upper()
        assert colour(1.0) == theme.text2.upper()
        assert colour(4.0) == theme.control.upper()
        assert colour(8.0) == theme.line.upper()


def test_what_is_set_aside_is_seen_beyond_the_end(line: Line) -> None:
    """As dots; the line does not shrink meanwhile."""
    line.run.timeline.seek(2.0)
    line.run.commands.switch([GATE])
    line.run.clock.step_once()
    image = line.widget.grab().toImage()
    y = round(line.widget.groove().center().y())
    row = [image.pixelColor(x, y).name() for x in range(line.pixel(3.0).x(), line.pixel(4.5).x())]
    assert sum(one != other for one, other in pairwise(row)) > 20


def test_it_paints_only_what_is_seen(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """A frame that moves nothing by half a pixel paints nothing."""
    painted: list[object] = []
    line.widget.follow()
    monkeypatch.setattr(line.widget, "update", lambda *_: painted.append(1))
    line.run.signals.frame.emit(1.0)
    assert painted == []
    line.run.clock.step_once()
    assert painted
