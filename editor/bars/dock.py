"""A dock whose title bar is a row of tabs: it can be moved, but never floats as a window."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDockWidget, QStackedWidget, QTabBar, QToolButton, QWidget

from editor.look.boxes import fill, horizontal
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import named
from navcore.i18n import tr

SIDES = Qt.DockWidgetArea.LeftDockWidgetArea | Qt.DockWidgetArea.RightDockWidgetArea
BENEATH = Qt.DockWidgetArea.BottomDockWidgetArea


class TabDock(QDockWidget):
    """One or more pages below a tab bar."""

    closed = Signal(object)
    """The button that closes it was pressed."""
    left = Signal(object)
    """The control that had the focus was hidden or switched off."""

    def __init__(self, name: str, title: str, areas: Qt.DockWidgetArea = SIDES) -> None:
        """Create an empty dock; `name` identifies it in saved layouts.

        Docks at the sides can be moved to the other side; the dock below the canvas can be closed.
        """
        super().__init__(title)
        self.setObjectName(name)
        self.setAllowedAreas(areas)
        self.tabs = QTabBar()
        self.tabs.setDrawBase(False)
        self.tabs.setExpanding(False)
        # In a narrow dock long titles are shortened instead of scrolled out of view.
        self.tabs.setUsesScrollButtons(False)
        self.tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self.tabs.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.tabs.setAccessibleName(title)
        self.pages = QStackedWidget()
        self.pages.setObjectName("page")
        head = QWidget()
        head.setObjectName("page")
        head.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        row = fill(horizontal(head, margins=(0, SIZE.inside, 0, 0)), (self.tabs, 1))
        self.setTitleBarWidget(head)
        self.setWidget(self.pages)
        self._standard = QSize(SIZE.dock, super().sizeHint().height())
        if areas == BENEATH:
            self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetClosable)
            row.setContentsMargins(0, 0, SIZE.related, 0)
            row.addWidget(self._close_button(title))
            self.setMinimumHeight(SIZE.bottom_least)
            # The user sets its height, whatever its pages contain.
            self.pages.setMinimumSize(1, 1)
            self._standard = QSize(0, SIZE.bottom)
        else:
            self.setFeatures(QDockWidget.DockWidgetFeature.DockWidgetMovable)
            self.setMinimumWidth(SIZE.dock_least)
            self.setMaximumWidth(SIZE.dock_most)
        self.tabs.currentChanged.connect(self.pages.setCurrentIndex)

    def _close_button(self, title: str) -> QToolButton:
        button = named(QToolButton(), tr("Close {0}").format(title), tr("Close"))
        button.setIcon(icon("close"))
        button.setIconSize(QSize(SIZE.icon_small, SIZE.icon_small))
        button.setFixedSize(SIZE.field, SIZE.field)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.closed.emit(None))
        return button

    def sizeHint(self) -> QSize:
        """Return the standard size."""
        return self._standard

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002 (Qt's name)
        """Go to the next control by Tab; don't when the one with the focus was hidden.

        Qt would put the focus on whatever comes next, such as a field of another dock, and the next
        key that is meant for the canvas would be typed there.
        """
        focus = self.window().focusWidget()
        if focus is None or (focus.isVisible() and focus.isEnabled()):
            return super().focusNextPrevChild(next)
        self.left.emit(None)
        return True

    def add(self, page: QWidget, title: str) -> None:
        """Add a tab."""
        self.pages.addWidget(page)
        self.tabs.setTabToolTip(self.tabs.addTab(title), title)

    def bring_up(self, page: QWidget) -> None:
        """Show this page."""
        self.tabs.setCurrentIndex(self.pages.indexOf(page))
