"""Where docks and bars stand around the canvas, and whether they are seen."""

from typing import Final

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QMainWindow, QToolBar

from editor.bars.dock import TabDock
from editor.look.style import SIZE
from editor.panels.panel import Panel
from editor.settings.settings import Settings

LAYOUT_VERSION: Final = 1


class Arrangement:
    """Docks, strips and bars of one window, and how its user left them."""

    def __init__(self, window: QMainWindow, settings: Settings) -> None:
        """An empty window."""
        self._window = window
        self._settings = settings
        self.docks: dict[str, TabDock] = {}
        self._bars: list[QToolBar] = []
        self._laid_out = False
        self._shown = QByteArray()
        """The layout before all was hidden."""
        if not settings.geometry.isEmpty():
            window.restoreGeometry(settings.geometry)

    def add_bar(self, area: Qt.ToolBarArea, bar: QToolBar) -> None:
        """One more bar."""
        self._window.addToolBar(area, bar)
        self._bars.append(bar)

    def add_panel(self, panel: Panel, title: str) -> None:
        """One more panel, where it says that it belongs."""
        if panel.place != "bar":
            self._dock(panel.place).add(panel, title)
            return
        bar = QToolBar(title, movable=False)
        bar.setObjectName(f"bar_{panel.name}")
        bar.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        bar.addWidget(panel)
        self.add_bar(Qt.ToolBarArea.BottomToolBarArea, bar)

    def _dock(self, place: str) -> TabDock:
        if place not in self.docks:
            tr = self._window.tr
            title = tr("Level") if place == "upper" else tr("Details")
            self.docks[place] = TabDock(f"dock_{place}", title)
        return self.docks[place]

    def bring_up(self, panel: Panel) -> None:
        """Show this panel of a dock, though all are hidden."""
        if self.hidden:
            self.toggle()
        self.docks[panel.place].bring_up(panel)

    def toggle(self) -> None:
        """Hide docks and bars, or show them again."""
        hide = not self.hidden
        if hide:
            self._shown = self._window.saveState(LAYOUT_VERSION)
        for widget in (*self.docks.values(), *self._bars):
            widget.setVisible(not hide)
        if not hide:
            # Qt shares the height anew between docks that come back.
            self._window.restoreState(self._shown, LAYOUT_VERSION)

    @property
    def hidden(self) -> bool:
        """Whether docks and bars are hidden."""
        return bool(self.docks) and all(dock.isHidden() for dock in self.docks.values())

    def standard(self) -> None:
        """Put all docks where they belong, and show them."""
        docks = [self.docks[place] for place in ("upper", "lower") if place in self.docks]
        for dock in docks:
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        for widget in (*docks, *self._bars):
            widget.setVisible(True)
        self._window.resizeDocks(docks, [SIZE.dock] * len(docks), Qt.Orientation.Horizontal)
        upper = round(100 * SIZE.dock_upper_share)
        self._window.resizeDocks(docks, [upper, 100 - upper], Qt.Orientation.Vertical)

    def lay_out(self) -> None:
        """Once the window has its size: as its user left it, else as is standard."""
        if self._laid_out:
            return
        self._laid_out = True
        layout: QByteArray = self._settings.layout
        if layout.isEmpty() or not self._window.restoreState(layout, LAYOUT_VERSION):
            self.standard()

    def remember(self) -> None:
        """Keep it for the next start."""
        self._settings.geometry = self._window.saveGeometry()
        shown = self._shown if self.hidden else self._window.saveState(LAYOUT_VERSION)
        if not shown.isEmpty():
            self._settings.layout = shown
