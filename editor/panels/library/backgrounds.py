"""Backgrounds: pictures and grids to draw over, front to back, with their looks."""

import math
from collections.abc import Callable
from typing import Any, ClassVar, Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import (
    QLabel,
    QListWidget,
    QListWidgetItem,
    QPushButton,
    QSlider,
    QWidget,
)

from editor.actions.background import choose_scaling
from editor.actions.workbench import Workbench
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import NumberField
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, make_tool, named
from editor.panels.library.section import Section
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Background
from navcore.level.operations import backgrounds as operations

_ROWS: Final = 4
"""Backgrounds that are seen at once."""
_FARTHEST: Final = 1_000_000.0
_WIDEST: Final = 100_000.0
_PAGE: Final = 10
"""Percent that a page key changes an opacity by."""


class Backgrounds(Section):
    """Lists them, the foremost first; everything is done at once, as one step each."""

    title: ClassVar[str] = mark("Backgrounds")

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__(bench)
        self._document = bench.document
        self._service = bench.backgrounds
        self._merge_key = 0
        self._make_list()
        self._make_fields()
        self._lay_out()
        self._document.changed.connect(self._follow)
        self._document.loaded.connect(self._refresh)
        self._service.changed.connect(self._refresh)
        self._refresh()

    # Building.

    def _make_list(self) -> None:
        self.list = named(QListWidget(), tr("Backgrounds, front to back"))
        self.list.setObjectName("targets")
        self.list.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setFixedHeight(_ROWS * SIZE.row)
        self.list.setToolTip(tr("The check box shows or hides it"))
        self.list.currentRowChanged.connect(self._show_chosen)
        self.list.itemChanged.connect(self._switch)
        self.empty = make_label(
            tr(
                "Nothing to draw over yet. Trace a plan or a photograph, or see where the grid "
                "that a game has now differs from the level."
            ),
            wraps=True,
        )
        self.forward = make_tool("chevron_up", tr("Bring forward"), lambda: self._reorder(1))
        self.backward = make_tool("chevron_down", tr("Send backward"), lambda: self._reorder(-1))
        self.frame = make_tool("frame", tr("Bring into view"), self._frame)
        self.replace = make_tool("open", tr("Choose another file…"), self._replace)
        self.remove = make_tool("trash", tr("Remove"), self._remove)

    def _make_fields(self) -> None:
        self.opacity = QSlider(Qt.Orientation.Horizontal)
        self.opacity.setRange(0, 100)
        self.opacity.setPageStep(_PAGE)
        self.opacity.setAccessibleName(tr("Opacity"))
        self.opacity.setMinimumHeight(SIZE.field)
        self.opacity.sliderPressed.connect(self._new_step)
        self.opacity.valueChanged.connect(self._fade)
        self.percent = QLabel()
        self.percent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.percent.setFixedWidth(self.percent.fontMetrics().horizontalAdvance("100 %"))
        self.x_field = self._number(tr("x of the lower left corner"), -_FARTHEST)
        self.z_field = self._number(tr("z of the lower left corner"), -_FARTHEST)
        self.width_field = self._number(tr("Width of the picture"), 1e-3)
        self.x_field.take = lambda x: self._change(position=(x, self._chosen_one().position[1]))
        self.z_field.take = lambda z: self._change(position=(self._chosen_one().position[0], z))
        self.width_field.take = self._set_width
        self.turn_field = named(NumberField("°", -180.0, 180.0, 1.0), tr("Rotation of the picture"))
        self.turn_field.setToolTip(tr("Counter-clockwise, about the lower left corner"))
        self.turn_field.refused.connect(self.said)
        self.turn_field.left.connect(self.left)
        self.turn_field.take = lambda turn: self._change(turn=math.radians(turn))
        self.scale = self._button(tr("Scale, turn or move on the canvas"), self._scale)

    def _number(self, title: str, least: float) -> NumberField:
        field = named(NumberField("m", least, _WIDEST if least > 0 else _FARTHEST, 0.5), title)
        field.setToolTip(title)
        field.refused.connect(self.said)
        field.left.connect(self.left)
        return field

    def _button(self, text: str, do: Callable[[], object]) -> QPushButton:
        button = make_button(text, lambda _: do(), tip=text)
        button.setMinimumWidth(1)
        return button

    def _lay_out(self) -> None:
        self.order = QWidget()
        fill(
            horizontal(self.order, gap=SIZE.inside, margins=0),
            self.forward, self.backward, self.frame, self.replace, STRETCH, self.remove,
        )  # fmt: skip
        self.details = self._details()
        commands = self.bench.commands.table
        self.trace = self._button(tr("Trace a picture…"), commands["trace_picture"].trigger)
        self.compare = self._button(tr("Compare with a grid…"), commands["compare_grid"].trigger)
        fill(
            vertical(self, gap=SIZE.related, margins=0),
            self.empty, self.list, self.order, self.details, self.trace, self.compare,
        )  # fmt: skip

    def _details(self) -> QWidget:
        """Return what can be changed of the chosen one."""
        box = QWidget()
        grid = boxes.grid(box, gaps=(SIZE.related, SIZE.related), margins=0, wide=1)
        grid.setColumnMinimumWidth(0, SIZE.label_column)
        grid.addWidget(make_label(tr("Opacity"), buddy=self.opacity), 0, 0)
        grid.addLayout(fill(horizontal(gap=SIZE.related), (self.opacity, 1), self.percent), 0, 1)
        labels = [
            make_label(text, buddy=field)
            for text, field in (
                (tr("Place"), self.x_field), (tr("Width"), self.width_field),
                (tr("Turn"), self.turn_field),
            )
        ]  # fmt: skip
        place = QWidget()
        fill(horizontal(place, gap=SIZE.related, margins=0), (self.x_field, 1), (self.z_field, 1))
        fields = (place, self.width_field, self.turn_field)
        for row, (label, field) in enumerate(zip(labels, fields, strict=True), start=1):
            grid.addWidget(label, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.scale, len(fields) + 1, 0, 1, 2)
        self.numbers = (*labels, *fields, self.scale)
        return box

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self._refresh()

    def _refresh(self, _: object = None) -> None:
        """Show the level's backgrounds; if their number is the same, keep the rows."""
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
        item.setText(text)
        item.setToolTip(background.path)
        item.setIcon(icon(background.kind, "text2"))
        checked = Qt.CheckState.Checked if background.visible else Qt.CheckState.Unchecked
        item.setCheckState(checked)

    def _show_chosen(self, _: object = None) -> None:
        if not self._service.all:
            return
        background, index = self._chosen_one(), self._index
        percent = round(background.opacity * 100)
        self.opacity.blockSignals(True)
        self.opacity.setValue(percent)
        self.opacity.blockSignals(False)
        self.percent.setText(tr("{0} %").format(percent))
        self.forward.setEnabled(index < len(self._service.all) - 1)
        self.backward.setEnabled(index > 0)
        picture = self._service.picture(background)
        self.frame.setEnabled(picture is not None)
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
        """Return the index of the chosen background, counted from the back."""
        return len(self._service.all) - 1 - max(self.list.currentRow(), 0)

    def _chosen_one(self) -> Background:
        return self._service.all[self._index]

    def _change(self, **fields: Any) -> None:
        level = self._document.level
        self._document.commit(operations.change_background(level, self._index, **fields))

    def _switch(self, item: QListWidgetItem) -> None:
        """Show or hide a background."""
        index = len(self._service.all) - 1 - self.list.row(item)
        shown = item.checkState() == Qt.CheckState.Checked
        if 0 <= index < len(self._service.all) and self._service.all[index].visible != shown:
            level = self._document.level
            self._document.commit(operations.change_background(level, index, visible=shown))

    def _frame(self) -> None:
        """Bring the chosen picture into view."""
        background = self._chosen_one()
        picture = self._service.picture(background)
        if picture is not None:
            corners = operations.corners_of(background, picture.width, picture.height)
            xs, zs = zip(*corners, strict=True)
            self.bench.canvas.frame_box((min(xs), min(zs), max(xs), max(zs)))

    def _new_step(self) -> None:
        self._merge_key = self._document.new_merge_key()

    def _fade(self, percent: int) -> None:
        """Change the opacity; one undo step per drag of the handle, or per run of keys."""
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
        choose_scaling(self.bench.canvas, self._index)
        self.left.emit(None)
