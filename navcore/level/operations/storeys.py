"""Storeys of a level: added, changed, renamed, exchanged, removed, and what lies on them.

Every level has the ground. The table lists the storeys by name; which of two lies above the
other is decided by the heights of their floors. Elements name their storey, links also that of
their end, agent types and exports the one that they are about.
"""

from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.affine import Affine
from navcore.level.edit import Edit
from navcore.level.limits import LIMITS, MAX_NAME
from navcore.level.model import Element, Item, Layer, Level, Link, Settings, Tiles
from navcore.level.naming import NewId, called, next_name, numbered
from navcore.level.operations.paste import Copier
from navcore.level.operations.tile_blocks import put_on
from navcore.level.tables import GROUND, MOST_LAYERS

STEM: Final = mark("storey")
"""New storeys are called `storey_1`, `storey_2`."""

RISE: Final = 3.0
"""Metres from a floor to the next: what a new storey lies above the highest."""

_STAYS: Final = Affine.translation((0.0, 0.0))
_NONE: Final[Mapping[str, int]] = MappingProxyType({})


def storey_title(name: str) -> str:
    """What people call a storey: "Ground" is the one that every level has."""
    return tr("Ground") if name == GROUND else name


def storeys_of(settings: Settings) -> tuple[Layer, ...]:
    """Return the storeys of a level, the ground first; of one without a table the ground alone."""
    return settings.layers or (Layer(name=GROUND, floor_y=settings.floor_y),)


def names_by_height(settings: Settings) -> tuple[str, ...]:
    """Return the names of the storeys from the lowest to the highest.

    Of those at one height the one that comes first in the table lies below.
    """
    return tuple(layer.name for layer in sorted(storeys_of(settings), key=lambda one: one.floor_y))


def beside(settings: Settings, name: str, step: int) -> str | None:
    """Return the storey so many storeys above this one; None if there is none."""
    names = names_by_height(settings)
    place = names.index(name) + step if name in names else -1
    return names[place] if 0 <= place < len(names) else None


def layers_of(settings: Settings, element: Element) -> tuple[str, ...]:
    """Return the storeys that an element is on: a link may be on two, that of its start first."""
    own = settings.layer_of(element)
    if isinstance(element, Link) and element.to_layer:
        other = element.to_layer if element.to_layer in settings.layer_names else GROUND
        if other != own:
            return (own, other)
    return (own,)


def elements_on(level: Level, name: str) -> list[Element]:
    """Return all elements on a storey, painted terrain and links that lead there too."""
    settings = level.settings
    held = (element for kind in level.held.values() for element in kind.values())
    return [element for element in held if name in layers_of(settings, element)]


def strays(level: Level) -> Mapping[str, int]:
    """Return the storeys that elements name and the table lacks, and how many name each.

    They lie on the ground, as in files of before there were storeys.
    """
    known, found = set(level.settings.layer_names), dict[str, int]()
    for kind in level.held.values():
        for element in kind.values():
            named = {element.layer}
            if isinstance(element, Link) and element.to_layer:
                named.add(element.to_layer)
            for name in named - known:
                found[name] = found.get(name, 0) + 1
    return MappingProxyType(found) if found else _NONE


def add_storey(level: Level, name: str = "") -> Edit:
    """The level with one more storey, 3 m above the highest floor.

    Without a name it is called `storey_1` or the next number that is free. What names it already
    and lay on the ground, because there was no such storey, lies on it then.

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
    """The level with one more storey, on which everything of another lies once more.

    Links to other storeys are repeated one storey further on, as stairs are, where there is one.

    Raises:
        NavcoreError: if no storey has the name, or there are 8.
    """
    _layer(level, name)
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
    """A storey under another name; elements, links, agent types and exports follow.

    Raises:
        NavcoreError: if it is the ground, no storey has the name, or the new one is empty or
            taken.
    """
    if name == GROUND:
        raise NavcoreError(tr("Ground keeps its name: every level has that storey."))
    _layer(level, name)
    new = _free(level, new, but=name)
    layers = [replace(one, name=new) if one.name == name else one for one in storeys_of(
        level.settings)]  # fmt: skip
    items: list[Item] = [_following(level.settings, layers, name, new)]
    for kind in level.held.values():
        for element in kind.values():
            changed = _renamed(element, name, new)
            if changed is not element:
                items.append(changed)
    return Edit.put(level, items, tr("Rename storey {0} to {1}").format(name, new))


def set_height(level: Level, name: str, floor_y: float) -> Edit:
    """A storey with its floor at another height, metres; the ground's is the level's floor y.

    Raises:
        NavcoreError: if no storey has the name, or the height is not finite.
    """
    _layer(level, name)
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
    """A storey in the place of the next one above (1) or below (-1), which takes its height.

    Raises:
        NavcoreError: if no storey has the name, there is no next one, or one of them is the
            ground and both are at one height.
    """
    mine = _layer(level, name)
    other_name = beside(level.settings, name, step)
    if other_name is None:
        said = tr("{0} is the highest storey.") if step > 0 else tr("{0} is the lowest storey.")
        raise NavcoreError(said.format(storey_title(name)))
    other = _layer(level, other_name)
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
    """The level without a storey; what lies on it moves to another one, or goes too.

    Links that lead there go with it, or lead to the other one. Its exports go in both cases.

    Raises:
        NavcoreError: if it is the ground, or no storey has one of the names.
    """
    if name == GROUND:
        raise NavcoreError(tr("Ground stays: every level has that storey."))
    _layer(level, name)
    on = elements_on(level, name)
    changes: dict[int, Item | None] = {}
    if to is None:
        changes.update(dict.fromkeys(element.id for element in on))
    else:
        _layer(level, to)
        blocks = [element for element in on if isinstance(element, Tiles)]
        changes.update(dict.fromkeys(block.id for block in blocks))
        changes.update(put_on(level, blocks, to, _names(level).index(to)))
        for element in on:
            if not isinstance(element, Tiles):
                changes[element.id] = _renamed(element, name, to)
    layers = [layer for layer in storeys_of(level.settings) if layer.name != name]
    settings = _following(level.settings, layers, name, GROUND if to is None else to)
    kept = tuple(target for target in level.settings.exports if target.layer != name)
    changes[0] = replace(settings, exports=kept)
    return Edit.change(level, changes, tr("Delete storey {0}").format(name))


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
    _layer(level, name)
    elements = [level.element(element_id) for element_id in dict.fromkeys(ids)]
    settings = level.settings
    blocks = [element for element in elements if isinstance(element, Tiles)]
    put = put_on(level, blocks, name, _names(level).index(name))
    sources: dict[int, Element] = {}
    for element, copy in Copier(level, new_id).copies(elements, _STAYS, handles=True):
        raised = _raised(settings, copy, name, settings.layer_of(element), strict=True)
        if raised is not None:
            put[raised.id], sources[raised.id] = raised, element
    shown = [*sources.values()] or blocks
    label = tr("Copy {0} to {1}").format(called(shown), storey_title(name)) if shown else ""
    return Edit.change(level, put, label), MappingProxyType(sources)


def move_to_storey(level: Level, ids: Collection[int], name: str) -> Edit:
    """Elements in the same places of another storey.

    Links between storeys lead as many storeys up or down as before, where there are so many.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no storey has the name.
    """
    _layer(level, name)
    settings = level.settings
    elements = [level.element(element_id) for element_id in ids]
    moved = [element for element in elements if settings.layer_of(element) != name]
    put = [_raised(settings, one, name, settings.layer_of(one)) for one in moved]
    label = tr("Move {0} to {1}").format(called(moved), storey_title(name)) if moved else ""
    return Edit.put(level, [one for one in put if one is not None], label)


def set_end_storey(level: Level, ids: Collection[int], name: str) -> Edit:
    """Links that lead to another storey.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if no storey has the name.
    """
    _layer(level, name)
    links = [link for i in ids if isinstance(link := level.element(i), Link)]
    changed = [replace(one, to_layer=_end(level.settings, one, name)) for one in links]
    label = tr("Lead {0} to {1}").format(called(links), storey_title(name)) if links else ""
    return Edit.put(level, changed, label)


def replace_label(edit: Edit, label: str) -> Edit:
    """Return the edit under another label."""
    return Edit(edit.before, edit.after, label)


def _end(settings: Settings, link: Link, name: str) -> str:
    """What a link says of the storey of its end: nothing where it is that of its start."""
    return "" if name == settings.layer_of(link) else name


def _raised(
    settings: Settings, element: Element, name: str, own: str, *, strict: bool = False
) -> Element | None:
    """An element of the storey `own` on another one; a link's end goes as far up or down.

    Where the table has no such storey the end stays, or, if it is `strict`, None comes back.
    """
    if not isinstance(element, Link) or len(on := layers_of(settings, element)) == 1:
        raised = replace(element, layer=name)
        return replace(raised, to_layer="") if isinstance(raised, Link) else raised
    names = names_by_height(settings)
    end = beside(settings, on[1], names.index(name) - names.index(own))
    if end is None:
        if strict:
            return None
        end = on[1]
    return replace(element, layer=name, to_layer="" if end == name else end)


def _renamed(element: Element, name: str, new: str) -> Element:
    """An element that names another storey wherever it named this one; itself if nowhere."""
    if element.layer == name:
        element = replace(element, layer=new)
    if isinstance(element, Link) and element.to_layer == name:
        element = replace(element, to_layer=new)
    if isinstance(element, Link) and element.to_layer == element.layer:
        element = replace(element, to_layer="")
    return element


def _following(settings: Settings, layers: Sequence[Layer], name: str, new: str) -> Settings:
    """Settings with these storeys; what named one of them names another."""
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
    """Settings with these storeys: no table where there is nothing to say in one."""
    ground = next(layer for layer in layers if layer.name == GROUND)
    plain = len(layers) == 1 and not ground.extra
    return replace(settings, layers=() if plain else tuple(layers), floor_y=ground.floor_y)


def _put(level: Level, layers: Sequence[Layer], label: str) -> Edit:
    return Edit.put(level, [_with(level.settings, layers)], label)


def _names(level: Level) -> list[str]:
    return [*level.settings.layer_names]


def _layer(level: Level, name: str) -> Layer:
    for layer in storeys_of(level.settings):
        if layer.name == name:
            return layer
    raise NavcoreError(tr("No storey is called {0}.").format(storey_title(name)))


def _free(level: Level, name: str, *, but: str = "") -> str:
    """A name that no other storey has.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    name = name.strip()
    if not name:
        raise NavcoreError(tr("A storey needs a name."))
    if len(name) > MAX_NAME:
        raise NavcoreError(tr("A name has at most {0} characters.").format(f"{MAX_NAME:,}"))
    taken = set(_names(level)) - {but}
    if name in taken or name.casefold() == tr("Ground").casefold():
        raise NavcoreError(tr("Another storey is called {0}.").format(storey_title(name)))
    return name
