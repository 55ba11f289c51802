"""A document with its files, its bake and its exports, without a window."""

import math
from pathlib import Path

from answers import Answers

from editor.document import Document
from editor.exports import Exports
from editor.files.prompts import Notice
from editor.files.service import Files
from editor.services.bake.service import BakeService
from editor.settings.settings import Settings
from navcore.level.operations import add_area

ROOM = ((0.0, 0.0), (8.0, 0.0), (8.0, 6.0), (0.0, 6.0))
GATE = ((8.0, 2.0), (9.0, 2.0), (9.0, 4.0), (8.0, 4.0))


class Desk:
    """A document with a room and a gate, and its files."""

    def __init__(self, folder: Path) -> None:
        """Create the desk without a saved level."""
        self.document = Document(seed=1)
        for name, ring, door in (("room", ROOM, False), ("gate", GATE, True)):
            level = self.document.level
            edit = add_area(level, ring, self.document.new_id, name=name, door=door)
            self.document.commit(edit)
        self.bake = BakeService(self.document)
        self.settings = Settings(folder / "settings.ini")
        self.settings.folder = folder
        self.answers = Answers()
        self.settled: list[bool] = []

        def settle() -> None:
            self.settled.append(True)

        self.files = Files(self.document, self.settings, self.answers, settle)
        self.exports = Exports(
            self.document, self.bake, self.files, self.settings, self.answers, settle
        )
        # Results must not depend on the speed of an export.
        self.exports.patience = math.inf
        self.notices: list[Notice | None] = []
        self.said: list[str] = []
        for part in (self.files, self.exports):
            part.noticed.connect(self.notices.append)
            part.said.connect(self.said.append)

    @property
    def notice(self) -> str:
        """Return the text of the notice strip."""
        return self.notices[-1].text if self.notices and self.notices[-1] else ""
