"""Messages about an island under the mouse."""

from editor.tools.messages import hint, number
from navcore.i18n import tr


def island(place: int, count: int, area: float) -> str:
    """Return an island's number by size, and its floor in square metres."""
    told = tr("{0} m²").format(number(area, 1))
    if count == 1:
        return hint(tr("All floor is connected, {0}.").format(told))
    bold = tr("Island {0} of {1}, {2}.").format(place, count, told)
    return hint(bold, tr("No path leads from one island to another"))
