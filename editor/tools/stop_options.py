"""Options of drawn stops: mode of the route, pause and facing of each stop."""

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from editor.tools.options import Choice, Number, Option, Switch
from navcore.i18n import mark
from navcore.level.model import Agent, RouteMode, Stop, WithStops

ONCE: Final[RouteMode] = "once"
LOOP: Final[RouteMode] = "loop"
RETURN: Final[RouteMode] = "return"

MODES: Final[Mapping[RouteMode, str]] = MappingProxyType(
    {ONCE: mark("Once"), LOOP: mark("Loop"), RETURN: mark("There and back")}
)
"""Words for what follows the last stop."""


class StopOptions:
    """Options of a tool that draws stops, with their values for each stop."""

    def __init__(self) -> None:
        """Start with mode once, no pause, facing along the path."""
        self.mode = Choice("mode", mark("Walk"), tuple(MODES.items()), ONCE)
        self.pause = Number("pause", mark("Pause"), 0.0, 0.0, 3600.0, 0.5, "s")
        self.along = Switch(
            "along",
            mark("Look ahead"),
            True,
            mark("Look along the path. Off: look in one direction"),
        )
        self.facing = Number(
            "facing", mark("Look"), 90.0, -360.0, 360.0, 15.0, "°", leap=3.0, unless=self.along
        )
        self.network = Switch(
            "network", mark("Network"), False,
            mark("Walk from waypoint to waypoint between stops. Off: walk freely")
        )  # fmt: skip
        self.shortcuts = Switch(
            "shortcuts", mark("Shortcuts"), False,
            mark("Leave edges for the farthest visible place of the path"), within=self.network,
        )  # fmt: skip
        self._lays_new = False
        self._other_mode: str = LOOP
        """Mode of new routes while stops are added to existing ones, and vice versa."""
        self._set: list[tuple[float, float | None]] = []
        """Pause and facing of each stop, and of stops that were undone."""

    @property
    def all(self) -> tuple[Option, ...]:
        """The options in the order of the strip."""
        return (self.mode, self.pause, self.along, self.facing, self.network, self.shortcuts)

    @property
    def loops(self) -> bool:
        """True if the route leads back to its first stop."""
        return self.mode.value == LOOP

    @property
    def walks(self) -> RouteMode:
        """The mode: what follows the last stop."""
        return next((mode for mode in MODES if mode == self.mode.value), ONCE)

    @property
    def looks(self) -> list[float | None]:
        """Facing at each stop in degrees; None along the path."""
        return [look for _, look in self._set]

    def take_over(self, routes: Sequence[WithStops]) -> None:
        """Start with the values of these agents and routes, if they agree.

        If none has a value, the options of the last route are kept: patrols are often similar.
        Without routes a new one is drawn, which is a loop until another mode is chosen.
        """
        if self._lays_new != (not routes):
            self._lays_new = not routes
            self._other_mode, other = self.mode.value, self._other_mode
            self.mode.set(other)
        if not any(_has_settings(one) for one in routes):
            return
        modes = {one.mode for one in routes}
        self.mode.set(modes.pop() if len(modes) == 1 else ONCE)
        self.network.on = all(one.network for one in routes)
        self.shortcuts.on = all(one.shortcuts for one in routes)
        pauses = {_last_pause(one) for one in routes}
        self.pause.set(pauses.pop() if len(pauses) == 1 else 0.0)

    def set_stop(self, index: int) -> None:
        """Remember the values of the stop with this index; later ones are dropped."""
        del self._set[index:]
        self._set.append((self.pause.value, None if self.along.on else self.facing.value))

    def stops(self, count: int, routes: Sequence[WithStops]) -> list[Stop]:
        """Return the first `count` stops; pauses that equal the agents' wait are left out.

        At stops of a route each agent waits for its own time by default.
        """
        waits = {one.wait if isinstance(one, Agent) else 0.0 for one in routes} or {0.0}
        return [
            Stop(
                pause=None if waits == {pause} else pause,
                facing=None if look is None else math.radians(look),
            )
            for pause, look in self._set[:count]
        ]


def _has_settings(one: WithStops) -> bool:
    """Return whether it has stops, or is an agent with options for walking."""
    is_set = isinstance(one, Agent) and bool(one.wait or one.mode != ONCE)
    return bool(one.goals) or is_set


def _last_pause(one: WithStops) -> float:
    """Return seconds that an agent waits at its last stop, or would at the first one."""
    if one.goals:
        return one.pause(len(one.goals) - 1)
    return one.wait if isinstance(one, Agent) else 0.0
