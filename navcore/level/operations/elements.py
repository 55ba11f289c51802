"""Adding, moving, copying, renaming and removing whole elements."""

import math
from collections.abc import Collection
from typing import Any

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.polygons import is_flat
from navcore.i18n import tr
from navcore.level.affine import Affine
from navcore.level.companions import ends_of
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.model import (
    Agent,
    Area,
    Element,
    ElementT,
    Level,
    Obstacle,
    Point,
    Polygon,
    Ring,
    Route,
    WithStops,
)
from navcore.level.naming import PLAYER, NewId, called, last_order, names_in, next_name, numbered
from navcore.level.operations.fields import checked
from navcore.level.operations.names import name_faults
from navcore.level.operations.paste import duplicate_along
from navcore.level.operations.transform import all_moved


def add(
    level: Level, kind: type[Element], new_id: NewId, *, name: str | None = None, **fields: Any
) -> Edit:
    """Add an element of any kind, named `obstacle_1` or, if `name` is taken, `name_2`.

    Raises:
        NavcoreError: if its outline encloses nothing or a field does not take its value.
    """
    made = new_element(level, kind, new_id(), name=name, **fields)
    said = tr("Draw {0}") if isinstance(made, Polygon) else tr("Place {0}")
    return Edit.put(level, [made], said.format(called([made])))


def add_area(
    level: Level, polygon: Ring, new_id: NewId, *, name: str | None = None, **fields: Any
) -> Edit:
    """Add an area, named `area_1`, `door_1` or, if `name` is taken, `name_2`.

    Raises:
        NavcoreError: if the outline encloses nothing or a field does not take its value.
    """
    return add(level, Area, new_id, name=name, polygon=polygon, **fields)


def add_obstacle(
    level: Level, polygon: Ring, new_id: NewId, *, name: str | None = None, **fields: Any
) -> Edit:
    """Add an obstacle, named `obstacle_1` or, if `name` is taken, `name_2`.

    Raises:
        NavcoreError: if the outline encloses nothing or a field does not take its value.
    """
    return add(level, Obstacle, new_id, name=name, polygon=polygon, **fields)


def add_agent(
    level: Level, position: Point, new_id: NewId, *, name: str | None = None, **fields: Any
) -> Edit:
    """Add an agent: the first of a level is `player`, others are `agent_1`, `agent_2`.

    Its radius is the agent radius of the level unless `radius` is given.

    Raises:
        NavcoreError: if the place is not finite or a value is not allowed in its field.
    """
    agent = new_agent(level, position, new_id(), name=name, **fields)
    return Edit.put(level, [agent], tr("Place {0}").format(agent.name))


def new_agent(
    level: Level, position: Point, element_id: int, *, name: str | None = None, **fields: Any
) -> Agent:
    """Return an agent that comes last among the level's, see `add_agent`.

    Raises:
        NavcoreError: if the place is not finite or a field does not take its value.
    """
    player = not level.agents
    given: dict[str, Any] = {"player": player, "position": position}
    if level.settings.agent_radius > 0:
        given["radius"] = level.settings.agent_radius
    if player and name is None:
        name = PLAYER
    return new_element(level, Agent, element_id, name=name, **given | fields)


def move(level: Level, ids: Collection[int], vector: Point) -> Edit:
    """Move the elements by `vector`, metres. Goals of agents stay where they are.

    Moving a join moves the elements that it joins, unless they are locked.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if the vector is not finite.
    """
    elements = _elements(level, ids)
    every = [*elements, *_elements(level, ends_of(level, ids))]
    moved = all_moved(every, Affine.translation(vector))
    # An edge is derived from its waypoints and doesn't change itself.
    put = [now for now, was in zip(moved, every, strict=True) if now is not was]
    return Edit.put(level, put, tr("Move {0}").format(called(elements)))


def _elements(level: Level, ids: Collection[int]) -> list[Element]:
    """Return the elements with these ids; KeyError if the level lacks one."""
    elements: list[Element] = []
    for element_id, item in zip(ids, level.items_under(ids), strict=True):
        if not isinstance(item, Element):
            raise KeyError(element_id)
        elements.append(item)
    return elements


def duplicate(level: Level, ids: Collection[int], vector: Point, new_id: NewId) -> Edit:
    """Copy the elements, moved by `vector`, with new ids and the next free names.

    A copy of the player is no player but `agent_1`, and no copy is locked. Copies come last among
    their kind, in the same order.

    Raises:
        KeyError: if an id is not the level's.
        NavcoreError: if the vector is not finite.
    """
    edit, _ = duplicate_along(level, ids, Affine.translation(vector), new_id)
    return edit


def delete(level: Level, ids: Collection[int]) -> Edit:
    """Delete these elements.

    Stops at waypoints that go become places of their own, agents on routes that go stand; the
    label names what loses them so (S3-039).

    Raises:
        KeyError: if an id is not the level's.
    """
    elements = _elements(level, ids)
    edit = Edit.remove(level, ids, tr("Delete {0}").format(called(elements)))
    left = [one for one in edit.after.values() if isinstance(one, WithStops)]
    routes = {element.id for element in elements if isinstance(element, Route)}
    walkers: list[Element] = []
    stopping: list[Element] = []
    for one in left:
        walked = not routes.isdisjoint(level.element(one.id).references)
        (walkers if walked else stopping).append(one)
    label = edit.label
    if walkers:
        label = tr("{0}, which {1} walked").format(label, called(walkers))
    if stopping:
        label = tr("{0}, a stop of {1}").format(label, called(stopping))
    return Edit(edit.before, edit.after, label)


def rename(level: Level, element_id: int, name: str) -> Edit:
    """Rename an element; spaces around the name are dropped.

    Raises:
        KeyError: if the id is not the level's.
        NavcoreError: if an area would lose its name or take another area's name.
    """
    element = level.element(element_id)
    name = name.strip()
    for sentence in name_faults(level, {element_id: name}).values():
        raise NavcoreError(sentence)
    if name:
        label = tr("Rename {0} to {1}").format(called([element]), name)
    else:
        label = tr("Take the name of {0}").format(element.name)
    return Edit.put(level, [replace(element, name=name)], label)


def new_element(
    level: Level,
    kind: type[ElementT],
    element_id: int,
    *,
    name: str | None = None,
    **fields: Any,
) -> ElementT:
    """Return an element that comes last among its kind, see `add`.

    Raises:
        NavcoreError: if its outline encloses nothing or a field does not take its value.
    """
    given: dict[str, Any] = {"id": element_id, "order": last_order(level, kind) + 1}
    if issubclass(kind, Polygon):
        given["polygon"] = outline(fields.pop("polygon"))
    given |= checked(kind, fields)
    made = kind(**given)
    row = kind_of(made)
    if not row.named:
        return made
    taken = names_in(level)
    free = next_name(taken, name) if name else numbered(taken, row.words(made).stem)
    return replace(made, name=free)


def outline(polygon: Ring) -> Ring:
    """Return the ring as floats without repeated corners, checked.

    Raises:
        NavcoreError: if it is not finite or encloses nothing.
    """
    ring: list[Point] = []
    for x, z in polygon:
        corner = (float(x), float(z))
        if not (math.isfinite(corner[0]) and math.isfinite(corner[1])):
            message = tr("A corner must be finite, not {0}, {1}.").format(x, z)
            raise NavcoreError(message)
        if not ring or ring[-1] != corner:
            ring.append(corner)
    if len(ring) > 1 and ring[0] == ring[-1]:
        ring.pop()
    if is_flat(ring):
        message = tr("This outline encloses nothing: its corners lie on one line.")
        raise NavcoreError(message)
    return tuple(ring)
