"""Completion of typed text to known words."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QStringListModel, Qt
from PySide6.QtWidgets import QCompleter, QLineEdit, QListView

_SIGNS = "+-−"
"""Signs before a word that is added or removed."""


class WordCompleter(QCompleter):
    """Completes all that is typed; with `parted`, the last of the words between commas."""

    def __init__(self, field: QLineEdit, *, parted: bool) -> None:
        """Create the completer of a field, with its list below."""
        super().__init__(QStringListModel(field), field)
        self._field, self._parted = field, parted
        self.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.setFilterMode(Qt.MatchFlag.MatchContains)
        popup = QListView()
        popup.setObjectName("completions")
        self.setPopup(popup)

    def splitPath(self, path: str) -> list[str]:
        """Return the part of a text to complete."""
        if not self._parted:
            return super().splitPath(path)
        return [path.rpartition(",")[2].strip().lstrip(_SIGNS)]

    def pathFromIndex(self, index: QModelIndex | QPersistentModelIndex) -> str:
        """Return the whole text, completed to the word of this row."""
        word = super().pathFromIndex(index)
        if not self._parted:
            return word
        before, comma, last = self._field.text().rpartition(",")
        last = last.strip()
        sign = last[0] if last and last[0] in _SIGNS else ""
        return f"{before}{comma} {sign}{word}" if comma else f"{sign}{word}"
