"""The tool rail: one button a tool, in groups, exclusive, never with the focus."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QFrame, QToolBar, QToolButton, QWidget

from editor.look.boxes import fill, vertical
from editor.look.style import SIZE
from editor.tools.tool import Tool
from navcore.i18n import tr


class ToolRail(QToolBar):
    """The buttons of all tools, at the left of the canvas."""

    def __init__(self, tools: list[Tool], actions: list[QAction]) -> None:
        """One button for each tool and its action, in the same order."""
        super().__init__()
        self.setObjectName("rail")
        self.setMovable(False)
        self.setFixedWidth(SIZE.tool_rail)
        self.setWindowTitle(tr("Tools"))
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.buttons: dict[str, QToolButton] = {}
        inner = QWidget()
        side = (SIZE.tool_rail - SIZE.line - SIZE.tool_button_width) // 2
        self._column = vertical(
            inner,
            gap=SIZE.inside - SIZE.line,
            margins=(side, SIZE.related - SIZE.line, 0, SIZE.related),
        )
        group: int | None = None
        for tool, action in zip(tools, actions, strict=True):
            if group is not None and group != tool.place[0]:
                self._add_line()
            group = tool.place[0]
            self._add(tool, action)
        self._column.addStretch(1)
        self.addWidget(inner)

    def _add(self, tool: Tool, action: QAction) -> None:
        button = QToolButton()
        button.setDefaultAction(action)
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setFixedSize(SIZE.tool_button_width, SIZE.tool_button_height)
        button.setIconSize(QSize(SIZE.icon, SIZE.icon))
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        button.setAccessibleName(tr(tool.title))
        self.buttons[tool.name] = button
        self._column.addWidget(button)

    def _add_line(self) -> None:
        line = QFrame()
        line.setObjectName("line")
        line.setFixedSize(SIZE.tool_button_width, SIZE.line)
        fill(self._column, SIZE.related, line, SIZE.related)
