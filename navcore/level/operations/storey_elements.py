"""Elements that move, or are copied, to another storey, and new ones that come to lie on one."""

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
    """Copies of elements in the same places of another storey, and what each is a copy of.

    They have ids of their own, names that are free, and refer to each other. Links between storeys
    lead as many storeys up or down as before; those for which there is none are left out.

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
    """Elements in the same places of another storey.

    Links between storeys lead as many storeys up or down as before, where there are so many.

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
    """An edit that adds to a storey what it would add to the ground.

    Links between storeys and painted blocks say themselves where they lie.
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
    """An edit with all that it adds put on a storey, whatever storey it lay on elsewhere.

    With None each stays on the storey that it names, or, where there is none, on the ground.
    Links between storeys lead as many storeys up or down as before. In a level of one storey
    elements keep what they name.
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
    """What a link says of the storey of its end: nothing where it is that of its start."""
    return "" if name == settings.layer_of(link) else name


def _raised(
    settings: Settings, element: Element, name: str, own: str, *, strict: bool = False
) -> Element | None:
    """Return an element of the storey `own` on another one; a link's end goes as far up or down.

    Where the table has no such storey the end stays, or, if it is `strict`, None comes back.
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
    """Return what an edit puts into a level so that copies of painted blocks lie on a storey.

    Where the storey has a block already, what is painted in the copy covers what was there.
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
    """Return a block with what is painted in another one."""
    names = tuple(dict.fromkeys((*below.terrains, *above.terrains)))
    low, high = (
        np.array([0, *(names.index(name) + 1 for name in one.terrains)], np.uint16)[
            cells_of(one.runs)
        ]
        for one in (below, above)
    )
    terrains, runs = packed(np.where(high > 0, high, low), names)
    return replace(below, terrains=terrains, runs=runs)
