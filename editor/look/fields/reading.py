"""Conversion between numbers and text, for fields and sentences."""

import math
import re
from dataclasses import dataclass
from typing import Final

from editor.numbers import evaluate
from navcore.errors import NavcoreError
from navcore.i18n import tr

MINUS: Final = "\N{MINUS SIGN}"
TIMES: Final = "\N{MULTIPLICATION SIGN}"

_BY: Final = re.compile(r"(?<=[\d.a-z)\"'])\s+x\s+(?=[\d.(+-])", re.IGNORECASE)
"""An x between two numbers as a times sign: 4.8 x 0.8."""

_CHANGES: Final = re.compile(r"\s*[-+*/]\s*=")


class Refused(NavcoreError):
    """Typed text is invalid; the message says why and what is allowed."""


def number_text(value: float, unit: str = "", decimals: int = 2) -> str:
    """Return a number as it is shown: `6.00 m`, with a true minus sign."""
    text = f"{value:.{decimals}f}"
    if text.startswith("-"):
        text = text[1:] if float(text) == 0 else MINUS + text[1:]
    if unit == "°":
        return text + unit
    return f"{text} {unit}" if unit else text


def exact_text(value: float, unit: str = "") -> str:
    """Return a number with its own decimals, from two to six; degrees may have none."""
    least = 0 if unit == "°" else 2
    if abs(value) >= 1e9 or not math.isfinite(value):
        return number_text(value, unit, least)
    decimals = f"{value:.6f}".rstrip("0").partition(".")[2]
    return number_text(value, unit, max(least, len(decimals)))


def rounded_text(value: float, unit: str = "") -> str:
    """Return a number as it is shown outside fields: two decimals, none for degrees."""
    return number_text(value, unit, 0 if unit == "°" else 2)


def read_number(
    text: str,
    *,
    unit: str = "",
    least: float = -math.inf,
    most: float = math.inf,
    this: float | None = None,
    number: int = 0,
) -> float:
    """Return the number in `text`, see `editor.numbers.evaluate`, from `least` to `most`.

    Raises:
        NavcoreError: if there is no number, or if it is out of range.
    """
    value = evaluate(text, unit=unit, this=this, number=number)
    if value < least or value > most:
        raise Refused(range_sentence(unit, least, most))
    return value


def read_pair(
    text: str,
    *,
    unit: str = "m",
    least: float = -math.inf,
    this: tuple[float, float] | None = None,
) -> tuple[float, float]:
    """Return two numbers separated by a comma and a space, a space, a semicolon or a times sign.

    With `this`, a single change like `*= 2` is applied to both numbers, and `x` is the present
    value of the number that contains it.

    Raises:
        NavcoreError: if there are not two numbers, or if one is out of range.
    """
    first, second = this or (None, None)
    parts = _halves(text.strip(), unit)
    if parts is None and this is not None and _CHANGES.match(text):
        parts = (text, text)
    if parts is None:
        raise Refused(tr("Type two numbers, like 6.00, 8.30."))
    return (
        read_number(parts[0], unit=unit, least=least, this=first),
        read_number(parts[1], unit=unit, least=least, this=second),
    )


def _halves(text: str, unit: str) -> tuple[str, str] | None:
    """Return the texts of two numbers."""
    text = text.replace(TIMES, ";")
    for separator in (r";", r",\s+|\s+,", _BY.pattern):
        parts = re.split(separator, text, flags=re.IGNORECASE)
        if len(parts) == 2:
            return (parts[0], parts[1])
    if unit:
        text = re.sub(rf"(?<=\d)\s+(?={re.escape(unit)}\b)", "", text)
    for separator in (r"\s+", r","):
        parts = re.split(separator, text)
        if len(parts) == 2 and all(re.search(r"\w", part) for part in parts):
            return (parts[0], parts[1])
    return None


@dataclass(frozen=True, slots=True)
class Formula:
    """Typed text for several elements: a number, or a change of each element's own number."""

    text: str
    unit: str = ""
    least: float = -math.inf
    most: float = math.inf

    @property
    def changes(self) -> bool:
        """True if it changes the value that an element has: `+= 1`, `*= 2`."""
        return _CHANGES.match(self.text) is not None

    def of(self, this: float, number: int = 0) -> float:
        """Return the new value of the element with value `this` and index `number`, from 0.

        Raises:
            NavcoreError: if there is no number, or if it is out of range.
        """
        return read_number(
            self.text, unit=self.unit, least=self.least, most=self.most, this=this, number=number
        )


def range_sentence(unit: str, least: float, most: float) -> str:
    """Return a sentence with the allowed range."""
    if math.isinf(most):
        return tr("Type {0} or more.").format(exact_text(least, unit))
    if math.isinf(least):
        return tr("Type {0} or less.").format(exact_text(most, unit))
    return tr("Type a number from {0} to {1}.").format(
        exact_text(least, unit), exact_text(most, unit)
    )
