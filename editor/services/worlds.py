"""Interface of the newest world for services."""

from typing import Final, Protocol

from PySide6.QtCore import SignalInstance

from editor.services.scheduler import Scheduler
from navcore.level.model import Level
from navcore.world import World

_BLANK: Final = Level()


def blank_world() -> World:
    """Build the world that is used while nothing of the open level is baked."""
    return World.build(_BLANK)


def is_blank(world: World) -> bool:
    """Return whether nothing of the open level is baked, so that nothing is known about it."""
    return world.level is _BLANK


class Worlds(Protocol):
    """A world that is replaced now and then: the bake's, or a run's."""

    @property
    def world(self) -> World:
        """The present one."""
        ...

    @property
    def scheduler(self) -> Scheduler:
        """The scheduler of computations about the world."""
        ...

    @property
    def baked(self) -> SignalInstance:
        """Emitted with each new one."""
        ...
