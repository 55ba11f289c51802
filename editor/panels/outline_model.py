"""The rows of the outline: sections by group or kind, elements below, kept up edit by edit."""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import count, groupby
from typing import Any, Final, TypeAlias, overload

from PySide6.QtCore import (
    QAbstractItemModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from editor.document import Document
from editor.icons import icon
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Agent, Area, Element, Item, Level, Obstacle, Settings
from navcore.level.operations import rename

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Drawn: TypeAlias = Area | Obstacle | Agent
SectionKey: TypeAlias = tuple[int, str]
"""Rank of the kind and name of the group; elements without a group have an empty one."""
RowKey: TypeAlias = tuple[float, int]
"""Order and id of an element."""

AREA, DOOR, OBSTACLE, AGENT = range(4)
ICONS: Final = ("area", "door", "obstacle", "agent")
MANY: Final = 64
"""So many rows coming or going are faster put in anew."""

ItemRole = Qt.ItemDataRole

_ELEMENT_FLAGS: Final = (
    Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEditable
)


def kind_of(element: Element) -> int:
    """Area, door, obstacle or agent."""
    if isinstance(element, Area):
        return DOOR if element.door else AREA
    return OBSTACLE if isinstance(element, Obstacle) else AGENT


class _Section:
    """A heading and the elements below it, in drawing order."""

    __slots__ = ("key", "rows", "serial")

    def __init__(self, key: SectionKey, serial: int, rows: list[RowKey]) -> None:
        self.key = key
        self.serial = serial
        self.rows = rows

    def position(self, row: RowKey) -> int:
        """Where this row stands, or would."""
        return bisect_left(self.rows, row)


class OutlineModel(QAbstractItemModel):
    """Every element of the level, or those that a search finds."""

    refused = Signal(object)
    """Why a name was not taken."""

    def __init__(self, document: Document) -> None:
        """The outline of the document's level; follows each of its edits."""
        super().__init__()
        self._document = document
        self._search = ""
        self._serials = count(1)
        self._sections: list[_Section] = []
        self._of_serial: dict[int, _Section] = {}
        self._place: dict[int, tuple[SectionKey, RowKey]] = {}
        self._kinds: dict[str, list[int]] = {}
        self._fill(document.level)
        document.changed.connect(self._follow)

    # What the view asks.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Sections at the top, elements below them."""
        if not parent.isValid():
            return len(self._sections)
        return len(self._sections[parent.row()].rows) if parent.internalId() == 0 else 0

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """One."""
        return 1

    def index(
        self,
        row: int,
        column: int,
        parent: Index = QModelIndex(),
    ) -> QModelIndex:
        """A section has the internal id 0, an element the serial of its section."""
        if not 0 <= row < self.rowCount(parent) or column != 0:
            return QModelIndex()
        serial = self._sections[parent.row()].serial if parent.isValid() else 0
        return self.createIndex(row, column, serial)

    @overload
    def parent(self, /) -> QObject | None: ...

    @overload
    def parent(self, index: Index, /) -> QModelIndex: ...

    def parent(self, index: Index | None = None, /) -> QModelIndex | QObject | None:
        """The section of an element; without an index the object that owns the model."""
        if index is None:
            return super().parent()
        section = self._of_serial.get(index.internalId()) if index.isValid() else None
        if section is None:
            return QModelIndex()
        return self.createIndex(self._sections.index(section), 0, 0)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        """Names, icons, and what is shut or off."""
        section = self._of_serial.get(index.internalId())
        if section is None:
            heading = self._sections[index.row()]
            if role == ItemRole.DisplayRole:
                return f"{self.heading(heading.key)}  {len(heading.rows)}"
            return None
        element = self.element_at(index)
        if element is None:
            return None
        if role == ItemRole.DisplayRole:
            return self.label(element)
        if role == ItemRole.EditRole:
            return element.name
        if role == ItemRole.DecorationRole:
            return icon(ICONS[kind_of(element)], "text2")
        return None

    def setData(self, index: Index, value: Any, role: int = ItemRole.EditRole) -> bool:
        """Rename; a name that is taken is refused."""
        element = self.element_at(index)
        if role != ItemRole.EditRole or element is None:
            return False
        try:
            self._document.commit(rename(self._document.level, element.id, str(value)))
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
            return False
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Elements can be selected and renamed."""
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return _ELEMENT_FLAGS if index.internalId() != 0 else Qt.ItemFlag.ItemIsEnabled

    # What the panel asks.

    def element_at(self, index: Index) -> Drawn | None:
        """The element of a row, None for a heading."""
        section = self._of_serial.get(index.internalId()) if index.isValid() else None
        if section is None:
            return None
        item = self._document.level.get(section.rows[index.row()][1])
        return None if isinstance(item, Settings) else item

    def index_of(self, element_id: int) -> QModelIndex:
        """The row of an element; invalid when the search hides it."""
        if element_id not in self._place:
            return QModelIndex()
        key, row = self._place[element_id]
        section = next(section for section in self._sections if section.key == key)
        return self.createIndex(section.position(row), 0, section.serial)

    def section_runs(self, ids: frozenset[int]) -> Iterable[tuple[QModelIndex, QModelIndex]]:
        """First and last row of every run of neighbours among these elements."""
        for section in self._sections:
            chosen = (i for i, row in enumerate(section.rows) if row[1] in ids)
            for _, run in groupby(enumerate(chosen), key=lambda pair: pair[1] - pair[0]):
                rows = [row for _, row in run]
                yield (
                    self.createIndex(rows[0], 0, section.serial),
                    self.createIndex(rows[-1], 0, section.serial),
                )

    def section_key(self, row: int) -> SectionKey:
        """What the section in this row holds."""
        return self._sections[row].key

    def heading(self, key: SectionKey) -> str:
        """A group's name, or the kind of what has no group."""
        return key[1] or self._title_of_kind(key[0])

    def label(self, element: Drawn) -> str:
        """The element's name, and whether it is shut or off."""
        kinds = (self.tr("area"), self.tr("door"), self.tr("obstacle"), self.tr("agent"))
        name = element.name or kinds[kind_of(element)]
        if isinstance(element, Area) and not element.available:
            return (
                self.tr("{0} (shut)").format(name)
                if element.door
                else (self.tr("{0} (off)").format(name))
            )
        if isinstance(element, Obstacle) and not element.enabled:
            return self.tr("{0} (off)").format(name)
        return name

    def search(self, text: str) -> None:
        """Show what has all these words in its name, kind, group or tags."""
        if text.casefold().split() != self._search.split():
            self._search = text.casefold()
            self.reset()

    def reset(self) -> None:
        """Put all rows in anew."""
        self.beginResetModel()
        self._fill(self._document.level)
        self.endResetModel()

    # Following edits.

    def _fill(self, level: Level) -> None:
        self._sections = []
        self._of_serial = {}
        self._place = {}
        self._kinds = {}
        for element in level.elements():
            self._count(element, 1)
        rows: dict[SectionKey, list[RowKey]] = {}
        for element in level.elements():
            if self._found(element):
                rows.setdefault(self._section_of(element), []).append(_row_of(element))
        for key in sorted(rows):
            section = _Section(key, next(self._serials), sorted(rows[key]))
            self._sections.append(section)
            self._of_serial[section.serial] = section
            for row in section.rows:
                self._place[row[1]] = (key, row)

    def _count(self, element: Item | None, by: int) -> None:
        """Count what kinds a group holds: it stands with the first of them."""
        if element is not None and not isinstance(element, Settings) and element.group:
            kinds = self._kinds.setdefault(element.group, [0, 0, 0, 0])
            kinds[kind_of(element)] += by

    def _rank(self, group: str) -> int:
        return next((kind for kind, n in enumerate(self._kinds.get(group, ())) if n), AGENT)

    def _section_of(self, element: Drawn) -> SectionKey:
        group = element.group or self._title_of_kind(kind_of(element))
        if group not in self._kinds:
            return (kind_of(element), "")
        return (self._rank(group), group)

    def _title_of_kind(self, kind: int) -> str:
        """What stands over elements of a kind that have no group."""
        return (self.tr("Areas"), self.tr("Doors"), self.tr("Obstacles"), self.tr("Agents"))[kind]

    def _recount(self, edit: Edit) -> bool:
        """Count groups anew; whether one of them now stands with another kind."""
        groups = {
            item.group
            for item in (*edit.before.values(), *edit.after.values())
            if item is not None and not isinstance(item, Settings) and item.group
        }
        before = {group: self._rank(group) for group in groups}
        for item in edit.before.values():
            self._count(item, -1)
        for item in edit.after.values():
            self._count(item, 1)
        return any(self._rank(group) != rank for group, rank in before.items())

    def _follow(self, edit: Edit) -> None:
        edit = _of_rows(edit)
        if not edit:
            return
        if self._recount(edit):
            self.reset()
            return
        comes: list[Drawn] = []
        goes: list[int] = []
        same: list[int] = []
        for item_id, item in edit.after.items():
            old, new = self._place.get(item_id), self._place_for(item)
            if old is not None and new == old:
                same.append(item_id)
                continue
            if old is not None:
                goes.append(item_id)
            if item is not None and not isinstance(item, Settings) and new is not None:
                comes.append(item)
        if len(comes) + len(goes) > MANY or self._changes_sections(comes, goes):
            self.reset()
            return
        for item_id in goes:
            self._take_out(item_id)
        for element in comes:
            self._put_in(element)
        for item_id in same:
            index = self.index_of(item_id)
            self.dataChanged.emit(index, index)

    def _place_for(self, item: Item | None) -> tuple[SectionKey, RowKey] | None:
        """Where an element belongs now; None if the search hides it."""
        if item is None or isinstance(item, Settings) or not self._found(item):
            return None
        return (self._section_of(item), _row_of(item))

    def _changes_sections(self, comes: Iterable[Drawn], goes: Iterable[int]) -> bool:
        """Whether a heading appears or goes; that is rare, and simplest done anew."""
        known = {section.key: len(section.rows) for section in self._sections}
        for item_id in goes:
            known[self._place[item_id][0]] -= 1
        coming = {place[0] for element in comes if (place := self._place_for(element))}
        return any(key not in known for key in coming) or any(
            left == 0 and key not in coming for key, left in known.items()
        )

    def _take_out(self, item_id: int) -> None:
        key, row = self._place.pop(item_id)
        at = next(i for i, section in enumerate(self._sections) if section.key == key)
        position = self._sections[at].position(row)
        self.beginRemoveRows(self.createIndex(at, 0, 0), position, position)
        del self._sections[at].rows[position]
        self.endRemoveRows()
        self._heading_changed(at)

    def _put_in(self, element: Drawn) -> None:
        place = self._place_for(element)
        if place is None:
            return
        key, row = place
        at = next(i for i, section in enumerate(self._sections) if section.key == key)
        position = self._sections[at].position(row)
        self.beginInsertRows(self.createIndex(at, 0, 0), position, position)
        self._sections[at].rows.insert(position, row)
        self._place[element.id] = place
        self.endInsertRows()
        self._heading_changed(at)

    def _heading_changed(self, at: int) -> None:
        index = self.createIndex(at, 0, 0)
        self.dataChanged.emit(index, index)

    def _found(self, element: Drawn) -> bool:
        if not self._search:
            return True
        kinds = (self.tr("area"), self.tr("door"), self.tr("obstacle"), self.tr("agent"))
        text = " ".join((element.name, element.group, kinds[kind_of(element)], *element.tags))
        folded = text.casefold()
        return all(word in folded for word in self._search.split())


def _row_of(element: Drawn) -> RowKey:
    return (element.order, element.id)


def _of_rows(edit: Edit) -> Edit:
    """What of an edit the rows depend on: a drag changes outlines only, and no row."""
    touched = [i for i, item in edit.after.items() if _facts(item) != _facts(edit.before[i])]
    return Edit({i: edit.before[i] for i in touched}, {i: edit.after[i] for i in touched})


def _facts(item: Item | None) -> tuple[object, ...] | None:
    """All of an element that its row depends on."""
    if item is None or isinstance(item, Settings):
        return None
    switched = getattr(item, "available", True) and getattr(item, "enabled", True)
    return (item.name, item.group, item.order, item.tags, kind_of(item), switched)


def name_fault(level: Level, element: Drawn, name: str) -> str:
    """Why the element can't have this name; empty if it can."""
    try:
        rename(level, element.id, name)
    except NavcoreError as refusal:
        return str(refusal)
    return ""
