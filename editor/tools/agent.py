"""Agent: a click places one, a drag turns it."""

import math
from typing import ClassVar, Final

from editor.tools import run
from editor.tools.gesture import Gesture, GestureTool, circle, snapped
from editor.tools.tool import (
    Change,
    Effect,
    Mark,
    Pointer,
    Preview,
    Select,
    Stroke,
    ToolView,
)
from editor.tools.words import agent as say
from editor.tools.words import play as say_play
from navcore.geometry.polygons import contains
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Point

_TURN: Final = math.radians(15)
_DEFAULT_RADIUS: Final = 0.45


class _Place(Gesture):
    """A press sets the place, a drag the direction."""

    def __init__(self, pointer: Pointer, view: ToolView) -> None:
        super().__init__(pointer, view)
        self._place = snapped(pointer, view)
        self._facing = 0.0

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        x = pointer.position[0] - self._place[0]
        z = pointer.position[1] - self._place[1]
        self._facing = math.atan2(z, x)
        if pointer.modifiers.shift:
            self._facing = round(self._facing / _TURN) * _TURN
        return None

    def release(self, pointer: Pointer, view: ToolView) -> Effect:
        self.drag(pointer, view)
        return self.click(pointer, view)

    def click(self, pointer: Pointer, view: ToolView) -> Effect:
        edit = operations.add_agent(view.level, self._place, view.new_id, facing=self._facing)
        if view.run is not None:
            return run.spawned(edit, view)
        return Change(edit, Select(frozenset(edit.after)))

    def preview(self, view: ToolView) -> Preview:
        return _drawn(self._place, self._facing, view)

    def hint(self, view: ToolView) -> str:
        return say.agent_turning(self._facing) if self.moving else ""


class AgentTool(GestureTool):
    """Places agents; the first of a level is the player."""

    name: ClassVar[str] = "agent"
    title: ClassVar[str] = "Agent"
    summary: ClassVar[str] = "Place characters that walk"
    shortcut: ClassVar[str] = "A"
    place: ClassVar[tuple[int, int]] = (4, 0)
    cursor: ClassVar[str] = "cross"

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Set the place."""
        self._pointer = pointer
        return self.begin(_Place(pointer, view))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """Nothing more than the first click: two agents in one place help nobody."""
        return Edit()

    def idle_preview(self, view: ToolView) -> Preview:
        """The agent that a click would place."""
        if self._pointer is None:
            return Preview()
        return _drawn(snapped(self._pointer, view), 0.0, view)

    def idle_hint(self, view: ToolView) -> str:
        """What a click does, and whether an agent could walk from here."""
        if self._pointer is None:
            return say.agent_place()
        place = snapped(self._pointer, view)
        if view.world.is_walkable(*place):
            return say.agent_place() if view.run is None else say_play.adds()
        return say.agent_blocked(_why_blocked(place, view))


def _drawn(place: Point, facing: float, view: ToolView) -> Preview:
    radius = view.level.settings.agent_radius or _DEFAULT_RADIUS
    tip = (
        place[0] + 2 * radius * math.cos(facing),
        place[1] + 2 * radius * math.sin(facing),
    )
    ring = Stroke(circle(place, radius), "agent_draft", closed=True)
    return Preview((ring, Stroke((place, tip), "agent_draft")), (Mark(place, "snap"),))


def _why_blocked(place: Point, view: ToolView) -> str:
    level = view.level
    for obstacle in level.obstacles.values():
        if obstacle.enabled and contains(obstacle.polygon, place):
            return say.inside_of(obstacle.name)
    if any(area.available and contains(area.polygon, place) for area in level.areas.values()):
        return say.TOO_CLOSE
    return say.OUTSIDE


TOOLS = (AgentTool,)
