"""Properties of the selection, or of the level. Each committed value is one undo step."""

from collections.abc import Sequence
from itertools import pairwise
from operator import attrgetter
from typing import Any, ClassVar, Final

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from editor.actions.network import turn
from editor.actions.play import keep
from editor.actions.workbench import Workbench
from editor.look.after_frame import AfterFrame
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.fields import Field
from editor.look.style import SIZE as PIXELS
from editor.look.widgets import make_button, make_label
from editor.panels.level.page import LevelPage
from editor.panels.panel import Panel, Place, scrolled
from editor.panels.properties.connection import ConnectionButton
from editor.panels.properties.element_facts import ElementFacts
from editor.panels.properties.form import Control, PropertyForm
from editor.panels.properties.in_run import AGENTS, may_have_notes, run_notes
from editor.panels.properties.in_states import states_of
from editor.panels.properties.offered import offered
from editor.panels.properties.place_table import PlaceTable
from editor.panels.properties.route_facts import RouteFacts
from editor.panels.properties.run_only import RunOnly
from editor.panels.properties.stop_columns import stop_columns
from editor.panels.properties.wide_bodies import WideBodies
from editor.properties import Row, rows_for
from editor.tools.along import Company
from editor.tools.gesture import taken_elements
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.kinds import handle_words_of
from navcore.level.model import SETTINGS_ID, Agent, Element, Point, Route
from navcore.level.naming import called
from navcore.level.operations import (
    delete_handles,
    drag_handles,
    follow_rooms,
    insert_handle,
    replace_handles,
    replaced,
)

MANY: Final = 100
"""Number of selected elements above which they are shown in a later frame."""
LATER_MS: Final = 50
"""So long after: the canvas shows first what is selected."""
APART_MS: Final = 100
"""Milliseconds between updates of dragged numbers: faster changes can't be read."""

BESIDE_DIRECTION: Final = "one_way"
"""The row below which the button for reversing links is."""

BESIDE_WIDTH: Final = "radius"
"""The row below which a note about agents wider than their type is."""


class PropertiesPanel(Panel):
    """One row for each common property of the selection; the level's if nothing is selected."""

    name: ClassVar[str] = "properties"
    title: ClassVar[str] = mark("Properties")
    place: ClassVar[Place] = "lower"
    order: ClassVar[int] = 0

    def __init__(self, bench: Workbench) -> None:
        """Show the document's selection, or its level."""
        super().__init__(bench)
        self._merge_key = 0
        self._company = Company()
        self._ids: frozenset[int] = frozenset()
        self._shown: frozenset[int] = frozenset()
        """The elements that the rows are about."""
        self._waits = False
        """True if the effect of a drag is still to be shown."""
        self._stops: list[QWidget] = []
        self._content = QWidget()
        self.wide = WideBodies(bench)
        tip = tr("Swap its start and end")
        self.turn = make_button(tr("Reverse direction"), lambda _: turn(bench), tip=tip)
        beneath = {BESIDE_WIDTH: self.wide, BESIDE_DIRECTION: self.turn}
        self.connection = ConnectionButton(bench)
        self.form = PropertyForm(self._commit, self._offered, beneath)
        self.summary = make_label(wraps=True)
        self.run_only = RunOnly(bench.run)
        self.in_run = make_label(name="warn", wraps=True)
        """Differences of selected agents in the run; its space is reserved."""
        self.in_run.setFixedHeight(2 * self.in_run.fontMetrics().lineSpacing())
        self._notes: dict[str, str] = {}
        self.places_title = make_label(wraps=True)
        self.places = PlaceTable(self._move_place)
        self.add_handle = QPushButton()
        self.route = RouteFacts(bench)
        self.facts = ElementFacts(bench)
        self.in_states = make_label(wraps=True)
        """States of the level in which the single selected element is open or on."""
        self._column = vertical(
            self._content,
            gap=PIXELS.related,
            margins=(PIXELS.margin, PIXELS.inside, PIXELS.margin, PIXELS.margin),
        )
        fill(
            self._column,
            self.run_only,
            self.summary,
            self.form,
            self.connection,
            self.facts,
            self.in_states,
            self.in_run,
            self.places_title,
            self.route,
            self.places,
            self.add_handle,
            STRETCH,
        )
        self.level = LevelPage(bench)
        self._pages = QStackedWidget()
        for page in (self.level, self._content):
            self._pages.addWidget(scrolled(page))
        fill(vertical(self, margins=0), self._pages)

        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._show)
        self._soon = AfterFrame(self._show, self)
        self._apart = QTimer(self, singleShot=True, interval=APART_MS)
        self._apart.timeout.connect(self._show)
        self._wire()
        self._show()

    def _wire(self) -> None:
        bench = self.bench
        self.form.left.connect(self.leave)
        self.form.entered.connect(self._begin)
        self.form.refused.connect(self.said)
        self.places.places.refused.connect(self.said)
        self.places.rows_selected.connect(self._select_places)
        self.places.deleted.connect(self._delete_places)
        self.places.pasted.connect(self._paste_places)
        self.places.left.connect(self.leave)
        self.add_handle.clicked.connect(self._add_handle)
        self.run_only.keep.clicked.connect(self._keep)
        self.level.left.connect(self.leave)
        bench.document.changed.connect(self._follow)
        bench.document.settled.connect(self._settle)
        bench.document.selection_changed.connect(self._select)
        bench.run.signals.frame.connect(self._follow_run)
        bench.run.signals.state_changed.connect(self._follow_run)
        bench.run.switches.changed.connect(self._follow_run)

    @property
    def controls(self) -> dict[str, Control]:
        """The field or switch of each row that is shown, by its key."""
        return self.form.controls

    @property
    def elements(self) -> list[Element]:
        """The selected elements, in drawing order."""
        return self._drawn(self.bench.document.selection.ids)

    def _drawn(self, ids: frozenset[int]) -> list[Element]:
        found = taken_elements(self.bench.document.level, ids)
        return sorted(found, key=attrgetter("order", "id"))

    def _follow_run(self, _: object) -> None:
        """Something else of the run may be selected, or may be otherwise than in the level."""
        if self.run_only.follow():
            self._show_summary()
        if self.isVisible():
            self._show_notes()

    def _show_notes(self) -> None:
        """Show how the run overrides the level."""
        elements = self.elements if len(self._shown) <= MANY else []
        notes = run_notes(self.bench.run, elements) if may_have_notes(elements) else {}
        if notes != self._notes:
            self._notes = notes
            self.form.show_notes(notes)
            self.in_run.setText(notes.get(AGENTS, ""))

    def _keep(self) -> None:
        """Write what only the run has to the level."""
        keep(self.bench, self.bench.run.agents.chosen)

    def _show_summary(self) -> None:
        """Show what is selected, if the rows don't; the level's page if nothing is."""
        count = len(self._shown)
        self.summary.setVisible(count > 1)
        of_level = not (count or self.bench.run.agents.chosen)
        if of_level:
            # Before it is visible, so that nothing moves then.
            self.level.facts.recount.refresh()
        self._pages.setCurrentIndex(0 if of_level else 1)

    def _follow(self, edit: Edit) -> None:
        """Follow a drag; where much is selected, when it is over."""
        ids = self.bench.document.selection.ids
        if ids.isdisjoint(edit.after) and not (ids and SETTINGS_ID in edit.after):
            return
        dragging = self.bench.document.dragging
        if len(ids) <= MANY and dragging:
            if not self._apart.isActive():
                self._apart.start()
        elif len(ids) <= MANY:
            self._soon.ask()
        elif dragging:
            # What the drag before has left to be shown waits for the end of this one.
            self._later.stop()
            self._waits = True
        else:
            self._later.start()

    def _settle(self, _: object = None) -> None:
        """A drag is over."""
        if self._apart.isActive():
            self._soon.ask()
        elif self._waits:
            self._later.start()

    def _select(self) -> None:
        """Something else, or other corners of it, are selected."""
        ids = self.bench.document.selection.ids
        if ids != self._ids:
            self._ids = ids
            self.form.forget_typing()
        # The frame in which elements are selected only updates the canvas.
        if len(ids) <= MANY:
            self._soon.ask()
        else:
            self._later.start()

    def _show(self) -> None:
        """Show the selection as it is now."""
        for due in (self._soon, self._later, self._apart):
            due.stop()
        self._waits = False
        elements = self.elements
        self._shown = frozenset(element.id for element in elements)
        self.form.show_elements(
            elements,
            storeys=self.bench.document.storey.several,
            alone=self._without_route(elements),
        )
        self.summary.setText(self._summary_of(elements))
        self._show_summary()
        self._show_places(elements)
        self.facts.show_elements(elements)
        states = states_of(self.bench.document, elements)
        self.in_states.setText(states)
        self.in_states.setVisible(bool(states))
        self.route.show_elements(elements)
        self.wide.show_elements(elements)
        self.connection.show_elements(elements)
        self._notes = {}
        self.form.show_notes({})
        self.in_run.clear()
        self.in_run.setVisible(any(isinstance(element, Agent) for element in elements))
        self._show_notes()
        # Tab goes from top to bottom, also after the rows were rebuilt.
        stops: list[QWidget] = [self.run_only.keep]
        beneath = {BESIDE_WIDTH: self.wide.buttons, BESIDE_DIRECTION: (self.turn,)}
        for key, control in self.form.controls.items():
            stops += (control, *beneath.get(key, ()))
        stops += (self.route.walkers, self.route.share, self.route.own)
        stops += (self.connection, self.places, self.add_handle)
        if stops != self._stops:
            self._stops = stops
            for before, after in pairwise(stops):
                QWidget.setTabOrder(before, after)

    def _begin(self) -> None:
        """A field got the focus: turning its number from now on is one undo step."""
        self._merge_key = self.bench.document.new_merge_key()

    def _commit(self, row: Row, control: Control, value: Any) -> None:
        """Set a value for the elements for which it was typed, if they still exist.

        Raises:
            NavcoreError: if the value is refused.
        """
        document, ids = self.bench.document, self._shown
        self.bench.canvas.settle()
        elements = self._drawn(ids)
        alone = self._without_route(elements)
        if row in rows_for(elements, storeys=document.storey.several, alone=alone):
            turning = isinstance(control, Field) and control.turning
            edit = row.edit(document.level, elements, value)
            edit = self._followed(edit) if row.moves else edit
            document.commit(edit, merge_key=self._merge_key if turning else 0)
        else:
            self.said.emit(tr("The selection has changed, so nothing was set."))
        self._show()

    def _without_route(self, elements: Sequence[Element]) -> frozenset[int]:
        """Return the ids of agents whose shared route is missing."""
        routes = self.bench.document.level.of(Route)
        return frozenset(
            one.id for one in elements
            if isinstance(one, Agent) and one.route is not None and one.route not in routes
        )  # fmt: skip

    def _followed(self, edit: Edit) -> Edit:
        """Return the edit, and what belongs to rooms that it moves, as the switch is set."""
        if not self.bench.settings.take_along:
            return edit
        level = self.bench.document.level
        return self._company.note(follow_rooms(level, edit, self._company.of))

    def _offered(self, row: Row) -> Sequence[Any]:
        """Return the choices of a row: see `offered`."""
        return offered(row, self.bench.document.level, self.elements)

    def _summary_of(self, elements: list[Element]) -> str:
        locked = sum(element.locked for element in elements)
        what = called(elements)
        return tr("{0}, {1} locked").format(what, locked) if locked else what

    # Handles: corners and goals.

    def _one(self) -> Element | None:
        """Return the selected element, if it is only one."""
        elements = self.elements if len(self.bench.document.selection.ids) == 1 else []
        return elements[0] if elements else None

    def _show_places(self, elements: list[Element]) -> None:
        element = elements[0] if len(elements) == 1 and elements[0].has_handles else None
        words = handle_words_of([element] if element else [])
        places = element.points if element else ()
        handles = self.bench.document.selection.handles
        selected = handles.get(element.id, frozenset()) if element else frozenset()
        has_route = bool(places) or (
            isinstance(element, Agent) and element.route in self.bench.document.level.of(Route)
        )
        self.places_title.setText(tr(words.title if has_route else words.none))
        self.places_title.setVisible(bool(element))
        self.places.setVisible(bool(places))
        self.places.setAccessibleName(tr(words.title))
        columns = stop_columns(element, lambda: self.bench.document)
        self.places.show_places(places, selected, columns if places else ())
        self.add_handle.setText(tr("Add {0}").format(tr(words.one)))
        self.add_handle.setToolTip(tr(words.add))
        grows = element is not None and (isinstance(element, Route) or element.allows(()))
        self.add_handle.setVisible(grows and (bool(places) or not has_route))
        for control in (self.places, self.add_handle):
            control.setEnabled(element is None or not element.locked)

    def _move_place(self, number: int, place: Point) -> None:
        document, element = self.bench.document, self._one()
        if element is not None:
            before = element.points[number]
            edit = drag_handles(document.level, {element.id: {number}}, before, place)
            document.commit(self._followed(edit))

    def _delete_places(self, numbers: frozenset[int]) -> None:
        document, element = self.bench.document, self._one()
        if element is not None:
            document.commit(delete_handles(document.level, {element.id: numbers}))

    def _paste_places(self, pasted: tuple[frozenset[int], tuple[Point, ...]]) -> None:
        document, element = self.bench.document, self._one()
        if element is None:
            return
        numbers, places = pasted
        try:
            edit = replace_handles(document.level, element.id, numbers, places)
        except NavcoreError as refusal:
            self.said.emit(str(refusal))
            return
        new = replaced(element.points, numbers, places).new
        document.commit(self._followed(edit))
        document.select(frozenset({element.id}), {element.id: new})

    def _select_places(self, numbers: frozenset[int]) -> None:
        element = self._one()
        if element is not None:
            self.bench.document.select(frozenset({element.id}), {element.id: numbers})

    def _add_handle(self) -> None:
        """Add a handle in the middle of the view, at the end."""
        document, element = self.bench.document, self._one()
        if element is not None:
            last, middle = len(element.points) - 1, self.bench.canvas.viewport.middle()
            document.commit(insert_handle(document.level, element.id, last, middle))


PANELS = (PropertiesPanel,)
