"""Route: the stops that agents come to in turn, click by click, with the path between them."""

import math
from itertools import pairwise
from typing import ClassVar, Final

from editor.tools import messages
from editor.tools.gesture import OUTLINE_REACH, outline_of
from editor.tools.groups import Group
from editor.tools.messages import route as say
from editor.tools.options import Choice, Number, Switch
from editor.tools.outline import OutlineTool
from editor.tools.preview import Label, Mark, Preview, Stroke
from editor.tools.route_paths import RoutePaths, crosses_of, reaches, strokes_of
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
from navcore.level.model import Agent, Point, Stop
from navcore.level.pick import pick_index
from navcore.path.result import PathResult

MOST_SHOWN: Final = 8
"""Of more agents with different last stops, so many have their paths to the mouse shown."""
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
        modes = (("once", mark("Once")), ("loop", mark("Loop")))
        self.mode = Choice("mode", mark("Walk"), modes, "once")
        self.pause = Number("pause", mark("Pause"), 0.0, 0.0, 3600.0, 0.5, "s")
        self.along = Switch(
            "along", mark("Look along the path"), True, mark("Off: look in one direction")
        )
        self.facing = Number(
            "facing", mark("Look"), 90.0, -360.0, 360.0, 15.0, "°", leap=3.0, unless=self.along
        )
        self.options = (self.mode, self.pause, self.along, self.facing)
        self._ids: tuple[int, ...] = ()
        """The agents that the route is drawn for."""
        self._does: list[tuple[float, float | None]] = []
        """Pause and facing of each stop that is set, and of those taken back behind them."""
        self._paths = RoutePaths()

    # Whose route it is.

    def _agents(self, view: ToolView) -> list[Agent]:
        """The agents that the route is drawn for: the selected ones, until a stop is set.

        Those that are locked, hidden or deleted meanwhile are left out.
        """
        held, agents = view.hidden | view.locked, view.level.agents
        if not self._corners:
            ids = tuple(sorted((view.selection - held) & agents.keys()))
            if ids != self._ids:
                self._ids = ids
                self._take_over([agents[i] for i in ids])
        return [agents[i] for i in self._ids if i in agents and i not in held]

    def _take_over(self, agents: list[Agent]) -> None:
        """Begin with what the routes of these agents say already, where they agree."""
        if agents:
            self.mode.set("loop" if all(agent.loop for agent in agents) else "once")
            waits = {agent.wait for agent in agents}
            self.pause.set(waits.pop() if len(waits) == 1 else 0.0)

    def _agent_at(self, pointer: Pointer | None, view: ToolView) -> int | None:
        """The agent under the mouse that a click takes up instead of setting a stop."""
        if pointer is None or self._corners:
            return None
        reach = view.pixels(OUTLINE_REACH)
        if view.run is not None:
            hits = view.run.at(pointer.position, reach, view.hidden | view.locked)
        else:
            hits = pick_index(view.level).at(pointer.position, reach, view.untouchable)
        taken = self._ids
        found = next((hit for hit in hits if hit in view.level.agents), None)
        return None if found in taken else found

    # The line.

    def _origin(self, view: ToolView) -> Point | None:
        """The last stop, or the agent's place: what the next stop is measured from."""
        if self._corners:
            return self._corners[-1]
        ends = {_end(agent) for agent in self._agents(view)}
        return ends.pop() if len(ends) == 1 else None

    def _closes_onto(self, view: ToolView) -> Point | None:
        """The first stop, once there is another one."""
        agents = self._agents(view)
        firsts = {agent.goals[0] if agent.goals else None for agent in agents}
        if len(firsts) != 1:
            return None
        (first,), corners = firsts, self._corners
        count = min(len(agent.goals) for agent in agents) + len(corners)
        if first is None and corners:
            first = corners[0]
        return first if count > 1 else None

    def _asks(self, view: ToolView) -> Typing | None:
        """A place, where there is somebody to walk there."""
        return super()._asks(view) if self._agents(view) else None

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
        if other is not None:
            keys = pointer.modifiers
            adds = keys.shift or keys.ctrl
            return Select(view.selection | {other} if adds else frozenset({other}))
        if not agents:
            self._refused = self._missing(view) or say.click_an_agent()
            return None
        if not self._corners and not self._closes_at(pointer, view):
            last = {agent.goals[-1:] for agent in agents}
            if last == {(self._corner_at(pointer, view),)}:
                self._refused = say.repeated()
                return None
        return super().set_corner(pointer, view)

    def key(self, key: str, view: ToolView) -> KeyResult:
        """As for outlines; Up and Down change the pause, Enter without a stop ends, too."""
        if self._agents(view) and self.pause.key(key):
            return KeyResult(True)
        if key == "Enter" and not self._corners:
            return KeyResult(True, UseTool("select", Select(view.selection)))
        return super().key(key, view)

    def faults(self) -> str:
        """Nothing is wrong with a route: one stop will do."""
        return "" if self._corners else say.nobody()

    def end(self, view: ToolView, *, closed: bool = False) -> Effect:
        """Draw what is set and go back to selecting."""
        if closed and not self._corners:
            drawn = self.draw(view, closed=True)
        else:
            ended = super().end(view, closed=closed)
            if not isinstance(ended, Change):
                return ended
            drawn = ended
        return UseTool("select", drawn.select, drawn.edit)

    def draw(self, view: ToolView, *, closed: bool) -> Change:
        """The stops at the end of each agent's route."""
        agents = self._agents(view)
        if not agents:
            return Change(Edit(), Select(view.selection & view.level.agents.keys()))
        ids = [agent.id for agent in agents]
        waits = {agent.wait for agent in agents}
        stops = [
            Stop(
                pause=None if waits == {pause} else pause,
                facing=None if look is None else math.radians(look),
            )
            for pause, look in self._does[: len(self._corners)]
        ]
        loop = closed or self.mode.value == "loop"
        if self._corners:
            edit = operations.append_stops(
                view.level, ids, self._corners, stops=stops, loop=loop
            )  # fmt: skip
        else:
            edit = operations.set_fields(view.level, ids, loop=True)
        return Change(edit, Select(frozenset(ids)))

    def _set(self, corner: Point) -> None:
        del self._does[len(self._corners) :]
        self._does.append((self.pause.value, None if self.along.on else self.facing.value))
        super()._set(corner)

    # What is shown.

    def preview(self, view: ToolView) -> Preview:
        """The stops so far with the paths between them, and those on to the mouse."""
        agents = self._agents(view)
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None:
            return Preview((outline_of(view.level.agents[other], "hover", view),))
        if not agents:
            return Preview()
        place, closes = self.aim(view)
        first = self._closes_onto(view)
        paths = self._drawn_paths(view)
        marks = self.corner_marks()
        ahead: list[PathResult] = []
        if place is not None and place != self._origin(view):
            ahead = self._ahead(place, view)
        if closes and place is not None:
            marks.append(Mark(place, "handle_hover"))
        elif place is not None:
            marks.append(Mark(place, "snap"))
        walked = (*paths, *ahead)
        strokes = [stroke for path in walked for stroke in strokes_of(path, "route_draft")]
        last = place if place is not None else self._origin(view)
        if self.mode.value == "loop" and not closes and first is not None and last is not None:
            back = self._paths.between(last, first, view.world)
            strokes += strokes_of(back, "closing")
        strokes += self._look_strokes(view)
        marks += crosses_of(walked)
        return Preview(tuple(strokes), tuple(marks), tuple(self._numbers(view)))

    def hint(self, view: ToolView) -> str:
        """What the next click does."""
        agents = self._agents(view)
        said = self.said()
        if said:
            return said
        other = None if self.entry.is_open else self._agent_at(self._pointer, view)
        if other is not None:
            return say.takes_up(messages.these([view.level.agents[other]]))
        if not agents:
            return self._missing(view) or say.nobody()
        place, closes = self.aim(view)
        if place is None:
            return say.nowhere(len(self._corners))
        return self._click_hint(agents, place, closes, view)

    def _click_hint(self, agents: list[Agent], place: Point, closes: bool, view: ToolView) -> str:
        """What a click at a place does, with the way there."""
        stop = max(len(agent.goals) for agent in agents) + len(self._corners) + 1
        ahead = self._ahead(place, view)
        length = max((path.length for path in ahead), default=0.0)
        speed = min(agent.walk_speed for agent in agents)
        if self.entry.is_open:
            return say.typed(stop, length, length / speed, closing=closes)
        if closes:
            around = length + sum(path.length for path in self._round(view))
            return say.closes(stop - 1, around, around / speed)
        short = [math.dist(path.end, place) for path in ahead if not reaches(path)]
        if short:
            return say.no_path(stop, max(short))
        if self._corners:
            return say.next_stop(stop, length, length / speed)
        return say.first_stop(messages.these([*agents]), stop, length, length / speed)

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

    def _drawn_paths(self, view: ToolView) -> list[PathResult]:
        """The paths to the stops that are set."""
        if not self._corners:
            return []
        corners, world = self._corners, view.world
        first = [self._paths.between(start, corners[0], world) for start in self._starts(view)]
        return [*first, *(self._paths.between(a, b, world) for a, b in pairwise(corners))]

    def _ahead(self, place: Point, view: ToolView) -> list[PathResult]:
        """The paths from the last stop, or from where each agent's route ends, to a place."""
        starts = [self._corners[-1]] if self._corners else self._starts(view)
        return [self._paths.between(start, place, view.world) for start in starts]

    def _round(self, view: ToolView) -> list[PathResult]:
        """The paths from the first stop to the last one."""
        goals = self._agents(view)[0].goals
        places = [*goals, *self._corners]
        return [self._paths.between(a, b, view.world) for a, b in pairwise(places)]

    def _starts(self, view: ToolView) -> list[Point]:
        ends = dict.fromkeys(_end(agent) for agent in self._agents(view))
        return [*ends][:MOST_SHOWN]

    def _numbers(self, view: ToolView) -> list[Label]:
        before = max(len(agent.goals) for agent in self._agents(view))
        right, up = (view.pixels(part) for part in _NUMBER_ASIDE)
        return [
            Label((x + right, z + up), str(before + number), "label")
            for number, (x, z) in enumerate(self._corners, 1)
        ]

    def _look_strokes(self, view: ToolView) -> list[Stroke]:
        """A line from each stop that has a facing of its own."""
        length = view.pixels(_LOOK)
        strokes = []
        for (x, z), (_, look) in zip(self._corners, self._does, strict=False):
            if look is not None:
                turn = math.radians(look)
                end = (x + length * math.cos(turn), z + length * math.sin(turn))
                strokes.append(Stroke(((x, z), end), "route_look"))
        return strokes


_LOOK: Final = 18.0
"""Pixels of the line that shows where an agent looks."""


def _end(agent: Agent) -> Point:
    """Where an agent's route ends, or the agent stands that has none."""
    return agent.goals[-1] if agent.goals else agent.position


TOOLS = (RouteTool,)
