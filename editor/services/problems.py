"""Problems of the level as it was baked last, found beside the window."""

from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.services.latest import Latest
from navcore.proof.problem import Problem
from navcore.proof.problems import problems
from navcore.world import World

_MS_PER_ELEMENT: Final = 0.002


class FoundProblems(QObject):
    """Finds the problems of a world when somebody asks; of large levels on a thread."""

    changed = Signal(object)
    """Problems are known that were asked for."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        super().__init__()
        self.latest: Latest[tuple[Problem, ...]] = Latest(_MS_PER_ELEMENT, "problems")
        self.latest.arrived.connect(self.changed)

    def of(self, world: World) -> tuple[Problem, ...] | None:
        """The problems of a world, None while they are worked out; `changed` follows then."""
        elements = sum(map(len, world.level.held.values()))
        found = self.latest.ask((world,), lambda: problems(world), elements)
        return None if found is None or found[0][0] is not world else found[1]
