"""Fields that take one value: they say what is wrong, pass undo on, and give the focus back.

Enter or leaving the field commits what was typed; Esc takes it back. A value that is refused
stays, marked, with a sentence; leaving the field then brings the old value back and leaves
the sentence. A field without unsaved typing passes Ctrl+Z on to the level, and the wheel
turns numbers only in the field that has the focus.
"""

import math
import re
from collections.abc import Callable
from typing import Any, Final, TypeAlias

from PySide6.QtCore import QCoreApplication, QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QWheelEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from editor.style import SIZE
from navcore.errors import NavcoreError

Parse: TypeAlias = Callable[[str], object]
"""Reads what was typed; raises `Refused` with a sentence for what it does not take."""

Take: TypeAlias = Callable[[Any], None]
"""Does something with a committed value, or raises `NavcoreError` with a sentence."""

MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"


class Refused(NavcoreError):
    """What was typed can't be the value; the text says why and what is allowed."""


def tr(text: str) -> str:
    """A sentence of the fields in the user's language."""
    return QCoreApplication.translate("fields", text)


def number_text(value: float, unit: str = "", decimals: int = 2) -> str:
    """A number as it is shown: `6.00 m`, with a true minus sign."""
    text = f"{value:.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else MINUS + text[1:]
    if unit == "°":
        return text + unit
    return f"{text} {unit}" if unit else text


def exact_text(value: float, unit: str = "") -> str:
    """A number as it is shown, with as many decimals as it really has, two at least."""
    decimals = max(2, len(repr(round(value, 6)).partition(".")[2])) if abs(value) < 1e9 else 2
    return number_text(value, unit, decimals)


def read_number(
    text: str, *, unit: str = "", least: float = -math.inf, most: float = math.inf
) -> float:
    """The number in `text`, with a decimal point or comma, with or without its unit.

    Raises:
        Refused: if there is no number, or one that is out of range.
    """
    cleaned = text.replace(MINUS, "-").strip()
    if unit and cleaned.casefold().endswith(unit.casefold()):
        cleaned = cleaned[: -len(unit)].strip()
    try:
        value = float(cleaned.replace(",", "."))
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        example = number_text(max(least, 1.5) if least > 0 else 1.5, unit)
        raise Refused(tr("This is not a number. Type one like {0}.").format(example))
    if value < least or value > most:
        raise Refused(_range_sentence(unit, least, most))
    return value


def read_pair(text: str, *, unit: str = "m", least: float = -math.inf) -> tuple[float, float]:
    """Two numbers parted by a comma and a space, a space, a semicolon or a times sign.

    Raises:
        Refused: if there are not two numbers, or one is out of range.
    """
    cleaned = text.replace(TIMES, ";").replace(" x ", ";").replace("*", ";").strip()
    if unit:
        cleaned = re.sub(rf"(?<=[\d\s]){re.escape(unit)}(?=\s|;|,|$)", " ", cleaned).strip()
    for separator in (r"\s*;\s*", r",\s+|\s+,\s*", r"\s+", r","):
        parts = [part for part in re.split(separator, cleaned) if part]
        if len(parts) == 2:
            first, second = (read_number(part, unit=unit, least=least) for part in parts)
            return (first, second)
    raise Refused(tr("Type two numbers, like 6.00, 8.30."))


def _keep(value: object) -> None:
    """What a field does with a value that nobody takes."""


def _range_sentence(unit: str, least: float, most: float) -> str:
    if math.isinf(most):
        return tr("Type {0} or more.").format(exact_text(least, unit))
    if math.isinf(least):
        return tr("Type {0} or less.").format(exact_text(most, unit))
    return tr("Type a number from {0} to {1}.").format(
        exact_text(least, unit), exact_text(most, unit)
    )


class Field(QLineEdit):
    """One line of text that is read by `parse` and committed as one value."""

    refused = Signal(object)
    """The sentence that says why, empty when all is well again."""
    entered = Signal(object)
    """The field got the focus."""
    left = Signal(object)
    """Enter or Esc: the focus goes back to the canvas."""

    def __init__(
        self,
        parse: Parse = str.strip,
        show: Callable[[object], str] = str,
        *,
        step: float = 0.0,
        parent: QWidget | None = None,
    ) -> None:
        """A field; `step` over 0 lets wheel and Up and Down change its number."""
        super().__init__(parent)
        self.take: Take = _keep
        self._parse = parse
        self._show = show
        self._step = step
        self._shown = ""
        self._sentence = ""
        self.turning = False
        """Whether the value being committed comes from wheel or arrows, not from typing."""
        self.setFixedHeight(SIZE.field)
        self.textEdited.connect(self._clear_mark)

    def show_value(self, value: object) -> None:
        """Show this value, unless somebody is typing here."""
        if self.isModified() and self.hasFocus():
            return
        self._put(self._show(value))
        self.setPlaceholderText(self.property("hint") or "")

    def show_mixed(self) -> None:
        """Show that the selected elements differ here."""
        if self.isModified() and self.hasFocus():
            return
        self._put("")
        self.setPlaceholderText(tr("several values"))

    def set_hint(self, text: str) -> None:
        """What stands in the field while it is empty."""
        self.setProperty("hint", text)
        self.setPlaceholderText(text)

    def commit(self) -> bool:
        """Take what was typed; whether the field is content."""
        if not self.isModified():
            return True
        if self.text() == self._shown:
            self._put(self._shown)
            return True
        try:
            value = self._parse(self.text())
            self.setModified(False)
            self.take(value)
        except NavcoreError as refusal:
            self.setModified(True)
            self.refuse(str(refusal))
            return False
        return True

    def refuse(self, sentence: str) -> None:
        """Mark the field and say why."""
        self._mark(True)
        self._sentence = sentence
        self.refused.emit(sentence)

    def event(self, event: QEvent) -> bool:
        """Let undo and redo pass to the level while nothing is typed here."""
        if (
            event.type() == QEvent.Type.ShortcutOverride
            and isinstance(event, QKeyEvent)
            and not self.isModified()
            and (
                event.matches(QKeySequence.StandardKey.Undo)
                or event.matches(QKeySequence.StandardKey.Redo)
            )
        ):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter commits, Esc takes back, Up and Down step."""
        key = event.key()
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.commit():
                self.left.emit(None)
        elif key == Qt.Key.Key_Escape:
            self._put(self._shown)
            self.left.emit(None)
        elif key in {Qt.Key.Key_Up, Qt.Key.Key_Down} and self._step:
            self._turn(1 if key == Qt.Key.Key_Up else -1)
        else:
            super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Turn the number, only with the focus; else the wheel scrolls what lies around."""
        delta = event.angleDelta().y()
        if self._step and self.hasFocus() and not self.isReadOnly() and delta:
            self._turn(1 if delta > 0 else -1)
            event.accept()
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell the owner."""
        self.entered.emit(None)
        super().focusInEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Commit; what is refused gives way to the old value."""
        if event.reason() != Qt.FocusReason.PopupFocusReason and not self.commit():
            self.setText(self._shown)
            self.setModified(False)
            self._mark(False)
        super().focusOutEvent(event)

    def _turn(self, direction: int) -> None:
        if not self.commit():
            return
        try:
            value = self._parse(self.text())
            if isinstance(value, float):
                turned = round(value + direction * self._step, 9)
                self._parse(self._show(turned))
                self.turning = True
                self.take(turned)
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
        finally:
            self.turning = False

    def _put(self, text: str) -> None:
        self._shown = text
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)
        self.setModified(False)
        self._clear_mark()

    def _clear_mark(self) -> None:
        if self._sentence:
            self._sentence = ""
            self._mark(False)
            self.refused.emit("")

    def _mark(self, invalid: bool) -> None:
        if bool(self.property("invalid")) == invalid:
            return
        self.setProperty("invalid", invalid)
        self.style().unpolish(self)
        self.style().polish(self)


def number_field(
    *,
    unit: str = "m",
    least: float = -math.inf,
    most: float = math.inf,
    step: float = 0.1,
) -> Field:
    """A field for one number with its unit."""

    def parse(text: str) -> float:
        return read_number(text, unit=unit, least=least, most=most)

    def show(value: object) -> str:
        number = value if isinstance(value, int | float) else math.nan
        if unit == "°":
            return number_text(number, unit, 0)
        return exact_text(number, unit)

    return Field(parse, show, step=step)


def pair_field(*, between: str = ", ", unit: str = "m", least: float = -math.inf) -> Field:
    """A field for two numbers with their unit: a place or a size."""

    def parse(text: str) -> tuple[float, float]:
        return read_pair(text, unit=unit, least=least)

    def show(value: object) -> str:
        first, second = value if isinstance(value, tuple) else (math.nan, math.nan)
        return f"{exact_text(first)}{between}{exact_text(second)} {unit}"

    return Field(parse, show)
