"""The arrays of agents: type, width and empty value of each."""

from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

_NONE: Final = -1
"""Value for no id, no row and no step."""


class Column(NamedTuple):
    """One array of `Agents`."""

    dtype: type[np.generic]
    width: int = 1
    """Numbers for each agent."""
    value: float = 0
    """Value for a new agent."""
    late: bool = False
    """True if recordings omit it when it has only this value, as older ones lack it."""


COLUMNS: Final[dict[str, Column]] = {
    "ids": Column(np.int64),
    "in_level": Column(np.bool_),
    "positions": Column(np.float64, 2),
    "previous_positions": Column(np.float64, 2),
    "facings": Column(np.float64),
    "previous_facings": Column(np.float64),
    "radii": Column(np.float64),
    "walk_speeds": Column(np.float64),
    "rotation_speeds": Column(np.float64),
    "players": Column(np.bool_),
    "enabled": Column(np.bool_, value=True, late=True),
    "states": Column(np.int8),
    "statuses": Column(np.int8),
    "requested_targets": Column(np.float64, 2),
    "walk_targets": Column(np.float64, 2),
    "goal_indices": Column(np.int64, value=_NONE),
    "waiting_until": Column(np.int64, value=_NONE),
    "asked": Column(np.int64, value=_NONE),
    "under_way": Column(np.bool_),
    "tick_positions": Column(np.float64, 2),
    "velocities": Column(np.float64, 2),
    "steers": Column(np.float64),
    "paces": Column(np.float64, value=1.0),
    "calm": Column(np.bool_),
    "off_path": Column(np.bool_),
    "gaps": Column(np.float64),
    "legs": Column(np.int64),
    "hindered": Column(np.int64),
    "blockers": Column(np.int64, value=_NONE),
    "replan_from": Column(np.int64),
    "due": Column(np.bool_),
    "replans": Column(np.int64),
    "stood": Column(np.bool_, value=True),
    "aside": Column(np.bool_),
    "meets": Column(np.int64, value=_NONE),
    "layers": Column(np.uint8, late=True),
    "target_layers": Column(np.uint8, late=True),
    "movements": Column(np.int8, late=True),
    "leg_starts": Column(np.float64, 2, late=True),
    "left_places": Column(np.float64, 2, late=True),
    "back_by": Column(np.int64, value=_NONE, late=True),
    "left_turns": Column(np.int64, value=_NONE, late=True),
    "corridors": Column(np.float64, 7, late=True),
    "queries": Column(np.int64, late=True),
    "rays": Column(np.int64, late=True),
    "links": Column(np.int64, value=_NONE, late=True),
    "link_starts": Column(np.float64, 2, late=True),
    "link_ends": Column(np.float64, 2, late=True),
    "link_layers": Column(np.uint8, late=True),
    "link_came": Column(np.int64, value=_NONE, late=True),
    "link_begun": Column(np.int64, value=_NONE, late=True),
    "link_done": Column(np.int64, value=_NONE, late=True),
    "gate": Column(np.int64, value=_NONE, late=True),
    "through": Column(np.int64, value=_NONE, late=True),
    "gate_left": Column(np.int64, value=_NONE, late=True),
    "held": Column(np.uint8, late=True),
    "aims": Column(np.float64, 2, value=np.nan, late=True),
    "headings": Column(np.float64, 2, late=True),
    "ahead": Column(np.float64, late=True),
    "gate_side": Column(np.uint8, late=True),
    "turn": Column(np.int64, value=_NONE, late=True),
    "detour": Column(np.float64, 3, value=np.nan, late=True),
    "lanes": Column(np.float64, late=True),
    "path_start": Column(np.int64),
    "path_current": Column(np.int64),
    "path_end": Column(np.int64),
}
"""The arrays that have a row for each agent, by name."""

GONE: Final[dict[str, Column]] = {"squeezes": Column(np.float64)}
"""Arrays of earlier versions: recordings may have them, and keep them when they are saved again."""


def filled(name: str, count: int) -> npt.NDArray[Any]:
    """Return an array of this name with its empty value, for this many agents."""
    column = COLUMNS[name]
    shape = (count, column.width) if column.width > 1 else (count,)
    return np.full(shape, column.value, column.dtype)
