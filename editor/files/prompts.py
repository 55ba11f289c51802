"""Questions in the system's dialogs, and notices over the canvas."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.look import pens
from editor.look.boxes import fill, vertical
from editor.look.style import FONT, SIZE

if TYPE_CHECKING:
    from navcore.level.model import BackgroundKind


@dataclass(frozen=True, slots=True)
class Notice:
    """Message in the strip over the canvas until it is closed or its action is done."""

    text: str
    icon: str = "error"
    """`error`, `warning` or `info`."""
    buttons: tuple[tuple[str, Callable[[], object]], ...] = ()
    """Text and action of each button."""


class Choice(Enum):
    """Answers to the question about unsaved changes."""

    SAVE = "save"
    DISCARD = "discard"
    KEEP = "keep"


class Overwrite(Enum):
    """Answers to the question about a file that another program has changed before a save."""

    OVERWRITE = "overwrite"
    RELOAD = "reload"
    SAVE_AS = "save as"
    KEEP = "keep"


class KeptRoute(Enum):
    """Answers to the question about the route of a kept agent that a run sent elsewhere."""

    APPEND = "append"
    REPLACE = "replace"
    CANCEL = "cancel"


class Dialogs(Protocol):
    """Questions about files; tests answer them without a window."""

    def open_level(self, folder: Path | None) -> Path | None:
        """Ask for a level to open."""

    def save_level(self, proposal: Path) -> Path | None:
        """Ask for a file to save the level to."""

    def export_grid(self, proposal: Path) -> Path | None:
        """Ask for a file to write the grid to."""

    def open_background(self, kind: "BackgroundKind", folder: Path | None) -> Path | None:
        """Ask for a picture to trace, or a grid to compare with."""

    def save_picture(self, proposal: Path) -> Path | None:
        """Ask for a file to save a picture of the level to."""

    def open_recording(self, folder: Path | None) -> Path | None:
        """Ask for a recording to open."""

    def save_recording(self, proposal: Path) -> Path | None:
        """Ask for a file to save a recording to."""

    def save_table(self, proposal: Path) -> Path | None:
        """Ask for a file to write a table to."""

    def open_graph(self, folder: Path | None) -> Path | None:
        """Ask for a waypoint network to import."""

    def save_graph(self, proposal: Path) -> Path | None:
        """Ask for a file to write the level's network to."""

    def unsaved(self, title: str) -> Choice:
        """Ask what to do with unsaved changes."""

    def changed_on_disk(self, name: str) -> Overwrite:
        """Ask whether to overwrite a file that another program has changed."""

    def keep_over_route(self, what: str, *, many: bool) -> KeptRoute:
        """Ask what to do with the routes of these agents, which the run sent elsewhere."""


def press_focused(window: QWidget, event: QKeyEvent) -> bool:
    """On Enter, press the focused button instead of the default one; return whether pressed."""
    here = window.focusWidget()
    if event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
        return False
    if not isinstance(here, QPushButton) or not here.isEnabled():
        return False
    here.click()
    return True


Answer: TypeAlias = tuple[str, Enum]
"""A verb and its value."""


class Question(QDialog):
    """A sentence, its consequence, and a button for each answer.

    A destructive answer is apart at the left, the default is last at the right.
    """

    def __init__(self, parent: QWidget, title: str, sentence: str, consequence: str) -> None:
        """A question over this window, without answers yet."""
        super().__init__(parent)
        self.setWindowTitle(title)
        self.sentence, self.consequence = _words(sentence), _words(consequence)
        self.sentence.setObjectName("headline")
        self.consequence.setObjectName("label")
        self.buttons: list[QPushButton] = []
        self._answer: Enum | None = None
        self._row = QHBoxLayout()
        self._row.setSpacing(SIZE.related)
        column = vertical(self, gap=SIZE.related, margins=SIZE.dialog)
        column.setSizeConstraint(QVBoxLayout.SizeConstraint.SetFixedSize)
        fill(column, self.sentence, self.consequence, SIZE.related, self._row)

    def ask(self, destroying: Answer, *others: Answer, proposed: Answer) -> Enum | None:
        """Return one of these answers; None for Esc. Enter chooses `proposed`."""
        for text, answer in (destroying, *others, proposed):
            self._row.addWidget(self._button(text, answer))
        self._row.insertStretch(1)
        self._row.insertSpacing(1, SIZE.group)
        self.buttons[-1].setDefault(True)
        self.buttons[-1].setFocus()
        self.exec()
        return self._answer

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses the button that has the focus."""
        if not press_focused(self, event):
            super().keyPressEvent(event)

    def _button(self, text: str, answer: Enum) -> QPushButton:
        button = QPushButton(text, autoDefault=False)

        def take() -> None:
            self._answer = answer
            self.accept()

        button.clicked.connect(take)
        self.buttons.append(button)
        return button


def _words(text: str) -> QLabel:
    label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
    label.setMinimumWidth(SIZE.message_width)
    return label


def _shortened(name: str) -> str:
    """Return a name that leaves room for a sentence; its middle is left out."""
    metrics = QFontMetrics(pens.font(FONT.tab, semibold=True))
    return metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, SIZE.message_width)


class QtDialogs:
    """Questions about files in the system's dialogs over the window."""

    def __init__(self, parent: QWidget) -> None:
        """Dialogs over this window."""
        self._parent = parent

    def open_level(self, folder: Path | None) -> Path | None:
        """Ask for a level to open."""
        tr = self._parent.tr
        return self._ask_which(tr("Open a level"), tr("Levels (*.json)"), folder)

    def save_level(self, proposal: Path) -> Path | None:
        """Ask for a file to save the level to."""
        tr = self._parent.tr
        return self._ask_place(tr("Save the level"), proposal, [tr("Levels (*.json)")])

    def export_grid(self, proposal: Path) -> Path | None:
        """Ask for a file to write the grid to."""
        tr = self._parent.tr
        filters = [tr("Grid as text (*.txt)"), tr("Grid as JSON, with its doors (*.json)")]
        if proposal.suffix == ".json":
            filters.reverse()
        return self._ask_place(tr("Export the grid"), proposal, filters)

    def open_background(self, kind: "BackgroundKind", folder: Path | None) -> Path | None:
        """Ask for a picture to trace, or a grid to compare with."""
        # Imported late, so that the home page starts without readers of levels and pictures.
        tr = self._parent.tr
        if kind == "picture":
            title, names = tr("Trace a picture"), tr("Pictures ({0})")
            suffixes = import_module("editor.services.backgrounds.picture").SUFFIXES
        else:
            title, names = tr("Compare with a grid"), tr("Grids ({0})")
            suffixes = import_module("navcore.formats").READ
        endings = " ".join(f"*{suffix}" for suffix in suffixes)
        return self._ask_which(title, names.format(endings), folder)

    def open_recording(self, folder: Path | None) -> Path | None:
        """Ask for a recording to open."""
        tr = self._parent.tr
        return self._ask_which(tr("Open a recording"), tr("Recordings (*.wwrec)"), folder)

    def save_recording(self, proposal: Path) -> Path | None:
        """Ask for a file to save a recording to."""
        tr = self._parent.tr
        return self._ask_place(tr("Save the recording"), proposal, [tr("Recordings (*.wwrec)")])

    def save_table(self, proposal: Path) -> Path | None:
        """Ask for a file to write a table to."""
        tr = self._parent.tr
        return self._ask_place(tr("Export a table"), proposal, [tr("Tables (*.csv)")])

    def open_graph(self, folder: Path | None) -> Path | None:
        """Ask for a waypoint network to import."""
        tr = self._parent.tr
        return self._ask_which(tr("Import waypoints"), tr("Networks (*.json)"), folder)

    def save_graph(self, proposal: Path) -> Path | None:
        """Ask for a file to write the level's network to."""
        tr = self._parent.tr
        return self._ask_place(tr("Export waypoints"), proposal, [tr("Networks (*.json)")])

    def unsaved(self, title: str) -> Choice:
        """Ask what to do with unsaved changes."""
        tr = self._parent.tr
        question = Question(
            self._parent,
            tr("Unsaved changes"),
            tr("{0} has changes that are not saved.").format(_shortened(title)),
            tr("Discarded changes stay among the backups for a while."),
        )
        answer = question.ask(
            (tr("Discard"), Choice.DISCARD),
            (tr("Keep editing"), Choice.KEEP),
            proposed=(tr("Save"), Choice.SAVE),
        )
        return Choice(answer or Choice.KEEP)

    def changed_on_disk(self, name: str) -> Overwrite:
        """Ask whether to overwrite a file that another program has changed."""
        tr = self._parent.tr
        question = Question(
            self._parent,
            tr("Changed by another program"),
            tr("{0} was changed after you opened it.").format(_shortened(name)),
            tr(
                "Saving over it loses what the other program wrote. "
                "After reloading, undo brings your version back."
            ),
        )
        answer = question.ask(
            (tr("Save over it"), Overwrite.OVERWRITE),
            (tr("Reload"), Overwrite.RELOAD),
            (tr("Save as…"), Overwrite.SAVE_AS),
            proposed=(tr("Keep editing"), Overwrite.KEEP),
        )
        return Overwrite(answer or Overwrite.KEEP)

    def keep_over_route(self, what: str, *, many: bool) -> KeptRoute:
        """Ask what to do with the routes of these agents, which the run sent elsewhere."""
        tr = self._parent.tr
        sentence = tr("{0} have routes in the level.") if many else tr("{0} has a route.")
        question = Question(
            self._parent,
            tr("Keep in the level"),
            sentence.format(_shortened(what)),
            tr("The place that you chose in this run can become the last stop, or the only one."),
        )
        answer = question.ask(
            (tr("Replace the route"), KeptRoute.REPLACE),
            (tr("Cancel"), KeptRoute.CANCEL),
            proposed=(tr("Append as a stop"), KeptRoute.APPEND),
        )
        return KeptRoute(answer or KeptRoute.CANCEL)

    def save_picture(self, proposal: Path) -> Path | None:
        """Ask for a file to save a picture of the level to."""
        tr = self._parent.tr
        is_svg = proposal.suffix == ".svg"
        name = tr("Picture as SVG (*.svg)") if is_svg else tr("Picture as PNG (*.png)")
        return self._ask_place(tr("Save the picture"), proposal, [name])

    def _ask_which(self, title: str, names: str, folder: Path | None) -> Path | None:
        start = str(folder or Path.home())
        filters = ";;".join((names, self._parent.tr("All files (*)")))
        name, _ = QFileDialog.getOpenFileName(self._parent, title, start, filters)
        return Path(name) if name else None

    def _ask_place(self, title: str, proposal: Path, filters: list[str]) -> Path | None:
        dialog = QFileDialog(self._parent, title, str(proposal.parent))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setNameFilters(filters)
        dialog.selectFile(proposal.name)

        def follow_filter(chosen: str) -> None:
            dialog.setDefaultSuffix(chosen.rpartition("*.")[2].rstrip(")"))

        dialog.filterSelected.connect(follow_filter)
        follow_filter(filters[0])
        if not dialog.exec():
            return None
        return Path(dialog.selectedFiles()[0])
