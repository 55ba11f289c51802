"""Common parts of tests of the key map."""

from typing import Final

from editor.shell.window import MainWindow
from navcore.formats import write_level
from navcore.level.model import Point

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "zoom_in": ("Ctrl++", "Ctrl+="), "zoom_out": ("Ctrl+-",), "zoom_100": ("Ctrl+0",),
    "frame": ("F",), "frame_all": ("Shift+F", "Home"),
    "grid": ("G",), "snap": ("N",), "coarser": ("PgUp", "]"), "finer": ("PgDown", "["),
    "tool_link": ("L",), "tool_waypoint": ("W",), "tool_patrol": ("Shift+W",),
    "tool_stroke": ("Shift+K",),
    "storey_up": ("Ctrl+PgUp",), "storey_down": ("Ctrl+PgDown",),
    "tool_select": ("V",), "tool_vertices": ("E",),
    "tool_polygon_area": ("P",), "tool_rectangle_area": ("R",), "tool_regular_area": ("C",),
    "tool_polygon_obstacle": ("Shift+P",), "tool_rectangle_obstacle": ("Shift+R",),
    "tool_regular_obstacle": ("Shift+C",), "last_obstacle": ("O",),
    "tool_wall": ("B",), "tool_door": ("D",), "tool_agent": ("A",),
    "tool_spawn": ("Shift+A",), "tool_route": ("K",), "tool_probe": ("Q",), "tool_measure": ("M",),
    "tool_zone": ("Shift+X",), "tool_brush": ("X",),
    "tool_mirror": ("Shift+M",), "pivot": ("Shift+V",),
    "follow": ("Y",), "toggle_door": ("T",),
    "select_all": ("Ctrl+A",), "select_none": ("Ctrl+Shift+A",),
    "delete": ("Del", "Backspace"), "duplicate": ("Ctrl+D",), "array": ("Ctrl+Shift+D",),
    "cut": ("Ctrl+X",), "copy": ("Ctrl+C",), "paste": ("Ctrl+V",),
    "paste_in_place": ("Ctrl+Shift+V",), "copy_place": ("Ctrl+Shift+C",),
    "next_problem": ("F8", "Ctrl+J"), "previous_problem": ("Shift+F8", "Ctrl+Shift+J"),
    "rename": ("F2",),
    "hide": ("H",), "show_all": ("Shift+H",), "show_only": ("I",),
    "lock": ("Ctrl+L",), "unlock_all": ("Ctrl+Shift+L",),
    "group": ("Ctrl+G",), "ungroup": ("Ctrl+Shift+G",),
    "new": ("Ctrl+N",), "open": ("Ctrl+O",), "save": ("Ctrl+S",), "close": ("Ctrl+W",),
    "save_as": ("Ctrl+Shift+S",), "preferences": ("Ctrl+,",), "undo": ("Ctrl+Z",),
    "redo": ("Ctrl+Shift+Z", "Ctrl+Y"), "export": ("Ctrl+E",), "export_as": ("Ctrl+Shift+E",),
    "find": ("Ctrl+F",), "recent": ("Ctrl+P",), "palette": ("Ctrl+Shift+P",),
    "preset_draw": ("Ctrl+1",), "preset_play": ("Ctrl+2",), "preset_check": ("Ctrl+3",),
    "next_preset": ("F9",), "previous_preset": ("Shift+F9",),
    "hide_panels": ("F11", "Ctrl+Shift+F"), "help": ("F1",), "shortcuts": ("Ctrl+/", "?"),
    "next_part": ("F6",), "previous_part": ("Shift+F6",),
    "play": (), "step": (".", "Ctrl+Right"),
    "step_back": (",", "Ctrl+Left"), "go_on": (), "other_run": (), "open_recording": (),
    "save_recording": (), "export_recording": (), "restart": ("F5",), "back": ("Shift+F5",),
    "quit": ("Ctrl+Q",),
}  # fmt: skip
"""Default shortcuts of all actions that have some."""


def bytes_of(window: MainWindow) -> str:
    """The level as a file would hold it."""
    return write_level(window.document.level)


def newest(window: MainWindow, before: set[int]) -> list[int]:
    """Elements that were not there before."""
    return [e.id for e in window.document.level.elements() if e.id not in before]


def ids(window: MainWindow) -> set[int]:
    """All elements."""
    return {e.id for e in window.document.level.elements()}


def middle_of(window: MainWindow, element_id: int) -> Point:
    """The middle of an element's corners, or where the agent stands."""
    element = window.document.level.element(element_id)
    points = getattr(element, "polygon", None) or [element.position]
    return (sum(x for x, _ in points) / len(points), sum(z for _, z in points) / len(points))
