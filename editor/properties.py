"""The table of properties: for which elements each stands, how it is read and changed.

Several elements share the rows that all of them have. What is typed for several is worked out
for each of them, from its own value and its number in drawing order.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from editor.kinds import appearance_of
from editor.look.fields import Formula
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of_type
from navcore.level.limits import LIMITS, Limit
from navcore.level.model import Element, Join, Level, Link, Place, Point, Polygon
from navcore.level.operations import (
    change_each,
    change_label,
    middle_of,
    moved_to,
    radius_of,
    rename,
    resized,
    set_fields,
    set_group,
    shape_of,
    size_of,
    thickness_of,
    turn_of,
    turned_to,
    with_radius,
    with_thickness,
)
from navcore.level.operations.profiles import assign_profile
from navcore.level.operations.storey_elements import move_to_storey, set_end_storey
from navcore.level.operations.terrains import assign_terrain

Read: TypeAlias = Callable[[Element], Any]
Write: TypeAlias = Callable[[Level, Sequence[Element], Any], Edit]

TEXT, NUMBER, OPTIONAL, PAIR, SIZE, CHECK, NOTE, TAGS, GROUP, CHOICE = (
    "text", "number", "optional", "pair", "size", "check", "note", "tags", "group", "choice",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One property. `read` and `edit` work on any element that has the trait `needs`."""

    key: str
    title: str
    kind: str
    needs: str
    read: Read
    edit: Write
    unit: str = ""
    least: float = -math.inf
    step: float = 0.1
    hint: str = ""
    count: Literal["any", "one", "several"] = "any"
    """For how many elements it stands."""
    unless: str = ""
    """It does not stand where all elements have this trait, because another row does."""
    moves: bool = False
    """Whether it changes where something is, which locked elements don't let it."""
    label: str = ""
    """What stands before it, if not its title."""
    beside: bool = False
    """Whether it stands in one line with the row before it."""
    tip: str = ""
    """What its tool tip says beside its title."""
    storeys: bool = False
    """Whether it stands only where the level has several storeys."""


def rows_for(elements: Sequence[Element], *, storeys: bool = False) -> list[Row]:
    """The properties that all these elements have; `storeys`: in a level of several storeys."""
    if not elements:
        return []
    count = "one" if len(elements) == 1 else "several"
    shared = reduce(frozenset.intersection, {_traits(element) for element in elements})
    kinds = {type(element) for element in elements}
    derived = (row for row in _derived_rows(type(elements[0])) if row.needs in shared)
    same = (row for row in derived if all(row in _derived_rows(kind) for kind in kinds))
    return [
        row
        for row in (*ROWS, *same, *LAST_ROWS)
        if row.count in {"any", count} and row.needs in shared and row.unless not in shared
        if storeys or not row.storeys
    ]


def centre(element: Element) -> Point:
    """The middle of the element, metres."""
    return middle_of(element)


def size(element: Element) -> Point:
    """Width and depth, metres: of the bounds, or along the sides of a turned rectangle."""
    return size_of(element)


def move_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """The edit that brings the middle of each element here."""
    place = (float(value[0]), float(value[1]))
    return change_each(level, _ids(elements), lambda e, _: moved_to(e, place), tr("Move {0}"))


def resize_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """The edit that gives each polygon this width and depth, about its middle.

    Raises:
        NavcoreError: if a width or depth is not over 0.
    """
    new = (float(value[0]), float(value[1]))
    return change_each(level, _ids(elements), lambda e, _: resized(e, new), tr("Resize {0}"))


# What elements have.


_BASES: Final[Mapping[str, Any]] = {
    "any": Element, "lies": Polygon | Place, "polygon": Polygon, "place": Place,
}  # fmt: skip
_OF_PLACES: Final = frozenset({"facing", "radius"})
"""Fields that places may have."""
_CONTROLS: Final[Mapping[Any, str]] = {
    str: TEXT, int: NUMBER, float: NUMBER, bool: CHECK, Point: PAIR,
}  # fmt: skip
"""How fields of these types are shown."""


def _traits(element: Element) -> frozenset[str]:
    return _all_traits(type(element), appearance_of(element).properties, shape_of(element))


@cache
def _all_traits(
    kind: type[Element], properties: frozenset[str] | None, shape: str | None
) -> frozenset[str]:
    """What rows may need: bases of a kind, the shape of an outline, properties by their keys."""
    if properties is None:
        properties = frozenset(row.needs for row in _derived_rows(kind))
    bases = {name for name, base in _BASES.items() if issubclass(kind, base)}
    if kind_of_type(kind).named:
        bases.add("named")
    of_place = _OF_PLACES & _types(kind).keys() if issubclass(kind, Place) else frozenset[str]()
    return properties | bases | of_place | ({shape} if shape else set())


@cache
def _derived_rows(kind: type[Element]) -> tuple[Row, ...]:
    """Rows for a kind that names none: its own fields that are texts, numbers, switches or points.

    What a join joins is no property.
    """
    known = {name for base in (Element, Polygon, Place, Join) for name in _types(base)}
    known.update(_OF_PLACES if issubclass(kind, Place) else ())
    known.update(kind.joins if issubclass(kind, Join) else ())
    own = ((name, _CONTROLS.get(type_)) for name, type_ in _types(kind).items())
    return tuple(_derived_row(name, how) for name, how in own if how and name not in known)


@cache
def _derived_row(name: str, how: str) -> Row:
    key = f"own_{name}"
    title = name.replace("_", " ").capitalize()
    edit = _number(name) if how == NUMBER else _plain(name)
    least = LIMITS.get(name, Limit()).least
    return Row(key, title, how, key, _attribute(name), edit, least=least)


def _types(kind: type) -> dict[str, Any]:
    """Types of the fields of a struct, by their names."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


# How it is changed.


def _ids(elements: Iterable[Element]) -> list[int]:
    return [element.id for element in elements]


def _plain(name: str) -> Write:
    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        return set_fields(level, _ids(elements), **{name: value})

    return edit


def _attribute(name: str) -> Read:
    return lambda element: getattr(element, name)


def _amounts(elements: Sequence[Element], read: Read, value: Any) -> list[float]:
    """The new number of each element, from what was typed for all of them."""
    if isinstance(value, Formula):
        return [value.of(read(element), number) for number, element in enumerate(elements)]
    return [float(value)] * len(elements)


def _number(name: str) -> Write:
    """Sets a field that is a number, for each element its own."""
    read = _attribute(name)

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        amounts = _amounts(elements, read, value)
        if len(set(amounts)) == 1:
            return set_fields(level, _ids(elements), **{name: amounts[0]})
        parts = [
            set_fields(level, [element.id], **{name: amount})
            for element, amount in zip(elements, amounts, strict=True)
        ]
        items = {item_id: item for part in parts for item_id, item in part.after.items()}
        return Edit.change(level, items, change_label(name, elements))

    return edit


def _optional(name: str) -> Write:
    """Sets a number that may be missing; a change of each one's own leaves missing ones."""
    read, number = _attribute(name), _number(name)

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        if value is None:
            return set_fields(level, _ids(elements), **{name: None})
        if isinstance(value, Formula) and value.changes:
            elements = [element for element in elements if read(element) is not None]
        return number(level, elements, value) if elements else Edit()

    return edit


def _measured(read: Read, change: Callable[[Element, float], Element], label: str) -> Write:
    """Changes a measure of outlines, for each element its own; what changed is at `{0}`."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        amounts = _amounts(elements, read, value)
        return change_each(level, _ids(elements), lambda e, n: change(e, amounts[n]), tr(label))

    return edit


def _x(element: Element) -> float:
    return middle_of(element)[0]


def _z(element: Element) -> float:
    return middle_of(element)[1]


def _width(element: Element) -> float:
    return size_of(element)[0]


def _depth(element: Element) -> float:
    return size_of(element)[1]


def _degrees(element: Element) -> float:
    return round(math.degrees(turn_of(element)), 9) + 0.0


def _rename(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return rename(level, elements[0].id, str(value))


def _regroup(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return set_group(level, _ids(elements), str(value))


def _tags(name: str) -> Write:
    """Sets words: `a, b` these; `+a` adds, `-a` takes away, for each element from its own."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        words = [word for part in str(value).split(",") if (word := part.strip())]
        plus = [tag for word in words if word[0] == "+" and (tag := word[1:].strip())]
        minus = {tag for word in words if word[0] in "-−" and (tag := word[1:].strip())}
        told = [word for word in words if word[0] not in "+-−"]
        if not plus and not minus:
            return set_fields(level, _ids(elements), **{name: tuple(dict.fromkeys(told))})
        items = []
        for element in elements:
            before: tuple[str, ...] = getattr(element, name)
            now = dict.fromkeys([*before, *told, *plus])
            items.append(replace(element, **{name: tuple(t for t in now if t not in minus)}))
        return Edit.put(level, items, change_label(name, elements))

    return edit


def _set_terrain(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return assign_terrain(level, _ids(elements), str(value))


def _assign(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return assign_profile(level, _ids(elements), str(value))


def _end_storey(element: Element) -> str:
    return element.to_layer or element.layer if isinstance(element, Link) else element.layer


def _lead_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return set_end_storey(level, _ids(elements), str(value))


def _to_storey(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    return move_to_storey(level, _ids(elements), str(value))


_MOVE_X: Final = _measured(_x, lambda e, x: moved_to(e, (x, _z(e))), mark("Move {0}"))
_MOVE_Z: Final = _measured(_z, lambda e, z: moved_to(e, (_x(e), z)), mark("Move {0}"))
_SET_WIDTH: Final = _measured(_width, lambda e, w: resized(e, (w, _depth(e))), mark("Resize {0}"))
_SET_DEPTH: Final = _measured(_depth, lambda e, d: resized(e, (_width(e), d)), mark("Resize {0}"))
_SET_RADIUS: Final = _measured(radius_of, with_radius, mark("Resize {0}"))
_SET_THICKNESS: Final = _measured(thickness_of, with_thickness, mark("Resize {0}"))
_TURN: Final = _measured(
    _degrees, lambda e, degrees: turned_to(e, math.radians(degrees)), mark("Turn {0}")
)

ROWS: Final[tuple[Row, ...]] = (
    Row("name", mark("Name"), TEXT, "named", _attribute("name"), _rename, count="one"),
    Row("group", mark("Group"), GROUP, "any", _attribute("group"), _regroup, hint=mark("None")),
    Row("storey", mark("Storey"), CHOICE, "any", _attribute("layer"), _to_storey, storeys=True,
        moves=True, tip=mark("Where it lies. Storeys are made in the library")),
    Row("to_storey", mark("Leads to"), CHOICE, "to_storey", _end_storey, _lead_to, storeys=True,
        moves=True, tip=mark("The storey of its end")),
    Row("link_type", mark("Type"), CHOICE, "link_type", _attribute("type"), _plain("type"),
        tip=mark("How agents take it")),
    Row("link_width", mark("Width"), NUMBER, "link_width", _attribute("width"), _number("width"),
        unit="m", least=0.0, tip=mark("Wider agents can't take it. 0: any agent can")),
    Row("one_way", mark("One way"), CHECK, "one_way", _attribute("one_way"), _plain("one_way")),
    Row("cost", mark("Cost"), OPTIONAL, "cost", _attribute("cost"), _optional("cost"), unit="m",
        hint=mark("By its time"), tip=mark("Metres of ground; empty: those walked in its time")),
    Row("seconds", mark("Takes"), OPTIONAL, "seconds", _attribute("seconds"),
        _optional("seconds"), unit="s", least=0.0, step=0.5, hint=mark("As walked"),
        tip=mark("Seconds to take it; empty: as long as it takes to walk its length")),
    Row("available", mark("Open"), CHECK, "available", _attribute("available"),
        _plain("available")),
    Row("floor", mark("Can be walked on"), CHECK, "floor", _attribute("available"),
        _plain("available")),
    Row("door", mark("Door"), CHECK, "door", _attribute("door"), _plain("door")),
    Row("requires", mark("Requires"), TAGS, "requires", _attribute("needs"), _tags("needs"),
        hint=mark("Nothing"),
        tip=mark("Abilities without which an agent can't pass, as its type has them")),
    Row("terrain", mark("Terrain"), CHOICE, "terrain", _attribute("terrain"), _set_terrain,
        tip=mark("What the floor in it is made of. Terrains are made in the library")),
    Row("laid", mark("Laid"), CHECK, "laid", _attribute("enabled"), _plain("enabled"),
        tip=mark("Switched off its terrain does not count, as a bridge that a run is to build")),
    Row("enabled", mark("In the way"), CHECK, "enabled", _attribute("enabled"), _plain("enabled")),
    Row("centre", mark("Centre"), PAIR, "polygon", centre, move_to, unit="m", count="one",
        moves=True),
    Row("position", mark("Place"), PAIR, "place", centre, move_to, unit="m", count="one",
        moves=True),
    Row("centre_x", mark("x of the centre"), NUMBER, "lies", _x, _MOVE_X, unit="m", count="several",
        moves=True, label=mark("Centre")),
    Row("centre_z", mark("z of the centre"), NUMBER, "lies", _z, _MOVE_Z, unit="m", count="several",
        moves=True, beside=True),
    Row("size", mark("Size"), SIZE, "polygon", size, resize_to, unit="m", least=0.0, count="one",
        unless="circle", moves=True),
    Row("width", mark("Width"), NUMBER, "polygon", _width, _SET_WIDTH, unit="m", least=0.0,
        count="several", unless="circle", moves=True, label=mark("Size")),
    Row("depth", mark("Depth"), NUMBER, "polygon", _depth, _SET_DEPTH, unit="m", least=0.0,
        count="several", unless="circle", moves=True, beside=True),
    Row("circle_radius", mark("Radius"), NUMBER, "circle", radius_of, _SET_RADIUS, unit="m",
        least=0.0, moves=True),
    Row("thickness", mark("Thickness"), NUMBER, "wall", thickness_of, _SET_THICKNESS, unit="m",
        least=0.0, step=0.05, moves=True),
    Row("turn", mark("Turn"), NUMBER, "rect", _degrees, _TURN, unit="°", step=15.0, moves=True),
    Row("facing", mark("Facing"), NUMBER, "facing", _degrees, _TURN, unit="°", step=15.0,
        moves=True),
    Row("type", mark("Type"), CHOICE, "type", _attribute("profile"), _assign,
        tip=mark("Decides where it can walk. Agent types are made in the library")),
    Row("radius", mark("Radius"), NUMBER, "radius", _attribute("radius"), _number("radius"),
        unit="m", step=0.05),
    Row("walk_speed", mark("Speed"), NUMBER, "walk_speed", _attribute("walk_speed"),
        _number("walk_speed"), unit="m/s"),
    Row("wait", mark("Wait"), NUMBER, "wait", _attribute("wait"), _number("wait"), unit="s",
        step=0.5),
    Row("player", mark("Player"), CHECK, "player", _attribute("player"), _plain("player")),
    Row("loop", mark("Loop the route"), CHECK, "loop", _attribute("loop"), _plain("loop")),
)  # fmt: skip
"""Properties of bases, and those that kinds name, in the order in which they are shown."""

LAST_ROWS: Final[tuple[Row, ...]] = (
    Row("locked", mark("Locked"), CHECK, "any", _attribute("locked"), _plain("locked")),
    Row("tags", mark("Tags"), TAGS, "any", _attribute("tags"), _tags("tags"), hint=mark("None")),
    Row("note", mark("Note"), NOTE, "any", _attribute("note"), _plain("note"),
        hint=mark("Write a note for the team")),
)  # fmt: skip
"""What all elements have, below what is derived from the fields of a kind."""
