"""Route tool: sets stops click by click, and shows the paths between them.

Stops are appended to the routes of the selected agents, or to the selected route; without either
they become a new route that agents can share. A click on the first stop closes a loop, and so does
a click on the agent, whose place becomes the last stop. The tool then stays active, and the next
click selects an agent. Enter ends a route and returns to selecting.
"""

import math
from typing import ClassVar, Final

from msgspec.structs import replace

from editor.tools import messages
from editor.tools.gesture import FIRST_REACH, outline_of
from editor.tools.groups import Group
from editor.tools.messages import route as say
from editor.tools.outline import OutlineTool
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.route_hints import hint_of_stop
from editor.tools.route_paths import (
    LOOK,
    RouteDraft,
    RoutePaths,
    crosses_of,
    look_strokes,
    slowest,
    strokes_of,
)
from editor.tools.route_targets import RouteTargets
from editor.tools.stop_options import LOOP, StopOptions
from editor.tools.tool import (
    Change,
    Effect,
    KeyResult,
    Pointer,
    Select,
    ToolView,
    Typing,
    UseTool,
)
from editor.tools.waypoint_at import stop_waypoint_at
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point, Stop, WithStops
from navcore.level.tables import GROUND
from navcore.level.waypoint_stops import waypoint_at
from navcore.path.result import PathResult

_NUMBER_ASIDE: Final = (0.0, 13.0)
"""Pixels, right and up, from a stop to its number."""


class RouteTool(OutlineTool):
    """Appends stops to routes, or lays a new one."""

    name: ClassVar[str] = "route"
    title: ClassVar[str] = mark("Route")
    summary: ClassVar[str] = mark("Lay the stops that agents walk to in turn")
    words: ClassVar[str] = mark("goal patrol route waypoint stop")
    shortcut: ClassVar[str] = "K"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 10)
    shows: ClassVar[frozenset[str]] = frozenset({"agents", "routes"})
    kind: ClassVar[str] = "route"

    def __init__(self) -> None:
        """Start without stops and without a target."""
        super().__init__()
        self.does = StopOptions()
        self.options = self.does.all
        self._targets = RouteTargets()
        self._paths = RoutePaths()
        self._storey = GROUND
        """Storey of the next stop."""
        self._storeys: list[str] = []
        """The storeys of the stops that are set."""

    def activate(self) -> None:
        """Reset the tool, with options from the present routes."""
        super().activate()
        self._targets.clear()

    # Agents and routes that receive the stops.

    def _routes(self, view: ToolView) -> list[WithStops]:
        """Return the agents and routes that receive stops: the selection, until a stop is set."""
        self._storey = view.storey
        if not self._corners and self._targets.follow(view):
            self.does.take_over(self._targets.taken(view))
        return self._targets.taken(view)

    def _draws(self, view: ToolView) -> bool:
        """Return whether a click sets a stop."""
        return bool(self._routes(view)) or self._targets.lays_new(view)

    def _agent_at(self, pointer: Pointer | None, view: ToolView) -> int | None:
        """Return the agent under the mouse that a click takes up instead of setting a stop."""
        if self._corners:
            return None
        self._routes(view)
        return self._targets.agent_at(pointer, view, finished=self._is_finished(view))

    # The line.

    def _origin(self, view: ToolView) -> Point | None:
        """Return the last stop, or the agent's place: the origin of the next stop."""
        if self._corners:
            return self._corners[-1]
        ends = {place for place, _ in self._draft(view).ends()}
        return ends.pop() if len(ends) == 1 else None

    def _corner_at(self, pointer: Pointer, view: ToolView) -> Point:
        """Return where a click sets a stop: the waypoint under the mouse, else as for outlines."""
        waypoint = stop_waypoint_at(pointer, view)
        return super()._corner_at(pointer, view) if waypoint is None else waypoint.position

    def _first(self, view: ToolView) -> Point | None:
        """Return the first stop, where the agents have the same one."""
        corners = (*self._corners, None)
        firsts = {(*one.goals, *corners)[0] for one in self._routes(view)} or {corners[0]}
        return firsts.pop() if len(firsts) == 1 else None

    def _closes_onto(self, view: ToolView) -> Point | None:
        """Return the first stop, once there is another one."""
        count = min((len(one.goals) for one in self._routes(view)), default=0)
        return self._first(view) if count + len(self._corners) > 1 else None

    def _closes_at(self, pointer: Pointer, view: ToolView) -> bool:
        """Return whether a click hits the first stop, or the agent that stands there."""
        if super()._closes_at(pointer, view):
            return True
        agent = self._agent_hit(pointer, view)
        return agent is not None and agent.position == self._closes_onto(view)

    def _home_at(self, pointer: Pointer | None, view: ToolView) -> Point | None:
        """Return the agent's place, where a click here makes it the last stop of a loop."""
        agent = self._agent_hit(pointer, view)
        if agent is None or not self._corners:
            return None
        taken = {self._corners[-1], self._first(view)}
        return None if agent.position in taken else agent.position

    def _agent_hit(self, pointer: Pointer | None, view: ToolView) -> Agent | None:
        """Return the single agent of the route if it is under the mouse, else None.

        With Ctrl agents don't attract.
        """
        routes = self._routes(view)
        agent = routes[0] if len(routes) == 1 else None
        if pointer is None or pointer.modifiers.ctrl or not isinstance(agent, Agent):
            return None
        reach = max(agent.radius, view.pixels(FIRST_REACH))
        return agent if math.dist(pointer.position, agent.position) <= reach else None

    def aim(self, view: ToolView) -> tuple[Point | None, bool]:
        """Return where the next stop would be set, and whether it would close the loop."""
        place, closes = super().aim(view)
        if closes or self.entry.is_open:
            return place, closes
        home = self._home_at(self._pointer, view)
        return (place, False) if home is None else (home, True)

    def _ends_at(self, place: Point, view: ToolView) -> bool:
        """Return whether the last stop is here."""
        has_stops = self._corners or all(one.goals for one in self._routes(view))
        return bool(has_stops) and place == self._origin(view)

    def _is_closed(self, view: ToolView) -> bool:
        """Return whether the routes are loops, and no further stop is set."""
        return not self._corners and all(one.closed and one.goals for one in self._routes(view))

    def _is_finished(self, view: ToolView) -> bool:
        """Return whether the loop of these routes was just closed, and not undone."""
        same = bool(self._routes(view)) and self._targets.ids == self._targets.finished
        return same and self._is_closed(view)

    def _asks(self, view: ToolView) -> Typing | None:
        """Return a place, where a stop can be set."""
        return super()._asks(view) if self._draws(view) and not self._is_finished(view) else None

    def _repeated(self) -> str:
        """Return the hint that a click would set a stop upon the last one."""
        return say.repeated()

    def _repeated_typed(self) -> str:
        """Return the sentence that the place of the last stop is typed."""
        return say.repeated_typed()

    # Clicks and keys.

    def set_corner(self, pointer: Pointer, view: ToolView) -> Effect:
        """Take up an agent, else set a stop or close the loop."""
        other = self._agent_at(pointer, view)
        if other is not None and self._targets.ids == (other,):
            self._targets.finished = ()
            return None
        if other is not None:
            keys = pointer.modifiers
            agents = view.selection & view.level.agents.keys()
            return Select(agents ^ {other} if keys.shift or keys.ctrl else frozenset({other}))
        if not self._draws(view):
            self._refused = self._targets.missing(view)
            return None
        if self._is_finished(view):
            return self._begin_another(pointer, view)
        home, closes = self._home_at(pointer, view), self._closes_at(pointer, view)
        if closes and self._routes(view) and self._is_closed(view):
            return None
        if closes or home is not None:
            if home is not None and not closes:
                self._set(home)
            return self.end(view, closed=True)
        if self._ends_at(self._corner_at(pointer, view), view):
            self._refused = say.repeated()
            return None
        return super().set_corner(pointer, view)

    def _begin_another(self, pointer: Pointer, view: ToolView) -> Effect:
        """After closing a shared route, let the next click start another one."""
        if self._of_agents(view):
            return None
        place = self._corner_at(pointer, view)
        self._targets.ids, self._targets.finished = (), ()
        self.does.take_over(())
        self._set(place)
        return Select(frozenset())

    def _of_agents(self, view: ToolView) -> bool:
        """Return whether the routes of agents are drawn, not only shared routes."""
        return any(one_id in view.level.agents for one_id in self._targets.ids or ())

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Handle keys as for outlines; Up and Down change the pause."""
        if self._draws(view) and self.does.pause.key(key):
            return KeyResult(True)
        if key == "Enter" and not self._corners:
            return KeyResult(True, UseTool("select", Select(view.selection)))
        return super().key(key, view)

    def faults(self) -> str:
        """Return a hint if there is no stop; one stop is enough for a route."""
        return "" if self._corners else say.lays_new()

    def end(self, view: ToolView, *, closed: bool = False) -> Effect:
        """Add the stops and return to selecting; after closing a loop keep the tool active."""
        if closed:
            change = super().end(view, closed=True) or self.draw(view, closed=True)
            if isinstance(change, Change):
                self._targets.finished = tuple(sorted(change.select.ids))
            return change
        ended = super().end(view)
        if not isinstance(ended, Change):
            return ended
        return UseTool("select", ended.select, ended.edit)

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The stops at the end of each route, or a new route."""
        routes, ids = self._routes(view), self._targets.ids or ()
        if not routes and not self._targets.lays_new(view):
            return Change(Edit(), Select(view.selection & view.level.agents.keys()))
        stops = self.does.stops(len(self._corners), routes)
        if view.level.settings.layers:
            named = zip(stops, self._storeys, strict=False)
            stops = [replace(stop, layer=storey) for stop, storey in named]
        mode, network = LOOP if closed else self.does.walks, self.does.network.on
        shortcuts = network and self.does.shortcuts.on
        self._targets.ids = None
        if not ids:
            route_id = view.new_id()
            edit = operations.add_route(
                view.level, self._corners, lambda: route_id, stops=stops, mode=mode,
                network=network, shortcuts=shortcuts, layer=self._storeys[0],
            )  # fmt: skip
            return Change(edit, Select(frozenset({route_id})))
        onto = [one.id for one in routes]
        if self._corners:
            edit = operations.append_stops(
                view.level, onto, self._corners, stops=stops, mode=mode, network=network,
                shortcuts=shortcuts,
            )  # fmt: skip
        else:
            edit = operations.set_mode(view.level, onto, LOOP)
        return Change(edit, Select(frozenset(ids)))

    def _set(self, corner: Point) -> None:
        self.does.set_stop(len(self._corners))
        # Stops that are taken back keep theirs, in case they are set again.
        self._storeys[len(self._corners) :] = [self._storey]
        super()._set(corner)

    # Preview and hints.

    def preview(self, view: ToolView) -> Preview:
        """Return the stops so far with the paths between them, and those on to the mouse."""
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None:
            return Preview((outline_of(view.level.agents[other], "hover", view),))
        if not self._draws(view) or self._is_finished(view):
            return Preview()
        place, closes = self.aim(view)
        paths = self._draft(view).drawn()
        marks = self.corner_marks()
        ahead: list[PathResult] = []
        if place is not None and place != self._origin(view):
            ahead = self._draft(view).ahead((place, view.storey))
        if closes and place is not None:
            marks.append(Mark(place, "handle_hover"))
        elif place is not None:
            marks.append(Mark(place, "snap"))
        walked = (*paths, *ahead)
        strokes = [stroke for path in walked for stroke in strokes_of(path, "route_draft")]
        strokes += self._closing_strokes(place, view, closes=closes)
        strokes += look_strokes(self._corners, self.does.looks, view.pixels(LOOK))
        waypoint = None if place is None else waypoint_at(view.level, place, view.storey)
        strokes += [] if waypoint is None else [outline_of(waypoint, "hover", view)]
        marks += crosses_of(walked)
        return Preview(tuple(strokes), tuple(marks), tuple(self._numbers(view)))

    def _closing_strokes(
        self, place: Point | None, view: ToolView, *, closes: bool
    ) -> list[Stroke]:
        """Return the path from the stop in hand back to the first one, where it will be walked."""
        first = self._first(view) if closes else self._closes_onto(view)
        last = self._origin(view) if place is None else place
        if first is None or last is None or first == last:
            return []
        if not closes and not self.does.loops:
            return []
        draft = self._draft(view)
        here = (last, view.storey) if last == place else draft.starts()[0]
        begins = (first, (draft.stops() or [(first, view.storey)])[0][1])
        return strokes_of(draft.between(here, begins), "closing")

    def hint(self, view: ToolView) -> str:
        """Return what the next click does."""
        said = self.said()
        if said:
            return said
        routes = self._routes(view)
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None and self._targets.ids != (other,):
            what = messages.these([view.level.agents[other]])
            return say.takes_up(what, taken=other in (self._targets.ids or ()))
        if not self._draws(view):
            return self._targets.missing(view)
        if self._is_finished(view):
            draft = self._draft(view)
            around = draft.round(draft.stops())
            shared = not self._of_agents(view)
            return say.is_closed(around, over_agent=other is not None, shared=shared)
        place, closes = self.aim(view)
        if place is None:
            return say.nowhere(len(self._corners)) if routes or self._corners else say.lays_new()
        return self._click_hint(routes, place, closes, view)

    def _click_hint(
        self, routes: list[WithStops], place: Point, closes: bool, view: ToolView
    ) -> str:
        """Return what a click at a place does, with the path there."""
        stop = max((len(one.goals) for one in routes), default=0) + len(self._corners) + 1
        draft = self._draft(view)
        if self.entry.is_open:
            length = draft.length_to((place, view.storey))
            return say.typed(stop, length, length / slowest(draft.walkers), closing=closes)
        if closes:
            places = draft.stops()
            at_agent = place not in [where for where, _ in places]
            places += [(place, view.storey)] * at_agent
            added = self.does.stops(len(self._corners), routes)
            added += [Stop(pause=self.does.pause.value)] * at_agent
            around = draft.round(places, added)
            if routes and self._is_closed(view):
                return say.is_closed(around, shared=not self._of_agents(view))
            return say.closes(len(places), around, at_agent=at_agent)
        if self._ends_at(place, view):
            return say.repeated()
        chosen = [view.level.element(one_id) for one_id in self._targets.ids or ()]
        return hint_of_stop(draft, (place, view.storey), stop, chosen)

    # Paths.

    def _draft(self, view: ToolView) -> RouteDraft:
        """Return the route as it is drawn so far."""
        placed = tuple(zip(self._corners, self._storeys, strict=False))
        routes, network = self._routes(view), self.does.network.on
        return RouteDraft(self._paths, routes, placed, view.level, view.world, network)

    def _numbers(self, view: ToolView) -> list[Label]:
        before = max((len(one.goals) for one in self._routes(view)), default=0)
        right, up = (view.pixels(part) for part in _NUMBER_ASIDE)
        return [
            Label((x + right, z + up), str(before + number), "label")
            for number, (x, z) in enumerate(self._corners, 1)
        ]


TOOLS = (RouteTool,)
