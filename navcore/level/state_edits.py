"""Edits of a level that is shown in one of its states, and edits of its drawing.

A designer who edits a level in a state sees its doors as the state sets them. What the designer
switches is written to the state's row, everything else to the drawing. Both directions only look at
the items of the edit, so that they are cheap during a drag.
"""

from msgspec.structs import replace

from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.model import SETTINGS_ID, Element, Item, Level, Settings
from navcore.level.states import can_switch, is_on, switched_in, turned, with_switch
from navcore.level.tables import DRAWN, State, ids_in


def edit_of_drawing(drawing: Level, shown: Level, name: str, edit: Edit) -> Edit:
    """Return the edit of a drawing that does what an edit of it in a state does.

    Args:
        drawing: The level as drawn.
        shown: The same level in the state.
        name: Name of the state; "" gives `edit` itself.
        edit: Leads from `shown` to another level. Elements that it switches are switched in the
            state's row; elements that are new are drawn as they are, copies as their sources are
            drawn, unless they were switched since.
    """
    if name == DRAWN:
        return edit
    after: dict[int, Item | None] = {}
    turns: list[tuple[Element, bool]] = []
    for key, item in edit.after.items():
        before, drawn = edit.before[key], drawing.get(key)
        after[key] = item
        if isinstance(item, Element) and isinstance(before, Element) and can_switch(item):
            if can_switch(before) and is_on(before) != is_on(item):
                turns.append((item, is_on(item)))
            if isinstance(drawn, Element) and can_switch(drawn):
                after[key] = turned(item, on=is_on(drawn))
        elif isinstance(item, Element) and key in edit.sources and can_switch(item):
            source, there = drawing.get(edit.sources[key]), shown.get(edit.sources[key])
            if isinstance(source, Element) and isinstance(there, Element) and can_switch(source):
                after[key] = turned(item, on=is_on(source)) if _alike(item, there) else item
    settings = after.get(SETTINGS_ID, drawing.settings)
    if turns and isinstance(settings, Settings):
        after[SETTINGS_ID] = _with_turns(settings, name, turns)
    before_all = {key: drawing.get(key) for key in after}
    changed = [key for key, item in after.items() if before_all[key] != item]
    label = edit.label
    if turns and label and changed == [SETTINGS_ID]:
        label = tr("{0} in {1}").format(label, name)
    return Edit(
        {key: before_all[key] for key in changed}, {key: after[key] for key in changed}, label
    )


def edit_of_shown(shown: Level, before: State, drawing: Level, after: State, edit: Edit) -> Edit:
    """Return the edit of a level in a state that follows an edit of its drawing.

    Args:
        shown: The level in the state `before`.
        before: The state that `shown` is in.
        drawing: The drawing after the edit.
        after: The same state after the edit.
        edit: The edit that leads to `drawing`.
    """
    keys = dict.fromkeys(edit.after)
    if before is not after:
        keys.update(dict.fromkeys(sorted(ids_in(before) | ids_in(after))))
    new = {key: _in(after, drawing.get(key)) for key in keys}
    olds = {key: shown.get(key) for key in keys}
    changed = [key for key, item in new.items() if olds[key] is not item and olds[key] != item]
    return Edit({key: olds[key] for key in changed}, {key: new[key] for key in changed}, edit.label)


def state_after(name: str, before: Level, after: Level) -> str:
    """Return the name that a state has after an edit of the level's states; "" if it is gone."""
    olds, news = ([state.name for state in level.states] for level in (before, after))
    if name in news or name not in olds:
        return name if name in news else DRAWN
    renamed = news[olds.index(name)] if len(olds) == len(news) else DRAWN
    return renamed if renamed not in olds else DRAWN


def _alike(one: Element, other: Element) -> bool:
    return type(one) is type(other) and is_on(one) == is_on(other)


def _in(state: State, item: Item | None) -> Item | None:
    return switched_in(state, item) if isinstance(item, Element) else item


def _with_turns(settings: Settings, name: str, turns: list[tuple[Element, bool]]) -> Settings:
    states = []
    for state in settings.states:
        if state.name == name:
            for element, on in turns:
                state = with_switch(state, element, on=on)  # noqa: PLW2901
        states.append(state)
    return replace(settings, states=tuple(states))
