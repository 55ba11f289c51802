"""Dialogs that answer at once."""

from pathlib import Path

from editor.files.prompts import Choice, KeptRoute, Overwrite
from navcore.level.model import BackgroundKind


class Answers:
    """Dialogs that answer immediately, and count their questions."""

    def __init__(self) -> None:
        """Start with no file chosen; unsaved work is kept."""
        self.place: Path | None = None
        self.choice = Choice.KEEP
        self.overwrite = Overwrite.KEEP
        self.kept_route = KeptRoute.CANCEL
        self.proposals: list[Path] = []
        self.asked: list[str] = []

    def open_level(self, folder: Path | None) -> Path | None:
        """The place."""
        return self.place

    def save_level(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def export_grid(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def open_background(self, kind: BackgroundKind, folder: Path | None) -> Path | None:
        """The place."""
        self.asked.append(kind)
        return self.place

    def save_picture(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def open_recording(self, folder: Path | None) -> Path | None:
        """The place."""
        return self.place

    def save_recording(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def save_table(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def open_graph(self, folder: Path | None) -> Path | None:
        """The place."""
        return self.place

    def save_graph(self, proposal: Path) -> Path | None:
        """The place."""
        self.proposals.append(proposal)
        return self.place

    def unsaved(self, title: str) -> Choice:
        """The choice."""
        self.asked.append(title)
        return self.choice

    def changed_on_disk(self, name: str) -> Overwrite:
        """The answer."""
        self.asked.append(name)
        return self.overwrite

    def keep_over_route(self, what: str, *, many: bool) -> KeptRoute:
        """The answer."""
        self.asked.append(what)
        return self.kept_route
