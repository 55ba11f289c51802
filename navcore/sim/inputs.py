"""What is asked of a run: requests, and inputs as they took effect."""

from typing import NamedTuple, TypeAlias

from navcore.bake.lattice import Lattice
from navcore.level.edit import Edit
from navcore.level.model import Agent, Point
from navcore.world import World


class Send(NamedTuple):
    """Walk to the goal and stay there."""

    ids: tuple[int, ...]
    goal: Point
    layer: str | None = None
    """Storey of the goal; None: the one on which each of them is."""


class Return(NamedTuple):
    """Go on with the round that they left when they were sent elsewhere or stopped."""

    ids: tuple[int, ...]


class Stop(NamedTuple):
    """Stay in place."""

    ids: tuple[int, ...]


class Spawn(NamedTuple):
    """One agent more, which the level does not hold."""

    agent: Agent


class Teleport(NamedTuple):
    """Stand somewhere else at once; who was on its way goes on to its goal from there."""

    places: tuple[tuple[int, Point], ...]
    """Ids, and where they are put."""
    layer: str | None = None
    """The storey on which they are put; None: each stays on its own."""


class Meet(NamedTuple):
    """Walk to another agent, wherever it goes, until near enough to talk (S0-118)."""

    ids: tuple[int, ...]
    other: int


class Watch(NamedTuple):
    """Where the run is watched from, metres: agents far away think seldomer (S3-118)."""

    place: Point | None


class Remove(NamedTuple):
    """These agents leave."""

    ids: tuple[int, ...]


class ChangeWorld(NamedTuple):
    """Another world takes the place of the present one."""

    world: World


class WorldEdit(NamedTuple):
    """Another world, as it is logged: how its level differs, and the cells it is baked on."""

    edit: Edit
    lattice: Lattice


Request: TypeAlias = Send | Return | Meet | Stop | Spawn | Teleport | Remove | Watch | ChangeWorld


class Input(NamedTuple):
    """A request as it took effect; a new world stands as the edit that leads to its level."""

    step: int
    request: Send | Return | Meet | Stop | Spawn | Teleport | Remove | Watch | WorldEdit
