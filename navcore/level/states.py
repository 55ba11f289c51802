"""States of a level: which doors are open, and what is switched off.

The drawing is the state without a name. Every other state is an edit on top of the drawing: it
opens or shuts the doors and switches the elements that it names; everything else stays as drawn.
Later changes of the drawing therefore apply to every state.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, TypeVar

from msgspec.structs import replace

from navcore.errors import UnknownState
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import Area, Element, Level, PathTest, Settings
from navcore.level.tables import DRAWN, State, ids_in, without_ids

ElementT = TypeVar("ElementT", bound=Element)

_NAMED: Final = 8
"""Ids that a note names."""


def names_of_states(level: Level) -> tuple[str, ...]:
    """Return the names of all states of a level, the drawing, "", first."""
    return (DRAWN, *(state.name for state in level.states))


def state_named(level: Level, name: str) -> State:
    """Return a state of a level; for "" one that leaves everything as drawn.

    Raises:
        UnknownState: if the level has none of this name; the text lists those that it has.
    """
    if name == DRAWN:
        return State(DRAWN)
    for state in level.states:
        if state.name == name:
            return state
    raise UnknownState(no_state(level, name))


def state_edit(level: Level, name: str) -> Edit:
    """Return the edit that puts a drawing in one of its states; empty for "", as drawn.

    Raises:
        UnknownState: as `state_named`.
    """
    return Edit.put(level, switched(level, state_named(level, name)))


def in_state(level: Level, name: str) -> Level:
    """Return a drawing in one of its states; the drawing itself if nothing differs.

    Raises:
        UnknownState: as `state_named`.
    """
    return state_edit(level, name).apply(level)


def edit_between_states(level: Level, drawing: Level, name: str) -> Edit:
    """Return the edit that puts a level, a drawing in any state, in one of its states.

    Raises:
        UnknownState: as `state_named`.
    """
    return Edit.between(level, in_state(drawing, name))


def switched(level: Level, state: State) -> list[Element]:
    """Return the elements that are not as drawn in a state, as they are there."""
    named = (level.get(key) for key in ids_in(state))
    pairs = ((one, switched_in(state, one)) for one in named if isinstance(one, Element))
    return [there for drawn, there in pairs if there is not drawn]


def switched_in(state: State, element: ElementT) -> ElementT:
    """Return an element of the drawing as it is in a state; itself if that is as drawn."""
    key, found = element.id, element
    if not can_switch(element):
        return element
    if key in state.doors and isinstance(element, Area) and element.door:
        found = turned(found, on=state.doors[key])
    if key in state.enabled:
        found = turned(found, on=True)
    if key in state.disabled:
        found = turned(found, on=False)
    return found if is_on(found) != is_on(element) else element


def can_switch(element: Element) -> bool:
    """Return whether an element can be open and shut, or on and off."""
    return _switches(type(element))


def is_on(element: Element) -> bool:
    """Return whether an element is open or on; true for elements that can't be switched."""
    return bool(getattr(element, "available" if isinstance(element, Area) else "enabled", True))


def turned(element: ElementT, *, on: bool) -> ElementT:
    """Return an element that can be switched, open or shut, on or off; itself if it is so."""
    if is_on(element) == on:
        return element
    if isinstance(element, Area):
        return replace(element, available=on)
    return replace(element, enabled=on)


def state_as(drawing: Level, now: Level, name: str) -> State:
    """Return the state in which everything is switched as in `now`, a variant of the drawing.

    It names every door and every element that is off, so that they stay so when the drawing is
    switched; of the elements that are on, it only names those that are off in the drawing.
    """
    doors: dict[int, bool] = {}
    off: list[int] = []
    on: list[int] = []
    for element in _switchable(now):
        if isinstance(element, Area) and element.door:
            doors[element.id] = element.available
        elif not is_on(element):
            off.append(element.id)
        elif isinstance(drawn := drawing.get(element.id), Element) and not is_on(drawn):
            on.append(element.id)
    return State(name, dict(sorted(doors.items())), tuple(sorted(off)), tuple(sorted(on)))


def with_switch(state: State, element: Element, *, on: bool) -> State:
    """Return the state in which an element is open or shut, on or off."""
    key = element.id
    disabled = tuple(one for one in state.disabled if one != key)
    enabled = tuple(one for one in state.enabled if one != key)
    if isinstance(element, Area) and element.door:
        doors = dict(sorted({**state.doors, key: on}.items()))
        return replace(state, doors=doors, disabled=disabled, enabled=enabled)
    if on:
        enabled = tuple(sorted((*enabled, key)))
    else:
        disabled = tuple(sorted((*disabled, key)))
    return replace(state, disabled=disabled, enabled=enabled)


def as_drawn(state: State, ids: Collection[int]) -> State:
    """Return the state that says nothing of these elements."""
    return without_ids((state,), ids)[0]


def notes_of_strangers(level: Level, path: object) -> Iterator[str]:
    """Yield a note for each state that names ids which the file lacks."""
    for name, ids in strangers(level):
        listed = ", ".join(map(str, ids[:_NAMED])) + (", ..." if len(ids) > _NAMED else "")
        yield f"{path}: state {name!r} names what can't be switched here, kept as it is: {listed}"


def strangers(level: Level) -> Iterator[tuple[str, list[int]]]:
    """Names of states with the ids, ascending, that no element to be switched has."""
    for state in level.states:
        strange = []
        for key in ids_in(state):
            item = level.get(key)
            is_door = isinstance(item, Area) and item.door
            known = isinstance(item, Element) and can_switch(item)
            if not (is_door if key in state.doors else known):
                strange.append(key)
        if strange:
            yield state.name, sorted(strange)


def copied_states(level: Level, copies: Iterable[tuple[Element, Element]]) -> list[Settings]:
    """Return settings in whose states copies are switched like their originals.

    Args:
        level: The level that receives the copies.
        copies: Elements of the level, each with its copy.

    Returns:
        The settings; empty if no state names one of the elements.
    """
    if not level.states:
        return []
    twins: dict[int, list[int]] = {}
    for element, copy in copies:
        twins.setdefault(element.id, []).append(copy.id)
    states = tuple(_with_twins(state, twins) for state in level.states)
    return [replace(level.settings, states=states)] if states != level.states else []


def _with_twins(state: State, twins: Mapping[int, list[int]]) -> State:
    if ids_in(state).isdisjoint(twins):
        return state
    doors = dict(state.doors)
    for key, flag in state.doors.items():
        doors.update(dict.fromkeys(twins.get(key, ()), flag))
    off, on = (
        tuple(sorted({*ids, *(twin for key in ids for twin in twins.get(key, ()))}))
        for ids in (state.disabled, state.enabled)
    )
    return replace(state, doors=dict(sorted(doors.items())), disabled=off, enabled=on)


def _switchable(level: Level) -> Iterator[Element]:
    """All elements of a level that can be switched."""
    for kind, held in level.held.items():
        if _switches(kind):
            yield from held.values()


def _switches(kind: type[Element]) -> bool:
    """Return whether states can switch elements of a kind; path tests name a state instead."""
    fields = kind.__struct_fields__
    return ("enabled" in fields or issubclass(kind, Area)) and not issubclass(kind, PathTest)


def no_state(level: Level, name: str) -> str:
    """Return the sentence that a level has no state of this name, with the names that it has."""
    known = ", ".join(state.name for state in level.states)
    if not known:
        return tr("The level has no state {0}: it has none besides the drawing.").format(repr(name))
    return tr("The level has no state {0}. It has: {1}.").format(repr(name), known)
