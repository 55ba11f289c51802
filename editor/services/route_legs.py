"""Paths between the stops of routes, updated while the level changes.

Views of routes ask for legs at every frame and use what is known. Missing paths are searched for a
moment at once, then in slices on a thread; meanwhile the path in the previous world is used. Legs
that are never requested cost nothing.
"""

from collections.abc import Sequence
from time import perf_counter
from typing import Final, TypeAlias

import numpy as np
from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal

from editor.services.bent_paths import bent_paths
from editor.services.worker import Task, Worker
from editor.services.worlds import Worlds
from editor.tools.legs import Leg, find_leg
from navcore.path.result import PathResult
from navcore.world import World

Found: TypeAlias = dict[Leg, PathResult]

AT_ONCE_MS: Final = 2.0
"""Milliseconds of searching within a frame."""
SLICE_MS: Final = 12.0
"""Milliseconds of searching on the thread before the canvas shows the results."""
MOST_KNOWN: Final = 4096
"""Most cached paths; beyond that the oldest are dropped."""
_MS_PER_CELL: Final = 1e-5
"""First guess at the longest search, for each cell of the grid."""


class RouteLegs(QObject):
    """The paths of legs in the newest world, or until they are found in the previous one."""

    changed = Signal(object)
    """Emitted when requested paths were found that differ from those known before."""
    at_once_ms: float = AT_ONCE_MS
    """Milliseconds of searching within a frame; infinite: until all are found."""

    def __init__(self, worlds: Worlds, *, walked_only: bool = True) -> None:
        """Start without paths; `worlds` has the world in which agents walk.

        A path stays the same object as long as a new search finds it with the same effort, although
        its duration differs slightly every time; with `walked_only`, as long as agents walk the
        same, whatever the effort.
        """
        super().__init__()
        self._worlds, self._walked_only = worlds, walked_only
        self._worker = Worker("routes")
        self._world: World | None = None
        self._fresh: Found = {}
        self._stale: Found = {}
        self._bent: Found = {}
        """Paths of similar legs, until those of moved stops are found."""
        self._wanted: list[Leg] = []
        self._busy = False
        self._forgotten = 0
        """Number of times that all paths were dropped."""
        self._ms_per_leg = 0.0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._go_on)

    @property
    def busy(self) -> bool:
        """True if a requested path is still being searched."""
        return self._busy or self._soon.isActive()

    def of(self, legs: Sequence[Leg], *, urgent: bool = False) -> list[PathResult | None]:
        """Return the path of each leg; None if none is known yet.

        Args:
            legs: Legs in the order of priority.
            urgent: Whether these come before all other requests of this frame.
        """
        self._follow()
        missing = [leg for leg in dict.fromkeys(legs) if leg not in self._fresh]
        missing = self._found_at_once(missing)
        if missing:
            self._wanted = [*missing, *self._wanted] if urgent else [*self._wanted, *missing]
            self._soon.start()
            if self._walked_only:
                # Pinned probes show numbers of their paths, which a bent path has not.
                new = [leg for leg in missing if leg not in self._stale and leg not in self._bent]
                self._bent |= bent_paths(new, self._stale) if new else {}
        return self.known(legs)

    def known(self, legs: Sequence[Leg]) -> list[PathResult | None]:
        """Return the last known path of each leg; None if there never was one.

        A leg of a stop that moved has the path from before, bent to the stop. Nothing is searched,
        because tools ask at every mouse move.
        """
        found = (self._fresh, self._stale, self._bent)
        return [next((paths[leg] for paths in found if leg in paths), None) for leg in legs]

    def forget(self, _: object = None) -> None:
        """Drop the paths of the previously opened level."""
        self._forgotten += 1
        self._world, self._wanted = None, []
        self._fresh, self._stale, self._bent = {}, {}, {}

    def wait(self) -> None:
        """Wait until all requested paths are known; the window stays alive meanwhile."""
        while self.busy:
            QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)

    def shutdown(self) -> None:
        """Stop the thread."""
        self._soon.stop()
        self._worker.shutdown(drop=True)

    def _follow(self) -> None:
        """Switch to the newest world; earlier paths are shown until new ones are found."""
        world = self._worlds.world
        if world is self._world:
            return
        lattice = world.grid.lattice
        if self._world is None or self._world.grid.lattice != lattice:
            self._ms_per_leg = _MS_PER_CELL * lattice.width * lattice.depth
        self._world, self._wanted = world, []
        self._stale, self._fresh = _newest({**self._stale, **self._fresh}), {}
        self._bent = {}

    def _found_at_once(self, missing: list[Leg]) -> list[Leg]:
        """Search for a moment; the legs that are left."""
        begun, number = perf_counter(), 0
        while number < len(missing):
            left = self.at_once_ms - (perf_counter() - begun) * 1000
            if self._ms_per_leg > left:
                break
            leg = missing[number]
            self._fresh[leg] = self._unless_same(leg, self._timed(leg))
            number += 1
        return missing[number:]

    def _timed(self, leg: Leg) -> PathResult:
        begun = perf_counter()
        found = find_leg(leg, self._worlds.world)
        self._note(perf_counter() - begun)
        return found

    def _unless_same(self, leg: Leg, found: PathResult) -> PathResult:
        """Return the new path, or the old object if they are the same.

        Views can then detect by identity that nothing has changed.
        """
        before = self._stale.get(leg)
        is_same = is_walked_alike if self._walked_only else is_found_alike
        return found if before is None or not is_same(before, found) else before

    def _note(self, seconds: float) -> None:
        """Expect the slowest of the last searches."""
        self._ms_per_leg = max(seconds * 1000, 0.9 * self._ms_per_leg)

    def _go_on(self) -> None:
        wanted, world = dict.fromkeys(self._wanted), self._world
        legs = [leg for leg in wanted if leg not in self._fresh]
        if self._busy or not legs or world is None:
            return
        self._wanted, self._busy = [], True
        forgotten = self._forgotten

        def take(task: Task[tuple[Found, float]]) -> None:
            self._busy = False
            if forgotten == self._forgotten:
                self._take(world, legs, task)
            elif self._wanted:
                self._soon.start()

        self._worker.submit(lambda _: _slice(world, legs), take)

    def _take(self, world: World, legs: list[Leg], task: Task[tuple[Found, float]]) -> None:
        found, slowest = task.result
        found = {leg: self._unless_same(leg, path) for leg, path in found.items()}
        is_news = any(self._stale.get(leg) is not path for leg, path in found.items())
        self._note(slowest)
        if world is self._world:
            self._fresh = _newest({**self._fresh, **found})
        else:
            self._stale = _newest({**self._stale, **found})
        if is_news:
            # Views of routes then ask for what is still missing.
            self.changed.emit(None)
            return
        if world is self._world:
            self._wanted += [leg for leg in legs if leg not in found]
        if self._wanted:
            self._soon.start()


def _slice(world: World, legs: Sequence[Leg]) -> tuple[Found, float]:
    """Paths of the first of these legs, and how long the longest search took, seconds."""
    found: Found = {}
    begun, slowest = perf_counter(), 0.0
    for leg in legs:
        before = perf_counter()
        found[leg] = find_leg(leg, world)
        now = perf_counter()
        slowest = max(slowest, now - before)
        if (now - begun) * 1000 > SLICE_MS:
            break
    return found, slowest


def is_walked_alike(one: PathResult, other: PathResult) -> bool:
    """Return whether two paths of one leg have the same points and outcome."""
    return (
        one.status is other.status
        and one.snapped_start == other.snapped_start
        and one.snapped_goal == other.snapped_goal
        and np.array_equal(one.points, other.points)
    )


def is_found_alike(one: PathResult, other: PathResult) -> bool:
    """Return whether two paths of one leg are the same and were found with the same effort."""
    return (
        is_walked_alike(one, other)
        and (one.length, one.cost, one.link_cost) == (other.length, other.cost, other.link_cost)
        and (one.visited, one.heap_operations) == (other.visited, other.heap_operations)
        and (one.step, one.rays, one.layers) == (other.step, other.rays, other.layers)
        and np.array_equal(one.turns, other.turns)
        and np.array_equal(one.links, other.links)
        and np.array_equal(one.nodes, other.nodes)
        and len(one.legs) == len(other.legs)
        and all(map(np.array_equal, one.legs, other.legs))
    )


def _newest(found: Found) -> Found:
    """Return the paths that were found last, of too many."""
    if len(found) <= MOST_KNOWN:
        return found
    return dict([*found.items()][-MOST_KNOWN:])
