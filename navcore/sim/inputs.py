"""Requests to a run, and the log of inputs as they took effect."""

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
    """Storey of the goal; None: the storey that each agent is on."""


class Return(NamedTuple):
    """Continue the round that was left when the agents were sent elsewhere or stopped."""

    ids: tuple[int, ...]


class Stop(NamedTuple):
    """Stay in place."""

    ids: tuple[int, ...]


class Spawn(NamedTuple):
    """Add one agent that the level does not contain."""

    agent: Agent


class Teleport(NamedTuple):
    """Move agents at once; those on their way go on to their goals from there."""

    places: tuple[tuple[int, Point], ...]
    """Ids, and the places to move them to."""
    layer: str | None = None
    """Storey of the places; None: each agent stays on its own."""


class Meet(NamedTuple):
    """Walk to another agent, wherever it goes, until near enough to talk (S0-118)."""

    ids: tuple[int, ...]
    other: int


class Watch(NamedTuple):
    """Set the place from which the run is watched, metres: distant agents think less (S3-118)."""

    place: Point | None


class Remove(NamedTuple):
    """Remove these agents."""

    ids: tuple[int, ...]


class ChangeWorld(NamedTuple):
    """Replace the world."""

    world: World


class WorldEdit(NamedTuple):
    """Logged change of the world: the difference of the level, and the lattice it is baked on."""

    edit: Edit
    lattice: Lattice


Request: TypeAlias = Send | Return | Meet | Stop | Spawn | Teleport | Remove | Watch | ChangeWorld


class Input(NamedTuple):
    """Request as it took effect; a new world is logged as the edit that leads to its level."""

    step: int
    request: Send | Return | Meet | Stop | Spawn | Teleport | Remove | Watch | WorldEdit
