"""The rows of the outline: folders and sections, elements below, kept up edit by edit."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias, overload

from PySide6.QtCore import (
    QAbstractItemModel,
    QMimeData,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from editor.document import Document
from editor.kinds import icon_of
from editor.look.icons import icon
from editor.panels.outline.edits import MIME, Carried, carried, drop_edit, inside, packed
from editor.panels.outline.messages import is_found, label_of, title_of, title_of_others
from editor.panels.outline.splices import Splice, splices
from editor.panels.outline.states import RowStates
from editor.panels.outline.tree import MANY, Node, Tree, rows_of
from editor.panels.resting import Resting
from navcore.errors import NavcoreError
from navcore.i18n import tr
from navcore.level.edit import Edit
from navcore.level.kinds import kind_of
from navcore.level.model import Element, Level
from navcore.level.operations import rename, rename_group
from navcore.level.operations.organise import group_path, leaf_of, parent_of

Index: TypeAlias = QModelIndex | QPersistentModelIndex

ItemRole = Qt.ItemDataRole
_Flag = Qt.ItemFlag

_ELEMENT: Final = (
    _Flag.ItemIsEnabled
    | _Flag.ItemIsSelectable
    | _Flag.ItemIsEditable
    | _Flag.ItemIsDragEnabled
    | _Flag.ItemNeverHasChildren
)
_SECTION: Final = _Flag.ItemIsEnabled | _Flag.ItemIsDropEnabled
_FOLDER: Final = _SECTION | _Flag.ItemIsEditable | _Flag.ItemIsDragEnabled


class OutlineModel(QAbstractItemModel):
    """All elements of the level, or those that a search finds."""

    refused = Signal(object)
    """Why a name was not taken, or something can't be dropped."""
    group_renamed = Signal(object)
    """Old and new path of a group, before its rows change."""

    def __init__(self, document: Document) -> None:
        """Make the outline of the document's level; it follows each edit."""
        super().__init__()
        self._document = document
        self.switched: Callable[[], Mapping[int, bool]] = dict
        """Doors and obstacles that a run has otherwise than the level: id -> on."""
        self._search = ""
        self._tree = Tree()
        self._prepared: tuple[Level, Tree] | None = None
        """The tree of a level that is about to be shown."""
        self._states = RowStates(document)
        self._fill()
        document.preparations.append(self._prepare)
        self.following = False
        """True while rows are added or removed because the level changes."""
        self._resting = Resting(document, self._follow)

    # For the view.

    def rowCount(self, parent: Index = QModelIndex()) -> int:
        """Folders first, elements below them."""
        node = self.node_at(parent)
        return 0 if node is None else len(node)

    def columnCount(self, parent: Index = QModelIndex()) -> int:
        """Return 1."""
        return 1

    def index(self, row: int, column: int, parent: Index = QModelIndex()) -> QModelIndex:
        """The internal id is the serial of the folder that holds the row."""
        node = self.node_at(parent)
        if node is None or not 0 <= row < len(node) or column != 0:
            return QModelIndex()
        return self.createIndex(row, column, node.serial)

    @overload
    def parent(self, /) -> QObject | None: ...

    @overload
    def parent(self, index: Index, /) -> QModelIndex: ...

    def parent(self, index: Index | None = None, /) -> QModelIndex | QObject | None:
        """Return the folder of a row; without an index what owns the model."""
        if index is None:
            return super().parent()
        holder = self._tree.of_serial.get(index.internalId()) if index.isValid() else None
        return QModelIndex() if holder is None else self._index_of_node(holder)

    def data(self, index: Index, role: int = ItemRole.DisplayRole) -> Any:
        """Return names, icons, and whether elements are shut or off."""
        node = self.node_at(index)
        if node is not None:
            return self._data_of_node(node, role)
        element = self.element_at(index)
        if element is None:
            return None
        if role == ItemRole.DisplayRole:
            return label_of(element, self.switched().get(element.id))
        if role == ItemRole.AccessibleTextRole:
            behind = self.behind(element)
            label = label_of(element, self.switched().get(element.id))
            return ", ".join((label, *filter(None, [behind]), *self._state_texts(index)))
        if role == ItemRole.EditRole:
            return element.name
        if role == ItemRole.DecorationRole:
            return icon(icon_of(element), "text2")
        return None

    def _data_of_node(self, node: Node, role: int) -> Any:
        if role == ItemRole.DisplayRole:
            return f"{self.heading(node)}  {node.shown}"
        if role == ItemRole.AccessibleTextRole:
            said = self._state_texts(self._index_of_node(node))
            return ", ".join((f"{self.heading(node)} {node.shown}", *said))
        if role == ItemRole.EditRole:
            return leaf_of(node.path)
        return None

    def _state_texts(self, index: Index) -> Iterator[str]:
        hidden, locked = self.states(index)
        if hidden:
            yield tr("hidden")
        if locked:
            yield tr("locked")

    def setData(self, index: Index, value: Any, role: int = ItemRole.EditRole) -> bool:
        """Rename an element or a group; a name that is taken is refused."""
        element, node = self.element_at(index), self.node_at(index)
        level = self._document.level
        if role != ItemRole.EditRole:
            return False
        try:
            if element is not None:
                self._document.commit(rename(level, element.id, str(value)))
            elif node is not None and node.path:
                self._rename_group(node.path, inside(parent_of(node.path), str(value)))
            else:
                return False
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
            return False
        return True

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Return flags: elements can be selected, renamed and dragged; folders accept drops."""
        if not index.isValid():
            return _Flag.ItemIsDropEnabled
        node = self.node_at(index)
        if node is None:
            element = self.element_at(index)
            named = element is not None and kind_of(element).named
            return _ELEMENT if named else _ELEMENT & ~_Flag.ItemIsEditable
        return _FOLDER if node.path else _SECTION

    # Drag and drop.

    def supportedDropActions(self) -> Qt.DropAction:
        """Rows move."""
        return Qt.DropAction.MoveAction

    def mimeTypes(self) -> list[str]:
        """Return the type of outline rows."""
        return [MIME]

    def mimeData(self, indexes: Iterable[QModelIndex]) -> QMimeData:
        """Return the elements of these rows, or one folder."""
        rows = list(indexes)
        node = self.node_at(rows[0]) if rows else None
        ids = [element.id for index in rows if (element := self.element_at(index)) is not None]
        return packed(Carried(node.path if node is not None else "", tuple(ids)))

    def canDropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Return whether the drop would have an effect."""
        try:
            return bool(self._drop(data, row, parent))
        except NavcoreError:
            return False

    def dropMimeData(
        self, data: QMimeData, action: Qt.DropAction, row: int, column: int, parent: Index
    ) -> bool:
        """Drop dragged rows here, as one undo step."""
        load = carried(data)
        try:
            edit = self._drop(data, row, parent)
            if edit and load is not None and load.path:
                node = self.node_at(parent)
                new = inside(node.path if node else "", leaf_of(load.path))
                self._rename_group(load.path, new)
            else:
                self._document.commit(edit)
        except NavcoreError as refusal:
            self.refused.emit(str(refusal))
            return False
        return bool(edit)

    def _drop(self, data: QMimeData, row: int, parent: Index) -> Edit:
        load, node = carried(data), self.node_at(parent)
        if load is None or node is None:
            return Edit()
        return drop_edit(self._document.level, node, row, load)

    def _rename_group(self, old: str, new: str) -> None:
        edit = rename_group(self._document.level, old, new)
        if edit:
            self.group_renamed.emit((old, group_path(new)))
            self._document.commit(edit)

    # For the panel.

    def node_at(self, index: Index) -> Node | None:
        """Return the folder or section of a row, the root without one; None for an element."""
        if not index.isValid():
            return self._tree.root
        holder = self._tree.of_serial.get(index.internalId())
        if holder is None or index.row() >= len(holder.folders):
            return None
        return holder.folders[index.row()]

    def element_at(self, index: Index) -> Element | None:
        """Return the element of a row, None for a heading."""
        holder = self._tree.of_serial.get(index.internalId()) if index.isValid() else None
        if holder is None or not 0 <= index.row() - len(holder.folders) < len(holder.rows):
            return None
        row = holder.rows[index.row() - len(holder.folders)]
        item = self._document.level.get(row[2])
        return item if isinstance(item, Element) else None

    def ids_at(self, index: Index) -> frozenset[int]:
        """Return the element of a row, or all that a folder shows."""
        element, node = self.element_at(index), self.node_at(index)
        if element is not None:
            return frozenset({element.id})
        return frozenset(node.ids()) if node is not None and index.isValid() else frozenset()

    def is_selected(self, index: Index) -> bool:
        """Return whether the element of a row, or all that a folder shows, is selected."""
        element, node = self.element_at(index), self.node_at(index)
        if element is not None:
            return element.id in self._document.selection.ids
        return node is not None and self._states.is_selected(node)

    def ids_between(self, parent: Index, first: int, last: int) -> set[int]:
        """Return the elements among these rows of a folder, without those in folders there."""
        node = self.node_at(parent)
        if node is None:
            return set()
        folders = len(node.folders)
        return {row[2] for row in node.rows[max(0, first - folders) : max(0, last + 1 - folders)]}

    def index_of(self, element_id: int) -> QModelIndex:
        """Return the row of an element; invalid when the search hides it."""
        place = self._tree.place_of(self._document.level.get(element_id))
        if place is None:
            return QModelIndex()
        node, row = place
        return self.createIndex(node.position(row), 0, node.serial)

    def index_of_group(self, path: str) -> QModelIndex:
        """Return the row of a group; invalid where none is shown."""
        node = self._tree.nodes.get((path, -1))
        return QModelIndex() if node is None else self._index_of_node(node)

    def headings(self) -> Iterator[tuple[str, QModelIndex]]:
        """Yield name and row of every folder and section, outer ones first."""
        waiting = [self._tree.root]
        for node in waiting:
            for folder in node.folders:
                yield folder.name, self._index_of_node(folder)
            waiting += node.folders

    def section_runs(self, ids: frozenset[int]) -> Iterable[tuple[QModelIndex, QModelIndex]]:
        """First and last row of every run of neighbours among these elements."""
        for node, first, last in self._tree.runs(ids, self._document.level.get):
            yield (
                self.createIndex(first, 0, node.serial),
                self.createIndex(last, 0, node.serial),
            )

    def heading(self, node: Node) -> str:
        """Return a group's name, or the kind of elements without a group."""
        if node.path:
            return leaf_of(node.path)
        kind = node.key[1]
        title = title_of(kind)
        return title_of_others(kind) if (title, -1) in self._tree.nodes else title

    def states(self, index: Index) -> tuple[bool, bool]:
        """Return whether a row is hidden, and whether it is locked; a folder is if all in it is."""
        element, node = self.element_at(index), self.node_at(index)
        if element is not None:
            return self._states.of_element(element)
        if node is None or not index.isValid():
            return (False, False)
        return self._states.of_folder(node)

    def behind(self, element: Element) -> str:
        """Return the text after an element's state: walkers of a route, the element's storey."""
        return self._states.behind(element)

    def search(self, text: str) -> None:
        """Show the elements with all these words in their names, kinds, groups or tags."""
        if text.casefold().split() != self._search.split():
            self._search = text.casefold()
            self.reset()

    def reset(self) -> None:
        """Rebuild all rows."""
        self.beginResetModel()
        self._fill()
        self.endResetModel()

    # Following edits.

    def _fill(self) -> None:
        self._states.forget()
        level, prepared, self._prepared = self._document.level, self._prepared, None
        if prepared is not None and prepared[0] is level and not self._search:
            self._tree = prepared[1]
        else:
            self._tree = Tree(level.elements(), self._found if self._search else None)

    def _prepare(self, level: Level) -> Callable[[], None]:
        """Build the tree of a level on another thread; the result installs it."""
        tree = Tree(level.elements())

        def put() -> None:
            self._prepared = (level, tree)

        return put

    def _follow(self, edit: Edit) -> None:
        self.following = True
        try:
            self._take_in(edit)
        finally:
            self.following = False

    def _take_in(self, edit: Edit) -> None:
        added = sum(item is None for item in edit.before.values())
        added += sum(item is None for item in edit.after.values())
        if added > max(MANY, self._tree.root.shown // 2):
            # Usually because another level was opened.
            self.reset()
            return
        edit = rows_of(edit)
        if not edit:
            return
        self._states.forget()
        rows = self._tree.rows_after(edit, self._found)
        if rows is None:
            self.reset()
            return
        touched: dict[Node, None] = {}
        for splice in splices(rows.goes, rows.comes):
            self._carry_out(splice)
            touched.update(dict.fromkeys(splice.node.upwards()))
        for node in touched:
            index = self._index_of_node(node)
            self.dataChanged.emit(index, index)
        for first, last in self.section_runs(frozenset(rows.same)):
            self.dataChanged.emit(first, last)

    def _carry_out(self, splice: Splice) -> None:
        node, first, gone, added = splice
        index, at = self._index_of_node(node), first + len(node.folders)
        if gone:
            self.beginRemoveRows(index, at, at + gone - 1)
            node.replace(first, gone, [])
            self.endRemoveRows()
        if added:
            self.beginInsertRows(index, at, at + len(added) - 1)
            node.replace(first, 0, added)
            self.endInsertRows()

    def _index_of_node(self, node: Node) -> QModelIndex:
        if node.parent is None:
            return QModelIndex()
        return self.createIndex(node.at, 0, node.parent.serial)

    def _found(self, element: Element) -> bool:
        return not self._search or is_found(element, self._search.split())
