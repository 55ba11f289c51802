"""Draw several outlines or elements at once: walls, and rows of agents."""

import math
from collections.abc import Sequence
from itertools import count
from typing import Any

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.geometry.shapes import wall_rings
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle, Point
from navcore.level.naming import NewId, called, fresh_id, names_in, numbered
from navcore.level.operations.elements import new_agent, new_element
from navcore.level.operations.fields import checked
from navcore.level.operations.profiles import type_radius


def add_wall(
    level: Level, line: Sequence[Point], width: float, new_id: NewId, *, closed: bool = False
) -> Edit:
    """Add obstacles `wall_1` and on that cover a wall `width` metres thick along `line`.

    A wall that encloses nothing is one obstacle and remembers its line and thickness. A wall around
    something is split into several, because an outline has no holes.

    Raises:
        NavcoreError: if the line has no length or the width is not over 0.
    """
    rings = wall_rings(line, width, closed=closed)
    shape: dict[str, Any] | None = None
    if len(rings) == 1 and not closed:
        shape = {"line": [[x, z] for x, z in line], "width": width}
    taken, used = names_in(level), set[int]()
    walls: list[Obstacle] = []
    for ring in rings:
        name = numbered(taken, "wall")
        taken.add(name)
        wall_id = fresh_id(new_id, used)
        wall = new_element(level, Obstacle, wall_id, name=name, polygon=ring, shape=shape)
        walls.append(replace(wall, order=wall.order + len(walls)))
    if len(walls) == 1:
        label = tr("Draw {0}").format(walls[0].name)
    else:
        label = tr("Draw a wall of {0} obstacles").format(len(walls))
    return Edit.put(level, walls, label)


def add_agents(
    level: Level,
    places: Sequence[Point],
    new_id: NewId,
    *,
    facing: float | Sequence[float] = 0.0,
    profile: str = "",
) -> Edit:
    """Add agents at these places; the first of a level is the player.

    `facing` is one direction for all agents, or one for each; radians. `profile` names their agent
    type, which also sets their radius.

    Raises:
        NavcoreError: if there is no place, or one is not finite.
    """
    if not places:
        message = tr("Choose at least one place for an agent.")
        raise NavcoreError(message)
    used: set[int] = set()
    facings = [facing] * len(places) if isinstance(facing, float | int) else facing
    of_type: dict[str, Any] = {"profile": profile} if profile else {}
    if radius := type_radius(level.settings, profile):
        of_type["radius"] = radius
    first = new_agent(level, places[0], fresh_id(new_id, used), facing=facings[0], **of_type)
    agents = [first]
    taken = names_in(level) | {first.name}
    free = (name for number in count(1) if (name := f"agent_{number}") not in taken)
    for number, (place, turn) in enumerate(zip(places[1:], facings[1:], strict=True), start=1):
        if not all(map(math.isfinite, (*place, turn))):
            # Raises the error that says what is wrong with the place.
            checked(first, {"position": place, "facing": turn})
        agents.append(
            replace(
                first,
                id=fresh_id(new_id, used), order=first.order + number, name=next(free),
                player=False, position=(float(place[0]), float(place[1])), facing=float(turn),
            )
        )  # fmt: skip
    return Edit.put(level, agents, tr("Place {0}").format(called(agents)))
