"""What floats over the canvas: legend, scale bar, and the button that lists overlays."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QFontMetrics, QPainter, QPaintEvent, QPixmap, QPolygonF
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from editor.canvas.overlays.overlay import LegendRow, Overlay
from editor.canvas.painting.drawing import hatch, pattern_tile
from editor.look import pens, style
from editor.look.icons import icon
from editor.look.style import CANVAS, FONT, SIZE
from navcore.i18n import tr


class Painted:
    """The picture of a widget that is painted with every frame and seldom looks otherwise."""

    def __init__(self, widget: QWidget) -> None:
        """Not painted yet."""
        self._widget = widget
        self._known: tuple[tuple[object, ...], QPixmap] | None = None

    def put(self, paint: Callable[[QPainter], None], *looks: object) -> None:
        """The widget as `paint` paints it, which depends on theme, font, size and `looks` alone."""
        widget, ratio = self._widget, self._widget.devicePixelRatioF()
        key = (style.current().name, pens.font().key(), widget.size(), ratio, *looks)
        if self._known is None or self._known[0] != key:
            picture = QPixmap(widget.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            painter = QPainter(picture)
            paint(painter)
            painter.end()
            self._known = (key, picture)
        QPainter(widget).drawPixmap(0, 0, self._known[1])


class Legend(QFrame):
    """The chip at the lower left: a swatch and a line for each colour in sight."""

    def __init__(self, parent: QWidget) -> None:
        """Empty."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.rows: tuple[LegendRow, ...] = ()
        self._painted = Painted(self)
        self.setAccessibleName(tr("Legend"))

    def show_rows(self, rows: Sequence[LegendRow]) -> None:
        """Explain these colours."""
        if tuple(rows) == self.rows:
            return
        self.rows = tuple(rows)
        self.resize(self.sizeHint())
        self.setVisible(bool(self.rows))
        self.update()

    def sizeHint(self) -> QSize:
        """As wide as the longest line."""
        metrics = QFontMetrics(pens.font(FONT.small))
        widest = max((metrics.horizontalAdvance(row.text) for row in self.rows), default=0)
        left = SIZE.margin + CANVAS.swatch + SIZE.related
        return QSize(left + widest + SIZE.margin, len(self.rows) * _row() + 2 * SIZE.related)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        self._painted.put(self.paint_on, self.rows)

    def paint_on(self, painter: QPainter) -> None:
        """Draw it, its upper left corner at the origin."""
        theme = style.current()
        paint_chip(painter, self.rect())
        painter.setFont(pens.font(FONT.small))
        for number, row in enumerate(self.rows):
            top = SIZE.related + number * _row()
            _paint_swatch(painter, row, SIZE.margin, top + (_row() - CANVAS.swatch) // 2)
            painter.setPen(pens.colour(theme.text))
            left = SIZE.margin + CANVAS.swatch + SIZE.related
            place = QRect(left, top, self.width() - left, _row())
            painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, row.text)


class ScaleBar(QWidget):
    """A bar of a round length, and that length."""

    def __init__(self, parent: QWidget) -> None:
        """At 100 %."""
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(tr("Scale"))
        self._scale = CANVAS.hundred_percent
        self._painted = Painted(self)
        self.resize(CANVAS.scale_bar_most + 2 * SIZE.related, FONT.small + 3 * SIZE.related)

    def show_scale(self, scale: float) -> None:
        """Pixels a metre."""
        if scale != self._scale:
            self._scale = scale
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Text over a line."""
        self._painted.put(self.paint_on, self._scale)

    def paint_on(self, painter: QPainter) -> None:
        """Draw it, its upper left corner at the origin."""
        theme = style.current()
        metres = round_length(self._scale)
        bottom = self.height() - SIZE.inside
        painter.setFont(pens.font(FONT.small))
        painter.setPen(pens.colour(theme.text))
        painter.drawText(
            QRect(0, 0, self.width(), bottom - SIZE.inside),
            Qt.AlignmentFlag.AlignBottom,
            f"{metres * 1000:g} mm" if metres < 0.01 else f"{metres:g} m",
        )
        painter.setPen(pens.pen(theme.text, 2.0))
        painter.drawLine(0, bottom, round(metres * self._scale), bottom)


def round_length(scale: float) -> float:
    """The longest of 1, 2, 5, 10, ... metres that is at most the widest bar."""
    most = CANVAS.scale_bar_most / scale
    power = 10.0 ** math.floor(math.log10(most))
    return next(factor * power for factor in (5.0, 2.0, 1.0) if factor * power <= most)


class EyeButton(QToolButton):
    """The button at the upper right: which overlays are shown, and a list to choose them."""

    def __init__(
        self, parent: QWidget, overlays: Sequence[Overlay], toggle: Callable[[Overlay], None]
    ) -> None:
        """Lists the overlays that have a title."""
        super().__init__(parent)
        self._overlays = [overlay for overlay in overlays if overlay.title]
        self.setObjectName("chip")
        self.setIcon(icon("eye"))
        self.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAccessibleName(tr("Overlays"))
        self.setToolTip(tr("Choose what the canvas shows"))
        self._list = QMenu(self)
        self.actions_by_name: dict[str, QAction] = {}
        for overlay in self._overlays:
            # Made here: PySide at times takes for gone what Qt has made and still holds.
            action = QAction(tr(overlay.title), self)
            action.setCheckable(True)
            self._list.addAction(action)
            action.triggered.connect(lambda _, chosen=overlay: toggle(chosen))
            self.actions_by_name[overlay.name] = action
        self.setMenu(self._list)
        self._painted = Painted(self)
        self.refresh()

    def refresh(self) -> None:
        """Name what is shown, and mark it in the list."""
        for overlay in self._overlays:
            self.actions_by_name[overlay.name].setChecked(overlay.visible)
        told = [overlay for overlay in self._overlays if overlay.named and overlay.visible]
        hidden = [
            overlay
            for overlay in self._overlays
            if overlay.shown_at_first and not overlay.named and not overlay.visible
        ]
        words = [tr(overlay.title) for overlay in told]
        names = ", ".join(word if not n else word.lower() for n, word in enumerate(words))
        parts = [names] if names else []
        if len(hidden) == 1:
            parts.append(tr("{0} hidden").format(tr(hidden[0].title).lower()))
        elif hidden:
            parts.append(tr("{0} hidden").format(len(hidden)))
        # A space more between icon and text than the style leaves.
        self.setText(f" {' · '.join(parts) or tr('Floor hidden')}")
        self.resize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        """As the style paints it."""
        option = QStyleOptionToolButton()
        self.initStyleOption(option)
        kind = QStyle.ComplexControl.CC_ToolButton
        self._painted.put(
            lambda painter: self.style().drawComplexControl(kind, option, painter, self),
            option.state, option.activeSubControls, self.text(), self.palette().cacheKey(),
        )  # fmt: skip

    def sizeHint(self) -> QSize:
        """Icon and text, with the same margin left and right."""
        text = self.fontMetrics().horizontalAdvance(self.text())
        width = 2 * SIZE.margin + SIZE.icon_small + SIZE.inside + text
        return QSize(width, SIZE.field)


def _row() -> int:
    return CANVAS.swatch + SIZE.inside + 2


def paint_chip(painter: QPainter, box: QRect) -> None:
    """The raised ground of what floats over the canvas."""
    theme = style.current()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(theme.line, SIZE.line))
    painter.setBrush(pens.brush(theme.raised))
    inner = QRectF(box).adjusted(0.5, 0.5, -0.5, -0.5)
    painter.drawRoundedRect(inner, SIZE.radius_button, SIZE.radius_button)


def _paint_swatch(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    if row.across:
        _paint_across(painter, row, left, top)
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
    box = QRect(left, top, CANVAS.swatch - 1, CANVAS.swatch - 1)
    painter.setBrush(pens.brush(row.fill))
    painter.setPen(pens.pen(row.fill))
    painter.drawRect(box)
    if row.pattern:
        clip = box.adjusted(0, 0, 1, 1)
        painter.fillRect(clip, pens.brush(row.fill))
        painter.drawTiledPixmap(
            clip, pattern_tile(row.pattern, row.hatch, painter.device().devicePixelRatioF())
        )
    elif row.hatch:
        inside = QPolygonF(QRectF(box))
        step = CANVAS.door_hatch_step if row.cross else CANVAS.swatch_hatch_step
        hatch(painter, inside, pens.pen(row.hatch), step, both=row.cross)
    if row.line:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(pens.pen(row.line, CANVAS.outline, row.dash))
        painter.drawRect(box)


def _paint_across(painter: QPainter, row: LegendRow, left: int, top: int) -> None:
    """A line with a tick at each end, as it stands across a gap."""
    half = CANVAS.swatch // 2
    first, last, middle = left + 1, left + CANVAS.swatch - 1, top + half
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    painter.setPen(pens.pen(row.line, CANVAS.width_line, row.dash))
    painter.drawLine(first, middle, last, middle)
    painter.setPen(pens.pen(row.line, CANVAS.width_line))
    for x in (first, last):
        painter.drawLine(x, top + 1, x, top + CANVAS.swatch - 1)
    if row.cross:
        x, arm = left + half, round(CANVAS.width_cross) - 1
        for turn in (1, -1):
            painter.drawLine(x - arm, middle - turn * arm, x + arm, middle + turn * arm)


def corner_places(canvas: QSize, legend: QSize, scale_bar: QSize) -> tuple[QPointF, QPointF]:
    """Where legend and scale bar stand on a canvas of this size."""
    bottom = canvas.height() - SIZE.margin
    bar_top = bottom - scale_bar.height()
    return (
        QPointF(SIZE.margin, bar_top - SIZE.related - legend.height()),
        QPointF(SIZE.margin + SIZE.related, bar_top),
    )
