"""The table of actions: text, key, icon, when enabled, what is done. The menus show all of it.

Keys without Ctrl belong to the canvas: they work while it has the focus, never from a list, a
button or a field. Keys that the canvas reads itself (Space on release) are only shown here.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeAlias

from editor.canvas.overlays.overlay import Overlay
from editor.canvas.view import CanvasView
from editor.document import Document
from editor.files import Files
from editor.services.play import PlayService
from editor.settings import Settings
from editor.tools.tool import Tool
from navcore.level.model import Area
from navcore.level.operations import delete, duplicate, toggle_doors


class Frame(Protocol):
    """What actions ask of the window itself."""

    def close(self) -> bool:
        """Close it, unless unsaved changes keep it open."""

    def choose_theme(self, choice: str) -> None:
        """Follow the system, or be dark or light."""

    def toggle_panels(self) -> None:
        """Hide the panels, or show them again."""

    def panels_hidden(self) -> bool:
        """Whether the panels are hidden."""

    def standard_layout(self) -> None:
        """Put all docks where they belong."""

    def rename(self) -> None:
        """Rename what is selected in the outline."""

    def search(self) -> None:
        """Go to the search field of the outline."""

    def go_round(self, direction: int) -> None:
        """Give the focus to the next (1) or previous (-1) part of the window."""

    def copy_place(self) -> None:
        """Copy the place that the status bar shows."""

    def show_shortcuts(self) -> None:
        """List all keys."""

    def about(self) -> None:
        """Say what this program is."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What actions work on."""

    document: Document
    files: Files
    canvas: CanvasView
    play: PlayService
    settings: Settings
    frame: Frame


Do: TypeAlias = Callable[[Parts], Any]
Ask: TypeAlias = Callable[[Parts], bool]


def _always(parts: Parts) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class Action:
    """One row of the table."""

    id: str
    menu: str
    """Menu and submenu, parted by a slash: `View/Theme`. A new group starts with `|`."""
    text: str
    do: Do
    keys: tuple[str, ...] = ()
    icon: str = ""
    enabled: Ask = _always
    checked: Ask | None = None
    shown_key: str = ""
    """A key that the canvas reads itself."""
    tip: str = ""
    """The tool tip's line."""
    repeats: bool = False
    """Whether holding the key down does it again and again."""


def _selected(parts: Parts) -> bool:
    return bool(parts.document.selection.ids)


def _one_selected(parts: Parts) -> bool:
    return len(parts.document.selection.ids) == 1


def _drawn(parts: Parts) -> bool:
    level = parts.document.level
    return bool(level.areas or level.obstacles or level.agents)


def _select_all(parts: Parts) -> None:
    parts.document.select(frozenset(e.id for e in parts.document.level.elements()))


def _delete(parts: Parts) -> None:
    parts.canvas.settle()
    if parts.document.selection.ids:
        parts.document.commit(delete(parts.document.level, parts.document.selection.ids))


def _duplicate(parts: Parts) -> None:
    """Copies, one grid step to the right and down, which become the selection."""
    parts.canvas.settle()
    document, step = parts.document, parts.settings.snap_step
    edit = duplicate(document.level, document.selection.ids, (step, -step), document.new_id)
    document.commit(edit)
    document.select(frozenset(edit.after))


def _has_door(parts: Parts) -> bool:
    return any(isinstance(e, Area) and e.door for e in parts.document.level.areas.values())


def _toggle_doors(parts: Parts) -> None:
    """The door under the mouse, else the selected ones."""
    parts.canvas.settle()
    under = parts.canvas.door_under_mouse()
    ids = frozenset({under}) if under is not None else parts.document.selection.ids
    edit = toggle_doors(parts.document.level, ids)
    if edit:
        parts.document.commit(edit)
    else:
        parts.files.said.emit(
            parts.files.tr("Point at a door or select one, then press T to open or shut it.")
        )


def _theme(choice: str) -> tuple[Do, Ask]:
    def choose(parts: Parts) -> None:
        parts.frame.choose_theme(choice)

    def chosen(parts: Parts) -> bool:
        return parts.settings.theme == choice

    return choose, chosen


def _doors(*, all_open: bool) -> tuple[Do, Ask]:
    def choose(parts: Parts) -> None:
        parts.settings.doors_open_in_export = all_open

    def chosen(parts: Parts) -> bool:
        return parts.settings.doors_open_in_export == all_open

    return choose, chosen


def _row(name: str, menu: str, text: str, do: Do, *keys: str, **more: Any) -> Action:
    return Action(name, menu, text, do, keys, **more)


_SYSTEM, _DARK, _LIGHT = _theme("system"), _theme("dark"), _theme("light")
_DRAWN, _OPEN = _doors(all_open=False), _doors(all_open=True)

ACTIONS: Final[tuple[Action, ...]] = (
    _row("new", "File", "New", lambda p: p.files.new(), "Ctrl+N", icon="new"),
    _row("open", "File", "Open…", lambda p: p.files.open(), "Ctrl+O", icon="open"),
    _row("save", "|File", "Save", lambda p: p.files.save(), "Ctrl+S", icon="save"),
    _row("save_as", "File", "Save as…", lambda p: p.files.save_as(), "Ctrl+Shift+S"),
    _row("export", "|File", "Export grid", lambda p: p.files.export_again(), "Ctrl+E",
         icon="export", enabled=_drawn),
    _row("export_as", "File", "Export grid as…", lambda p: p.files.export_as(), "Ctrl+Shift+E",
         enabled=_drawn),
    _row("doors_drawn", "File/Doors in exported grids", "As drawn", _DRAWN[0],
         checked=_DRAWN[1]),
    _row("doors_open", "File/Doors in exported grids", "All open", _OPEN[0], checked=_OPEN[1]),
    _row("quit", "|File", "Quit", lambda p: p.frame.close(), "Ctrl+Q"),
    _row("undo", "Edit", "Undo", lambda p: p.canvas.undo(), "Ctrl+Z", icon="undo",
         enabled=lambda p: p.canvas.can_undo(), repeats=True),
    _row("redo", "Edit", "Redo", lambda p: p.canvas.redo(), "Ctrl+Shift+Z", "Ctrl+Y",
         icon="redo", enabled=lambda p: p.canvas.can_redo(), repeats=True),
    _row("delete", "|Edit", "Delete", _delete, "Delete", "Backspace", icon="trash",
         enabled=_selected),
    _row("duplicate", "Edit", "Duplicate", _duplicate, "Ctrl+D", enabled=_selected),
    _row("rename", "Edit", "Rename", lambda p: p.frame.rename(), "F2", enabled=_one_selected),
    _row("toggle_door", "|Edit", "Open or shut door", _toggle_doors, "T", icon="door",
         enabled=_has_door),
    _row("copy_place", "Edit", "Copy the place under the mouse",
         lambda p: p.frame.copy_place(), "Ctrl+Shift+C"),
    _row("select_all", "Select", "All", _select_all, "Ctrl+A", enabled=_drawn),
    _row("select_none", "Select", "None", lambda p: p.document.select(frozenset()),
         "Ctrl+Shift+A", enabled=_selected),
    _row("find", "|Select", "Find…", lambda p: p.frame.search(), "Ctrl+F", icon="search"),
    _row("zoom_in", "View", "Zoom in", lambda p: p.canvas.zoom_in(), "Ctrl++", "Ctrl+=",
         repeats=True),
    _row("zoom_out", "View", "Zoom out", lambda p: p.canvas.zoom_out(), "Ctrl+-", repeats=True),
    _row("zoom_100", "View", "Zoom to 100 %", lambda p: p.canvas.zoom_to_100(), "Ctrl+0"),
    _row("frame", "View", "Frame the selection", lambda p: p.canvas.frame_selection(), "F"),
    _row("frame_all", "View", "Frame everything", lambda p: p.canvas.frame_all(), "Shift+F",
         "Home"),
    _row("grid", "|View", "Grid", lambda p: p.canvas.toggle_grid(), "G",
         checked=lambda p: p.settings.grid),
    _row("snap", "View", "Snapping", lambda p: p.canvas.toggle_snapping(), "N",
         checked=lambda p: p.settings.snap),
    _row("coarser", "View", "Coarser snap step", lambda p: p.canvas.change_snap_step(1), "PgUp",
         "]"),
    _row("finer", "View", "Finer snap step", lambda p: p.canvas.change_snap_step(-1), "PgDown",
         "["),
    _row("theme_system", "View/Theme", "As the system", _SYSTEM[0], checked=_SYSTEM[1]),
    _row("theme_dark", "View/Theme", "Dark", _DARK[0], checked=_DARK[1]),
    _row("theme_light", "View/Theme", "Light", _LIGHT[0], checked=_LIGHT[1]),
    _row("hide_panels", "|View", "Hide the panels", lambda p: p.frame.toggle_panels(), "F11",
         "Ctrl+Shift+F", checked=lambda p: p.frame.panels_hidden()),
    _row("next_part", "View", "Next part of the window", lambda p: p.frame.go_round(1), "F6"),
    _row("previous_part", "View", "Previous part of the window",
         lambda p: p.frame.go_round(-1), "Shift+F6"),
    _row("standard_layout", "View", "Standard layout", lambda p: p.frame.standard_layout()),
    _row("play", "Play", "Play or pause", lambda p: p.play.toggle(), icon="play",
         shown_key="Space"),
    _row("step", "Play", "One step", lambda p: p.play.step_once(), ".", "Ctrl+Right",
         icon="step", repeats=True),
    _row("restart", "|Play", "Play from the start", lambda p: p.play.restart(), "F5",
         icon="restart"),
    _row("back", "Play", "Back to the start", lambda p: p.play.stop_to_start(), "Shift+F5",
         icon="back"),
    _row("shortcuts", "Help", "Keys", lambda p: p.frame.show_shortcuts(), "Ctrl+/", "?"),
    _row("about", "Help", "About Waywright", lambda p: p.frame.about(), icon="info"),
)  # fmt: skip


def rows(parts: Parts) -> list[Action]:
    """The whole table: with the tools, and the overlays before the themes."""
    found: list[Action] = []
    for row in ACTIONS:
        if row.id == "theme_system":
            found += overlay_rows(parts)
        found.append(row)
    return found + tool_rows(parts)


MENUS: Final = ("File", "Edit", "Select", "View", "Draw", "Play", "Help")


def tool_rows(parts: Parts) -> list[Action]:
    """A row for each tool; a new group of the rail begins with a line."""
    rows: list[Action] = []
    group: int | None = None
    for tool in parts.canvas.tools:
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


def overlay_rows(parts: Parts) -> list[Action]:
    """A row for each overlay that can be shown or hidden."""
    listed = [overlay for overlay in parts.canvas.overlays if overlay.title]
    return [
        Action(
            f"overlay_{overlay.name}",
            "View/Overlays" if number else "|View/Overlays",
            overlay.title,
            partial(_toggle_overlay, overlay),
            checked=partial(_is_visible, overlay),
        )
        for number, overlay in enumerate(listed)
    ]


def _toggle_overlay(overlay: Overlay, parts: Parts) -> None:
    parts.canvas.toggle_overlay(overlay)


def _is_visible(overlay: Overlay, parts: Parts) -> bool:
    return overlay.visible


def _choose_tool(tool: Tool, parts: Parts) -> None:
    parts.canvas.choose_tool(tool)


def _is_chosen(tool: Tool, parts: Parts) -> bool:
    return parts.canvas.tool is tool


def is_plain(key: str) -> bool:
    """Whether a key belongs to the canvas: without Ctrl, and no function key but F2."""
    return "Ctrl+" not in key and (key == "F2" or not re.fullmatch(r"(Shift\+)?F\d+", key))
