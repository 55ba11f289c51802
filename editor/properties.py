"""The table of properties: for which elements each stands, how it is read and changed."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from msgspec.structs import replace

from editor.fields import Refused, tr
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Level, Obstacle, Point, Polygon
from navcore.level.operations import move, rename, set_fields

Drawn: TypeAlias = Area | Obstacle | Agent

TEXT, NUMBER, PAIR, SIZE, CHECK = "text", "number", "pair", "size", "check"


@dataclass(frozen=True, slots=True)
class Row:
    """One property. `read` and `edit` work on any element that `fits`."""

    key: str
    title: str
    kind: str
    fits: Callable[[Drawn], bool]
    read: Callable[[Drawn], Any]
    edit: Callable[[Level, Sequence[Drawn], Any], Edit]
    unit: str = ""
    least: float = -math.inf
    step: float = 0.1
    hint: str = ""
    alone: bool = False
    """Only for one element."""
    extra: dict[str, Any] = field(default_factory=dict)


def rows_for(elements: Sequence[Drawn]) -> list[Row]:
    """The properties that all these elements have."""
    if not elements:
        return []
    return [
        row
        for row in ROWS
        if (len(elements) == 1 or not row.alone) and all(row.fits(e) for e in elements)
    ]


def bounds(element: Drawn) -> tuple[float, float, float, float]:
    """Lowest x, lowest z, greatest x, greatest z; metres."""
    if isinstance(element, Agent):
        (x, z), r = element.position, element.radius
        return (x - r, z - r, x + r, z + r)
    xs = [x for x, _ in element.polygon]
    zs = [z for _, z in element.polygon]
    return (min(xs), min(zs), max(xs), max(zs))


def centre(element: Drawn) -> Point:
    """The middle of the bounds."""
    x0, z0, x1, z1 = bounds(element)
    return ((x0 + x1) / 2, (z0 + z1) / 2)


def size(element: Drawn) -> Point:
    """Width and depth of the bounds."""
    x0, z0, x1, z1 = bounds(element)
    return (x1 - x0, z1 - z0)


def area_of(polygon: Sequence[Point]) -> float:
    """Area that the outline encloses, square metres."""
    following = (*polygon[1:], polygon[0])
    doubled = sum(x0 * z1 - x1 * z0 for (x0, z0), (x1, z1) in zip(polygon, following, strict=True))
    return abs(doubled) / 2


def _plain(name: str) -> Callable[[Level, Sequence[Drawn], Any], Edit]:
    def edit(level: Level, elements: Sequence[Drawn], value: Any) -> Edit:
        return set_fields(level, [element.id for element in elements], **{name: value})

    return edit


def _attribute(name: str) -> Callable[[Drawn], Any]:
    return lambda element: getattr(element, name)


def _rename(level: Level, elements: Sequence[Drawn], value: Any) -> Edit:
    return rename(level, elements[0].id, str(value))


def move_to(level: Level, elements: Sequence[Drawn], value: Any) -> Edit:
    """The edit that brings the centre of the one element here."""
    x, z = centre(elements[0])
    return move(level, [elements[0].id], (value[0] - x, value[1] - z))


def resize_to(level: Level, elements: Sequence[Drawn], value: Any) -> Edit:
    """The edit that gives the one polygon this width and depth, about its centre.

    Raises:
        Refused: if a width or depth is not over 0.
    """
    element = elements[0]
    if isinstance(element, Agent):
        raise Refused(tr("An agent's size is its radius."))
    if min(value) <= 0:
        raise Refused(tr("Type a width and a depth over 0 m."))
    (x, z), (width, depth) = centre(element), size(element)
    sx, sz = value[0] / width, value[1] / depth
    ring = tuple((x + (px - x) * sx, z + (pz - z) * sz) for px, pz in element.polygon)
    label = tr("Resize {0}").format(element.name)
    return Edit.put(level, [replace(element, polygon=ring, shape=None)], label)


def _turn(level: Level, elements: Sequence[Drawn], value: Any) -> Edit:
    ids = [element.id for element in elements]
    return set_fields(level, ids, facing=math.radians(value))


def _degrees(element: Drawn) -> float:
    facing = element.facing if isinstance(element, Agent) else 0.0
    return round(math.degrees(facing), 9)


def _any(element: Drawn) -> bool:
    return True


def _is_polygon(element: Drawn) -> bool:
    return isinstance(element, Polygon)


def _is_area(element: Drawn) -> bool:
    return isinstance(element, Area)


def _is_door(element: Drawn) -> bool:
    return isinstance(element, Area) and element.door


def _is_plain_area(element: Drawn) -> bool:
    return isinstance(element, Area) and not element.door


def _is_obstacle(element: Drawn) -> bool:
    return isinstance(element, Obstacle)


def _is_agent(element: Drawn) -> bool:
    return isinstance(element, Agent)


ROWS: Final[tuple[Row, ...]] = (
    Row("name", "Name", TEXT, _any, _attribute("name"), _rename, alone=True),
    Row("group", "Group", TEXT, _any, _attribute("group"), _plain("group"), hint="None"),
    Row("available", "Open", CHECK, _is_door, _attribute("available"), _plain("available")),
    Row("floor", "Can be walked on", CHECK, _is_plain_area, _attribute("available"),
        _plain("available")),
    Row("door", "Door", CHECK, _is_area, _attribute("door"), _plain("door")),
    Row("enabled", "In the way", CHECK, _is_obstacle, _attribute("enabled"), _plain("enabled")),
    Row("centre", "Centre", PAIR, _is_polygon, centre, move_to, unit="m", alone=True),
    Row("size", "Size", SIZE, _is_polygon, size, resize_to, unit="m", least=0.0, alone=True),
    Row("position", "Place", PAIR, _is_agent, _attribute("position"), move_to, unit="m",
        alone=True),
    Row("facing", "Facing", NUMBER, _is_agent, _degrees, _turn, unit="°", step=15.0),
    Row("radius", "Radius", NUMBER, _is_agent, _attribute("radius"), _plain("radius"), unit="m",
        step=0.05),
    Row("walk_speed", "Speed", NUMBER, _is_agent, _attribute("walk_speed"), _plain("walk_speed"),
        unit="m/s"),
    Row("player", "Player", CHECK, _is_agent, _attribute("player"), _plain("player")),
    Row("loop", "Start over after the last goal", CHECK, _is_agent, _attribute("loop"),
        _plain("loop")),
    Row("wait", "Wait", NUMBER, _is_agent, _attribute("wait"), _plain("wait"), unit="s",
        step=0.5),
    Row("note", "Note", TEXT, _any, _attribute("note"), _plain("note"),
        hint="Write a note for the team"),
)  # fmt: skip
"""Every property, in the order in which it is shown."""
