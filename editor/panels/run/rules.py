"""The rules by which agents move, and their numbers, as the level has them."""

from functools import partial
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from editor.actions.workbench import Workbench
from editor.document import Document
from editor.look import boxes
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Check, ChoiceBox, NumberField, number_text
from editor.look.slider import Slider
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from editor.panels.level.numbers import ResetButton
from editor.panels.panel import scrolled
from editor.panels.run.constants import CONSTANTS, Constant
from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS
from navcore.level.model import SETTINGS_ID, Settings
from navcore.level.operations import set_settings
from navcore.level.settings import MOVEMENT

_RULES: Final = (
    ("crowd", mark("Give way"),
     mark("Agents turn aside in time, slow down and queue.")),
    ("source", mark("Walk straight on"),
     mark("Agents walk straight to the next point of their path and avoid nobody. Those that "
          "overlap are pushed apart; those that stand in the way step aside. Crowds jam at "
          "doors.")),
)  # fmt: skip
_DEFAULTS: Final = Settings()
_COLUMNS: Final = 5
"""Columns of a block of numbers: title, slider, field, way back, and room between."""
_WIDE: Final = 620
"""Least width in pixels for two blocks side by side."""


class RulesPage(QWidget):
    """Choice of rules; a slider and a field for each number; buttons for defaults."""

    left = Signal(object)
    """The focus is to go back to the canvas."""
    said = Signal(object)
    """A sentence for the status bar."""

    def __init__(self, bench: Workbench) -> None:
        """Show the document's level."""
        super().__init__()
        self._bench = bench
        self.rules = ChoiceBox((key, tr(title)) for key, title, _ in _RULES)
        self.rules.view().setAccessibleName(tr("Rules of movement"))
        named(self.rules, tr("Rules"), tr("How agents move in runs of this level"))
        policy = self.rules.SizeAdjustPolicy
        self.rules.setSizeAdjustPolicy(policy.AdjustToMinimumContentsLengthWithIcon)
        self.rules.setMinimumWidth(1)
        self.rules.take = partial(self._commit, "rules")
        self.rules.left.connect(self.left)
        self.rules.entered.connect(self._tell_rules)
        self.meaning = make_label(wraps=True)
        self.knows = Check()
        self.knows.setText(tr("Plans know the crowd"))
        self.knows.setAccessibleName(self.knows.text())
        self.knows.take = partial(self._commit, "knows_crowd")
        self.knows.left.connect(self.left)
        self.knows.entered.connect(lambda _: self.said.emit(self.knows.toolTip()))
        self.waits = make_label(name="warn", wraps=True)
        self.again = make_button(tr("Play from the start"), self._play_again)
        self.reset = QPushButton(tr("Reset to the defaults"))
        named(self.reset, self.reset.text(), tr("The rules and all their numbers, in one step"))
        self.reset.clicked.connect(self._reset)
        for button in (self.again, self.reset):
            button.setMinimumWidth(1)
        self.rows = {constant.key: _Row(self, constant) for constant in CONSTANTS}
        self._blocks = 0
        self._grid = boxes.grid(gaps=(SIZE.related, SIZE.inside))
        self._lay_out()
        bench.document.changed.connect(self._follow)
        bench.document.loaded.connect(self.refresh)
        bench.run.signals.state_changed.connect(self._show_waiting)
        self.refresh()

    def _lay_out(self) -> None:
        side, numbers = QWidget(), QWidget()
        margins = (SIZE.margin, SIZE.related, SIZE.margin, SIZE.related)
        fill(
            vertical(side, gap=SIZE.related, margins=margins),
            self.rules, self.waits, self.again, self.meaning, self.knows, self.reset, STRETCH,
        )  # fmt: skip
        self._arrange(1)
        fill(vertical(numbers, gap=0, margins=margins), self._grid, STRETCH)
        left = scrolled(side)
        left.setFixedWidth(SIZE.fit_radii)
        self._numbers = scrolled(numbers)
        fill(horizontal(self, gap=0, margins=0), left, (self._numbers, 1))

    def _arrange(self, blocks: int) -> None:
        """Arrange the numbers in this many blocks side by side."""
        if blocks == self._blocks:
            return
        self._blocks = blocks
        lines = -(-len(CONSTANTS) // blocks)
        for number, row in enumerate(self.rows.values()):
            block, line = divmod(number, lines)
            for column, part in enumerate(row.parts):
                self._grid.addWidget(part, line, _COLUMNS * block + column)
        self._grid.setColumnMinimumWidth(_COLUMNS - 1, SIZE.related if blocks > 1 else 0)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(_COLUMNS + 1, int(blocks > 1))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Two blocks where there is room for them."""
        super().resizeEvent(event)
        wide = event.size().width() - SIZE.fit_radii >= _WIDE
        self._arrange(2 if wide else 1)

    # Showing.

    def _follow(self, edit: Edit) -> None:
        if SETTINGS_ID in edit.after:
            self.refresh()

    def refresh(self, _: object = None) -> None:
        """Show the values of the level."""
        settings = self._bench.document.level.settings
        self.rules.show_value(settings.rules)
        meanings = {key: meaning for key, _, meaning in _RULES}
        self.meaning.setText(tr(meanings[settings.rules]))
        self.knows.show_value(settings.knows_crowd)
        self._allow_knowing(gives_way=settings.rules == "crowd")
        for key, row in self.rows.items():
            row.show_value(getattr(settings, key))
        self.reset.setEnabled(any(getattr(settings, k) != getattr(_DEFAULTS, k) for k in MOVEMENT))
        self._show_waiting()

    def _allow_knowing(self, *, gives_way: bool) -> None:
        """Offer plans that know the crowd where the rules have them."""
        self.knows.setEnabled(gives_way)
        self.knows.setToolTip(
            tr("Where a crowd creeps, some agents take another path if that takes less time. Off: "
               "all take the shortest path, however many wait on it.")
            if gives_way
            else tr("Not available: agents that walk straight on take the shortest path.")
        )  # fmt: skip

    def _show_waiting(self, _: object = None) -> None:
        """Say so while a run goes on by other rules or numbers."""
        settings = self._bench.document.level.settings
        constants = self._bench.run.record.simulation.settings
        waits = self._bench.run.record.simulation.steps > 0 and any(
            getattr(settings, key) != getattr(constants, key) for key in MOVEMENT
        )
        title = next(tr(title) for key, title, _ in _RULES if key == constants.rules)
        keeps = tr("The current run keeps its numbers.")
        if constants.rules != settings.rules:
            keeps = tr("The current run keeps its rules: {0}.").format(title)
        self.waits.setText(keeps)
        self.waits.setVisible(waits)
        self.again.setVisible(waits)

    def _tell_rules(self, _: object = None) -> None:
        self.said.emit(tr("How agents move: Up and Down choose. It takes effect in the next run."))

    # Changing.

    def _settled(self) -> Document:
        """Return the document, with nothing in hand."""
        self._bench.canvas.settle()
        return self._bench.document

    def _commit(self, key: str, value: Any) -> None:
        self.change(key, value, 0)

    def change(self, key: str, value: Any, merge_key: int) -> None:
        """Set a number of the level; changes with one merge key are one undo step.

        Raises:
            NavcoreError: if the value is out of range.
        """
        document = self._settled()
        document.commit(set_settings(document.level, **{key: value}), merge_key=merge_key)

    def new_step(self) -> int:
        """Return the merge key of an undo step that begins now."""
        return self._bench.document.new_merge_key()

    def _reset(self, _: object = None) -> None:
        document = self._settled()
        edit = set_settings(document.level, **{key: getattr(_DEFAULTS, key) for key in MOVEMENT})
        document.commit(Edit(edit.before, edit.after, tr("Back to the default rules")))

    def _play_again(self, _: object = None) -> None:
        self._bench.run.clock.restart()
        self.left.emit(None)


class _Row:
    """Title, slider, field and reset button of one number."""

    def __init__(self, page: RulesPage, constant: Constant) -> None:
        self._page, self._constant = page, constant
        self._merge_key = 0
        self._usual: float = getattr(_DEFAULTS, constant.key)
        title, limit = tr(constant.title), LIMITS[constant.key]
        tip = f"{tr(constant.meaning)}\n\n{constant.source}"
        self.slider = named(Slider(1, 5), title, tip)
        self.slider.setRange(0, round(constant.most / constant.step))
        self.slider.show_marks((round(self._usual / constant.step),))
        self.slider.sliderPressed.connect(self._begin)
        self.slider.valueChanged.connect(self._slid)
        self.field = NumberField(constant.unit, limit.least, limit.greatest, constant.step)
        named(self.field, title, tip)
        self.field.setFixedWidth(SIZE.number_field)
        self.field.take = self._take
        self.field.refused.connect(page.said)
        self.reset = ResetButton(title, number_text(self._usual, constant.unit, 3))
        self.reset.clicked.connect(self._reset)
        for part in (self.slider, self.field):
            part.left.connect(page.left)
            part.entered.connect(self._enter)
        self.slider.taken.connect(page.left)
        label = make_label(title, buddy=self.slider)
        label.setToolTip(tip)
        self.parts: tuple[QWidget, ...] = (label, self.slider, self.field, self.reset)

    def show_value(self, value: float) -> None:
        """Show a number; the slider ends where it is more."""
        was = self.slider.blockSignals(True)
        self.slider.setValue(round(value / self._constant.step))
        self.slider.blockSignals(was)
        self.slider.show_changed(changed=value != self._usual)
        self.field.show_value(value)
        self.reset.setVisible(value != self._usual)

    def _begin(self) -> None:
        self._merge_key = self._page.new_step()

    def _enter(self, _: object = None) -> None:
        """Begin an undo step when the slider or field gets the focus; explain the number."""
        self._begin()
        usual = number_text(self._usual, self._constant.unit, 3)
        meaning = tr(self._constant.meaning)
        self._page.said.emit(tr("{0}. Usually {1} · Esc leaves").format(meaning, usual))

    def _slid(self, value: int) -> None:
        self._change(round(value * self._constant.step, 9))

    def _take(self, value: float) -> None:
        if not self.field.turning:
            self._begin()
        self._change(value)

    def _change(self, value: float) -> None:
        """Commit a number.

        Raises:
            NavcoreError: if it is no whole number where it counts.
        """
        wanted: float = value
        if isinstance(self._usual, int):
            if value != round(value):
                raise NavcoreError(tr("Type a whole number."))
            wanted = round(value)
        self._page.change(self._constant.key, wanted, self._merge_key)

    def _reset(self, _: object = None) -> None:
        self._page.change(self._constant.key, self._usual, 0)
        # The button is hidden now: move the focus to the slider.
        self.slider.setFocus()
