"""Messages about a narrow place under the mouse."""

import math

from editor.tools.messages import hint, metres
from navcore.i18n import tr
from navcore.proof.verdicts import Kind


def passage(kind: Kind, width: float, always_from: float, greatest_radius: float) -> str:
    """Return the width of a narrow place, and the agents that can pass.

    `always_from` is the width from which it is open on every grid; `greatest_radius` that of the
    largest who always fits, infinite where everybody does.
    """
    if kind == "always":
        bold = tr("{0}, wide enough.").format(metres(width))
        if not math.isfinite(greatest_radius):
            return hint(bold, tr("Agents of any radius fit"))
        # Rounded down, or whoever is told to fit might not.
        fits = math.floor(greatest_radius * 100 + 1e-6) / 100
        return hint(bold, tr("Agents up to {0} in radius fit").format(metres(fits)))
    if kind == "by luck":
        bold = tr("{0}, passable only at this grid alignment.").format(metres(width))
    else:
        bold = tr("{0}, too narrow.").format(metres(width))
    # Rounded up, or a gap of the width that is told might still depend on the grid.
    needed = math.ceil(always_from * 100 - 1e-6) / 100
    return hint(bold, tr("Always open from {0}").format(metres(needed)))
