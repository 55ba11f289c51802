"""The Draw menu: a row for each tool."""

from functools import partial
from typing import Final

from editor.actions.table import Action, row
from editor.actions.workbench import Workbench
from editor.tools.tool import Tool

_OBSTACLES: Final = 2
"""The group of the rail whose tools draw obstacles."""


def tool_rows(bench: Workbench) -> list[Action]:
    """A row for each tool of the rail; a new group there begins with a line."""
    rows: list[Action] = []
    last = _Last(bench.canvas.gestures.tools)
    bench.canvas.gestures.tool_changed.connect(last.note)
    group: int | None = None
    for tool in bench.canvas.gestures.tools:
        if not tool.on_rail:
            continue
        new_group = group is not None and group != tool.place[0]
        group = tool.place[0]
        rows.append(
            row(
                f"tool_{tool.name}",
                "|Draw" if new_group else "Draw",
                tool.title,
                partial(_choose_tool, tool),
                *((tool.shortcut,) if tool.shortcut else ()),
                icon=tool.name,
                checked=partial(_is_chosen, tool),
                tip=tool.summary,
            )
        )
        if tool is last.of_group[-1]:
            rows.append(
                row("last_obstacle", "Draw", "Obstacle: as the last one", last.choose, "O",
                    tip="The last of the obstacle tools used")
            )  # fmt: skip
    return rows


class _Last:
    """The last used of the tools that draw obstacles."""

    def __init__(self, tools: list[Tool]) -> None:
        self.of_group = [tool for tool in tools if tool.place[0] == _OBSTACLES]
        self._tool = self.of_group[0]

    def note(self, tool: Tool) -> None:
        """Another tool became the active one."""
        if tool in self.of_group:
            self._tool = tool

    def choose(self, bench: Workbench) -> None:
        """Make it the active one again."""
        _choose_tool(self._tool, bench)


def _choose_tool(tool: Tool, bench: Workbench) -> None:
    bench.canvas.gestures.choose(tool)


def _is_chosen(tool: Tool, bench: Workbench) -> bool:
    return bench.canvas.gestures.tool is tool
