"""What stands at the upper right of the canvas: the presets of overlays, and the list of all."""

from collections.abc import Callable, Mapping
from functools import partial

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout, QWidget

from editor.canvas.chips import ChipButton
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import Overlay
from editor.canvas.painting.chip import Painted, paint_chip
from editor.canvas.shown import ShownOverlays
from editor.look.boxes import STRETCH, fill, horizontal, vertical
from editor.look.fields import Check
from editor.look.icons import icon
from editor.look.style import SIZE
from editor.look.widgets import make_button, make_label, named
from navcore.i18n import tr

COLUMNS = (
    (OverlayGroup.LEVEL, OverlayGroup.FLOOR, OverlayGroup.VIEW),
    (OverlayGroup.PATHS, OverlayGroup.RUN, OverlayGroup.CHECK),
)
"""The headings of the list of overlays, by columns."""


class ShowBar(QFrame):
    """A segment for each preset, the one that counts filled, and a button that opens the list."""

    def __init__(self, parent: QWidget, shown: ShownOverlays) -> None:
        """Over this widget. `use_actions` gives the segments what they do."""
        super().__init__(parent)
        self._shown = shown
        self.setAttribute(Qt.WidgetAttribute.WA_NoMousePropagation)
        self.setAccessibleName(tr("What is shown"))
        self.presets = {preset: ChipButton() for preset in Preset}
        self.show_button = ChipButton()
        self.list = OverlayList(self, shown, parent.setFocus)
        named(self.show_button, tr("Choose what is shown"), tr("Choose what the canvas shows"))
        self.show_button.setIcon(icon("eye"))
        self.show_button.set_words(tr("Show"))
        self.show_button.clicked.connect(self.open_list)
        line = named(QFrame(), "")
        line.setObjectName("line")
        line.setFixedSize(SIZE.line, SIZE.icon_small)
        row = horizontal(self, gap=SIZE.line, margins=0)
        fill(row, *self.presets.values(), SIZE.inside, line, SIZE.inside, self.show_button)
        self._painted = Painted(self)
        self.setFixedHeight(SIZE.field)

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Let the segments be the buttons of the actions `preset_NAME`."""
        for preset, button in self.presets.items():
            action = actions[f"preset_{preset.name.lower()}"]
            button.keep_room(f"{tr(preset.value)}*")
            button.setDefaultAction(action)
            action.changed.connect(partial(self._name, button, action))
            self._name(button, action)
        self.resize(self.sizeHint())

    def open_list(self) -> None:
        """Show the list of all overlays under the button, with the focus."""
        self.list.open_at(self.mapToGlobal(QPoint(self.width(), self.height() + SIZE.inside)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """A raised chip."""
        self._painted.put(lambda painter: paint_chip(painter, self.rect()))

    def _name(self, button: "ChipButton", action: QAction) -> None:
        button.setAccessibleName(action.text())


class OverlayList(QFrame):
    """All overlays under their headings, to be switched one after the other; Esc closes it."""

    def __init__(self, parent: QWidget, shown: ShownOverlays, leave: Callable[[], object]) -> None:
        """Closed; `leave` gives the focus back."""
        super().__init__(parent, Qt.WindowType.Popup)
        self._leave = leave
        self.setObjectName("popover")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
        self.setAccessibleName(tr("What is shown"))
        self._shown = shown
        self.checks: dict[str, Check] = {}
        """The switch of each overlay, by its name."""
        columns = horizontal(gap=SIZE.dialog, margins=0)
        for groups in COLUMNS:
            fill(columns, self._column(groups))
        self.back: QPushButton = make_button("", lambda _: shown.put_back())
        column = vertical(self, gap=SIZE.margin, margins=SIZE.margin)
        fill(column, columns, fill(horizontal(margins=0), STRETCH, self.back))
        shown.changed.connect(self.refresh)
        self.refresh()

    def open_at(self, corner: QPoint) -> None:
        """Open with the upper right corner at this place of the screen."""
        self.refresh()
        self.adjustSize()
        self.move(corner - QPoint(self.width(), 0))
        self.show()
        next(iter(self.checks.values())).setFocus(Qt.FocusReason.PopupFocusReason)

    def refresh(self, _: object = None) -> None:
        """Show what is shown."""
        for overlay in self._shown.listed:
            self.checks[overlay.name].show_value(self._shown.is_chosen(overlay))
        preset = self._shown.preset
        self.back.setText(tr("Reset {0}").format(tr(preset.value)))
        self.back.setEnabled(self._shown.is_changed(preset))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and down as Tab does; Esc closes."""
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        elif event.key() == Qt.Key.Key_Escape:
            self.close()
        else:
            super().keyPressEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        """The canvas has the keys again."""
        super().hideEvent(event)
        self._leave()

    def _column(self, groups: tuple[OverlayGroup, ...]) -> QVBoxLayout:
        column = vertical(gap=SIZE.inside, margins=0)
        for group in groups:
            overlays = [overlay for overlay in self._shown.listed if overlay.group is group]
            if not overlays:
                continue
            if column.count():
                fill(column, SIZE.related)
            fill(column, make_label(tr(group.value), name="label"))
            for overlay in overlays:
                fill(column, self._check(overlay))
        return fill(column, STRETCH)

    def _check(self, overlay: Overlay) -> Check:
        check = self.checks[overlay.name] = Check()
        check.setText(tr(overlay.title))
        check.setMinimumSize(check.sizeHint().width() + SIZE.related, SIZE.row)
        check.take = lambda _: self._shown.toggle(overlay)
        check.left.connect(self.close)
        return check
