"""State of the bake, and what to do about a slow one."""

import html
from collections.abc import Callable

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QProgressBar, QWidget

from editor.look.boxes import fill, horizontal, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.services.bake.service import BakeService
from editor.services.bake.shown_floor import walkable_area
from editor.tools.messages import short
from navcore.i18n import several, tr
from navcore.level.storeys import storey_title
from navcore.level.tables import GROUND
from navcore.world import World

TURN_MS = 100
"""The bar of a bake that runs moves as often."""


class BakeState(QWidget):
    """Cells, floor, islands and time; a bar with Cancel, or that the cells lag behind."""

    acted = Signal(object)
    """A button was pressed."""
    islands_pressed = Signal(object)
    """The count of islands was pressed: they are to be shown, or hidden again."""

    def __init__(self, bake: BakeService, shown: Callable[[], World]) -> None:
        """Follow this bake; `shown` returns the world on the canvas."""
        super().__init__()
        self._bake, self._shown = bake, shown
        self.result = make_label(wraps=True)
        self.result.setTextFormat(Qt.TextFormat.RichText)
        links = Qt.TextInteractionFlag
        self.result.setTextInteractionFlags(
            links.LinksAccessibleByMouse | links.LinksAccessibleByKeyboard
        )
        self.result.linkActivated.connect(self.islands_pressed.emit)
        self.bar = QProgressBar(textVisible=False)
        self.bar.setFixedHeight(SIZE.groove)
        self.bar.setAccessibleName(tr("Progress of the bake"))
        self.busy = make_label(
            tr("Baking takes a while. The previous cells are shown."), wraps=True
        )
        self.cancel = make_button(tr("Cancel"), self._cancel, name=tr("Cancel the bake"))
        self.lag = make_label(
            tr("The bake was cancelled: the cells are out of date."), "warn", wraps=True
        )
        self.now = make_button(tr("Bake now"), self._bake_now)
        self._turn = QTimer(self, interval=TURN_MS)
        self._turn.timeout.connect(self._move_bar)
        self._lay_out()
        bake.baked.connect(self._show_result)
        bake.shown_floor.changed.connect(self._show_result)
        bake.state_changed.connect(self._show_state)
        self._show_result()
        self._show_state()

    def _lay_out(self) -> None:
        column = fill(vertical(self, gap=SIZE.inside, margins=0), self.result)
        for text, button in ((self.busy, self.cancel), (self.lag, self.now)):
            row = fill(horizontal(gap=SIZE.related), (text, 1), button)
            column.addLayout(row)
        column.addWidget(self.bar)

    def _show_result(self, _: object = None) -> None:
        grid, floor, whom = self._bake.world.grid, self._bake.shown_floor, ""
        seen = floor.of(self._shown()) if floor.type_name or floor.layer != GROUND else None
        if seen is not None:
            grid, whom = seen.world.grid, _heading(floor.type_name, floor.layer) + " "
        islands = several(grid.regions.count, "1 island", "{0} islands")
        self.result.setText(
            html.escape(whom)
            + tr("{0} walkable, {1}\n{2} cells, baked in {3} ms")
            .replace("\n", "<br>")
            .format(
                tr("{0} m²").format(f"{walkable_area(grid):,.1f}"),
                f'<a href="islands">{html.escape(islands)}</a>',
                tr("{0} × {1}").format(f"{grid.width:,}", f"{grid.depth:,}"),
                number_text(self._bake.milliseconds, "", 1),
            )
        )

    def _show_state(self, _: object = None) -> None:
        slow, lags = self._bake.slow, self._bake.lags
        for shown, widgets in (
            (slow, (self.busy, self.bar, self.cancel)),
            (lags, (self.lag, self.now)),
        ):
            for widget in widgets:
                widget.setVisible(shown)
        if slow:
            self._move_bar()
            self._turn.start()
        else:
            self._turn.stop()

    def _move_bar(self) -> None:
        self.bar.setRange(0, 1000)
        self.bar.setValue(round(1000 * self._bake.progress))

    def _cancel(self) -> None:
        self._bake.cancel()
        self.acted.emit(None)

    def _bake_now(self) -> None:
        self._bake.bake_now()
        self.acted.emit(None)


def _heading(type_name: str, layer: str) -> str:
    """Return words for an agent type and a storey."""
    storey = short(storey_title(layer))
    if not type_name:
        return tr("On {0}:").format(storey)
    if layer == GROUND:
        return tr("For {0}:").format(short(type_name))
    return tr("For {0} on {1}:").format(short(type_name), storey)
