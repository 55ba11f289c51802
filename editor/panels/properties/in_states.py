"""States of the level in which the single selected element is open or on."""

from collections.abc import Sequence

from editor.document import Document
from editor.tools.messages import states as say
from navcore.level.model import Area, Element
from navcore.level.states import can_switch, is_on, state_named, switched_in


def states_of(document: Document, elements: Sequence[Element]) -> str:
    """Return a sentence about it; empty in a level without states."""
    level = document.drawing
    drawn = level.get(elements[0].id) if len(elements) == 1 and level.states else None
    if not isinstance(drawn, Element) or not can_switch(drawn):
        return ""
    names = document.state.names
    on = [one for one in names if is_on(switched_in(state_named(level, one), drawn))]
    return say.where_on(on, names, is_door=isinstance(drawn, Area) and drawn.door)
