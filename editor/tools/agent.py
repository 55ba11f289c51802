"""Agent: a click places one, or many in a block; a drag turns them."""

import math
from typing import ClassVar, Final

import numpy as np

from editor.tools import run
from editor.tools.agent_type import AgentType
from editor.tools.count import Count
from editor.tools.gesture import Gesture, GestureTool, circle, snapped
from editor.tools.groups import Group
from editor.tools.messages import agent as say
from editor.tools.messages import play as say_play
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.run_view import RunView
from editor.tools.tool import Change, Effect, KeyResult, Pointer, Select, ToolView
from navcore.bake.grid import NavGrid
from navcore.geometry.polygons import contains
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Level, Point, Profile
from navcore.path.sight import is_clear
from navcore.world import World

_TURN: Final = 15
"""Degrees that Shift turns by."""
_APART: Final = 1.2
"""Diameters from one agent of a block to the next, rounded up to 5 cm."""
_BEYOND: Final = 4
"""Extra rows and columns around a block for agents that find no room inside."""
_MANY: Final = 48
"""Number of agents above which their circles have fewer corners."""


class _Place(Gesture):
    """A press sets the place, a drag the direction."""

    def __init__(self, pointer: Pointer, view: ToolView, count: int, tool: "AgentTool") -> None:
        super().__init__(pointer, view)
        self._tool, self._blocks = tool, tool.blocks
        self._place = snapped(pointer, view)
        self._facing = 0.0
        self._count = count

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        x = pointer.position[0] - self._place[0]
        z = pointer.position[1] - self._place[1]
        turn = _TURN if pointer.modifiers.shift else 1
        self._facing = math.radians(round(math.degrees(math.atan2(z, x)) / turn) * turn)
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        return self.click(pointer, view)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        places = self._blocks.at(self._place, self._facing, self._count, view)
        edit = operations.add_agents(
            view.level, places, view.new_id, facing=self._facing, profile=self._tool.kind.name(view)
        )
        if view.run is not None:
            return run.spawned(edit, view)
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        places = self._blocks.at(self._place, self._facing, self._count, view)
        return _drawn(self._place, places, self._facing, self._tool.kind.radius(view))

    def hint(self, view: ToolView) -> str:
        return say.agent_turning(self._facing) if self.moving else ""


class AgentTool(GestureTool):
    """Places agents, one or many at a click; the first of a level is the player."""

    name: ClassVar[str] = "agent"
    title: ClassVar[str] = mark("Agent")
    summary: ClassVar[str] = mark("Place characters that walk")
    shortcut: ClassVar[str] = "A"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 0)
    family: ClassVar[str] = mark("Agents")
    shows: ClassVar[frozenset[str]] = frozenset({"agents"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start with one agent per click."""
        super().__init__()
        self._count = Count(mark("At a click"), 1, 500)
        self.kind = AgentType()
        """Agent type of new agents; the last choice is kept."""
        self.options, self.entry = (self._count.number, self.kind.choice), self._count.entry
        self.blocks = _Blocks(self.kind)

    def activate(self) -> None:
        """Go back to one agent per click."""
        super().activate()
        self._count.number.set(1)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the place."""
        self._pointer = pointer
        return self.begin(_Place(pointer, view, self._count.set, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Ignore the second click: two agents in one place are of no use."""
        return Edit()

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Change the count with Up and Down; reset it to one with Escape."""
        if key == "Escape" and self._count.set > 1:
            self._count.number.set(1)
            return KeyResult(True)
        return super().key(key, view)

    def idle_preview(self, view: ToolView) -> Preview:
        """Return the agents that a click would place."""
        if self._pointer is None:
            return Preview()
        place = snapped(self._pointer, view)
        places = self.blocks.at(place, 0.0, self._count.now, view)
        return _drawn(place, places, 0.0, self.kind.radius(view))

    def idle_hint(self, view: ToolView) -> str:
        """Return what a click does, and whether an agent could walk from here."""
        if self.entry.is_open:
            return self.entry.hint or say.agents_typed(self._count.now)
        if self._pointer is None:
            return say.agent_place() if self._count.set == 1 else say.agents_place(self._count.set)
        place, grid = snapped(self._pointer, view), self.kind.grid(view)
        if self._count.set > 1:
            places = self.blocks.at(place, 0.0, self._count.set, view)
            blocked = sum(not grid.is_walkable(*each) for each in places)
            if not blocked and view.run is not None:
                return say_play.adds(self._count.set)
            return say.agents_blocked(self._count.set, blocked) if blocked else say.agents_place(
                self._count.set
            )  # fmt: skip
        if grid.is_walkable(*place):
            placed = len(view.selection) == 1 and view.selection <= view.level.agents.keys()
            return say.agent_place(placed=placed) if view.run is None else say_play.adds()
        return _blocked_hint(place, view, self.kind.profile(view))


class _Blocks:
    """Blocks of agents; hint, preview and click share the last one."""

    def __init__(self, kind: AgentType) -> None:
        self._kind = kind
        self._asked: tuple[Point, float, int, str] | None = None
        self._level: Level | None = None
        self._world: World | None = None
        self._run: RunView | None = None
        self._places: tuple[Point, ...] = ()

    def at(self, place: Point, facing: float, count: int, view: ToolView) -> tuple[Point, ...]:
        """Return places for this many agents around a place."""
        if count == 1:
            return (place,)
        asked = (place, facing, count, self._kind.name(view))
        same = view.level is self._level and view.world is self._world and view.run is self._run
        if asked != self._asked or not same:
            self._asked, self._level, self._world = asked, view.level, view.world
            self._run = view.run
            grid, radius = self._kind.grid(view), self._kind.radius(view)
            self._places = _laid_out(place, facing, count, view, grid, radius)
        return self._places


def _laid_out(
    place: Point, facing: float, count: int, view: ToolView, grid: NavGrid, radius: float
) -> tuple[Point, ...]:
    """Return places in rows, as square as possible, on the cells for agents of a radius.

    Agents without room in the block, because the cells are blocked or another agent stands there,
    are placed next to it. If there is no room there either, they are placed in the block anyway:
    the level may still change.
    """
    across = math.ceil(math.sqrt(count))
    deep = math.ceil(count / across)
    ux, uz = math.cos(facing), math.sin(facing)
    apart = math.ceil(round(2 * radius * _APART / 0.05, 6)) * 0.05
    if view.run is None:
        others = view.level.agents.values()
        standing = np.array([(*agent.position, agent.radius + radius) for agent in others])
    else:
        standing = np.column_stack((view.run.positions, view.run.radii + radius))

    def at(column: float, row: float) -> Point:
        ahead, sideways = -row * apart, column * apart
        return (
            round(place[0] + ahead * ux - sideways * uz, 9) + 0.0,
            round(place[1] + ahead * uz + sideways * ux, 9) + 0.0,
        )

    def is_free(point: Point) -> bool:
        if not grid.is_walkable(*point):
            return False
        if len(standing) == 0:
            return True
        away = np.hypot(standing[:, 0] - point[0], standing[:, 1] - point[1])
        return bool((away >= standing[:, 2]).all())

    left, front = (across - 1) / 2, (deep - 1) / 2
    block = [at(n % across - left, n // across - front) for n in range(count)]
    free = [is_free(point) for point in block]
    if all(free):
        return tuple(block)
    inside = set(block)
    around = [
        at(column - left, row - front)
        for row in range(-_BEYOND, deep + _BEYOND)
        for column in range(-_BEYOND, across + _BEYOND)
    ]
    spare = [point for point in around if point not in inside and is_free(point)]
    # Rather on this side of a wall than near.
    spare.sort(key=lambda p: (not is_clear(grid, place, p), math.dist(p, place)))
    instead = iter(spare)
    return tuple(
        point if found else next(instead, point) for point, found in zip(block, free, strict=True)
    )


def _drawn(place: Point, places: tuple[Point, ...], facing: float, radius: float) -> Preview:
    strokes: list[Stroke] = []
    corners = 32 if len(places) <= _MANY else 12
    for x, z in places:
        tip = (x + 2 * radius * math.cos(facing), z + 2 * radius * math.sin(facing))
        if len(places) > 1:
            tip = (x + radius * math.cos(facing), z + radius * math.sin(facing))
        strokes.append(Stroke(circle((x, z), radius, corners), "agent_draft", closed=True))
        strokes.append(Stroke(((x, z), tip), "agent_draft"))
    return Preview(tuple(strokes), (Mark(place, "snap"),))


def _blocked_hint(place: Point, view: ToolView, profile: Profile | None) -> str:
    level = view.level
    layer_of = level.settings.layer_of
    for obstacle in level.obstacles.values():
        if layer_of(obstacle) != view.storey:
            continue
        if obstacle.enabled and contains(obstacle.polygon, place):
            return say.agent_inside(obstacle.name)
    has = () if profile is None else profile.abilities
    here = [
        area
        for area in level.areas.values()
        if area.available and layer_of(area) == view.storey and contains(area.polygon, place)
    ]
    if any(set(area.needs).issubset(has) for area in here):
        return say.agent_too_close()
    if here:
        return say.agent_lacks(here[0].name, here[0].needs)
    return say.agent_outside()


TOOLS = (AgentTool,)
