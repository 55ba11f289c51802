"""Drawing what takes more than one outline or one element: walls, and agents by the dozen."""

from collections.abc import Sequence
from typing import Any

from navcore.errors import NavcoreError
from navcore.geometry.shapes import wall_rings
from navcore.level.edit import Edit
from navcore.level.model import Level, Obstacle, Point
from navcore.level.naming import NewId, called, fresh_id, names_in, numbered
from navcore.level.operations.elements import add_agent, add_obstacle


def add_wall(
    level: Level, line: Sequence[Point], width: float, new_id: NewId, *, closed: bool = False
) -> Edit:
    """New obstacles, named `wall_1` and on, that cover a wall `width` metres thick along `line`.

    A wall that runs around nothing is one obstacle and remembers its line and thickness; one that
    does is parted into several, because an outline has no holes.

    Raises:
        NavcoreError: if the line has no length or the width is not over 0.
    """
    rings = wall_rings(line, width, closed=closed)
    shape: dict[str, Any] | None = None
    if len(rings) == 1 and not closed:
        shape = {"line": [[x, z] for x, z in line], "width": width}
    taken, used = names_in(level), set[int]()
    edit, drawn = Edit(), level
    for ring in rings:
        name = numbered(taken, "wall")
        taken.add(name)
        step = add_obstacle(drawn, ring, lambda: fresh_id(new_id, used), name=name, shape=shape)
        edit, drawn = edit.then(step), step.apply(drawn)
    return Edit.change(level, edit.after, f"Draw {_named(edit)}")


def add_agents(
    level: Level, places: Sequence[Point], new_id: NewId, *, facing: float = 0.0
) -> Edit:
    """New agents at these places, all facing the same way; the first of a level is the player.

    Raises:
        NavcoreError: if there is no place, or one is not finite.
    """
    if not places:
        message = "There is no place to put an agent at."
        raise NavcoreError(message)
    used: set[int] = set()
    edit, drawn = Edit(), level
    for place in places:
        step = add_agent(drawn, place, lambda: fresh_id(new_id, used), facing=facing)
        edit, drawn = edit.then(step), step.apply(drawn)
    agents = [drawn.agents[agent_id] for agent_id in edit.after]
    return Edit.change(level, edit.after, f"Place {called(agents)}")


def _named(edit: Edit) -> str:
    obstacles = [item for item in edit.after.values() if isinstance(item, Obstacle)]
    return obstacles[0].name if len(obstacles) == 1 else f"a wall of {len(obstacles)} obstacles"
