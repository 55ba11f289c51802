"""Durations of the steps of a run: a bar for each phase, and the share of a frame's time."""

from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QSizePolicy, QWidget

from editor.look import boxes, pens, style
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Elided, number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.panel import scrolled
from editor.panels.run import messages as words
from editor.run.clock import BUDGET, FRAME_MS
from editor.run.run import Run
from editor.run.step_times import PhaseTime, Summary
from navcore.i18n import several, tr

_LINES: Final = 5
_BLOCKS: Final = 2
_COLUMNS: Final = 5
"""Columns of a block with name, bar, two numbers and a gap; there are two blocks."""


class Bar(QWidget):
    """A mean as a bar, and the worst as a thin line, of what fills the whole width."""

    def __init__(self) -> None:
        """Empty."""
        super().__init__()
        self._mean, self._worst = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(SIZE.related)

    def show_shares(self, mean: float, worst: float) -> None:
        """Shares of the whole width, 0 to 1."""
        if (mean, worst) != (self._mean, self._worst):
            self._mean, self._worst = mean, worst
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Groove, bar, line."""
        theme, painter = style.current(), QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        whole = QRectF(self.rect())
        radius = SIZE.groove / 2
        for share, colour in (
            (1.0, theme.line),
            (self._worst, theme.control),
            (self._mean, theme.text2),
        ):
            width = whole.width() * min(max(share, 0.0), 1.0)
            if width > 0:
                painter.setBrush(pens.brush(colour))
                part = QRectF(0.0, (whole.height() - SIZE.groove) / 2, width, SIZE.groove)
                painter.drawRoundedRect(part, radius, radius)


class _Line:
    """Name, bar and numbers of a phase."""

    def __init__(self, grid: QGridLayout, row: int, first: int) -> None:
        self.name = Elided()
        self.name.setObjectName("label")
        self.bar = Bar()
        self.mean, self.worst = QLabel(), QLabel()
        for column, widget in enumerate((self.name, self.bar, self.mean, self.worst)):
            grid.addWidget(widget, row, first + column)
        for label in (self.mean, self.worst):
            label.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)

    def show_time(self, time: PhaseTime | None, most: float) -> None:
        """Show a phase, with `most` seconds as the full width; None hides the line."""
        for widget in (self.name, self.bar, self.mean, self.worst):
            widget.setVisible(time is not None)
        if time is None:
            return
        name = words.phase(time.name)
        self.name.setText(name)
        self.mean.setText(_ms(time.mean))
        self.worst.setText(_ms(time.worst))
        self.mean.setAccessibleName(tr("{0}, mean").format(name))
        self.worst.setAccessibleName(tr("{0}, worst").format(name))
        self.bar.show_shares(time.mean / most, time.worst / most)


class TimesPage(QWidget):
    """Mean and worst of the last second, phase by phase."""

    def __init__(self, run: Run) -> None:
        """Show this run."""
        super().__init__()
        self._run = run
        self.total = make_label(name="headline", wraps=True)
        self.share = make_label(wraps=True)
        self.bar = Bar()
        self.facts = make_label(wraps=True)
        self._grid = boxes.grid(gaps=(SIZE.related, SIZE.inside))
        self._heads: list[QLabel] = []
        for block in range(_BLOCKS):
            self._grid.setColumnStretch(_COLUMNS * block + 1, 1)
            for at, text in ((0, tr("ms a step")), (2, tr("mean")), (3, tr("worst"))):
                label = make_label(text)
                if at:
                    label.setAlignment(Qt.AlignmentFlag.AlignRight)
                self._heads.append(label)
                self._grid.addWidget(label, 0, _COLUMNS * block + at, 1, 1 if at else 2)
            if block:
                self._grid.setColumnMinimumWidth(_COLUMNS * block - 1, SIZE.group)
        self.lines: list[_Line] = []
        side, phases = QWidget(), QWidget()
        margins = (SIZE.margin, SIZE.related, SIZE.margin, SIZE.related)
        fill(
            vertical(side, gap=SIZE.related, margins=margins),
            self.total, self.bar, self.share, self.facts, STRETCH,
        )  # fmt: skip
        fill(vertical(phases, gap=0, margins=margins), self._grid, STRETCH)
        left = scrolled(side)
        left.setFixedWidth(SIZE.run_list)
        fill(horizontal(self, gap=0, margins=0), left, (scrolled(phases), 1))

    def refresh(self) -> None:
        """Show the times as they are now."""
        summary = self._run.times.summary()
        most = max((time.worst for time in summary.phases), default=0.0)
        while len(self.lines) < len(summary.phases):
            block, row = divmod(len(self.lines), _LINES)
            self.lines.append(_Line(self._grid, row + 1, _COLUMNS * block))
        for number, line in enumerate(self.lines):
            there = number < len(summary.phases)
            line.show_time(summary.phases[number] if there else None, most or 1.0)
        for widget in (self.bar, self.share, *self._heads):
            widget.setVisible(summary.steps > 0)
        if summary.steps:
            self._show_total(summary)
        else:
            self.total.setText(tr("Play the run to see here what each step costs."))
            self.facts.setText("")

    def _show_total(self, summary: Summary) -> None:
        budget = BUDGET * 1000 / FRAME_MS
        share, worst = summary.total / budget, summary.worst / BUDGET
        self.bar.show_shares(share, worst)
        self.total.setText(
            tr("A step takes {0}, at worst {1}").format(
                number_text(summary.mean * 1000, "ms"), number_text(summary.worst * 1000, "ms")
            )
        )
        self.share.setText(
            tr("{0} % of the {1} ms that a frame has for steps").format(
                f"{share * 100:.0f}", f"{BUDGET * 1000:.0f}"
            )
        )
        agents = several(
            len(self._run.agents.crowd().elements), "1 agent in the run", "{0} agents in the run"
        )
        steps = several(summary.steps, "1 step in the last second", "{0} steps in the last second")
        self.facts.setText(f"{agents} · {steps}")


def _ms(seconds: float) -> str:
    return number_text(seconds * 1000, "")
