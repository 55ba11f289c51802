"""The probe: a path between two places that is kept in sight and up to date."""

from typing import Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from editor.services.bake.preview import RadiusPreview
from navcore.level.model import Point
from navcore.path.result import PathResult
from navcore.world import World


class Worlds(Protocol):
    """A world that is replaced now and then: the bake's, or a run's."""

    @property
    def world(self) -> World:
        """The present one."""
        ...

    @property
    def baked(self) -> SignalInstance:
        """Emitted with each new one."""
        ...


class ProbeService(QObject):
    """Asks for the path again whenever the cells change."""

    changed = Signal(object)
    """The `PathResult`, or None."""

    def __init__(self, bake: Worlds) -> None:
        """Nothing is asked for yet; `bake` is asked, with or without the doors of a run."""
        super().__init__()
        self._bake = bake
        self._ends: tuple[Point, Point] | None = None
        self._preview: RadiusPreview | None = None
        self.result: PathResult | None = None
        bake.baked.connect(self._ask)

    @property
    def ends(self) -> tuple[Point, Point] | None:
        """Start and goal that were asked for."""
        return self._ends

    def follow(self, preview: RadiusPreview) -> None:
        """Ask for somebody of the radius that is previewed, while one is."""
        self._preview = preview
        preview.changed.connect(self._ask)

    def set(self, start: Point, goal: Point) -> None:
        """Ask for the path from start to goal and keep it in sight."""
        self._ends = (start, goal)
        self._ask()

    def clear(self, _: object = None) -> None:
        """Forget the path."""
        self._ends = None
        self._ask()

    def _ask(self, _: object = None) -> None:
        before = self.result
        self.result = None
        if self._ends is not None:
            world = self._bake.world
            if self._preview is not None:
                world = self._preview.shown(world)
            self.result = world.find_path_to_nearest(*self._ends)
        if before is not None or self.result is not None:
            self.changed.emit(self.result)
