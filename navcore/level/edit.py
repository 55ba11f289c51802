"""Edit: the only way a level changes, the only undo payload, the only change message."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import msgspec

from navcore.errors import EditConflict, NavcoreError
from navcore.level.canonical import are_near_outlines, canonical_items, refuse_far_places, title_of
from navcore.level.kinds import may_refer, refers
from navcore.level.model import SETTINGS_ID, Element, Item, Level, Settings
from navcore.level.tables import without_ids


@dataclass(frozen=True, slots=True)
class Edit:
    """The difference between two levels, item by item.

    `before` and `after` map ids to items; an absent item is None. The settings have the id
    `SETTINGS_ID`. `label` is the text of the undo step: "Move table_3". `sources` maps the ids of
    added elements that are copies to the ids of their originals, if known: it is not part of the
    difference; it lets a copy look like its original in every state.
    """

    before: Mapping[int, Item | None] = field(default_factory=lambda: MappingProxyType({}))
    after: Mapping[int, Item | None] = field(default_factory=lambda: MappingProxyType({}))
    label: str = ""
    sources: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}), compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle by items."""
        return (Edit, (dict(self.before), dict(self.after), self.label, dict(self.sources)))

    def __deepcopy__(self, memo: object) -> "Edit":
        """Return this edit, which never changes."""
        return self

    @staticmethod
    def change(level: Level, items: Mapping[int, Item | None], label: str = "") -> "Edit":
        """Make the edit that puts `items` into `level`; unchanged items are left out.

        Elements that refer to deleted elements are changed or deleted with them, so no reference
        dangles. Stops move with their waypoints.

        Raises:
            EditConflict: if an item has another id than its key, or the settings are deleted.
            NavcoreError: if an item has a point or number that no level can hold, lies
                beyond `navcore.level.limits.FARTHEST`, or refers to what is not in the level.
        """
        before: dict[int, Item | None] = {}
        after: dict[int, Item | None] = {}
        # Most of a network that moves stays as it is: edges lie where their waypoints do.
        olds = dict(zip(items, level.items_under(items), strict=True))
        items = {i: item for i, item in items.items() if item is None or olds[i] is not item}
        given = items = canonical_items(items)
        refer = [kind for kind in set(map(type, items.values())) if _refers(kind)]
        put = [item for item in items.values() if type(item) in refer] if refer else []
        items = _without_gone(level, _released(level, items, put))
        if put:
            _refuse_dangling(level, items)
        items = _with_followers(level, items)
        near = are_near_outlines(items.values())
        for item_id, item in items.items():
            _check_place(item_id, item)
            found = olds[item_id] if item_id in olds else level.get(item_id)
            if found is not item and found != item:
                if not near or item_id not in given:
                    refuse_far_places(item)
                before[item_id], after[item_id] = found, item
        return Edit(before, after, label)

    @staticmethod
    def put(level: Level, items: Iterable[Item], label: str = "") -> "Edit":
        """Make the edit that adds these items, or replaces those with the same ids."""
        put = {i.id if isinstance(i, Element) else SETTINGS_ID: i for i in items}
        return Edit.change(level, put, label)

    @staticmethod
    def remove(level: Level, ids: Iterable[int], label: str = "") -> "Edit":
        """The edit that removes the elements with these ids."""
        return Edit.change(level, dict.fromkeys(ids, None), label)

    @staticmethod
    def between(
        old: Level, new: Level, label: str = "", *, among: Iterable[int] | None = None
    ) -> "Edit":
        """Make the edit that leads from `old` to `new`.

        `among` are the only ids under which both may differ, if the caller knows them.
        """
        before: dict[int, Item | None] = {}
        after: dict[int, Item | None] = {}
        if among is not None:
            for item_id in among:
                before[item_id], after[item_id] = old.get(item_id), new.get(item_id)
        elif old.settings is not new.settings:
            before[SETTINGS_ID], after[SETTINGS_ID] = old.settings, new.settings
        kinds = old.held.keys() | new.held.keys() if among is None else ()
        for kind in kinds:
            olds, news = old.of(kind), new.of(kind)
            if olds is not news:
                # An id may belong to another kind after the edit: the first entry is kept.
                for item_id, item in _changed_items(news, olds):
                    before[item_id] = item
                    after.setdefault(item_id)
                for item_id, item in _changed_items(olds, news):
                    after[item_id] = item
                    before.setdefault(item_id)
        changed = [i for i, item in after.items() if before[i] is not item and before[i] != item]
        changed.sort()
        for item_id in changed:
            _check_place(item_id, after[item_id])
        return Edit({i: before[i] for i in changed}, {i: after[i] for i in changed}, label)

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.after)

    def apply(self, level: Level) -> Level:
        """Return the level after this edit.

        Raises:
            EditConflict: if `level` does not contain the items that the edit expects.
        """
        present = level.items_under(self.before)
        for (item_id, expected), found in zip(self.before.items(), present, strict=True):
            if found is not expected and found != expected:
                message = f"the edit does not fit: item {item_id} is {found!r}, not {expected!r}"
                raise EditConflict(message)
        return level.with_items(self.after) if self.after else level

    def copying(self, pairs: Iterable[tuple[Element, Element]]) -> "Edit":
        """Return the same edit with the originals of the copies that it adds."""
        return replace(self, sources={copy.id: element.id for element, copy in pairs})

    def inverse(self) -> "Edit":
        """The edit that takes this one back."""
        return Edit(before=self.after, after=self.before, label=self.label)

    def then(self, later: "Edit") -> "Edit":
        """Return this edit followed by `later` as one edit, without items that end up equal.

        Raises:
            EditConflict: if `later` does not start from where this one ends.
        """
        if not self.after:
            return _without_same(replace(later, label=later.label or self.label))
        before = dict(self.before)
        after = dict(self.after)
        for item_id, item in later.before.items():
            if item_id not in before:
                before[item_id] = item
            elif after[item_id] is not item and after[item_id] != item:
                message = f"the later edit does not follow: item {item_id} differs"
                raise EditConflict(message)
            after[item_id] = later.after[item_id]
        sources = {**self.sources, **later.sources}
        return _without_same(Edit(before, after, later.label or self.label, sources))


def _refers(kind: type) -> bool:
    return issubclass(kind, Element) and refers(kind)


def _follows(kind: type) -> bool:
    return issubclass(kind, Element) and bool(kind.follows)


def _released(
    level: Level, items: Mapping[int, Item | None], put: Iterable[Any]
) -> Mapping[int, Item | None]:
    """Return the items, with changed or deleted elements that refer to deleted ones.

    `put` are those of the items that refer to other elements.
    """
    gone = {item_id for item_id, item in items.items() if item is None}
    changed = dict(items)
    while gone:
        next_gone: set[int] = set()
        for element in (*level.referring(gone), *put):
            now = changed.get(element.id, element)
            if not isinstance(now, Element) or gone.isdisjoint(now.references):
                continue
            changed[element.id] = now.released(gone)
            if changed[element.id] is None:
                next_gone.add(element.id)
        gone = next_gone
    return changed


def _without_gone(level: Level, items: Mapping[int, Item | None]) -> Mapping[int, Item | None]:
    """Return the items, with settings whose states no longer name deleted elements."""
    settings = items.get(SETTINGS_ID, level.settings)
    if not isinstance(settings, Settings) or not settings.states:
        return items
    gone = {item_id for item_id, item in items.items() if item is None}
    states = without_ids(settings.states, gone)
    if states is settings.states:
        return items
    return {**items, SETTINGS_ID: msgspec.structs.replace(settings, states=states)}


def _with_followers(level: Level, items: Mapping[int, Item | None]) -> Mapping[int, Item | None]:
    """Return the items, with the elements that follow the moved ones."""
    held: dict[int, Element] = {}
    followers = [kind for kind in level.held if _follows(kind)]
    olds = level.items_under(items) if followers else []
    for field_ in {name for kind in followers for name in kind.follows}:
        pairs = zip(items.items(), olds, strict=True)
        moved = [i for (i, b), a in pairs if getattr(a, field_, None) != getattr(b, field_, None)]
        for one in level.referring(moved):
            if field_ in type(one).follows and one.id not in items:
                held[one.id] = one
    put = {i: one for i, one in items.items() if _follows(type(one))}
    if not held and not put:
        return items

    def find(item_id: int) -> Item | None:
        return items[item_id] if item_id in items else level.get(item_id)

    changed: dict[int, Item | None] = {}
    for element_id, element in {**held, **put}.items():
        if not isinstance(element, Element):
            continue
        old = level.get(element_id)
        now = element.followed(old if isinstance(old, Element) else None, find)
        if now is not element:
            changed[element_id] = now
    return {**items, **changed} if changed else items


def _refuse_dangling(level: Level, items: Mapping[int, Item | None]) -> None:
    """Raise a NavcoreError if an item refers to an element that the level will not have.

    What the level itself lacks already, because its file did, elements may go on to name.
    """
    for item in items.values():
        if not isinstance(item, Element):
            continue
        for one in item.references:
            found = items[one] if one in items else level.get(one)
            if one not in item.required and _lacks(level, type(item), one):
                continue
            if not isinstance(found, Element):
                message = f"{title_of(item)} refers to {one}, which is not in the level"
                raise NavcoreError(message)
            if not may_refer(type(item), type(found)):
                message = f"{title_of(item)} can't refer to {title_of(found)}"
                raise NavcoreError(message)


def _lacks(level: Level, kind: type[Element], missing: int) -> bool:
    """Return whether elements of a kind in the level refer to an element in vain."""
    found = level.get(missing)
    if isinstance(found, Element) and may_refer(kind, type(found)):
        return False
    return any(type(one) is kind for one in level.referring((missing,)))


def _without_same(edit: Edit) -> Edit:
    """The edit without the items that come out as they were."""
    before, after = edit.before, edit.after
    kept = [i for i, item in after.items() if before[i] is not item and before[i] != item]
    if len(kept) == len(after):
        return edit
    return replace(edit, before={i: before[i] for i in kept}, after={i: after[i] for i in kept})


def _changed_items(old: Mapping[int, Item], new: Mapping[int, Item]) -> Iterator[tuple[int, Item]]:
    """Ids and elements of `new` where `old` does not hold the very same."""
    return ((item_id, item) for item_id, item in new.items() if old.get(item_id) is not item)


def id_of(item: Item) -> int:
    """Return the id under which an edit names the item."""
    return SETTINGS_ID if isinstance(item, Settings) else item.id


def _check_place(item_id: int, item: Item | None) -> None:
    if item is None:
        if item_id == SETTINGS_ID:
            message = "a level always has settings: they can be replaced, not removed"
            raise EditConflict(message)
    elif id_of(item) != item_id:
        message = f"item {id_of(item)} stands under the id {item_id}"
        raise EditConflict(message)
