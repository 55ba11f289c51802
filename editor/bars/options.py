"""Options bar: name and settings of the tool, and position and size of the selection."""

import math
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QToolBar, QToolButton, QWidget

from editor.bars.frame_parts import PARTS, Part
from editor.document import Document
from editor.look.after_frame import AfterFrame
from editor.look.fields import (
    TIMES,
    Check,
    ChoiceBox,
    Elided,
    NumberField,
    number_field,
    number_text,
)
from editor.look.style import SIZE
from editor.services.bake.service import BakeService
from editor.settings.settings import Settings
from editor.tools.along import Company
from editor.tools.gesture import taken_elements
from editor.tools.options import Choice, Number, Preference, Switch, counting
from editor.tools.tool import Tool
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.frame import frame_of
from navcore.level.model import SETTINGS_ID, Element, Polygon
from navcore.level.operations import follow_rooms, lying

MANY: Final = 200
"""Number of selected elements above which numbers are updated after a gesture only."""
LATER_MS: Final = 80
"""So long after: the frames in between show them on the canvas and in the panels."""
APART_MS: Final = 100
"""Milliseconds between updates of numbers in a drag: faster changes can't be read."""

TITLE_PART: Final = 9
"""The title takes at most this part of the strip."""


class OptionsStrip(QToolBar):
    """Bar above the canvas; undo and redo are at its right end."""

    said = Signal(object)
    left = Signal(object)

    def __init__(
        self,
        document: Document,
        bake: BakeService,
        settings: Settings,
        tools: Sequence[Tool],
        undo: QAction,
        redo: QAction,
    ) -> None:
        """Create the bar for the first of these tools; `show_tool` changes it."""
        super().__init__()
        self.setObjectName("options")
        self.setMovable(False)
        self.setFixedHeight(SIZE.options_strip)
        self.setWindowTitle(tr("Options"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._document = document
        self._bake = bake
        self._preferences = settings
        self._company = Company()
        self._tool = tools[0]
        self._merge_key = 0
        self.settle: Callable[[], None] = lambda: None
        """Finishes a drag in progress, so that typed numbers don't start from its middle."""
        self.title = Elided()
        # Reserve equal room for titles, so that controls beside them don't move with the tool.
        titles = [self.title.fontMetrics().horizontalAdvance(tr(tool.title)) for tool in tools]
        self._title_room = min(max(titles) + SIZE.inside, SIZE.options_title)
        self.facts = Elided()
        self.facts.setObjectName("label")
        self.numbers: dict[str, NumberField] = {}
        self.switches: dict[str, Check] = {}
        self.choices: dict[str, ChoiceBox] = {}
        self.parts: dict[str, NumberField] = {}
        self._holders: dict[str, QWidget] = {}
        """The field of each part of the frame with its label."""
        self._settings: dict[str, QWidget] = {}
        """The field of each number or choice of the tool with its label."""
        self._offered: list[tuple[str, QToolButton]] = []
        """Buttons, with the names of the tools that show them."""
        self._tool_box = QWidget()
        self._part_box = self._make_parts()
        self._lay_out(undo, redo)
        self._soon = AfterFrame(self.refresh, self)
        self._parts_soon = AfterFrame(self._show_parts, self)
        self._later = QTimer(self, singleShot=True, interval=LATER_MS)
        self._later.timeout.connect(self._show_parts)
        self._apart = QTimer(self, singleShot=True, interval=APART_MS)
        self._apart.timeout.connect(self._show_parts)
        document.changed.connect(self._follow)
        document.settled.connect(self._settle)
        document.selection_changed.connect(self._soon.ask)
        bake.baked.connect(self._show_facts)
        self.show_tool(self._tool)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The title's room follows from the width of the strip alone."""
        self.title.setFixedWidth(min(self._title_room, self.width() // TITLE_PART))
        super().resizeEvent(event)

    def show_tool(self, tool: Tool) -> None:
        """Show the name, the numbers and the switches of another tool."""
        self._tool = tool
        self.title.setText(tr(tool.title))
        box = self._make_settings(tool)
        self._row.replaceWidget(self._tool_box, box)
        self._tool_box.hide()
        self._tool_box.deleteLater()
        self._tool_box = box
        for name, button in self._offered:
            button.setVisible(name == tool.name)
        controls = {**self.numbers, **self.switches, **self.choices}
        # The box was created after the parts, but comes before them.
        ring = [*(controls[one.name] for one in tool.options), *self.parts.values()]
        for before, after in pairwise(ring):
            QWidget.setTabOrder(before, after)
        self.refresh()

    def refresh(self, _: object = None) -> None:
        """Show everything as it is now; the frame of very many a little later."""
        self._soon.stop()
        counts = counting(self._tool.options)
        for one in self._tool.options:
            if isinstance(one, Number):
                self.numbers[one.name].show_value(one.value)
                self._settings[one.name].setEnabled(one in counts)
            elif isinstance(one, Choice):
                self._show_choice(one)
            elif isinstance(one, Preference):
                self.switches[one.name].show_value(getattr(self._preferences, one.name))
            else:
                self.switches[one.name].show_value(one.holds)
                self.switches[one.name].setEnabled(one in counts)
        self._tool_box.setVisible(bool(self._tool.options))
        if len(self._document.selection.ids) > MANY:
            self._later.start()
        else:
            self._show_parts()
        self._show_facts()

    def _show_choice(self, choice: Choice) -> None:
        """Show the values of a choice; hide the choice if there is only one."""
        choice.follow(self._document.level)
        box = self.choices[choice.name]
        box.set_choices((value, tr(text)) for value, text in choice.choices)
        box.show_value(choice.value)
        self._settings[choice.name].setVisible(len(choice.choices) > 1)

    @property
    def _has_settings(self) -> bool:
        """True if the tool has settings; they replace the numbers of elements."""
        return any(not isinstance(one, Preference) for one in self._tool.options)

    def _show_parts(self) -> None:
        for due in (self._parts_soon, self._later, self._apart):
            due.stop()
        elements = [] if self._has_settings else lying(self._selected())
        self._part_box.setVisible(bool(elements))
        if not elements:
            return
        free = self._movable(elements)
        frame = frame_of(free or elements)
        sized = any(isinstance(element, Polygon) for element in elements)
        for part in PARTS:
            fits = sized or not part.sizes
            self._holders[part.letter].setEnabled(bool(free) and fits)
            if fits:
                self.parts[part.letter].show_value(part.read(frame))
            else:
                self.parts[part.letter].show_nothing()

    def _follow(self, edit: Edit) -> None:
        ids = self._document.selection.ids
        if self._document.dragging and len(ids) > MANY:
            return
        if not ids.isdisjoint(edit.after):
            if not self._document.dragging:
                self._parts_soon.ask()
            elif not self._apart.isActive():
                self._apart.start()
        if SETTINGS_ID in edit.after:
            for one in self._tool.options:
                if isinstance(one, Choice):
                    self._show_choice(one)

    def _settle(self, _: object = None) -> None:
        if self._apart.isActive():
            self._parts_soon.ask()
        elif len(self._document.selection.ids) > MANY:
            self._later.start()

    def _selected(self) -> list[Element]:
        return taken_elements(self._document.level, self._document.selection.ids)

    def _movable(self, elements: Sequence[Element]) -> list[Element]:
        """Return the elements that are neither locked nor hidden."""
        held = self._document.untouchable
        return [element for element in elements if element.id not in held]

    def _show_facts(self, _: object = None) -> None:
        """Show the numbers of the bake if nothing is selected."""
        shown = not self._document.selection.ids and not self._has_settings
        self.facts.setVisible(shown)
        if shown:
            self.facts.setText(self._bake_text())

    def _bake_text(self) -> str:
        grid = self._bake.world.grid
        cell = number_text(grid.cell_size, "m")
        if not self._bake.world.level.areas:
            return tr("cells of {0}").format(cell)
        return tr("{0} cells of {1}, baked in {2} ms").format(
            f"{grid.width:,} {TIMES} {grid.depth:,}",
            cell,
            number_text(self._bake.milliseconds, "", 1),
        )

    # Building.

    def _lay_out(self, undo: QAction, redo: QAction) -> None:
        inner = QWidget()
        self._row = QHBoxLayout(inner)
        self._row.setContentsMargins(SIZE.margin, 0, SIZE.margin, 0)
        self._row.setSpacing(SIZE.margin)
        for widget in (self.title, self._tool_box, self._part_box, self.facts):
            self._row.addWidget(widget)
        self._row.addStretch(1)
        for action in (undo, redo):
            button = QToolButton()
            button.setDefaultAction(action)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setIconSize(QSize(SIZE.icon, SIZE.icon))
            button.setFixedSize(SIZE.tool_button_width, SIZE.tool_button_height)
            self._row.addWidget(button)
        self.addWidget(inner)

    def offer(self, tool: str, action: QAction) -> None:
        """Offer an action of the menus while a tool is in hand, after its numbers and switches."""
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setVisible(self._tool.name == tool)
        self._row.insertWidget(self._row.indexOf(self._part_box), button)
        self._offered.append((tool, button))

    def _make_parts(self) -> QWidget:
        box, row = _box()
        for part in PARTS:
            field = number_field(
                unit=part.unit, step=part.step, least=0.0 if part.sizes else -math.inf
            )
            field.take = partial(self._set_part, part)
            self.parts[part.letter] = field
            holder = self._labelled_number(tr(part.letter), tr(part.meaning), field)
            self._holders[part.letter] = holder
            row.addWidget(holder)
        return box

    def _make_settings(self, tool: Tool) -> QWidget:
        box, row = _box()
        self.numbers, self.switches, self.choices, self._settings = {}, {}, {}, {}
        for one in tool.options:
            if isinstance(one, Number):
                field = number_field(
                    unit=one.unit, least=one.minimum, most=one.maximum, step=one.step
                )
                field.take = partial(self._take, one.set)
                self.numbers[one.name] = field
                self._settings[one.name] = self._labelled_number(
                    tr(one.title), tr(one.title), field
                )
                row.addWidget(self._settings[one.name])
            elif isinstance(one, Choice):
                self.choices[one.name] = choice = self._make_choice(one)
                pair = _labelled(tr(one.title), tr(one.tip or one.title), choice)
                self._settings[one.name] = pair
                row.addWidget(pair)
            else:
                self.switches[one.name] = check = self._make_check(one)
                of = self._preferences if isinstance(one, Preference) else one
                name = one.name if isinstance(one, Preference) else "on"
                check.take = partial(self._take, partial(setattr, of, name))
                row.addWidget(check)
        return box

    def _make_check(self, switch: Switch | Preference) -> Check:
        """Return a check box that a click leaves at once: keys stay the canvas's."""
        check = Check()
        check.setText(tr(switch.title))
        check.setAccessibleName(tr(switch.title))
        check.setToolTip(tr(switch.tip) if switch.tip else "")
        check.setFixedHeight(SIZE.field)
        # A narrow window cuts long texts; the tool tip has the whole text.
        check.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        check.setMinimumWidth(SIZE.number_field)
        check.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        check.refused.connect(self.said)
        check.left.connect(self.left)
        return check

    def _make_choice(self, choice: Choice) -> ChoiceBox:
        box = ChoiceBox((value, tr(text)) for value, text in choice.choices)
        box.setFixedHeight(SIZE.field)
        # The level's agent types come later. The end of a long name is cut off.
        box.setSizeAdjustPolicy(ChoiceBox.SizeAdjustPolicy.AdjustToContents)
        box.setMaximumWidth(2 * SIZE.number_field)
        box.view().setAccessibleName(tr(choice.title))
        box.take = partial(self._take, choice.set)
        box.left.connect(self.left)
        return box

    def _labelled_number(self, text: str, meaning: str, field: NumberField) -> QWidget:
        field.setFixedWidth(SIZE.number_field)
        field.refused.connect(self.said)
        field.left.connect(self.left)
        field.entered.connect(self._begin)
        return _labelled(text, meaning, field)

    # Typed and turned numbers.

    def _begin(self, _: object = None) -> None:
        self._merge_key = self._document.new_merge_key()

    def _set_part(self, part: Part, value: Any) -> None:
        self.settle()
        elements = self._movable(lying(self._selected()))
        if elements:
            ids = [element.id for element in elements]
            frame = frame_of(elements)
            pivot = self._document.selection.pivot or frame.centre
            level = self._document.level
            edit = part.edit(level, ids, frame, value, pivot)
            if self._preferences.take_along:
                edit = self._company.note(follow_rooms(level, edit, self._company.of))
            turning = self.parts[part.letter].turning
            self._document.commit(edit, merge_key=self._merge_key if turning else 0)
        self._show_parts()

    def _take(self, put: Callable[[Any], object], value: Any) -> None:
        put(value)
        self.refresh()


def _box() -> tuple[QWidget, QHBoxLayout]:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SIZE.related)
    return box, row


def _labelled(text: str, meaning: str, control: QWidget) -> QWidget:
    control.setAccessibleName(meaning)
    # A narrow window cuts labels before fields.
    label = Elided(text)
    label.setObjectName("label")
    label.setToolTip(meaning)
    label.setBuddy(control)
    pair = QWidget()
    row = QHBoxLayout(pair)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SIZE.related)
    row.addWidget(label)
    row.addWidget(control)
    return pair
