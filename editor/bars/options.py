"""The options strip: the tool's name, its numbers, and place and size of what is selected."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QLabel, QToolBar, QToolButton, QWidget

from editor.document import Document
from editor.fields import TIMES, Field, number_field, number_text
from editor.properties import Drawn, centre, move_to, resize_to, size
from editor.services.bake import BakeService
from editor.style import SIZE
from editor.tools.tool import Number, Tool
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level


@dataclass(frozen=True, slots=True)
class _Part:
    """One number of the selected element."""

    letter: str
    meaning: str
    read: Callable[[Drawn], float]
    edit: Callable[[Level, Drawn, float], Edit]
    polygon_only: bool = False


def _set_x(level: Level, element: Drawn, value: float) -> Edit:
    return move_to(level, [element], (value, centre(element)[1]))


def _set_z(level: Level, element: Drawn, value: float) -> Edit:
    return move_to(level, [element], (centre(element)[0], value))


def _set_width(level: Level, element: Drawn, value: float) -> Edit:
    return resize_to(level, [element], (value, size(element)[1]))


def _set_depth(level: Level, element: Drawn, value: float) -> Edit:
    return resize_to(level, [element], (size(element)[0], value))


PARTS: Final = (
    _Part("x", "x of the centre", lambda e: centre(e)[0], _set_x),
    _Part("z", "z of the centre", lambda e: centre(e)[1], _set_z),
    _Part("w", "Width", lambda e: size(e)[0], _set_width, polygon_only=True),
    _Part("d", "Depth", lambda e: size(e)[1], _set_depth, polygon_only=True),
)


class OptionsStrip(QToolBar):
    """Over the canvas; its right end undoes and redoes."""

    said = Signal(object)
    left = Signal(object)

    def __init__(
        self, document: Document, bake: BakeService, tool: Tool, undo: QAction, redo: QAction
    ) -> None:
        """The strip for this tool; another one comes with `show_tool`."""
        super().__init__()
        self.setObjectName("options")
        self.setMovable(False)
        self.setFixedHeight(SIZE.options_strip)
        self.setWindowTitle(self.tr("Options"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self._document = document
        self._bake = bake
        self._tool = tool
        self._merge_key = 0
        self.title = QLabel()
        self.facts = QLabel()
        self.facts.setObjectName("label")
        self.numbers: dict[str, Field] = {}
        self.parts: dict[str, Field] = {}
        self._holders: dict[str, QWidget] = {}
        self._tool_box = QWidget()
        self._part_box = self._make_parts()
        self._lay_out(undo, redo)
        document.changed.connect(self._follow)
        document.selection_changed.connect(self.refresh)
        bake.baked.connect(self._show_facts)
        self.show_tool(tool)

    def show_tool(self, tool: Tool) -> None:
        """Show the name and the numbers of another tool."""
        self._tool = tool
        self.title.setText(self.tr(tool.title))
        box = self._make_numbers(tool)
        self._row.replaceWidget(self._tool_box, box)
        self._tool_box.hide()
        self._tool_box.deleteLater()
        self._tool_box = box
        self.refresh()

    def refresh(self) -> None:
        """Show the numbers as they are now."""
        for number in self._tool.numbers():
            self.numbers[number.name].show_value(number.value)
        element = self._element()
        self._tool_box.setVisible(bool(self.numbers))
        shown = element is not None and not self.numbers
        self._part_box.setVisible(shown)
        if shown and element is not None:
            for part in PARTS:
                fits = not (part.polygon_only and isinstance(element, Agent))
                self._holders[part.letter].setVisible(fits)
                if fits:
                    self.parts[part.letter].show_value(part.read(element))
        self._show_facts()

    def _follow(self, edit: Edit) -> None:
        if self._document.selection.ids & edit.after.keys():
            self.refresh()

    def _element(self) -> Drawn | None:
        ids = self._document.selection.ids
        return self._document.level.element(next(iter(ids))) if len(ids) == 1 else None

    def _show_facts(self) -> None:
        """Nothing selected: the numbers of the bake; several: how many."""
        ids = self._document.selection.ids
        if len(ids) > 1:
            self.facts.setText(self.tr("{0} elements").format(len(ids)))
        else:
            self.facts.setText(self._bake_text())
        self.facts.setVisible(not self.numbers and len(ids) != 1)

    def _bake_text(self) -> str:
        grid = self._bake.world.grid
        cell = number_text(grid.cell_size, "m")
        if not self._bake.world.level.areas:
            return self.tr("cells of {0}").format(cell)
        return self.tr("{0} cells of {1}, baked in {2} ms").format(
            f"{grid.width:,} {TIMES} {grid.depth:,}",
            cell,
            number_text(self._bake.milliseconds, "", 1),
        )

    def _lay_out(self, undo: QAction, redo: QAction) -> None:
        inner = QWidget()
        self._row = QHBoxLayout(inner)
        self._row.setContentsMargins(SIZE.margin, 0, SIZE.margin, 0)
        self._row.setSpacing(SIZE.group)
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

    def _make_parts(self) -> QWidget:
        box, row = _box()
        for part in PARTS:
            field = number_field(step=0.5)
            field.take = partial(self._set_part, part)
            self.parts[part.letter] = field
            holder = self._labelled(self.tr(part.letter), self.tr(part.meaning), field)
            self._holders[part.letter] = holder
            row.addWidget(holder)
        return box

    def _make_numbers(self, tool: Tool) -> QWidget:
        box, row = _box()
        self.numbers = {}
        for number in tool.numbers():
            field = number_field(
                unit=number.unit, least=number.minimum, most=number.maximum, step=number.step
            )
            field.take = partial(self._set_number, number)
            self.numbers[number.name] = field
            title = self.tr(number.title)
            row.addWidget(self._labelled(title, title, field))
        return box

    def _labelled(self, text: str, meaning: str, field: Field) -> QWidget:
        field.setFixedWidth(SIZE.number_field)
        field.setAccessibleName(meaning)
        field.refused.connect(self.said)
        field.left.connect(self.left)
        field.entered.connect(self._begin)
        label = QLabel(text)
        label.setObjectName("label")
        label.setBuddy(field)
        pair = QWidget()
        row = QHBoxLayout(pair)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(SIZE.related)
        row.addWidget(label)
        row.addWidget(field)
        return pair

    def _begin(self) -> None:
        self._merge_key = self._document.new_merge_key()

    def _set_part(self, part: _Part, value: Any) -> None:
        element = self._element()
        if element is not None:
            edit = part.edit(self._document.level, element, value)
            turning = self.parts[part.letter].turning
            self._document.commit(edit, merge_key=self._merge_key if turning else 0)
            self.refresh()

    def _set_number(self, number: Number, value: Any) -> None:
        self._tool.set_number(number.name, value)
        self.refresh()


def _box() -> tuple[QWidget, QHBoxLayout]:
    box = QWidget()
    row = QHBoxLayout(box)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(SIZE.group)
    return box, row
