"""What stands where in the outline: groups as folders, below them the kinds of what has none.

No Qt. Elements stand in folders by their group, `Inn/Kitchen` inside `Inn`, by kind and then in
drawing order. Folders come and go with the first and the last element that is shown in them.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import count
from typing import Final, TypeAlias

from navcore.level.edit import Edit
from navcore.level.model import Area, Element, Item, Obstacle, Settings
from navcore.level.operations.organise import group_path, leaf_of, parent_of

Drawn: TypeAlias = Element
Key: TypeAlias = tuple[str, int]
"""Path of a group and -1, or an empty path and the kind of what has no group."""
RowKey: TypeAlias = tuple[int, float, int]
"""Kind, order and id of an element."""

AREA, DOOR, OBSTACLE, AGENT = range(4)
ROOT: Final[Key] = ("", -1)

path_of = lru_cache(maxsize=4096)(group_path)


def kind_of(element: Drawn) -> int:
    """Area, door, obstacle or agent."""
    if isinstance(element, Area):
        return DOOR if element.door else AREA
    return OBSTACLE if isinstance(element, Obstacle) else AGENT


def key_of(element: Drawn) -> Key:
    """The folder of an element, or the section of its kind."""
    path = path_of(element.group)
    return (path, -1) if path else ("", kind_of(element))


def row_of(element: Drawn) -> RowKey:
    """Where an element stands in its folder."""
    return (kind_of(element), element.order, element.id)


class Node:
    """A folder, or the section of a kind: folders inside it, and after them elements."""

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
        """How many elements stand in it and in the folders inside it."""

    @property
    def path(self) -> str:
        """The group; empty for the section of a kind."""
        return self.key[0]

    def __len__(self) -> int:
        """How many rows stand right in it."""
        return len(self.folders) + len(self.rows)

    def position(self, row: RowKey) -> int:
        """Where this row stands, or would, among all rows."""
        return len(self.folders) + bisect_left(self.rows, row)

    def ids(self) -> Iterator[int]:
        """All elements that stand in it and in the folders inside it."""
        for folder in self.folders:
            yield from folder.ids()
        for row in self.rows:
            yield row[2]

    def upwards(self) -> Iterator["Node"]:
        """Itself and the folders that hold it, without the root."""
        node: Node | None = self
        while node is not None and node.parent is not None:
            yield node
            node = node.parent


Place: TypeAlias = tuple[Node, RowKey]
"""A folder, and a row right in it."""

_SERIALS: Final = count(1)


class Tree:
    """All folders, and the rows in them."""

    def __init__(
        self, elements: Iterable[Drawn] = (), found: Callable[[Drawn], bool] | None = None
    ) -> None:
        """The tree of these elements, with rows for those that are `found`; None: for all.

        Large levels have their tree made beside the window: nothing here is Qt's.
        """
        self.root = Node(ROOT, 0, None)
        self.of_serial = {0: self.root}
        self.nodes: dict[Key, Node] = {}
        self._kinds: dict[str, list[int]] = {}
        alike: dict[tuple[str, int], list[Drawn]] = {}
        for element in elements:
            alike.setdefault((element.group, kind_of(element)), []).append(element)
        for (group, kind), members in alike.items():
            for path in _outwards(group):
                self._kinds.setdefault(path, [0, 0, 0, 0])[kind] += len(members)
            shown = members if found is None else [e for e in members if found(e)]
            if shown:
                rows = self._node(key_of(shown[0])).rows
                rows.extend([(kind, element.order, element.id) for element in shown])
        self._settle(self.root)

    def place_of(self, item: Item | None) -> Place | None:
        """The folder and the row of an element; None if it is not shown as it is."""
        if item is None or isinstance(item, Settings):
            return None
        node, row = self.nodes.get(key_of(item)), row_of(item)
        if node is None:
            return None
        at = bisect_left(node.rows, row)
        return (node, row) if at < len(node.rows) and node.rows[at] == row else None

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
        """Folders before kinds, by the first kind that they hold, then by name."""
        path, kind = node.key
        rank = self._rank(path) if path else kind
        return (not path, rank, _natural(leaf_of(path)))

    def _rank(self, path: str) -> int:
        return next((kind for kind, n in enumerate(self._kinds.get(path, ())) if n), AGENT)

    # Following edits.

    def recount(self, edit: Edit) -> bool:
        """Count anew what kinds groups hold; whether one of them comes to stand elsewhere."""
        paths = {p for item in (*edit.before.values(), *edit.after.values()) for p in _paths(item)}
        before = {path: self._rank(path) for path in paths}
        for item in edit.before.values():
            self._count(item, -1)
        for item in edit.after.values():
            self._count(item, 1)
        return any(self._rank(path) != rank for path, rank in before.items())

    def _count(self, item: Item | None, by: int) -> None:
        for path in _paths(item):
            kinds = self._kinds.setdefault(path, [0, 0, 0, 0])
            assert isinstance(item, Drawn)
            kinds[kind_of(item)] += by

    def changes_folders(self, comes: Iterable[Drawn], goes: Iterable[Place]) -> bool:
        """Whether a folder or a section appears or goes with these elements and rows."""
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

    def put_in(self, element: Drawn) -> None:
        """One more element, in a folder that is there."""
        node, row = self.nodes[key_of(element)], row_of(element)
        node.rows.insert(bisect_left(node.rows, row), row)
        for outer in node.upwards():
            outer.shown += 1

    def take_out(self, place: Place) -> None:
        """One element less."""
        node, row = place
        del node.rows[bisect_left(node.rows, row)]
        for outer in node.upwards():
            outer.shown -= 1


def _paths(item: Item | None) -> tuple[str, ...]:
    """The group of an element and those that hold it."""
    return () if item is None or isinstance(item, Settings) else _outwards(item.group)


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
    """What of an edit the rows depend on: a drag changes outlines only, and no row."""
    touched = [i for i, item in edit.after.items() if _facts(item) != _facts(edit.before[i])]
    return Edit({i: edit.before[i] for i in touched}, {i: edit.after[i] for i in touched})


def _facts(item: Item | None) -> tuple[object, ...] | None:
    """All of an element that its row depends on."""
    if item is None or isinstance(item, Settings):
        return None
    switched = getattr(item, "available", True) and getattr(item, "enabled", True)
    return (item.name, item.group, item.order, item.tags, kind_of(item), switched, item.locked)
