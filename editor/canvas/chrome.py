"""What floats over the canvas: legend, scale bar, list of overlays, name of the followed agent."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QAction, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QMenu,
    QStyle,
    QStyleOptionToolButton,
    QToolButton,
    QWidget,
)

from editor.canvas.follow import FollowChip, Follower
from editor.canvas.legend import Legend
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.chip import Painted
from editor.look import pens, style
from editor.look.icons import icon
from editor.look.style import CANVAS, FONT, SIZE
from navcore.i18n import tr


class Chrome:
    """Widgets that float over the canvas, each in its corner."""

    def __init__(
        self,
        parent: QWidget,
        overlays: Sequence[Overlay],
        toggle: Callable[[Overlay], None],
        follower: Follower,
    ) -> None:
        """Over this widget; `toggle` shows or hides an overlay."""
        self._parent, self._overlays = parent, overlays
        self.legend = Legend(parent)
        self.scale_bar = ScaleBar(parent)
        self.eye = EyeButton(parent, overlays, toggle)
        self.follow_chip = FollowChip(parent, follower)
        self._shown = True

    def show(self, scene: Scene) -> None:
        """Explain this scene, each part in its place."""
        parent, legend, bar = self._parent, self.legend, self.scale_bar
        shown = [overlay for overlay in self._overlays if overlay.visible]
        free = parent.height() - bar.height() - self.eye.height() - 4 * SIZE.margin
        legend.show_rows([row for overlay in shown for row in overlay.legend(scene)], free)
        at_legend, at_bar = corner_places(parent.size(), legend.size(), bar.size())
        legend.move(at_legend.toPoint())
        bar.move(at_bar.toPoint())
        bar.show_scale(scene.scale)
        self.set_shown(self._shown)
        self.eye.move(parent.width() - self.eye.width() - SIZE.margin, SIZE.margin)
        self.follow_chip.move(self.eye.x() - self.follow_chip.width() - SIZE.related, SIZE.margin)

    def set_shown(self, shown: bool) -> None:
        """Show or hide legend and scale bar, with the panels."""
        self._shown = shown
        self.legend.setVisible(shown and bool(self.legend.rows))
        self.scale_bar.setVisible(shown)

    def corner(self) -> tuple[float, float]:
        """Pixels across and up that legend and scale bar cover, with a margin."""
        if self.legend.isHidden():
            return (0.0, 0.0)
        across = self.legend.x() + self.legend.width() + SIZE.margin
        return (across, self._parent.height() - self.legend.y() + SIZE.margin)


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
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setAccessibleName(tr("Overlays"))
        self.setToolTip(tr("Choose what the canvas shows"))
        self._list = QMenu(self)
        self.actions_by_name: dict[str, QAction] = {}
        for overlay in self._overlays:
            # Made here: PySide at times takes for gone what Qt has made and still holds.
            action = QAction(tr(overlay.title), self, checkable=True)
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


def corner_places(canvas: QSize, legend: QSize, scale_bar: QSize) -> tuple[QPointF, QPointF]:
    """Where legend and scale bar stand on a canvas of this size."""
    bottom = canvas.height() - SIZE.margin
    bar_top = bottom - scale_bar.height()
    return (
        QPointF(SIZE.margin, bar_top - SIZE.related - legend.height()),
        QPointF(SIZE.margin + SIZE.related, bar_top),
    )
