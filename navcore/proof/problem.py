"""A problem: one finding about a level, and where it can be told, the edit that fixes it."""

from dataclasses import dataclass

from navcore.level.edit import Edit
from navcore.level.model import Point


@dataclass(frozen=True, slots=True)
class Problem:
    """One finding about a level."""

    code: str
    """What kind of finding it is, like the code of a lint rule: `complex-outline`."""
    text: str
    """A sentence or two for a person: what was found, and what to do."""
    elements: tuple[int, ...]
    """Ids of the elements that it is about, the first one foremost."""
    place: Point
    """Where to look, metres."""
    fix: Edit | None = None
    """The edit that fixes it, where there is one."""
