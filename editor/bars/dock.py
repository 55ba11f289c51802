"""A dock whose tabs are its title: it moves, but never floats as a window of its own."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QTabBar, QWidget

from editor.look.boxes import fill, horizontal
from editor.look.style import SIZE


class TabDock(QDockWidget):
    """One or more pages under a bar of tabs."""

    def __init__(self, name: str, title: str) -> None:
        """An empty dock; `name` identifies it in saved layouts."""
        super().__init__(title)
        self.setObjectName(name)
        self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
        self.setAllowedAreas(
            Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
        )
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        # In a narrow dock long titles are shortened, not scrolled out of sight.
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName(title)
        self.pages = QStackedWidget()
        self.pages.setObjectName("page")
        head = QWidget()
        head.setObjectName("page")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        fill(horizontal(head, margins=(0, SIZE.inside, 0, 0)), (self.tabs, 1))
        self.setTitleBarWidget(head)
        self.setWidget(self.pages)
        self.setMinimumWidth(SIZE.dock_least)
        self.setMaximumWidth(SIZE.dock_most)
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)

    def sizeHint(self) -> QSize:
        """The standard width."""
        return QSize(SIZE.dock, super().sizeHint().height())

    def add(self, page: QWidget, title: str) -> None:
        """One more tab."""
        self.pages.addWidget(page)
        self.tabs.setTabToolTip(self.tabs.addTab(title), title)

    def bring_up(self, page: QWidget) -> None:
        """Show this page."""
        self.tabs.setCurrentIndex(self.pages.indexOf(page))
