"""Charts of a run: activities, doors, and durations of steps."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QBuffer, QEvent, QIODevice, QPoint, QRect, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QStackedWidget,
    QToolButton,
    QWidget,
)

from editor.actions.workbench import Workbench
from editor.look import pens, style
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import Elided, number_text
from editor.look.icons import icon
from editor.look.plots.strokes import stroke_icon
from editor.look.style import FONT, SIZE
from editor.look.widgets import make_choice, make_label, named
from editor.panels.run.chart import Chart, Line, table_text
from editor.panels.run.legend import Legend
from editor.panels.run.series import CHARTS
from navcore.i18n import tr

if TYPE_CHECKING:
    from editor.look.plots.lines import LineChart
    from editor.look.plots.plane import PlaneChart

WINDOWS: Final = (5.0, 10.0, 30.0, 60.0)
"""Seconds over which rates may be taken."""
FOLLOW_MS: Final = 250
"""While a run plays, new numbers come so often; the cursor with every refresh of the panel."""
DOORS_AT_FIRST: Final = 8
"""Most doors that are drawn until others are chosen."""
_PICTURE: Final = 2.0
"""Pixels of a saved picture a pixel of the window."""


class ChartsPage(QWidget):
    """One chart at a time, with the names of its lines and their values at the cursor."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Show the window's run."""
        super().__init__()
        self._bench = bench
        self.plot: LineChart | None = None
        """Chart over time; made when it is first shown."""
        self.plane: PlaneChart | None = None
        """Chart over other values; made together with `plot`."""
        self._lines: list[Line] = []
        self._hidden: dict[str, frozenset[str]] = {}
        """Keys of the lines that are not drawn, by chart; of others nothing was chosen."""
        self._counted: tuple[object, ...] = ()
        self.legend = Legend()
        self.legend.changed.connect(self._choose_lines)
        self.legend.left.connect(self.left)
        self.nothing = make_label(wraps=True)
        self.nothing.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.nothing.setContentsMargins(SIZE.margin, SIZE.related, SIZE.margin, SIZE.margin)
        self._make_tools()
        self._lay_out()
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._count)
        self._next = QTimer(self, singleShot=True, interval=FOLLOW_MS)
        self._next.timeout.connect(self._show_lines)

    def _make_tools(self) -> None:
        """Make the controls above the chart."""
        self.tools = QWidget()
        self.about = Elided()
        self.about.setObjectName("label")
        self.choice = make_choice(tr("Chart"), (tr(chart.title) for chart in CHARTS))
        self.choice.setToolTip(tr("Which chart is shown"))
        self.choice.currentIndexChanged.connect(self._choose_chart)
        seconds = (tr("over {0} s").format(f"{window:g}") for window in WINDOWS)
        self.window_choice = make_choice(tr("Averaging time"), seconds)
        self.window_choice.setCurrentIndex(1)
        self.window_choice.setToolTip(tr("Seconds over which each rate is averaged"))
        self.window_choice.currentIndexChanged.connect(self._show_lines)
        for box, letters in ((self.choice, 14), (self.window_choice, 8)):
            box.setSizeAdjustPolicy(box.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            box.setMinimumContentsLength(letters)
            box.setFixedHeight(SIZE.field)
        self.all = _tool("frame", tr("Show all"), tr("Show all of the time again"))
        self.all.clicked.connect(self._show_all)
        self.save_table = _tool("table", tr("Save as a table…"), tr("The numbers of this chart"))
        self.save_table.clicked.connect(self._save_table)
        self.save_picture = _tool("picture", tr("Save as a picture…"), tr("This chart as it is"))
        self.save_picture.clicked.connect(self._save_picture)
        row = horizontal(self.tools, gap=SIZE.inside, margins=(SIZE.related, 0, SIZE.related, 0))
        fill(
            row, self.choice, self.window_choice, SIZE.inside, (self.about, 1), SIZE.inside,
            self.all, self.save_table, self.save_picture,
        )  # fmt: skip
        self.all.setEnabled(False)
        self._choose_tools()

    def _lay_out(self) -> None:
        self._room = QStackedWidget()
        self._room.setMinimumWidth(1)
        self.legend.setMinimumWidth(SIZE.run_list)
        self.legend.setMaximumWidth(SIZE.legend_most)
        shown = QWidget()
        row = fill(QHBoxLayout(shown), (self._room, 3), (self.legend, 2))
        row.setContentsMargins(SIZE.inside, 0, SIZE.inside, 0)
        row.setSpacing(SIZE.related)
        self._pages = QStackedWidget()
        self._pages.addWidget(shown)
        self._pages.addWidget(self.nothing)
        fill(vertical(self, gap=0, margins=0), self.tools, (self._pages, 1))

    @property
    def chart(self) -> Chart:
        """The chart that is chosen."""
        return CHARTS[self.choice.currentIndex()]

    # Following.

    def showEvent(self, event: QShowEvent) -> None:
        """The first time the chart is made."""
        super().showEvent(event)
        if self.plot is None:
            self._make_plots()
        self.refresh()

    def _make_plots(self) -> None:
        from editor.look.plots.lines import LineChart  # noqa: PLC0415  It takes 0.4 s.
        from editor.look.plots.plane import PlaneChart  # noqa: PLC0415

        plot = self.plot = LineChart(tr("Chart of the run"))
        plot.setToolTip(
            tr(
                "Click or drag to go to a moment · the wheel zooms · Shift and a drag zooms "
                "into a part · Backspace shows all"
            )
        )
        plot.zoomed.connect(self._show_zoom)
        plane = self.plane = PlaneChart(tr("Chart of the run"))
        plane.setToolTip(tr("Click a dot to go to its moment · arrows go a second on or back"))
        for chart in (plot, plane):
            chart.sought.connect(self._seek)
            chart.stepped.connect(self._step)
            chart.left.connect(self.left)
            self._room.addWidget(chart)

    def changeEvent(self, event: QEvent) -> None:
        """Pieces of lines in the colours of another theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange and self.plot is not None:
            self._show_lines()

    def refresh(self) -> None:
        """Show the moment; count what came since, and show it soon."""
        run = self._bench.run
        if self.plot is not None:
            self.plot.show_moment(run.playhead.seconds, accented=run.playhead.looks_back)
            self._mark_moment()
            self.legend.show_values(self._values())
        self._count()

    def _count(self) -> None:
        """Count for a while; show at once what belongs to another run, else now and then."""
        record = self._bench.run.record
        if not record.count():
            self._soon.start()
        counted = (record, record.statistics.ticks)
        if not self._counted or record is not self._counted[0] or not self._lines:
            self._counted = counted
            self._show_lines()
        elif counted != self._counted and not self._next.isActive():
            self._counted = counted
            self._next.start()

    def _show_lines(self, _: object = None) -> None:
        self._next.stop()
        run, chart = self._bench.run, self.chart
        window = WINDOWS[self.window_choice.currentIndex()]
        self._lines = chart.lines(run.record, window)
        if not self._lines:
            self.nothing.setText(tr(chart.nothing))
        self._pages.setCurrentIndex(0 if self._lines else 1)
        hidden = self._hidden_of(chart)
        self.legend.show_lines(self._lines, hidden, self.devicePixelRatioF())
        self._draw()
        self.legend.show_values(self._values())
        for button in (self.save_table, self.save_picture):
            button.setEnabled(bool(self._lines))

    def _hidden_of(self, chart: Chart) -> frozenset[str]:
        first = self._lines[DOORS_AT_FIRST:] if chart.of_gates else []
        return self._hidden.get(chart.key, frozenset(line.key for line in first))

    def _draw(self) -> None:
        if self.plot is None or self.plane is None:
            return
        from editor.look.plots.lines import Curve, seconds_of  # noqa: PLC0415  As above.
        from editor.look.plots.plane import Trace  # noqa: PLC0415

        record, chart = self._bench.run.record, self.chart
        lines = [line for line in self._lines if line.key not in self._hidden_of(chart)]
        per_tick = record.recording.seconds_per_tick
        self._room.setCurrentWidget(self.plane if chart.over else self.plot)
        if chart.over:
            apart = max(1, round(1 / per_tick)) * per_tick
            traces = [
                Trace(line.name, line.stroke, line.xs, line.ys, apart if line.dots else 0.0)
                for line in lines
                if line.xs is not None
            ]
            self.plane.show_traces(traces, tr(chart.over))
            self._mark_moment()
        else:
            xs = seconds_of(record.statistics.ticks, per_tick)
            curves = [Curve(line.name, line.stroke, xs, line.ys) for line in lines]
            self.plot.show_curves(curves, record.simulation.seconds, per_tick)
        for plot in (self.plot, self.plane):
            plot.setAccessibleName(tr("Chart of the run: {0}").format(tr(chart.title)))

    def _mark_moment(self) -> None:
        if self.plane is not None and self.chart.over:
            place = self._moment()
            self.plane.show_mark(*place, accented=self._bench.run.playhead.looks_back)

    def _moment(self) -> tuple[float, float]:
        """Density around walkers and their speed at the moment that is shown."""
        crowd, tick = self._bench.run.record.statistics.crowd, self._tick()
        return float(crowd.density(tick + 1)[-1]), float(crowd.speed(tick + 1)[-1])

    def _tick(self) -> int:
        record, seconds = self._bench.run.record, self._bench.run.playhead.seconds
        return int(seconds / record.recording.seconds_per_tick + 1e-6)

    def _values(self) -> list[str]:
        """Return what each line has at the moment that is shown."""
        tick, texts = self._tick(), []
        x = self._moment()[0] if self.chart.over else 0.0
        for line in self._lines:
            value = line.at(tick, x)
            known = value == value
            texts.append(number_text(value, "", self.chart.decimals) if known else "")
        return texts

    # Choosing.

    def _choose_chart(self, _: int) -> None:
        self._choose_tools()
        self._show_lines()

    def _choose_tools(self) -> None:
        """Show the explanation, and an averaging time if there are rates."""
        self.about.setText(tr(self.chart.about))
        self.window_choice.setVisible(self.chart.windows)

    def _choose_lines(self, hidden: frozenset[str]) -> None:
        self._hidden[self.chart.key] = hidden
        self._draw()

    def _show_all(self) -> None:
        if self.plot is not None:
            self.plot.show_all()

    def _show_zoom(self, part: object) -> None:
        self.all.setEnabled(part is not None)

    def _seek(self, seconds: float) -> None:
        self._bench.run.timeline.seek(seconds)

    def _step(self, seconds: float) -> None:
        playhead = self._bench.run.playhead
        at = min(max(0.0, playhead.seconds + seconds), playhead.length)
        self._bench.run.timeline.seek(at)

    # Saving.

    def _proposal(self, suffix: str) -> Path:
        bench = self._bench
        folder = bench.document.path.parent if bench.document.path else bench.settings.folder
        return (folder or Path.home()) / f"{bench.files.title}.{self.chart.key}{suffix}"

    def _save_table(self) -> None:
        path = self._bench.files.dialogs.save_table(self._proposal(".csv"))
        if path is None:
            return
        text = table_text(self._lines, self._bench.run.record.recording.seconds_per_tick)
        said = tr("Wrote the table {0}").format(path.name)
        self._bench.exports.write_file(path, text.encode, said)

    def _save_picture(self) -> None:
        path = self._bench.files.dialogs.save_picture(self._proposal(".png"))
        if path is None:
            return
        data = _png(self.picture())
        said = tr("Saved the picture {0}").format(path.name)
        self._bench.exports.write_file(path, lambda: data, said)

    def picture(self) -> QImage:
        """Return the chart under a title, with its legend, twice as fine as a usual screen."""
        plot = self.plane if self.chart.over else self.plot
        assert plot is not None
        lines = [line for line in self._lines if line.key not in self._hidden_of(self.chart)]
        width = plot.width() + SIZE.legend_most
        height = SIZE.row + max(plot.height(), SIZE.row * len(lines))
        image = QImage(QSize(width, height) * _PICTURE, QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(_PICTURE)
        theme, left = style.current(), Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        image.fill(pens.colour(theme.panel))
        painter = QPainter(image)
        painter.setPen(pens.pen(theme.text))
        painter.setFont(pens.font(FONT.tab, semibold=True))
        title = f"{self._bench.files.title} · {tr(self.chart.title)}"
        painter.drawText(SIZE.margin, 0, width, SIZE.row, left, title)
        painter.setFont(pens.font())
        for number, line in enumerate(lines):
            y = SIZE.row * (number + 1)
            at = QRect(plot.width() + SIZE.margin, y, SIZE.legend_line, SIZE.row)
            stroke_icon(line.stroke, _PICTURE).paint(painter, at)
            painter.drawText(at.right() + SIZE.related, y, width, SIZE.row, left, line.name)
        painter.translate(0, SIZE.row)
        plot.draw_for(_PICTURE)
        # The plot's own render only covers the scene.
        QWidget.render(plot, painter, QPoint())
        painter.end()
        plot.draw_for(None)
        return image


def _tool(name: str, text: str, tip: str) -> QToolButton:
    button = named(QToolButton(), text.rstrip("…"), f"{text}\n\n{tip}")
    button.setIcon(icon(name))
    button.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
    button.setFixedSize(SIZE.field, SIZE.field)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button


def _png(image: QImage) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image.save(buffer, "PNG")  # type: ignore[call-overload]
    return bytes(buffer.data().data())
