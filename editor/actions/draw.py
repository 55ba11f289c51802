"""The Draw menu: a row for each tool."""

from functools import partial

from editor.actions.table import Action, Parts
from editor.tools.tool import Tool


def tool_rows(parts: Parts) -> list[Action]:
    """A row for each tool of the rail; a new group there begins with a line."""
    rows: list[Action] = []
    group: int | None = None
    for tool in parts.canvas.tools:
        if not tool.on_rail:
            continue
        new_group = group is not None and group != tool.place[0]
        group = tool.place[0]
        rows.append(
            Action(
                f"tool_{tool.name}",
                "|Draw" if new_group else "Draw",
                tool.title,
                partial(_choose_tool, tool),
                (tool.shortcut,) if tool.shortcut else (),
                tool.name,
                checked=partial(_is_chosen, tool),
                tip=tool.summary,
            )
        )
    return rows


def _choose_tool(tool: Tool, parts: Parts) -> None:
    parts.canvas.choose_tool(tool)


def _is_chosen(tool: Tool, parts: Parts) -> bool:
    return parts.canvas.tool is tool
