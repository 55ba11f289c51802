"""Where services find the newest world."""

from typing import Protocol

from PySide6.QtCore import SignalInstance

from editor.services.scheduler import Scheduler
from navcore.world import World


class Worlds(Protocol):
    """A world that is replaced now and then: the bake's, or a run's."""

    @property
    def world(self) -> World:
        """The present one."""
        ...

    @property
    def scheduler(self) -> Scheduler:
        """Of what is worked out about it."""
        ...

    @property
    def baked(self) -> SignalInstance:
        """Emitted with each new one."""
        ...
