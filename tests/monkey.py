"""A monkey at mouse and keyboard: random input to the whole window, the same for the same seed."""

import random
from collections import deque
from collections.abc import Callable
from types import MethodType

from hand import CTRL, LEFT, MIDDLE, NONE, RIGHT, SHIFT, Hand
from monkey_designs import WAYS
from monkey_input import KEY, KEYS, MODIFIERS, ORDERS, TYPED
from open_widgets import LEFT_OUT, entries, inside, is_open
from PySide6.QtCore import QCoreApplication, QModelIndex, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QSlider,
    QTabBar,
    QToolButton,
    QWidget,
)

from editor.panels.outline.panel import OutlinePanel
from editor.shell.window import MainWindow
from navcore.formats import write_level
from navcore.level.model import Background, Point
from navcore.level.operations import set_settings

INSTANT = QToolButton.ToolButtonPopupMode.InstantPopup
ALT = Qt.KeyboardModifier.AltModifier
CONTROLS = QAbstractButton | QAbstractItemView | QComboBox | QSlider | QTabBar


class Monkey:
    """Random events, the same for the same seed."""

    def __init__(self, window: MainWindow, seed: int) -> None:
        """Create the monkey for this window."""
        self.window = window
        self.hand = Hand(window.canvas)
        self.random = random.Random(seed)
        self.held: Qt.MouseButton | None = None
        self.done: deque[str] = deque(maxlen=1000)
        self.first = write_level(window.document.level)
        """The level at the bottom of the undo stack."""
        window.document.loaded.connect(self._loaded)
        self.ways: list[tuple[float, Callable[[], None]]] = [
            (30, self._move), (22, self._press_or_release), (3, self._double_click),
            (3, self._right_click), (3, self._wheel), (2, self._middle_drag), (16, self._key),
            (4, self._order), (6, self._undo_or_redo), (5, self._action), (4, self._click_a_widget),
            (3, self._type_somewhere), (2, self._select), (1, self._resize), (2, self._typed_place),
            (2, self._context_menu), (2, self._carry_rows), (2, self._run), (2, self._wheel_there),
            (1, self._theme), (0.1, self._another_level), (1, self._jump), (2, self._lock_some),
            (1, self._try_radius), (1, self._background), (0.3, self._rebind), (0.5, self._lesson),
            *((often, MethodType(way, self)) for often, way in WAYS),
        ]  # fmt: skip

    def go(self, events: int) -> None:
        """Make this many events; Qt's own events are processed now and then."""
        for number in range(events):
            self.act()
            if number % 7 == 0:
                QCoreApplication.processEvents()
            self.answer()

    def act(self) -> str:
        """Make one event; return its name."""
        weights, ways = zip(*self.ways, strict=True)
        way = self.random.choices(ways, weights)[0]
        self.done.append(way.__name__)
        way()
        return self.done[-1]

    def rest(self) -> None:
        """Release everything, and wait for the bake."""
        if self.held is not None:
            self.hand.release((0.0, 0.0), self.held)
        self.answer()
        canvas = self.window.canvas
        canvas.setFocus()
        for _ in range(6):
            self.hand.key(KEY.Key_Escape)
        canvas.gestures.choose(canvas.gestures.tools[0])
        self.window.run.clock.stop_to_start()
        QCoreApplication.processEvents()
        self.answer()  # A dialog that waited for a place on the canvas is back,
        self.hand.key(KEY.Key_Escape)  # and what it made is selected.
        self.window.bake.wait()

    def place(self) -> Point:
        """Anywhere in view, often a corner."""
        x0, z0, x1, z1 = self.window.canvas.viewport.camera.box
        corners = [
            corner
            for polygon in self.window.document.level.polygons()
            for corner in polygon.polygon
            if x0 <= corner[0] <= x1 and z0 <= corner[1] <= z1
        ]
        if corners and self.random.random() < 0.4:
            return self.random.choice(corners)
        return (self.random.uniform(x0, x1), self.random.uniform(z0, z1))

    def _loaded(self) -> None:
        self.first = write_level(self.window.document.level)

    def _move(self) -> None:
        held = Qt.MouseButton.NoButton if self.held is None else self.held
        self.hand.move(self.place(), held, self.random.choice(MODIFIERS))

    def _press_or_release(self) -> None:
        place, keys = self.place(), self.random.choice(MODIFIERS)
        if self.held is None:
            self.hand.move(place, keys=keys)
            self.hand.press(place, keys=keys)
            self.held = LEFT
        else:
            self.hand.release(place, self.held, keys)
            self.held = None

    def _double_click(self) -> None:
        if self.held is None:
            self.hand.double_click(self.place())

    def _right_click(self) -> None:
        place = self.place()
        self.hand.press(place, RIGHT)
        self.hand.release(place, RIGHT)

    def _middle_drag(self) -> None:
        if self.held is None:
            place = self.place()
            self.hand.press(place, MIDDLE)
            self.hand.move(self.place(), MIDDLE)
            self.hand.release(place, MIDDLE)

    def _wheel(self) -> None:
        self.hand.wheel(self.place(), self.random.choice((-240, -120, 120, 240)))

    def _key(self) -> None:
        modifiers = self.random.choice((NONE, NONE, NONE, NONE, SHIFT, ALT))
        QTest.keyClick(self._focus(), self.random.choice(KEYS), modifiers)

    def _order(self) -> None:
        letter = KEY(ord(self.random.choice(ORDERS)))
        modifiers = CTRL | SHIFT if self.random.random() < 0.3 and letter != KEY.Key_S else CTRL
        QTest.keyClick(self._focus(), letter, modifiers)

    def _typed_place(self) -> None:
        QTest.keyClicks(self.window.canvas, f"{self.random.randint(0, 9)}")
        QTest.keyClicks(self._focus(), f".5 {self.random.randint(0, 9)}")
        QTest.keyClick(self._focus(), self.random.choice((KEY.Key_Return, KEY.Key_Escape)))

    def _undo_or_redo(self) -> None:
        self.random.choice((self.window.canvas.undo, self.window.canvas.redo))()

    def _action(self) -> None:
        # A hand that holds a button down can't reach the menus.
        table = self.window.commands.table
        names = [n for n, a in table.items() if n not in LEFT_OUT and a.isEnabled()]
        if self.held is None:
            name = self.random.choice(names)
            self.done[-1] += f" {name}"
            table[name].trigger()

    def _select(self) -> None:
        ids = [element.id for element in self.window.document.level.elements()]
        chosen = self.random.sample(ids, min(len(ids), self.random.randint(1, 6)))
        if self.held is None:
            self.window.document.select(frozenset(chosen))

    def _resize(self) -> None:
        self.window.resize(self.random.randint(1024, 1700), self.random.randint(640, 1000))

    def _click_a_widget(self) -> None:
        shown = [
            w for w in inside(self.window)
            if w.isVisible() and w.isEnabled() and w.width() > 4 and isinstance(w, CONTROLS)
        ]  # fmt: skip
        if self.held is None and shown:
            self._click(self.random.choice(shown))

    def _click(self, widget: QWidget) -> None:
        target = widget.viewport() if isinstance(widget, QAbstractItemView) else widget
        place = self._pixel_of(target)
        self.done[-1] += f" {type(widget).__name__} {widget.accessibleName()}"
        keys = self.random.choice((NONE, NONE, SHIFT, CTRL))
        if not (isinstance(widget, QToolButton) and widget.popupMode() == INSTANT):
            QTest.mouseClick(target, LEFT, keys, place)
            if isinstance(widget, QAbstractItemView) and self.random.random() < 0.2:
                QTest.mouseDClick(target, LEFT, NONE, place)

    def _pixel_of(self, widget: QWidget) -> QPoint:
        return QPoint(
            self.random.randrange(max(1, widget.width())),
            self.random.randrange(max(1, widget.height())),
        )

    def _wheel_there(self) -> None:
        """Turn the wheel over a field, a list or a box, with or without focus."""
        shown = [
            w for w in inside(self.window)
            if w.isVisible() and isinstance(w, QLineEdit | QPlainTextEdit | QComboBox | QTabBar)
        ]  # fmt: skip
        if not shown:
            return
        widget = self.random.choice(shown)
        if self.held is None and self.random.random() < 0.5:
            widget.setFocus()
        place = QPointF(widget.rect().center())
        turned = QPoint(0, self.random.choice((-120, 120)))
        event = QWheelEvent(
            place, QPointF(widget.mapToGlobal(place)), QPoint(), turned, Qt.MouseButton.NoButton,
            NONE, Qt.ScrollPhase.NoScrollPhase, False,
        )  # fmt: skip
        QCoreApplication.sendEvent(widget, event)

    def _context_menu(self) -> None:
        """Open a context menu, by key over canvas or outline, or by mouse over a row."""
        if self.held is not None:
            return
        if self.random.random() < 0.5:
            QTest.keyClick(self._focus(), KEY.Key_Menu)
            return
        view = self._outline().view
        place = self._pixel_of(view.viewport())
        reason = self.random.choice(list(QContextMenuEvent.Reason))
        event = QContextMenuEvent(reason, place, view.viewport().mapToGlobal(place))
        QCoreApplication.sendEvent(view.viewport(), event)

    def _outline(self) -> OutlinePanel:
        outline = self.window.panels["outline"]
        assert isinstance(outline, OutlinePanel)
        return outline

    def _carry_rows(self) -> None:
        """Drag some rows of the outline, or a folder, and drop them anywhere."""
        model = self._outline().model
        rows = [QModelIndex()]
        for at in rows:
            rows += [model.index(n, 0, at) for n in range(model.rowCount(at))]
        if self.held is not None or len(rows) < 2:
            return
        carried = self.random.sample(rows[1:], min(len(rows) - 1, self.random.choice((1, 1, 3))))
        if model.node_at(carried[0]) is not None:
            carried = carried[:1]
        data, parent = model.mimeData(carried), self.random.choice(rows)
        row = self.random.randint(-1, model.rowCount(parent))
        action = Qt.DropAction.MoveAction
        if model.canDropMimeData(data, action, row, 0, parent):
            model.dropMimeData(data, action, row, 0, parent)

    def _run(self) -> None:
        """Advance the run, toggle doors, send agents, or select agents of the run."""
        run, canvas = self.window.run, self.window.canvas
        if self.held is not None:
            return
        for _ in range(self.random.randint(1, 8)):
            run.clock.step_once()
        doors = [a.id for a in self.window.document.level.areas.values() if a.door]
        if doors and self.random.random() < 0.5:
            run.commands.switch([self.random.choice(doors)])
        view = run.agents.view()
        if view is not None and len(view.positions) and self.random.random() < 0.5:
            self.hand.click(
                tuple(view.positions[self.random.randrange(len(view.positions))].tolist())
            )
        if self.random.random() < 0.3:
            gestures = canvas.gestures
            gestures.choose(next(tool for tool in gestures.tools if tool.name == "agent"))

    def _theme(self) -> None:
        self.window.choose_theme(self.random.choice(("dark", "light", "system")))

    def _another_level(self) -> None:
        """Open another level, which resets the undo stack."""
        if self.held is None:
            self.window.document.stack.setClean()
            self.window.files.open_sample(self.random.choice(("arena", "tavern", "first_steps")))

    def _try_radius(self) -> None:
        """Start or end the trial of a radius on the canvas."""
        shown = self.window.bake.shown_floor
        if self.random.random() < 0.7:
            shown.try_radius(self.random.choice((0.0, 0.2, 0.45, 1.0, 30.0)))
        else:
            shown.end_trial()

    def _background(self) -> None:
        """Pictures and grids come and go; their files are not there."""
        kinds = ("picture", "picture", "grid")
        shown = tuple(
            Background(
                path=f"{number}.{kind}", kind=kind, visible=self.random.random() < 0.7,
                scale=self.random.choice((0.01, 0.05, 1.0)),
            )
            for number, kind in enumerate(self.random.choices(kinds, k=self.random.randint(0, 3)))
        )  # fmt: skip
        if self.held is None:
            self.window.canvas.settle()
            level = self.window.document.level
            self.window.document.commit(set_settings(level, background=shown))
            if self.random.random() < 0.5:
                self.window.commands.table["scale_picture"].trigger()

    def _rebind(self) -> None:
        """Another key for anything, or none; now and then all as they were."""
        commands = self.window.commands
        if self.random.random() < 0.2:
            commands.keymap.reset_all()
        else:
            name = self.random.choice(list(commands.rows))
            keys = self.random.choice(((), ("J",), ("Ctrl+J",), ("Shift+J", "Ctrl+Shift+J")))
            commands.keymap.set_keys(name, keys)
        commands.wear_keys()

    def _lesson(self) -> None:
        """Press the button of the lessons, or restart them if there are no unsaved changes."""
        lessons = self.window.lessons
        if self.random.random() < 0.5:
            lessons.strip.button.click()
        elif self.held is None and self.window.document.stack.isClean():
            self.window.show_first_steps()

    def _jump(self) -> None:
        """Jump to a nearby step of the history."""
        stack = self.window.document.stack
        if self.held is None and stack.count():
            self.window.canvas.settle()
            far = self.random.randint(-6, 6)
            stack.setIndex(min(stack.count(), max(0, stack.index() + far)))

    def _lock_some(self) -> None:
        """Lock one thing, or nothing any more."""
        ids = [element.id for element in self.window.document.level.elements()]
        if self.held is None and ids:
            self.window.document.select(frozenset(self.random.sample(ids, 1)))
            name = self.random.choice(("lock", "lock", "hide", "unlock_all", "show_all"))
            if self.window.commands.table[name].isEnabled():
                self.window.commands.table[name].trigger()

    def _type_somewhere(self) -> None:
        self._type_into(self.window)

    def _type_into(self, parent: QWidget) -> None:
        fields = [
            w for w in inside(parent)
            if w.isVisible() and w.isEnabled() and isinstance(w, QLineEdit | QPlainTextEdit)
        ]  # fmt: skip
        if self.held is None and fields:
            field = self.random.choice(fields)
            self.done[-1] += f" {field.accessibleName()}"
            field.setFocus()
            field.selectAll()
            QTest.keyClicks(field, self.random.choice(TYPED))
            QTest.keyClick(field, self.random.choice((KEY.Key_Return, KEY.Key_Escape, KEY.Key_Tab)))

    def answer(self) -> None:
        """Choose something from a menu, and answer a dialog."""
        for top in QApplication.topLevelWidgets():
            if isinstance(top, QMenu) and top.isVisible():
                ready = entries(top)
                top.close()
                if ready and self.random.random() < 0.5:
                    chosen = self.random.choice(ready)
                    self.done[-1] += f" > {chosen.text()}"
                    chosen.trigger()
        for dialog in QApplication.topLevelWidgets():
            # Closing one may have taken another along.
            if isinstance(dialog, QDialog) and is_open(dialog):
                self.done[-1] += f" ({type(dialog).__name__})"
                self._use(dialog)
                if is_open(dialog):
                    dialog.close()

    def _use(self, dialog: QDialog) -> None:
        """Click and type in a dialog, then take it with Enter or leave it."""
        for _ in range(self.random.randint(0, 5)):
            shown = [
                w for w in inside(dialog)
                if w.isVisible() and w.isEnabled() and w.width() > 4 and isinstance(w, CONTROLS)
            ]  # fmt: skip
            if shown and self.random.random() < 0.5:
                self._click(self.random.choice(shown))
            elif is_open(dialog):
                self._type_into(dialog)
            QCoreApplication.processEvents()
            if not is_open(dialog):
                return
        key = self.random.choice((KEY.Key_Return, KEY.Key_Escape))
        QTest.keyClick(dialog.focusWidget() or dialog, key)

    def _focus(self) -> QWidget:
        return self.window.focusWidget() or self.window.canvas
