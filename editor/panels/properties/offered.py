"""What the rows of properties offer: groups, abilities and agent types that the level has."""

from collections.abc import Sequence
from typing import Any, Final

from editor.properties import CHOICE, GROUP, Row
from editor.tools.messages.agent_types import type_words
from navcore.i18n import mark, tr
from navcore.level.model import Agent, Element, Level
from navcore.level.operations.profiles import abilities_in
from navcore.level.storeys import names_by_height, storey_title

_LOST: Final = mark("{0} (not in this level)")


def offered(row: Row, level: Level, elements: Sequence[Element]) -> Sequence[Any]:
    """Return words for completion, or pairs of value and text where a value is chosen."""
    if row.key == "storey":
        return _storeys(level, {element.layer for element in elements})
    if row.kind == CHOICE:
        return _types(level, elements)
    if row.kind == GROUP:
        return sorted({e.group for e in level.elements() if e.group})
    if row.key == "requires":
        return abilities_in(level)
    return sorted({tag for e in level.elements() for tag in e.tags})


def _types(level: Level, elements: Sequence[Element]) -> list[tuple[str, str]]:
    """The level's agent types, and those that agents name although the level lacks them."""
    known = {"": None} | dict.fromkeys(profile.name for profile in level.settings.profiles)
    named = {element.profile for element in elements if isinstance(element, Agent)}
    return [
        *((name, type_words(name)) for name in known),
        *((name, tr(_LOST).format(name)) for name in sorted(named - known.keys())),
    ]


def _storeys(level: Level, named: set[str]) -> list[tuple[str, str]]:
    """The level's storeys from the highest, and those that elements name although it lacks them."""
    names = [*reversed(names_by_height(level.settings))]
    return [
        *((name, storey_title(name)) for name in names),
        *((name, tr(_LOST).format(name)) for name in sorted(named - {*names})),
    ]
