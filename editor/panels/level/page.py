"""Properties of the level, shown while nothing is selected."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.level.exports import ExportRows
from editor.panels.level.facts import LevelFacts
from editor.panels.level.form import BakeForm
from editor.panels.level.state import BakeState
from navcore.i18n import tr


class LevelPage(QWidget):
    """Facts, result of the bake, numbers and exports of the level."""

    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Build the widgets for the document's level."""
        super().__init__()
        self.facts = LevelFacts(bench.document)
        self.state = BakeState(bench.bake, lambda: bench.run.switches.world)
        self.state.islands_pressed.connect(
            lambda _: bench.commands.table["overlay_islands"].trigger()
        )
        self.form = BakeForm(bench)
        self.exports = ExportRows(bench)
        for acted in (self.state.acted, self.form.left):
            acted.connect(self.left)
        column = vertical(
            self, gap=SIZE.related, margins=(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.margin)
        )
        fill(
            column, self.facts, self.state,
            _rule(), make_label(tr("Grid"), "headline"), self.form,
            _rule(), make_label(tr("Exports"), "headline"), self.exports,
            STRETCH,
        )  # fmt: skip


def _rule() -> QFrame:
    line = QFrame()
    line.setObjectName("line")
    line.setFixedHeight(SIZE.line)
    return line
