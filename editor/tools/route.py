"""Route: the stops that agents come to in turn, click by click, with the path between them.

A loop is closed on its first stop, or on the agent, whose place then is its last stop; the tool
stays in hand, and the next click takes an agent up. Enter ends a route and goes back to selecting.
"""

import math
from typing import ClassVar, Final

from msgspec.structs import replace

from editor.tools import messages
from editor.tools.gesture import FIRST_REACH, OUTLINE_REACH, outline_of
from editor.tools.groups import Group
from editor.tools.legs import storeys_along
from editor.tools.messages import route as say
from editor.tools.outline import OutlineTool
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.route_paths import (
    LOOK,
    RouteDraft,
    RoutePaths,
    crosses_of,
    look_strokes,
    reaches,
    strokes_of,
)
from editor.tools.stop_options import StopOptions
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
from navcore.i18n import mark
from navcore.level import operations
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point
from navcore.level.pick import pick_index
from navcore.level.tables import GROUND
from navcore.path.result import PathResult

_NUMBER_ASIDE: Final = (0.0, 13.0)
"""Pixels, right and up, from a stop to its number."""


class RouteTool(OutlineTool):
    """Appends stops to the routes of the selected agents."""

    name: ClassVar[str] = "route"
    title: ClassVar[str] = mark("Route")
    summary: ClassVar[str] = mark("Lay the stops that agents walk to in turn")
    words: ClassVar[str] = mark("goal patrol route waypoint stop")
    shortcut: ClassVar[str] = "K"
    place: ClassVar[tuple[int, int]] = (Group.AGENTS, 10)
    shows: ClassVar[frozenset[str]] = frozenset({"agents", "routes"})
    kind: ClassVar[str] = "route"

    def __init__(self) -> None:
        """Nothing drawn yet, nobody taken."""
        super().__init__()
        self.does = StopOptions()
        self.options = self.does.all
        self._ids: tuple[int, ...] = ()
        """The agents that the route is drawn for."""
        self._finished: tuple[int, ...] = ()
        """Those of a loop that was closed: clicks add nothing until an agent is taken up."""
        self._paths = RoutePaths()
        self._storey = GROUND
        """The storey on which the next stop is set."""
        self._storeys: list[str] = []
        """The storeys of the stops that are set."""

    def activate(self) -> None:
        """Start with a clean slate, and with what the agents say by now."""
        super().activate()
        self._ids = self._finished = ()

    # The agents that walk it.

    def _agents(self, view: ToolView) -> list[Agent]:
        """The agents that the route is drawn for: the selected ones, until a stop is set.

        Those that are locked, hidden or deleted meanwhile are left out.
        """
        agents = view.level.agents
        self._storey = view.storey
        held = {i for i in view.hidden | view.locked if not self._is_upstairs(i, view)}
        if not self._corners:
            ids = tuple(sorted((view.selection - held) & agents.keys()))
            if not ids and any(self._is_upstairs(i, view) for i in self._ids):
                # Another storey came in hand: the route goes on there.
                ids = self._ids
            if ids != self._ids:
                self._ids = ids
                self._finished = ids if ids == self._finished else ()
                self.does.take_over([agents[i] for i in ids])
        return [agents[i] for i in self._ids if i in agents and i not in held]

    def _is_upstairs(self, agent_id: int, view: ToolView) -> bool:
        """Whether an agent that the route is drawn for stands on a storey that is not in hand."""
        agent, settings = view.level.agents.get(agent_id), view.level.settings
        if agent is None or agent_id not in self._ids or view.all_storeys or agent.locked:
            return False
        return bool(settings.layers) and storeys_along(agent, settings)[0] != view.storey

    def _agent_at(self, pointer: Pointer | None, view: ToolView) -> int | None:
        """The agent under the mouse that a click takes up instead of setting a stop."""
        if pointer is None or self._corners:
            return None
        reach = view.pixels(OUTLINE_REACH)
        if view.run is not None:
            hits = view.run.at(pointer.position, reach, view.hidden | view.locked)
        else:
            hits = pick_index(view.level).at(pointer.position, reach, view.untouchable)
        found = next((hit for hit in hits if hit in view.level.agents), None)
        goes_on = self._ids == (found,) and not self._is_finished(view)
        return None if goes_on else found

    # The line.

    def _origin(self, view: ToolView) -> Point | None:
        """The last stop, or the agent's place: what the next stop is measured from."""
        if self._corners:
            return self._corners[-1]
        ends = {place for place, _ in self._draft(view).ends()}
        return ends.pop() if len(ends) == 1 else None

    def _first(self, view: ToolView) -> Point | None:
        """The first stop, where the agents have the same one."""
        firsts = {(*agent.goals, *self._corners, None)[0] for agent in self._agents(view)}
        return firsts.pop() if len(firsts) == 1 else None

    def _closes_onto(self, view: ToolView) -> Point | None:
        """The first stop, once there is another one."""
        count = min((len(agent.goals) for agent in self._agents(view)), default=0)
        return self._first(view) if count + len(self._corners) > 1 else None

    def _closes_at(self, pointer: Pointer, view: ToolView) -> bool:
        """Whether a click hits the first stop, or the agent that stands there."""
        if super()._closes_at(pointer, view):
            return True
        agent = self._agent_hit(pointer, view)
        return agent is not None and agent.position == self._closes_onto(view)

    def _home_at(self, pointer: Pointer | None, view: ToolView) -> Point | None:
        """The agent's place, where a click here makes it the last stop of a loop."""
        agent = self._agent_hit(pointer, view)
        if agent is None or not self._corners:
            return None
        taken = {self._corners[-1], self._first(view)}
        return None if agent.position in taken else agent.position

    def _agent_hit(self, pointer: Pointer | None, view: ToolView) -> Agent | None:
        """The agent that the route is drawn for, if it is alone and under the mouse.

        With Ctrl it does not attract, as nothing does.
        """
        agents = self._agents(view)
        if pointer is None or pointer.modifiers.ctrl or len(agents) != 1:
            return None
        reach = max(agents[0].radius, view.pixels(FIRST_REACH))
        near = math.dist(pointer.position, agents[0].position) <= reach
        return agents[0] if near else None

    def aim(self, view: ToolView) -> tuple[Point | None, bool]:
        """Where the next stop would be set, and whether it would close the loop."""
        place, closes = super().aim(view)
        if closes or self.entry.is_open:
            return place, closes
        home = self._home_at(self._pointer, view)
        return (place, False) if home is None else (home, True)

    def _ends_at(self, place: Point, view: ToolView) -> bool:
        """Whether the last stop is here."""
        has_stops = self._corners or all(agent.goals for agent in self._agents(view))
        return bool(has_stops) and place == self._origin(view)

    def _is_closed(self, view: ToolView) -> bool:
        """Whether the routes are loops, and no stop is set that goes on from there."""
        agents = self._agents(view)
        return not self._corners and all(agent.loop and agent.goals for agent in agents)

    def _is_finished(self, view: ToolView) -> bool:
        """Whether the loop of these agents was just closed, and not undone."""
        agents = self._agents(view)
        return bool(agents) and self._ids == self._finished and self._is_closed(view)

    def _asks(self, view: ToolView) -> Typing | None:
        """A place, where there is somebody to walk there."""
        return super()._asks(view) if self._agents(view) and not self._is_finished(view) else None

    def _repeated(self) -> str:
        """The hint that a click would set a stop upon the last one."""
        return say.repeated()

    def _repeated_typed(self) -> str:
        """The sentence that the place of the last stop is typed."""
        return say.repeated_typed()

    # Clicks and keys.

    def set_corner(self, pointer: Pointer, view: ToolView) -> Effect:
        """Take up an agent, else set a stop or close the loop."""
        agents, other = self._agents(view), self._agent_at(pointer, view)
        if self._ids == (other,):
            self._finished = ()
            return None
        if other is not None:
            keys = pointer.modifiers
            adds = keys.shift or keys.ctrl
            return Select(view.selection ^ {other} if adds else frozenset({other}))
        if not agents:
            self._refused = self._missing(view) or say.click_an_agent()
            return None
        home, closes = self._home_at(pointer, view), self._closes_at(pointer, view)
        if self._is_finished(view) or (closes and self._is_closed(view)):
            return None
        if closes or home is not None:
            if home is not None and not closes:
                self._set(home)
            return self.end(view, closed=True)
        if self._ends_at(self._corner_at(pointer, view), view):
            self._refused = say.repeated()
            return None
        return super().set_corner(pointer, view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """As for outlines; Up and Down change the pause, Enter without a stop ends, too."""
        if self._agents(view) and self.does.pause.key(key):
            return KeyResult(True)
        if key == "Enter" and not self._corners:
            return KeyResult(True, UseTool("select", Select(view.selection)))
        return super().key(key, view)

    def faults(self) -> str:
        """Nothing is wrong with a route: one stop will do."""
        return "" if self._corners else say.nobody()

    def end(self, view: ToolView, *, closed: bool = False) -> Effect:
        """Draw what is set and go back to selecting; with a loop closed stay for the next agent."""
        if closed:
            self._finished = self._ids
            return super().end(view, closed=True) or self.draw(view, closed=True)
        ended = super().end(view)
        if not isinstance(ended, Change):
            return ended
        return UseTool("select", ended.select, ended.edit)

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The stops at the end of each agent's route."""
        agents = self._agents(view)
        if not agents:
            return Change(Edit(), Select(view.selection & view.level.agents.keys()))
        ids = [agent.id for agent in agents]
        stops = self.does.stops(len(self._corners), agents)
        if view.level.settings.layers:
            named = zip(stops, self._storeys, strict=False)
            stops = [replace(stop, layer=storey) for stop, storey in named]
        loop = closed or self.does.loops
        if self._corners:
            edit = operations.append_stops(
                view.level, ids, self._corners, stops=stops, loop=loop
            )  # fmt: skip
        else:
            edit = operations.set_fields(view.level, ids, loop=True)
        self._ids = ()
        return Change(edit, Select(frozenset(ids)))

    def _set(self, corner: Point) -> None:
        self.does.set_stop(len(self._corners))
        # Stops that are taken back keep theirs, in case they are set again.
        self._storeys[len(self._corners) :] = [self._storey]
        super()._set(corner)

    # What is shown.

    def preview(self, view: ToolView) -> Preview:
        """The stops so far with the paths between them, and those on to the mouse."""
        agents = self._agents(view)
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None:
            return Preview((outline_of(view.level.agents[other], "hover", view),))
        if not agents or self._is_finished(view):
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
        marks += crosses_of(walked)
        return Preview(tuple(strokes), tuple(marks), tuple(self._numbers(view)))

    def _closing_strokes(
        self, place: Point | None, view: ToolView, *, closes: bool
    ) -> list[Stroke]:
        """The path from the stop in hand back to the first one, where it will be walked."""
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
        """What the next click does."""
        agents = self._agents(view)
        said = self.said()
        if said:
            return said
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None and self._ids != (other,):
            what = messages.these([view.level.agents[other]])
            return say.takes_up(what, taken=other in self._ids)
        if not agents:
            return self._missing(view) or say.nobody()
        if self._is_finished(view):
            draft = self._draft(view)
            length = draft.length_round(draft.stops())
            seconds = length / min(agent.walk_speed for agent in agents)
            return say.is_closed(length, seconds, over_agent=other is not None)
        place, closes = self.aim(view)
        if place is None:
            return say.nowhere(len(self._corners))
        return self._click_hint(agents, place, closes, view)

    def _click_hint(self, agents: list[Agent], place: Point, closes: bool, view: ToolView) -> str:
        """What a click at a place does, with the way there."""
        stop = max(len(agent.goals) for agent in agents) + len(self._corners) + 1
        ahead = self._draft(view).ahead((place, view.storey))
        length = max((path.length for path in ahead), default=0.0)
        speed = min(agent.walk_speed for agent in agents)
        if self.entry.is_open:
            return say.typed(stop, length, length / speed, closing=closes)
        if closes:
            draft = self._draft(view)
            places = draft.stops()
            at_agent = place not in [where for where, _ in places]
            places += [(place, view.storey)] * at_agent
            around = draft.length_round(places)
            if self._is_closed(view):
                return say.is_closed(around, around / speed)
            return say.closes(len(places), around, around / speed, at_agent=at_agent)
        if self._ends_at(place, view):
            return say.repeated()
        short = [math.dist(path.end, place) for path in ahead if not reaches(path)]
        if short:
            return say.no_path(stop, max(short))
        if self._corners:
            return say.next_stop(stop, length, length / speed)
        what = messages.these([*agents])
        return say.first_stop(what, stop, length, length / speed)

    def _missing(self, view: ToolView) -> str:
        """Why there is nobody to draw for, if there is a reason; else empty."""
        held = [view.level.agents[i] for i in view.selection if i in view.level.agents]
        if held:
            return say.untouchable(messages.these([*held]), many=len(held) > 1)
        beyond = view.run.agents(view.selection) if view.run is not None else []
        if beyond:
            return say.only_in_run(messages.these([*beyond]))
        return "" if view.level.agents else say.no_agents()

    # Paths.

    def _draft(self, view: ToolView) -> RouteDraft:
        """The route as it is drawn so far."""
        placed = tuple(zip(self._corners, self._storeys, strict=False))
        return RouteDraft(self._paths, self._agents(view), placed, view.level.settings, view.world)

    def _numbers(self, view: ToolView) -> list[Label]:
        before = max(len(agent.goals) for agent in self._agents(view))
        right, up = (view.pixels(part) for part in _NUMBER_ASIDE)
        return [
            Label((x + right, z + up), str(before + number), "label")
            for number, (x, z) in enumerate(self._corners, 1)
        ]


TOOLS = (RouteTool,)
