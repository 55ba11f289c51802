"""Tracks: the paths that agents of a recording walked, as lines on a storey."""

from collections.abc import Callable, Collection
from typing import Final

import numpy as np

from navcore.level.tables import GROUND
from navcore.sim.agents import Floats, Integers
from navcore.sim.recording.frames import rows_of
from navcore.sim.recording.recording import Recording

_STEP: Final = 0.1
"""Metres: places nearer than this to the last one are left out."""


def _do_nothing() -> None:
    """Default `pulse`: never end the work."""


def tracks_of(
    recording: Recording,
    ids: Collection[int] | None = None,
    *,
    layer: str = GROUND,
    pulse: Callable[[], None] = _do_nothing,
) -> list[Floats]:
    """Return the tracks (n, 2) of agents on a storey, metres, ordered by their beginnings.

    An agent has several if it was moved by a request, was on another storey, or was added again.

    Args:
        recording: The run.
        ids: Ids of the agents; None: all.
        layer: Name of the storey.
        pulse: Called once for each frame; what it raises ends the work.

    Raises:
        NavcoreError: if the recording was damaged.
    """
    names = recording.level.settings.layer_names
    if layer not in names:
        return []
    storey, wanted = names.index(layer), None if ids is None else np.array(sorted(ids), np.int64)
    tracks: list[list[tuple[float, float]]] = []
    running: dict[int, list[tuple[float, float]]] = {}
    before: Integers = np.empty(0, np.int64)
    kept = np.empty((0, 2))
    # `kept`: the last place in each agent's track.
    for tick in range(recording.ticks):
        pulse()
        frame = recording.frame(tick)
        here = frame.layers == storey
        if wanted is not None:
            here &= np.isin(frame.ids, wanted)
        now, places = frame.ids[here], frame.positions[here]
        rows, goes_on = rows_of(now, before)
        goes_on &= ~frame.teleported[here]
        last = kept[rows] if len(before) else places
        stays = goes_on & (np.hypot(*(places - last).T) < _STEP)
        for row in np.flatnonzero(~stays).tolist():
            agent, (x, z) = int(now[row]), places[row].tolist()
            if not goes_on[row]:
                running[agent] = []
                tracks.append(running[agent])
            running[agent].append((x, z))
        before, kept = now, np.where(stays[:, None], last, places)
    return [np.array(track) for track in tracks]
