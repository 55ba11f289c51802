"""Coverage: how much floor sees the network, and what sees no waypoint, to be clicked."""

from typing import ClassVar, Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from editor.canvas.camera import grown
from editor.canvas.overlays.coverage import CoverageOverlay, share_words
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.row_table import RowTable
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from editor.panels.coverage.rows import Unseeing, UnseeingRows, area_text, rows_of
from editor.panels.panel import Panel, Place, scrolled
from editor.services.coverage import Seen
from editor.tools.messages.agent_types import type_words
from navcore.i18n import mark, several, tr
from navcore.level.model import Waypoint

FOLLOW_MS: Final = 150
"""Delay of an update after an edit."""
MOST_PATCHES: Final = 100
"""Most patches that are listed; smaller ones are only counted."""
_AROUND: Final = 3.0
"""Metres around a patch that are shown when it is gone to."""


class CoveragePanel(Panel):
    """Shows the covered share on the left, and a list of uncovered places on the right."""

    name: ClassVar[str] = "coverage"
    title: ClassVar[str] = mark("Coverage")
    place: ClassVar[Place] = "bottom"
    order: ClassVar[int] = 5

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level, for the shown type and storey."""
        super().__init__(bench)
        self.share = make_label(name="headline", wraps=True)
        self.told = make_label(wraps=True)
        self.grow = make_button(
            tr("Grow network…"), lambda _: bench.frame.ask("grow"),
            tip=tr("Let the editor lay waypoints and edges"),
        )  # fmt: skip
        self.model = UnseeingRows()
        name = tr("Agents and floor that see no waypoint, the largest floor first")
        self.table = RowTable(self.model, name)
        self.table.setColumnWidth(2, self.table.text_width(tr("Area"), area_text(99_999)))
        self.empty = make_label(wraps=True)
        self._shown: tuple[object, ...] = ()
        self.soon = QTimer(self, singleShot=True, interval=FOLLOW_MS)
        """Runs while something is to be shown that is not shown yet."""
        self.soon.timeout.connect(self.refresh)
        self._lay_out()
        self.table.chosen.connect(self._choose)
        self.table.wanted.connect(self._go_to)
        self.table.left.connect(self.leave)
        document, bake = bench.document, bench.bake
        for changed in (
            document.changed, document.settled, document.loaded, bake.baked,
            bake.shown_floor.changed, bake.coverage.latest.arrived,
        ):  # fmt: skip
            changed.connect(self._follow_soon)

    def _lay_out(self) -> None:
        left = QWidget()
        margins = (SIZE.margin, SIZE.inside, SIZE.margin, SIZE.related)
        column = vertical(left, gap=SIZE.related, margins=margins)
        fill(column, self.share, self.told, self.grow, STRETCH)
        facts = scrolled(left)
        facts.setMinimumWidth(SIZE.fit_radii)
        facts.setMaximumWidth(SIZE.fit_radii_most)
        places = QWidget()
        self.empty.setContentsMargins(SIZE.related, SIZE.related, SIZE.related, 0)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        fill(vertical(places, gap=0, margins=0), self.empty, (self.table, 1))
        fill(horizontal(self, gap=0, margins=0), (facts, 3), (places, 8))

    # Following.

    def _follow_soon(self, _: object = None) -> None:
        if self.isVisible() and not self.soon.isActive():
            self.soon.start()

    def showEvent(self, event: QShowEvent) -> None:
        """Show the coverage on the canvas, too, as long as the panel is seen."""
        super().showEvent(event)
        self.bench.canvas.shown.lend(CoverageOverlay.name, shown=True)
        self.refresh()

    def hideEvent(self, event: QHideEvent) -> None:
        """Another tab, or no panels."""
        self.bench.bake.coverage.pick(None)
        self.bench.canvas.shown.lend(CoverageOverlay.name, shown=False)
        super().hideEvent(event)

    def refresh(self) -> None:
        """Show the known coverage."""
        self.soon.stop()
        document, bake = self.bench.document, self.bench.bake
        level = document.level
        profile = bake.shown_floor.profile_in(level.settings)
        has_waypoints = bool(level.of(Waypoint))
        found = None
        if has_waypoints:
            found = bake.coverage.of(bake.world, profile, moving=document.dragging)
        shown = (found, has_waypoints, level)
        if shown == self._shown:
            return
        self._shown = shown
        name = "" if profile is None else profile.name
        where = "" if profile is None or not document.storey.several else profile.layer
        self._tell(found, has_waypoints=has_waypoints)
        if found is not None:
            who = tr("For {0}").format(type_words(name))
            self.told.setText("\n".join([tr("{0}, on {1}").format(who, where) if where else who,
                                         *self._counts(found)]))  # fmt: skip
        self._list(found)

    def _tell(self, found: Seen | None, *, has_waypoints: bool) -> None:
        self.grow.setVisible(not has_waypoints or (found is not None and found.coverage.share < 1))
        self.told.setText("")
        if not has_waypoints:
            self.share.setText(tr("No waypoints yet"))
            self.told.setText(tr("Press W and click the floor, or let a network grow."))
            self.empty.setText("")
        elif found is None:
            self.share.setText(tr("Measuring coverage…"))
            self.empty.setText("")
        else:
            self.share.setText(share_words(found.coverage))
            self.empty.setText(tr("All agents, spawn points and floor see a waypoint."))

    def _counts(self, found: Seen) -> list[str]:
        """Return lines for the number of agents that see no waypoint, and for uncovered floor."""
        told = list[str]()
        blind, patches = len(found.coverage.unseeing), found.uncovered.patches
        if blind:
            told.append(
                several(
                    blind, "1 agent or spawn point sees no waypoint",
                    "{0} agents and spawn points see no waypoint",
                )
            )  # fmt: skip
        if patches:
            area = area_text(found.uncovered.area)
            parts = several(len(patches), "in 1 patch", "in {0} patches")
            told.append(tr("{0} of floor see no waypoint, {1}").format(area, parts))
        if len(patches) > MOST_PATCHES:
            told.append(tr("The {0} largest are listed.").format(MOST_PATCHES))
        return told

    def _list(self, found: Seen | None) -> None:
        """Rebuild the rows and keep the chosen one."""
        document = self.bench.document
        chosen = self.table.row
        rows = list[Unseeing]()
        if found is not None:
            ids = [i for i in found.coverage.unseeing if i not in document.hidden]
            rows = rows_of(document.level, ids, found.uncovered.patches[:MOST_PATCHES])
        self.table.show_rows(rows)
        self.table.setVisible(bool(rows))
        self.empty.setVisible(not rows)
        if chosen is not None and self.table.row is None:
            self.bench.bake.coverage.pick(None)

    # Choosing rows.

    def _choose(self, row: Unseeing | None) -> None:
        """Select the element, or mark the patch, and bring it into view."""
        if row is None:
            return
        self.bench.bake.coverage.pick(row.patch)
        if row.element is not None:
            self.bench.document.select(frozenset({row.element}))
        self.bench.canvas.viewport.bring_into_view(row.place)

    def _go_to(self, row: Unseeing) -> None:
        """Show it as large as the canvas allows, and go back to the canvas."""
        self._choose(row)
        if row.patch is not None:
            self.bench.canvas.frame_box(grown(row.patch.box, _AROUND))
        else:
            self.bench.canvas.frame_selection()
        self.leave()


PANELS = (CoveragePanel,)
