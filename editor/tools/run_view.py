"""The run as tools see it: its agents and their places."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
import numpy.typing as npt

from navcore.level.model import Agent, Point

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class RunView:
    """The agents of the run that is on, a row each; metres and radians.

    In it the level's own agents are not where the level has them, and there may be more.
    """

    elements: Sequence[Agent]
    positions: Floats
    """(n, 2)"""
    facings: Floats
    radii: Floats
    ids: frozenset[int] = frozenset()
    """Ids of all agents; computed if not given."""

    def __post_init__(self) -> None:
        """Look up the ids."""
        if not self.ids:
            object.__setattr__(self, "ids", frozenset(element.id for element in self.elements))

    def at(self, point: Point, reach: float, skip: Collection[int] = ()) -> list[int]:
        """Return ids of agents whose disc, enlarged by `reach`, holds the point; nearest first."""
        away = np.hypot(self.positions[:, 0] - point[0], self.positions[:, 1] - point[1])
        rows = np.flatnonzero(away <= self.radii + reach)
        nearest: list[int] = rows[np.argsort(away[rows], kind="stable")].tolist()
        return [self.elements[row].id for row in nearest if self.elements[row].id not in skip]

    def in_box(
        self, one: Point, other: Point, skip: Collection[int] = (), *, touched: bool = False
    ) -> list[int]:
        """Return ids of agents whose disc lies in the box or, if `touched`, touches it."""
        low, high = np.minimum(one, other), np.maximum(one, other)
        reach = self.radii[:, None]
        inside = ((self.positions - reach >= low) & (self.positions + reach <= high)).all(1)
        if touched:
            beyond = self.positions - np.clip(self.positions, low, high)
            inside = np.asarray(np.hypot(beyond[:, 0], beyond[:, 1]) <= self.radii)
        rows: list[int] = np.flatnonzero(inside).tolist()
        return [self.elements[row].id for row in rows if self.elements[row].id not in skip]

    def agents(self, ids: Collection[int]) -> list[Agent]:
        """Return the agents with these ids, with their present places and facings."""
        return [
            msgspec.structs.replace(
                element,
                position=(float(self.positions[row, 0]), float(self.positions[row, 1])),
                facing=float(self.facings[row]),
            )
            for row, element in enumerate(self.elements)
            if element.id in ids
        ]
