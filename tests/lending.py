"""One window for many tests: each test finds it as if it had just been created.

Creating a window takes ten times as long as most tests in it. After each test the small level is
loaded again, and the window is compared with a new one: everything visible, every setting, every
number and switch of its parts. If anything differs, the window is deleted, and the next test gets a
new one.
"""

import math
import re
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import FunctionType

from answers import Answers
from leaving import leave
from PySide6.QtCore import QCoreApplication, QEvent, QObject, QSettings
from PySide6.QtGui import QAction
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSlider,
    QApplication,
    QComboBox,
    QDialog,
    QLabel,
    QLineEdit,
    QWidget,
)
from small_level import small_level

from editor.canvas.camera import Camera
from editor.canvas.canvas import Canvas
from editor.canvas.overlays.groups import Preset
from editor.look import style
from editor.panels.outline.panel import OutlinePanel
from editor.settings.settings import Settings
from editor.shell.window import MainWindow
from editor.system.application import make_app
from editor.tools import keys

PLAIN = (bool, int, str, Path, Enum, FunctionType, type(None))
"""Kinds of values that are compared; functions, for a test may have put one into a part."""

OPEN = (float, set, frozenset, Camera)
"""Types that are compared in public attributes; in private ones they are times and caches."""

PASSED = {
    "_merge_key", "bake.milliseconds", "pointer._pan_button", "pointer.space_used",
    "follower._name", "gestures._ends_before", "overlay coverage._classes",
    "overlay islands._places", "overlay network._drawn", "overlay network._graph",
    "overlay network._known", "overlay network._revision", "overlay off_floor._known",
    "overlay off_floor._seen",
}  # fmt: skip
"""Attributes with past values that are set again before they are read."""


class Lender:
    """Makes windows, lends them, and looks them over when they come back."""

    def __init__(self, folder: Path) -> None:
        """Create the pool; settings are stored in this folder."""
        self._folder = folder
        self._made = 0
        self._answers = Answers()
        self._window: MainWindow | None = None
        self._new: dict[str, object] = {}
        """State of an unused window."""

    def lend(self, folder: Path) -> MainWindow:
        """A shown window with the small level, clean; files go to `folder`."""
        if self._window is None:
            self._window = self._make()
            self._new = self._looks()
        self._window.settings.folder = folder
        return self._window

    def take_back(self) -> None:
        """Keep the window for the next test if it is as good as new."""
        if self._window is not None and not (self._put_back() and self._looks() == self._new):
            self.close()

    def close(self) -> None:
        """Let the window go."""
        window, self._window = self._window, None
        if window is not None:
            leave(window)
            QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        keys.forget()

    @property
    def _store(self) -> QSettings:
        return QSettings(str(self._folder / f"{self._made}.ini"), QSettings.Format.IniFormat)

    def _make(self) -> MainWindow:
        self._made += 1
        settings = Settings(Path(self._store.fileName()))
        settings.theme = "dark"
        make_app(settings)
        self._answers = Answers()
        window = MainWindow(settings, self._answers)
        # Results must not depend on the speed of a bake.
        window.bake.short_ms = window.exports.patience = math.inf
        window.show()
        _begin(window)
        return window

    def _put_back(self) -> bool:
        """Undo changes that every test may make; return whether the window still exists."""
        window = self._window
        if window is None or not window.isVisible():
            return False
        for widget in QApplication.allWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.close()
        vars(self._answers).update(vars(Answers()))
        if style.current() != style.DARK:
            window.choose_theme("dark")
        self._store.clear()
        window.canvas.shown.take(Preset.DRAW)
        self._store.clear()
        window.settings.theme = "dark"
        window.canvas.settle()
        # A drag leaves pictures behind, which stand in for overlays for a moment.
        window.canvas.layers.followers.rest.stop()
        window.canvas.layers.followers.forget()
        window.canvas.leaveEvent(QEvent(QEvent.Type.Leave))
        for tool in window.canvas.gestures.tools:
            # Options of a tool last as long as the program: reset tools in place.
            vars(tool).clear()
            type(tool).__init__(tool)
        _begin(window)
        return True

    def _looks(self) -> dict[str, object]:
        """Return all visible state of the window, and the state of its parts."""
        window = self._window
        assert window is not None
        store = self._store
        shown = {name: keys.key(name) for name in keys.PROPOSED}
        settings = {key: store.value(key) for key in store.allKeys() if key != "folder"}
        actions = {name: _told(action) for name, action in window.commands.table.items()}
        return {
            "theme": style.current(),
            "layout": window.saveState().data(),
            "size": window.size().toTuple(),
            "focus": window.focusWidget(),
            "keys": shown,
            "settings": settings,
            "actions": actions,
            "widgets": [_shown(widget) for widget in _widgets(window)],
            "parts": {
                f"{name}.{key}": value
                for name, part in _parts(window)
                for key, value in _plain(part)
                if not {key, f"{name}.{key}"} & PASSED
            },
        }


def _begin(window: MainWindow) -> None:
    """The small level in the window as it is opened, and everything at its beginning."""
    _put_tools_back(window.canvas)
    window.document.load(small_level(), None)
    window.bake.wait()
    outline = window.panels["outline"]
    assert isinstance(outline, OutlinePanel)
    outline.search_field.clear()
    for name in ("outline", "properties"):
        window.arrangement.bring_up(window.panels[name])
    window.arrangement.close("bottom")
    window.message.show_notice(None)
    window.canvas.state_changed.emit(None)
    window.status.show_place((0.0, 0.0))
    window.status.forget_place()
    window.status.say("")
    window.activateWindow()
    window.canvas.setFocus()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    QCoreApplication.processEvents()
    window.commands.catch_up()


def _put_tools_back(canvas: Canvas) -> None:
    """Reset the last tools of families, which the rail and the key O use."""
    tools = {tool.name: tool for tool in canvas.gestures.tools}
    first = [tools[name] for name in ("polygon_area", "polygon_obstacle", "agent")]
    for family in canvas.families.all:
        wanted = next((tool for tool in first if tool in family), family[0])
        if canvas.families.last_of(family) is not wanted:
            canvas.gestures.choose(wanted)
    canvas.gestures.choose(tools["select"])


def _told(action: QAction) -> tuple[object, ...]:
    """Return the data of an action in menus."""
    by_keys = tuple(key.toString() for key in action.shortcuts())
    return (action.isEnabled(), action.isChecked(), action.text(), by_keys)


def _widgets(window: MainWindow) -> Iterator[QWidget]:
    """All that is seen of the window, in a fixed order."""
    found: list[QWidget] = [window]
    for widget in found:
        yield widget
        if isinstance(widget, QLineEdit):
            # The button that clears it fades out.
            continue
        found += [
            child
            for child in widget.children()
            if isinstance(child, QWidget)
            and child.isVisible()
            # Qt's internal parts of scroll areas, whose order varies.
            and not child.objectName().startswith("qt_scrollarea_h")
            and not child.objectName().startswith("qt_scrollarea_v")
        ]


def _shown(widget: QWidget) -> tuple[object, ...]:
    """Return the visible state of a widget, except for the duration of a bake."""
    seen: tuple[object, ...] = (type(widget).__name__, widget.objectName(), widget.isEnabled())
    if isinstance(widget, QAbstractButton):
        return (*seen, widget.text(), widget.isChecked(), widget.isDown())
    if isinstance(widget, QLabel | QLineEdit):
        return (*seen, re.sub(r"\S+ ms", "ms", widget.text()))
    if isinstance(widget, QComboBox):
        return (*seen, widget.currentIndex(), widget.count())
    if isinstance(widget, QAbstractSlider):
        return (*seen, widget.value(), widget.maximum())
    return seen


def _parts(window: MainWindow) -> Iterator[tuple[str, object]]:
    """Yield the parts of a window that have state."""
    yield "window", window
    for name, part in vars(window).items():
        if isinstance(part, QObject):
            yield name, part
    canvas = window.canvas
    yield "copies", window.bench.copies
    for name in ("viewport", "gestures", "pointer", "keys", "chrome", "follower"):
        yield name, getattr(canvas, name)
    for tool in canvas.gestures.tools:
        yield tool.name, tool
    for overlay in canvas.overlays:
        yield f"overlay {overlay.name}", overlay
    for name, panel in window.panels.items():
        yield f"panel {name}", panel


def _plain(part: object) -> Iterator[tuple[str, object]]:
    """Yield the state of a part."""
    for key, value in vars(part).items():
        kinds = PLAIN if key.startswith("_") else PLAIN + OPEN
        if isinstance(value, kinds):
            # Reset tools have new functions.
            made = isinstance(value, FunctionType)
            yield key, (value.__module__, value.__qualname__) if made else value
