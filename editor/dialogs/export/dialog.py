"""Export: which grids the level hands to the game, how they will be, and how a game reads them."""

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import ClassVar

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QLabel, QPushButton, QVBoxLayout, QWidget

from editor.actions.workbench import Workbench
from editor.dialogs.dialog import Dialog
from editor.dialogs.export.list import DOORS, FORMATS, TargetList, doors_of
from editor.dialogs.export.loaders import Loaders
from editor.dialogs.export.preview import GridPicture, facts_of
from editor.exports import GridPreview, Previews, storey_of
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Field
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_choice, make_label, named
from navcore.errors import NavcoreError
from navcore.export import SUFFIXES, ExportFault, format_of, named_from
from navcore.formats.atomic import make_folder
from navcore.i18n import mark, tr
from navcore.level import operations
from navcore.level.model import ExportTarget
from navcore.level.storeys import storey_title
from navcore.level.tables import GROUND


class ExportDialog(Dialog):
    """Asks for grids and their files; every change is an undo step of the level."""

    name: ClassVar[str] = "export"
    title: ClassVar[str] = mark("Export")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """Create the dialog for the open level; if the level has no grid, one is proposed."""
        super().__init__(bench, parent)
        self._exports = bench.exports
        self._targets = self._exports.targets
        self._proposed = not self._targets
        if self._proposed:
            self._targets = self._exports.proposals()
        self._faults: list[ExportFault | None] = []
        self._level = bench.document.drawing
        self._previews = self._previews_now()
        self.finished.connect(self._end)
        self._make_list()
        self._make_fields()
        self._make_rest()
        self._lay_out()
        self._show_targets(0)
        bench.document.changed.connect(self._follow)
        bench.files.saved.connect(self._saved)
        self.export.setFocus()

    # Building.

    def _make_list(self) -> None:
        self.list = TargetList()
        self.list.chosen.connect(self._chosen)
        self.add = _button(tr("Add…"))
        self.add.clicked.connect(self._add)
        self.remove = _button(tr("Remove"))
        self.remove.clicked.connect(self._remove)

    def _make_fields(self) -> None:
        self.path = named(Field(), tr("File"))
        self.path.take = self._take_path
        self.path.left.connect(lambda _: self.export.setFocus())
        self.change = _button(tr("Change…"))
        self.change.clicked.connect(self._change)
        self.format = make_choice(tr("Format"), [tr(text) for _, text in FORMATS])
        self.format.activated.connect(self._take_format)
        self.doors = make_choice(tr("Doors"), [])
        self.doors.activated.connect(lambda row: self._take(**self.doors.itemData(row)))
        self.whom = make_choice(tr("Agents"), [])
        self.whom.activated.connect(lambda row: self._take(profile=self.whom.itemData(row)))
        self.storey = make_choice(tr("Storey"), [])
        self.storey.activated.connect(lambda row: self._take(layer=self.storey.itemData(row)))
        self.fault = make_label(name="fault", wraps=True)
        self.fault.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.fault.setFixedHeight(3 * self.fault.fontMetrics().lineSpacing())
        self.remedy = _button("")
        self.remedy.clicked.connect(self._apply_remedy)

    def _make_rest(self) -> None:
        self.on_save = QCheckBox(tr("Write them again at every save"))
        self.on_save.setChecked(self.bench.document.level.settings.export_on_save)
        self.on_save.clicked.connect(self._take_on_save)
        self.picture = GridPicture()
        self.facts = QLabel(textFormat=Qt.TextFormat.PlainText)
        self.facts.setFixedHeight(5 * self.facts.fontMetrics().lineSpacing())
        self.facts.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.loaders = Loaders()
        self.loaders.said.connect(self.said)
        self.export = make_button(tr("Export"), self._export, default=True)
        self.close_button = _button(tr("Close"))
        self.close_button.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        self._column = column = QVBoxLayout(self)
        column.setContentsMargins(SIZE.dialog, SIZE.dialog, SIZE.dialog, SIZE.dialog)
        column.setSpacing(SIZE.group)
        headline = make_label(tr("Grids for the game"), "headline")
        upper = boxes.grid(gaps=(SIZE.dialog, SIZE.related))
        upper.addLayout(self._left(), 0, 0)
        right = fill(vertical(gap=SIZE.related), (self.picture, 1), self.facts)
        upper.addLayout(right, 0, 1)
        upper.setColumnMinimumWidth(0, SIZE.export_list)
        upper.setColumnMinimumWidth(1, SIZE.export_picture + SIZE.dialog)
        upper.setColumnStretch(0, 3)
        upper.setColumnStretch(1, 2)
        buttons = horizontal(gap=SIZE.related)
        fill(buttons, self.on_save, STRETCH, self.close_button, self.export)
        column.addWidget(headline)
        column.addLayout(upper, 1)
        column.addWidget(self.loaders, 1)
        column.addLayout(buttons)

    def _left(self) -> QVBoxLayout:
        below = fill(horizontal(gap=SIZE.related), self.add, self.remove, STRETCH)
        self._form = boxes.grid(gaps=(SIZE.related, SIZE.related))
        self._form.addWidget(make_label(self.path.accessibleName(), buddy=self.path), 0, 0)
        file = fill(horizontal(gap=SIZE.related), (self.path, 1), self.change)
        self._form.addLayout(file, 0, 1, 1, 3)
        self._labels = {
            field: make_label(field.accessibleName(), buddy=field) for field in self._choices
        }
        self._place_choices(self._choices)
        for column in (1, 3):
            self._form.setColumnStretch(column, 1)
        mending = fill(horizontal(), (self.fault, 1))
        mending.addWidget(self.remedy, 0, Qt.AlignmentFlag.AlignTop)
        left = vertical(gap=SIZE.related)
        return fill(left, self.list, below, SIZE.inside, self._form, mending, STRETCH)

    @property
    def _choices(self) -> tuple[QComboBox, ...]:
        """The combo boxes, in the order on the screen."""
        return (self.format, self.doors, self.whom, self.storey)

    def _place_choices(self, shown: Sequence[QComboBox]) -> None:
        """Show these, two a row, and hide the others."""
        for number, field in enumerate(shown):
            row, column = 1 + number // 2, 2 * (number % 2)
            self._form.addWidget(self._labels[field], row, column)
            self._form.addWidget(field, row, column + 1)
        for field in self._choices:
            field.setVisible(field in shown)
            self._labels[field].setVisible(field in shown)

    # Showing.

    @property
    def number(self) -> int:
        """Index of the selected target, -1 for none."""
        return self.list.number

    @property
    def target(self) -> ExportTarget | None:
        """The selected target; None if there is none."""
        return self._targets[self.number] if 0 <= self.number < len(self._targets) else None

    def _show_targets(self, number: int) -> None:
        """Show all targets again, with this one selected."""
        self._faults = self._exports.faults(self._targets)
        paths = [self._exports.path_of(target) for target in self._targets]
        storeys = [storey_of(target, self._level.settings) for target in self._targets]
        # Shown only if there are several storeys.
        several = {*self._level.settings.layer_names, *storeys} != {GROUND}
        self.list.show_targets(
            self._targets, self._faults, paths, storeys if several else (), number
        )

    def _chosen(self, *_: object) -> None:
        """Show the fields and the preview of the chosen one."""
        target = self.target
        for widget in (
            self.path, self.change, self.format, self.doors, self.whom, self.storey, self.remove,
        ):  # fmt: skip
            widget.setEnabled(target is not None)
        self.export.setEnabled(bool(self._targets))
        self.path.show_value("" if target is None else target.path)
        if target is not None:
            self.format.setCurrentIndex([form for form, _ in FORMATS].index(target.format))
        self._show_doors(target)
        self._show_whom(target)
        self._show_storeys(target)
        self._place_choices([box for box in self._choices if box.count() > 1])
        self._show_fault(self._faults[self.number] if target is not None else None)
        self.loaders.show_target(target)
        self._show_preview()

    def _show_doors(self, target: ExportTarget | None) -> None:
        """Offer doors as drawn, all open, the level's states, and a target's other value."""
        plain = ExportTarget(path="")
        ways = [replace(plain, doors=doors) for doors, _ in DOORS]
        ways += [replace(plain, state=state.name) for state in self._level.states]
        own = replace(plain, doors=target.doors, state=target.state) if target else ways[0]
        self.doors.clear()
        for one in ways if own in ways else [*ways, own]:
            self.doors.addItem(doors_of(one), {"doors": one.doors, "state": one.state})
        self.doors.setCurrentIndex(ways.index(own) if own in ways else len(ways))

    def _show_whom(self, target: ExportTarget | None) -> None:
        """Offer the level's agent types, if any; also a missing one that a target names."""
        names = ["", *(profile.name for profile in self._level.settings.profiles)]
        name = "" if target is None else target.profile
        if name not in names:
            names.append(name)
        self.whom.clear()
        for one in names:
            self.whom.addItem(one or tr("Standard"), one)
        self.whom.setCurrentIndex(names.index(name))

    def _show_storeys(self, target: ExportTarget | None) -> None:
        """Offer the level's storeys, if several; also a missing one that a target names."""
        settings = self._level.settings
        # A target without a storey uses the storey of its type, or the ground.
        own = GROUND if target is None else storey_of(replace(target, layer=""), settings)
        chosen = own if target is None or not target.layer else target.layer
        names = list(dict.fromkeys((*settings.layer_names, own, chosen)))
        self.storey.clear()
        for name in names:
            self.storey.addItem(storey_title(name), "" if name == own else name)
        self.storey.setCurrentIndex(names.index(chosen))

    def _show_fault(self, fault: ExportFault | None) -> None:
        told = str(fault) if fault else ""
        self.fault.setToolTip(told)
        if fault and fault.reason == "no_folder" and self.target is not None:
            # The file is named above, and so is where it begins.
            folder = PurePath(self.target.path).parent.as_posix()
            told = tr("The folder {0} doesn't exist.").format(folder)
        # Long paths may break at their slashes.
        self.fault.setText(told.replace("/", "/\u200b"))
        words = {
            "no_folder": tr("Create the folder"),
            "outside": tr("Write it there"),
            "unsaved": tr("Save the level"),
        }
        word = words.get(fault.reason, "") if fault else ""
        self.remedy.setText(word)
        self.remedy.setVisible(bool(word))

    def _show_preview(self, _: object = None) -> None:
        target = self.target
        if target is None:
            words = tr("No grids yet. Add one, and every export writes it.")
            self.picture.show_preview(None, words)
            self.facts.setText("")
            return
        found = self._previews.of(target)
        if isinstance(found, GridPreview):
            self.picture.show_preview(found)
            self.facts.setText(self._facts(found, target))
            # Longer words make the dialog wider before they are seen.
            self._column.activate()
        else:
            self.picture.show_preview(None, found or tr("Baking the grid for the game."))
            self.facts.setText("")

    def _facts(self, preview: GridPreview, target: ExportTarget) -> str:
        facts = facts_of(preview, self._level.settings.cell_size, target.format)
        if self._proposed and self._exports.path_of(target).is_file():
            facts += "\n" + tr("The file that is there now is replaced.")
        return facts

    # Following the level.

    def _previews_now(self) -> Previews:
        made = Previews(self._level, self._exports.most_cells)
        made.ready.connect(self._show_preview)
        return made

    def _follow(self, _: object) -> None:
        """Update after a change of the level, by this dialog or another cause."""
        level, before = self.bench.document.drawing, self._level
        self._level = level
        same = replace(
            level.settings,
            exports=before.settings.exports,
            export_on_save=before.settings.export_on_save,
        )
        if level.with_settings(same) != before:
            self._previews.close()
            self._previews = self._previews_now()
        self.on_save.setChecked(level.settings.export_on_save)
        if not self._proposed or self._exports.targets:
            self._targets, self._proposed = self._exports.targets, False
        self._show_targets(max(self.number, 0))

    def _end(self) -> None:
        self.bench.document.changed.disconnect(self._follow)
        self._previews.close()

    # Changing.

    def _set(self, targets: tuple[ExportTarget, ...], number: int) -> None:
        """Name these in the level, and go on with this one."""
        self._targets, self._proposed = targets, False
        self._exports.change(targets)
        self._show_targets(number)

    def _put(self, target: ExportTarget) -> None:
        number = self.number
        if number >= 0 and target != self._targets[number]:
            self._set((*self._targets[:number], target, *self._targets[number + 1 :]), number)

    def _take_path(self, text: str) -> None:
        target, typed = self.target, text.strip()
        if target is None or not typed:
            self._show_targets(self.number)
            return
        place = Path.home() / typed[2:] if typed.startswith(("~/", "~\\")) else Path(typed)
        absolute = place.is_absolute()
        path = named_from(place, self.bench.document.path) if absolute else place.as_posix()
        known = PurePath(path).suffix.lower() in SUFFIXES.values()
        self._put(replace(target, path=path, format=format_of(path) if known else target.format))

    def _take_format(self, number: int) -> None:
        """The name follows the format."""
        target, form = self.target, FORMATS[number][0]
        if target is not None and form != target.format:
            path = target.path.removesuffix(SUFFIXES[target.format]) + SUFFIXES[form]
            self._put(replace(target, path=path, format=form))

    def _take(self, **fields: str) -> None:
        if self.target is not None:
            self._put(replace(self.target, **fields))

    def _take_on_save(self, checked: bool) -> None:
        level = self.bench.document.level
        self.bench.document.commit(operations.set_settings(level, export_on_save=checked))

    def _add(self) -> None:
        found = self._exports.ask_place(self._exports.proposal(self._targets))
        if found is not None:
            self._set((*self._targets, found), len(self._targets))

    def _change(self) -> None:
        found = self._exports.ask_place(self.target) if self.target is not None else None
        if found is not None:
            self._put(found)
            self._show_targets(self.number)

    def _remove(self) -> None:
        number = self.number
        if number >= 0:
            self._set((*self._targets[:number], *self._targets[number + 1 :]), number)

    def _apply_remedy(self) -> None:
        """Carry out the action of the button beside the fault."""
        fault = self._faults[self.number]
        if fault is None:
            return
        if fault.reason == "no_folder":
            try:
                make_folder(fault.path)
            except NavcoreError as error:
                self.fault.setText(str(error))
                return
        elif fault.reason == "outside":
            self._exports.allow(fault.path)
        else:
            self.bench.files.save()
        self._show_targets(self.number)

    def _saved(self, _: object = None) -> None:
        """Paths begin at the folder of the file that the level has now."""
        self._targets = self._exports.targets or self._targets
        self._show_targets(self.number)

    def _export(self) -> None:
        """Write all, or show the first that can't be."""
        if not self.path.commit():
            return
        broken = next((n for n, fault in enumerate(self._faults) if fault), None)
        if broken is not None:
            self.list.choose(broken)
            return
        self._exports.change(self._targets)
        self.accept()
        self._exports.export()


def _button(text: str) -> QPushButton:
    return QPushButton(text, autoDefault=False)


DIALOGS = (ExportDialog,)
