"""The tool rail: one button a family of tools, in groups, exclusive, never with the focus."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from PySide6.QtCore import QEvent, QPoint, QPointF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPaintEvent,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QMenu,
    QSizePolicy,
    QToolBar,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from editor.canvas.families import ToolFamilies
from editor.look import pens, style
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.style import SIZE
from editor.tools.tool import Tool
from navcore.i18n import several, tr


class ToolRail(QToolBar):
    """Buttons of all tools, at the left of the canvas.

    If the window is too low for all of them, the last groups fold into one button each.
    """

    def __init__(self, families: ToolFamilies, actions: Mapping[str, QAction]) -> None:
        """Create a button for each family; `actions` has each tool's action as `tool_NAME`."""
        super().__init__()
        self.setObjectName("rail")
        self.setMovable(False)
        self.setFixedWidth(SIZE.tool_rail)
        self.setWindowTitle(tr("Tools"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        inner = QWidget()
        # Use the available height; buttons that don't fit are folded and don't ask for more.
        inner.setMinimumHeight(1)
        inner.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        side = (SIZE.tool_rail - SIZE.line - SIZE.tool_button_width) // 2
        self._column = vertical(
            inner, gap=SIZE.inside - SIZE.line, margins=(side, SIZE.related - SIZE.line, 0, 0)
        )
        self._families, self._actions = families, actions
        by_group = groupby(families.all, key=lambda family: family[0].place[0])
        self._groups = [self._add_group([*group]) for _, group in by_group]
        self._groups[0].line.hide()
        fill(self._column, STRETCH)
        self.addWidget(inner)
        families.used.connect(self._show_used)
        families.others_wanted.connect(self.open_flyout)
        self._fold()

    @property
    def buttons(self) -> dict[str, "RailButton"]:
        """The button that shows each tool now."""
        shown = (button for group in self._groups for button in group.shown)
        return {tool.name: button for button in shown for tool in button.tools}

    def open_flyout(self, tool: Tool) -> None:
        """Show all tools that share the button of this one."""
        self.buttons[tool.name].open_flyout()

    def sizeHint(self) -> QSize:
        """Return the preferred size; the window decides the height."""
        return QSize(SIZE.tool_rail, SIZE.tool_button_height)

    def minimumSizeHint(self) -> QSize:
        """Return the same small size, because buttons can fold."""
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fold or unfold groups for the new height."""
        super().resizeEvent(event)
        self._fold()

    def _add_group(self, families: Sequence[Sequence[Tool]]) -> "_Group":
        line = _line()
        self._column.addWidget(line, 0, Qt.AlignmentFlag.AlignTop)
        apart = [self._add(family) for family in families]
        folded = self._add([tool for family in families for tool in family])
        return _Group(line, apart, folded)

    def _add(self, tools: Sequence[Tool]) -> "RailButton":
        button = RailButton(self._families, tools, self._actions)
        self._column.addWidget(button)
        return button

    def _show_used(self, _: object = None) -> None:
        for group in self._groups:
            for button in (*group.apart, group.folded):
                button.show_last()

    def _fold(self) -> None:
        """Fold groups from the last on until all buttons fit."""
        for group in self._groups:
            group.fold(folded=False)
        for group in reversed(self._groups):
            self._column.invalidate()
            if self._column.minimumSize().height() <= self.height():
                break
            group.fold(folded=True)


class _Group:
    """Buttons of a group, and the single button that replaces them while it is folded."""

    def __init__(self, line: QWidget, apart: Sequence["RailButton"], folded: "RailButton") -> None:
        self.line, self.apart, self.folded = line, apart, folded
        self.shown: Sequence[RailButton] = apart

    def fold(self, *, folded: bool) -> None:
        """Show one button, or all of them."""
        folded = folded and len(self.apart) > 1
        self.shown = [self.folded] if folded else self.apart
        for button in (*self.apart, self.folded):
            button.setVisible(button in self.shown)


class RailButton(QToolButton):
    """Button for one or more tools: it shows the last used one, and a flyout has the others.

    The flyout opens on a long press, a right-click, or the shortcut of the active tool.
    """

    def __init__(
        self, families: ToolFamilies, tools: Sequence[Tool], actions: Mapping[str, QAction]
    ) -> None:
        """Create the button of these tools; `actions` has each tool's action as `tool_NAME`."""
        super().__init__()
        self.tools = tools
        self._families = families
        self._mine = {tool.name: actions[f"tool_{tool.name}"] for tool in tools}
        """Actions by tool; cached, because each look-up in the table refreshes all actions."""
        self._shown: Tool | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFixedSize(SIZE.tool_button_width, SIZE.tool_button_height)
        self.setIconSize(QSize(SIZE.icon, SIZE.icon))
        self.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.flyout: QMenu | None = None
        if len(tools) > 1:
            self.flyout = Flyout(
                self,
                [self._action(tool) for tool in tools],
                lambda: (actions[f"tool_{tool.name}"] for row in families.all for tool in row),
            )
            self.setMenu(self.flyout)
            self.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
            self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
            self.customContextMenuRequested.connect(lambda _: self.open_flyout())
        self.show_last()

    def show_last(self) -> None:
        """Show the tool of the button that was used last."""
        tool = self._families.last_of(self.tools)
        if tool is self._shown:
            return
        self._shown = tool
        self.setDefaultAction(self._action(tool))
        name, count = tr(tool.title), len(self.tools)
        if count > 1:
            beside = several(count - 1, "and {0} more tool", "and {0} more tools")
            name = f"{name}, {beside}"
        self.setAccessibleName(name)

    def open_flyout(self) -> None:
        """Show all tools of the button beside it, with the active one marked."""
        if self.flyout is not None:
            self.flyout.setActiveAction(self.defaultAction())
            self.flyout.popup(self.mapToGlobal(QPoint(self.width() + SIZE.inside, 0)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A small mark in the corner says that there are more."""
        super().paintEvent(event)
        if self.flyout is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        theme = style.current()
        painter.setBrush(pens.brush(theme.accent if self.isChecked() else theme.text2))
        right, bottom = self.width() - SIZE.inside, self.height() - SIZE.inside
        corner = QPointF(right, bottom)
        across, up = QPointF(right - SIZE.inside, bottom), QPointF(right, bottom - SIZE.inside)
        painter.drawPolygon(QPolygonF([corner, across, up]))
        painter.end()

    def _action(self, tool: Tool) -> QAction:
        return self._mine[tool.name]


class Flyout(QMenu):
    """Tools of one button. Shortcuts of all tools work in it; the marked tool's one goes on."""

    def __init__(
        self,
        button: QWidget,
        actions: Sequence[QAction],
        all_tools: Callable[[], Iterable[QAction]],
    ) -> None:
        """Create the menu of these actions; `all_tools` returns the actions of all tools."""
        super().__init__(button)
        self._all_tools = all_tools
        self.addActions(actions)

    def event(self, event: QEvent) -> bool:
        """Accept keys before Qt uses them as shortcuts of tools."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            event.accept()
            return True
        return bool(super().event(event))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose by key; the rest is the menu's."""
        pressed = QKeySequence(event.keyCombination())
        actions = self.actions()
        choices = (*actions, *self._all_tools())
        found = next((one for one in choices if pressed in one.shortcuts()), None)
        if found is None:
            super().keyPressEvent(event)
        elif found is self.activeAction():
            self.setActiveAction(actions[(actions.index(found) + 1) % len(actions)])
        else:
            self.close()
            found.trigger()


def _line() -> QWidget:
    """Return a separator line between two groups, with space above and below."""
    holder = QWidget()
    line = QFrame()
    line.setObjectName("line")
    line.setFixedSize(SIZE.tool_button_width, SIZE.line)
    column: QVBoxLayout = vertical(holder, gap=0, margins=0)
    fill(column, SIZE.related, line, SIZE.related)
    return holder
