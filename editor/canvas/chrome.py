"""Widgets that float over the canvas: chips, list of overlays, legend, scale bar."""

import math
from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QPointF, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor.canvas.camera import PixelBox
from editor.canvas.chips import ChipRow
from editor.canvas.follow import FollowChip, Follower
from editor.canvas.legend import Legend
from editor.canvas.overlays.overlay import Overlay, Scene
from editor.canvas.painting.chip import Painted
from editor.canvas.show_bar import ShowBar
from editor.canvas.shown import ShownOverlays
from editor.canvas.state_chip import StateChip
from editor.canvas.storey_chip import StoreyChip
from editor.canvas.type_chip import TypeChip
from editor.document import Document
from editor.look import pens, style
from editor.look.style import CANVAS, FONT, SIZE
from editor.services.bake.shown_floor import ShownFloor
from navcore.i18n import tr

LEGEND_SHARE: Final = 1 / 6
"""Share of the canvas from which on the legend would hide too much of the level, and folds."""


class Chrome:
    """Widgets that float over the canvas, each in its corner."""

    def __init__(
        self,
        parent: QWidget,
        overlays: Sequence[Overlay],
        shown: ShownOverlays,
        follower: Follower,
        document: Document,
        shown_floor: ShownFloor,
    ) -> None:
        """Put widgets over this parent; `shown` shows and hides overlays."""
        self._parent, self._overlays = parent, overlays
        self.legend = Legend(parent)
        self.scale_bar = ScaleBar(parent)
        self.show_bar = ShowBar(parent, shown)
        self.follow_chip = FollowChip(follower)
        self.storey_chip = StoreyChip(document)
        self.type_chip = TypeChip(document, shown_floor)
        self.state_chip = StateChip(document)
        chips = (self.storey_chip, self.type_chip, self.state_chip, self.follow_chip)
        self.chips = ChipRow(parent, chips)
        self._shown = True

    def show(self, scene: Scene) -> None:
        """Explain this scene, each part in its place."""
        parent, legend, bar = self._parent, self.legend, self.scale_bar
        legends = {o.name: o.legend(scene) for o in self._overlays if o.visible}
        free = parent.height() - bar.height() - self.show_bar.height() - 4 * SIZE.margin
        legend.show_rows([row for rows in legends.values() for row in rows], free)
        legend.keep_within(LEGEND_SHARE * parent.width() * parent.height())
        self.show_bar.list.show_legends(legends)
        at_legend, at_bar = corner_places(parent.size(), legend.size(), bar.size())
        legend.move(at_legend.toPoint())
        bar.move(at_bar.toPoint())
        bar.show_scale(scene.scale)
        self.set_shown(self._shown)
        self.show_bar.move(parent.width() - self.show_bar.width() - SIZE.margin, SIZE.margin)

    def set_shown(self, shown: bool) -> None:
        """Show or hide legend and scale bar, with the panels."""
        self._shown = shown
        self.legend.setVisible(shown and bool(self.legend.rows))
        self.scale_bar.setVisible(shown)

    def covered(self) -> tuple[PixelBox, ...]:
        """Pixels of the canvas that lie under something: left, top, right, bottom of each."""
        parts = (self.legend, self.scale_bar, self.show_bar, self.chips)
        return tuple(
            (part.x(), part.y(), part.x() + part.width(), part.y() + part.height())
            for part in parts
            if not part.isHidden()
        )


class ScaleBar(QWidget):
    """A bar of a round length, and that length."""

    def __init__(self, parent: QWidget) -> None:
        """Start at 100 %."""
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
    """Return the longest of 1, 2, 5, 10, ... metres that is at most the widest bar."""
    most = CANVAS.scale_bar_most / scale
    power = 10.0 ** math.floor(math.log10(most))
    return next(factor * power for factor in (5.0, 2.0, 1.0) if factor * power <= most)


def corner_places(canvas: QSize, legend: QSize, scale_bar: QSize) -> tuple[QPointF, QPointF]:
    """Return the positions of legend and scale bar on a canvas of this size."""
    bottom = canvas.height() - SIZE.margin
    bar_top = bottom - scale_bar.height()
    return (
        QPointF(SIZE.margin, bar_top - SIZE.related - legend.height()),
        QPointF(SIZE.margin + SIZE.related, bar_top),
    )
