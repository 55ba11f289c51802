"""The table of properties: which elements have each, and how it is read and changed.

Several elements show the rows that all of them have. Input for several elements is evaluated for
each of them, from its own value and its number in drawing order.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from typing import Any, Final, Literal

import msgspec

from editor.kinds import appearance_of
from editor.property_edits import (
    Read,
    Write,
    area_of,
    attribute,
    degrees_of,
    depth_of,
    end_storey,
    ids_of,
    lead_to,
    middle_x,
    middle_z,
    path_width_of,
    put_in_group,
    put_on_storey,
    route_of,
    set_area,
    set_measure,
    set_name,
    set_number,
    set_optional,
    set_path_width,
    set_plain,
    set_route,
    set_terrain,
    set_type,
    set_walk,
    set_within,
    set_words,
    width_of,
    within_of,
)
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of_type
from navcore.level.limits import LIMITS, Limit
from navcore.level.model import Agent, Element, Join, Level, Place, Point, Polygon, WithStops
from navcore.level.operations import (
    change_each,
    middle_of,
    moved_to,
    radius_of,
    resized,
    shape_of,
    size_of,
    thickness_of,
    turned_to,
    with_radius,
    with_thickness,
)

TEXT, NUMBER, OPTIONAL, PAIR, SIZE, CHECK, NOTE, TAGS, GROUP, CHOICE = (
    "text", "number", "optional", "pair", "size", "check", "note", "tags", "group", "choice",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One property. `read` and `edit` work on elements with the trait `needs`."""

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
    """Number of selected elements for which the row is shown."""
    unless: str = ""
    """The row is hidden if all elements have this trait, because another row replaces it."""
    moves: bool = False
    """True if it changes where something is; locked elements don't allow that."""
    label: str = ""
    """Label of the row, if it differs from the title."""
    beside: bool = False
    """True if the row is on the same line as the row before it."""
    tip: str = ""
    """Text of its tool tip, besides the title."""
    storeys: bool = False
    """True if the row is only shown if the level has several storeys."""


def rows_for(
    elements: Sequence[Element], *, storeys: bool = False, alone: Collection[int] = ()
) -> list[Row]:
    """The properties that all these elements have; `storeys`: in a level of several storeys.

    `alone` has ids of agents whose shared route is missing, so that they walk their own stops.
    """
    if not elements:
        return []
    count = "one" if len(elements) == 1 else "several"
    kinds = set(map(type, elements))
    traits = (_traits(one, alone) for one in _representatives(elements))
    shared = reduce(frozenset.intersection, traits)
    derived = (row for row in _derived_rows(type(elements[0])) if row.needs in shared)
    same = (row for row in derived if all(row in _derived_rows(kind) for kind in kinds))
    return [
        row
        for row in (*ROWS, *same, *LAST_ROWS)
        if row.count in {"any", count} and row.needs in shared and row.unless not in shared
        if storeys or not row.storeys
    ]


def centre(element: Element) -> Point:
    """Return the middle of the element, metres."""
    return middle_of(element)


def size(element: Element) -> Point:
    """Width and depth, metres: of the bounds, or along the sides of a turned rectangle."""
    return size_of(element)


def move_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """The edit that brings the middle of each element here."""
    place = (float(value[0]), float(value[1]))
    return change_each(level, ids_of(elements), lambda e, _: moved_to(e, place), tr("Move {0}"))


def resize_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """The edit that gives each polygon this width and depth, about its middle.

    Raises:
        NavcoreError: if a width or depth is not over 0.
    """
    new = (float(value[0]), float(value[1]))
    return change_each(level, ids_of(elements), lambda e, _: resized(e, new), tr("Resize {0}"))


# Traits of elements.


_BASES: Final[Mapping[str, Any]] = {
    "any": Element, "lies": Polygon | Place, "polygon": Polygon, "place": Place,
}  # fmt: skip
_OF_PLACES: Final = frozenset({"facing", "radius"})
"""Fields that places may have."""
_CONTROLS: Final[Mapping[Any, str]] = {
    str: TEXT, int: NUMBER, float: NUMBER, bool: CHECK, Point: PAIR,
}  # fmt: skip
"""Control for fields of each type."""


def _representatives(elements: Sequence[Element]) -> Iterator[Element]:
    """Elements that have between them all traits of these: of most kinds all have the same."""
    kinds: list[type[Element]] = [*dict.fromkeys(map(type, elements))]
    alike = {
        kind for kind in kinds
        if kind_of_type(kind).variant is None and not issubclass(kind, Polygon | WithStops)
    }  # fmt: skip
    for kind in alike:
        yield next(element for element in elements if type(element) is kind)
    if len(alike) < len(kinds):
        yield from (element for element in elements if type(element) not in alike)


def _traits(element: Element, alone: Collection[int]) -> frozenset[str]:
    own = appearance_of(element).properties
    shares = isinstance(element, Agent) and element.route is not None and element.id not in alone
    if own is not None and shares:
        # The shared route defines what happens at the stops.
        own = own - {"stops"}
    elif own is not None and isinstance(element, WithStops) and element.network:
        own = own | {"network"}
    return _all_traits(type(element), own, shape_of(element))


@cache
def _all_traits(
    kind: type[Element], properties: frozenset[str] | None, shape: str | None
) -> frozenset[str]:
    """Return the traits that rows may need: bases of a kind, shape, keys of properties."""
    if properties is None:
        properties = frozenset(row.needs for row in _derived_rows(kind))
    bases = {name for name, base in _BASES.items() if issubclass(kind, base)}
    if kind_of_type(kind).named:
        bases.add("named")
    of_place = _OF_PLACES & _types(kind).keys() if issubclass(kind, Place) else frozenset[str]()
    return properties | bases | of_place | ({shape} if shape else set())


@cache
def _derived_rows(kind: type[Element]) -> tuple[Row, ...]:
    """Return rows for a kind without rows of its own: its texts, numbers, switches, points.

    The ids of joined elements are not properties.
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
    edit = set_number(name) if how == NUMBER else set_plain(name)
    least = LIMITS.get(name, Limit()).least
    return Row(key, title, how, key, attribute(name), edit, least=least)


def _types(kind: type) -> dict[str, Any]:
    """Types of the fields of a struct, by their names."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


# Measures of outlines.


_MOVE_X: Final = set_measure(middle_x, lambda e, x: moved_to(e, (x, middle_z(e))), mark("Move {0}"))
_MOVE_Z: Final = set_measure(middle_z, lambda e, z: moved_to(e, (middle_x(e), z)), mark("Move {0}"))
_SET_WIDTH: Final = set_measure(
    width_of, lambda e, w: resized(e, (w, depth_of(e))), mark("Resize {0}")
)
_SET_DEPTH: Final = set_measure(
    depth_of, lambda e, d: resized(e, (width_of(e), d)), mark("Resize {0}")
)
_SET_RADIUS: Final = set_measure(radius_of, with_radius, mark("Resize {0}"))
_SET_THICKNESS: Final = set_measure(thickness_of, with_thickness, mark("Resize {0}"))
_TURN: Final = set_measure(
    degrees_of, lambda e, degrees: turned_to(e, math.radians(degrees)), mark("Turn {0}")
)

ROWS: Final[tuple[Row, ...]] = (
    Row("name", mark("Name"), TEXT, "named", attribute("name"), set_name, count="one"),
    Row("group", mark("Group"), GROUP, "any", attribute("group"), put_in_group, hint=mark("None")),
    Row("storey", mark("Storey"), CHOICE, "any", attribute("layer"), put_on_storey, storeys=True,
        moves=True, tip=mark("Where it lies. Storeys are made in the library")),
    Row("to_storey", mark("Leads to"), CHOICE, "to_storey", end_storey, lead_to, storeys=True,
        moves=True, tip=mark("The storey of its end")),
    Row("expect", mark("Expect"), CHOICE, "expect", attribute("expect"), set_plain("expect"),
        tip=mark("What must stay true")),
    Row("within", mark("Within"), NUMBER, "within", within_of, set_within, unit="s", least=0.0,
        step=5.0, tip=mark("Seconds of a run within which all agents with a goal arrive")),
    Row("walker", mark("Agent type"), CHOICE, "walker", attribute("profile"),
        set_plain("profile"), tip=mark("The type that walks. Agent types are made in the library")),
    Row("in_state", mark("State"), CHOICE, "in_state", attribute("state"), set_plain("state"),
        tip=mark("In which state of the level. States are made in the library")),
    Row("max_length", mark("Longest"), OPTIONAL, "bounds", attribute("max_length"),
        set_optional("max_length"), unit="m", least=0.0, hint=mark("Any length"),
        tip=mark("The path is no longer")),
    Row("min_length", mark("Shortest"), OPTIONAL, "bounds", attribute("min_length"),
        set_optional("min_length"), unit="m", least=0.0, hint=mark("Any length"),
        tip=mark("The path is no shorter")),
    Row("max_seconds", mark("Slowest"), OPTIONAL, "bounds", attribute("max_seconds"),
        set_optional("max_seconds"), unit="s", least=0.0, hint=mark("Any time"),
        tip=mark("It takes no longer, at usual speed")),
    Row("min_seconds", mark("Quickest"), OPTIONAL, "bounds", attribute("min_seconds"),
        set_optional("min_seconds"), unit="s", least=0.0, hint=mark("Any time"),
        tip=mark("It takes no less, at usual speed")),
    Row("passes", mark("Passes"), CHOICE, "bounds", area_of("passes"), set_area("passes"),
        tip=mark("The path leads through this area or door")),
    Row("avoids", mark("Avoids"), CHOICE, "bounds", area_of("avoids"), set_area("avoids"),
        tip=mark("The path does not come into this area or door")),
    Row("asked", mark("In use"), CHECK, "asked", attribute("enabled"), set_plain("enabled"),
        tip=mark("A test that is not in use is not run")),
    Row("link_type", mark("Type"), CHOICE, "link_type", attribute("type"), set_plain("type"),
        tip=mark("How agents take it")),
    Row("link_width", mark("Width"), NUMBER, "link_width", attribute("width"), set_number("width"),
        unit="m", least=0.0, tip=mark("Wider agents can't take it. 0: any agent can")),
    Row("waypoint_type", mark("Type"), CHOICE, "waypoint_type", attribute("type"),
        set_plain("type"), tip=mark("What it is for")),
    Row("used", mark("In use"), CHECK, "used", attribute("enabled"), set_plain("enabled"),
        tip=mark("Agents pass by a waypoint that is not in use, and by its edges")),
    Row("edge_used", mark("In use"), CHECK, "edge_used", attribute("enabled"),
        set_plain("enabled"),
        tip=mark("Agents don't take an edge that is not in use, and a network that is grown again "
                 "lays no other in its place")),
    Row("reach", mark("Radius"), NUMBER, "reach", attribute("reach"), set_number("reach"),
        unit="m", least=0.0,
        tip=mark("In your game, an agent this near has reached it; in runs, agents walk to it")),
    Row("path_width", mark("Path width"), NUMBER, "path_width", path_width_of, set_path_width,
        unit="m", least=0.0,
        tip=mark("Free space around it; wider agents can't pass. 0: unknown")),
    Row("factor", mark("Cost ×"), NUMBER, "factor", attribute("factor"), set_number("factor"),
        least=0.0, tip=mark("What a metre of it costs: 2 is as far as two metres")),
    Row("one_way", mark("One way"), CHECK, "one_way", attribute("one_way"), set_plain("one_way")),
    Row("cost", mark("Cost"), OPTIONAL, "cost", attribute("cost"), set_optional("cost"), unit="m",
        hint=mark("By its time"), tip=mark("Metres of ground; empty: those walked in its time")),
    Row("seconds", mark("Takes"), OPTIONAL, "seconds", attribute("seconds"),
        set_optional("seconds"), unit="s", least=0.0, step=0.5, hint=mark("As walked"),
        tip=mark("Seconds to take it; empty: as long as it takes to walk its length")),
    Row("available", mark("Open"), CHECK, "available", attribute("available"),
        set_plain("available")),
    Row("floor", mark("Can be walked on"), CHECK, "floor", attribute("available"),
        set_plain("available")),
    Row("door", mark("Door"), CHECK, "door", attribute("door"), set_plain("door")),
    Row("requires", mark("Requires"), TAGS, "requires", attribute("needs"), set_words("needs"),
        hint=mark("Nothing"),
        tip=mark("Abilities without which an agent can't pass, as its type has them")),
    Row("gives", mark("Gives"), TAGS, "gives", attribute("gives"), set_words("gives"),
        hint=mark("Nothing"),
        tip=mark("Abilities that agents have from here on: the key that lies here")),
    Row("terrain", mark("Terrain"), CHOICE, "terrain", attribute("terrain"), set_terrain,
        tip=mark("What the floor in it is made of. Terrains are made in the library")),
    Row("laid", mark("Laid"), CHECK, "laid", attribute("enabled"), set_plain("enabled"),
        tip=mark("Switched off its terrain does not count, as a bridge that a run is to build")),
    Row("enabled", mark("In the way"), CHECK, "enabled", attribute("enabled"),
        set_plain("enabled")),
    Row("centre", mark("Centre"), PAIR, "polygon", centre, move_to, unit="m", count="one",
        moves=True),
    Row("position", mark("Place"), PAIR, "place", centre, move_to, unit="m", count="one",
        moves=True),
    Row("centre_x", mark("x of the centre"), NUMBER, "lies", middle_x, _MOVE_X, unit="m",
        count="several",
        moves=True, label=mark("Centre")),
    Row("centre_z", mark("z of the centre"), NUMBER, "lies", middle_z, _MOVE_Z, unit="m",
        count="several",
        moves=True, beside=True),
    Row("size", mark("Size"), SIZE, "polygon", size, resize_to, unit="m", least=0.0, count="one",
        unless="circle", moves=True),
    Row("width", mark("Width"), NUMBER, "polygon", width_of, _SET_WIDTH, unit="m", least=0.0,
        count="several", unless="circle", moves=True, label=mark("Size")),
    Row("depth", mark("Depth"), NUMBER, "polygon", depth_of, _SET_DEPTH, unit="m", least=0.0,
        count="several", unless="circle", moves=True, beside=True),
    Row("circle_radius", mark("Radius"), NUMBER, "circle", radius_of, _SET_RADIUS, unit="m",
        least=0.0, moves=True),
    Row("thickness", mark("Thickness"), NUMBER, "wall", thickness_of, _SET_THICKNESS, unit="m",
        least=0.0, step=0.05, moves=True),
    Row("turn", mark("Turn"), NUMBER, "rect", degrees_of, _TURN, unit="°", step=15.0, moves=True),
    Row("facing", mark("Facing"), NUMBER, "facing", degrees_of, _TURN, unit="°", step=15.0,
        moves=True),
    Row("type", mark("Type"), CHOICE, "type", attribute("profile"), set_type,
        tip=mark("Decides where it can walk. Agent types are made in the library")),
    Row("radius", mark("Radius"), NUMBER, "radius", attribute("radius"), set_number("radius"),
        unit="m", step=0.05),
    Row("walk_speed", mark("Speed"), NUMBER, "walk_speed", attribute("walk_speed"),
        set_number("walk_speed"), unit="m/s"),
    Row("wait", mark("Wait"), NUMBER, "wait", attribute("wait"), set_number("wait"), unit="s",
        step=0.5),
    Row("player", mark("Player"), CHECK, "player", attribute("player"), set_plain("player")),
    Row("takes_part", mark("Takes part"), CHECK, "takes_part", attribute("enabled"),
        set_plain("enabled"),
        tip=mark("Switched off, or dead, it goes nowhere and others walk through it")),
    Row("route", mark("Route"), CHOICE, "route", route_of, set_route,
        tip=mark("Its own stops, or a route that agents share")),
    Row("route_mode", mark("Walk"), CHOICE, "stops", attribute("mode"), set_walk,
        tip=mark("What follows the last stop")),
    Row("network", mark("Keep to the network"), CHECK, "stops", attribute("network"),
        set_plain("network"), tip=mark("Walk from waypoint to waypoint between stops")),
    Row("shortcuts", mark("Take shortcuts"), CHECK, "network", attribute("shortcuts"),
        set_plain("shortcuts"),
        tip=mark("On the network: leave edges for the farthest visible place of the path")),
)  # fmt: skip
"""Rows of properties of bases and kinds, in the order in which they are shown."""

LAST_ROWS: Final[tuple[Row, ...]] = (
    Row("locked", mark("Locked"), CHECK, "any", attribute("locked"), set_plain("locked")),
    Row("tags", mark("Tags"), TAGS, "any", attribute("tags"), set_words("tags"), hint=mark("None")),
    Row("note", mark("Note"), NOTE, "any", attribute("note"), set_plain("note"),
        hint=mark("Write a note for the team")),
)  # fmt: skip
"""Rows that all elements have, below the rows derived from the fields of a kind."""
