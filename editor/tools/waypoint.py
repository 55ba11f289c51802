"""Waypoint: places waypoints and joins them, click by click or from one to another."""

import math
from dataclasses import dataclass
from typing import ClassVar, Final

from editor.numbers import read_place
from editor.tools.corridor import CorridorCheck, name_of
from editor.tools.gesture import (
    OUTLINE_REACH,
    Gesture,
    GestureTool,
    outline_of,
    snapped,
    snapped_along,
)
from editor.tools.groups import Group
from editor.tools.messages import waypoint as say
from editor.tools.options import Choice, Number, Switch
from editor.tools.preview import Mark, Preview, Stroke
from editor.tools.tool import Change, Effect, Entry, KeyResult, Pointer, Select, ToolView, Typing
from editor.tools.waypoint_at import waypoint_at
from navcore.geometry.polygons import nearest_on_segment
from navcore.graph.clearance import Blocked
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Point, Polygon, Waypoint
from navcore.level.operations.network import edge_between, join, place_waypoint
from navcore.level.pick import pick_index

FAMILY: Final = mark("Waypoints")
"""Title of the tools that place waypoints."""
_MOST_RADIUS: Final = 100.0


@dataclass(frozen=True, slots=True)
class Target:
    """Target of a click or release: a waypoint, a place on an edge, or a place."""

    place: Point
    waypoint: int | None = None
    edge: int | None = None


class _Join(Gesture):
    """A click, or a drag from a waypoint to the target to join it with."""

    def __init__(self, pointer: Pointer, view: ToolView, tool: "WaypointTool") -> None:
        super().__init__(pointer, view)
        self._tool = tool
        self.start = tool.target(pointer, view, tool.tip(view)).waypoint

    @property
    def tip(self) -> int | None:
        """The waypoint from which a drag leads; None for a click, or a drag from elsewhere."""
        return self.start if self.moving else None

    def move(self, pointer: Pointer, view: ToolView) -> Effect:
        super().move(pointer, view)
        self._tool.hover(pointer, view)
        return None

    def finish(self, pointer: Pointer, view: ToolView) -> Effect:
        super().finish(pointer, view)
        self._tool.hover(pointer, view)
        tip = self._tool.tip(view) if self.tip is None else self.tip
        return self._tool.take(self._tool.target(pointer, view, tip), tip, view, drag=self.moving)


class WaypointTool(GestureTool):
    """Places waypoints of the chosen type, each joined to the previous one."""

    name: ClassVar[str] = "waypoint"
    title: ClassVar[str] = mark("Waypoint")
    summary: ClassVar[str] = mark("Place waypoints and join them to a network")
    words: ClassVar[str] = mark("graph node edge network navigation patrol guard cover path")
    shortcut: ClassVar[str] = "W"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 30)
    family: ClassVar[str] = FAMILY
    shows: ClassVar[frozenset[str]] = frozenset({"network"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Start without a chain; choices are kept."""
        super().__init__()
        self._chain: list[int] = []
        """The waypoints of the chain, including undone ones, which redo may restore."""
        self._check = CorridorCheck()
        self.type = Choice("waypoint_type", mark("Type"), tuple(say.TYPES.items()), "navigation")
        self.reach = Number("waypoint_radius", mark("Radius"), 1.0, 0.0, _MOST_RADIUS, 0.25)
        self.one_way = Switch(
            "one_way", mark("One way"), False, mark("Edges lead from each to the next only")
        )
        self.keeps_clear = Switch(
            "keep_clear", mark("Keep clear"), True,
            mark("Refuse edges along which agents of the shown type would touch something"),
        )  # fmt: skip
        self.options = (self.type, self.reach, self.one_way, self.keeps_clear)
        self.entry = Entry(self._asks, self._read, self._enter)

    def activate(self) -> None:
        """Start with a clean slate."""
        super().activate()
        self._chain = []

    def deactivate(self, view: ToolView) -> Effect:
        """End the chain."""
        self._chain = []
        return super().deactivate(view)

    # Under the mouse.

    def tip(self, view: ToolView) -> int | None:
        """Return the waypoint from which the chain continues; None if there is no chain.

        After a change of storey this is a waypoint on the storey below or above, where the chain
        continues.
        """
        waypoints = view.level.of(Waypoint)
        for one in reversed(self._chain):
            if one in waypoints and (one not in view.hidden or _layer(one, view) != view.storey):
                return one
        return None

    def target(self, pointer: Pointer, view: ToolView, tip: int | None) -> Target:
        """Return the target of a click here; with Shift a place in steps of 45° from the tip."""
        found = waypoint_at(pointer.position, view)
        if found is not None:
            return Target(found.position, found.id)
        edge = self._edge_at(pointer, view)
        if edge is not None:
            return edge
        origin = None if tip is None else view.level.of(Waypoint)[tip].position
        if origin is not None and pointer.modifiers.shift:
            return Target(snapped_along(pointer, view, origin))
        place = snapped(pointer, view)
        # A place that snaps to a waypoint is that waypoint.
        near = waypoint_at(place, view)
        same = near is not None and near.position == place
        return Target(place, near.id) if near is not None and same else Target(place)

    def _edge_at(self, pointer: Pointer, view: ToolView) -> Target | None:
        """Return the nearest edge under the mouse, and its place there."""
        edges, waypoints = view.level.of(Edge), view.level.of(Waypoint)
        reach, index = view.pixels(OUTLINE_REACH), pick_index(view.level)
        best: tuple[float, Target] | None = None
        for hit in index.outlines_at(pointer.position, reach, view.untouchable) if edges else ():
            if hit in edges:
                ends = (waypoints[one].position for one in edges[hit].references)
                place = nearest_on_segment(pointer.position, *ends)
                away = math.dist(place, pointer.position)
                if best is None or away < best[0]:
                    best = (away, Target(place, edge=hit))
        return best[1] if best else None

    # Input.

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Use the target here, or drag an edge out of a waypoint."""
        self._pointer = pointer
        return self.begin(_Join(pointer, view, self))

    def double_click(self, pointer: Pointer, view: ToolView) -> Effect:
        """End the chain at the result of the first click."""
        self._chain = []
        return Edit()

    def secondary(self, pointer: Pointer, view: ToolView) -> bool:
        """End the chain."""
        return self._end_chain(view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Escape and Enter end the chain; Backspace and Undo are the level's."""
        if key in {"Escape", "Enter"}:
            return KeyResult(self._end_chain(view))
        return super().key(key, view)

    def _end_chain(self, view: ToolView) -> bool:
        begun = self.tip(view) is not None
        self._chain = []
        self.entry.close()
        return begun

    # Placing and joining.

    def take(self, target: Target, tip: int | None, view: ToolView, *, drag: bool) -> Effect:
        """Place, insert, join, or start the chain."""
        if target.waypoint is None:
            return self._place(target, tip, view)
        other = target.waypoint
        if tip is None or tip == other:
            if not drag:
                self._chain = [] if tip == other else [other]
            return Select(frozenset({other}))
        if self._blocked(target, tip, view):
            return None
        self._go_on(tip, other)
        edit = join(view.level, [(tip, other)], view.new_id, one_way=self.one_way.on)
        selected = Select(frozenset({other}))
        return Change(edit, selected) if edit else selected

    def _place(self, target: Target, tip: int | None, view: ToolView) -> Effect:
        joined = None if self._blocked(target, tip, view) else tip
        edit = place_waypoint(
            view.level, target.place, view.new_id, tip=joined, into=target.edge,
            one_way=self.one_way.on, **self._fields(view),
        )  # fmt: skip
        (made,) = (i for i, element in edit.after.items() if isinstance(element, Waypoint))
        self._go_on(tip, made)
        return Change(edit, Select(frozenset({made})))

    def _fields(self, view: ToolView) -> dict[str, object]:
        return {"type": self.type.value, "reach": self.reach.value, "layer": view.storey}

    def _go_on(self, tip: int | None, other: int) -> None:
        """Continue the chain at another waypoint; start a new chain if the tip is not in it."""
        if tip not in self._chain:
            self._chain = [] if tip is None else [tip]
        elif tip is not None:
            del self._chain[self._chain.index(tip) + 1 :]
        self._chain.append(other)

    def _blocked(self, target: Target, tip: int | None, view: ToolView) -> Blocked | None:
        """Return what blocks an edge to a target; None if nothing does."""
        alt = self._pointer is not None and self._pointer.modifiers.alt
        if tip is None or target.waypoint == tip or not self.keeps_clear.on or alt:
            return None
        ends = tip if target.waypoint is None else target.waypoint
        if edge_between(view.level, tip, ends) or self._is_end_of(target, tip, view):
            return None
        if self._climbs(target, tip, view):
            # Agents take a link there, so walls of a storey don't block the edge.
            return None
        return self._check.blocked(view.level.of(Waypoint)[tip].position, target.place, view)

    def _climbs(self, target: Target, tip: int, view: ToolView) -> bool:
        """Return whether an edge from the tip to a target would lead to another storey."""
        to = view.storey if target.waypoint is None else _layer(target.waypoint, view)
        return _layer(tip, view) != to

    def _is_end_of(self, target: Target, tip: int, view: ToolView) -> bool:
        """Return whether a target is a place on an edge of the tip."""
        return target.edge is not None and tip in view.level.of(Edge)[target.edge].references

    # Typing.

    def _asks(self, view: ToolView) -> Typing:
        return Typing(tr(say.TYPE_PLACE))

    def _read(self, text: str, view: ToolView) -> Point:
        tip = self.tip(view)
        after = None if tip is None else view.level.of(Waypoint)[tip].position
        return read_place(text, after)

    def _enter(self, place: Point, view: ToolView) -> Effect:
        return self.take(Target(place), self.tip(view), view, drag=False)

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the new edge, its end, and what blocks it."""
        now = self._now(view)
        if now is None:
            return Preview()
        tip = self._from(view)
        strokes: list[Stroke] = []
        blocked = self._blocked(now, tip, view)
        if tip is not None and now.waypoint != tip:
            start = view.level.of(Waypoint)[tip].position
            strokes.append(Stroke((start, now.place), "edge_refused" if blocked else "edge_draft"))
        what = None if blocked is None or blocked.element is None else blocked.element
        if isinstance(found := view.level.get(what or 0), Polygon):
            strokes.append(Stroke(found.polygon, "crossing", closed=True))
        if now.waypoint is not None:
            strokes.append(outline_of(view.level.of(Waypoint)[now.waypoint], "hover_edge", view))
            return Preview(tuple(strokes))
        mark_ = "plus" if now.edge is not None else "waypoint_draft"
        return Preview(tuple(strokes), (Mark(now.place, mark_),))

    def hint(self, view: ToolView) -> str:
        """Return what the next click or release does."""
        if self.entry.is_open and self.entry.value is None:
            return self.entry.hint
        now, tip = self._now(view), self._from(view)
        if now is None:
            return say.first()
        if self.entry.is_open:
            name = "" if tip is None else view.level.of(Waypoint)[tip].name
            return say.typed(now.place, name)
        dragging = self._dragged is not None
        blocked = self._blocked(now, tip, view)
        if blocked is not None:
            name, places = name_of(blocked, view.level), now.waypoint is None
            return say.refused(name, blocked, places=places, dragging=dragging)
        return self._hint_at(now, tip, view, dragging=dragging)

    def _hint_at(self, now: Target, tip: int | None, view: ToolView, *, dragging: bool) -> str:
        """Return what a click does, if nothing blocks an edge."""
        waypoints = view.level.of(Waypoint)
        if now.waypoint is not None:
            return self._hint_over(waypoints[now.waypoint], tip, view, dragging=dragging)
        if now.edge is not None:
            return say.over_edge(dragging=dragging)
        if tip is None:
            return say.first()
        length = math.dist(waypoints[tip].position, now.place)
        climbs = self._climbs(now, tip, view)
        return say.next_one(waypoints[tip].name, length, dragging=dragging, climbs=climbs)

    def _hint_over(
        self, other: Waypoint, tip: int | None, view: ToolView, *, dragging: bool
    ) -> str:
        if tip is None:
            return say.over_waypoint(other.name)
        if other.id == tip:
            return say.released_here(other.name) if dragging else say.ends_chain(other.name)
        start = view.level.of(Waypoint)[tip]
        known, one_way = edge_between(view.level, tip, other.id), self.one_way.on
        if known is not None and known.one_way == one_way and (not one_way or known.start == tip):
            return say.joined_already(start.name, other.name)
        length = math.dist(start.position, other.position)
        climbs = self._climbs(Target(other.position, other.id), tip, view)
        return say.joins(
            start.name, other.name, length, dragging=dragging, one_way=one_way, climbs=climbs
        )

    @property
    def _dragged(self) -> int | None:
        """The waypoint that an edge is dragged out of."""
        return self.gesture.tip if isinstance(self.gesture, _Join) else None

    def _from(self, view: ToolView) -> int | None:
        """Return the waypoint that the next edge leads from."""
        dragged = self._dragged
        return self.tip(view) if dragged is None else dragged

    def _now(self, view: ToolView) -> Target | None:
        """Return the target of a click, release or Enter; None if there is none."""
        if self.entry.is_open:
            return None if self.entry.value is None else Target(self.entry.value)
        return None if self._pointer is None else self.target(self._pointer, view, self._from(view))


def _layer(waypoint: int, view: ToolView) -> str:
    """Return the storey of a waypoint."""
    return view.level.settings.layer_of(view.level.of(Waypoint)[waypoint])


TOOLS = (WaypointTool,)
