"""The actions, living: one `QAction` a row of the table, and the menus that hold them."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Final

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QWidget

from editor.actions.input_help import GROUPS, HAND
from editor.actions.keymap import KeyMap, native
from editor.actions.row import MENUS, Bench, Row, is_plain
from editor.canvas.canvas import Canvas
from editor.files.presence import presence_of
from editor.files.service import Files
from editor.look.icons import icon
from editor.tools import keys as key_words
from editor.workspace import Workspace
from navcore import samples
from navcore.i18n import tr

MOST_ROWS: Final = 14
"""Rows of a menu or submenu, lines between groups not counted: more are not read."""

LATE_MS: Final = 20
"""Milliseconds after a change until states of actions follow, unless one is looked at earlier. The
frame of the change is painted first: a refresh takes 2 ms."""

_ROLES: Final = {
    "preferences": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
    "quit": QAction.MenuRole.QuitRole,
}
"""Actions that macOS wants in the program's own menu."""


class Table(Mapping[str, QAction]):
    """The actions by id; they are brought up to date whenever one is read."""

    def __init__(self, actions: Mapping[str, QAction], catch_up: Callable[[], None]) -> None:
        """`catch_up` is called before an action is handed out."""
        self._actions, self._catch_up = actions, catch_up

    def __getitem__(self, row_id: str) -> QAction:
        """The action with this id."""
        self._catch_up()
        return self._actions[row_id]

    def __iter__(self) -> Iterator[str]:
        """All ids, in the order of the menus."""
        return iter(self._actions)

    def __len__(self) -> int:
        """Return the number of actions."""
        return len(self._actions)


class Actions(QObject):
    """The table, living: one `QAction` a row, and the menus that hold them."""

    keys_changed = Signal(object)
    """The shortcuts of some actions have changed."""
    late_ms: ClassVar[int] = LATE_MS
    """`LATE_MS`; tests look at buttons right after an event."""

    def __init__(self, workspace: Workspace, canvas: Canvas, files: Files) -> None:
        """Create the table without actions; plain keys work on the canvas."""
        super().__init__()
        self._workspace, self._canvas, self._files = workspace, canvas, files
        self._bench: Any = None
        """The workbench for the functions of the rows."""
        self.rows: dict[str, Row[Any]] = {}
        self._late = QTimer(self, singleShot=True, interval=self.late_ms)
        self._late.timeout.connect(self.refresh)
        self._over = False
        self._canvas_actions: dict[str, QAction] = {}
        """Second actions for actions with both kinds of keys; these have the canvas's keys."""
        self._hearers: dict[str, list[QWidget]] = {}
        self._by_key: dict[str, str] = {}
        self._shown_keys: dict[str, str] = {}
        """Shortcut text after the name of each action in the menu."""
        self._table: dict[str, QAction] = {}
        self.table = Table(self._table, self.catch_up)
        canvas.keys.action_of = self.order_of

    def load(self, rows: Iterable[Row[Bench]], bench: Bench) -> None:
        """Create an action for each row; their functions are called with the bench."""
        self._bench = bench
        self.rows = {row.id: row for row in rows}
        self.keymap = KeyMap(
            {row.id: row.keys for row in self.rows.values()}, self._workspace.settings
        )
        self._table.update({row.id: self._make(row) for row in self.rows.values()})
        self._set_all_shortcuts()

    def fill(self, bar: QMenuBar) -> None:
        """Put every action into the menus."""
        menus: dict[tuple[str, ...], QMenu] = {(name,): bar.addMenu(tr(name)) for name in MENUS}
        for row in self.rows.values():
            path = row.path
            if row.menu.startswith("|"):
                menus[path[:1]].addSeparator()
            for end in range(2, len(path) + 1):
                if path[:end] not in menus:
                    menus[path[:end]] = menus[path[: end - 1]].addMenu(tr(path[end - 1]))
            if row.menu.endswith("|"):
                menus[path].addSeparator()
            menus[path].addAction(self._table[row.id])
            if row.id == "open":
                self._add_recent(menus[path])
                self._add_samples(menus[path])
        for menu in menus.values():
            menu.aboutToShow.connect(self.refresh)

    def refresh(self) -> None:
        """Update enabled and checked states of all actions, and the names of undo and redo."""
        self._late.stop()
        stack = self._workspace.document.stack
        steps = {"undo": stack.undoText(), "redo": stack.redoText()}
        # Many rows share a condition, and some conditions look at all that is selected.
        answers: dict[Callable[[Any], bool], bool] = {}
        for row_id, row in self.rows.items():
            action = self._table[row_id]
            if row.named or row_id in steps:
                text = row.named(self._bench) if row.named else tr(row.text)
                text = f"{text} {steps.get(row_id, '')}".strip()
                action.setText(text + self._shown_keys[row_id])
            if row.enabled not in answers:
                answers[row.enabled] = row.enabled(self._bench)
            action.setEnabled(answers[row.enabled])
            if row.checked is not None:
                action.setChecked(row.checked(self._bench))

    def refresh_soon(self, _: object = None) -> None:
        """Refresh once after all changes of an event, or when a state is requested."""
        if not self._over:
            self._late.start()

    def shutdown(self) -> None:
        """Ignore further changes, because the window closes."""
        self._over = True
        self._late.stop()

    def catch_up(self) -> None:
        """Refresh now if that is due."""
        if self._late.isActive():
            self.refresh()

    def reason_of(self, row_id: str) -> str:
        """Return the reason why an action is disabled; empty if it isn't, or if unknown."""
        return "" if self.table[row_id].isEnabled() else tr(self.rows[row_id].why)

    # Keys.

    def order_of(self, pressed: QKeySequence) -> QAction | None:
        """Return the action that has this key, wherever it is heard."""
        name = self._by_key.get(pressed.toString(QKeySequence.SequenceFormat.PortableText))
        return None if name is None else self.table[name]

    def keys_of(self, row_id: str) -> str:
        """Return all keys of an action, as the system writes them."""
        keys = [native(key) for key in self.keymap.keys_of(row_id)]
        shown = self.rows[row_id].shown_key
        return "  ".join([*keys, shown] if shown else keys)

    def key_of(self, row_id: str) -> str:
        """Return the displayed shortcut of an action, in the system's notation; or empty."""
        shown = self.rows[row_id].shown_key
        return shown or next(map(native, self.keymap.keys_of(row_id)), "")

    def keys(self) -> list[tuple[str, str, str]]:
        """Group, text and keys of all that mouse and keys do, group by group."""
        found = [
            (group, tr(text), "  ".join(filter(None, map(self._of_hand, keys))))
            for group, text, keys in HAND
        ]
        found += [
            (row.path[0], tr(row.text), keys)
            for row in self.rows.values()
            if (keys := self.keys_of(row.id))
        ]
        found.sort(key=lambda line: GROUPS.index(line[0]))
        return [(tr(group), text, keys) for group, text, keys in found if keys]

    def wear_keys(self) -> None:
        """Set the shortcuts of all actions from the key map."""
        self._set_all_shortcuts()
        self.refresh_soon()
        self.keys_changed.emit(None)

    def _set_all_shortcuts(self) -> None:
        self._by_key = {}
        for row in self.rows.values():
            self._set_shortcuts(row)
            self._by_key |= dict.fromkeys(self.keymap.keys_of(row.id), row.id)

    def hear_in(self, widget: QWidget, names: Iterable[str]) -> None:
        """Let the keys of these actions work in this widget as on the canvas."""
        for name in names:
            self._hearers.setdefault(name, []).append(widget)
            widget.addAction(self._table[name])
            if name in self._canvas_actions:
                widget.addAction(self._canvas_actions[name])

    def _make(self, row: Row[Any]) -> QAction:
        action = QAction(tr(row.text), self)
        action.setObjectName(row.id)
        action.setIcon(icon(row.icon))
        action.setCheckable(row.checked is not None)
        action.setAutoRepeat(row.repeats)
        # Without it, macOS moves actions with the names of its own entries out of the menus.
        action.setMenuRole(_ROLES.get(row.id, QAction.MenuRole.NoRole))
        action.triggered.connect(partial(self._run, row))
        return action

    def _set_shortcuts(self, row: Row[Any]) -> None:
        """Keys without Ctrl work on the canvas, the others in the whole window."""
        action, canvas = self._table[row.id], self._canvas
        keys = self.keymap.keys_of(row.id)
        plain = [QKeySequence(key) for key in keys if is_plain(key)]
        others = [QKeySequence(key) for key in keys if not is_plain(key)]
        alone = bool(plain) and not others
        contexts = Qt.ShortcutContext
        action.setShortcutContext(contexts.WidgetShortcut if alone else contexts.WindowShortcut)
        action.setShortcuts(plain if alone else others)
        if alone:
            canvas.addAction(action)
        else:
            canvas.removeAction(action)
        if row.id in self._canvas_actions or (plain and others):
            self._canvas_action(row, action).setShortcuts([] if alone else plain)
        self._shown_keys[row.id] = self._keys_beside(row)
        action.setText(tr(row.text) + self._shown_keys[row.id])
        action.setToolTip(self._tool_tip(row))
        key_words.know(row.id, self.key_of(row.id), self._entry(row))

    def _entry(self, row: Row[Any]) -> str:
        """Return the menu path of an action: "Edit > Lock"."""
        return " > ".join(map(tr, (*row.path, row.text))).removesuffix("…")

    def _canvas_action(self, row: Row[Any], action: QAction) -> QAction:
        """Return the second action for the canvas's keys of an action that has other keys, too."""
        if row.id not in self._canvas_actions:
            twin = self._canvas_actions[row.id] = QAction(self)
            twin.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            twin.setAutoRepeat(action.autoRepeat())
            twin.triggered.connect(action.trigger)
            for widget in (self._canvas, *self._hearers.get(row.id, ())):
                widget.addAction(twin)
        return self._canvas_actions[row.id]

    def _keys_beside(self, row: Row[Any]) -> str:
        """Return a tab and the shortcut for the menu if Qt would show another one or none."""
        keys = self.keymap.keys_of(row.id)
        mixed = len({is_plain(key) for key in keys}) > 1
        return f"\t{self.key_of(row.id)}" if row.shown_key or mixed else ""

    def _tool_tip(self, row: Row[Any]) -> str:
        """Name, key and one line: "Polygon  P  Draw a floor corner by corner"."""
        parts = (tr(row.text), self.key_of(row.id), tr(row.tip) if row.tip else "")
        return "  ".join(part for part in parts if part)

    def _of_hand(self, way: str) -> str:
        """Return the text of an input: a key, a mouse action, or the shortcut of `{action}`."""
        if way.startswith("{"):
            return self.keys_of(way.strip("{}"))
        modifiers, plus, rest = way.rpartition("+")
        if " " in way:
            return tr(way)
        if not plus or not rest[:1].islower():
            return native(way) or tr(way)
        return native(f"{modifiers}+A").removesuffix("A") + tr(rest)

    def _run(self, row: Row[Any]) -> None:
        row.do(self._bench)
        self.refresh()

    def _add_recent(self, menu: QMenu) -> None:
        recent = menu.addMenu(tr("Open recent"))
        recent.setToolTipsVisible(True)
        recent.aboutToShow.connect(partial(self._fill_recent, recent))

    def _fill_recent(self, menu: QMenu) -> None:
        """List the recent files; missing ones are disabled."""
        menu.clear()
        files = self._workspace.settings.recent.files[:MOST_ROWS]
        for file, known in presence_of(files).items():
            action = QAction(file.name.replace("&", "&&"), menu)
            action.setToolTip(str(file))
            action.setEnabled(known.there)
            action.triggered.connect(partial(self._open_recent, file))
            menu.addAction(action)
        if menu.isEmpty():
            nothing = QAction(tr("Nothing was opened yet"), menu, enabled=False)
            menu.addAction(nothing)

    def _open_recent(self, file: Path, _: bool = False) -> None:
        self._files.open(file)

    def _add_samples(self, menu: QMenu) -> None:
        inner = menu.addMenu(tr("Open sample"))
        for name in samples.names():
            action = inner.addAction(name)
            action.triggered.connect(partial(self._files.open_sample, name))
