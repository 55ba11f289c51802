"""Wide gates that many come to from both sides: who stands back, and how people come out.

Through a gate with halves both sides pass at a time, as long as those who come out get away. So the
ones who wait leave them the half of the floor in front of the gate that lies on their side. On the
other half the first few come as near as they get, and the rest stands the farther back the more are
before them, with room between them. Who comes along the side of those who come out goes around at a
distance, a few at a time. Who comes out walks straight on before turning off.

Lengths are told in radii of bodies.
"""

from typing import Final

import numpy as np

from navcore.sim.agents import NEVER, Floats, Integers
from navcore.sim.crossings import MOST_MOUTHS
from navcore.sim.gate_turns import BEGINS, Ahead
from navcore.sim.narrow_places import FloorGates
from navcore.sim.run import Run

FIRST: Final = 20
"""So many on one side come as near to the gate as they get; with fewer nobody stands back."""
NEAREST: Final = 4.5
"""The others stand farther from the gate than this."""
SPACE: Final = 16.0
"""Floor for each of them, square radii."""
AROUND: Final = 15.5
"""How far from the gate those go around who come along the side of those who come out."""
ACROSS: Final = 4
"""So many of them do so at a time."""
ON: Final = 9.0
"""From where on they begin to, farther from the gate than `AROUND`."""
BEND: Final = np.radians(35.0)
"""By how much of a circle around the gate they aim ahead."""
ENTERS: Final = np.radians(75.0)
"""Up to this angle from the wall they go, then on to the gate."""
OUT: Final = 18.0
"""So far from the gate people walk straight on who come out of it."""
STRAIGHT: Final = 6.5
"""How far ahead these aim."""
BESIDE: Final = 1.2
"""How far from the middle line they keep."""
SECONDS: Final = 8.0
"""For so long after they came through."""


def stand_back(run: Run, ahead: Ahead, some: Integers) -> Integers:
    """Let those stand back from wide gates who have too many before them to pass soon.

    Args:
        run: The run.
        ahead: What agents know of the gates ahead.
        some: Those of them who come to a gate with halves by a mouth at which more than `FIRST`
            wait, while a stream comes out.

    Returns:
        (p,) sorted numbers of the mouths where this is done: of the gate and of the mouth.
    """
    agents = run.agents
    place = ahead.gate[some] * MOST_MOUTHS + ahead.side[some]
    rows, begins = ahead.rows[some], ahead.found[some, BEGINS]
    ids, radii = agents.ids[rows], agents.radii[rows]
    x, z, ux, uz, left, right = ahead.entries[some].T
    dx, dz = agents.positions[rows, 0] - x, agents.positions[rows, 1] - z
    middle = (right - left) / 2
    before, beside = -(dx * ux + dz * uz), dx * uz - dz * ux - middle
    away = np.sqrt(before * before + beside * beside)
    more = _places(place, begins, ids) - FIRST
    waits = (more >= 0) & (begins < radii * _reach(NEAREST, more))
    # On the side of those who come out.
    wrong = beside < radii
    across = wrong.nonzero()[0]
    more = _places(place[across], begins[across], ids[across]) - ACROSS
    waits[across] |= (more >= 0) & (away[across] < radii[across] * _reach(AROUND, more))
    agents.held[rows[waits]] = 1
    agents.aims[rows[waits]] = agents.positions[rows[waits]]
    least = AROUND * radii
    near = np.where(waits, least, least + ON * radii)
    around = np.flatnonzero(wrong & (away < near))
    angle = np.arctan2(before, beside)
    angle = np.where(waits, angle, np.maximum(ENTERS, angle - BEND))[around]
    far = np.maximum(least, away)[around]
    ahead_by, aside = far * np.sin(angle), far * np.cos(angle) + middle[around]
    ux, uz = ux[around], uz[around]
    agents.aims[rows[around], 0] = x[around] - ahead_by * ux + aside * uz
    agents.aims[rows[around], 1] = z[around] - ahead_by * uz - aside * ux
    return np.unique(place)


def _places(queue: Integers, begins: Floats, ids: Integers) -> Integers:
    """(k,) how many are before each in its queue: nearer, or as near with a lower id."""
    order = np.lexsort((ids, begins, queue))
    queue = queue[order]
    places = np.empty(len(order), np.int64)
    places[order] = np.arange(len(order)) - np.searchsorted(queue, queue)
    return places


def _reach(least: float, more: Integers) -> Floats:
    """(k,) radius of the quarter of a circle that has room for so many beyond a distance."""
    reach: Floats = least + np.sqrt(4.0 * SPACE / np.pi * np.maximum(more, 0))
    return reach


def come_out(run: Run, floors: list[FloorGates], full: Integers) -> None:
    """Let those walk straight on who came out of gates where others stand back.

    Args:
        run: The run.
        floors: The gates of its floors.
        full: (p,) see `stand_back`.
    """
    agents = run.agents
    late = SECONDS * run.settings.steps_per_second
    # Few came through lately, so only these are looked at.
    some = ((agents.through != NEVER) & (run.step - agents.through < late)).nonzero()[0]
    some = some[agents.has_path()[some] & (agents.held[some] == 0)]
    some = some[np.isnan(agents.aims[some, 0])]
    some = some[np.isin(agents.gate_left[some], np.unique(full // MOST_MOUTHS))]
    for number, gates in enumerate(floors):
        if not len(gates.indices):
            continue
        rows = some if len(floors) == 1 else some[run.floors.numbers[some] == number]
        order = np.argsort(gates.indices)
        found = np.searchsorted(gates.indices[order], agents.gate_left[rows])
        gate = order[np.minimum(found, len(order) - 1)]
        known = gates.indices[gate] == agents.gate_left[rows]
        _go_straight(run, rows[known], gates.indices[gate[known]], gates.entries[gate[known]], full)


def _go_straight(run: Run, rows: Integers, gate: Integers, entries: Floats, full: Integers) -> None:
    """Let these agents head away from the mouths by which they came out, on their own side."""
    agents = run.agents
    if not len(rows):
        return
    away = entries[:, :, :2] - agents.positions[rows][:, None]
    mouth = np.nanargmin((away * away).sum(axis=2), axis=1)
    is_full = np.isin(gate * MOST_MOUTHS + mouth, full)
    rows = rows[is_full]
    x, z, ux, uz, left, right = entries[is_full, mouth[is_full]].T
    radii, middle = agents.radii[rows], (right - left) / 2

    def seen(places: Floats) -> tuple[Floats, Floats]:
        """How far places lie in front of the mouth, and to the right of the way in."""
        dx, dz = places[:, 0] - x, places[:, 1] - z
        return -(dx * ux + dz * uz), dx * uz - dz * ux - middle

    before, beside = seen(agents.positions[rows])
    next_before, next_beside = seen(agents.points[agents.path_current[rows]])
    turns = (next_beside > -0.5 * radii) | (next_before < before)
    turns &= (before > -2.0 * radii) & (before * before + beside * beside < (OUT * radii) ** 2)
    ahead = before + STRAIGHT * radii
    aside = np.minimum(beside, -BESIDE * radii) + middle
    agents.aims[rows[turns], 0] = (x - ahead * ux + aside * uz)[turns]
    agents.aims[rows[turns], 1] = (z - ahead * uz - aside * ux)[turns]
