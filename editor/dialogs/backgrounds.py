"""Backgrounds: the pictures and grids that one draws over, front to back, and their looks."""

import math
from collections.abc import Callable
from typing import Any, ClassVar, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QGridLayout,
    QLabel,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from editor.actions.background import choose_scaling
from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Check, NumberField
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Background
from navcore.level.operations import backgrounds as operations

_FARTHEST: Final = 1_000_000.0
_WIDEST: Final = 100_000.0
_PAGE: Final = 10
"""Percent that a page key changes an opacity by."""


class BackgroundsDialog(Dialog):
    """Lists them; everything is done at once, as one step each."""

    name: ClassVar[str] = "backgrounds"
    title: ClassVar[str] = mark("Backgrounds")
    over_docks: ClassVar[bool] = True

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the level as it is."""
        super().__init__(bench, parent)
        self._document = bench.document
        self._service = bench.backgrounds
        self._merge_key = 0
        self._make_list()
        self._make_fields()
        self._lay_out()
        self._document.changed.connect(self._follow)
        self._service.changed.connect(self._refresh)
        self._refresh()
        if self.list.count():
            self.list.setCurrentRow(0)

    # Building.

    def _make_list(self) -> None:
        self.list = named(QListWidget(), tr("Backgrounds, front to back"))
        self.list.setObjectName("targets")
        self.list.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setMinimumWidth(SIZE.names_width)
        self.list.setFixedHeight(SIZE.names_rows // 2 * SIZE.row)
        self.list.currentRowChanged.connect(self._show_chosen)
        self.empty = QLabel(
            tr(
                "Nothing to draw over yet. Trace a plan or a photograph, or see where the grid "
                "that a game has now differs from the level."
            )
        )
        self.empty.setObjectName("label")
        self.empty.setWordWrap(True)
        self.empty.setMinimumWidth(SIZE.names_width)
        self.forward = self._button(tr("Forward"), lambda: self._reorder(1))
        self.backward = self._button(tr("Backward"), lambda: self._reorder(-1))
        self.remove = self._button(tr("Remove"), self._remove)

    def _make_fields(self) -> None:
        self.path = QLineEdit(readOnly=True)
        self.path.setFixedHeight(SIZE.field)
        self.path.setAccessibleName(tr("File"))
        self.replace = self._button(tr("Choose another file…"), self._replace)
        self.shown = Check()
        self.shown.setText(tr("Shown"))
        self.shown.setAccessibleName(tr("Shown"))
        self.shown.take = lambda on: self._change(visible=on)
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setPageStep(_PAGE)
        self.opacity.setAccessibleName(tr("Opacity"))
        self.opacity.setMinimumHeight(SIZE.field)
        self.opacity.sliderPressed.connect(self._new_step)
        self.opacity.valueChanged.connect(self._fade)
        self.percent = QLabel()
        self.x_field = self._number(tr("x of the lower left corner"), -_FARTHEST)
        self.z_field = self._number(tr("z of the lower left corner"), -_FARTHEST)
        self.width_field = self._number(tr("Width of the picture"), 1e-3)
        self.x_field.take = lambda x: self._change(position=(x, self._chosen_one().position[1]))
        self.z_field.take = lambda z: self._change(position=(self._chosen_one().position[0], z))
        self.turn_field = named(NumberField("°", -180.0, 180.0, 1.0), tr("Turn of the picture"))
        self.turn_field.setToolTip(tr("Counter-clockwise, about the lower left corner"))
        self.turn_field.refused.connect(self.said)
        self.width_field.take = self._set_width
        self.turn_field.take = lambda turn: self._change(turn=math.radians(turn))
        self.scale = self._button(tr("Scale, turn or move on the canvas"), self._scale)

    def _number(self, title: str, least: float) -> NumberField:
        field = named(NumberField("m", least, _WIDEST if least > 0 else _FARTHEST, 0.5), title)
        field.setToolTip(title)
        field.refused.connect(self.said)
        return field

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        return make_button(text, lambda _: do(), takes_enter=False)

    def _lay_out(self) -> None:
        column = vertical(self, gap=SIZE.related, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        headline = make_label(tr("Backgrounds, front to back"), "headline")
        fill(column, headline, SIZE.related, self.empty, self.list)
        self.order = _row(self.forward, self.backward, self.remove)
        column.addWidget(self.order)
        self.details = self._details()
        fill(column, self.details, SIZE.related)
        commands = self.bench.commands.table
        self.trace = self._button(tr("Trace a picture…"), commands["trace_picture"].trigger)
        self.compare = self._button(tr("Compare with a grid…"), commands["compare_grid"].trigger)
        done = make_button(tr("Done"), self.accept, default=True)
        last = fill(horizontal(gap=SIZE.related), self.trace, self.compare, STRETCH, done)
        column.addLayout(last)

    def _details(self) -> QWidget:
        """What is known of the chosen one, and what can be changed of it."""
        box = QWidget()
        grid = QGridLayout(box)
        grid.setContentsMargins(0, SIZE.related, 0, 0)
        grid.setHorizontalSpacing(SIZE.related)
        grid.setVerticalSpacing(SIZE.related)
        grid.setColumnStretch(1, 1)
        self._add_line(grid, tr("File"), self.path, self.replace)
        grid.addWidget(self.shown, grid.rowCount(), 1)
        self._add_line(grid, tr("Opacity"), self.opacity, self.percent)
        numbers = QWidget()
        row = horizontal(numbers, gap=SIZE.related, margins=0)
        fields = (
            (tr("x"), self.x_field),
            (tr("z"), self.z_field),
            (tr("width"), self.width_field),
            (tr("turn"), self.turn_field),
        )
        for letter, field in fields:
            fill(row, make_label(letter, buddy=field), (field, 1))
        self.numbers = (make_label(tr("Place"), buddy=self.x_field), numbers, self.scale)
        # So that the dialog stays as it is when a grid is chosen.
        for widget in self.numbers:
            kept = widget.sizePolicy()
            kept.setRetainSizeWhenHidden(True)
            widget.setSizePolicy(kept)
        line = grid.rowCount()
        grid.addWidget(self.numbers[0], line, 0)
        grid.addWidget(numbers, line, 1, 1, 2)
        grid.addWidget(self.scale, line + 1, 1, 1, 2, Qt.AlignmentFlag.AlignLeft)
        return box

    def _add_line(self, grid: QGridLayout, text: str, field: QWidget, beside: QWidget) -> None:
        line = grid.rowCount()
        grid.addWidget(make_label(text, buddy=field), line, 0)
        grid.addWidget(field, line, 1)
        grid.addWidget(beside, line, 2)

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._refresh()

    def _refresh(self, _: object = None) -> None:
        """Show the level's backgrounds; as many as before keep their lines."""
        backgrounds = self._service.all
        row = self.list.currentRow()
        self.list.blockSignals(True)
        while self.list.count() > len(backgrounds):
            self.list.takeItem(self.list.count() - 1)
        while self.list.count() < len(backgrounds):
            item = QListWidgetItem()
            item.setSizeHint(QSize(0, SIZE.row))
            self.list.addItem(item)
            row = 0
        for number, background in enumerate(reversed(backgrounds)):
            self._show_line(self.list.item(number), background)
        self.list.setCurrentRow(min(max(row, 0), len(backgrounds) - 1))
        self.list.blockSignals(False)
        for widget in (self.list, self.order, self.details):
            widget.setVisible(bool(backgrounds))
        self.empty.setVisible(not backgrounds)
        self._show_chosen()

    def _show_line(self, item: QListWidgetItem, background: Background) -> None:
        name = operations.file_name(background.path)
        states = {
            "missing": tr("{0} · missing"),
            "bad": tr("{0} · can't be read"),
            "loading": tr("{0} · is read"),
        }
        text = states.get(self._service.source(background).state, "{0}").format(name)
        item.setText(text if background.visible else tr("{0} · hidden").format(text))
        item.setIcon(icon(background.kind, "text2"))

    def _show_chosen(self, _: object = None) -> None:
        if not self._service.all:
            return
        background, index = self._chosen_one(), self._index
        self.path.setText(background.path)
        self.path.setToolTip(background.path)
        self.shown.show_value(background.visible)
        percent = round(background.opacity * 100)
        self.opacity.blockSignals(True)
        self.opacity.setValue(percent)
        self.opacity.blockSignals(False)
        self.percent.setText(tr("{0} %").format(percent))
        self.forward.setEnabled(index < len(self._service.all) - 1)
        self.backward.setEnabled(index > 0)
        picture = self._service.picture(background)
        for widget in self.numbers:
            widget.setVisible(background.kind == "picture")
        self.x_field.show_value(background.position[0])
        self.z_field.show_value(background.position[1])
        self.turn_field.show_value(math.degrees(background.turn))
        self.width_field.setEnabled(picture is not None)
        if picture is not None:
            self.width_field.show_value(picture.width * background.scale)

    # Doing.

    @property
    def _index(self) -> int:
        """Which of the level's backgrounds is chosen, counted from the back."""
        return len(self._service.all) - 1 - max(self.list.currentRow(), 0)

    def _chosen_one(self) -> Background:
        return self._service.all[self._index]

    def _change(self, **fields: Any) -> None:
        level = self._document.level
        self._document.commit(operations.change_background(level, self._index, **fields))

    def _new_step(self) -> None:
        self._merge_key = self._document.new_merge_key()

    def _fade(self, percent: int) -> None:
        """One step as long as the handle is held; with keys, as long as they follow each other."""
        if not self._merge_key:
            self._new_step()
        edit = operations.change_background(
            self._document.level, self._index, opacity=percent / 100
        )
        self._document.commit(edit, merge_key=self._merge_key)

    def _set_width(self, metres: float) -> None:
        picture = self._service.picture(self._chosen_one())
        if picture is not None:
            self._change(scale=float(f"{metres / picture.width:.12g}"))

    def _reorder(self, step: int) -> None:
        index = self._index
        edit = operations.reorder_background(self._document.level, index, index + step)
        self._document.commit(edit)
        self.list.setCurrentRow(self.list.currentRow() - step)

    def _remove(self) -> None:
        self._document.commit(operations.remove_background(self._document.level, self._index))

    def _replace(self) -> None:
        old = self._chosen_one()
        dialogs, folder = self.bench.files.dialogs, self.bench.settings.folder
        path = dialogs.open_background(old.kind, folder)
        if path is not None:
            stored = operations.stored_path(path.absolute(), self._service.folder)
            self._change(path=stored)

    def _scale(self) -> None:
        index = self._index
        self.accept()
        choose_scaling(self.bench.canvas, index)


def _row(*buttons: QPushButton) -> QWidget:
    box = QWidget()
    fill(horizontal(box, gap=SIZE.related, margins=0), *buttons, STRETCH)
    return box


DIALOGS = (BackgroundsDialog,)
