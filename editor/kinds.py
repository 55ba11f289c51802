"""Appearance and properties of element kinds in the editor: one row per variant.

Rows are in the order of the sections of the outline. A kind without a row, such as a new one, gets
a row from its words and fields: a plain icon, its plural as title, a neutral colour, and a property
for each of its own fields.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, TypeAlias

from navcore.i18n import mark, tr
from navcore.level.kinds import Words, all_kinds, kind_of_type
from navcore.level.model import Agent, Element


@dataclass(frozen=True, slots=True)
class Appearance:
    """One row: the look of a kind, or of a variant of it."""

    stem: str
    """`Words.stem` of the kind; also its name for one element in the outline: "door"."""
    icon: str
    """Name of a file in `resources/icons`."""
    title: str
    """Title of its section of the outline: "Doors"."""
    others: str
    """Title of the section if a group has the same name: "Other doors"."""
    inactive: str = mark("(off)")
    """Text after elements that are not active."""
    colour: str = ""
    """Colour token for the overlay of plain elements; empty: the kind has its own overlay."""
    properties: frozenset[str] | None = None
    """Keys of rows in `editor.properties` beyond those of its base; None: derived from fields."""


APPEARANCES: Final = (
    Appearance(
        mark("area"), "area", mark("Areas"), mark("Other areas"),
        properties=frozenset({"floor", "door", "requires"}),
    ),
    Appearance(
        mark("door"), "door", mark("Doors"), mark("Other doors"), mark("(shut)"),
        properties=frozenset({"available", "door", "requires"}),
    ),
    Appearance(
        mark("zone"), "zone", mark("Zones"), mark("Other zones"), mark("(not laid)"),
        properties=frozenset({"terrain", "laid"}),
    ),
    Appearance(
        mark("obstacle"), "obstacle", mark("Obstacles"), mark("Other obstacles"),
        properties=frozenset({"enabled"}),
    ),
    Appearance(
        mark("agent"), "agent", mark("Agents"), mark("Other agents"),
        properties=frozenset(
            {"type", "walk_speed", "wait", "player", "takes_part", "route", "stops"}
        ),
    ),
    Appearance(
        mark("link"), "link", mark("Links"), mark("Other links"),
        properties=frozenset(
            {"link_type", "link_width", "one_way", "cost", "seconds", "requires", "to_storey"}
        ),
    ),
    Appearance(
        mark("waypoint"), "waypoint", mark("Waypoints"), mark("Other waypoints"),
        properties=frozenset({"waypoint_type", "used", "reach", "path_width", "gives"}),
    ),
    Appearance(
        mark("edge"), "edge", mark("Edges"), mark("Other edges"),
        properties=frozenset({"edge_used", "factor", "one_way", "requires"}),
    ),
    Appearance(
        mark("route"), "route", mark("Routes"), mark("Other routes"),
        properties=frozenset({"stops"}),
    ),
    Appearance(
        mark("test"), "path_test", mark("Path tests"), mark("Other path tests"),
        properties=frozenset({"expect", "walker", "in_state", "bounds", "to_storey", "asked"}),
    ),
    Appearance(
        mark("run_test"), "run_test", mark("Run tests"), mark("Other run tests"),
        properties=frozenset({"within", "in_state", "asked"}),
    ),
)  # fmt: skip

_SECTIONS: Final = count()
_ROWS: Final = {row.stem: (next(_SECTIONS), row) for row in APPEARANCES}
"""Number of the section and row, by stem."""

_Rows: TypeAlias = tuple[tuple[int, Appearance], ...]

_OF_TYPES: Final[dict[type[Element], tuple[Callable[[Any], int], _Rows]]] = {}
"""For each type: a function that returns an element's variant, and the rows of all variants."""


def appearance_of(element: Element) -> Appearance:
    """Return the look of an element."""
    variant, rows = _OF_TYPES.get(type(element)) or _register(type(element))
    return rows[variant(element)][1]


def icon_of(element: Element) -> str:
    """Return the icon name of an element; the player has an icon of its own."""
    is_player = isinstance(element, Agent) and element.player
    return "player" if is_player else appearance_of(element).icon


def section_of(element: Element) -> int:
    """Return number of the section of the outline in which an element stands."""
    variant, rows = _OF_TYPES.get(type(element)) or _register(type(element))
    return rows[variant(element)][0]


def appearance_in(section: int) -> Appearance:
    """Return the look of the elements of a section.

    Raises:
        StopIteration: if no element of the section has been looked up before.
    """
    return next(row for number, row in [*_ROWS.values()] if number == section)


def is_plain(kind: type[Element]) -> bool:
    """Return whether a type of elements has no overlay of its own."""
    _, rows = _OF_TYPES.get(kind) or _register(kind)
    return kind_of_type(kind).listed and any(row.colour for _, row in rows)


def plural_of(words: Words) -> str:
    """Return the plural without a number: "doors"."""
    return tr(words.many).format("").strip()


def _register(kind: type[Element]) -> tuple[Callable[[Any], int], _Rows]:
    """Look a type up, and number the sections of kinds without a row in the order of kinds."""
    for words in (words for other in all_kinds() for words in other.variants):
        if words.stem not in _ROWS:
            _ROWS.setdefault(words.stem, (next(_SECTIONS), _derived(words)))
    found = kind_of_type(kind)
    rows = tuple(_ROWS[words.stem] for words in found.variants)
    return _OF_TYPES.setdefault(kind, (found.variant or _only, rows))


def _only(element: Element) -> int:
    """Return the first variant, which is the only one."""
    return 0


def _derived(words: Words) -> Appearance:
    plural = plural_of(words)
    title = plural[:1].upper() + plural[1:]
    others = tr("Other {0}").format(plural)
    return Appearance(words.stem, "element", title, others, colour="text2")
