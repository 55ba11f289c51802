"""The workbench: all that actions, panels and dialogs are given to work with."""

from dataclasses import dataclass, field
from typing import Protocol

from editor.actions.menus import Actions
from editor.actions.repeat import Copies
from editor.canvas.canvas import Canvas
from editor.exports import Exports
from editor.files.service import Files
from editor.workspace import Workspace


class Frame(Protocol):
    """Functions of the window for actions."""

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
        """Return whether the panels are hidden."""

    def standard_layout(self) -> None:
        """Put all docks where they belong."""

    def show_panel(self, name: str, part: str = "") -> None:
        """Bring the panel of this name to the front of its dock, and a part of it into view."""

    def toggle_panel(self, name: str) -> None:
        """Show the panel of this name, or close the dock below the canvas if it shows the panel."""

    def panel_shown(self, name: str) -> bool:
        """Return whether the panel of this name is in front in its dock."""

    def rename(self) -> bool:
        """Rename the current folder or the selected element in the outline; return success."""

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
        """Open the dialog of this name for the selection."""

    def open_backup(self, *, to_compare: bool = False) -> None:
        """Show the backups that were kept, and open one or compare with it."""


@dataclass(frozen=True, slots=True)
class Workbench(Workspace):
    """The workspace, with the functions of the window."""

    canvas: Canvas
    files: Files
    exports: Exports
    commands: Actions
    """Every action by id, with its keys."""
    frame: Frame
    copies: Copies = field(default_factory=Copies)
