"""Problems of the level as it was baked last, found beside the window."""

from typing import Final

from PySide6.QtCore import QObject, QTimer, Signal

from editor.services.latest import Latest
from navcore.proof.problem import Problem
from navcore.proof.problems import RULES, problems
from navcore.world import World

REST_MS: Final = 1000
"""Of a large level problems are sought after so long without another bake: the thread that seeks
them fights with the window's for the interpreter's lock.
"""
_MS_PER_ELEMENT: Final = 0.002
_TOLD: Final = tuple(
    RULES[code]
    for code in (
        "blocked-edge", "complex-outline", "loose-link", "unknown-storey", "unknown-terrain",
        "unlinked-edge", "waypoint-off-floor", "wide-body",
    )
)  # fmt: skip
"""Rules whose findings are told at once."""


class FoundProblems(QObject):
    """Finds the problems of a world when somebody asks; of large levels on a thread."""

    changed = Signal(object)
    """Problems are known that were asked for."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        super().__init__()
        self.latest: Latest[tuple[Problem, ...]] = Latest(_MS_PER_ELEMENT, "problems")
        self.latest.arrived.connect(self.changed)
        self._asked: World | None = None
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._seek)

    def of(self, world: World) -> tuple[Problem, ...] | None:
        """The problems of a world, None while they are worked out; `changed` follows then."""
        self._asked = world
        known = self.latest.known
        if known is not None and known[0][0] is world:
            return known[1]
        if _count(world) * _MS_PER_ELEMENT > self.latest.short_ms:
            self._rest.start()
            return None
        return self._seek()

    def shutdown(self) -> None:
        """Stop the thread; nothing is sought any more."""
        self._rest.stop()
        self.latest.shutdown()

    def _seek(self) -> tuple[Problem, ...] | None:
        world = self._asked
        if world is None:
            return None
        found = self.latest.ask((world,), lambda: problems(world, _TOLD), _count(world))
        return found[1] if found is not None and found[0][0] is world else None


def _count(world: World) -> int:
    """How many elements its level has."""
    return sum(map(len, world.level.held.values()))
