"""Steps of the grid: those that the user can choose, and those drawn at a zoom. No Qt."""

from typing import Final

from editor.look.style import CANVAS

STEPS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 5.0, 10.0)
"""Steps of the grid that the user can choose, metres."""

LADDER: Final[tuple[tuple[float, float], ...]] = (
    (0.1, 1.0), (0.25, 1.0), (0.5, 5.0), (1.0, 5.0), (2.0, 10.0), (5.0, 25.0), (10.0, 50.0),
    (25.0, 100.0), (50.0, 250.0),
)  # fmt: skip
"""Minor and major step, metres."""
FACTORS: Final = (1, 2, 5, 10, 25, 50, 100, 250, 500)
"""Minor steps of other grids, such as cells, in steps; the major step is five times that."""


def next_step(step: float, direction: int) -> float:
    """Return the next coarser (1) or finer (-1) step."""
    nearest = min(range(len(STEPS)), key=lambda index: abs(STEPS[index] - step))
    return STEPS[min(len(STEPS) - 1, max(0, nearest + direction))]


def drawn_steps(snap_step: float, scale: float) -> tuple[float, float]:
    """Return the steps in metres of minor and major lines at `scale` pixels a metre.

    The minor step is the snap step, or the next coarser one that is wide enough.
    """
    ladder = LADDER
    if snap_step not in STEPS:
        ladder = tuple((snap_step * factor, 5 * snap_step * factor) for factor in FACTORS)
    for minor, major in ladder:
        if minor >= snap_step - 1e-9 and minor * scale >= CANVAS.grid_fade_from:
            return minor, major
    return ladder[-1]
