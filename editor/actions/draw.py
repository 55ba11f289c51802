"""The Draw menu, and tools that check: a row for each tool of the rail."""

from functools import partial

from editor.actions.switches import can_switch, switch, switch_text
from editor.actions.table import Action, row
from editor.actions.terrain import has_terrain, pick
from editor.actions.workbench import Workbench
from editor.canvas.families import ToolFamilies
from editor.tools.groups import Group
from editor.tools.tool import Tool

_OBSTACLE = "polygon_obstacle"
"""The tool whose family has an action of its own."""


def tool_rows(bench: Workbench) -> list[Action]:
    """Return a row for each tool, in the order of the rail; a family is a submenu."""
    rows: list[Action] = []
    families = bench.canvas.families
    before: int = Group.SELECT
    for family in families.all:
        group = family[0].place[0]
        menu = "Check" if group == Group.CHECK else "Draw" if group == before else "|Draw"
        before = group
        for tool in family:
            rows.append(_tool_row(families, tool, menu))
            menu = menu.removeprefix("|")
        names = [tool.name for tool in family]
        if _OBSTACLE in names:
            rows.append(_last_obstacle(families, family))
        if "door" in names:
            rows.append(
                row("toggle_door", "Draw", "Open or shut door", switch, "T", icon="door",
                    enabled=can_switch, named=switch_text,
                    tip="Open or shut a door; in a run also knock down an obstacle or lay a zone",
                    words="destroy wall break build")
            )  # fmt: skip
        if "brush" in names:
            rows.append(
                row("pick_terrain", "|Select", "Pick this terrain", pick, enabled=has_terrain,
                    tip="Take the brush with the terrain under the mouse",
                    words="eyedropper sample")
            )  # fmt: skip
    return rows


def _tool_row(families: ToolFamilies, tool: Tool, menu: str) -> Action:
    return row(
        f"tool_{tool.name}",
        f"{menu}/{tool.family}" if tool.family else menu,
        tool.title,
        lambda _: families.choose(tool),
        *((tool.shortcut,) if tool.shortcut else ()),
        icon=tool.name,
        checked=partial(_is_chosen, tool),
        tip=tool.summary,
        words=tool.words,
    )


def _last_obstacle(families: ToolFamilies, family: tuple[Tool, ...]) -> Action:
    return row(
        "last_obstacle", f"Draw/{family[0].family}|", "Obstacle: as the last one",
        lambda _: families.choose(families.last_of(family)), "O",
        tip="The last of the obstacle tools used",
    )  # fmt: skip


def _is_chosen(tool: Tool, bench: Workbench) -> bool:
    return bench.canvas.gestures.tool is tool
