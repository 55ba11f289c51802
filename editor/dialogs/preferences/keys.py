"""The keys of all actions: recorded as they are pressed, conflicts settled at once."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ClassVar

from PySide6.QtWidgets import (
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QToolButton,
    QWidget,
)

from editor.actions.keymap import native, refusal
from editor.actions.workbench import Workbench
from editor.dialogs.preferences.keys_table import KeysTable
from editor.dialogs.preferences.page import Page
from editor.dialogs.preferences.recorder import Recorder
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.fields.search import SearchField
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label
from navcore.errors import NavcoreError
from navcore.formats.atomic import read_text
from navcore.i18n import mark, tr

TIMES = "\N{MULTIPLICATION SIGN}"


class KeysPage(Page):
    """A table of all actions, and below it controls for the shortcuts of the marked one."""

    title: ClassVar[str] = mark("Keys")

    def __init__(self, bench: Workbench) -> None:
        """The keys as they are."""
        super().__init__(bench)
        self.keymap = bench.commands.keymap
        self.search = SearchField()
        self.search.setPlaceholderText(tr("Find an action or a key"))
        self.search.setAccessibleName(tr("Find"))
        self.search.setFixedHeight(SIZE.field)
        self.table = KeysTable(bench.commands)
        self._name = ""
        self._adds = False
        self._build_strip()
        self.empty = make_label(wraps=True)
        self.empty.hide()
        self.column.addWidget(self.search)
        self.column.addWidget(self.empty)
        self.column.addWidget(self.table, 1)
        self.column.addWidget(self.strip)
        self.column.addSpacing(SIZE.related)
        self.column.addLayout(self._file_buttons())
        self.search.textChanged.connect(self._find)
        self.table.chosen.connect(lambda _: self.rest())
        self.table.wanted.connect(self.record)
        self.rest()

    def back(self) -> None:
        """Reset all shortcuts to the defaults; a button restores the user's ones."""
        chosen = self.keymap.text()
        self.keymap.reset_all()
        self._changed()
        if self.keymap.text() != chosen:
            self._clear()
            self.told.setText(tr("All keys are reset to the defaults."))
            self._add_button(
                tr("Undo"), partial(self._back_to, chosen), tr("Restore your own keys")
            )
            self._line.addStretch(1)

    # Actions of the strip below the table.

    def rest(self, told: str = "") -> None:
        """Show the shortcuts of the marked action, with their controls."""
        self._name = self.table.current
        self.recorder.hide()
        self._clear()
        if not self._name:
            self.told.setText(told or tr("Select an action to change its shortcuts."))
            return
        self.told.setText(told or self._text_of(self._name))
        for key in self.keymap.keys_of(self._name):
            self._add_chip(key)
        fixed = self.bench.commands.rows[self._name].shown_key
        if fixed:
            label = make_label(tr("{0}, always").format(fixed))
            self._line.addWidget(label)
            self._shown.append(label)
        self._add_button(tr("Change"), self.record, tr("Press another key instead"))
        self._add_button(
            tr("Add a key"), partial(self.record, adds=True), tr("Press an additional key")
        )
        if self.keymap.is_changed(self._name):
            proposed = "  ".join(map(native, self.keymap.proposed(self._name)))
            self._add_button(tr("As it was"), self.reset, proposed or tr("It had no key"))
        self._line.addStretch(1)

    def record(self, *, adds: bool = False) -> None:
        """Wait for a key that replaces the shortcuts, or is added to them."""
        if not self._name:
            return
        self._adds = adds
        self._clear()
        self.told.setText(
            tr("Press the key for {0}. Esc cancels, Backspace leaves it without a key.").format(
                self._text_of(self._name)
            )
        )
        fill(self._line, self.recorder, STRETCH)
        self.recorder.clear()
        self.recorder.show()
        self.recorder.setFocus()

    def take(self, key: str) -> None:
        """Use a pressed key, or say why it can't be used, or ask about a conflict."""
        reason = refusal(key)
        if reason:
            self.recorder.setText(native(key))
            self.told.setText(tr("{0} Press another key.").format(reason))
            return
        owner = self.keymap.owner_of(key)
        if owner and owner != self._name:
            self._ask(
                tr("{0} is the key of {1}. Use it for {2}?").format(
                    native(key), self._text_of(owner), self._text_of(self._name)
                ),
                partial(self._use, key),
            )
            return
        self._use(key)

    def clear_keys(self) -> None:
        """Remove all shortcuts of the marked action."""
        self.keymap.set_keys(self._name, ())
        self._changed()

    def drop(self, key: str) -> None:
        """Remove one shortcut of the marked action."""
        kept = [other for other in self.keymap.keys_of(self._name) if other != key]
        self.keymap.set_keys(self._name, kept)
        self._changed()

    def reset(self) -> None:
        """Restore the default shortcuts; ask first if another action uses one of them."""
        losers = self.keymap.losers(self._name)
        if not losers:
            self._reset()
            return
        keys = "  ".join(map(native, self.keymap.proposed(self._name)))
        self._ask(
            tr("{0} is the key of {1}. Use it for {2}?").format(
                keys, ", ".join(map(self._text_of, losers)), self._text_of(self._name)
            ),
            self._reset,
        )

    def write(self, path: Path) -> None:
        """Write the user's changes to a file."""
        try:
            path.write_text(self.keymap.text(), encoding="utf-8")
        except OSError as fault:
            self.rest(tr("{0} can't be written: {1}").format(path.name, fault.strerror))
            return
        self.rest(tr("Saved in {0}.").format(path.name))

    def read(self, path: Path) -> None:
        """Have the keys of a file; the keys stay as they are if it is none."""
        try:
            self.keymap.take_in(read_text(path))
        except NavcoreError as fault:
            self.rest(f"{path.name}: {fault}")
            return
        self._changed(tr("Loaded the keys of {0}.").format(path.name))

    def _back_to(self, chosen: str) -> None:
        self.keymap.take_in(chosen)
        self._changed(tr("Your own keys are restored."))

    def _use(self, key: str) -> None:
        kept = [k for k in self.keymap.keys_of(self._name) if k != key] if self._adds else []
        self.keymap.set_keys(self._name, [*kept, key])
        self._changed()

    def _reset(self) -> None:
        self.keymap.reset(self._name)
        self._changed()

    def _find(self, text: str) -> None:
        self.table.search(text)
        self.table.mark_seen()
        self.empty.setText(tr('Nothing named "{0}".').format(text.strip()))
        self.empty.setVisible(not self.table.shown())

    def _changed(self, told: str = "") -> None:
        """The whole program has these keys from now on."""
        self.bench.commands.wear_keys()
        self.table.fill()
        self.rest(told)
        self.table.setFocus()

    def _ask(self, question: str, do: Callable[[], None]) -> None:
        self.recorder.hide()
        self._clear()
        self.told.setText(question)
        use = self._add_button(tr("Use it here"), do)
        self._add_button(tr("Cancel"), self._cancel)
        self._line.addStretch(1)
        use.setFocus()

    def _cancel(self) -> None:
        self.rest()
        self.table.setFocus()

    def _left_recorder(self) -> None:
        if self.recorder.isVisible():
            self.recorder.hide()
            self._cancel()

    def _text_of(self, name: str) -> str:
        row = self.bench.commands.rows[name]
        return ": ".join(map(tr, (*row.path[1:], row.text))).removesuffix("…")

    # Construction.

    def _build_strip(self) -> None:
        self.strip = QWidget()
        self.told = QLabel(wordWrap=True)
        self._line = QHBoxLayout()
        self._line.setSpacing(SIZE.related)
        self._shown: list[QWidget] = []
        column = vertical(self.strip, gap=SIZE.related, margins=(0, SIZE.inside, 0, 0))
        fill(column, self.told, self._line)
        self.strip.setMinimumHeight(SIZE.button + SIZE.row + 2 * SIZE.related)
        self.recorder = Recorder()
        self.recorder.setParent(self.strip)
        self.recorder.hide()
        self.recorder.pressed.connect(self.take)
        self.recorder.cleared.connect(self.clear_keys)
        self.recorder.left.connect(self._left_recorder)

    def _file_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SIZE.related)
        for text, do in (
            (tr("Save keys to a file…"), self._ask_write),
            (tr("Load keys from a file…"), self._ask_read),
        ):
            button = make_button(text, do, takes_enter=False)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _clear(self) -> None:
        while self._line.count():
            self._line.takeAt(0)
        for widget in self._shown:
            widget.hide()
            widget.deleteLater()
        self._shown = []

    def _add_button(self, text: str, do: Callable[[], None], tip: str = "") -> QPushButton:
        button = make_button(text, lambda _: do(), tip=tip, takes_enter=False)
        self._line.addWidget(button)
        self._shown.append(button)
        return button

    def _add_chip(self, key: str) -> None:
        chip = QToolButton()
        chip.setObjectName("chip")
        chip.setText(f"{native(key)}  {TIMES}")
        chip.setFixedHeight(SIZE.field)
        meaning = tr("Remove {0}").format(native(key))
        chip.setToolTip(meaning)
        chip.setAccessibleName(meaning)
        chip.clicked.connect(lambda _: self.drop(key))
        self._line.addWidget(chip)
        self._shown.append(chip)

    def _ask_write(self) -> None:
        name, _ = QFileDialog.getSaveFileName(
            self, tr("Save keys"), "waywright.keys.json", tr("Keys (*.json)")
        )
        if name:
            self.write(Path(name))

    def _ask_read(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, tr("Load keys"), "", tr("Keys (*.json)"))
        if name:
            self.read(Path(name))
