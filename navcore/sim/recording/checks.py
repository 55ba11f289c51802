"""Limits of the contents of recordings: every number of a file is checked while loading.

A file may claim to be a recording and have any contents. Contents that pass here can be shown,
resumed and written as a table: no later step checks them again.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from navcore.bake.lattice import Lattice
from navcore.level.limits import Limit
from navcore.level.model import Agent, Point
from navcore.level.tables import MOST_LAYERS
from navcore.sim.agents import NEVER, STAND, STATUSES, WALK, Integers
from navcore.sim.columns import COLUMNS
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.events import Events, Kind
from navcore.sim.gate_turns import INSIDE
from navcore.sim.movement import Movement
from navcore.sim.recording.frames import FARTHEST, UNITS_PER_METRE, Snapshot
from navcore.sim.rounds import turns_of
from navcore.sim.settings import SimulationSettings

PLACE: Final = Limit(-FARTHEST / UNITS_PER_METRE, FARTHEST / UNITS_PER_METRE)
"""Metres; recordings store greater coordinates as this."""
ID: Final = Limit(-(2.0**62), 2.0**62)
SEED: Final = Limit(-(2.0**63), 2.0**64)
_ANGLE: Final = Limit(-1e9, 1e9)
_SIZE: Final = Limit(0.0, 1e6)
_SHARE: Final = Limit(0.0, 1.0)
_DIRECTION: Final = Limit(-1.0, 1.0)
_FLAG: Final = Limit(0, 1)
_COUNT: Final = Limit(0, 2.0**53)
_PAUSE: Final = Limit(0.0, 1e15)
"""Seconds."""
_STEP: Final = Limit(NEVER, 2.0**62)
_CELLS: Final = Limit(-(2.0**40), 2.0**40)
"""Columns and rows between the anchor and the cells, as for levels."""

_LAYER: Final = Limit(0, MOST_LAYERS - 1)

COLUMN_LIMITS: Final[Mapping[str, Limit]] = {
    "ids": ID,
    "in_level": _FLAG,
    "positions": PLACE,
    "previous_positions": PLACE,
    "facings": _ANGLE,
    "previous_facings": _ANGLE,
    "radii": _SIZE,
    "walk_speeds": _SIZE,
    "rotation_speeds": _SIZE,
    "players": _FLAG,
    "enabled": _FLAG,
    "states": Limit(STAND, WALK),
    "statuses": Limit(0, len(STATUSES) - 1),
    "requested_targets": PLACE,
    "walk_targets": PLACE,
    "goal_indices": _STEP,
    "waiting_until": _STEP,
    "asked": _STEP,
    "under_way": _FLAG,
    "tick_positions": PLACE,
    "velocities": PLACE,
    "steers": _ANGLE,
    "paces": _SHARE,
    "calm": _FLAG,
    "off_path": _FLAG,
    "gaps": Limit(0.0, 4 * PLACE.greatest),
    "legs": _COUNT,
    "hindered": _COUNT,
    "blockers": ID,
    "replan_from": _STEP,
    "due": _FLAG,
    "replans": _COUNT,
    "stood": _FLAG,
    "aside": _FLAG,
    "meets": ID,
    "layers": _LAYER,
    "target_layers": _LAYER,
    "movements": Limit(0, len(Movement) - 1),
    "leg_starts": PLACE,
    "left_places": PLACE,
    "back_by": _STEP,
    "left_turns": _STEP,
    "corridors": PLACE,
    "queries": _COUNT,
    "rays": _COUNT,
    "links": ID,
    "link_starts": PLACE,
    "link_ends": PLACE,
    "link_layers": _LAYER,
    "link_came": _STEP,
    "link_begun": _STEP,
    "link_done": _STEP,
    "headings": _DIRECTION,
    "ahead": _COUNT,
    "gate": ID,
    "through": _STEP,
    "gate_left": ID,
    "held": _FLAG,
    "aims": PLACE,
    "gate_side": Limit(0, INSIDE + MOST_MOUTHS),
    "turn": _STEP,
    "detour": PLACE,
    "lanes": PLACE,
    "path_start": _COUNT,
    "path_current": _COUNT,
    "path_end": _COUNT,
    "points": PLACE,
    "squeezes": _SHARE,
}
"""Limits of the arrays of a state, by name."""

_AGENT_LIMITS: Final[Mapping[str, Limit]] = {
    "id": ID,
    "order": PLACE,
    "facing": _ANGLE,
    "radius": _SIZE,
    "walk_speed": _SIZE,
    "rotation_speed": _SIZE,
    "wait": _PAUSE,
}

_SETTINGS_LIMITS: Final[Mapping[str, Limit]] = {
    "steps_per_second": Limit(1, 1000),
    "steps_per_tick": Limit(1, 1000),
    "separation_iterations": Limit(0, 100),
    "plans_per_step": Limit(1, 1e6),
    "work_per_step": Limit(1, 1e9),
    "mover_replans_per_step": Limit(0, 1e6),
    "snap_radius": _SIZE,
    "influence_distance": _SIZE,
    "replan_cooldown": _SIZE,
}
"""Limits of settings that decide the work of a step and the steps of a tick."""


def check(holds: bool) -> None:
    """Raise ValueError unless the condition holds.

    Raises:
        ValueError: if it does not.
    """
    if not holds:
        raise ValueError


def check_settings(settings: SimulationSettings) -> None:
    """Refuse constants with which a step would never end.

    Raises:
        ValueError: if one is out of its limits.
    """
    check(all(limit.allows(getattr(settings, name)) for name, limit in _SETTINGS_LIMITS.items()))


def check_lattice(lattice: Lattice) -> None:
    """Refuse lattices that are too far out for floats; the number of cells is not checked.

    Raises:
        ValueError: if they do.
    """
    cell = lattice.cell_size
    check(_SIZE.allows(cell) and cell > 0 and lattice.width >= 0 and lattice.depth >= 0)
    check(all(map(_CELLS.allows, (lattice.column, lattice.row, lattice.width, lattice.depth))))
    check(all(_CELLS.allows(anchor / cell) for anchor in (lattice.anchor_x, lattice.anchor_z)))


def check_agent(agent: Agent) -> None:
    """Refuse an agent with numbers that no step could work with.

    Raises:
        ValueError: if one is out of its limits.
    """
    check(all(limit.allows(getattr(agent, name)) for name, limit in _AGENT_LIMITS.items()))
    check_places((agent.position, *agent.goals))
    for stop in agent.stops:
        check(stop.pause is None or _PAUSE.allows(stop.pause))
        check(stop.facing is None or _ANGLE.allows(stop.facing))


def check_places(places: Iterable[Point]) -> None:
    """Refuse places that are not finite, or farther out than any floor.

    Raises:
        ValueError: if there is one.
    """
    check(all(PLACE.allows(x) and PLACE.allows(z) for x, z in places))


def check_ids(ids: Iterable[int]) -> None:
    """Refuse ids that are too large for arrays.

    Raises:
        ValueError: if there is one.
    """
    check(all(map(ID.allows, ids)))


def check_events(events: Events, last_step: int) -> None:
    """Refuse events of no kind, out of order, or after the last step.

    Raises:
        ValueError: if there are any.
    """
    steps = events["step"]
    check(_within(steps, Limit(0, last_step)) and bool((np.diff(steps) >= 0).all()))
    check(_within(events["kind"], Limit(0, len(Kind) - 1)))
    check(_within(events["status"], Limit(0, len(STATUSES) - 1)))
    check(all(_within(events[name], ID) for name in ("agent", "other")))
    check(all(_within(events[name], PLACE) for name in ("x", "z")))


def check_snapshot(snapshot: Snapshot) -> None:
    """Refuse a frame with places too far out or unknown reasons.

    Raises:
        ValueError: if it has any.
    """
    check(_within(snapshot.places, Limit(-FARTHEST, FARTHEST)))


def check_roster(ids: Integers) -> None:
    """Refuse lists with the same id twice.

    Raises:
        ValueError: if one is.
    """
    check(_within(ids, ID) and len(np.unique(ids)) == len(ids))


def check_column(name: str, array: npt.NDArray[Any]) -> None:
    """Refuse an array of a state with a number out of its limits.

    Raises:
        ValueError: if it has one.
    """
    if name in COLUMNS and math.isnan(COLUMNS[name].value):
        lacks = np.isnan(array).reshape(len(array), -1)
        check(bool((lacks.any(axis=1) == lacks.all(axis=1)).all()))
        array = array[~lacks.any(axis=1)]
    if name == "gate_side":
        mouths = array % INSIDE
        check(bool(((mouths <= MOST_MOUTHS) & ((mouths > 0) | (array == 0))).all()))
    # Bytes other than 0 and 1 are invalid truth values, although numpy accepts them.
    check(_within(array.view(np.uint8) if array.dtype == np.bool_ else array, COLUMN_LIMITS[name]))


def check_together(
    elements: Sequence[Agent], columns: Mapping[str, npt.NDArray[Any]], points: int, step: int
) -> None:
    """Refuse arrays of a state that don't fit each other.

    `columns` has at least those of `TOGETHER`, `points` is the length of the pool of points.

    Raises:
        ValueError: if they don't.
    """
    check(columns["ids"].tolist() == [element.id for element in elements])
    check_roster(columns["ids"])
    # Agents on a shared route are not checked: any number can be a turn of a round.
    turns = [turns_of(one) if one.route is None else _MANY for one in elements]
    check(bool((columns["goal_indices"] < np.array(turns, np.int64)).all()))
    check(bool((columns["asked"] <= step).all()))
    start, current, end = (columns[f"path_{name}"] for name in ("start", "current", "end"))
    check(bool(((start <= current) & (current <= end) & (end <= points)).all()))
    check(int((end - start).sum()) <= points)


_MANY: Final = 2**31

TOGETHER: Final = ("ids", "goal_indices", "asked", "path_start", "path_current", "path_end")
"""Arrays that `check_together` needs."""


def _within(values: npt.NDArray[Any], limit: Limit) -> bool:
    """Return whether all numbers are finite and within the limit."""
    if values.size == 0:
        return True
    least, greatest = float(values.min()), float(values.max())
    return limit.least <= least and greatest <= limit.greatest and math.isfinite(greatest - least)
