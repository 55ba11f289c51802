"""Connect all in sight: maximal length, with a preview of the new edges."""

from typing import ClassVar, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QVBoxLayout, QWidget

from editor.actions.network import grounds, join_in_sight, waypoints_in_order
from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.entries import Entry, Page
from editor.look.boxes import fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.tools.corridor import shown_radius
from navcore.graph.generators.connect import REACH
from navcore.i18n import mark, several, tr
from navcore.level.edit import Edit
from navcore.level.model import Edge
from navcore.level.naming import called

RESTS_AFTER_MS: Final = 100
"""Edges are looked for when the typing rests for so long."""
_LEAST: Final = 0.1
_FARTHEST: Final = 1000.0


class ConnectDialog(Dialog):
    """Joins the selected waypoints between which agents of the shown type can walk straight."""

    name: ClassVar[str] = "connect"
    title: ClassVar[str] = mark("Connect all in sight")
    over_docks: ClassVar[bool] = True
    about_selection: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the waypoints that are selected now."""
        super().__init__(bench, parent)
        self._level, self._edit = bench.document.level, Edit()
        self._grounds = grounds(bench)
        profile = bench.bake.shown_floor.profile_in(self._level.settings)
        self._radius = shown_radius(self._level, profile)
        named = called(map(self._level.element, waypoints_in_order(bench)))
        self.headline = make_label(named, "headline", plain=True)
        self._rest = QTimer(self, singleShot=True, interval=RESTS_AFTER_MS)
        self._rest.timeout.connect(self._refresh)
        self.reach = Entry(tr("Up to"), "m", _LEAST, _FARTHEST, 0.5, self._rest.start)
        self.page = Page()
        self.page.entries, self.page.kept = (self.reach,), {"reach": self.reach}
        self.page.lay_out((self.reach,))
        self.outcome = make_label(wraps=True)
        self.outcome.setFixedHeight(3 * self.outcome.fontMetrics().lineSpacing())
        self.make = make_button(tr("Connect"), self._make)
        self.reach.entered_all.connect(self._make)
        column = vertical(self, gap=SIZE.group, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        fill(column, self.headline, self.page, self.outcome, self.foot(self.make))
        self.reach.put(REACH)
        self.page.recall(bench.settings.numbers(self.name))
        self._refresh()
        self.reach.setFocus()
        self.reach.selectAll()

    def _refresh(self) -> None:
        """Show the edges that would come, or say why none do."""
        self._rest.stop()
        fault = self.reach.fault()
        self._edit = Edit()
        if not fault:
            new_id = self.bench.document.new_id
            self._edit = join_in_sight(
                self._level, self._grounds, self._radius, self.reach.number, new_id
            )
        self.show_edit(self._edit)
        self.make.setEnabled(bool(self._edit))
        edges = sum(isinstance(item, Edge) for item in self._edit.after.values())
        told = several(edges, "1 new edge", "{0} new edges")
        if not edges:
            told = tr("All that see each other within this distance are connected already.")
        self.outcome.setObjectName("fault" if fault else "label")
        self.outcome.style().unpolish(self.outcome)
        self.outcome.style().polish(self.outcome)
        self.outcome.setText(fault or told)

    def _make(self, _: object = None) -> None:
        if self._rest.isActive():
            self._refresh()
        if self._edit:
            self.bench.settings.set_numbers(self.name, self.page.numbers())
            self.take(self._edit)


DIALOGS = (ConnectDialog,)
