"""Base class of the library's sections."""

from collections.abc import Callable
from typing import ClassVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from editor.actions.workbench import Workbench
from navcore.errors import NavcoreError
from navcore.level.edit import Edit
from navcore.level.model import Level


class Section(QWidget):
    """List of the things of one kind in a level, with controls that change them.

    An empty section explains its purpose and how to add something.
    """

    title: ClassVar[str] = ""
    """Heading of the section, before translation."""

    said = Signal(object)
    """A sentence for the status bar."""
    left = Signal(object)
    """The focus is to go back to the canvas."""

    def __init__(self, bench: Workbench) -> None:
        """Build the widgets for the document's level."""
        super().__init__()
        self.bench = bench

    def commit(self, make: Callable[[Level], Edit]) -> bool:
        """Commit an edit as one step; return whether it could be made, and say why if not."""
        self.bench.canvas.settle()
        document = self.bench.document
        try:
            edit = make(document.level)
        except NavcoreError as refusal:
            self.said.emit(str(refusal))
            return False
        document.commit(edit)
        return True
