"""Functions that read and set properties, one for each kind of field."""

import math
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from editor.look.fields import Formula
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Element, Level, PathTest, Waypoint
from navcore.level.operations import (
    change_each,
    change_label,
    middle_of,
    own_routes,
    rename,
    set_fields,
    set_group,
    set_mode,
    size_of,
    turn_of,
    walk_route,
)
from navcore.level.operations.fields import checked
from navcore.level.operations.profiles import assign_profile
from navcore.level.operations.storey_elements import move_to_storey, set_end_storey
from navcore.level.operations.terrains import assign_terrain
from navcore.level.storeys import BETWEEN

Read: TypeAlias = Callable[[Element], Any]
Write: TypeAlias = Callable[[Level, Sequence[Element], Any], Edit]


def ids_of(elements: Iterable[Element]) -> list[int]:
    """Return the ids of elements, in their order."""
    return [element.id for element in elements]


def set_plain(name: str) -> Write:
    """Set a field to one value for all elements."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        return set_fields(level, ids_of(elements), **{name: value})

    return edit


def attribute(name: str) -> Read:
    """Read a field."""
    return attrgetter(name)


def _amounts(elements: Sequence[Element], read: Read, value: Any) -> list[float]:
    """Return the new number of each element, from the input for all of them."""
    if isinstance(value, Formula):
        return [value.of(read(element), number) for number, element in enumerate(elements)]
    return [float(value)] * len(elements)


def set_number(name: str) -> Write:
    """Return a function that sets a number field, evaluated for each element."""
    read = attribute(name)

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        amounts = _amounts(elements, read, value)
        if len(set(amounts)) == 1:
            return set_fields(level, ids_of(elements), **{name: amounts[0]})
        parts = [
            set_fields(level, [element.id], **{name: amount})
            for element, amount in zip(elements, amounts, strict=True)
        ]
        items = {item_id: item for part in parts for item_id, item in part.after.items()}
        return Edit.change(level, items, change_label(name, elements))

    return edit


def set_optional(name: str) -> Write:
    """Return a function that sets an optional number; relative input skips missing values."""
    read, number = attribute(name), set_number(name)

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        if value is None:
            return set_fields(level, ids_of(elements), **{name: None})
        if isinstance(value, Formula) and value.changes:
            elements = [element for element in elements if read(element) is not None]
        return number(level, elements, value) if elements else Edit()

    return edit


def set_measure(read: Read, change: Callable[[Element, float], Element], label: str) -> Write:
    """Return a function that changes a measure of outlines; `label` has the elements at `{0}`."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        amounts = _amounts(elements, read, value)
        return change_each(level, ids_of(elements), lambda e, n: change(e, amounts[n]), tr(label))

    return edit


def middle_x(element: Element) -> float:
    """Return x of the middle of an element, metres."""
    return middle_of(element)[0]


def middle_z(element: Element) -> float:
    """Return z of the middle of an element, metres."""
    return middle_of(element)[1]


def width_of(element: Element) -> float:
    """Return the width of an outline, metres."""
    return size_of(element)[0]


def depth_of(element: Element) -> float:
    """Return the depth of an outline, metres."""
    return size_of(element)[1]


def degrees_of(element: Element) -> float:
    """Return the turn of an element in degrees."""
    return round(math.degrees(turn_of(element)), 9) + 0.0


def set_name(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Rename the first of the elements."""
    return rename(level, elements[0].id, str(value))


def put_in_group(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Put elements into a group."""
    return set_group(level, ids_of(elements), str(value))


def set_words(name: str) -> Write:
    """Return a function that sets words: `a, b` replaces, `+a` adds, `-a` removes."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        words = [word for part in str(value).split(",") if (word := part.strip())]
        plus = [tag for word in words if word[0] == "+" and (tag := word[1:].strip())]
        minus = {tag for word in words if word[0] in "-−" and (tag := word[1:].strip())}
        plain_words = [word for word in words if word[0] not in "+-−"]
        if not plus and not minus:
            return set_fields(level, ids_of(elements), **{name: tuple(dict.fromkeys(plain_words))})
        items = []
        for element in elements:
            before: tuple[str, ...] = getattr(element, name)
            now = dict.fromkeys([*before, *plain_words, *plus])
            items.append(replace(element, **{name: tuple(t for t in now if t not in minus)}))
        return Edit.put(level, items, change_label(name, elements))

    return edit


def set_terrain(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Set the terrain of zones."""
    return assign_terrain(level, ids_of(elements), str(value))


def set_type(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Set the type of agents."""
    return assign_profile(level, ids_of(elements), str(value))


def end_storey(element: Element) -> str:
    """Return the target storey of a link."""
    return element.to_layer or element.layer if isinstance(element, BETWEEN) else element.layer


def lead_to(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Set the target storey of links."""
    return set_end_storey(level, ids_of(elements), str(value))


def route_of(element: Element) -> str:
    """Return the id of the route that an agent shares, as text; empty for its own stops."""
    route = element.route if isinstance(element, Agent) else None
    return "" if route is None else str(route)


def set_route(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Make agents walk a route; empty: a copy of their shared route as their own stops."""
    if not value:
        return own_routes(level, ids_of(elements))
    return walk_route(level, ids_of(elements), int(value))


def set_walk(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Set what follows the last stop of agents and routes."""
    return set_mode(level, ids_of(elements), value)


def put_on_storey(level: Level, elements: Sequence[Element], value: Any) -> Edit:
    """Move elements to a storey."""
    return move_to_storey(level, ids_of(elements), str(value))


def path_width_of(element: Element) -> float:
    """Return twice the clear radius of a waypoint, metres."""
    return 2 * element.clear_radius if isinstance(element, Waypoint) else 0.0


def _with_path_width(element: Element, width: float) -> Element:
    if not isinstance(element, Waypoint):
        return element
    return replace(element, **checked(element, {"clear_radius": width / 2}))


set_path_width: Final = set_measure(
    path_width_of, _with_path_width, mark("Change path width of {0}")
)
"""Set the path width of waypoints, for each of them separately."""


SEVERAL: Final = -1
"""Value shown for several areas where one can be chosen."""


def area_of(name: str) -> Read:
    """Read which area a path test names: its id, 0 for none, `SEVERAL`."""

    def read(element: Element) -> int:
        ids: tuple[int, ...] = getattr(element, name)
        return SEVERAL if len(ids) > 1 else sum(ids)

    return read


def set_area(name: str) -> Write:
    """Return a function that sets the single area of path tests; 0: none."""

    def edit(level: Level, elements: Sequence[Element], value: Any) -> Edit:
        if value == SEVERAL:
            return Edit()
        return set_fields(level, ids_of(elements), **{name: (int(value),) if value else ()})

    return edit


def within_of(element: Element) -> float:
    """Return the seconds within which all agents must arrive in a run test."""
    return element.within if isinstance(element, PathTest) else 0.0


def _with_within(element: Element, seconds: float) -> Element:
    if not isinstance(element, PathTest):
        return element
    return replace(element, **checked(element, {"max_seconds": seconds}))


set_within: Final = set_measure(within_of, _with_within, mark("Change time of {0}"))
"""Set the seconds within which all agents must arrive, for each test separately."""
