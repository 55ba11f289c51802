"""All agents of a run as arrays: one row an agent, the same row in every array."""

from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from navcore.level.model import Agent, Point
from navcore.path.result import Status

STAND: Final = 0
WALK: Final = 1

STATUSES: Final[tuple[Status | None, ...]] = (None, *Status)
"""What the codes in `Agents.statuses` mean."""

CODES: Final[dict[Status | None, int]] = {status: code for code, status in enumerate(STATUSES)}

UNREACHABLE: Final[npt.NDArray[np.bool_]] = np.array(
    [
        status is not None and status not in {Status.COMPLETE, Status.ALREADY_THERE}
        for status in STATUSES
    ]
)
"""Which codes say that the goal could not be reached."""

NEVER: Final = -1
"""In arrays of steps: at no step."""

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]


class Agents:
    """Struct of arrays, in level order, then spawned agents in the order of their coming.

    Paths lie in one pool, `points`: agent i has points[path_start[i]:path_end[i]] and walks to
    points[path_current[i]] next. Metres, radians and seconds; steps where a name says so.
    """

    def __init__(self) -> None:
        """No agents yet."""
        self.elements: list[Agent] = []
        """What the level (or the spawner) says about each agent."""
        self.index: dict[int, int] = {}
        """Row of each id."""
        self.ids: Integers = np.empty(0, np.int64)
        self.in_level: npt.NDArray[np.bool_] = np.empty(0, np.bool_)
        """False for agents that were spawned during the run."""
        self.positions: Floats = np.empty((0, 2))
        self.previous_positions: Floats = np.empty((0, 2))
        """Where they were a step ago."""
        self.facings: Floats = np.empty(0)
        self.previous_facings: Floats = np.empty(0)
        self.radii: Floats = np.empty(0)
        self.walk_speeds: Floats = np.empty(0)
        self.rotation_speeds: Floats = np.empty(0)
        self.states: npt.NDArray[np.int8] = np.empty(0, np.int8)
        """STAND or WALK (S0-088)."""
        self.statuses: npt.NDArray[np.int8] = np.empty(0, np.int8)
        """How the last plan ended: an index into STATUSES."""
        self.requested_targets: Floats = np.empty((0, 2))
        """What was asked for (S0-080)."""
        self.walk_targets: Floats = np.empty((0, 2))
        """Where the path really ends; the agent's place when it has none (X-017)."""
        self.goal_indices: Integers = np.empty(0, np.int64)
        """Which of its own goals it goes to or stands at; -1: none, or sent elsewhere."""
        self.waiting_until: Integers = np.empty(0, np.int64)
        """Step at which it goes on to its next goal; NEVER when it does not wait."""
        self.asked: Integers = np.empty(0, np.int64)
        """Step at which it asked for a plan that it has not got yet, or NEVER."""
        self.under_way: npt.NDArray[np.bool_] = np.empty(0, np.bool_)
        """Whether it has a path whose end it has not come to (S0-087)."""
        self.path_start: Integers = np.empty(0, np.int64)
        self.path_current: Integers = np.empty(0, np.int64)
        self.path_end: Integers = np.empty(0, np.int64)
        self.points: Floats = np.empty((64, 2))
        self.points_used = 0

    def __len__(self) -> int:
        """How many agents there are."""
        return len(self.ids)

    def add(self, elements: Sequence[Agent], *, in_level: bool) -> None:
        """Append agents, standing at their starts with nowhere to go."""
        if not elements:
            return
        count = len(elements)
        places = np.array([element.position for element in elements], np.float64)
        facings = np.array([element.facing for element in elements], np.float64)
        none = np.full(count, NEVER, np.int64)
        zero = np.zeros(count, np.int64)
        rows = {
            "ids": np.array([element.id for element in elements], np.int64),
            "in_level": np.full(count, in_level),
            "positions": places,
            "previous_positions": places,
            "facings": facings,
            "previous_facings": facings,
            "radii": np.array([element.radius for element in elements], np.float64),
            "walk_speeds": np.array([element.walk_speed for element in elements], np.float64),
            "rotation_speeds": np.array(
                [element.rotation_speed for element in elements], np.float64
            ),
            "states": np.full(count, STAND, np.int8),
            "statuses": np.full(count, CODES[None], np.int8),
            "requested_targets": places,
            "walk_targets": places,
            "goal_indices": none,
            "waiting_until": none,
            "asked": none,
            "under_way": np.zeros(count, np.bool_),
            "path_start": zero,
            "path_current": zero,
            "path_end": zero,
        }
        for name in _COLUMNS:
            setattr(self, name, np.concatenate([getattr(self, name), rows[name]]))
        self.elements.extend(elements)
        self._number()

    def take(self, rows: Iterable[int]) -> None:
        """Keep these rows, in this order."""
        kept = np.fromiter(rows, np.int64)
        for name in _COLUMNS:
            setattr(self, name, getattr(self, name)[kept])
        self.elements = [self.elements[row] for row in kept]
        self._number()

    def set_path(self, row: int, points: npt.NDArray[np.float64]) -> None:
        """Give an agent a path of (k, 2) points; it goes to the first of them next."""
        count = len(points)
        self.clear_path(row)
        if self.points_used + count > len(self.points):
            self._tidy(count)
        start = self.points_used
        self.points[start : start + count] = points
        self.points_used += count
        self.path_start[row] = self.path_current[row] = start
        self.path_end[row] = start + count

    def clear_path(self, row: int) -> None:
        """Take an agent's path away."""
        self.path_start[row] = self.path_current[row] = self.path_end[row] = 0

    def stop(self, row: int) -> None:
        """Let an agent stand where it is, with no path and no end to come to."""
        self.clear_path(row)
        self.walk_targets[row] = self.positions[row]
        self.under_way[row] = False
        self.states[row] = STAND

    def ask(self, row: int, step: int) -> None:
        """Put an agent in line for a plan, at the place of its earliest request."""
        if self.asked[row] == NEVER:
            self.asked[row] = step

    def path(self, row: int) -> npt.NDArray[np.float64]:
        """(k, 2) points that the agent has still to walk to, a copy."""
        return self.points[self.path_current[row] : self.path_end[row]].copy()

    def status(self, row: int) -> Status | None:
        """How an agent's last plan ended; None before its first."""
        return STATUSES[int(self.statuses[row])]

    def place(self, row: int) -> Point:
        """Where an agent is."""
        return (float(self.positions[row, 0]), float(self.positions[row, 1]))

    def _number(self) -> None:
        self.index = {int(agent_id): row for row, agent_id in enumerate(self.ids)}

    def _tidy(self, more: int) -> None:
        """Close the gaps that dropped paths left; make room for `more` points, and to spare."""
        counts = self.path_end - self.path_start
        kept = self.points[ranges(self.path_start, counts)]
        self.points = np.empty((max(64, 2 * (len(kept) + more)), 2))
        self.points[: len(kept)] = kept
        self.points_used = len(kept)
        starts = np.where(counts > 0, np.cumsum(counts) - counts, 0)
        self.path_current += starts - self.path_start
        self.path_end += starts - self.path_start
        self.path_start = starts


_COLUMNS: Final = (
    "ids", "in_level", "positions", "previous_positions", "facings", "previous_facings", "radii",
    "walk_speeds", "rotation_speeds", "states", "statuses", "requested_targets", "walk_targets",
    "goal_indices", "waiting_until", "asked", "under_way", "path_start", "path_current", "path_end",
)  # fmt: skip
"""Names of the arrays that have a row for each agent."""


def ranges(starts: Integers, counts: Integers) -> Integers:
    """The numbers start, start + 1, ... of each range, one range after the other."""
    first = np.cumsum(counts) - counts
    numbers: Integers = np.arange(int(counts.sum()), dtype=np.int64)
    numbers += np.repeat(starts - first, counts)
    return numbers
