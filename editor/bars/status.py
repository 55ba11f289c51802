"""Status bar: hint for the next click; buttons for hidden things, snap step, place and zoom."""

import html
import re
from collections.abc import Collection
from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QStatusBar, QToolButton, QWidget

from editor.actions.menus import Actions
from editor.actions.view import SNAP_STEPS, SNAP_SWITCHES
from editor.canvas.canvas import Canvas
from editor.document import Commit, Document
from editor.look import style
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label, named
from editor.settings.settings import Settings
from editor.tools.messages.select import doors_have_left
from navcore.i18n import several, tr
from navcore.level.doorways import partings
from navcore.level.model import Point
from navcore.level.operations.grown import comes_back

SAID_FOR_MS = 6000
"""Duration of a message before the hint returns, milliseconds."""


class StatusBar(QStatusBar):
    """Hint or sentence at the left, buttons at the right."""

    hidden_pressed = Signal(object)
    place_pressed = Signal(object)
    zoom_pressed = Signal(object)

    def __init__(self) -> None:
        """An empty bar."""
        super().__init__()
        self.setSizeGripEnabled(False)
        self.setFixedHeight(SIZE.status_bar)
        self._hint = ""
        self._said = ""
        self.last_place: Point | None = None
        """Last mouse position over the canvas of this level, metres."""
        self.text = HintLabel()
        self.addWidget(_Apart(self.text), 1)
        self._right: dict[QWidget, bool] = {}
        """Widgets at the right in order, and whether each has something to show."""
        self.kernels = make_label(name="warn")
        self._put(self.kernels, shown=False)
        self.hidden = self._button(tr("Show everything  Shift+H"), self.hidden_pressed, shown=False)
        notes = several(888, "1 note", "{0} notes")
        self.problems = self._button("", room=tr("{0} · {1}").format(tr("No problems"), notes))
        self.tests = self._button("", room=several(888, "1 test passes", "{0} tests pass"))
        self.doors = self._button("", room=tr("Doors {0}").format(88))
        self.fit = self._button("", room=tr("Fit"))
        self.snap = self._button(tr("Snap step"), room=tr("snap {0} m").format("0.25"))
        self.snap.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.place = self._button(
            tr("Copy the place under the mouse"),
            self.place_pressed,
            room=_place_text((-88.88,) * 2),
        )
        self.zoom = self._button(tr("Zoom to 100 %"), self.zoom_pressed, room="888 %")
        self.forget_place()
        self.life = QTimer(self, singleShot=True, interval=SAID_FOR_MS)
        self.life.timeout.connect(self.forget)

    def follow(
        self, document: Document, canvas: Canvas, commands: Actions, settings: Settings
    ) -> None:
        """Show the state of these objects, and connect the buttons to them."""
        canvas.hints.changed.connect(self.show_hint)
        canvas.pointer.pressed.connect(self.forget)
        canvas.gestures.tool_changed.connect(self.forget)
        canvas.pointer.moved.connect(self.show_place)
        canvas.viewport.zoom_changed.connect(self.show_zoom)
        document.hidden_changed.connect(self.show_hidden)
        document.loaded.connect(self.forget_place)
        self.place_pressed.connect(self.copy_place)
        self.zoom_pressed.connect(canvas.viewport.zoom_to_100)
        self.hidden_pressed.connect(lambda _: commands.table["show_all"].trigger())
        self.snap.setMenu(self._snap_menu(commands))

        def show_snap() -> None:
            kinds = settings.snap_to
            on = settings.snap and bool(kinds)
            self.show_snap(settings.snap_step, on=on, grid="grid" in kinds)

        def show_keys() -> None:
            """Update the shortcuts in the tool tips of the buttons."""
            tip = commands.table["show_all"].toolTip()
            self.hidden.setToolTip(tip)
            self.hidden.setAccessibleName(tip)

        document.committed.connect(self._tell_of)
        canvas.state_changed.connect(show_snap)
        commands.keys_changed.connect(show_keys)
        show_snap()
        show_keys()

    def _tell_of(self, commit: Commit) -> None:
        """Say what a step did that the user may not see.

        Doors that have left a room: one looks at the moved room. Deleted parts of a grown network:
        they come back when it is grown again.
        """
        left = partings(commit.level, commit.edit)
        back = len(comes_back(commit.level, commit.edit)) if commit.by_hand else 0
        if left:
            self.say(doors_have_left(left))
        elif back:
            told = several(
                back,
                "Deleted. It comes back when the network is grown again: undo and switch it off to "
                "keep it out.",
                "Deleted. They come back when the network is grown again: undo and switch them off "
                "to keep them out.",
            )
            self.say(told)

    def _snap_menu(self, commands: Actions) -> QMenu:
        table = commands.table
        menu = QMenu(self)
        menu.addAction(table["snap"])
        menu.addSection(tr("Snap to"))
        menu.addActions([table[row.id] for row in SNAP_SWITCHES])
        menu.addSection(tr("Snap step"))
        menu.addActions([table[row.id] for row in SNAP_STEPS])
        menu.addSeparator()
        menu.addActions([table["finer"], table["coarser"]])
        menu.aboutToShow.connect(commands.refresh)
        return menu

    @property
    def shown(self) -> str:
        """The text at the left, without marks."""
        return self.text.plain

    def show_hint(self, hint: str) -> None:
        """Show what the next click does; `**bold**` marks the first clause."""
        self._hint = hint
        self._show()

    def say(self, sentence: str) -> None:
        """A sentence that gives way to the hint after a while."""
        self._said = sentence
        self.life.start()
        self._show()

    def show_hidden(self, ids: Collection[int]) -> None:
        """Show the number of hidden elements, if there are any."""
        self.hidden.setText(tr("{0} hidden").format(len(ids)))
        self._right[self.hidden] = bool(ids)
        self._give_way()

    def show_place(self, place: Point | None) -> None:
        """Show the mouse position in metres; None (outside the canvas) keeps the last one."""
        if place is not None:
            self.last_place = place
            self.place.setEnabled(True)
            self.place.setText(_place_text(place))

    def forget_place(self, _: object = None) -> None:
        """Another level is open, and the mouse was nowhere in it yet."""
        self.last_place = None
        self.place.setEnabled(False)
        self.place.setText("")

    def copy_place(self, _: object = None) -> None:
        """Copy the place that is shown, if there is one."""
        if self.last_place is None:
            self.say(tr("Move the mouse over the canvas first."))
            return
        x, z = self.last_place
        text = f"{x:.2f}, {z:.2f}"
        QGuiApplication.clipboard().setText(text)
        self.say(tr("Copied {0}").format(text))

    def show_zoom(self, share: float) -> None:
        """The zoom, 1.0 for 100 %."""
        percent = share * 100
        self.zoom.setText(f"{percent:,.0f} %" if percent >= 10 else f"{percent:.1f} %")

    def show_snap(self, step: float, *, on: bool, grid: bool = True) -> None:
        """The snap step, metres, and whether the grid attracts or shapes alone."""
        shown = tr("snap {0} m") if grid else tr("snap to shapes, {0} m")
        self.snap.setText(shown.format(f"{step:g}") if on else tr("no snap"))

    def show_kernels(self, sentence: str) -> None:
        """Show a note that the kernels are interpreted; an empty sentence hides it."""
        self.kernels.setText(tr("Slow: not compiled"))
        self.kernels.setToolTip(sentence)
        self.kernels.setAccessibleName(sentence)
        self._right[self.kernels] = bool(sentence)
        self._give_way()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show or hide widgets at the right for the new width."""
        super().resizeEvent(event)
        self._give_way()

    def _button(
        self,
        meaning: str,
        pressed: SignalInstance | None = None,
        *,
        room: str = "",
        shown: bool = True,
    ) -> "RoomyButton":
        button = named(RoomyButton(room), meaning, meaning)
        if pressed is not None:
            button.clicked.connect(lambda: pressed.emit(None))
        self._put(button, shown=shown)
        return button

    def _put(self, widget: QWidget, *, shown: bool) -> None:
        self._right[widget] = shown
        widget.setVisible(shown)
        self.addPermanentWidget(widget)

    def _give_way(self) -> None:
        """Hide widgets from the left of the right side if the hint needs their room."""
        left = self.width() - self.text.needed - 2 * SIZE.related
        for widget, wanted in reversed(self._right.items()):
            if wanted:
                left -= widget.sizeHint().width() + SIZE.related
            widget.setVisible(wanted and left >= 0)

    def forget(self, _: object = None) -> None:
        """The sentence has had its time."""
        if self._said:
            self._said = ""
            self._show()

    def _show(self) -> None:
        self.text.say(self._said or self._hint)
        self._give_way()


def _place_text(place: Point) -> str:
    return f"x {number_text(place[0])}  z {number_text(place[1])}"


class RoomyButton(QToolButton):
    """A flat button that never takes the focus and never gets narrower.

    Its size is fixed until a text needs more: a bar paints all its widgets when one of them asks
    for another size, and Qt asks for each new text of a button that is not fixed.
    """

    def __init__(self, room: str) -> None:
        """Reserve at least the width of this text."""
        super().__init__()
        self._room = room
        self._asked: tuple[str, Qt.ToolButtonStyle] | None = None
        self._size = QSize()
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def changeEvent(self, event: QEvent) -> None:
        """Another font or style takes other room."""
        self._asked = None
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self.setFixedSize(self.sizeHint())

    def setText(self, text: str) -> None:
        """Show this text; take more room if it needs more."""
        super().setText(text)
        self.setFixedSize(self.sizeHint())

    def setToolButtonStyle(self, style: Qt.ToolButtonStyle) -> None:
        """Show text, icon or both; take the room that they need."""
        super().setToolButtonStyle(style)
        self.setFixedSize(self.sizeHint())

    def sizeHint(self) -> QSize:
        """Return a size for the longest text so far.

        It is cached: the bar asks all its buttons for each hint.
        """
        self.ensurePolished()
        asked = (self.text(), self.toolButtonStyle())
        if asked != self._asked:
            self._asked, self._size = asked, self._measured()
        return self._size

    def _measured(self) -> QSize:
        metrics = self.fontMetrics()
        self._room = max(self._room, self.text(), key=metrics.horizontalAdvance)
        width = metrics.horizontalAdvance(self._room) + 2 * SIZE.related
        if self.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonTextBesideIcon:
            width += self.iconSize().width() + SIZE.inside
        return QSize(width, super().sizeHint().height())


class _Apart(QWidget):
    """Holds a label. A bar would paint all its widgets for each new text of a label in it."""

    def __init__(self, label: QLabel) -> None:
        """Take the label; it fills this widget."""
        super().__init__()
        label.setParent(self)
        self._label = label
        self.setSizePolicy(label.sizePolicy())

    def sizeHint(self) -> QSize:
        """Return that of the label."""
        return self._label.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Resize the label: a fixed size keeps it from asking for another one."""
        super().resizeEvent(event)
        self._label.setFixedSize(event.size())


class HintLabel(QLabel):
    """A one-line hint with `**bold**` start and `[.]` keys; its tool tip has the whole text."""

    def __init__(self) -> None:
        """An empty one."""
        super().__init__()
        self._parts: list[_Part] = []
        self.setTextFormat(Qt.TextFormat.RichText)
        # Not a margin: a style sheet that is set again takes margins of shown labels away.
        self.setIndent(SIZE.margin - SIZE.inside)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def plain(self) -> str:
        """All of it, without marks."""
        return "".join(part.text for part in self._parts)

    @property
    def needed(self) -> int:
        """Pixels that all of it takes."""
        return self.indent() + sum(self._metrics(p).horizontalAdvance(p.seen) for p in self._parts)

    def say(self, hint: str) -> None:
        """Show this."""
        self._parts = [_Part(text) for text in _MARKED.split(hint) if text]
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text for the new width."""
        super().resizeEvent(event)
        self._show()

    def changeEvent(self, event: QEvent) -> None:
        """Keys have the colours of the theme."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.PaletteChange:
            self._show()

    def _metrics(self, part: "_Part") -> QFontMetrics:
        font = QFont(self.font())
        font.setBold(part.is_bold)
        return QFontMetrics(font)

    def _show(self) -> None:
        left = self.width() - self.indent()
        shown, whole = [], True
        for part in self._parts:
            metrics = self._metrics(part)
            cut = metrics.elidedText(part.seen, Qt.TextElideMode.ElideRight, left)
            left -= metrics.horizontalAdvance(cut)
            shown.append(part.dressed(cut))
            if cut != part.seen:
                whole = False
                break
        self.setText("".join(shown))
        self.setToolTip("" if whole else self.plain)


_MARKED: Final = re.compile(r"(\*\*.+?\*\*|\[[^\w\s]\])")
"""The bold clause of a hint, or a key that is a single sign."""


class _Part:
    """A piece of a hint that looks the same throughout."""

    def __init__(self, marked: str) -> None:
        self.is_bold = marked.startswith("**")
        self.is_key = bool(_MARKED.fullmatch(marked)) and not self.is_bold
        self.text = marked.strip("*") if self.is_bold else marked
        self.seen = f"\xa0{marked[1]}\xa0" if self.is_key else self.text
        """The text as painted, if there is room."""

    def dressed(self, text: str) -> str:
        """Return a part of the text as rich text."""
        safe = html.escape(text, quote=False)
        if self.is_bold:
            return f"<b>{safe}</b>"
        raised = style.current().raised
        return f'<span style="background: {raised}">{safe}</span>' if self.is_key else safe
