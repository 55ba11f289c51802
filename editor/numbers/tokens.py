"""Tokens of text typed into number fields: values, units, names, signs."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from navcore.errors import NavcoreError
from navcore.i18n import tr

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

SAME_SIGNS: Final = str.maketrans(
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
_POINTED: Final = re.compile(r"(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?", re.IGNORECASE)
_COMMA_FIRST: Final = re.compile(r",\d+(?:e[+-]?\d+)?", re.IGNORECASE)
_WORD: Final = re.compile(r"[^\W\d_]+|.")

_LONGEST: Final = 200
_LONGEST_WORD: Final = 20
"""Characters of a word that can't be read that are said."""

_Kind: TypeAlias = Literal["number", "unit", "name", "sign", "parting"]


class NumberFault(NavcoreError):
    """Typed text is not a number or a place; the message says why and what is accepted."""


class Unfinished(NumberFault):
    """What was typed so far may still become a number or a place."""


@dataclass(frozen=True, slots=True)
class Token:
    """What stands in a text before the next thing begins."""

    kind: _Kind
    text: str
    value: float = 0.0
    spaced: bool = False
    """True if a space precedes it."""
    ends: bool = False
    """True if a space, or nothing, follows it."""


def tokens_of(
    text: str, asked: Sequence[str], names: Mapping[str, float], *, commas_part: bool = False
) -> list[Token]:
    """Return the tokens of `text`; it may contain units that are compatible with the given ones.

    `commas_part`: every comma parts two numbers; else one before a digit is a decimal sign.

    Raises:
        NumberFault: if something can't be read; `Unfinished` if it may be a unit that is begun.
    """
    if len(text) > _LONGEST:
        message = tr("This is too long to be a number: at most {0} characters are read.")
        raise NumberFault(message.format(_LONGEST))
    text = text.translate(SAME_SIGNS)
    units = list(dict.fromkeys(name for unit in asked for name in units_of(unit)))
    tokens: list[Token] = []
    at, spaced = 0, False
    while at < len(text):
        if text[at].isspace():
            at, spaced = at + 1, True
            continue
        kind, end, value = _next(text, at, units, names, tokens, spaced, commas_part)
        ends = end >= len(text) or text[end].isspace()
        tokens.append(Token(kind, text[at:end], value, spaced, ends))
        at, spaced = end, False
    return tokens


def _next(
    text: str,
    at: int,
    units: Sequence[str],
    names: Mapping[str, float],
    before: Sequence[Token],
    spaced: bool,
    commas_part: bool,
) -> tuple[_Kind, int, float]:
    """Return the kind, the end and the value of the token that begins at `at`."""
    begins = spaced or not before or before[-1].kind in {"sign", "parting"}
    found = (_POINTED if commas_part else _NUMBER).match(text, at)
    if found is None and begins and not commas_part:
        found = _COMMA_FIRST.match(text, at)
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
    part = word[0] if word is not None else text[at]
    if part.casefold() in names:
        return "name", at + len(part), names[part.casefold()]
    if after_value and units:
        started = at + len(part) >= len(text)
        started &= any(unit.startswith(part.casefold()) for unit in units)
        raise no_unit(part, units, Unfinished if started else NumberFault)
    message = tr("{0} can't be read. Type a number or a sum, like 1.5 + 0.2.").format(_short(part))
    raise NumberFault(message)


def units_of(unit: str) -> Mapping[str, float]:
    """The units that can be typed where this one is asked for, and what they are in it."""
    return _UNITS.get(unit) or ({unit.casefold(): 1.0} if unit else {})


def _short(told: str) -> str:
    return told if len(told) <= _LONGEST_WORD else f"{told[: _LONGEST_WORD - 1]}…"


def no_unit(told: str, units: Iterable[str], kind: type[NumberFault] = NumberFault) -> NumberFault:
    """The fault that says which units there are."""
    listed = [unit for unit in units if unit not in {"'", '"'}]
    if len(listed) == 1:
        return kind(tr("{0} is no unit here. Use {1}.").format(_short(told), listed[0]))
    message = tr("{0} is no unit here. Use {1} or {2}.")
    return kind(message.format(_short(told), ", ".join(listed[:-1]), listed[-1]))


def groups_of(tokens: Sequence[Token]) -> list[list[Token]]:
    """The tokens of each number."""
    groups: list[list[Token]] = [[]]
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


def _begins(before: Token, token: Token) -> bool:
    """Return whether a number ends before this token and another begins with it."""
    if not token.spaced or (before.kind == "sign" and before.text != ")"):
        return False
    if token.kind in {"number", "name"} or token.text == "(":
        return True
    return token.text in {"+", "-"} and not token.ends
