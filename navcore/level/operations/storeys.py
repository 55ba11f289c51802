"""Add, change, rename, exchange, copy and delete storeys of a level, each in one step.

Everything that names a storey follows in the same edit: elements, link ends, types, exports.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS
from navcore.level.model import Element, Item, Layer, Level, Settings, Tiles
from navcore.level.naming import NewId, next_name, numbered
from navcore.level.operations.storey_elements import blocks_put_on, copy_to_storey
from navcore.level.operations.tables import free_name
from navcore.level.storeys import (
    BETWEEN,
    beside,
    elements_on,
    storey_named,
    storey_title,
    storeys_of,
    strays,
)
from navcore.level.tables import GROUND, MOST_LAYERS

STEM: Final = mark("storey")
"""New storeys are called `storey_1`, `storey_2`."""

RISE: Final = 3.0
"""Height in metres of a new storey above the highest one."""


def add_storey(level: Level, name: str = "") -> Edit:
    """Add a storey 3 m above the highest floor.

    Without a name it is called `storey_1`, or the next number that is free. Elements that already
    name this storey, and lay on the ground for want of it, then lie on it.

    Raises:
        NavcoreError: if the name is taken, or there are 8 storeys.
    """
    layers = storeys_of(level.settings)
    name = _free(level, name) if name else numbered({*_names(level), *strays(level)}, tr(STEM))
    if len(layers) >= MOST_LAYERS:
        message = tr("A level has at most {0} storeys.").format(MOST_LAYERS)
        raise NavcoreError(message)
    made = Layer(name=name, floor_y=max(layer.floor_y for layer in layers) + RISE)
    return _put(level, [*layers, made], tr("Add storey {0}").format(name))


def duplicate_storey(level: Level, name: str, new_id: NewId) -> Edit:
    """Add a storey with copies of everything on another storey.

    Links to other storeys are copied one storey further, as for stairs, if that storey exists.

    Raises:
        NavcoreError: if no storey has the name, or there are 8.
    """
    storey_named(level.settings, name)
    stem = tr(STEM) + "_1" if name == GROUND else name
    made = add_storey(level, next_name({*_names(level), *strays(level)}, stem))
    grown = made.apply(level)
    new = grown.settings.layers[-1].name
    ids = [element.id for element in elements_on(level, name) if level.settings.layer_of(element)
           == name]  # fmt: skip
    copied, _ = copy_to_storey(grown, ids, new, new_id)
    edit = made.then(copied)
    return replace_label(edit, tr("Duplicate storey {0}").format(storey_title(name)))


def rename_storey(level: Level, name: str, new: str) -> Edit:
    """Rename a storey; elements, links, agent types and exports follow.

    Raises:
        NavcoreError: if it is the ground, no storey has the name, or the new one is empty or
            taken.
    """
    if name == GROUND:
        raise NavcoreError(tr("Ground keeps its name: every level has that storey."))
    storey_named(level.settings, name)
    new = _free(level, new, but=name)
    layers = [replace(one, name=new) if one.name == name else one for one in storeys_of(
        level.settings)]  # fmt: skip
    items: list[Item] = [_with_renamed_storey(level.settings, layers, name, new)]
    for kind in level.held.values():
        for element in kind.values():
            changed = _renamed(element, name, new)
            if changed is not element:
                items.append(changed)
    return Edit.put(level, items, tr("Rename storey {0} to {1}").format(name, new))


def set_height(level: Level, name: str, floor_y: float) -> Edit:
    """Set the floor height of a storey, metres; for the ground, the floor y of the level.

    Raises:
        NavcoreError: if no storey has the name, or the height is not finite.
    """
    storey_named(level.settings, name)
    if not LIMITS["floor_y"].allows(floor_y):
        message = tr("{0} must be {1}, not {2}.")
        said = message.format(tr("The height of a floor"), LIMITS["floor_y"], f"{floor_y:g}")
        raise NavcoreError(said)
    layers = [
        replace(layer, floor_y=float(floor_y)) if layer.name == name else layer
        for layer in storeys_of(level.settings)
    ]
    return _put(level, layers, tr("Change height of {0}").format(storey_title(name)))


def exchange_storeys(level: Level, name: str, step: int) -> Edit:
    """Exchange a storey with the next one above (1) or below (-1): they swap heights.

    Raises:
        NavcoreError: if no storey has the name, there is no next one, or one of them is the
            ground and both are at one height.
    """
    mine = storey_named(level.settings, name)
    other_name = beside(level.settings, name, step)
    if other_name is None:
        said = tr("{0} is the highest storey.") if step > 0 else tr("{0} is the lowest storey.")
        raise NavcoreError(said.format(storey_title(name)))
    other = storey_named(level.settings, other_name)
    words = tr("Move storey {0} up") if step > 0 else tr("Move storey {0} down")
    layers = list(storeys_of(level.settings))
    one, two = layers.index(mine), layers.index(other)
    if mine.floor_y != other.floor_y:
        layers[one] = replace(mine, floor_y=other.floor_y)
        layers[two] = replace(other, floor_y=mine.floor_y)
    elif GROUND in {name, other_name}:
        message = tr("{0} and {1} have the same height. Give one of them another.")
        raise NavcoreError(message.format(storey_title(name), storey_title(other_name)))
    else:
        layers[one], layers[two] = other, mine
    return _put(level, layers, words.format(storey_title(name)))


def delete_storey(level: Level, name: str, *, to: str | None = None) -> Edit:
    """Delete a storey; its elements move to another storey or are deleted.

    Links that lead there are deleted, or lead to the other storey. Its exports are deleted.

    Raises:
        NavcoreError: if it is the ground, or no storey has one of the names.
    """
    if name == GROUND:
        raise NavcoreError(tr("Ground can't be deleted: every level has this storey."))
    storey_named(level.settings, name)
    on = elements_on(level, name)
    changes: dict[int, Item | None] = {}
    if to is None:
        changes.update(dict.fromkeys(element.id for element in on))
    else:
        storey_named(level.settings, to)
        blocks = [element for element in on if isinstance(element, Tiles)]
        changes.update(dict.fromkeys(block.id for block in blocks))
        changes.update(blocks_put_on(level, blocks, to))
        for element in on:
            if not isinstance(element, Tiles):
                changes[element.id] = _renamed(element, name, to)
    layers = [layer for layer in storeys_of(level.settings) if layer.name != name]
    settings = _with_renamed_storey(level.settings, layers, name, GROUND if to is None else to)
    kept = tuple(target for target in level.settings.exports if target.layer != name)
    changes[0] = replace(settings, exports=kept)
    return Edit.change(level, changes, tr("Delete storey {0}").format(name))


def replace_label(edit: Edit, label: str) -> Edit:
    """Return the edit under another label."""
    return Edit(edit.before, edit.after, label, edit.sources)


def _renamed(element: Element, name: str, new: str) -> Element:
    """Return an element that names another storey wherever it named this one; itself if nowhere."""
    if element.layer == name:
        element = replace(element, layer=new)
    if isinstance(element, BETWEEN) and element.to_layer == name:
        element = replace(element, to_layer=new)
    if isinstance(element, BETWEEN) and element.to_layer == element.layer:
        element = replace(element, to_layer="")
    return element


def _with_renamed_storey(
    settings: Settings, layers: Sequence[Layer], name: str, new: str
) -> Settings:
    """Return settings with these storeys, and references to `name` changed to `new`."""
    profiles = tuple(
        replace(profile, layer=new) if profile.layer == name else profile
        for profile in settings.profiles
    )
    exports = tuple(
        replace(target, layer=new) if target.layer == name else target
        for target in settings.exports
    )
    return replace(_with(settings, layers), profiles=profiles, exports=exports)


def _with(settings: Settings, layers: Sequence[Layer]) -> Settings:
    """Return settings with these storeys: no table where there is nothing to say in one."""
    ground = next(layer for layer in layers if layer.name == GROUND)
    plain = len(layers) == 1 and not ground.extra
    return replace(settings, layers=() if plain else tuple(layers), floor_y=ground.floor_y)


def _put(level: Level, layers: Sequence[Layer], label: str) -> Edit:
    return Edit.put(level, [_with(level.settings, layers)], label)


def _names(level: Level) -> list[str]:
    return [*level.settings.layer_names]


def _free(level: Level, name: str, *, but: str = "") -> str:
    """Return a name that no other storey has.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    other = tr("Another storey is called {0}.")
    name = free_name(name, (), missing=tr("A storey needs a name."), other=other)
    taken = set(_names(level)) - {but}
    if name in taken or name.casefold() == tr("Ground").casefold():
        raise NavcoreError(other.format(storey_title(name)))
    return name
