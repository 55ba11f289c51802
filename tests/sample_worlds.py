"""Worlds of the samples, each built once."""

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
"""Square metres of a cell, in all samples."""


@cache
def level_of(name: str) -> Level:
    """The sample as drawn."""
    path = samples.path(name)
    return read_level(path.read_text(encoding="utf-8"), path).level


@cache
def world_of(name: str) -> World:
    """The bake of the sample as drawn."""
    return World.build(level_of(name))


@cache
def world_for(name: str, radius: float) -> World:
    """The bake of the sample drawn for agents of another radius, shoulders inside."""
    return World.build(fitted(level_of(name), radius))


def fitted(level: Level, radius: float) -> Level:
    """The level with this agent radius, and the boundary padding following it."""
    usual = level.settings
    padding = usual.boundary_padding + radius - usual.agent_radius
    new = msgspec.structs.replace(usual, agent_radius=radius, boundary_padding=padding)
    return Edit.put(level, [new]).apply(level)


def islands(world: World) -> tuple[np.ndarray, list[float]]:
    """Labels of connected floor, and its parts in square metres, the largest first."""
    labels, count = ndimage.label(world.grid.walkable)
    sizes = np.bincount(labels.ravel(), minlength=count + 1)[1:] * CELL
    return labels, sorted(sizes.tolist(), reverse=True)


def goals_of(level: Level, agent: Agent) -> tuple[Point, ...]:
    """Places that an agent visits: its own goals, or the stops of the route that it shares."""
    return round_of(level, agent).goals


def agent_named(level: Level, name: str) -> Agent:
    """The agent of this name."""
    return next(agent for agent in level.agents.values() if agent.name == name)


def shifted(level: Level, right: float, up: float) -> World:
    """The bake on the same cells moved to the right and up."""
    usual = World.build(level).grid.lattice
    moved = dataclasses.replace(
        usual,
        anchor_x=usual.anchor_x + right - usual.cell_size,
        anchor_z=usual.anchor_z + up - usual.cell_size,
        width=usual.width + 1,
        depth=usual.depth + 1,
    )
    return World.build(level, lattice=moved)
