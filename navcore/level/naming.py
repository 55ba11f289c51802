"""Choose names for new elements: unique and readable."""

import difflib
import re
from collections.abc import Callable, Collection, Iterable
from operator import attrgetter
from typing import Final, TypeAlias

from navcore.i18n import mark, several, tr
from navcore.level.kinds import all_kinds, all_words_of, words_of
from navcore.level.model import Element, Level

PLAYER: Final = "player"
"""The name of a level's first agent."""

_NAMED: Final = 3
"""Elements that a list names, at most."""

_NAME: Final = attrgetter("name")
_ORDER: Final = attrgetter("order")

NewId: TypeAlias = Callable[[], int]
"""Function that returns an id that the level does not use yet."""


def names_in(level: Level) -> set[str]:
    """Return all names of elements of the level."""
    names = set[str]()
    for kind in all_kinds():
        if kind.listed:
            names.update(map(_NAME, level.of(kind.type).values()))
    return names


def numbered(taken: Collection[str], stem: str) -> str:
    """Return the name of a new element: `stem_1`, or the next number that is free."""
    number = 1
    while f"{stem}_{number}" in taken:
        number += 1
    return f"{stem}_{number}"


def next_name(taken: Collection[str], name: str) -> str:
    """Return the name if it is free, else the name with the next free number: `hall`, `hall_2`.

    A number at the end is incremented and keeps its width: `table_10` follows `table_09`.
    """
    if name not in taken:
        return name
    stem, digits = stem_and_number(name)
    number = int(digits or 1)
    while True:
        number += 1
        candidate = f"{stem}_{number:0{len(digits)}d}"
        if candidate not in taken:
            return candidate


def unknown_area(level: Level, name: str) -> str:
    """Return an error sentence for an unknown area name, with the names most like it."""
    names = [area.name for area in level.areas.values()]
    if not names:
        return f"no area is named {name!r}: this world has no areas; build it from a level"
    shown = difflib.get_close_matches(name, names, n=3, cutoff=0.5) or sorted(names)[:10]
    return f"no area is named {name!r}; areas here: {', '.join(map(repr, shown))}"


class Names:
    """Set of taken names that hands out free ones; fast for thousands."""

    def __init__(self, taken: Iterable[str]) -> None:
        """Start with these names taken."""
        self._taken = set(taken)
        self._beyond: dict[tuple[str, int, int], int] = {}
        """By stem and number of digits: a number after the taken ones that may be free."""

    def __contains__(self, name: str) -> bool:
        """Return whether a name is taken."""
        return name in self._taken

    def take(self, name: str) -> str:
        """Return what `next_name` returns, and mark it as taken."""
        if name in self._taken:
            stem, digits = stem_and_number(name)
            name = self._next(stem, len(digits), int(digits or 1) + 1)
        self._taken.add(name)
        return name

    def _next(self, stem: str, width: int, number: int) -> str:
        passed: list[int] = []
        while True:
            candidate = f"{stem}_{number:0{width}d}"
            if candidate not in self._taken:
                break
            passed.append(number)
            number = self._beyond.get((stem, width, number), number + 1)
        self._beyond.update(((stem, width, n), number) for n in passed)
        return candidate


def stem_and_number(name: str) -> tuple[str, str]:
    """Split `table_09` into `table` and `09`; without a number the second part is empty."""
    found = re.fullmatch(r"(.*?)_([0-9]{1,9})", name)
    return (found[1], found[2]) if found else (name, "")


def played_no_more(name: str) -> str:
    """Return the base name for a copy of an agent: `agent_1` if the agent is the player."""
    return "agent_1" if stem_and_number(name)[0] == PLAYER else name


def fresh_id(new_id: NewId, used: set[int]) -> int:
    """Return a new id that is not in `used`, and add it there."""
    while True:
        candidate = new_id()
        if candidate not in used:
            used.add(candidate)
            return candidate


def called(elements: Iterable[Element]) -> str:
    """Return a short description of elements: `table_3`, `an obstacle`, `3 obstacles`."""
    listed = list(elements)
    kinds = all_words_of(listed)
    if len(listed) == 1:
        return listed[0].name or tr(words_of(listed[0]).one)
    many = kinds.pop().many if len(kinds) == 1 else mark("{0} elements")
    return tr(many).format(len(listed))


def listed(elements: Iterable[Element]) -> str:
    """Return the names of elements as a list in words: `hall, store, yard and 2 more`."""
    names = [called([element]) for element in elements]
    if len(names) > _NAMED:
        names = [*names[:_NAMED], several(len(names) - _NAMED, "1 more", "{0} more")]
    return ", ".join(names[:-1]) + tr(" and ") * (len(names) > 1) + names[-1] if names else ""


def last_order(level: Level, kind: type[Element]) -> float:
    """Return the greatest order among the elements of a type; -1 if there are none."""
    return max(map(_ORDER, level.of(kind).values()), default=-1.0)
