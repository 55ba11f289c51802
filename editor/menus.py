"""The actions, living: one `QAction` a row of the table, and the menus that hold them."""

from functools import partial

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

import sample_levels
from editor.actions import rows
from editor.actions.table import MENUS, Action, Parts, is_plain
from editor.icons import icon
from editor.style import CANVAS
from navcore.level.naming import called
from navcore.level.pick import pick_index


class Actions(QObject):
    """The table, living: one `QAction` a row, and the menus that hold them."""

    def __init__(self, parts: Parts) -> None:
        """All actions of the table, of the tools and of the overlays."""
        super().__init__()
        self._parts = parts
        self.table: dict[str, QAction] = {}
        self._rows: dict[str, Action] = {}
        for row in rows(parts):
            self._rows[row.id] = row
            self.table[row.id] = self._make(row)
        parts.canvas.order_of = self.order_of

    def fill(self, bar: QMenuBar) -> None:
        """Put every action into the menus."""
        menus: dict[str, QMenu] = {name: bar.addMenu(self.tr(name)) for name in MENUS}
        for row in self._rows.values():
            path = row.menu.removeprefix("|")
            top, _, sub = path.partition("/")
            if row.menu.startswith("|"):
                menus[top].addSeparator()
            if sub and path not in menus:
                menus[path] = menus[top].addMenu(self.tr(sub))
            menus[path].addAction(self.table[row.id])
            if row.id == "open":
                self._add_samples(menus[top])
        for menu in menus.values():
            menu.aboutToShow.connect(self.refresh)

    def context_menu(self, parent: QWidget) -> QMenu:
        """What can be done with what lies under the mouse, which becomes the selection."""
        document = self._parts.document
        stack = self._under_mouse()
        if stack and not document.selection.ids.intersection(stack):
            document.select(frozenset(stack[:1]))
        self.refresh()
        menu = QMenu(parent)
        if any(self._is_door(element_id) for element_id in document.selection.ids):
            menu.addAction(self.table["toggle_door"])
            menu.addSeparator()
        names = ("rename", "duplicate", "delete") if document.selection.ids else ("select_all",)
        for name in names:
            menu.addAction(self.table[name])
        menu.addSeparator()
        if len(stack) > 1:
            self._add_stack(menu.addMenu(self.tr("Select")), stack)
        menu.addAction(self.table["frame"])
        menu.addAction(self.table["copy_place"])
        return menu

    def _under_mouse(self) -> list[int]:
        """Ids of what lies under the mouse, uppermost first."""
        canvas = self._parts.canvas
        pointer = canvas.gestures.pointer
        if pointer is None:
            return []
        reach = CANVAS.handle_reach / canvas.camera.scale
        return pick_index(self._parts.document.level).at(pointer.position, reach)

    def _is_door(self, element_id: int) -> bool:
        area = self._parts.document.level.areas.get(element_id)
        return area is not None and area.door

    def _add_stack(self, menu: QMenu, stack: list[int]) -> None:
        """Everything that lies under the mouse, uppermost first."""
        document = self._parts.document
        for element_id in stack:
            action = menu.addAction(called([document.level.element(element_id)]))
            action.triggered.connect(partial(self._select_one, element_id))

    def _select_one(self, element_id: int) -> None:
        self._parts.document.select(frozenset({element_id}))

    def refresh(self) -> None:
        """Ask every row whether it is enabled and checked, and name the steps of undo."""
        for row_id, row in self._rows.items():
            action = self.table[row_id]
            action.setText(self._shown_text(row, self.tr(row.text)))
            action.setEnabled(row.enabled(self._parts))
            if row.checked is not None:
                action.setChecked(row.checked(self._parts))
        stack = self._parts.document.stack
        for row_id, step in (("undo", stack.undoText()), ("redo", stack.redoText())):
            row = self._rows[row_id]
            text = f"{self.tr(row.text)} {step}".strip()
            self.table[row_id].setText(self._shown_text(row, text))

    def order_of(self, pressed: QKeySequence) -> QAction | None:
        """The action that has this key, wherever it is heard."""
        for row_id, row in self._rows.items():
            if any(QKeySequence(key) == pressed for key in row.keys):
                return self.table[row_id]
        return None

    def keys(self) -> list[tuple[str, str, str]]:
        """Menu, text and keys of every action that has a key."""
        found = []
        for row in self._rows.values():
            keys = [_native(key) for key in row.keys]
            if row.shown_key:
                keys.append(row.shown_key)
            if keys:
                menu = row.menu.removeprefix("|").partition("/")[0]
                found.append((self.tr(menu), self.tr(row.text), "  ".join(keys)))
        return found

    def _make(self, row: Action) -> QAction:
        text = self.tr(row.text)
        action = QAction(text, self)
        action.setObjectName(row.id)
        action.setIcon(icon(row.icon))
        action.setCheckable(row.checked is not None)
        action.setAutoRepeat(row.repeats)
        action.triggered.connect(partial(self._run, row))
        plain = [QKeySequence(key) for key in row.keys if is_plain(key)]
        others = [QKeySequence(key) for key in row.keys if not is_plain(key)]
        if plain and others:
            self._add_canvas_keys(action, plain)
            action.setShortcuts(others)
        elif plain:
            action.setShortcuts(plain)
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self._parts.canvas.addAction(action)
        else:
            action.setShortcuts(others)
        action.setToolTip(self._tool_tip(row))
        return action

    def _add_canvas_keys(self, action: QAction, keys: list[QKeySequence]) -> None:
        """Further keys of an action, which only the canvas hears."""
        twin = QAction(self)
        twin.setShortcuts(keys)
        twin.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        twin.setAutoRepeat(action.autoRepeat())
        twin.triggered.connect(action.trigger)
        self._parts.canvas.addAction(twin)

    def _shown_text(self, row: Action, text: str) -> str:
        """The menu's text, with the key where Qt would show another one or none."""
        if row.shown_key:
            return f"{text}\t{row.shown_key}"
        if row.keys and len({is_plain(key) for key in row.keys}) > 1:
            return f"{text}\t{_native(row.keys[0])}"
        return text

    def _tool_tip(self, row: Action) -> str:
        """Name, key and one line: "Polygon  P  Draw a floor corner by corner"."""
        key = row.shown_key or (_native(row.keys[0]) if row.keys else "")
        parts = (self.tr(row.text), key, self.tr(row.tip) if row.tip else "")
        return "  ".join(part for part in parts if part)

    def _run(self, row: Action) -> None:
        row.do(self._parts)
        self.refresh()

    def _add_samples(self, menu: QMenu) -> None:
        samples = menu.addMenu(self.tr("Open sample"))
        for name in sample_levels.names():
            action = samples.addAction(name)
            action.triggered.connect(partial(self._parts.files.open_sample, name))


def _native(key: str) -> str:
    """A key as the system writes it."""
    return QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
