"""A row or several of tiles under a headline."""

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from editor.home.tiles import Tile
from editor.look.boxes import STRETCH, fill, vertical
from editor.look.style import SIZE
from editor.look.widgets import make_label


class Shelf(QWidget):
    """Tiles in columns of equal width; words where there is none."""

    def __init__(self, headline: str, empty: str = "") -> None:
        """An empty shelf."""
        super().__init__()
        self.tiles: list[Tile] = []
        self._columns = 0
        head = make_label(headline, "headline")
        head.setContentsMargins(SIZE.focus, 0, 0, 0)
        self.empty = make_label(empty, wraps=True)
        self.empty.setContentsMargins(SIZE.focus, 0, 0, 0)
        self._grid = QGridLayout()
        self._grid.setSpacing(SIZE.group - 2 * SIZE.focus)
        self._grid.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        fill(vertical(self, gap=SIZE.related, margins=0), head, self.empty, self._grid, STRETCH)

    def show_tiles(self, tiles: Sequence[Tile]) -> None:
        """Replace the shown tiles."""
        for old in self.tiles:
            self._grid.removeWidget(old)
            old.hide()
            old.deleteLater()
        self.tiles = list(tiles)
        self.empty.setVisible(not tiles and bool(self.empty.text()))
        columns, self._columns = self._columns, 0
        self.arrange(max(1, columns))

    def arrange(self, columns: int) -> None:
        """Arrange the tiles in this many columns."""
        if columns == self._columns:
            return
        for tile in self.tiles:
            self._grid.removeWidget(tile)
        self._columns = columns
        for number, tile in enumerate(self.tiles):
            self._grid.addWidget(tile, number // columns, number % columns)
            tile.show()
