"""The window: builds docks and bars, wires signals, nothing else."""

from dataclasses import fields
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QGuiApplication,
    QKeyEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractButton, QDialog, QMainWindow

from editor.actions import background, compare, graphs, recordings, rows
from editor.actions.context_menu import ContextMenu
from editor.actions.menus import Actions
from editor.actions.workbench import Workbench
from editor.bars.bake_notices import BakeNotices
from editor.bars.counters import add_counters
from editor.bars.keys import KeysDialog
from editor.bars.lessons import FIRST_STEPS, Lessons
from editor.bars.message import MessageStrip
from editor.bars.options import OptionsStrip
from editor.bars.rail import ToolRail
from editor.bars.reasons import ReasonStrip
from editor.bars.status import StatusBar
from editor.bars.stops import next_stop
from editor.bars.strips import Strips
from editor.canvas.canvas import Canvas
from editor.canvas.door_hover import DoorHover
from editor.dialogs import all_dialogs
from editor.dialogs.backups import BackupsDialog
from editor.dialogs.recovered import RecoveredDialog
from editor.exports import Exports
from editor.files.prompts import Dialogs, QtDialogs
from editor.files.service import Files
from editor.look.style import SIZE
from editor.look.theme import apply_theme, follow_system, motion_reduced, undressed
from editor.panels import all_panels
from editor.panels.outline.panel import OutlinePanel
from editor.panels.panel import Panel
from editor.panels.properties.panel import PropertiesPanel
from editor.safety.recovery import Lost, Recovery
from editor.safety.service import Safety
from editor.settings.settings import Settings
from editor.shell.arrangement import Arrangement
from editor.system.version import interpreted_sentence
from editor.workspace import make_workspace
from navcore.i18n import tr


class MainWindow(QMainWindow):
    """Menus, strips, canvas, docks, play bar and status bar around one document."""

    left = Signal(object)
    """The level is to be closed, and the home page shown."""

    @undressed()
    def __init__(self, settings: Settings, dialogs: Dialogs | None = None) -> None:
        """A window with an empty level; `dialogs` answers the questions in tests."""
        super().__init__()
        self.settings = settings
        self.workspace = make_workspace(settings)
        self.document, self.bake = self.workspace.document, self.workspace.bake
        self.run, self.probe = self.workspace.run, self.workspace.probe
        self.backgrounds = self.workspace.backgrounds
        self.canvas = Canvas(self.workspace)
        asking = dialogs or QtDialogs(self)
        settle = self.canvas.settle
        self.files = Files(self.document, settings, asking, settle)
        self.exports = Exports(self.document, self.bake, self.files, settings, asking, settle)
        self.commands = Actions(self.workspace, self.canvas, self.files)
        given = {one.name: getattr(self.workspace, one.name) for one in fields(self.workspace)}
        self.bench = Workbench(
            **given, canvas=self.canvas, files=self.files, exports=self.exports,
            commands=self.commands, frame=self,
        )  # fmt: skip
        self.commands.load(rows(self.bench), self.bench)
        self.context_menu = ContextMenu(self.workspace, self.canvas, self.commands)
        self.canvas.gestures.copied.connect(self.bench.copies.remember)
        self.panels: dict[str, Panel] = {}
        self.keys: KeysDialog | None = None
        self.safety: Safety | None = None
        self._dialogs = all_dialogs()
        self._ended = False
        self.setAnimated(not motion_reduced())
        self.setMinimumSize(SIZE.least_width, SIZE.least_height)
        self.resize(SIZE.window_width, SIZE.window_height)
        self.arrangement = Arrangement(self, settings)
        self.setAcceptDrops(True)
        self.commands.fill(self.menuBar())
        self._build()
        self._wire()
        self._show_title()
        self.commands.refresh()
        self.canvas.setFocus()

    def _build(self) -> None:
        table = self.commands.table
        self.message = MessageStrip()
        self.lessons = Lessons(self.document, self.run, self.files, self.exports, self.settings)
        self.lessons.ended.connect(lambda _: self.canvas.setFocus())
        for follow in (self.lessons.retell, self.canvas.paint_anew):
            self.commands.keys_changed.connect(follow)
        self.setCentralWidget(self.canvas)
        beneath_chips = SIZE.margin + SIZE.field + SIZE.related
        self.strips = Strips(self.canvas, (self.message, self.lessons.strip), beneath_chips)
        self.options = OptionsStrip(
            self.document, self.bake, self.settings, self.canvas.gestures.tools,
            table["undo"], table["redo"],
        )  # fmt: skip
        self.options.settle = self.canvas.settle
        self.options.offer("probe", table["expect_this"])
        self.arrangement.add_bar(Qt.ToolBarArea.TopToolBarArea, self.options)
        # Rebuild the tab order for this window; the earlier one is lost.
        self.options.show_tool(self.canvas.gestures.tool)
        self.rail = ToolRail(self.canvas.families, table)
        self.arrangement.add_bar(Qt.ToolBarArea.LeftToolBarArea, self.rail)
        self.canvas.chrome.show_bar.use_actions(table)
        self.status = StatusBar()
        self.setStatusBar(self.status)
        self._build_panels()

    def _build_panels(self) -> None:
        # First: style and fonts go through all of a dock whenever it comes into another widget.
        self.standard_layout()
        for kind in all_panels():
            panel = kind(self.bench)
            self.panels[panel.name] = panel
            panel.said.connect(self.status.say)
            panel.use_actions(self.commands.table)
            self.arrangement.add_panel(panel, tr(panel.title))

    def _wire(self) -> None:
        for source in (self.canvas, self.run.signals, self.files, self.exports, self.options):
            source.said.connect(self._say)
        properties = self.panels["properties"]
        assert isinstance(properties, PropertiesPanel)
        self._bake_notices = BakeNotices(
            self.document, self.bake, self.message, properties.level.state.isVisible
        )
        self.status.follow(self.document, self.canvas, self.commands, self.settings)
        add_counters(self.status, self.bench)
        DoorHover(self.canvas, self.workspace.doors)
        self.canvas.menu_requested.connect(self._show_menu)
        self.files.noticed.connect(self.message.show_notice)
        self.files.tasks.withdrawn.connect(self.message.withdraw)
        self.exports.noticed.connect(self.message.show_notice)
        ReasonStrip(self.bench, self.message, self.strips)
        self._backgrounds_kept = background.BackgroundKeeper(
            self.bench, self.message.show_notice, lambda: self.message.notice
        )
        self.files.title_changed.connect(self._show_title)
        self.document.stack.cleanChanged.connect(self._show_title)
        refresh = self.commands.refresh_soon
        for changed in (
            self.document.stack.indexChanged, self.document.selection_changed,
            self.document.hidden_changed, self.document.loaded, self.canvas.state_changed,
            self.run.signals.state_changed, self.arrangement.changed,
            self.workspace.problems.changed, self.bench.tests.changed, self.probe.pins.listed,
        ):  # fmt: skip
            changed.connect(refresh)
        self.arrangement.left.connect(lambda _: self.canvas.setFocus())
        self.document.loaded.connect(self.canvas.frame_all)
        self.canvas.gestures.tool_changed.connect(self._tool_changed)
        self.options.left.connect(self.canvas.setFocus)
        self.canvas.state_changed.connect(self.options.refresh)
        QGuiApplication.styleHints().colorSchemeChanged.connect(follow_system)
        self.status.show_kernels(interpreted_sentence())

    # Functions for actions.

    def go_home(self) -> None:
        """Close the level and show the home page, unless unsaved changes keep it open."""
        self.left.emit(None)

    def show_first_steps(self) -> None:
        """Open the sample of the first steps, with its hints."""
        self.settings.hints_hidden = False
        self.files.open_sample(FIRST_STEPS)

    def choose_theme(self, choice: str) -> None:
        """Follow the system, or be dark or light."""
        self.settings.theme = choice
        apply_theme(choice)

    def toggle_panels(self) -> None:
        """Hide docks, rail and bars, or show them again."""
        self.arrangement.toggle()
        self.canvas.chrome.set_shown(not self.panels_hidden())
        key = self.commands.key_of("hide_panels")
        if not self.panels_hidden():
            self._say("")
        elif key and not self.settings.panels_told:
            self.settings.panels_told = True
            self._say(tr("The panels are hidden. {0} brings them back.").format(key))

    def panels_hidden(self) -> bool:
        """Return whether the panels are hidden."""
        return self.arrangement.hidden

    def standard_layout(self) -> None:
        """Put all docks where they belong, and show them."""
        self.arrangement.standard()

    def show_panel(self, name: str, part: str = "") -> None:
        """Bring the panel of this name to the front of its dock, and a part of it into view."""
        if self.panels_hidden():
            self.toggle_panels()
        self.arrangement.bring_up(self.panels[name])
        self.panels[name].bring(part)

    def toggle_panel(self, name: str) -> None:
        """Show the panel of this name, or close the dock below the canvas if it shows the panel."""
        if self.panel_shown(name):
            self.arrangement.close(self.panels[name].place)
        else:
            self.show_panel(name)

    def panel_shown(self, name: str) -> bool:
        """Return whether the panel of this name is in front in its dock."""
        return self.arrangement.shows(self.panels[name])

    def rename(self) -> bool:
        """Rename the current folder or the selected element in the outline; return success."""
        outline = self.panels["outline"]
        assert isinstance(outline, OutlinePanel)
        return outline.can_rename() and self._outline().rename()

    def rename_group(self, path: str) -> None:
        """Rename this group in the outline."""
        self._outline().rename_group(path)

    def search(self) -> None:
        """Go to the search field of the outline."""
        outline = self._outline()
        outline.search_field.setFocus()
        outline.search_field.selectAll()

    def go_round(self, direction: int) -> None:
        """Move the focus to the next part: canvas, options, docks, play bar, and around again."""
        docks = self.arrangement.docks.values()
        parts = (self.canvas, self.options, *docks, self.panels["play"])
        stop = next_stop(parts, self.focusWidget(), direction)
        stop.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def copy_place(self) -> None:
        """Copy the place that the status bar shows."""
        self.status.copy_place()

    def show_shortcuts(self) -> None:
        """List all keys."""
        if self.keys is None:
            self.keys = KeysDialog(self.commands, self)
        self.keys.show()
        self.keys.raise_()

    def ask(self, name: str) -> None:
        """Open the dialog of this name for the selection."""
        self.canvas.settle()
        # Commit typed text now: later it would not fit the dialog's preview.
        self.canvas.setFocus()
        kind = self._dialogs[name]
        if kind.about_selection and not self.document.selection.ids:
            # The unfinished shape may have been the whole selection.
            self._say(tr("Nothing is selected."))
            return
        dialog = kind(self.bench, self)
        dialog.said.connect(self._say)
        dialog.finished.connect(lambda _: self.canvas.setFocus())
        dialog.open()

    def open_backup(self, *, to_compare: bool = False) -> None:
        """Show the backups that were kept, and open one or compare with it."""
        if (safe := self.safety) is not None:
            self.canvas.settle()
            ways = compare.ways_of_backups(self.bench)
            BackupsDialog(safe.recovery, safe.room, *ways, self, to_compare=to_compare).open()

    def keep_safe(self, recovery: Recovery) -> None:
        """Back up the work from now on, and offer lost work on opened levels."""
        safety = Safety(self.document, self.files, recovery, lambda: self.message.notice)
        safety.said.connect(self._say)
        safety.noticed.connect(self.message.show_notice)
        safety.found.connect(self._offer)
        self.safety = safety

    def _offer(self, found: list[Lost]) -> None:
        if self.safety is not None:
            safety = self.safety
            crash = safety.recovery.crash
            RecoveredDialog(found, crash, safety.take, safety.settle, self).open()

    # Following.

    def _outline(self) -> OutlinePanel:
        outline = self.panels["outline"]
        assert isinstance(outline, OutlinePanel)
        self.show_panel("outline")
        return outline

    def _say(self, sentence: str) -> None:
        self.status.say(sentence)

    def _show_title(self) -> None:
        self.setWindowTitle(tr("{0}[*] - Waywright").format(self.files.title))
        self.setWindowFilePath("")
        self.setWindowModified(not self.document.stack.isClean())

    def _tool_changed(self) -> None:
        self.options.show_tool(self.canvas.gestures.tool)
        self.commands.refresh_soon()

    def _show_menu(self, place: QPoint) -> None:
        menu = self.context_menu.make(self)
        menu.aboutToHide.connect(menu.deleteLater)
        # Later, because the chosen action may apply to the place under the menu.
        closed = self.canvas.pointer.menu_closed
        menu.aboutToHide.connect(closed, Qt.ConnectionType.QueuedConnection)
        menu.popup(place)

    # The end, in this order; the window is deleted then.

    def cancel(self) -> None:
        """Cancel the long jobs that can be cancelled."""
        self.files.tasks.cancel()
        self.exports.cancel()
        self.bake.cancel()

    def end_gestures(self) -> None:
        """Give up the drag in hand and what dialogs preview."""
        for dialog in self.findChildren(QDialog):
            if dialog.isVisible():
                dialog.reject()
        self.canvas.keys.cancel_drag()

    def end(self) -> None:
        """Stop the window's services and wait for them; remember the layout."""
        if self._ended:
            return
        self._ended = True
        self.arrangement.remember()
        self.commands.shutdown()
        self.run.shutdown()
        self.files.shutdown()
        self.exports.shutdown()
        self.workspace.shutdown()

    # Interface for Qt.

    def event(self, event: QEvent) -> bool:
        """Refresh the actions before a shortcut, because keys may precede the next refresh."""
        if event.type() == QEvent.Type.ShortcutOverride:
            self.commands.catch_up()
        elif event.type() == QEvent.Type.UpdateRequest:
            self.canvas.frame.compose()
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask before unsaved changes are lost."""
        if not self.files.may_close(self.close):
            event.ignore()
            return
        event.accept()

    def showEvent(self, event: QShowEvent) -> None:
        """Lay out the docks once the window has its size."""
        super().showEvent(event)
        self.arrangement.lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Return to the canvas on unused Esc, and on Enter outside buttons."""
        enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        pressed = isinstance(self.focusWidget(), QAbstractButton)
        if event.key() == Qt.Key.Key_Escape or (enter and not pressed):
            self.canvas.setFocus()
        else:
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file."""
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open it; pictures are traced, grids compared with, recordings shown, networks taken."""
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            takers = (recordings.take_drop, graphs.take_drop, background.take_drop)
            if not any(take(self.bench, path) for take in takers):
                self.files.open(path)


def _dropped(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
