"""Storeys of a level: their names, their heights, and the elements on each.

Every level has the ground. The table lists the storeys by name; the floor heights decide which
storey is above another. Elements name their storey; links also name the storey of their end.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.model import Element, Layer, Level, Link, PathTest, Settings
from navcore.level.tables import GROUND

BETWEEN: Final = (Link, PathTest)
"""Types of elements that may end on another storey than they begin: `to_layer`."""


def storey_title(name: str) -> str:
    """Return the storey's name for people: "Ground" for the one that every level has."""
    return tr("Ground") if name == GROUND else name


def storeys_of(settings: Settings) -> tuple[Layer, ...]:
    """Return the storeys of a level, the ground first; only the ground if there is no table."""
    return settings.layers or (Layer(name=GROUND, floor_y=settings.floor_y),)


def names_by_height(settings: Settings) -> tuple[str, ...]:
    """Return the names of the storeys from the lowest to the highest.

    Among storeys of equal height, the one that comes first in the table counts as lower.
    """
    return tuple(layer.name for layer in sorted(storeys_of(settings), key=lambda one: one.floor_y))


def beside(settings: Settings, name: str, step: int) -> str | None:
    """Return the name of the storey `step` storeys above this one; None if there is none."""
    names = names_by_height(settings)
    place = names.index(name) + step if name in names else -1
    return names[place] if 0 <= place < len(names) else None


def layers_of(settings: Settings, element: Element) -> tuple[str, ...]:
    """Return the storeys of an element: a link may be on two, the storey of its start first."""
    own = settings.layer_of(element)
    if isinstance(element, BETWEEN) and element.to_layer:
        other = element.to_layer if element.to_layer in settings.layer_names else GROUND
        if other != own:
            return (own, other)
    return (own,)


def first_of_end(element: Link | PathTest) -> int:
    """Return the index of the first handle of the element's end."""
    return len(element.start) if isinstance(element, Link) else 1


def elements_on(level: Level, name: str) -> list[Element]:
    """Return all elements on a storey, painted terrain and links that lead there too."""
    settings = level.settings
    held = (element for kind in level.held.values() for element in kind.values())
    return [element for element in held if name in layers_of(settings, element)]


def strays(level: Level) -> Mapping[str, int]:
    """Return storeys that elements name but the table lacks, with the number of elements.

    These elements lie on the ground, as in files written before storeys existed.
    """
    known, found = set(level.settings.layer_names), dict[str, int]()
    for kind in level.held.values():
        for element in kind.values():
            named = {element.layer}
            if isinstance(element, BETWEEN) and element.to_layer:
                named.add(element.to_layer)
            for name in named - known:
                found[name] = found.get(name, 0) + 1
    return MappingProxyType(found)


def storey_named(settings: Settings, name: str) -> Layer:
    """Return the storey with this name.

    Raises:
        NavcoreError: if there is none.
    """
    for layer in storeys_of(settings):
        if layer.name == name:
            return layer
    raise NavcoreError(tr("No storey is called {0}.").format(storey_title(name)))


def only_on(level: Level, name: str) -> Level:
    """Return the level with only the elements on one storey; itself if it has no other."""
    settings = level.settings
    if len(settings.layer_names) == 1:
        return level
    elements = {
        kind: {i: element for i, element in held.items() if name in layers_of(settings, element)}
        for kind, held in level.held.items()
    }
    return Level(settings=settings, elements=elements)
