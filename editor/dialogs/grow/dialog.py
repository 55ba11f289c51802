"""The dialog Grow network: a method and its numbers; the canvas shows the network they make."""

import math
from collections.abc import Iterator
from typing import ClassVar

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from editor.actions.network import walkers_of
from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.grow.methods import WAYS, Site, Walk, Way
from editor.look.boxes import fill, vertical
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_choice, make_label
from editor.services.growth import Growth, Walkers, Wish
from editor.tools.messages.agent_types import type_words
from navcore.bake.profile import radius_in
from navcore.growing import Grown
from navcore.i18n import mark, several, tr
from navcore.level.edit import Edit
from navcore.level.model import Profile
from navcore.level.naming import called

RESTS_AFTER_MS = 150
"""Networks are grown when the typing rests for so long."""

SLOW_MS = 400
"""Milliseconds after which the dialog says that the network is growing."""

TELL_MS = 100
"""and then so often how much of it is."""

_LINES = 11
"""Number of text lines about the network that fit."""


class GrowDialog(Dialog):
    """Grows a network on a thread while numbers change; the button commits it as one undo step."""

    name: ClassVar[str] = "grow"
    title: ClassVar[str] = mark("Grow network")
    over_docks: ClassVar[bool] = True
    by_hand: ClassVar[bool] = False
    begins_with: ClassVar[type[Way] | None] = None
    """The initial method; None: the last used one."""

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the level as it is now, for the agent type and storey that are shown."""
        super().__init__(bench, parent)
        document, bake = bench.document, bench.bake
        self._level, self.holds_edit = document.level, True
        self._settings = self._level.settings
        self._profile = bake.shown_floor.profile_in(self._settings) or Profile()
        self.growth = Growth(bake.world, self._level, self._profile)
        self.growth.grown.connect(self._show)
        self._ids = document.new_id()
        self._edit = Edit()
        self._ready = self._is_wanted = False
        self._rest = QTimer(self, singleShot=True, interval=RESTS_AFTER_MS)
        self._rest.timeout.connect(self.grow_now)
        self._patience = QTimer(self, singleShot=True, interval=SLOW_MS)
        self._patience.timeout.connect(self._tell_share)
        self._tells = QTimer(self, singleShot=True, interval=TELL_MS)
        self._tells.timeout.connect(self._tell_share)
        self._lay_out()
        self._recall()
        self._ready = True
        self._choose()

    # Building.

    def _lay_out(self) -> None:
        self.method = make_choice(tr("Method"), [tr(way.title) for way in WAYS])
        self.pages = QStackedWidget()
        self.ways = [way(self._site(), self._changed) for way in WAYS]
        for way in self.ways:
            self.pages.addWidget(way)
            for entry in way.entries:
                entry.entered_all.connect(self._make)
        self.method.currentIndexChanged.connect(self._choose)
        self.headline = make_label(self._headline(), "headline", plain=True)
        self.does = make_label(wraps=True)
        self.outcome = make_label(wraps=True)
        self.outcome.setFixedHeight(_LINES * self.outcome.fontMetrics().lineSpacing())
        # A long warning would make the dialog wider while numbers are typed.
        self.outcome.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.outcome.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.make = make_button(tr("Grow"), self._make)
        column = vertical(self, gap=0, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        fill(
            column, self.headline, SIZE.related,
            self.method, SIZE.related, self.does, SIZE.margin, self.pages, SIZE.group,
            self.outcome, SIZE.group, self.foot(self.make),
        )  # fmt: skip

    def _site(self) -> Site:
        """Return the level, and the selected agents where they are in the run."""
        bench, walkers = self.bench, walkers_of(self.bench)
        if walkers:
            recording = bench.run.record.recording
            ids = frozenset(agent.id for agent in walkers)
            run = Walkers(recording.until(recording.ticks - 1), ids, called(walkers))
            return Site(self._settings, run, self._draw)
        return Site(self._settings, None, self._draw)

    def _draw(self, _: object = None) -> None:
        """Leave, and draw the walk on the canvas."""
        commands = self.bench.commands
        self.reject()
        commands.table["tool_stroke"].trigger()

    def _headline(self) -> str:
        """Return the agent type and the storey of the network as text."""
        who = type_words(self._profile.name)
        wide = number_text(radius_in(self._profile, self._settings), "m")
        if len(self._settings.layer_names) > 1:
            where = tr("For {0}, radius {1}, on {2}")
            return where.format(who, wide, self._profile.layer)
        return tr("For {0}, radius {1}").format(who, wide)

    def _recall(self) -> None:
        numbers = self.bench.settings.numbers(GrowDialog.name)
        for way in self.ways:
            way.recall(numbers)
        method = numbers.get("method", 0.0)
        if self.begins_with is not None:
            method = float(WAYS.index(self.begins_with))
        if method in range(self.method.count()):
            self.method.setCurrentIndex(int(method))

    def _keep(self) -> None:
        numbers = {"method": float(self.method.currentIndex())}
        for way in self.ways:
            numbers |= way.numbers()
        self.bench.settings.set_numbers(GrowDialog.name, numbers)

    # Growing.

    @property
    def way(self) -> Way:
        """The method that is chosen."""
        return self.ways[self.method.currentIndex()]

    @property
    def busy(self) -> bool:
        """True if the shown network is not up to date with the numbers."""
        return self._rest.isActive() or self.growth.busy

    def _choose(self, _: int = 0) -> None:
        self.pages.setCurrentWidget(self.way)
        self.does.setText(tr(self.way.does))
        self.make.setText(tr(self.way.verb))
        if self._ready:
            self.grow_now()

    def _changed(self) -> None:
        """Stop growing, because a number has changed."""
        if self._ready:
            self.growth.stop()
            self._is_wanted = False
            self._rest.start()

    def grow_now(self) -> None:
        """Grow with the present numbers, without waiting for further keystrokes."""
        self._rest.stop()
        self._is_wanted = False
        fault = next((fault for entry in self.way.entries if (fault := entry.fault())), "")
        if fault:
            self.growth.stop()
            self._show(fault)
            return
        self._patience.start()
        self.growth.ask(Wish(self.way.recipe, self.way.chance, self._ids, self.way.walkers))

    def _show(self, found: Grown | str) -> None:
        """Preview the network on the canvas, or show why there is none."""
        self._patience.stop()
        self._edit = found.edit if isinstance(found, Grown) else Edit()
        self.show_edit(self._edit)
        self.make.setEnabled(bool(self._edit))
        if isinstance(found, Grown):
            self._say("\n".join(_summary_lines(found, tr(self.way.idle))))
        else:
            self._say(found, "fault")
        if self._is_wanted:
            self._make()

    def _tell_share(self) -> None:
        """Say how much of the network is grown, until it is."""
        if self.growth.busy:
            share = math.floor(100 * self.growth.share)
            # Some methods deliver everything at once, so there is no progress before that.
            self._say(tr("Growing… {0} %").format(share) if share else tr("Growing…"))
            self._tells.start()

    def _say(self, text: str, name: str = "label") -> None:
        if self.outcome.objectName() != name:
            self.outcome.setObjectName(name)
            self.outcome.style().unpolish(self.outcome)
            self.outcome.style().polish(self.outcome)
        self.outcome.setText(text)

    def _make(self, _: object = None) -> None:
        """Commit the shown network; if it is still growing, as soon as it is ready."""
        if self._rest.isActive():
            self.grow_now()
        if self.growth.busy:
            self._is_wanted = True
        elif self._edit:
            self._ready = False
            self._keep()
            self.take(self._edit)

    def done(self, result: int) -> None:
        """Grow nothing any more."""
        self._ready = False
        self._rest.stop()
        self._patience.stop()
        self.growth.shutdown()
        super().done(result)


def _summary_lines(grown: Grown, idle: str) -> Iterator[str]:
    """Yield lines about the network for designers; `idle` if nothing changes."""
    proposal, found = grown.proposal, grown.coverage
    if not grown.edit:
        yield idle
        yield from proposal.warnings
        return
    new, edges = len(proposal.positions), len(proposal.pairs)
    parts = [several(new, "1 new waypoint", "{0} new waypoints")] if new else []
    gone = len(proposal.gone_edges)
    if gone:
        parts.append(several(gone, "1 edge is removed", "{0} edges are removed"))
    else:
        parts.append(several(edges, "1 new edge", "{0} new edges"))
    if proposal.detour:
        parts.append(tr("longest detour {0:g} %").format(round(100 * proposal.detour, 1)))
    yield ", ".join(parts)
    share = math.floor(1000 * found.share) / 10
    yield tr("{0:g} % of the floor sees a waypoint").format(share)
    kept, replaced = proposal.standing.kept, len(proposal.standing.replaced)
    if kept and new:
        yield several(
            kept, "1 waypoint stays: drawn, corrected, locked or in use",
            "{0} waypoints stay: drawn, corrected, locked or in use",
        )  # fmt: skip
    if replaced:
        told = several(
            replaced, "1 waypoint grown earlier is replaced",
            "{0} waypoints grown earlier are replaced",
        )  # fmt: skip
        returned = grown.returned
        more = several(returned, "1 of them at its place", "{0} of them at their places")
        yield f"{told}, {more}" if returned else told
    shut = proposal.standing.shut
    if shut:
        yield several(
            shut, "1 edge is switched off and stays so", "{0} edges are switched off and stay so"
        )
    if grown.returned and grown.rejoined:
        yield several(
            grown.rejoined,
            "1 new edge joins waypoints that you have: switch it off to keep it out",
            "{0} new edges join waypoints that you have: switch off those to keep out",
        )  # fmt: skip
    if found.unseeing:
        yield several(
            len(found.unseeing), "1 agent or spawn point sees no waypoint",
            "{0} agents and spawn points see no waypoint",
        )  # fmt: skip
    yield from proposal.warnings


class GrowFromWalkDialog(GrowDialog):
    """Begins with the walks of the selected agents."""

    name: ClassVar[str] = "grow_from_walk"
    begins_with: ClassVar[type[Way] | None] = Walk


DIALOGS = (GrowDialog, GrowFromWalkDialog)
