"""What a row of the table of actions is, and what its function works on."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, TypeAlias

from editor.actions.repeat import Copies
from editor.canvas.view import CanvasView
from editor.document import Document
from editor.exports import Exports
from editor.files.service import Files
from editor.run.run import Run
from editor.services.backgrounds.service import BackgroundService
from editor.settings.settings import Settings
from navcore.i18n import mark

MENUS: Final = ("File", "Edit", "Select", "View", "Draw", "Play", "Help")


class Frame(Protocol):
    """What actions ask of the window itself."""

    def close(self) -> bool:
        """Close it, unless unsaved changes keep it open."""

    def go_home(self) -> None:
        """Close the level and show the home page, unless unsaved changes keep it open."""

    def show_first_steps(self) -> None:
        """Open the sample of the first steps, with its hints."""

    def choose_theme(self, choice: str) -> None:
        """Follow the system, or be dark or light."""

    def toggle_panels(self) -> None:
        """Hide the panels, or show them again."""

    def panels_hidden(self) -> bool:
        """Whether the panels are hidden."""

    def standard_layout(self) -> None:
        """Put all docks where they belong."""

    def rename(self) -> bool:
        """Rename in the outline the folder there, or the one thing selected; whether there is."""

    def rename_group(self, path: str) -> None:
        """Rename this group in the outline."""

    def search(self) -> None:
        """Go to the search field of the outline."""

    def go_round(self, direction: int) -> None:
        """Give the focus to the next (1) or previous (-1) part of the window."""

    def copy_place(self) -> None:
        """Copy the place that the status bar shows."""

    def show_shortcuts(self) -> None:
        """List all keys."""

    def ask(self, name: str) -> None:
        """Open the dialog of this name, about what is selected."""

    def open_backup(self) -> None:
        """Show the backups that were kept, and open one."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What actions work on."""

    document: Document
    files: Files
    exports: Exports
    canvas: CanvasView
    run: Run
    settings: Settings
    frame: Frame
    backgrounds: BackgroundService
    copies: Copies = field(default_factory=Copies)


Do: TypeAlias = Callable[[Parts], Any]
Ask: TypeAlias = Callable[[Parts], bool]
Name: TypeAlias = Callable[[Parts], str]


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
    named: Name | None = None
    """Its text as things stand, translated, where that changes: Lock or Unlock."""
    repeats: bool = False
    """Whether holding the key down does it again and again."""

    @property
    def why(self) -> str:
        """Why it can't be done when it is not enabled, a sentence."""
        return _REASONS_OF.get(self.id) or _REASONS.get(self.enabled, _NOT_NOW)


def row(name: str, menu: str, text: str, do: Do, *keys: str, **more: Any) -> Action:
    """A row of the table; `more` are the fields of `Action` beyond the keys."""
    return Action(name, menu, text, do, keys, **more)


def selected(parts: Parts) -> bool:
    """Whether anything is selected."""
    return bool(parts.document.selection.ids)


def several_selected(parts: Parts) -> bool:
    """Whether two things or more are selected."""
    return len(parts.document.selection.ids) > 1


def drawn(parts: Parts) -> bool:
    """Whether the level holds anything."""
    level = parts.document.level
    return bool(level.areas or level.obstacles or level.agents)


_NOT_NOW: Final = mark("There is nothing to do it with.")
_REASONS: Final[dict[Ask, str]] = {
    selected: mark("Nothing is selected."),
    several_selected: mark("Fewer than two things are selected."),
    drawn: mark("Nothing is drawn yet."),
}
"""Why an action with this question can't be done when the answer is no."""

_REASONS_OF: Final = {
    "undo": mark("There is nothing to take back."),
    "redo": mark("There is nothing to set again."),
    "copy": mark("Nothing is selected."),
    "delete": mark("Nothing is selected."),
    "select_none": mark("Nothing is selected."),
    "delete_and_mend": mark("No door is selected."),
    "toggle_door": mark("No door is selected or under the mouse."),
    "keep": mark("Nothing selected differs between this run and the level."),
    "send_player": mark("The run stands at the start, or has no player."),
    "send_everybody": mark("The run stands at the start, or has no agents."),
    "spawn_here": mark("The run stands at the start: the spawn brush draws in the level."),
    "follow": mark("No agent is selected, or several are."),
    "step_back": mark("The run stands at the start."),
    "go_on": mark("The end of the run is shown: it goes on from there anyway."),
    "other_run": mark("No run is set aside."),
    "save_recording": mark("The run stands at the start."),
    "export_recording": mark("The run stands at the start."),
    "unlock_all": mark("Nothing is locked."),
    "show_all": mark("Nothing is hidden."),
    "ungroup": mark("Nothing selected is in a group."),
    "the_group": mark("Nothing selected is in a group."),
    "show_only": mark("Nothing is selected."),
    "distribute_x": mark("Fewer than three things are selected."),
    "distribute_z": mark("Fewer than three things are selected."),
    "unite": mark("Fewer than two areas or obstacles are selected."),
    "subtract": mark("Fewer than two areas or obstacles are selected."),
    "scale_picture": mark("The level has no picture."),
    "tool_split": mark("No area or obstacle is selected."),
}
"""Why actions with questions of their own can't be done."""


def is_plain(key: str) -> bool:
    """Whether a key belongs to the canvas: without Ctrl, and no function key but F2.

    So do the keys that copy elements: in a field they are meant for text, or for nothing.
    """
    if re.fullmatch(r"Ctrl\+(Shift\+)?[XVD]|Ctrl\+C", key):
        return True
    return "Ctrl+" not in key and (key == "F2" or not re.fullmatch(r"(Shift\+)?F\d+", key))
