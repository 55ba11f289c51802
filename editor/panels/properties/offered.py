"""What the rows of properties offer: groups, abilities and agent types that the level has."""

from collections.abc import Sequence
from typing import Any

from editor.properties import CHOICE, GROUP, Row
from editor.tools.messages.agent_types import type_words
from navcore.i18n import tr
from navcore.level.model import Agent, Element, Level
from navcore.level.operations.profiles import abilities_in


def offered(row: Row, level: Level, elements: Sequence[Element]) -> Sequence[Any]:
    """Return words for completion, or pairs of value and text where a value is chosen."""
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
    lost = tr("{0} (not in this level)")
    return [
        *((name, type_words(name)) for name in known),
        *((name, lost.format(name)) for name in sorted(named - known.keys())),
    ]
