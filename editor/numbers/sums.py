"""One number out of its tokens: sums of products of signed values with units."""

import math
from collections.abc import Mapping, Sequence
from typing import Final

from editor.numbers.tokens import NumberFault, Token, Unfinished, no_unit, units_of
from navcore.i18n import tr

_DEEPEST: Final = 40
"""Brackets in each other."""
_FARTHEST: Final = 1e15


def value_of(tokens: Sequence[Token], unit: str) -> float:
    """The number that the tokens are, in `unit`.

    Raises:
        NumberFault: if they are none, or more than one; `Unfinished` if more must follow.
    """
    if not tokens:
        message = tr("Type a number, like {0}.").format("45" if unit == "°" else "3.5")
        raise Unfinished(message)
    reader = _Reader(tokens, units_of(unit))
    value = reader.sum()
    reader.must_be_over()
    return checked(value if len(tokens) == 1 else without_dust(value))


def without_dust(value: float) -> float:
    """The value without what binary fractions leave behind: 2.7, not 2.6999999999999997."""
    return float(f"{value:.12g}")


def checked(value: float) -> float:
    """The value itself, 0 without a sign.

    Raises:
        NumberFault: if it is not finite, or farther from 0 than anything can be drawn.
    """
    if not math.isfinite(value) or abs(value) > _FARTHEST:
        message = tr("This number is too large.")
        raise NumberFault(message)
    return value + 0.0


def applied(sign: str, one: float, other: float) -> float:
    """`one` and `other` joined by `+`, `-`, `*` or `/`.

    Raises:
        NumberFault: if it is divided by 0.
    """
    if sign == "+":
        return one + other
    if sign == "-":
        return one - other
    if sign == "*":
        return one * other
    if other == 0.0:
        message = tr("A number can't be divided by 0.")
        raise NumberFault(message)
    return one / other


class _Reader:
    """Reads one number by descending: sums of products of signed values."""

    def __init__(self, tokens: Sequence[Token], units: Mapping[str, float]) -> None:
        self._tokens = tokens
        self._units = units
        self._at = 0
        self._depth = 0

    def sum(self) -> float:
        value = self._product()
        while (sign := self._sign("+-")) is not None:
            value = applied(sign, value, self._product())
        return value

    def must_be_over(self) -> None:
        if self._at == len(self._tokens):
            return
        token = self._tokens[self._at]
        if token.text == ")":
            message = tr("A closing bracket has no opening bracket.")
        elif token.kind == "parting":
            message = tr("Only one number is allowed here, so {0} can't be read.").format(
                token.text
            )
        elif token.kind == "unit":
            message = tr("{0} follows another unit. One is enough.")
        else:
            message = tr("A sign is missing before {0}, like + or *.")
        raise NumberFault(message.format(token.text))

    def _product(self) -> float:
        value = self._signed()
        while (sign := self._sign("*/")) is not None:
            value = applied(sign, value, self._signed())
        return value

    def _signed(self) -> float:
        turned = False
        while (sign := self._sign("+-")) is not None:
            turned ^= sign == "-"
        value = self._quantity()
        return -value if turned else value

    def _quantity(self) -> float:
        """A value with its unit; smaller units may follow: `6 ft 2 in`."""
        value, unit = self._with_unit()
        while unit is not None and self._smaller_follows(unit):
            more, unit = self._with_unit()
            value += more
        return value

    def _smaller_follows(self, unit: float) -> bool:
        following = self._tokens[self._at : self._at + 2]
        kinds = [token.kind for token in following]
        if kinds != ["number", "unit"]:
            return False
        return self._units.get(following[1].text.casefold(), unit) < unit

    def _with_unit(self) -> tuple[float, float | None]:
        value = self._bare()
        if self._at < len(self._tokens) and self._tokens[self._at].kind == "unit":
            name = self._tokens[self._at].text
            self._at += 1
            if name.casefold() not in self._units:
                raise no_unit(name, self._units)
            unit = self._units[name.casefold()]
            return value * unit, unit
        return value, None

    def _bare(self) -> float:
        if self._at == len(self._tokens):
            last = self._tokens[-1].text
            message = tr("A number is missing after {0}.").format(last)
            raise Unfinished(message)
        token = self._tokens[self._at]
        self._at += 1
        if token.kind in {"number", "name"}:
            return token.value
        if token.text == "(":
            return self._bracket()
        message = tr("A number is missing before {0}.").format(token.text)
        raise NumberFault(message)

    def _bracket(self) -> float:
        self._depth += 1
        if self._depth > _DEEPEST:
            message = tr("Brackets are nested too deeply.")
            raise NumberFault(message)
        value = self.sum()
        if self._sign(")") is None:
            message = tr("A bracket is not closed.")
            raise Unfinished(message)
        self._depth -= 1
        return value

    def _sign(self, allowed: str) -> str | None:
        if self._at < len(self._tokens):
            token = self._tokens[self._at]
            if token.kind == "sign" and token.text in allowed:
                self._at += 1
                return token.text
        return None
