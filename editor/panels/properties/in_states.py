"""In which states of the level the one element that is selected is open, or on."""

from collections.abc import Sequence

from editor.document import Document
from editor.tools.messages import states as say
from navcore.level.model import Agent, Area, Element, Obstacle, Waypoint, Zone
from navcore.level.states import can_switch, is_on, state_named, switched_in

_ROWS = {Obstacle: "enabled", Zone: "laid", Waypoint: "used", Agent: "takes_part"}
"""Keys of the rows that switch elements; areas have one as doors, and one as floor."""


def state_notes(document: Document, elements: Sequence[Element]) -> dict[str, str]:
    """Return a sentence under the key of its row; none in a level without states."""
    level = document.drawing
    drawn = level.get(elements[0].id) if len(elements) == 1 and level.states else None
    if not isinstance(drawn, Element) or not can_switch(drawn):
        return {}
    names = document.state.names
    on = [one for one in names if is_on(switched_in(state_named(level, one), drawn))]
    is_door = isinstance(drawn, Area) and drawn.door
    key = ("available" if is_door else "floor") if isinstance(drawn, Area) else ""
    return {key or _ROWS.get(type(drawn), "enabled"): say.where_on(on, names, is_door=is_door)}
