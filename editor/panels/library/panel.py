"""The library: things that are defined once in a level and used by name."""

from typing import ClassVar

from PySide6.QtWidgets import QFrame, QWidget

from editor.actions.workbench import Workbench
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.panels.library.section import Section
from editor.panels.library.sections import SECTIONS
from editor.panels.panel import Panel, Place, scrolled
from navcore.i18n import mark, tr


class LibraryPanel(Panel):
    """The sections of the library, one below the other."""

    name: ClassVar[str] = "library"
    title: ClassVar[str] = mark("Library")
    place: ClassVar[Place] = "upper"
    order: ClassVar[int] = 1

    def __init__(self, bench: Workbench) -> None:
        """Build the widgets for the document's level."""
        super().__init__(bench)
        content = QWidget()
        column = vertical(
            content, gap=SIZE.related, margins=(SIZE.margin, SIZE.inside, SIZE.margin, SIZE.margin)
        )
        self.sections: dict[type[Section], Section] = {}
        for kind in SECTIONS:
            section = self.sections[kind] = kind(bench)
            section.said.connect(self.said)
            section.left.connect(self.leave)
            if len(self.sections) > 1:
                fill(column, SIZE.inside, _rule())
            fill(column, make_label(tr(kind.title), "headline"), section)
        fill(column, STRETCH)
        self._column, self._area = column, scrolled(content)
        fill(vertical(self, margins=0), self._area)

    def bring(self, part: str) -> None:
        """Scroll to the section of this title."""
        for kind, section in self.sections.items():
            if kind.title == part:
                self._column.activate()
                self._area.verticalScrollBar().setValue(section.y() - 2 * SIZE.row)


def _rule() -> QFrame:
    line = QFrame()
    line.setObjectName("line")
    line.setFixedHeight(SIZE.line)
    return line


PANELS = (LibraryPanel,)
