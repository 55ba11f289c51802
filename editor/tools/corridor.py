"""Why an edge can't be taken: what agents of the shown type would touch along it."""

from editor.tools.messages import short
from editor.tools.tool import ToolView
from navcore.graph.clearance import Blocked, Clearance
from navcore.i18n import tr
from navcore.level.model import Element, Level, Point, Profile


class CorridorCheck:
    """Tells whether edges are clear; knows what blocks until something of it changes."""

    def __init__(self) -> None:
        """Nothing is known yet."""
        self._known: tuple[tuple[object, ...], Clearance] | None = None

    def blocked(self, start: Point, end: Point, view: ToolView) -> Blocked | None:
        """Return what blocks the edge between two places on the storey in hand."""
        return self.clearance(view).blocked(start, end, shown_radius(view.level, view.profile))

    def clearance(self, view: ToolView) -> Clearance:
        """Return what blocks on the storey in hand, for agents of the shown type."""
        level, profile = view.level, view.profile
        abilities = () if profile is None else profile.abilities
        key = (level.areas, level.obstacles, level.settings, view.storey, abilities)
        known = self._known
        if (
            known is None
            or not all(a is b for a, b in zip(key[:3], known[0], strict=False))
            or (key[3:] != known[0][3:])
        ):
            made = Clearance.of(level, view.storey, abilities=abilities)
            self._known = known = (key, made)
        return known[1]


def name_of(found: Blocked, level: Level) -> str:
    """What blocks an edge, in words."""
    element = None if found.element is None else level.get(found.element)
    if not isinstance(element, Element):
        return tr("The edge of the floor")
    return short(element.name) if element.name else tr("An obstacle")


def shown_radius(level: Level, profile: Profile | None) -> float:
    """The radius of agents of a type in a level, metres; None: of those without a type."""
    if profile is not None and profile.radius is not None:
        return profile.radius
    return level.settings.agent_radius
