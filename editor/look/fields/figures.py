"""Fields for numbers: one, or two in one line."""

import math
from collections.abc import Callable
from typing import ClassVar

from editor.look.fields.field import Field, Show
from editor.look.fields.reading import (
    Formula,
    Refused,
    exact_text,
    number_text,
    range_sentence,
    read_number,
    read_pair,
    rounded_text,
)
from navcore.errors import NavcoreError


class NumberField(Field):
    """A number with its unit; wheel and arrow keys change it."""

    retyped: ClassVar[bool] = True

    def __init__(
        self,
        unit: str,
        least: float,
        most: float,
        step: float,
        *,
        each: bool = False,
        optional: bool = False,
    ) -> None:
        """Create the field; with `each` it commits a `Formula` for several elements.

        Without a unit and with whole steps it is a count without decimals. An `optional` number may
        be missing: then the field is empty and its value None.
        """
        counts = not unit and step >= 1

        def shown(text: Callable[[float, str], str]) -> Show:
            def show(value: object) -> str:
                if optional and value is None:
                    return ""
                return _count(value) if counts else text(_number(value), unit)

            return show

        super().__init__(show=shown(rounded_text), exact=shown(exact_text))
        self._optional = optional
        self._unit = unit
        self._least = least
        self._most = most
        self._step = step
        self._each = each

    def read(self, text: str) -> object:
        """Return the number, or the formula, that was typed."""
        if self._optional and not text.strip():
            return None
        if self._each:
            return self._formula(text)
        this = self.value if isinstance(self.value, int | float) else None
        return read_number(text, unit=self._unit, least=self._least, most=self._most, this=this)

    def turn(self, direction: int) -> bool:
        """Change the number by one step; a formula changes each element's own."""
        if not self._step or (self._optional and self.value is None):
            return False
        if not self.commit():
            return True
        try:
            self.turning = True
            self.take(self._turned(direction))
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
        finally:
            self.turning = False
        return True

    def _turned(self, direction: int) -> object:
        if self._each:
            return self._formula(f"{'+' if direction > 0 else '-'}= {self._step!r}")
        now = self.value
        value = now if isinstance(now, int | float) else self.read(self.text())
        turned = round(_number(value) + direction * self._step, 9)
        if not self._least <= turned <= self._most:
            raise Refused(range_sentence(self._unit, self._least, self._most))
        return turned

    def _formula(self, text: str) -> Formula:
        return Formula(text, self._unit, self._least, self._most)


class PairField(Field):
    """Two numbers with their unit: a place or a size."""

    retyped: ClassVar[bool] = True

    def __init__(self, between: str, unit: str, least: float) -> None:
        """Create the field; `between` separates the numbers."""

        def shown(text: Callable[[float], str]) -> Show:
            return lambda pair: f"{between.join(text(number) for number in _pair(pair))} {unit}"

        super().__init__(show=shown(rounded_text), exact=shown(exact_text))
        self._unit = unit
        self._least = least

    def read(self, text: str) -> object:
        """Return the two numbers that were typed."""
        this = self.value if isinstance(self.value, tuple) else None
        return read_pair(text, unit=self._unit, least=self._least, this=this)


def number_field(
    *,
    unit: str = "m",
    least: float = -math.inf,
    most: float = math.inf,
    step: float = 0.1,
    each: bool = False,
    optional: bool = False,
) -> NumberField:
    """Return a field for one number with its unit, see :class:`NumberField`."""
    return NumberField(unit, least, most, step, each=each, optional=optional)


def pair_field(*, between: str = ", ", unit: str = "m", least: float = -math.inf) -> PairField:
    """Return a field for two numbers with their unit: a place or a size."""
    return PairField(between, unit, least)


def _count(value: object) -> str:
    return number_text(_number(value), "", 0)


def _number(value: object) -> float:
    return float(value) if isinstance(value, int | float) else math.nan


def _pair(value: object) -> tuple[float, float]:
    if isinstance(value, tuple) and len(value) == 2:
        return (_number(value[0]), _number(value[1]))
    return (math.nan, math.nan)
