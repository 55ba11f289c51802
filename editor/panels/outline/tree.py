"""The tree of the outline: groups as folders, then sections of elements without a group.

No Qt. Elements are placed in folders by their group, `Inn/Kitchen` inside `Inn`, sorted by kind and
then in drawing order. Folders appear and disappear with their first and last shown element.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import count, groupby
from operator import attrgetter
from typing import Final, TypeAlias, TypeGuard

from editor.kinds import section_of
from editor.panels.outline.messages import state_of
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.limits import limited_fields
from navcore.level.model import Agent, Element, Item
from navcore.level.operations.organise import group_path, leaf_of, parent_of

Key: TypeAlias = tuple[str, int]
"""Path of a group and -1, or an empty path and the section of what has no group."""
RowKey: TypeAlias = tuple[int, float, int]
"""Section, order and id of an element."""

MANY: Final = 1000
"""Number of changed rows above which, if they are most of all, a rebuild is faster."""
ROOT: Final[Key] = ("", -1)

_FEW: Final = 16
"""If fewer than one in this many elements are asked for, each is looked up separately."""
_NONE: Final[Mapping[int, int]] = {}

path_of = lru_cache(maxsize=4096)(group_path)


def is_listed(item: Item | None) -> TypeGuard[Element]:
    """Return whether the outline has a row for an item."""
    return isinstance(item, Element) and kind_of(item).listed


def key_of(element: Element) -> Key:
    """Return the folder of an element, or its section."""
    path = path_of(element.group)
    return (path, -1) if path else ("", section_of(element))


def row_of(element: Element) -> RowKey:
    """Return the position of an element in its folder."""
    return (section_of(element), element.order, element.id)


class Node:
    """A folder, or a section of elements without a group: inner folders, then elements."""

    __slots__ = ("at", "folders", "key", "parent", "rows", "serial", "shown")

    def __init__(self, key: Key, serial: int, parent: "Node | None") -> None:
        """An empty one."""
        self.key = key
        self.serial = serial
        self.parent = parent
        self.at = 0
        """Position among the folders of `parent`."""
        self.folders: list[Node] = []
        self.rows: list[RowKey] = []
        self.shown = 0
        """Number of shown elements in it and in folders inside it."""

    @property
    def path(self) -> str:
        """The group; empty for a section."""
        return self.key[0]

    @property
    def name(self) -> str:
        """Unique name that survives changes of the level."""
        return self.path or f"/{self.key[1]}"

    def __len__(self) -> int:
        """Return the number of direct rows."""
        return len(self.folders) + len(self.rows)

    def position(self, row: RowKey) -> int:
        """Return where this row stands, or would, among all rows."""
        return len(self.folders) + bisect_left(self.rows, row)

    def ids(self) -> Iterator[int]:
        """Yield all elements in it and in folders inside it."""
        for folder in self.folders:
            yield from folder.ids()
        for row in self.rows:
            yield row[2]

    def replace(self, first: int, gone: int, come: list[RowKey]) -> None:
        """Replace `gone` rows by others, from an index of `rows` on."""
        self.rows[first : first + gone] = come
        for outer in self.upwards():
            outer.shown += len(come) - gone

    def upwards(self) -> Iterator["Node"]:
        """Itself and the folders that hold it, without the root."""
        node: Node | None = self
        while node is not None and node.parent is not None:
            yield node
            node = node.parent


Place: TypeAlias = tuple[Node, RowKey]
"""A folder, and a row right in it."""

_SERIALS: Final = count(1)


@dataclass(slots=True)
class Rows:
    """Changes of the rows of a tree by an edit."""

    comes: list[Place] = field(default_factory=list)
    goes: list[Place] = field(default_factory=list)
    same: set[int] = field(default_factory=set)
    """Elements that stay where they are and look otherwise."""


class Tree:
    """All folders, and the rows in them."""

    def __init__(
        self, elements: Iterable[Element] = (), found: Callable[[Element], bool] | None = None
    ) -> None:
        """Build the tree of these elements, with rows for those that are `found`; None: for all.

        Trees of large levels are built on another thread: nothing here uses Qt.
        """
        self.root = Node(ROOT, 0, None)
        self.of_serial = {0: self.root}
        self.nodes: dict[Key, Node] = {}
        self._sections: dict[str, Counter[int]] = {}
        """Number of elements of each section in a group and groups inside it."""
        alike: dict[tuple[str, int], list[Element]] = {}
        for element in elements:
            alike.setdefault((element.group, section_of(element)), []).append(element)
        for (group, section), members in alike.items():
            for path in _outwards(group):
                self._sections.setdefault(path, Counter())[section] += len(members)
            shown = members if found is None else [e for e in members if found(e)]
            if shown:
                rows = self._node(key_of(shown[0])).rows
                rows.extend([(section, element.order, element.id) for element in shown])
        self._settle(self.root)

    def place_of(self, item: Item | None) -> Place | None:
        """Return the folder and the row of an element; None if it is not shown as it is."""
        if not is_listed(item):
            return None
        node, row = self.nodes.get(key_of(item)), row_of(item)
        if node is None:
            return None
        at = bisect_left(node.rows, row)
        return (node, row) if at < len(node.rows) and node.rows[at] == row else None

    def runs(
        self, ids: frozenset[int], find: Callable[[int], Item | None]
    ) -> Iterator[tuple[Node, int, int]]:
        """First and last row of every run of neighbours among these elements, by folder.

        `find` finds an element by its id.
        """
        if not ids:
            return
        few: dict[Node, list[int]] | None = None
        if len(ids) * _FEW < self.root.shown:
            few = {}
            for node, row in filter(None, map(self.place_of, map(find, ids))):
                few.setdefault(node, []).append(node.position(row))
        for node in self.of_serial.values():
            folders = len(node.folders)
            chosen: Iterable[int]
            if few is None:
                chosen = (i for i, row in enumerate(node.rows, folders) if row[2] in ids)
            else:
                chosen = sorted(few.get(node, ()))
            for _, run in groupby(enumerate(chosen), key=lambda pair: pair[1] - pair[0]):
                rows = [row for _, row in run]
                yield node, rows[0], rows[-1]

    def _node(self, key: Key) -> Node:
        found = self.nodes.get(key)
        if found is not None:
            return found
        outer = parent_of(key[0])
        parent = self._node((outer, -1)) if outer else self.root
        node = self.nodes[key] = Node(key, next(_SERIALS), parent)
        parent.folders.append(node)
        self.of_serial[node.serial] = node
        return node

    def _settle(self, node: Node) -> None:
        """Bring all into order, and count."""
        node.rows.sort()
        node.folders.sort(key=self._rank_of)
        node.shown = len(node.rows)
        for at, folder in enumerate(node.folders):
            folder.at = at
            self._settle(folder)
            node.shown += folder.shown

    def _rank_of(self, node: Node) -> tuple[bool, int, list[tuple[bool, int, str]]]:
        """Return the sort key: folders first, by their first section, then by name."""
        path, section = node.key
        rank = self._rank(path) if path else section
        return (not path, rank, _natural(leaf_of(path)))

    def _rank(self, path: str) -> int:
        return min((n for n, many in self._sections.get(path, _NONE).items() if many), default=-1)

    # Following edits.

    def recount(self, edit: Edit) -> bool:
        """Update the kinds in groups; return whether a folder moves."""
        paths = {p for item in (*edit.before.values(), *edit.after.values()) for p in _paths(item)}
        before = {path: self._rank(path) for path in paths}
        for item in edit.before.values():
            self._count(item, -1)
        for item in edit.after.values():
            self._count(item, 1)
        return any(self._rank(path) != rank for path, rank in before.items())

    def _count(self, item: Item | None, by: int) -> None:
        for path in _paths(item):
            assert isinstance(item, Element)
            self._sections.setdefault(path, Counter())[section_of(item)] += by

    def rows_after(self, edit: Edit, found: Callable[[Element], bool]) -> "Rows | None":
        """Return the changes of rows by an edit; None if a rebuild is needed or faster."""
        if self.recount(edit):
            return None
        rows, comes = Rows(), list[Element]()
        for item_id, item in edit.after.items():
            shown = item if is_listed(item) and found(item) else None
            old = self.place_of(edit.before[item_id])
            new = None if shown is None else (key_of(shown), row_of(shown))
            if old is not None and new == (old[0].key, old[1]):
                rows.same.add(item_id)
                continue
            if old is not None:
                rows.goes.append(old)
            if shown is not None:
                comes.append(shown)
        rows.same |= _routes_of(edit) - edit.after.keys()
        if self.changes_folders(comes, rows.goes):
            return None
        rows.comes += [(self.nodes[key_of(element)], row_of(element)) for element in comes]
        return rows

    def changes_folders(self, comes: Iterable[Element], goes: Iterable[Place]) -> bool:
        """Return whether a folder or a section appears or goes with these elements and rows."""
        left: dict[Key, int] = {}
        for holder, _ in goes:
            for node in holder.upwards():
                left[node.key] = left.get(node.key, node.shown) - 1
        for element in comes:
            found = self.nodes.get(key_of(element))
            if found is None:
                return True
            for node in found.upwards():
                left[node.key] = left.get(node.key, node.shown) + 1
        return 0 in left.values()


def _paths(item: Item | None) -> tuple[str, ...]:
    """Return the group of an element and its parent groups."""
    return _outwards(item.group) if is_listed(item) else ()


@lru_cache(maxsize=4096)
def _outwards(group: str) -> tuple[str, ...]:
    paths = []
    path = path_of(group)
    while path:
        paths.append(path)
        path = parent_of(path)
    return tuple(paths)


def _natural(name: str) -> list[tuple[bool, int, str]]:
    """Sorts as people do: Group 2 before Group 10."""
    parts = re.split(r"(\d{1,15})", name.casefold())
    return [(not part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in parts]


def rows_of(edit: Edit) -> Edit:
    """Return the part of an edit that affects rows: a drag only changes outlines."""
    touched = [i for i, item in edit.after.items() if _looks_otherwise(edit.before[i], item)]
    return Edit({i: edit.before[i] for i in touched}, {i: edit.after[i] for i in touched})


def _routes_of(edit: Edit) -> set[int]:
    """Return the routes that agents in an edit share, before or after: their rows show a count."""
    items = (*edit.before.values(), *edit.after.values())
    agents = (item for item in items if isinstance(item, Agent))
    return {agent.route for agent in agents if agent.route is not None}


def _looks_otherwise(old: Item | None, new: Item | None) -> bool:
    if isinstance(new, Element) and type(old) is type(new):
        # A third of the time of a full comparison: most edits of many elements move them.
        facts = _all_but_places(type(new))
        if facts(old) == facts(new):
            return False
    return _facts(old) != _facts(new)


@cache
def _all_but_places(kind: type[Element]) -> Callable[[Element], object]:
    places = {name for name, *_ in limited_fields(kind).places}
    return attrgetter(*(name for name in kind.__struct_fields__ if name not in places))


def _facts(item: Item | None) -> tuple[object, ...] | None:
    """Return all of an element that its row depends on."""
    if not is_listed(item):
        return None
    section = section_of(item)
    route = item.route if isinstance(item, Agent) else None
    state = state_of(item)
    return (item.name, item.group, item.order, item.tags, section, state, item.locked, route)
