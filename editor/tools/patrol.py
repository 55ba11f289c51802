"""Patrol: waypoints in a circle or a square, joined in a loop, and a route over them (S3-077)."""

import math
from itertools import pairwise
from typing import ClassVar, Final

from editor.numbers import read_place
from editor.tools.corridor import CorridorCheck, name_of
from editor.tools.gesture import Gesture, GestureTool, snapped
from editor.tools.groups import Group
from editor.tools.messages import metres
from editor.tools.messages import waypoint as say
from editor.tools.options import Choice, Number, Switch
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, Pointer, Select, ToolView, Typing
from editor.tools.waypoint import FAMILY
from navcore.graph.clearance import Blocked
from navcore.i18n import mark, tr
from navcore.level.model import Point, Route, Waypoint
from navcore.level.operations.network import place_patrol
from navcore.level.operations.route_over import place_patrol_route

_CIRCLE: Final = "circle"
_SQUARE: Final = "square"


class _Put(Gesture):
    """A press that places the loop on release."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "PatrolTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        self._tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        super().finish(pointer, view)
        return self._tool.put(snapped(pointer, view), view)


class PatrolTool(GestureTool):
    """Places loops of patrol points of a set shape and size."""

    name: ClassVar[str] = "patrol"
    title: ClassVar[str] = mark("Patrol loop")
    summary: ClassVar[str] = mark("Place waypoints in a circle or a square, with a route")
    words: ClassVar[str] = mark("circle square patrol points ring waypoints guard")
    shortcut: ClassVar[str] = "Shift+W"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 31)
    family: ClassVar[str] = FAMILY
    shows: ClassVar[frozenset[str]] = frozenset({"network"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """A circle of eight, 20 m across."""
        super().__init__()
        self._check = CorridorCheck()
        shapes = ((_CIRCLE, mark("Circle")), (_SQUARE, mark("Square")))
        self.count = Number("patrol_count", mark("Points"), 8, 1, 64, 1, "", leap=4, digits=None)
        self.shape = Choice("patrol_shape", mark("Shape"), shapes, _CIRCLE)
        self._across = Number("patrol_across", mark("Across"), 20.0, 0.5, 1000.0, 0.5)
        self.type = Choice("patrol_type", mark("Type"), tuple(say.TYPES.items()), "patrol")
        self._one_way = Switch(
            "patrol_one_way", mark("One way"), False, mark("Edges lead round counter-clockwise")
        )
        self._routed = Switch(
            "patrol_route",
            mark("Route"),
            True,
            mark("Lay a route over them for agents to walk"),
        )
        self.options = (
            self.count, self.shape, self._across, self.type, self._one_way, self._routed,
        )  # fmt: skip
        self.entry = Entry(self._asks, self._read, self.put)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Put a loop around the place."""
        self._pointer = pointer
        return self.begin(_Put(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> None:
        """A second click like the first."""

    def put(self, middle: Point, view: ToolView) -> Effect:
        """Place the waypoints and the route over them, all of them selected."""
        place = place_patrol_route if self._routed.on else place_patrol
        edit = place(
            view.level, self.points(middle), view.new_id, one_way=self._one_way.on,
            type=self.type.value, layer=view.storey,
        )  # fmt: skip
        made = (i for i, element in edit.after.items() if isinstance(element, Waypoint | Route))
        return Change(edit, Select(frozenset(made)))

    def points(self, middle: Point) -> list[Point]:
        """Places on the circle from the right, or on the square from its lower left corner."""
        count, half = int(self.count.value), self._across.value / 2
        if self.shape.value == _CIRCLE:
            turns = (math.tau * number / count for number in range(count))
            around = [(half * math.cos(turn), half * math.sin(turn)) for turn in turns]
        else:
            around = [_on_square(4 * number / count, half) for number in range(count)]
        return [(round(middle[0] + x, 9), round(middle[1] + z, 9)) for x, z in around]

    def _asks(self, view: ToolView) -> Typing:
        return Typing(tr(say.TYPE_PLACE))

    def _read(self, text: str, view: ToolView) -> Point:
        return read_place(text, None)

    def _middle(self, view: ToolView) -> Point | None:
        """Return where the loop would be placed: around the mouse, or around the typed place."""
        if self.entry.is_open:
            return self.entry.value
        return None if self._pointer is None else snapped(self._pointer, view)

    def idle_preview(self, view: ToolView) -> Preview:
        """Return the loop around the mouse, or around the place that is typed."""
        middle = self._middle(view)
        if middle is None:
            return Preview()
        points = self.points(middle)
        edges = _edges_round(points)
        blocked = [self._check.blocked(*edge, view) is not None for edge in edges]
        lines = [
            Stroke(edge, "edge_refused" if refused else "edge_draft")
            for edge, refused in zip(edges, blocked, strict=True)
        ]
        return Preview(tuple(lines), tuple(Mark(point, "waypoint_draft") for point in points))

    def preview(self, view: ToolView) -> Preview:
        """Return the idle preview while the button is down too."""
        return self.idle_preview(view)

    def idle_hint(self, view: ToolView) -> str:
        """Return what a click or Enter does, and what agents would touch along the edges."""
        typing = self.entry.is_open
        if typing and self.entry.value is None:
            return self.entry.hint
        found = self._blocked(view)
        if found is not None:
            return say.patrol_blocked(name_of(found, view.level), found, typed=typing)
        return say.patrol(
            int(self.count.value), metres(self._across.value),
            square=self.shape.value == _SQUARE, routed=self._routed.on, typed=typing,
        )  # fmt: skip

    def _blocked(self, view: ToolView) -> Blocked | None:
        """Return the nearest thing that agents would touch along the loop."""
        middle = self._middle(view)
        if middle is None:
            return None
        edges = _edges_round(self.points(middle))
        found = [self._check.blocked(*edge, view) for edge in edges]
        touched = (one for one in found if one is not None)
        return min(touched, key=lambda one: one.distance, default=None)


def _edges_round(points: list[Point]) -> list[tuple[Point, Point]]:
    """Return the edges that join places in a closed loop; two are joined once."""
    return [*pairwise([*points, points[0]] if len(points) > 2 else points)]


def _on_square(along: float, half: float) -> Point:
    """Return the place `along` sides around a square, counter-clockwise."""
    side, share = divmod(along, 1.0)
    corners = ((-half, -half), (half, -half), (half, half), (-half, half), (-half, -half))
    (ax, az), (bx, bz) = corners[int(side)], corners[int(side) + 1]
    return (ax + share * (bx - ax), az + share * (bz - az))


TOOLS = (PatrolTool,)
