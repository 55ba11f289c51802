"""Messages of the tool Drawn walk."""

from editor.tools.messages import ESC_CLOSES, hint, metres, place
from navcore.i18n import several, tr
from navcore.level.model import Point


def idle() -> str:
    """Nothing is drawn yet."""
    return hint(
        tr("Drag draws a walk that leaves waypoints."),
        tr("Click goes corner by corner"),
        tr("Digits type a place"),
    )


def counted(waypoints: int, edges: int) -> str:
    """`7 new waypoints, 9 new edges`."""
    parts = []
    if waypoints:
        parts.append(several(waypoints, "1 new waypoint", "{0} new waypoints"))
    if edges or not waypoints:
        parts.append(several(edges, "1 new edge", "{0} new edges"))
    return ", ".join(parts)


def drawing(waypoints: int, edges: int, length: float, breaks: int) -> str:
    """The walk follows the mouse."""
    said = tr("Release lays {0} along {1}.").format(counted(waypoints, edges), metres(length))
    return hint(said, _parted(breaks), tr("Esc drops the walk"))


def corners(waypoints: int, edges: int, breaks: int) -> str:
    """Corners of the walk are set."""
    said = tr("Click goes on; Enter lays {0}.").format(counted(waypoints, edges))
    return hint(said, _parted(breaks), tr("Backspace removes one"), tr("Esc drops the walk"))


def typed(at: Point) -> str:
    """A place is typed."""
    return hint(tr("Enter leads the walk to {0}.").format(place(at)), tr(ESC_CLOSES))


def no_room() -> str:
    """No place of the walk has room for an agent."""
    bold = tr("No room here for an agent of this type.")
    return hint(bold, tr("Lead the walk over free floor"), tr("Esc drops the walk"))


def nothing_new() -> str:
    """The network leads along the walk already."""
    return hint(tr("The network leads here already: nothing is new."), tr("Esc drops the walk"))


def _parted(breaks: int) -> str:
    if not breaks:
        return ""
    return several(breaks, "Parted by a wall", "Parted by walls in {0} places")
