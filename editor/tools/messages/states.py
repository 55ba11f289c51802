"""Messages about states of the level."""

from collections.abc import Sequence

from editor.tools.keys import key
from editor.tools.messages import short
from navcore.i18n import several, tr
from navcore.level.model import Area, Element
from navcore.level.naming import called
from navcore.level.states import is_on
from navcore.level.switches import as_switch


def state_words(name: str) -> str:
    """Return the displayed name of a state."""
    return name or tr("As drawn")


def shown(name: str) -> str:
    """Return the effect of the shown state on switches."""
    if not name:
        return tr("The level is shown as drawn.")
    said = tr(
        "{0} is shown: what you open, shut or switch goes into it, the rest is drawn for all."
    )
    return said.format(short(name))


def choose_another() -> str:
    """Return how to show another state."""
    return tr("Show the level in another state")


def added(name: str) -> str:
    """A state was added from the current switches."""
    said = tr("{0} holds the doors as they stand. What you open or shut now goes into it.")
    return said.format(short(name))


def updated(name: str) -> str:
    """A state was updated from the current switches."""
    return tr("{0} holds the doors as they stand in the run.").format(short(name))


def counts(open_doors: int, shut: int) -> str:
    """Return the numbers of open and closed doors."""
    return tr("{0} open, {1} shut").format(open_doors, shut)


def differs(elements: Sequence[Element], most: int = 6) -> str:
    """Return the elements that differ from the drawing in a state."""
    if not elements:
        return tr("Everything is as drawn.")
    told = ", ".join(map(_told, elements[:most]))
    more = len(elements) - most
    if more > 0:
        told = several(more, "{1} and 1 more", "{1} and {0} more", told)
    return tr("Not as drawn: {0}").format(told)


def _told(element: Element) -> str:
    is_door = isinstance(as_switch(element), Area)
    if is_door:
        words = tr("{0} open") if is_on(element) else tr("{0} shut")
    else:
        words = tr("{0} on") if is_on(element) else tr("{0} off")
    return words.format(short(called([element])))


def where_on(on: Sequence[str], names: Sequence[str], *, is_door: bool) -> str:
    """Return the states in which a door is open, or another element is on."""
    if len(on) == len(names):
        return tr("Open in every state") if is_door else tr("On in every state")
    if not on:
        return tr("Shut in every state") if is_door else tr("Off in every state")
    told = ", ".join(short(state_words(name)) for name in on)
    return (tr("Open in: {0}") if is_door else tr("On in: {0}")).format(told)


def toggles(*, is_open: bool, state: str, door: str = "") -> str:
    """Return what a key does with the door under the mouse, and in which shown state.

    The door is named where `door` gives its name: something else lies above it.
    """
    what, does = key("toggle_door"), tr("{0} shuts it") if is_open else tr("{0} opens it")
    if door and state:
        does = tr("{0} shuts {1} in {2}") if is_open else tr("{0} opens {1} in {2}")
        return does.format(what, short(door), short(state))
    if door:
        does = tr("{0} shuts {1}") if is_open else tr("{0} opens {1}")
        return does.format(what, short(door))
    if state:
        does = tr("{0} shuts it in {1}") if is_open else tr("{0} opens it in {1}")
        return does.format(what, short(state))
    return does.format(what)
