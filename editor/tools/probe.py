"""Probe: the path between two places, while the mouse moves."""

import math
from typing import ClassVar, Literal

from editor.tools import compared
from editor.tools.gesture import HANDLE_REACH, Gesture, GestureTool
from editor.tools.groups import Group
from editor.tools.messages import probe as say
from editor.tools.messages.agent_types import type_words
from editor.tools.options import Choice
from editor.tools.preview import Mark, Preview
from editor.tools.tool import Effect, KeyResult, Pointer, Probe, ToolView
from navcore.i18n import mark
from navcore.level.model import Level, Point, Waypoint

_End = Literal["start", "goal"]


class _Pull(Gesture):
    """Drags one end of the path; the other end stays."""

    def __init__(
        self, pointer: Pointer, view: ToolView, fixed: Point, end: _End, storeys: tuple[str, str]
    ) -> None:
        super().__init__(pointer, view)
        self._fixed = fixed
        self._end: _End = end
        self._storeys = storeys
        """Storeys of start and goal; the dragged end is on the active storey."""

    def ends(self) -> tuple[Point, Point]:
        """Start and goal."""
        here = self.pointer.position
        return (self._fixed, here) if self._end == "goal" else (here, self._fixed)

    def drag(self, pointer: Pointer, view: ToolView) -> Effect:
        start, goal = self._storeys
        here = view.storey
        self._storeys = (start, here) if self._end == "goal" else (here, goal)
        return Probe(*self.ends(), self._storeys)

    def preview(self, view: ToolView) -> Preview:
        if not self.moving:
            return Preview()
        start, goal = self.ends()
        if view.probe is not None and (view.probe.start, view.probe.goal) == (start, goal):
            # The drawn path has its own end marks.
            return Preview()
        return Preview(marks=(Mark(start, "probe_start"), Mark(goal, "probe_goal")))

    def hint(self, view: ToolView) -> str:
        if not self.moving:
            return ""
        if view.probe is None or (view.probe.start, view.probe.goal) != self.ends():
            return say.probe_waiting()
        return say.probe_says(view.probe, say.KEEPS, view.probe_facts, view.shown_type)


class ProbeTool(GestureTool):
    """Asks for paths and keeps the last one visible."""

    name: ClassVar[str] = "probe"
    title: ClassVar[str] = mark("Probe")
    summary: ClassVar[str] = mark("Show the path between two places")
    shortcut: ClassVar[str] = "Q"
    place: ClassVar[tuple[int, int]] = (Group.CHECK, 0)
    shows: ClassVar[frozenset[str]] = frozenset({"path", "network_path"})
    cursor: ClassVar[str] = "cross"

    def __init__(self) -> None:
        """Compares with nothing."""
        super().__init__()
        tip = mark("What else the path is searched for, to see both side by side")
        self.against = Choice(
            "against", mark("Compare with"), _listed(Level()), "", tip, listed=_listed
        )
        self.options = (self.against,)

    def press(self, pointer: Pointer, view: ToolView) -> Gesture:
        """Start a path here, or drag an end of the visible one, also to the active storey."""
        self._pointer = pointer
        end = _end_at(pointer, view)
        shown = view.probe
        if shown is None or end is None:
            here = (view.storey, view.storey)
            return self.begin(_Pull(pointer, view, pointer.position, "goal", here))
        start, goal = view.probe_storeys
        if end == "start":
            return self.begin(_Pull(pointer, view, shown.goal, end, (view.storey, goal)))
        return self.begin(_Pull(pointer, view, shown.start, end, (start, view.storey)))

    def key(self, key: str, view: ToolView) -> KeyResult:
        """Escape clears the path, Enter pins it."""
        if view.probe is not None and key in {"Escape", "Enter"}:
            return KeyResult(True, Probe(None, None, pins=key == "Enter"))
        return KeyResult()

    def idle_preview(self, view: ToolView) -> Preview:
        """The end that a press takes."""
        if self._pointer is None or view.probe is None:
            return Preview()
        end = _end_at(self._pointer, view)
        if end is None:
            return Preview()
        at = view.probe.start if end == "start" else view.probe.goal
        return Preview(marks=(Mark(at, "handle_hover"),))

    def idle_hint(self, view: ToolView) -> str:
        """Return the result, or what a drag does."""
        if view.probe is None:
            return say.probe_idle(shown=False)
        if self._pointer is not None and _end_at(self._pointer, view):
            hint = say.probe_idle(shown=True)
            return say.probe_kept(hint, view.probe, view.probe_facts, view.shown_type)
        facts, whom = view.probe_facts, view.shown_type
        return say.probe_says(view.probe, say.CLEARS, facts, whom, also=say.PINS)


def _listed(level: Level) -> tuple[tuple[str, str], ...]:
    """Return alternatives to compare with: nothing, A*, waypoints, and each type and state."""
    profiles, states = level.settings.profiles, level.states
    types = ("", *(one.name for one in profiles)) if profiles else ()
    named = ("", *(one.name for one in states)) if states else ()
    over = ((one, say.against_words(one)) for one in compared.SMOOTHED)
    return (
        ("", mark("Nothing")),
        (compared.ASTAR, mark("A*, cell by cell")),
        *(over if level.of(Waypoint) else ()),
        *((compared.TYPE + name, type_words(name)) for name in types),
        *((compared.STATE + name, say.state_words(name)) for name in named),
    )


def _end_at(pointer: Pointer, view: ToolView) -> _End | None:
    if view.probe is None:
        return None
    reach = view.pixels(HANDLE_REACH)
    to_start = math.dist(pointer.position, view.probe.start)
    to_goal = math.dist(pointer.position, view.probe.goal)
    if min(to_start, to_goal) > reach:
        return None
    return "goal" if to_goal <= to_start else "start"


TOOLS = (ProbeTool,)
