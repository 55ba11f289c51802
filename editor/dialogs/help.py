"""A sheet with what one needs to know: the tool in hand first, then gestures, colours, places."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import (
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from editor.actions.input_help import HAND
from editor.actions.workbench import Workbench
from editor.canvas.painting.drawing import hatch
from editor.dialogs.dialog import Dialog
from editor.look import boxes, pens
from editor.look.boxes import fill, vertical
from editor.look.style import CANVAS, SIZE, current
from editor.look.widgets import make_button, make_label
from editor.panels.panel import scrolled
from navcore.i18n import mark, tr

Lines: TypeAlias = tuple[tuple[str, str], ...]

_GROUPS: Final = {
    "select": ("Select", "While dragging"),
    "vertices": ("Corners and stops",),
}
"""Groups of the list of keys that belong to a tool; most tools draw."""
_DRAWS: Final = ("While drawing",)

_GESTURES: Final[Lines] = (
    (
        mark("Wheel, Space + drag"),
        mark("Look around: the wheel zooms at the mouse, Space and a drag pan."),
    ),
    (
        "{tool_polygon_area}",
        mark(
            "Draw a floor: click its corners, Enter closes it. "
            "{tool_polygon_obstacle} draws an obstacle."
        ),
    ),
    (
        mark("Drag"),
        mark(
            "Move what is selected, and stops of selected agents. {tool_vertices} moves corners, "
            "{undo} takes anything back."
        ),
    ),
    ("{tool_door}", mark("Lay a door across a gap. {toggle_door} opens and shuts it.")),
    (
        "{tool_agent}",
        mark("Place an agent. {play} lets it walk, a right-click sends it somewhere."),
    ),
)
"""The five gestures that matter: key or gesture, and what comes of it."""

_PLACES: Final[Lines] = (
    (
        mark("Left"),
        mark("The tools. The strip over the canvas has the numbers of the tool in hand."),
    ),
    (
        mark("Right"),
        mark("Everything in the level by name, your steps, and the numbers of what is selected."),
    ),
    (mark("Below the canvas"), mark("Play, step by step or from the start, and the line of time.")),
    (
        mark("Last line"),
        mark("What the next click does. At its right: snapping, the place, the zoom."),
    ),
    (mark("Eye button"), mark("What the canvas shows over the level: cells, paths, names.")),
    ("{palette}", mark("Every action, found by a few letters.")),
    ("{hide_panels}", mark("Hides the panels, and brings them back.")),
)
"""Places on the screen and their contents."""

_FILES: Final[Lines] = (
    (
        mark("Level, .json"),
        mark(
            "The drawing. Its first keys are those that games read already: cell size, "
            "areas and obstacles with their corners. One element a line, so that versions compare."
        ),
    ),
    (
        mark("Grid, .txt"),
        mark(
            "Lines of names and numbers, from cellSize to gridDepth, then one line of 1 "
            "and 0 for each row: 1 can be walked on. The first row has the lowest z."
        ),
    ),
    (
        mark("Grid, .json"),
        mark(
            "The same with names, and for each door the cells that it shuts, so that a "
            "game opens it without baking."
        ),
    ),
    ("{export}", mark("Writes the grid again.")),
)
"""Contents of the files."""

_COLOURS: Final = (
    ("walkable", "walkable_edge", mark("Blue: floor to walk on")),
    ("band", "band_hatch", mark("Orange, hatched: too close to a wall")),
    ("obstacle", "obstacle_line", mark("Grey: obstacles")),
    ("outside", "path", mark("Green: a way through, an open door")),
    ("outside", "door_shut", mark("Vermilion: no path, a shut door")),
    ("agent", "agent_rim", mark("Yellow: agents")),
    ("outside", "selection", mark("Orchid: what you selected")),
)
"""Tokens of fill and line, and the meaning of the colour."""

_HATCHED: Final = {"band_hatch": False, "door_shut": True}
"""Tokens of the lines that are hatched too, as on the canvas; whether crossed."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading, a paragraph, and lines of term and explanation."""

    title: str
    text: str = ""
    lines: Lines = ()


class HelpDialog(Dialog):
    """Calm, to be read from the top; the tool in hand comes first."""

    name: ClassVar[str] = "help"
    title: ClassVar[str] = mark("Help")

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        """About the tool and the level as they are now."""
        super().__init__(bench, parent)
        self.sections = list(self._sections())
        page = QWidget()
        column = vertical(page, gap=SIZE.related, margins=(0, 0, SIZE.group, 0))
        for number, section in enumerate(self.sections):
            if number:
                column.addSpacing(SIZE.group)
            self._add(column, section)
        column.addStretch(1)
        self.area = scrolled(page)
        self.area.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.area.setAccessibleName(tr("Help"))
        fill(vertical(self, gap=SIZE.group, margins=SIZE.dialog), (self.area, 1), self._buttons())
        self.resize(QSize(SIZE.help_width, SIZE.help_height).boundedTo(parent.size()))
        self.area.setFocus()

    def _sections(self) -> Iterator[Section]:
        """Yield the section of the tool, the level's notes, and general sections."""
        yield self._of_tool()
        settings = self.bench.document.level.settings
        notes = "\n\n".join(filter(None, (settings.description, settings.notes)))
        if notes:
            yield Section(tr("About this level"), notes)
        yield Section(tr("Five gestures that matter"), lines=self._filled(_GESTURES))
        yield Section(tr("What the colours mean"))
        yield Section(tr("Where things are"), lines=self._filled(_PLACES))
        yield Section(tr("What the files hold"), lines=self._filled(_FILES))

    def _of_tool(self) -> Section:
        tool, commands = self.bench.canvas.gestures.tool, self.bench.commands
        action = f"tool_{tool.name}"
        key = commands.key_of(action) if action in commands.rows else ""
        title = tr(tool.title)
        groups = _GROUPS.get(tool.name, _DRAWS if tool.cursor == "cross" else ())
        listed = commands.keys()
        own = {(tr(group), tr(text)) for group, text, _ in HAND if group in groups}
        lines = tuple((keys, text) for group, text, keys in listed if (group, text) in own)
        hint = re.sub(r"\*\*", "", self.bench.canvas.gestures.hint())
        text = f"{tr(tool.summary)}. {hint}" if tool.summary else hint
        return Section(f"{title}  {key}".strip(), text, lines)

    def _filled(self, lines: Lines) -> Lines:
        """The lines with the keys that the actions have now; without one its line is left out."""
        filled = [(self._with_keys(how), self._with_keys(what)) for how, what in lines]
        return tuple((how, what) for how, what in filled if how)

    def _with_keys(self, text: str) -> str:
        keys = re.findall(r"\{(\w+)\}", tr(text))
        return tr(text).format(**{name: self.bench.commands.key_of(name) for name in keys})

    def _add(self, column: QVBoxLayout, section: Section) -> None:
        headline = make_label(section.title, "headline")
        column.addWidget(headline)
        if section.text:
            column.addWidget(_paragraph(section.text))
        grid = boxes.grid(gaps=(SIZE.group, SIZE.inside))
        grid.setColumnMinimumWidth(0, SIZE.keys_column)
        grid.setColumnStretch(1, 1)
        for row, (how, what) in enumerate(section.lines):
            key = _paragraph(how)
            key.setObjectName("label")
            key.setMaximumWidth(SIZE.keys_column)
            grid.addWidget(key, row, 0)
            grid.addWidget(_paragraph(what), row, 1)
        if section.lines:
            column.addLayout(grid)
        elif not section.text:
            column.addLayout(self._colours())

    def _colours(self) -> QGridLayout:
        grid = boxes.grid(gaps=(SIZE.related, SIZE.inside), wide=1)
        for row, (filled, line, text) in enumerate(_COLOURS):
            grid.addWidget(_Swatch(filled, line), row, 0)
            grid.addWidget(QLabel(tr(text)), row, 1)
        return grid

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(SIZE.related)
        table, commands = self.bench.commands.table, self.bench.commands
        for name, text in (
            ("shortcuts", tr("All keys")),
            ("palette", tr("Find an action")),
        ):
            button = QPushButton(f"{text}  {commands.key_of(name)}".strip())
            button.setAutoDefault(False)
            button.clicked.connect(self.accept)
            button.clicked.connect(table[name].trigger)
            row.addWidget(button)
        row.addStretch(1)
        close = make_button(tr("Close"), self.reject, default=True)
        row.addWidget(close)
        return row


def _paragraph(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(True)
    label.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
    return label


class _Swatch(QWidget):
    """A little square in the colours of the theme in use."""

    def __init__(self, fill: str, line: str) -> None:
        """Create a sample in the theme's colours of these tokens."""
        super().__init__()
        self._tokens = fill, line
        self.setFixedSize(CANVAS.swatch, CANVAS.swatch)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Fill and line."""
        theme = current()
        fill, line = (str(getattr(theme, token)) for token in self._tokens)
        painter = QPainter(self)
        painter.setPen(pens.pen(line))
        painter.setBrush(pens.brush(fill))
        box = QRect(0, 0, self.width() - 1, self.height() - 1)
        painter.drawRect(box)
        if self._tokens[1] in _HATCHED:
            crossed = _HATCHED[self._tokens[1]]
            step = CANVAS.door_hatch_step if crossed else CANVAS.swatch_hatch_step
            hatch(painter, QPolygonF(QRectF(box)), pens.pen(line), step, both=crossed)


DIALOGS = (HelpDialog,)
