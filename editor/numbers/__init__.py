"""What is typed for a number or a place: units, sums, both decimal signs. No Qt.

`3.5` and `3,5` are the same number. Sums are read with `+ - * /` and brackets; a unit multiplies
the number before it, a number without one counts in the unit that is asked for. Where several
numbers are asked for, a space, a tab, a semicolon or a comma parts them; a sign with a space
before it and none after it begins the next number. A comma right before a digit is a decimal sign
where that gives all numbers that are needed (`2,5 6,5`), else it parts two (`2,6.5`, `2,5`).
"""

import math
import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

from editor.numbers.sums import applied, checked, value_of, without_dust
from editor.numbers.tokens import SAME_SIGNS, NumberFault, Unfinished, groups_of, tokens_of
from navcore.i18n import tr
from navcore.level.model import Point

__all__ = [
    "NumberFault",
    "Unfinished",
    "evaluate",
    "read_numbers",
    "read_place",
    "read_size",
]

_TIMES: Final = re.compile("(?<=[\\s\\d.\"'mtn])[x\N{MULTIPLICATION SIGN}](?=[\\s\\d.])")
"""The sign between a width and a depth."""


def evaluate(text: str, *, unit: str = "m", this: float | None = None, number: int = 0) -> float:
    """The number that `text` says, in `unit`.

    Args:
        text: `3.5`, `3,5`, `2 * 1.2 + 0.3`, `1 m + 20 cm`, `6 ft 2 in`, `45°`, with brackets.
        unit: The unit of numbers without one, and of the result.
        this: The present value; with it `+= 0.5`, `-= 1`, `*= 2` and `/= 2` change it, and the
            name `x` stands for it.
        number: What the name `n` stands for where `x` does: the element's place in a row, from 0.

    Raises:
        NumberFault: if it says no number, or none that is finite.
    """
    names = {} if this is None else {"x": this, "n": float(number)}
    operator = re.match(r"\s*([-+*/])\s*=", text.translate(SAME_SIGNS))
    if operator is None:
        return value_of(tokens_of(text, [unit], names), unit)
    if this is None:
        message = tr("{0}= changes a value, and there is none here. Type a number.")
        raise NumberFault(message.format(operator[1]))
    change = value_of(tokens_of(text[operator.end() :], [unit], names), unit)
    return checked(without_dust(applied(operator[1], this, change)))


def read_numbers(text: str, *units: str, least: int = 1) -> list[float]:
    """The numbers in `text`, at most one for each of `units` and each in its unit.

    Args:
        text: One number, or several that are parted.
        units: The units of numbers without one, and of the results.
        least: How many are needed; with fewer commas before digits part numbers, if that helps.
            What is found is returned all the same.

    Raises:
        NumberFault: if one can't be read, or there are more of them than units, or none.
    """
    found: list[float] = []
    fault: NumberFault | None = None
    try:
        found = _numbers(text, units)
    except NumberFault as told:
        fault = told
    # A space at the end says that another number is about to be typed.
    short = fault is not None or (len(found) < least and not text[-1:].isspace())
    if short and len(units) > 1:
        with suppress(NumberFault):
            parted = _numbers(text, units, commas_part=True)
            if len(parted) >= max(least, 2):
                return parted
    if fault is not None:
        raise fault
    return found


def _numbers(text: str, units: Sequence[str], *, commas_part: bool = False) -> list[float]:
    groups = groups_of(tokens_of(text, units, {}, commas_part=commas_part))
    if len(groups) > len(units):
        one = tr("Type one number, not {0}.").format(len(groups))
        many = tr("Type {0} numbers, not {1}.").format(len(units), len(groups))
        message = many if len(units) > 1 else one
        raise NumberFault(message)
    return [value_of(group, unit) for group, unit in zip(groups, units, strict=False)]


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
            `@ 4 < 90` and `@ 4` are read too. `2,6.5` is 2 and 6.5, `2,5 6,5` is 2.5 and 6.5,
            and `2,5` alone is 2 and 5.
        after: The place that `@` goes on from.
        towards: The angle that `@ length` goes along when none is typed, radians.

    Raises:
        NumberFault: if it says no place.
    """
    begun = text.lstrip()
    if begun.startswith("@"):
        return _polar(begun[1:], after, towards)
    found = read_numbers(begun, "m", "m", least=2)
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
    needed = 2 if towards is None else 1
    found = read_numbers(text.replace("<", ";"), "m", "°", least=needed)
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
    x = checked(after[0] + found[0] * ux)
    z = checked(after[1] + found[0] * uz)
    return (round(x, 9) + 0.0, round(z, 9) + 0.0)


def _direction(degrees: float) -> Point:
    """The unit vector of an angle; exact along the axes."""
    quarter, rest = divmod(degrees, 90.0)
    if rest == 0.0:
        return ((1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0))[int(quarter % 4)]
    return (math.cos(math.radians(degrees)), math.sin(math.radians(degrees)))
