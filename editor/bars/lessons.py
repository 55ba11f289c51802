"""First steps: one instruction at a time over the canvas, until the user has done it.

Completion is detected in the level, the run and the exports, so any way of doing it counts.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QLabel

from editor.document import Document
from editor.exports import Exports
from editor.files.service import Files
from editor.look.boxes import fill, horizontal
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.run.run import Run
from editor.settings.settings import Settings
from editor.tools.keys import key, pressing
from navcore.i18n import tr
from navcore.level.model import Area, Level

FIRST_STEPS: Final = "first_steps"
"""The sample that the lessons are about."""

NEXT_SAMPLE: Final = "tavern"
"""The sample that the last word leads to."""


@dataclass(slots=True)
class Seen:
    """State that a lesson checks."""

    document: Document
    run: Run
    before: Level
    """The level when the lesson began."""
    toggled: bool = False
    exported: bool = False


@dataclass(frozen=True, slots=True)
class Lesson:
    """One instruction."""

    words: Callable[[Seen], str]
    done: Callable[[Seen], bool]
    prepare: Callable[[Seen], None] = lambda seen: None
    """Prepares the editor so that the user can follow the instruction."""


def _doors(level: Level) -> list[Area]:
    return [area for area in level.areas.values() if area.door]


def _gate_moved(seen: Seen) -> bool:
    """Return whether a gate was moved; a gate that was drawn again counts as well."""
    before = seen.before.areas
    return not seen.document.dragging and any(
        door.id not in before or door.polygon != before[door.id].polygon
        for door in _doors(seen.document.level)
    )


def _no_gate() -> str:
    return tr("The gate is gone. {0} brings it back.").format(key("undo"))


def _move_words(seen: Seen) -> str:
    if not _doors(seen.document.level):
        return _no_gate()
    return tr("Drag the gate with the mouse and watch the blue floor follow.")


def _gate_words(seen: Seen) -> str:
    if not _doors(seen.document.level):
        return _no_gate()
    if seen.run.playhead.at_start:
        return tr("Press Space. The gardener walks.")
    if seen.toggled:
        return pressing(
            "toggle_door",
            tr("No agent gets through now. Press {0} over the gate again."),
            tr("No agent gets through now. Select the gate and choose {0} again."),
        )
    return pressing(
        "toggle_door",
        tr("Press {0} over the gate while he walks."),
        tr("Select the gate while he walks, and choose {0}."),
    )


def _gate_toggled(seen: Seen) -> bool:
    """Shut and open again, or the next lesson would send the player to a shut gate."""
    doors = _doors(seen.document.level)
    shut = not all(map(seen.run.switches.is_on, doors))
    seen.toggled = (seen.toggled or shut) and not seen.run.playhead.at_start
    return bool(doors) and seen.toggled and not shut


def _players(level: Level) -> frozenset[int]:
    return frozenset(agent.id for agent in level.agents.values() if agent.player)


def _select_player(seen: Seen) -> None:
    """Select the player, because a right-click sends the selected agents."""
    seen.document.select(_players(seen.document.level))


def _send_words(seen: Seen) -> str:
    players = _players(seen.document.level)
    if not players:
        return tr("Your player is gone. {0} brings it back.").format(key("undo"))
    if seen.run.playhead.at_start:
        return tr("Press Space, and time goes on.")
    if players.isdisjoint(seen.document.selection.ids):
        return tr("Click your player, the one with the crown.")
    return tr("Right-click the garden: your player goes there.")


def _player_sent(seen: Seen) -> bool:
    agents = seen.document.level.agents
    sent = [agents[i] for i in seen.run.inputs.sent if i in agents]
    return any(agent.player for agent in sent)


def _obstacle_drawn(seen: Seen) -> bool:
    drawn = seen.document.level.obstacles.keys() - seen.before.obstacles.keys()
    return not seen.document.dragging and bool(drawn)


def _bed_words(seen: Seen) -> str:
    return tr("Draw a bed in his way: {0} and drag.").format(key("tool_rectangle_obstacle"))


LESSONS: Final = (
    Lesson(_move_words, _gate_moved),
    Lesson(
        lambda _: tr("Press Space. The gardener walks."), lambda seen: seen.run.playhead.playing
    ),
    Lesson(_gate_words, _gate_toggled),
    Lesson(_send_words, _player_sent, _select_player),
    Lesson(_bed_words, _obstacle_drawn),
    Lesson(
        lambda seen: tr("{0} exports the grid.").format(key("export")), lambda seen: seen.exported
    ),
)


class LessonStrip(QFrame):
    """Strip with an instruction, the progress and a close button; at the end with next steps.

    It is hidden while there is no lesson.
    """

    hide_wanted = Signal(object)
    new_wanted = Signal(object)
    sample_wanted = Signal(object)

    def __init__(self) -> None:
        """An empty, hidden strip."""
        super().__init__()
        self.setObjectName("message")
        self.setAccessibleName(tr("First steps"))
        self._sign = QLabel()
        self._sign.setPixmap(
            icon("info", "accent").pixmap(
                QSize(SIZE.icon_small, SIZE.icon_small), self.devicePixelRatioF()
            )
        )
        self.text = QLabel(wordWrap=True)
        self._number = 0
        self.progress = make_label()
        self.button = make_button(tr("Hide hints"), lambda _: self.hide_wanted.emit(None))
        self.next_buttons = (
            make_button(tr("Draw your own level"), lambda _: self.new_wanted.emit(None)),
            make_button(tr("Play in the tavern"), lambda _: self.sample_wanted.emit(None)),
        )
        """Buttons for the time after the last lesson."""
        for button in (*self.next_buttons, self.button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        row = horizontal(
            self, gap=SIZE.related, margins=(SIZE.margin, SIZE.inside, SIZE.related, SIZE.inside)
        )
        fill(row, self._sign, (self.text, 1), self.progress, *self.next_buttons, self.button)
        self.setMinimumHeight(SIZE.message_strip)
        self.hide()

    def show_lesson(self, number: int, words: str) -> None:
        """Show a lesson, the first is 1."""
        if self.isVisible() and (self._number, self.text.text()) == (number, words):
            return
        self._number = number
        self.progress.setText(tr("{0} of {1}").format(number, len(LESSONS)))
        self._show_text(words, tr("Hide hints"), over=False)

    def show_end(self) -> None:
        """Say that all is done, and offer what to do next."""
        self._number = 0
        words = tr("That is all: you can draw, play and export.")
        self._show_text(words, tr("Close"), over=True)

    def _show_text(self, words: str, way_out: str, *, over: bool) -> None:
        self.text.setText(words)
        self.button.setText(way_out)
        self.setAccessibleDescription(words)
        self.progress.setVisible(not over)
        for button in self.next_buttons:
            button.setVisible(over)
        self.show()


class Lessons(QObject):
    """Leads through the first steps, as long as their level is open."""

    ended = Signal(object)
    """The user hid the hints, or closed the last word."""

    def __init__(
        self,
        document: Document,
        run: Run,
        files: Files,
        exports: Exports,
        settings: Settings,
    ) -> None:
        """Create the lessons; the first one appears when the sample for it is opened."""
        super().__init__()
        self.strip = LessonStrip()
        self.current: int | None = None
        """Index of the lesson that is shown."""
        self._settings = settings
        self._seen = Seen(document, run, document.level)
        self.strip.hide_wanted.connect(self.stop)
        self.strip.new_wanted.connect(lambda _: files.new())
        self.strip.sample_wanted.connect(lambda _: files.open_sample(NEXT_SAMPLE))
        document.loaded.connect(self._forget)
        files.sample_opened.connect(self._opened)
        exports.exported.connect(self._exported)
        for happened in (
            document.changed, document.settled, document.selection_changed,
            run.signals.state_changed, run.signals.frame, run.switches.changed,
        ):  # fmt: skip
            happened.connect(self._look)

    def stop(self, _: object = None) -> None:
        """Hide the hints for good."""
        self._forget()
        self._settings.hints_hidden = True
        self.ended.emit(None)

    def retell(self, _: object = None) -> None:
        """Update the text, because the shortcut that it names may have changed."""
        if self.current is not None:
            self.strip.show_lesson(self.current + 1, LESSONS[self.current].words(self._seen))

    def _opened(self, name: str) -> None:
        if name == FIRST_STEPS and not self._settings.hints_hidden:
            self._begin(0)

    def _begin(self, number: int) -> None:
        if number == len(LESSONS):
            self.current = None
            self._settings.hints_hidden = True
            self.strip.show_end()
            return
        seen = self._seen
        seen.before, seen.toggled, seen.exported = seen.document.level, False, False
        self.current = number
        LESSONS[number].prepare(seen)
        # The step may be complete already.
        self._look()

    def _look(self, _: object = None) -> None:
        if self.current is None:
            return
        if LESSONS[self.current].done(self._seen):
            self._begin(self.current + 1)
        else:
            self.retell()

    def _exported(self, _: object) -> None:
        self._seen.exported = True
        self._look()

    def _forget(self, _: object = None) -> None:
        self.current = None
        self.strip.hide()
