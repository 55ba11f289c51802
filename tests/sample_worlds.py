"""Worlds of the sample levels, each built once."""

import dataclasses
from functools import cache

import msgspec
import numpy as np
from scipy import ndimage

from navcore import samples
from navcore.formats.level import read_level
from navcore.level.edit import Edit
from navcore.level.model import Agent, Level, Point
from navcore.sim.rounds import round_of
from navcore.world import World

CELL = 0.16
"""Area of a cell in square metres, in all samples."""


@cache
def level_of(name: str) -> Level:
    """Return the sample as drawn."""
    path = samples.path(name)
    return read_level(path.read_text(encoding="utf-8"), path).level


@cache
def world_of(name: str) -> World:
    """Return the world of the sample as drawn."""
    return World.build(level_of(name))


@cache
def world_for(name: str, radius: float) -> World:
    """Return the world of the sample for another agent radius, with padding for the body."""
    return World.build(fitted(level_of(name), radius))


def fitted(level: Level, radius: float) -> Level:
    """Return the level with this agent radius and the boundary padding that belongs to it."""
    usual = level.settings
    padding = usual.boundary_padding + radius - usual.agent_radius
    new = msgspec.structs.replace(usual, agent_radius=radius, boundary_padding=padding)
    return Edit.put(level, [new]).apply(level)


def islands(world: World) -> tuple[np.ndarray, list[float]]:
    """Return labels of connected floor, and the areas of its parts in square metres, sorted."""
    labels, count = ndimage.label(world.grid.walkable)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)[1:] * CELL
    return labels, sorted(sizes.tolist(), reverse=True)


def goals_of(level: Level, agent: Agent) -> tuple[Point, ...]:
    """Return the places that an agent visits: its own goals, or the stops of its shared route."""
    return round_of(level, agent).goals


def agent_named(level: Level, name: str) -> Agent:
    """Return the agent with this name."""
    return next(agent for agent in level.agents.values() if agent.name == name)


def shifted(level: Level, right: float, up: float) -> World:
    """Return the world on the same lattice, moved to the right and up."""
    usual = World.build(level).grid.lattice
    moved = dataclasses.replace(
        usual,
        anchor_x=usual.anchor_x + right - usual.cell_size,
        anchor_z=usual.anchor_z + up - usual.cell_size,
        width=usual.width + 1,
        depth=usual.depth + 1,
    )
    return World.build(level, lattice=moved)
