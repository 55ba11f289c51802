"""Networks grown on a thread; only the newest request is answered."""

import random
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from PySide6.QtCore import QObject, Signal

from editor.services.worker import Job, Task, Worker
from navcore.errors import Cancelled, NavcoreError
from navcore.growing import Grower, Grown, Recipe
from navcore.level.model import Level, Profile
from navcore.level.pick import PickIndex, keep_index
from navcore.sim.recording import Recording, tracks_of
from navcore.world import World

_WHOLE: Final = 1000
"""All of the work, as a job counts it."""


@dataclass(frozen=True, slots=True, eq=False)
class Walkers:
    """Agents of a run whose walks can be turned into a network."""

    recording: Recording
    ids: frozenset[int]
    named: str
    """Their common name."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A requested network."""

    recipe: Recipe
    chance: int
    """Seed of a random walk."""
    ids: int
    """Seed of the ids of new elements."""
    walkers: Walkers | None = None
    """Agents that walked, in place of a random walk."""


class Growth(QObject):
    """Grows networks over one version of a level for one agent type."""

    grown = Signal(object)
    """Emitted with the newest requested network as `Grown`, or with a sentence why not."""

    def __init__(self, world: World, level: Level, profile: Profile) -> None:
        """Use this level; `world` is its bake, or the bake of an earlier version."""
        super().__init__()
        self._world, self._level, self._profile = world, level, profile
        self._grower: Grower | None = None
        self._worker = Worker("growth")
        self._task: Task[tuple[Grown, PickIndex]] | None = None

    @property
    def busy(self) -> bool:
        """True if a network is being grown."""
        return self._task is not None

    @property
    def share(self) -> float:
        """Share of the growing network that is done, 0 to 1."""
        return 0.0 if self._task is None else int(self._task.job[1]) / _WHOLE

    def ask(self, wish: Wish) -> None:
        """Grow this network instead of the present one."""
        self.stop()
        self._task = self._worker.submit(lambda job: self._grow(wish, job), self._take)

    def stop(self) -> None:
        """Stop growing until the next request."""
        if self._task is not None:
            self._worker.abandon(self._task)
            self._task = None

    def wait(self) -> None:
        """Wait until the request is answered; the window stays alive meanwhile."""
        self._worker.wait()

    def shutdown(self) -> None:
        """Stop the thread without waiting for it."""
        self._worker.shutdown(0.0, drop=True)
        self._task = None

    def _grow(self, wish: Wish, job: Job) -> tuple[Grown, PickIndex]:
        """Grow the network, on the thread; return it with the index of its level.

        Of 60,000 elements the index takes half a second, which the window would stand still.
        """
        grower = self._grower
        if grower is None:
            is_same = self._world.level is self._level
            world = self._world if is_same else World.build(self._level)
            grower = self._grower = Grower.of(world, self._profile)
        recipe, walkers = wish.recipe, wish.walkers

        if walkers is not None:
            layer = self._profile.layer
            tracks = tracks_of(
                walkers.recording, walkers.ids, layer=layer, pulse=lambda: _go_on(job)
            )
            recipe = replace(recipe, tracks=tracks)

        def told(share: float) -> None:
            _go_on(job)
            job[1] = round(share * _WHOLE)

        found = grower.grow(recipe, random.Random(wish.chance), _ids_from(wish.ids), told)
        return found, PickIndex(found.level)

    def _take(self, task: Task[tuple[Grown, PickIndex]]) -> None:
        self._task = None
        found: Grown | str
        try:
            found, index = task.result
            keep_index(index)
        except Cancelled:
            return
        except NavcoreError as error:
            found = str(error)
        self.grown.emit(found)


def _go_on(job: Job) -> None:
    """Raise if the work was cancelled."""
    if job[0]:
        raise Cancelled


def _ids_from(seed: int) -> Callable[[], int]:
    drawn = random.Random(seed)
    return lambda: drawn.randrange(1, 2**32)
