"""What is done at stops that are drawn, and after the last: loop, there and back, pause, look."""

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
"""What follows the last stop, in words."""


class StopOptions:
    """The options of a tool that draws stops, and what each stop got of them when it was set."""

    def __init__(self) -> None:
        """Once, without a pause, looking along the path."""
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
            mark("Leave edges for the furthest place of the path in sight"), within=self.network,
        )  # fmt: skip
        self._lays_new = False
        self._other_mode: str = LOOP
        """The mode of new routes while stops are drawn for what is there, and the other way."""
        self._set: list[tuple[float, float | None]] = []
        """Pause and facing of each stop that is set, and of those taken back behind them."""

    @property
    def all(self) -> tuple[Option, ...]:
        """In the order of the options strip."""
        return (self.mode, self.pause, self.along, self.facing, self.network, self.shortcuts)

    @property
    def loops(self) -> bool:
        """Whether the route leads back to its first stop."""
        return self.mode.value == LOOP

    @property
    def walks(self) -> RouteMode:
        """What follows the last stop."""
        return next((mode for mode in MODES if mode == self.mode.value), ONCE)

    @property
    def looks(self) -> list[float | None]:
        """Degrees at each stop that was set; None along the path."""
        return [look for _, look in self._set]

    def take_over(self, routes: Sequence[WithStops]) -> None:
        """Begin with what these agents and routes say already, where they agree.

        Where none says anything, the options of the last route stay: patrols are alike. Of no
        route a new one is laid, which is a loop until another mode is chosen.
        """
        if self._lays_new != (not routes):
            self._lays_new = not routes
            self._other_mode, other = self.mode.value, self._other_mode
            self.mode.set(other)
        if not any(_says_something(one) for one in routes):
            return
        modes = {one.mode for one in routes}
        self.mode.set(modes.pop() if len(modes) == 1 else ONCE)
        self.network.on = all(one.network for one in routes)
        self.shortcuts.on = all(one.shortcuts for one in routes)
        pauses = {_last_pause(one) for one in routes}
        self.pause.set(pauses.pop() if len(pauses) == 1 else 0.0)

    def set_stop(self, index: int) -> None:
        """Remember what the stop of this index does; those behind it are dropped."""
        del self._set[index:]
        self._set.append((self.pause.value, None if self.along.on else self.facing.value))

    def stops(self, count: int, routes: Sequence[WithStops]) -> list[Stop]:
        """What is done at the first of the stops; no pause of their own where agents wait so.

        At stops of a route agents wait as long as each of them does.
        """
        waits = {one.wait if isinstance(one, Agent) else 0.0 for one in routes} or {0.0}
        return [
            Stop(
                pause=None if waits == {pause} else pause,
                facing=None if look is None else math.radians(look),
            )
            for pause, look in self._set[:count]
        ]


def _says_something(one: WithStops) -> bool:
    """Whether it has stops, or an agent says how it would walk."""
    told = isinstance(one, Agent) and bool(one.wait or one.mode != ONCE)
    return bool(one.goals) or told


def _last_pause(one: WithStops) -> float:
    """Seconds that an agent waits at its last stop, or would at the first one."""
    if one.goals:
        return one.pause(len(one.goals) - 1)
    return one.wait if isinstance(one, Agent) else 0.0
