"""Summary of a level's contents."""

from PySide6.QtWidgets import QWidget

from editor.document import Document
from editor.look.boxes import fill, vertical
from editor.look.fields import Elided
from editor.look.style import SIZE
from editor.panels.recount import Recount
from navcore.i18n import tr
from navcore.level.model import Level, Link, Zone


class LevelFacts(QWidget):
    """Numbers of areas, doors, obstacles and agents."""

    def __init__(self, document: Document) -> None:
        """Create the summary of a document's level."""
        super().__init__()
        self._document = document
        self.name = Elided(tr("The level"))
        self.name.setObjectName("headline")
        # One line, so that rows below don't move when another kind of element is added.
        self.counts = Elided()
        self.counts.setObjectName("label")
        fill(vertical(self, gap=SIZE.inside, margins=0), self.name, self.counts)
        self.recount = Recount(self, document, self._count)

    def _count(self) -> None:
        self.counts.setText(counts_text(self._document.level))


def counts_text(level: Level) -> str:
    """Return the numbers of elements by kind, without kinds that have none."""
    doors = sum(area.door for area in level.areas.values())
    counts = (
        (
            _counted(len(level.areas) - doors, tr("1 area"), tr("{0} areas")),
            len(level.areas) - doors,
        ),
        (_counted(doors, tr("1 door"), tr("{0} doors")), doors),
        (
            _counted(len(level.obstacles), tr("1 obstacle"), tr("{0} obstacles")),
            len(level.obstacles),
        ),
        (_counted(len(level.agents), tr("1 agent"), tr("{0} agents")), len(level.agents)),
        (_counted(len(level.of(Zone)), tr("1 zone"), tr("{0} zones")), len(level.of(Zone))),
        (_counted(len(level.of(Link)), tr("1 link"), tr("{0} links")), len(level.of(Link))),
    )
    return " · ".join(text for text, count in counts if count) or tr("Nothing drawn yet.")


def _counted(count: int, one: str, many: str) -> str:
    """Return a count as text; these strings are split in two, so plural forms don't apply."""
    return one if count == 1 else many.format(count)
