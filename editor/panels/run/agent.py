"""The agent that is selected, as it is in the run: where it goes, and why it waits."""

import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QLabel,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Elided, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.panels.panel import scrolled
from editor.panels.run import messages as words
from editor.panels.run.facts import Facts, area_at, facts_of, reasons_now, with_reason
from editor.run.run import Run
from navcore.i18n import mark, several, tr
from navcore.level.model import Level, Point
from navcore.sim.reasons import Reason

_NOTHING: Final = "\N{EN DASH}"

_ROWS: Final = (
    ("place", mark("Place")),
    ("target", mark("Target")),
    ("away", mark("Away")),
    ("path", mark("Path")),
    ("following", mark("Next corner")),
    ("speed", mark("Speed")),
    ("facing", mark("Facing")),
    ("replans", mark("Replanned")),
    ("nudges", mark("Nudged")),
)
"""Facts about an agent, line by line."""
_LINES: Final = 5
"""Lines in the first column; further lines are in another column."""


class AgentPage(QWidget):
    """Numbers of agents by activity, and beside them all facts about one agent."""

    picked = Signal(object)
    """Emitted with a frozenset of agent ids to select."""
    shown_to = Signal(object)
    """This agent is to be selected and brought into view: its id."""

    def __init__(self, run: Run, level: Callable[[], Level]) -> None:
        """About the run of this service; `level` is the level as it is now."""
        super().__init__()
        self._run, self._level = run, level
        self.one = OneAgent(level)
        self.one.blocker.clicked.connect(self._show_blocker)
        self.several = SeveralAgents()
        self.several.picked.connect(self.picked)
        self.nobody = make_label(
            tr("Select one agent to see where it goes and why it waits."), wraps=True
        )
        self.nobody.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nobody.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        self._pages = QStackedWidget()
        self._pages.addWidget(scrolled(self.one))
        self._pages.addWidget(self.nobody)
        counts = scrolled(self.several)
        counts.setFixedWidth(SIZE.run_list)
        fill(horizontal(self, gap=0, margins=0), counts, (self._pages, 1))

    def use_actions(self, table: Mapping[str, QAction]) -> None:
        """Use actions of the window for buttons, such as Follow."""
        self.one.follow.setDefaultAction(table["follow"])
        self.one.frame.setDefaultAction(table["frame"])

    def show_agents(self, chosen: frozenset[int]) -> None:
        """Show the single selected agent; else count the selected agents, or all."""
        facts = facts_of(self._run, next(iter(chosen))) if len(chosen) == 1 else None
        if facts is not None:
            self.one.show_facts(facts)
        self._pages.setCurrentIndex(1 if facts is None else 0)
        counted = chosen if len(chosen) > 1 else frozenset[int]()
        reasons = reasons_now(self._run)
        by_reason = {each: with_reason(reasons, counted, each) for each in words.REASONS}
        self.several.show_reasons(by_reason, selected=bool(counted))

    def _show_blocker(self) -> None:
        if self.one.blocker_id is not None:
            self.shown_to.emit(self.one.blocker_id)


class OneAgent(QWidget):
    """Name of an agent, its activity in a sentence, and its numbers."""

    asked = Signal()
    """Emitted to explain why it finds no path."""

    def __init__(self, level: Callable[[], Level]) -> None:
        """Start without an agent."""
        super().__init__()
        self._level = level
        self.blocker_id: int | None = None
        self.name = Elided()
        self.name.setObjectName("headline")
        self.said = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.said.setAccessibleName(tr("What it does"))
        self.blocker = named(QPushButton(), tr("Agent in the way"))
        self.blocker.setMinimumWidth(1)
        self.blocker.hide()
        self.why = make_button(
            tr("Why?"), self.asked.emit, tip=tr("Say what is in the way, and how to fix it")
        )
        self.why.hide()
        self.follow, self.frame = _button(), _button()
        self.values: dict[str, QLabel] = {}
        grid = boxes.grid(gaps=(SIZE.margin, SIZE.inside))
        for number, (key, title) in enumerate(_ROWS):
            line, block = number % _LINES, 2 * (number // _LINES)
            label, value = make_label(tr(title)), named(Elided(), tr(title))
            grid.addWidget(label, line, block)
            grid.addWidget(value, line, block + 1)
            grid.setColumnStretch(block + 1, 2 if block == 0 else 1)
            self.values[key] = value
        buttons = fill(horizontal(gap=SIZE.related), (self.name, 1), self.frame, self.follow)
        column = vertical(
            self, gap=SIZE.related, margins=(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        )
        why_row = fill(horizontal(gap=SIZE.related), self.why, STRETCH)
        fill(column, buttons, self.said, self.blocker, why_row, grid, STRETCH)

    def show_facts(self, facts: Facts) -> None:
        """Show this agent."""
        _tell(self.name, facts.name or tr("An agent without a name"))
        _tell(self.said, facts.said)
        self.blocker_id = facts.blocker
        if facts.blocker is not None:
            other = facts.blocker_name or tr("the agent in the way")
            _tell(self.blocker, tr("Show {0}").format(other))
            self.blocker.setToolTip(tr("Select {0} and bring it into view").format(other))
        self.blocker.setVisible(facts.blocker is not None)
        self.why.setVisible(facts.finds_no_path)
        for key, text in self._texts(facts).items():
            _tell(self.values[key], text or _NOTHING)

    def _texts(self, facts: Facts) -> dict[str, str]:
        errand = facts.errand
        texts = {
            "place": self._place(facts.place),
            "facing": tr("{0}°").format(round(math.degrees(facts.facing)) % 360),
            "speed": _speed(facts),
            "replans": _times(facts.replans),
            "nudges": _times(facts.nudges),
        }
        if errand is None:
            return dict.fromkeys(self.values, "") | texts
        corners = several(errand.corners, "1 corner", "{0} corners")
        path = ", ".join((number_text(errand.length, "m", 1), corners, _seconds(errand.seconds)))
        following = errand.following
        return texts | {
            "target": self._place(errand.target),
            "away": number_text(errand.away, "m", 1),
            "path": path if errand.corners else "",
            "following": _xz(following) if following else "",
        }

    def _place(self, place: Point) -> str:
        area = area_at(self._level(), place)
        return tr("{0} in {1}").format(_xz(place), area) if area else _xz(place)


class SeveralAgents(QWidget):
    """Numbers of agents by activity; a click on a line selects them."""

    picked = Signal(object)

    def __init__(self) -> None:
        """Start without agents."""
        super().__init__()
        self.title = make_label(name="headline", wraps=True)
        self.hint = make_label(tr("Click a line to select these agents."), wraps=True)
        self._by_reason: Mapping[Reason, frozenset[int]] = {}
        self.lines: dict[Reason, QPushButton] = {}
        column = vertical(
            self, gap=SIZE.inside, margins=(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        )
        fill(column, self.title, self.hint)
        for reason in words.REASONS:
            line = make_button(words.counted(reason, 0), partial(self._pick, reason))
            line.setObjectName("choice")
            line.setMinimumWidth(1)
            self.lines[reason] = line
            column.addWidget(line)
        column.addStretch(1)

    def show_reasons(self, by_reason: Mapping[Reason, frozenset[int]], *, selected: bool) -> None:
        """Show the numbers of the selected agents, or of all, by activity."""
        self._by_reason = by_reason
        count = sum(map(len, by_reason.values()))
        if selected:
            said = several(count, "1 selected agent", "{0} selected agents")
        else:
            said = several(count, "1 agent in the run", "{0} agents in the run")
        _tell(self.title, said)
        self.hint.setVisible(count > 0)
        for reason, line in self.lines.items():
            ids = by_reason[reason]
            line.setVisible(bool(ids))
            if ids:
                _tell(line, words.counted(reason, len(ids)))
                line.setToolTip(line.text())

    def _pick(self, reason: Reason) -> None:
        self.picked.emit(self._by_reason[reason])


def _button() -> QToolButton:
    button = QToolButton()
    button.setIconSize(QSize(SIZE.icon, SIZE.icon))
    button.setFixedSize(SIZE.tool_button_width, SIZE.tool_button_height)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _tell(label: QLabel | QPushButton, text: str) -> None:
    """Set a text only if it differs, because setting it triggers a layout."""
    if label.text() != text:
        label.setText(text)


def _xz(place: Point) -> str:
    return f"{number_text(place[0])}, {number_text(place[1])}"


def _times(count: int) -> str:
    return several(count, "once so far", "{0} times so far") if count else tr("not yet")


def _seconds(seconds: float) -> str:
    return number_text(seconds, "s", 1) if math.isfinite(seconds) else ""


def _speed(facts: Facts) -> str:
    if facts.speed is None:
        return ""
    return tr("{0} of {1}").format(number_text(facts.speed), number_text(facts.walk_speed, "m/s"))
