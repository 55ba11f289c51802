"""Rows of the table of actions, whatever their functions work on."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

MENUS: Final = ("File", "Edit", "Select", "View", "Draw", "Play", "Check", "Help")

Bench = TypeVar("Bench")


@dataclass(frozen=True, slots=True)
class Row(Generic[Bench]):
    """One action: text, shortcuts, condition, and function of the workbench."""

    id: str
    menu: str
    """Menu and submenus, parted by slashes: `View/Theme`.

    `|` begins a new group: in front in the menu, at the end in the innermost submenu.
    """
    text: str
    do: Callable[[Bench], Any]
    keys: tuple[str, ...] = ()
    icon: str = ""
    enabled: Callable[[Bench], bool] = lambda _: True
    checked: Callable[[Bench], bool] | None = None
    shown_key: str = ""
    """A key that the canvas reads itself."""
    tip: str = ""
    """The tool tip's line."""
    named: Callable[[Bench], str] | None = None
    """Returns its present text, translated, if that varies: Lock or Unlock."""
    repeats: bool = False
    """True if holding the key down repeats it."""
    words: str = ""
    """Other words that find it in the list of all actions, before translation."""
    why: str = ""
    """Why it can't be done when it is not enabled, a sentence before translation."""

    @property
    def path(self) -> tuple[str, ...]:
        """Titles of its menu and submenus, before translation."""
        return tuple(self.menu.strip("|").split("/"))


def is_plain(key: str) -> bool:
    """Return whether a key belongs to the canvas: without Ctrl, and no function key but F2.

    The keys that copy elements belong to it, too: in a field they apply to text, or to nothing.
    """
    if re.fullmatch(r"Ctrl\+(Shift\+)?[XVD]|Ctrl\+C", key):
        return True
    return "Ctrl+" not in key and (key == "F2" or not re.fullmatch(r"(Shift\+)?F\d+", key))
