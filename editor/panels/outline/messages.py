"""Texts of rows of the outline."""

from editor.kinds import appearance_in, appearance_of
from editor.tools.messages.agent_types import requires
from editor.tools.messages.link import type_words as link_words
from editor.tools.stop_options import MODES
from navcore.i18n import several, tr
from navcore.level.model import Agent, Area, Element, Link, Route, Waypoint, Zone


def title_of(section: int) -> str:
    """Return the title of a section."""
    return tr(appearance_in(section).title)


def title_of_others(section: int) -> str:
    """Return the heading of a section if a group has its usual name."""
    return tr(appearance_in(section).others)


def label_of(element: Element, in_run: bool | None = None) -> str:
    """Return the element's name, and whether it is shut or off; `in_run` as for `state_of`."""
    name, state = element.name or _word_for(element), state_of(element, in_run)
    return f"{name} {state}" if state else name


def state_of(element: Element, in_run: bool | None = None) -> str:
    """Return the grey text after a name: shut or off, its needs, or an agent's type.

    `in_run` says, for an element switched by a run, whether it is on there.
    """
    if in_run is not None:
        return _state_in_run(element, on=in_run)
    if isinstance(element, Agent):
        return tr("({0})").format(element.profile) if element.profile else ""
    if isinstance(element, Area) and element.available:
        return tr("({0})").format(requires(element.needs)) if element.needs else ""
    if isinstance(element, Link):
        return tr("({0})").format(link_words(element.type).lower())
    if isinstance(element, Route):
        stops = several(len(element.stops), "1 stop", "{0} stops")
        return tr("({0}, {1})").format(tr(MODES[element.mode]).lower(), stops)
    return "" if element.active else tr(appearance_of(element).inactive)


def _state_in_run(element: Element, *, on: bool) -> str:
    if isinstance(element, Area):
        return tr("(open in this run)") if on else tr("(shut in this run)")
    if isinstance(element, Zone):
        return tr("(laid in this run)") if on else tr("(not laid in this run)")
    if isinstance(element, Waypoint):
        return tr("(on in this run)") if on else tr("(off in this run)")
    return tr("(in the way in this run)") if on else tr("(knocked down in this run)")


def is_found(element: Element, words: list[str]) -> bool:
    """Return whether all words, in small letters, are in its name, kind, group or tags."""
    text = " ".join((element.name, element.group, _word_for(element), *element.tags)).casefold()
    return all(word in text for word in words)


def _word_for(element: Element) -> str:
    return tr(appearance_of(element).stem)
