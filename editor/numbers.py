"""What is typed for a number or a place: units, sums, both decimal signs. No Qt.

`3.5` and `3,5` are the same number. Sums are read with `+ - * /` and brackets; a unit multiplies
the number before it, a number without one counts in the unit that is asked for. Where several
numbers are asked for, a space, a tab, a semicolon or a comma that no digit follows at once parts
them; a sign with a space before it and none after it begins the next number.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from navcore.errors import NavcoreError
from navcore.level.model import Point
from navcore.words import tr

_LENGTHS: Final = {
    "m": 1.0, "cm": 0.01, "mm": 0.001, "km": 1000.0,
    "ft": 0.3048, "'": 0.3048, "in": 0.0254, '"': 0.0254,
}  # fmt: skip

_UNITS: Final[Mapping[str, Mapping[str, float]]] = {
    "m": _LENGTHS,
    "°": {"°": 1.0, "deg": 1.0, "rad": math.degrees(1.0)},
    "s": {"s": 1.0, "ms": 0.001, "min": 60.0},
    "m/s": {"m/s": 1.0, "km/h": 1 / 3.6},
}
"""The units that can be typed for each unit that is asked for, and what they are in it."""

_SAME: Final = str.maketrans(
    {
        "\N{MINUS SIGN}": "-",
        "\N{EN DASH}": "-",
        "\N{MULTIPLICATION SIGN}": "*",
        "\N{MIDDLE DOT}": "*",
        "\N{DIVISION SIGN}": "/",
        "\N{PRIME}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{DOUBLE PRIME}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    }
)
"""Signs that keyboards and programs write instead of the plain ones."""

_NUMBER: Final = re.compile(r"(?:\d+(?:\.\d*|,\d+|,$)?|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_COMMA_FIRST: Final = re.compile(r",\d+(?:e[+-]?\d+)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+|.")

_TIMES: Final = re.compile("(?<=[\\s\\d.\"'mtn])[x\N{MULTIPLICATION SIGN}](?=[\\s\\d.])")
"""The sign between a width and a depth."""

_LONGEST: Final = 200
_LONGEST_WORD: Final = 20
"""Characters of a word that can't be read that are said."""
_DEEPEST: Final = 40
_FARTHEST: Final = 1e15

_Kind: TypeAlias = Literal["number", "unit", "name", "sign", "parting"]


class NumberFault(NavcoreError):
    """What was typed is not a number or a place; the text says why and what is read."""


class Unfinished(NumberFault):
    """What was typed so far may still become a number or a place."""


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _Kind
    text: str
    value: float = 0.0
    spaced: bool = False
    """Whether a space stands before it."""
    ends: bool = False
    """Whether a space, or nothing, stands after it."""


def evaluate(text: str, *, unit: str = "m", this: float | None = None, number: int = 0) -> float:
    """The number that `text` says, in `unit`.

    Args:
        text: `3.5`, `3,5`, `2 * 1.2 + 0.3`, `1 m + 20 cm`, `6 ft 2 in`, `45°`, with brackets.
        unit: What a number without a unit counts in, and what comes out.
        this: The present value; with it `+= 0.5`, `-= 1`, `*= 2` and `/= 2` change it, and the
            name `x` stands for it.
        number: What the name `n` stands for where `x` does: the element's place in a row, from 0.

    Raises:
        NumberFault: if it says no number, or none that is finite.
    """
    names = {} if this is None else {"x": this, "n": float(number)}
    operator = re.match(r"\s*([-+*/])\s*=", text.translate(_SAME))
    if operator is None:
        return _value(_tokens(text, [unit], names), unit)
    if this is None:
        message = tr("{0}= changes a value, and there is none here. Type a number.")
        raise NumberFault(message.format(operator[1]))
    change = _value(_tokens(text[operator.end() :], [unit], names), unit)
    return _checked(_without_dust(_applied(operator[1], this, change)))


def read_numbers(text: str, *units: str) -> list[float]:
    """The numbers in `text`, at most one for each of `units` and each in its unit.

    Raises:
        NumberFault: if one can't be read, or there are more of them than units, or none.
    """
    groups = _groups(_tokens(text, units, {}))
    if len(groups) > len(units):
        one = tr("One number is read here, not {0}.").format(len(groups))
        many = tr("{0} numbers are read here, not {1}.").format(len(units), len(groups))
        message = many if len(units) > 1 else one
        raise NumberFault(message)
    return [_value(group, unit) for group, unit in zip(groups, units, strict=False)]


def read_size(text: str) -> Point:
    """Width and depth, metres: `4 2.5`, `4 x 2.5`; one number is both.

    Raises:
        NumberFault: if a number can't be read, or there are more than two.
    """
    found = read_numbers(_TIMES.sub(";", text), "m", "m")
    return (found[0], found[-1])


def read_place(text: str, after: Point | None, *, towards: float | None = None) -> Point:
    """The place that `text` says: `x z`, or `@ length angle` from `after`.

    Args:
        text: Two numbers, or after `@` a length and an angle, 0° to the right, 90° upwards;
            `@ 4 < 90` and `@ 4` are read too.
        after: The place that `@` goes on from.
        towards: The angle that `@ length` goes along when none is typed, radians.

    Raises:
        NumberFault: if it says no place.
    """
    stripped = text.strip()
    if stripped.startswith("@"):
        return _polar(stripped[1:], after, towards)
    found = read_numbers(stripped, "m", "m")
    if len(found) < 2:
        message = tr("One more number is needed: z, after a space.")
        raise Unfinished(message)
    return (found[0], found[1])


def _polar(text: str, after: Point | None, towards: float | None) -> Point:
    if after is None:
        message = tr("@ goes on from a corner, and none is set yet. Type x z.")
        raise NumberFault(message)
    if not text.strip():
        message = tr("Type a length and an angle, like @ 4.2 90.")
        raise Unfinished(message)
    found = read_numbers(text.replace("<", ";"), "m", "°")
    if len(found) == 2:
        turn = math.radians(found[1])
        ux, uz = _direction(found[1])
    elif towards is not None:
        turn = towards
        ux, uz = math.cos(turn), math.sin(turn)
    else:
        message = tr("One more number is needed: the angle, after a space.")
        raise Unfinished(message)
    # The dust of sines and cosines stays out of the level.
    x = _checked(after[0] + found[0] * ux)
    z = _checked(after[1] + found[0] * uz)
    return (round(x, 9) + 0.0, round(z, 9) + 0.0)


def _direction(degrees: float) -> Point:
    """The unit vector of an angle; exact along the axes."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter % 4)]
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))


# Tokens.


def _tokens(text: str, asked: Sequence[str], names: Mapping[str, float]) -> list[_Token]:
    if len(text) > _LONGEST:
        message = tr("This is too long to be a number: at most {0} characters are read.")
        raise NumberFault(message.format(_LONGEST))
    text = text.translate(_SAME)
    units = list(dict.fromkeys(name for unit in asked for name in _units(unit)))
    tokens: list[_Token] = []
    at, spaced = 0, False
    while at < len(text):
        if text[at].isspace():
            at, spaced = at + 1, True
            continue
        kind, end, value = _next(text, at, units, names, tokens, spaced)
        ends = end >= len(text) or text[end].isspace()
        tokens.append(_Token(kind, text[at:end], value, spaced, ends))
        at, spaced = end, False
    return tokens


def _next(
    text: str,
    at: int,
    units: Sequence[str],
    names: Mapping[str, float],
    before: Sequence[_Token],
    spaced: bool,
) -> tuple[_Kind, int, float]:
    """What begins at this place: its kind, its end, its value."""
    begins = spaced or not before or before[-1].kind in {"sign", "parting"}
    found = _NUMBER.match(text, at) or (_COMMA_FIRST.match(text, at) if begins else None)
    if found is not None:
        return "number", found.end(), float(found[0].rstrip(",").replace(",", "."))
    after_value = bool(before) and (
        before[-1].kind in {"number", "unit", "name"} or before[-1].text == ")"
    )
    for name in sorted(units, key=len, reverse=True) if after_value else ():
        end = at + len(name)
        if text[at:end].casefold() == name and not text[end : end + 1].isalpha():
            return "unit", end, 0.0
    if text[at] in "+-*/()":
        return "sign", at + 1, 0.0
    if text[at] in ",;":
        return "parting", at + 1, 0.0
    word = _WORD.match(text, at)
    told = word[0] if word is not None else text[at]
    if told.casefold() in names:
        return "name", at + len(told), names[told.casefold()]
    if after_value and units:
        started = at + len(told) >= len(text)
        started &= any(unit.startswith(told.casefold()) for unit in units)
        raise _no_unit(told, units, Unfinished if started else NumberFault)
    message = tr("{0} can't be read. Type a number or a sum, like 1.5 + 0.2.").format(_short(told))
    raise NumberFault(message)


def _units(unit: str) -> Mapping[str, float]:
    return _UNITS.get(unit) or ({unit.casefold(): 1.0} if unit else {})


def _short(told: str) -> str:
    return told if len(told) <= _LONGEST_WORD else f"{told[: _LONGEST_WORD - 1]}…"


def _no_unit(told: str, units: Iterable[str], kind: type[NumberFault] = NumberFault) -> NumberFault:
    listed = [unit for unit in units if unit not in {"'", '"'}]
    if len(listed) == 1:
        return kind(tr("{0} is no unit here. Use {1}.").format(_short(told), listed[0]))
    message = tr("{0} is no unit here. Use {1} or {2}.")
    return kind(message.format(_short(told), ", ".join(listed[:-1]), listed[-1]))


# Several numbers.


def _groups(tokens: Sequence[_Token]) -> list[list[_Token]]:
    """The tokens of each number."""
    groups: list[list[_Token]] = [[]]
    depth = 0
    for index, token in enumerate(tokens):
        if token.kind == "parting" and depth == 0:
            groups.append([])
            continue
        if depth == 0 and groups[-1] and _begins(tokens[index - 1], token):
            groups.append([])
        depth += {"(": 1, ")": -1}.get(token.text, 0)
        groups[-1].append(token)
    if len(groups) > 1 and not groups[-1]:
        groups.pop()
    return groups


def _begins(before: _Token, token: _Token) -> bool:
    """Whether a number ends before this token and another begins with it."""
    if not token.spaced or (before.kind == "sign" and before.text != ")"):
        return False
    if token.kind in {"number", "name"} or token.text == "(":
        return True
    return token.text in {"+", "-"} and not token.ends


# One number.


def _value(tokens: Sequence[_Token], unit: str) -> float:
    if not tokens:
        message = tr("Type a number, like {0}.").format("45" if unit == "°" else "3.5")
        raise Unfinished(message)
    reader = _Reader(tokens, _units(unit))
    value = reader.sum()
    reader.must_be_over()
    return _checked(value if len(tokens) == 1 else _without_dust(value))


def _without_dust(value: float) -> float:
    """The value without what binary fractions leave behind: 2.7, not 2.6999999999999997."""
    return float(f"{value:.12g}")


def _checked(value: float) -> float:
    if not math.isfinite(value) or abs(value) > _FARTHEST:
        message = tr("This number is too large.")
        raise NumberFault(message)
    return value + 0.0


def _applied(sign: str, one: float, other: float) -> float:
    if sign == "+":
        return one + other
    if sign == "-":
        return one - other
    if sign == "*":
        return one * other
    if other == 0.0:
        message = tr("Nothing can be divided by 0.")
        raise NumberFault(message)
    return one / other


class _Reader:
    """Reads one number by descending: sums of products of signed values."""

    def __init__(self, tokens: Sequence[_Token], units: Mapping[str, float]) -> None:
        self._tokens = tokens
        self._units = units
        self._at = 0
        self._depth = 0

    def sum(self) -> float:
        value = self._product()
        while (sign := self._sign("+-")) is not None:
            value = _applied(sign, value, self._product())
        return value

    def must_be_over(self) -> None:
        if self._at == len(self._tokens):
            return
        token = self._tokens[self._at]
        if token.text == ")":
            message = tr("A bracket is closed that was never opened.")
        elif token.kind == "parting":
            message = tr("Only one number goes here; nothing is read from {0} on.").format(
                token.text
            )
        elif token.kind == "unit":
            message = tr("{0} stands after another unit. One is enough.")
        else:
            message = tr("A sign is missing before {0}, like + or *.")
        raise NumberFault(message.format(token.text))

    def _product(self) -> float:
        value = self._signed()
        while (sign := self._sign("*/")) is not None:
            value = _applied(sign, value, self._signed())
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
                raise _no_unit(name, self._units)
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
            message = tr("There are too many brackets in each other.")
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
