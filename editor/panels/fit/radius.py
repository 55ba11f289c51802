"""Another agent radius, tried on the canvas before it is the level's."""

from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPainter, QPaintEvent, QWheelEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSlider,
    QStyle,
    QStyleOptionSlider,
    QToolButton,
    QWidget,
)

from editor.look import pens, style
from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import Elided, NumberField, number_text
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_label, named
from editor.services.bake.shown_floor import ShownFloor
from navcore.i18n import several, tr
from navcore.level.limits import LIMITS
from navcore.level.model import Level
from navcore.world import World

STEP: Final = 0.01
"""Metres of a step of the slider."""
LEAST_MOST: Final = 2.0
"""Metres that the slider reaches at least."""


class RadiusSlider(QSlider):
    """A slider in centimetres, with marks at the radii of those who walk."""

    left = Signal(object)
    """Esc."""
    taken = Signal(object)
    """Enter."""

    def __init__(self) -> None:
        """At 0."""
        super().__init__(Qt.Orientation.Horizontal)
        self._marks: tuple[float, ...] = ()
        self._tried = False
        self.setSingleStep(round(0.05 / STEP))
        self.setPageStep(round(0.25 / STEP))
        self.setMinimumHeight(SIZE.field)

    def show_marks(self, radii: Sequence[float]) -> None:
        """Mark these radii, metres."""
        marks = tuple(sorted(set(radii)))
        if marks != self._marks:
            self._marks = marks
            self.update()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc ends, Enter takes."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit(None)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self.taken.emit(None)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Only with the focus; else what lies around scrolls."""
        if self.hasFocus():
            super().wheelEvent(event)
        else:
            event.ignore()

    def show_tried(self, *, tried: bool) -> None:
        """Whether what it shows is another radius than the level's."""
        if tried != self._tried:
            self._tried = tried
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """A groove, filled up to a round handle, with the marks beneath."""
        theme = style.current()
        groove, at = self._groove(), self._pixel(self.value())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        painter.setPen(Qt.PenStyle.NoPen)
        for right, token in (
            (groove.right(), theme.line),
            (at, theme.accent if self._tried else theme.control),
        ):
            painter.setBrush(pens.brush(token))
            part = QRectF(groove.left(), groove.top(), right - groove.left(), groove.height())
            painter.drawRoundedRect(part, SIZE.groove / 2, SIZE.groove / 2)
        middle, half = QPointF(at, groove.center().y()), SIZE.handle / 2
        if self.hasFocus():
            ring = half + SIZE.focus / 2 + SIZE.line
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(pens.pen(theme.accent, SIZE.focus))
            painter.drawEllipse(middle, ring, ring)
            painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(pens.brush(theme.text))
        painter.drawEllipse(middle, half, half)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(pens.pen(theme.text2, SIZE.line))
        top = round(middle.y() + half) + SIZE.line + SIZE.focus
        for radius in self._marks:
            x = self._pixel(round(radius / STEP))
            painter.drawLine(x, top, x, top + SIZE.inside - 1)

    def _groove(self) -> QRectF:
        first, last = self._pixel(self.minimum()), self._pixel(self.maximum())
        top = (self.height() - SIZE.groove) // 2
        return QRectF(first, top, last - first, SIZE.groove)

    def _pixel(self, value: int) -> int:
        """Where the handle is that the style moves for the mouse."""
        option = QStyleOptionSlider()
        self.initStyleOption(option)
        part = QStyle.ComplexControl.CC_Slider
        handle = self.style().subControlRect(part, option, QStyle.SubControl.SC_SliderHandle, self)
        groove: QRect = self.style().subControlRect(
            part, option, QStyle.SubControl.SC_SliderGroove, self
        )
        room = groove.width() - handle.width()
        at = QStyle.sliderPositionFromValue(self.minimum(), self.maximum(), value, room)
        return groove.left() + handle.width() // 2 + at


class RadiusField(NumberField):
    """The same as a number. Esc ends the trial."""

    ended = Signal(object)

    def __init__(self) -> None:
        """From 0 to what a radius may be."""
        limit = LIMITS["agent_radius"]
        super().__init__("m", limit.least, limit.greatest, round(5 * STEP, 9))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc takes back what is typed, and the preview."""
        super().keyPressEvent(event)
        if event.key() == Qt.Key.Key_Escape:
            self.ended.emit(None)


class RadiusTrial(QWidget):
    """A slider and a number; what they would make of the level; a button that makes it so."""

    def __init__(
        self,
        shown: ShownFloor,
        level: Callable[[], Level],
        world: Callable[[], World],
        use: Callable[[float], None],
        leave: Callable[[], None],
    ) -> None:
        """`use` makes a radius the type's; `leave` gives the focus back to the canvas."""
        super().__init__()
        self._shown, self._level, self._world = shown, level, world
        self._use, self._leave = use, leave
        self.slider = RadiusSlider()
        self.field = RadiusField()
        self.fault = make_label(name="fault", wraps=True)
        """Why a radius that was typed is none."""
        self.fault.hide()
        self.told = Elided()
        self.told.setObjectName("label")
        self.take = QPushButton()
        self.back = QToolButton()
        self.back.setIcon(icon("reset"))
        self.back.setFixedSize(SIZE.field, SIZE.field)
        self._name()
        self._lay_out()
        self.slider.valueChanged.connect(self._slid)
        self.slider.left.connect(self._end)
        self.slider.taken.connect(self._take)
        self.field.take = self._typed
        self.field.refused.connect(self._show_fault)
        self.field.left.connect(self._left_field)
        self.field.ended.connect(self._end)
        self.take.clicked.connect(self._take)
        self.back.clicked.connect(self._end)
        shown.changed.connect(self.refresh)
        self.refresh()

    def _name(self) -> None:
        tip = tr("Shows the cells for characters of another radius; the level stays as it is")
        for widget in (self.slider, self.field):
            widget.setAccessibleName(tr("Try a radius"))
            widget.setToolTip(tip)
        self.take.setAccessibleName(tr("Use this radius"))
        named(self.back, tr("Back"), tr("Show the type's own radius again"))

    def _lay_out(self) -> None:
        self.field.setFixedWidth(SIZE.number_field)
        title = make_label(tr("Try a radius"), buddy=self.slider)
        title.setMinimumWidth(1)
        title.setToolTip(title.text())
        head = fill(horizontal(gap=SIZE.related), (title, 1), self.take, self.back)
        row = fill(horizontal(gap=SIZE.related), (self.slider, 1), self.field)
        fill(vertical(self, gap=SIZE.inside, margins=0), head, row, self.fault, self.told)
        for button in (self.take, self.back):
            # Nothing moves when a trial begins.
            kept = button.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            button.setSizePolicy(kept)

    # What is shown.

    def refresh(self, _: object = None) -> None:
        """Show the radius that is tried, or the type's own."""
        level, radius = self._level(), self._shown.tried
        shown = self._shown.radius_in(level.settings)
        radii = [agent.radius for agent in level.agents.values()]
        radii += [level.settings.agent_radius]
        radii += [p.radius for p in level.settings.profiles if p.radius is not None]
        most = max(LEAST_MOST, 2 * level.settings.agent_radius, *radii, shown)
        was = self.slider.blockSignals(True)
        self.slider.setRange(0, round(most / STEP))
        self.slider.setValue(round(shown / STEP))
        self.slider.blockSignals(was)
        self.slider.show_tried(tried=radius is not None)
        self.slider.show_marks(radii)
        self.field.show_value(shown)
        for widget in (self.take, self.back):
            widget.setVisible(radius is not None)
        if radius is None:
            name, told = self._shown.type_name, tr("The radius of {0}; its cells show.")
            own = tr("Its cells show on the canvas.")
            self.told.setText(told.format(name) if name else own)
        else:
            length = number_text(radius, "m")
            self.take.setText(tr("Use {0}").format(length))
            name = self._shown.type_name
            meant = tr("Makes it the radius of {0}").format(name)
            self.take.setToolTip(meant if name else tr("Makes it the level's agent radius"))
            self._show_figures(length)

    def _show_figures(self, length: str) -> None:
        seen = self._shown.of(self._world())
        if seen is None or seen.profile.radius != self._shown.tried:
            self.told.setText(tr("{0}: one moment").format(length))
            return
        islands = several(seen.islands, "1 island", "{0} islands")
        area = tr("{0} m²").format(f"{seen.walkable:,.1f}")
        self.told.setText(tr("{0}: {1}, {2}").format(length, islands, area))

    def _show_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    # What is done.

    def _slid(self, value: int) -> None:
        self._shown.try_radius(round(value * STEP, 2))

    def _typed(self, radius: float) -> None:
        self._shown.try_radius(radius)

    def _take(self, _: object = None) -> None:
        radius = self._shown.tried
        if radius is not None:
            self._use(radius)
            self._end()

    def _left_field(self, _: object = None) -> None:
        """Enter keeps what is previewed in sight."""
        self._leave()

    def _end(self, _: object = None) -> None:
        self._shown.end_trial()
        self._leave()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab, or no panels: what nobody can see changes nothing on the canvas."""
        self._shown.end_trial()
        super().hideEvent(event)
