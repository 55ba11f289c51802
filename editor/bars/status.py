"""The status bar: what the next click does; hidden things, snap step, place, zoom as buttons."""

import html
import re
from collections.abc import Collection

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QFont, QFontMetrics, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QLabel, QMenu, QSizePolicy, QStatusBar, QToolButton

from editor.actions.menus import Actions
from editor.actions.view import SNAP_STEPS, SNAP_SWITCHES
from editor.canvas.canvas import Canvas
from editor.document import Document
from editor.look.fields import number_text
from editor.look.style import SIZE
from editor.look.widgets import make_label
from editor.settings.settings import Settings
from navcore.i18n import tr
from navcore.level.model import Point

SAID_FOR_MS = 6000
"""So long a sentence stands before the hint comes back."""


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
        self.last_place: Point = (0.0, 0.0)
        """Where the mouse was last over the canvas, metres."""
        self.text = HintLabel()
        self.addWidget(self.text, 1)
        self.kernels = make_label(name="warn")
        self.kernels.hide()
        self.addPermanentWidget(self.kernels)
        self.hidden = self._button(tr("Show everything  Shift+H"), self.hidden_pressed)
        self.hidden.hide()
        self.snap = self._button(tr("Snap step"))
        self.snap.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.place = self._button(tr("Copy the place under the mouse"), self.place_pressed)
        self.zoom = self._button(tr("Zoom to 100 %"), self.zoom_pressed)
        self.place.hide()
        self.life = QTimer(self, singleShot=True, interval=SAID_FOR_MS)
        self.life.timeout.connect(self.forget)

    def follow(
        self, document: Document, canvas: Canvas, commands: Actions, settings: Settings
    ) -> None:
        """Show what these tell of from now on; the buttons do what they say to them."""
        canvas.hints.changed.connect(self.show_hint)
        canvas.pointer.pressed.connect(self.forget)
        canvas.gestures.tool_changed.connect(self.forget)
        canvas.pointer.moved.connect(self.show_place)
        canvas.viewport.zoom_changed.connect(self.show_zoom)
        document.hidden_changed.connect(self.show_hidden)
        self.place_pressed.connect(self.copy_place)
        self.zoom_pressed.connect(canvas.viewport.zoom_to_100)
        self.hidden_pressed.connect(lambda _: commands.table["show_all"].trigger())
        self.snap.setMenu(self._snap_menu(commands))

        def show_snap() -> None:
            kinds = settings.snap_to
            on = settings.snap and bool(kinds)
            self.show_snap(settings.snap_step, on=on, grid="grid" in kinds)

        def show_keys() -> None:
            """Buttons that name a key name the one that counts now."""
            tip = commands.table["show_all"].toolTip()
            self.hidden.setToolTip(tip)
            self.hidden.setAccessibleName(tip)

        canvas.state_changed.connect(show_snap)
        commands.keys_changed.connect(show_keys)
        show_snap()
        show_keys()

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
        """What the next click does; `**bold**` marks the first clause."""
        self._hint = hint
        self._show()

    def say(self, sentence: str) -> None:
        """A sentence that gives way to the hint after a while."""
        self._said = sentence
        self.life.start()
        self._show()

    def show_hidden(self, ids: Collection[int]) -> None:
        """How many things the user has hidden; nothing where there are none."""
        self.hidden.setText(tr("{0} hidden").format(len(ids)))
        self.hidden.setVisible(bool(ids))

    def show_place(self, place: Point | None) -> None:
        """Where the mouse is, metres; None outside the canvas."""
        if place is not None:
            self.last_place = place
            self.place.show()
            self.place.setText(f"x {number_text(place[0])}  z {number_text(place[1])}")

    def copy_place(self, _: object = None) -> None:
        """Copy the place that is shown."""
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
        """One line when the kernels are interpreted; empty hides it."""
        self.kernels.setText(sentence)
        self.kernels.setVisible(bool(sentence))

    def _button(self, meaning: str, pressed: SignalInstance | None = None) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(meaning)
        button.setAccessibleName(meaning)
        if pressed is not None:
            button.clicked.connect(lambda: pressed.emit(None))
        self.addPermanentWidget(button)
        return button

    def forget(self, _: object = None) -> None:
        """The sentence has had its time."""
        if self._said:
            self._said = ""
            self._show()

    def _show(self) -> None:
        self.text.say(self._said or self._hint)


class HintLabel(QLabel):
    """A hint in one line, `**bold**` at first; where it is cut, its tool tip has all of it."""

    def __init__(self) -> None:
        """An empty one."""
        super().__init__()
        self._parts: list[tuple[bool, str]] = []
        self.setTextFormat(Qt.TextFormat.RichText)
        self.setContentsMargins(SIZE.margin - SIZE.inside, 0, 0, 0)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    @property
    def plain(self) -> str:
        """All of it, without marks."""
        return "".join(text for _, text in self._parts)

    def say(self, hint: str) -> None:
        """Show this."""
        parts = re.split(r"\*\*(.+?)\*\*", hint)
        self._parts = [(bool(n % 2), text) for n, text in enumerate(parts) if text]
        self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """More or less of it has room."""
        super().resizeEvent(event)
        self._show()

    def _show(self) -> None:
        bold = QFont(self.font())
        bold.setBold(True)
        left = self.contentsRect().width()
        shown: list[str] = []
        for is_bold, text in self._parts:
            metrics = QFontMetrics(bold if is_bold else self.font())
            cut = metrics.elidedText(text, Qt.TextElideMode.ElideRight, left)
            left -= metrics.horizontalAdvance(cut)
            safe = html.escape(cut, quote=False)
            shown.append(f"<b>{safe}</b>" if is_bold else safe)
            if cut != text:
                break
        self.setText("".join(shown))
        self.setToolTip("" if "".join(shown) == self._whole() else self.plain)

    def _whole(self) -> str:
        safe = ((is_bold, html.escape(text, quote=False)) for is_bold, text in self._parts)
        return "".join(f"<b>{text}</b>" if is_bold else text for is_bold, text in safe)
