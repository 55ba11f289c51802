"""The numbers that the level is baked with, and what came of it."""

from functools import partial
from typing import Any, ClassVar, Final

import numpy as np
from msgspec.structs import replace
from PySide6.QtWidgets import (
    QComboBox,
    QGridLayout,
    QLabel,
    QPushButton,
    QStyledItemDelegate,
    QVBoxLayout,
    QWidget,
)

from editor.document import Document
from editor.fields import TIMES, Field, number_field, number_text
from editor.panels.panel import Context, Panel, Place, scrolled
from editor.style import SIZE
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Settings
from navcore.level.operations import set_settings

NUMBERS: Final = (
    ("cell_size", "Cell size", 0.05, "Side of a cell of the grid"),
    ("agent_radius", "Agent radius", 0.05, "Half the width of a character"),
    ("object_padding", "Object padding", 0.05, "Extra distance from obstacles"),
    ("boundary_padding", "Boundary padding", 0.05, "Distance from the outer edge of the areas"),
    ("floor_y", "Floor height", 0.1, "Height of every exported point"),
    ("seam", "Seam", 0.01, "Narrower gaps between areas are closed"),
)
"""Setting, title, step and what it means."""

DEFAULTS: Final = Settings()


class BakePanel(Panel):
    """Change the bake's numbers, see cells, walkable floor and time."""

    name: ClassVar[str] = "bake"
    title: ClassVar[str] = "Bake"
    place: ClassVar[Place] = "lower"
    order: ClassVar[int] = 1

    def __init__(self, context: Context) -> None:
        """The numbers of the document's level."""
        super().__init__(context)
        self.fields: dict[str, Field] = {}
        self._merge_key = 0
        self.origin = QComboBox()
        # Only this delegate follows the style sheet.
        self.origin.setItemDelegate(QStyledItemDelegate(self.origin))
        self.origin.addItem(self.tr("at the areas' margin"), "bounds")
        self.origin.addItem(self.tr("on multiples of the cell size"), "cells")
        self.origin.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.origin.setAccessibleName(self.tr("Grid begins"))
        self.origin.view().setAccessibleName(self.tr("Grid begins"))
        self.origin.setToolTip(
            self.tr("On multiples, moving an outline does not shift the cells elsewhere")
        )
        self.origin.activated.connect(self._choose_origin)
        self.reset = QPushButton(self.tr("Back to the defaults"))
        self.reset.clicked.connect(self._reset)
        self.fault = QLabel()
        self.fault.setObjectName("fault")
        self.fault.setWordWrap(True)
        self.fault.hide()
        self.result = QLabel()
        self.result.setObjectName("label")
        self.result.setWordWrap(True)
        self._lay_out()
        context.document.changed.connect(self._follow)
        context.bake.baked.connect(self._show_result)
        self._show_settings()
        self._show_result()

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setHorizontalSpacing(SIZE.margin)
        grid.setVerticalSpacing(SIZE.related)
        grid.setColumnMinimumWidth(0, SIZE.label_column)
        grid.setColumnStretch(1, 1)
        for at, (key, title, step, meaning) in enumerate(NUMBERS):
            field = number_field(step=step)
            field.setAccessibleName(self.tr(title))
            field.setToolTip(self.tr(meaning))
            field.take = partial(self._commit, key)
            field.entered.connect(self._begin)
            field.left.connect(self._leave)
            field.refused.connect(self._show_fault)
            self.fields[key] = field
            grid.addWidget(_label(self.tr(title), field), at, 0)
            grid.addWidget(field, at, 1)
        grid.addWidget(_label(self.tr("Grid begins"), self.origin), len(NUMBERS), 0)
        grid.addWidget(self.origin, len(NUMBERS), 1)
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.margin)
        column.setSpacing(SIZE.related)
        column.addLayout(grid)
        column.addWidget(self.fault)
        column.addWidget(self.result)
        column.addWidget(self.reset)
        column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(scrolled(content))

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._show_settings()

    def _show_settings(self) -> None:
        settings = self.context.document.level.settings
        for key, field in self.fields.items():
            field.show_value(getattr(settings, key))
        self.origin.setCurrentIndex(self.origin.findData(settings.grid_origin))
        self.reset.setEnabled(self._as_default(settings) != settings)

    def _show_result(self) -> None:
        world = self.context.bake.world
        cells = f"{world.grid.width:,} {TIMES} {world.grid.depth:,}"
        walkable = int(np.count_nonzero(world.grid.walkable)) * world.grid.cell_size**2
        self.result.setText(
            self.tr("{0} cells, {1} walkable\nBaked in {2} ms").format(
                cells,
                number_text(walkable, "m²", 1),
                number_text(self.context.bake.milliseconds, "", 1),
            )
        )

    def _begin(self) -> None:
        self._merge_key = self.context.document.new_merge_key()

    def _settled(self) -> Document:
        """The document, with no drag in hand."""
        self.context.canvas.settle()
        return self.context.document

    def _commit(self, key: str, value: Any) -> None:
        document = self._settled()
        edit = set_settings(document.level, **{key: value})
        document.commit(edit, merge_key=self._merge_key if self.fields[key].turning else 0)

    def _choose_origin(self) -> None:
        document = self._settled()
        origin = self.origin.currentData()
        document.commit(set_settings(document.level, grid_origin=origin))

    def _as_default(self, settings: Settings) -> Settings:
        names = [*self.fields, "grid_origin"]
        return replace(settings, **{name: getattr(DEFAULTS, name) for name in names})

    def _reset(self) -> None:
        document = self._settled()
        settings = self._as_default(document.level.settings)
        document.commit(Edit.put(document.level, [settings], self.tr("Back to the defaults")))

    def _show_fault(self, sentence: str) -> None:
        self.fault.setText(sentence)
        self.fault.setVisible(bool(sentence))

    def _leave(self) -> None:
        self.context.canvas.setFocus()


def _label(text: str, buddy: Field | QComboBox) -> QLabel:
    label = QLabel(text)
    label.setObjectName("label")
    label.setBuddy(buddy)
    return label


PANELS = (BakePanel,)
