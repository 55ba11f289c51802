"""The status bar: what the next click does; hidden things, snap step, place, zoom as buttons."""

import html
import re
from collections.abc import Collection

from PySide6.QtCore import Qt, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QLabel, QSizePolicy, QStatusBar, QToolButton

from editor.fields import number_text
from editor.style import SIZE
from navcore.level.model import Point

SAID_FOR_MS = 6000
"""So long a sentence stands before the hint comes back."""


class StatusBar(QStatusBar):
    """Hint or sentence at the left, buttons at the right."""

    hidden_pressed = Signal(object)
    snap_pressed = Signal(object)
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
        self.text = QLabel()
        self.text.setTextFormat(Qt.TextFormat.RichText)
        self.text.setContentsMargins(SIZE.margin - SIZE.inside, 0, 0, 0)
        self.text.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.addWidget(self.text, 1)
        self.kernels = QLabel()
        self.kernels.setObjectName("warn")
        self.kernels.hide()
        self.addPermanentWidget(self.kernels)
        self.hidden = self._button(self.tr("Show everything  Shift+H"), self.hidden_pressed)
        self.hidden.hide()
        self.snap = self._button(self.tr("Snap step"), self.snap_pressed)
        self.snap.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.place = self._button(self.tr("Copy the place under the mouse"), self.place_pressed)
        self.zoom = self._button(self.tr("Zoom to 100 %"), self.zoom_pressed)
        self.place.hide()
        self.life = QTimer(self, singleShot=True, interval=SAID_FOR_MS)
        self.life.timeout.connect(self.forget)

    @property
    def shown(self) -> str:
        """The text at the left, without marks."""
        return html.unescape(re.sub(r"</?b>", "", self.text.text()))

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
        self.hidden.setText(self.tr("{0} hidden").format(len(ids)))
        self.hidden.setVisible(bool(ids))

    def show_place(self, place: Point | None) -> None:
        """Where the mouse is, metres; None outside the canvas."""
        if place is not None:
            self.last_place = place
            self.place.show()
            self.place.setText(f"x {number_text(place[0])}  z {number_text(place[1])}")

    def show_zoom(self, share: float) -> None:
        """The zoom, 1.0 for 100 %."""
        percent = share * 100
        self.zoom.setText(f"{percent:,.0f} %" if percent >= 10 else f"{percent:.1f} %")

    def show_snap(self, step: float, *, on: bool, grid: bool = True) -> None:
        """The snap step, metres, and whether the grid attracts or shapes alone."""
        shown = self.tr("snap {0} m") if grid else self.tr("snap to shapes, {0} m")
        self.snap.setText(shown.format(f"{step:g}") if on else self.tr("no snap"))

    def show_kernels(self, sentence: str) -> None:
        """One line when the kernels are interpreted; empty hides it."""
        self.kernels.setText(sentence)
        self.kernels.setVisible(bool(sentence))

    def _button(self, meaning: str, signal: SignalInstance) -> QToolButton:
        button = QToolButton()
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        button.setToolTip(meaning)
        button.setAccessibleName(meaning)
        button.clicked.connect(lambda: signal.emit(None))
        self.addPermanentWidget(button)
        return button

    def forget(self, _: object = None) -> None:
        """The sentence has had its time."""
        if self._said:
            self._said = ""
            self._show()

    def _show(self) -> None:
        source = html.escape(self._said or self._hint, quote=False)
        self.text.setText(re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", source))
