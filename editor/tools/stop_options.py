"""What agents do at stops that are drawn: once or in a loop, pause, look."""

import math
from collections.abc import Sequence
from typing import Final

from editor.tools.options import Choice, Number, Option, Switch
from navcore.i18n import mark
from navcore.level.model import Agent, Stop

ONCE: Final = "once"
LOOP: Final = "loop"


class StopOptions:
    """The options of a tool that draws stops, and what each stop got of them when it was set."""

    def __init__(self) -> None:
        """Once, without a pause, looking along the path."""
        modes = ((ONCE, mark("Once")), (LOOP, mark("Loop")))
        self.mode = Choice("mode", mark("Walk"), modes, ONCE)
        self.pause = Number("pause", mark("Pause"), 0.0, 0.0, 3600.0, 0.5, "s")
        self.along = Switch(
            "along", mark("Look along the path"), True, mark("Off: look in one direction")
        )
        self.facing = Number(
            "facing", mark("Look"), 90.0, -360.0, 360.0, 15.0, "°", leap=3.0, unless=self.along
        )
        self._set: list[tuple[float, float | None]] = []
        """Pause and facing of each stop that is set, and of those taken back behind them."""

    @property
    def all(self) -> tuple[Option, ...]:
        """In the order of the options strip."""
        return (self.mode, self.pause, self.along, self.facing)

    @property
    def loops(self) -> bool:
        """Whether the route leads back to its first stop."""
        return self.mode.value == LOOP

    @property
    def looks(self) -> list[float | None]:
        """Degrees at each stop that was set; None along the path."""
        return [look for _, look in self._set]

    def take_over(self, agents: Sequence[Agent]) -> None:
        """Begin with what these agents say already, where they agree.

        Where none says anything, the options of the last route stay: patrols are alike.
        """
        if not any(agent.goals or agent.loop or agent.wait for agent in agents):
            return
        self.mode.set(LOOP if all(agent.loop for agent in agents) else ONCE)
        pauses = {_last_pause(agent) for agent in agents}
        self.pause.set(pauses.pop() if len(pauses) == 1 else 0.0)

    def set_stop(self, index: int) -> None:
        """Remember what the stop of this index does; those behind it are dropped."""
        del self._set[index:]
        self._set.append((self.pause.value, None if self.along.on else self.facing.value))

    def stops(self, count: int, agents: Sequence[Agent]) -> list[Stop]:
        """What the first of the stops do, for these agents; nothing where it is what they do."""
        waits = {agent.wait for agent in agents}
        return [
            Stop(
                pause=None if waits == {pause} else pause,
                facing=None if look is None else math.radians(look),
            )
            for pause, look in self._set[:count]
        ]


def _last_pause(agent: Agent) -> float:
    """Seconds that an agent waits at its last stop, or would at the first one."""
    own = agent.stop(len(agent.goals) - 1).pause if agent.goals else None
    return agent.wait if own is None else own
