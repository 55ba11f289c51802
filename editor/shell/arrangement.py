"""Positions and visibility of docks and bars around the canvas."""

from typing import Final

from PySide6.QtCore import QByteArray, QEvent, QObject, Qt, Signal
from PySide6.QtWidgets import QMainWindow, QToolBar

from editor.bars.dock import BENEATH, SIDES, TabDock
from editor.look.style import SIZE
from editor.panels.panel import Panel, Place
from editor.settings.settings import Settings
from navcore.i18n import tr

LAYOUT_VERSION: Final = 2
SIDES_ONLY: Final = 1
"""Version of layouts without a dock below the canvas."""


class Arrangement(QObject):
    """Docks, strips and bars of one window, and their state as the user left it."""

    changed = Signal(object)
    """Another panel is shown, or one is shown no longer."""
    left = Signal(object)
    """The dock that had the focus was closed."""

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        """An empty window."""
        super().__init__(window)
        self._window = window
        self._settings = settings
        self.docks: dict[Place, TabDock] = {
            "upper": self._make_dock("upper", tr("Level")),
            "lower": self._make_dock("lower", tr("Details")),
            "bottom": self._make_dock("bottom", tr("Play and check")),
        }
        """The docks in the order of the keyboard focus."""
        self._panels: dict[str, Panel] = {}
        self._bars: list[QToolBar] = []
        self._laid_out = False
        self._shown = QByteArray()
        """The layout before all was hidden."""
        # Side docks extend beside the dock below the canvas.
        for corner, area in (
            (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):
            window.setCorner(corner, area)
        window.installEventFilter(self)
        if not settings.geometry.isEmpty():
            window.restoreGeometry(settings.geometry)

    def add_bar(self, area: Qt.ToolBarArea, bar: QToolBar) -> None:
        """Add a bar."""
        self._window.addToolBar(area, bar)
        self._bars.append(bar)

    def add_panel(self, panel: Panel, title: str) -> None:
        """Add a panel to the dock of its `place`."""
        if panel.place != "bar":
            self._panels[panel.name] = panel
            self.docks[panel.place].add(panel, title)
            return
        bar = QToolBar(title, movable=False)
        bar.setObjectName(f"bar_{panel.name}")
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.addWidget(panel)
        self.add_bar(Qt.ToolBarArea.BottomToolBarArea, bar)

    def _make_dock(self, place: Place, title: str) -> TabDock:
        dock = TabDock(f"dock_{place}", title, BENEATH if place == "bottom" else SIDES)
        dock.tabs.currentChanged.connect(lambda _: self.changed.emit(None))
        dock.visibilityChanged.connect(lambda _: self.changed.emit(None))
        dock.dockLocationChanged.connect(self._leave_room)
        dock.closed.connect(lambda _: self.close(place))
        dock.left.connect(self.left)
        return dock

    # Panels.

    def bring_up(self, panel: Panel) -> None:
        """Show this panel of a dock, though all are hidden or its dock is closed."""
        if self.hidden:
            self.toggle()
        dock = self.docks[panel.place]
        dock.bring_up(panel)
        dock.setVisible(True)

    def shows(self, panel: Panel) -> bool:
        """Return whether this panel is in front in its dock."""
        dock = self.docks[panel.place]
        return not dock.isHidden() and dock.pages.currentWidget() is panel

    def close(self, place: Place) -> None:
        """Close the dock below the canvas; side docks stay."""
        if place == "bottom":
            dock, focus = self.docks[place], self._window.focusWidget()
            dock.hide()
            if focus is not None and dock.isAncestorOf(focus):
                self.left.emit(None)

    # All docks.

    def toggle(self) -> None:
        """Hide docks and bars, or show them again."""
        hide = not self.hidden
        if hide:
            self._shown = self._window.saveState(LAYOUT_VERSION)
        for widget in (*self.docks.values(), *self._bars):
            widget.setVisible(not hide)
        if not hide:
            # Otherwise Qt changes the heights of docks that reappear.
            self._window.restoreState(self._shown, LAYOUT_VERSION)

    @property
    def hidden(self) -> bool:
        """True if docks and bars are hidden."""
        return all(dock.isHidden() for dock in self._sides())

    def standard(self) -> None:
        """Restore the standard layout: side docks visible, the dock below closed."""
        sides = self._sides()
        for dock in sides:
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for widget in (*sides, *self._bars):
            widget.setVisible(True)
        self._put_beneath()
        self._window.resizeDocks(sides, [SIZE.dock] * len(sides), Qt.Orientation.Horizontal)
        self._share_height()

    def _put_beneath(self) -> None:
        """Put the dock below the canvas, closed, with the standard height."""
        beneath = self.docks["bottom"]
        self._window.addDockWidget(BENEATH, beneath)
        self._window.resizeDocks([beneath], [SIZE.bottom], Qt.Orientation.Vertical)
        self.close("bottom")

    def _share_height(self) -> None:
        upper = round(100 * SIZE.dock_upper_share)
        self._window.resizeDocks(self._sides(), [upper, 100 - upper], Qt.Orientation.Vertical)

    def _sides(self) -> list[TabDock]:
        return [self.docks["upper"], self.docks["lower"]]

    def _leave_room(self, _: object = None) -> None:
        """Leave the canvas its share of the width, however wide docks were made."""
        rails = [bar for bar in self._bars if bar.orientation() == Qt.Orientation.Vertical]
        areas = {self._window.dockWidgetArea(dock) for dock in self._sides()}
        # While a layout is restored docks are in no area for a moment.
        areas = {area for area in areas if area & SIDES} or {Qt.DockWidgetArea.RightDockWidgetArea}
        lines = len(areas) * SIZE.line
        room = int((1.0 - SIZE.canvas_share) * self._window.width()) - lines
        room -= sum(rail.width() for rail in rails)
        if len(areas) > 1 and room < len(areas) * SIZE.dock_least:
            # No room at both sides: put the details below the outline.
            area = self._window.dockWidgetArea(self.docks["upper"])
            self._window.addDockWidget(area, self.docks["lower"])
            self._share_height()
            areas = {area}
        most = max(SIZE.dock_least, min(SIZE.dock_most, room // len(areas)))
        for dock in self._sides():
            dock.setMaximumWidth(most)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave room for the canvas in a window of another size."""
        if event.type() == QEvent.Type.Resize:
            self._leave_room()
        return super().eventFilter(watched, event)

    # Between sessions.

    def lay_out(self) -> None:
        """Restore the user's layout, or the standard one, once the window has its size."""
        if self._laid_out:
            return
        self._laid_out = True
        self._leave_room()
        layout: QByteArray = self._settings.layout
        if self._window.restoreState(layout, SIDES_ONLY):
            self._put_beneath()
        elif not self._window.restoreState(layout, LAYOUT_VERSION):
            self.standard()
        for name in self._settings.tabs:
            if name in self._panels:
                panel = self._panels[name]
                self.docks[panel.place].bring_up(panel)

    def remember(self) -> None:
        """Keep it for the next start."""
        self._settings.geometry = self._window.saveGeometry()
        shown = self._shown if self.hidden else self._window.saveState(LAYOUT_VERSION)
        if not shown.isEmpty():
            self._settings.layout = shown
        fronts = [dock.pages.currentWidget() for dock in self.docks.values()]
        self._settings.tabs = tuple(name for name, panel in self._panels.items() if panel in fronts)
