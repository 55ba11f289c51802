"""Current keys of actions, so that messages name the right ones.

The window registers the key of every action; before that, messages use the default keys.
"""

import sys
from typing import Final

PROPOSED: Final = {
    "back": ("Shift+F5", "Play > Back to the start"),
    "copy": ("Ctrl+C", "Edit > Copy"),
    "export": ("Ctrl+E", "File > Export grids"),
    "help": ("F1", "Help > Help"),
    "lock": ("Ctrl+L", "Edit > Organize > Lock"),
    "restart": ("F5", "Play > Play from the start"),
    "save": ("Ctrl+S", "File > Save"),
    "shortcuts": ("Ctrl+/", "Help > Keys"),
    "show_all": ("Shift+H", "View > Show all"),
    "step": (".", "Play > One step"),
    "step_back": (",", "Play > One step back"),
    "storey_down": ("Ctrl+PgDown", "View > Storey > One storey down"),
    "storey_up": ("Ctrl+PgUp", "View > Storey > One storey up"),
    "toggle_door": ("T", "Draw > Open or shut door"),
    "tool_agent": ("A", "Draw > Agents > Agent"),
    "tool_polygon_area": ("P", "Draw > Areas > Area: polygon"),
    "tool_polygon_obstacle": ("Shift+P", "Draw > Obstacles > Obstacle: polygon"),
    "tool_rectangle_area": ("R", "Draw > Areas > Area: rectangle"),
    "tool_rectangle_obstacle": ("Shift+R", "Draw > Obstacles > Obstacle: rectangle"),
    "tool_regular_area": ("C", "Draw > Areas > Area: regular polygon"),
    "tool_regular_obstacle": ("Shift+C", "Draw > Obstacles > Obstacle: regular polygon"),
    "tool_route": ("K", "Draw > Route"),
    "tool_zone": ("Shift+X", "Draw > Zone"),
    "undo": ("Ctrl+Z", "Edit > Undo"),
    "unlock_all": ("Ctrl+Shift+L", "Edit > Organize > Unlock all"),
}
"""Key and menu entry of each action that a sentence names, as the table of actions has them."""

COMMAND = "Cmd" if sys.platform == "darwin" else "Ctrl"
"""Name of the modifier that is Ctrl on other systems."""

_known: Final[dict[str, tuple[str, str]]] = dict(PROPOSED)


def know(action: str, shown: str, entry: str) -> None:
    """Register the key of an action, empty if none, and its menu entry."""
    _known[action] = (shown, entry)


def forget() -> None:
    """Everything is as proposed."""
    _known.clear()
    _known.update(PROPOSED)


def key(action: str) -> str:
    """Return the key of an action for display; without a key, its menu entry."""
    shown, entry = _known[action]
    return _cap(shown) or entry


def clause(action: str, sentence: str) -> str:
    """Return the translated sentence with the key of this action at `{0}`; empty without a key."""
    shown, _ = _known[action]
    return sentence.format(_cap(shown)) if shown else ""


def pressing(action: str, press: str, choose: str) -> str:
    """Return one of two translated sentences: which key to press, or which menu entry to choose."""
    shown, entry = _known[action]
    return press.format(_cap(shown)) if shown else choose.format(entry)


def _cap(shown: str) -> str:
    """The key in brackets where it is a single sign: a dot after a sentence reads as its end."""
    return f"[{shown}]" if len(shown) == 1 and not shown.isalnum() else shown
