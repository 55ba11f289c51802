"""Move and copy elements to another storey, and put new elements on a storey."""

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.companions import copied_with, without_joins
from navcore.level.edit import Edit
from navcore.level.model import (
    SETTINGS_ID,
    Chunk,
    Element,
    Item,
    Level,
    Link,
    PathTest,
    Settings,
    Tiles,
)
from navcore.level.naming import NewId, called
from navcore.level.operations.paste import Copier
from navcore.level.states import copied_states
from navcore.level.storeys import (
    BETWEEN,
    beside,
    layers_of,
    names_by_height,
    storey_named,
    storey_title,
)
from navcore.level.tables import GROUND
from navcore.level.tiles import block_id, blocks_on, cells_of, packed

_STAYS: Final = Affine.translation((0.0, 0.0))


def copy_to_storey(
    level: Level, ids: Collection[int], name: str, new_id: NewId
) -> tuple[Edit, Mapping[int, Element]]:
    """Copy elements to the same places of another storey; also return their originals.

    Copies get new ids and free names, and refer to each other. Links between storeys keep the
    number of storeys that they go up or down; links whose end would have no storey are left out.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no storey has the name.
    """
    storey_named(level.settings, name)
    elements = copied_with(level, ids)
    settings = level.settings
    blocks = [element for element in elements if isinstance(element, Tiles)]
    put = blocks_put_on(level, blocks, name)
    sources: dict[int, Element] = {}
    pairs: list[tuple[Element, Element]] = []
    for element, copy in Copier(level, new_id).copies(elements, _STAYS, handles=True):
        raised = _raised(settings, copy, name, settings.layer_of(element), strict=True)
        if raised is not None:
            put[raised.id], sources[raised.id] = raised, element
            pairs.append((element, raised))
    put.update((SETTINGS_ID, settings) for settings in copied_states(level, pairs))
    shown = without_joins(sources.values()) or blocks
    label = tr("Copy {0} to {1}").format(called(shown), storey_title(name)) if shown else ""
    return Edit.change(level, put, label).copying(pairs), MappingProxyType(sources)


def move_to_storey(level: Level, ids: Collection[int], name: str) -> Edit:
    """Move elements to the same places of another storey.

    Links between storeys keep the number of storeys that they go up or down, if possible.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no storey has the name.
    """
    storey_named(level.settings, name)
    settings = level.settings
    elements = [level.element(element_id) for element_id in ids]
    moved = [element for element in elements if settings.layer_of(element) != name]
    put = [_raised(settings, one, name, settings.layer_of(one)) for one in moved]
    label = tr("Move {0} to {1}").format(called(moved), storey_title(name)) if moved else ""
    return Edit.put(level, [one for one in put if one is not None], label)


def drawn_on(edit: Edit, name: str) -> Edit:
    """Change an edit that adds elements to the ground so that it adds them to a storey.

    Links between storeys and painted blocks name their own storeys and don't change.
    """
    if name == GROUND:
        return edit
    after: dict[int, Item | None] = {}
    for item_id, item in edit.after.items():
        new = isinstance(item, Element) and edit.before[item_id] is None and item.layer == GROUND
        own = isinstance(item, Chunk) or (isinstance(item, BETWEEN) and item.to_layer)
        if isinstance(item, Element) and new and not own:
            after[item_id] = replace(item, layer=name)
    return Edit(edit.before, {**edit.after, **after}, edit.label, edit.sources) if after else edit


def pasted_on(level: Level, edit: Edit, name: str | None) -> Edit:
    """Change an edit so that all elements that it adds lie on one storey.

    With None each element keeps its storey, or gets the ground if the level lacks that storey.
    Links between storeys keep the number of storeys that they go up or down. In a level with one
    storey, elements keep the name that they have.
    """
    settings = level.settings
    if len(settings.layer_names) == 1:
        return edit
    after: dict[int, Item | None] = {}
    for item_id, item in edit.after.items():
        if isinstance(item, Element):
            own = settings.layer_of(item)
            after[item_id] = _raised(settings, item, name or own, own)
    return Edit(edit.before, {**edit.after, **after}, edit.label, edit.sources)


def set_end_storey(level: Level, ids: Collection[int], name: str) -> Edit:
    """Links that lead to another storey.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no storey has the name.
    """
    storey_named(level.settings, name)
    links = [link for i in ids if isinstance(link := level.element(i), BETWEEN)]
    changed = [replace(one, to_layer=_end(level.settings, one, name)) for one in links]
    label = tr("Lead {0} to {1}").format(called(links), storey_title(name)) if links else ""
    return Edit.put(level, changed, label)


def _end(settings: Settings, link: Link | PathTest, name: str) -> str:
    """Return the value of `to_layer` for a link: "" if the end is on the storey of the start."""
    return "" if name == settings.layer_of(link) else name


def _raised(
    settings: Settings, element: Element, name: str, own: str, *, strict: bool = False
) -> Element | None:
    """Return an element moved from the storey `own` to another; a link's end moves as far.

    If the table has no storey for the end, the end stays, or with `strict` the result is None.
    """
    if not isinstance(element, BETWEEN) or len(on := layers_of(settings, element)) == 1:
        raised = replace(element, layer=name)
        return replace(raised, to_layer="") if isinstance(raised, BETWEEN) else raised
    names = names_by_height(settings)
    end = beside(settings, on[1], names.index(name) - names.index(own))
    if end is None:
        if strict:
            return None
        end = on[1]
    return replace(element, layer=name, to_layer="" if end == name else end)


def blocks_put_on(level: Level, blocks: Iterable[Tiles], name: str) -> dict[int, Item | None]:
    """Return the changes that put copies of painted blocks on a storey.

    If the storey already has a block in the place, the copy is painted over it.
    """
    there, put = dict(blocks_on(level, name)), dict[int, Item | None]()
    for block in blocks:
        place = (block.cx, block.cz)
        below = there.get(place)
        if below is None:
            made = replace(block, layer=name, id=block_id(level, name, place), locked=False)
        else:
            made = _painted_over(below, block)
        there[place] = put[made.id] = made
    return put


def _painted_over(below: Tiles, above: Tiles) -> Tiles:
    """Return a block with the painted tiles of another one on top."""
    names = tuple(dict.fromkeys((*below.terrains, *above.terrains)))
    low, high = (
        np.array([0, *(names.index(name) + 1 for name in one.terrains)], np.uint16)[
            cells_of(one.runs)
        ]
        for one in (below, above)
    )
    terrains, runs = packed(np.where(high > 0, high, low), names)
    return replace(below, terrains=terrains, runs=runs)
