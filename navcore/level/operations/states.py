"""States of a level: added from how everything is switched, changed, renamed, removed, reordered.

The drawing, the state without a name, is switched by operations on its elements.
"""

from collections.abc import Collection, Sequence
from typing import Final

from msgspec.structs import replace

from navcore.errors import NavcoreError
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Area, Element, Item, Level, PathTest, Settings, State
from navcore.level.naming import called, next_name, numbered
from navcore.level.operations.tables import free_name
from navcore.level.states import (
    as_drawn,
    can_switch,
    in_state,
    state_as,
    state_named,
    turned,
    with_switch,
)
from navcore.level.tables import DRAWN, EVERY_STATE

STEM: Final = mark("state")
"""New states are called `state_1`, `state_2`."""


def add_state(level: Level, now: Level | None = None, name: str = "") -> Edit:
    """Add a state at the end of the list, with everything switched as in `now`.

    `now` is the level in another state, or as a run switched it; None for the drawing. Without a
    name the state is called `state_1`, or the next number that is free.

    Raises:
        NavcoreError: if the name is taken.
    """
    name = _free(level, name) if name else numbered(_names(level), tr(STEM))
    made = state_as(level, now or level, name)
    return _put(level, [*level.states, made], tr("Add state {0}").format(name))


def duplicate_state(level: Level, name: str) -> Edit:
    """Add a copy of a state right after it; a copy of "" is made from the drawing.

    Raises:
        UnknownState: if no state has the name.
    """
    if name == DRAWN:
        return add_state(level)
    states = list(level.states)
    copy = replace(state_named(level, name), name=next_name(_names(level), name))
    states.insert(_row(level, name) + 1, copy)
    return _put(level, states, tr("Duplicate state {0}").format(name))


def update_state(level: Level, name: str, now: Level) -> Edit:
    """Set a state to the switches of `now`, see `add_state`.

    Raises:
        UnknownState: if no state has the name.
    """
    old, new = state_named(level, name), state_as(level, now, name)
    return _change(level, replace(new, extra=old.extra), tr("Update state {0}").format(name))


def rename_state(level: Level, name: str, new: str) -> Edit:
    """Rename a state; exports and tests follow. Spaces around the name are dropped.

    Raises:
        UnknownState: if no state has the name.
        NavcoreError: if the new one is empty or taken.
    """
    row, new = _row(level, name), _free(level, new, but=name)
    states = list(level.states)
    states[row] = replace(states[row], name=new)
    items: list[Item] = [_settings(level, states, name, new)]
    items += [replace(test, state=new) for test in _tests_in(level, name)]
    return Edit.put(level, items, tr("Rename state {0} to {1}").format(name, new))


def delete_state(level: Level, name: str) -> Edit:
    """Delete a state and its tests; exports of it export the drawing.

    Raises:
        UnknownState: if no state has the name.
    """
    gone = state_named(level, name)
    kept = [state for state in level.states if state is not gone]
    items: dict[int, Item | None] = {SETTINGS_ID: _settings(level, kept, name, DRAWN)}
    items.update(dict.fromkeys(test.id for test in _tests_in(level, name)))
    return Edit.change(level, items, tr("Delete state {0}").format(name))


def move_state(level: Level, name: str, to: int) -> Edit:
    """Move a state to another position of the list, counted from 0.

    Raises:
        UnknownState: if no state has the name.
    """
    row = _row(level, name)
    states = list(level.states)
    states.insert(min(max(to, 0), len(states) - 1), states.pop(row))
    words = tr("Move state {0} up") if to < row else tr("Move state {0} down")
    return _put(level, states, words.format(name))


def switch_in_state(level: Level, name: str, ids: Collection[int], *, on: bool) -> Edit:
    """Open or shut, enable or disable elements in a state; for "", in the drawing.

    Raises:
        KeyError: if an id is not the level's.
        UnknownState: if no state has the name.
    """
    elements = [one for one in map(level.element, ids) if can_switch(one)]
    said = _SAID[all(isinstance(one, Area) and one.door for one in elements), on]
    return _switched(level, name, [(one, on) for one in elements], said)


def toggle_doors_in_state(level: Level, name: str, ids: Collection[int]) -> Edit:
    """Open each of these doors that is shut in a state, and shut each that is open.

    Raises:
        KeyError, UnknownState: as `switch_in_state`.
    """
    shown = in_state(level, name)
    doors = [one for one in map(shown.element, ids) if isinstance(one, Area) and one.door]
    ways = {door.available for door in doors}
    said = _SAID[True, True not in ways] if len(ways) == 1 else mark("Toggle {0}")
    return _switched(level, name, [(door, not door.available) for door in doors], said)


def leave_as_drawn(level: Level, name: str, ids: Collection[int]) -> Edit:
    """Remove elements from a state, so that they are as drawn.

    Raises:
        KeyError: if an id is not the level's.
        UnknownState: if no state has the name.
    """
    elements = [*map(level.element, ids)]
    state = as_drawn(state_named(level, name), {one.id for one in elements})
    label = tr("Leave {0} as drawn in {1}").format(called(elements), name) if elements else ""
    return _change(level, state, label)


_SAID: Final = {
    (True, True): mark("Open {0}"),
    (True, False): mark("Shut {0}"),
    (False, True): mark("Switch {0} on"),
    (False, False): mark("Switch {0} off"),
}


def _switched(level: Level, name: str, switches: Sequence[tuple[Element, bool]], said: str) -> Edit:
    """Switch elements in a state, each as given."""
    drawn = [level.element(element.id) for element, _ in switches]
    label = tr(said).format(called(drawn)) if drawn else ""
    if name == DRAWN:
        ways = [on for _, on in switches]
        return Edit.put(
            level, [turned(one, on=on) for one, on in zip(drawn, ways, strict=True)], label
        )
    state = state_named(level, name)
    for element, on in switches:
        state = with_switch(state, element, on=on)
    return _change(level, state, tr("{0} in {1}").format(label, name))


def _change(level: Level, state: State, label: str) -> Edit:
    states = list(level.states)
    states[_row(level, state.name)] = state
    return _put(level, states, label)


def _put(level: Level, states: Sequence[State], label: str) -> Edit:
    return Edit.put(level, [replace(level.settings, states=tuple(states))], label)


def _settings(level: Level, states: Sequence[State], name: str, new: str) -> Settings:
    """Return settings with these states, and exports of `name` changed to `new`."""
    exports = tuple(
        replace(target, state=new) if target.state == name else target
        for target in level.settings.exports
    )
    return replace(level.settings, states=tuple(states), exports=exports)


def _tests_in(level: Level, name: str) -> list[PathTest]:
    """Return the path tests of a state."""
    return [test for test in level.of(PathTest).values() if test.state == name]


def _names(level: Level) -> set[str]:
    return {state.name for state in level.states}


def _row(level: Level, name: str) -> int:
    return level.states.index(state_named(level, name))


def _free(level: Level, name: str, *, but: str = "") -> str:
    """Return a name that no other state has.

    Raises:
        NavcoreError: if it is empty, too long or taken.
    """
    missing, other = tr("A state needs a name."), tr("Another state is called {0}.")
    if name.strip() == EVERY_STATE:
        raise NavcoreError(tr("{0} stands for every state: choose another name.").format(name))
    return free_name(name, _names(level) - {but}, missing=missing, other=other)
