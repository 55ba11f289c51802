"""A hand that counts gestures: the effort of a designer for drawing a level."""

from hand import NONE, Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from editor.shell.window import MainWindow
from navcore.level.model import Point


class CountedHand:
    """Counts a click, a drag, a key, and text up to Enter as one gesture each.

    A menu entry is two gestures: the menu and the entry. Moving the mouse is none, because it
    precedes each click.
    """

    def __init__(self, window: MainWindow) -> None:
        """Start at zero over the canvas of this window."""
        self.window = window
        self.count = 0
        self._hand = Hand(window.canvas)

    def since(self, count: int) -> int:
        """Return the number of gestures since an earlier count."""
        return self.count - count

    def hover(self, place: Point) -> None:
        """The mouse moves."""
        self._hand.move(place)

    def click(self, place: Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """A click on the canvas."""
        self.count += 1
        self._hand.click(place, keys=keys)

    def drag(self, start: Point, *places: Point, keys: Qt.KeyboardModifier = NONE) -> None:
        """A drag on the canvas."""
        self.count += 1
        self._hand.drag(start, *places, keys=keys)

    def click_on(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Click on a widget outside the canvas."""
        self.count += 1
        QApplication.processEvents()  # Lay out widgets that were just shown.
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, NONE, place or widget.rect().center())

    def key(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> None:
        """A key, where the focus is."""
        self.count += 1
        QTest.keyClick(self.focus, key, modifiers)

    def enter(self, text: str, end: Qt.Key = Qt.Key.Key_Return) -> None:
        """Type this, and the key that ends it."""
        self.count += 1
        for letter in text:
            QTest.keyClicks(self.focus, letter)
        QTest.keyClick(self.focus, end)

    def menu(self, name: str) -> None:
        """An entry of a menu."""
        self.count += 2
        action = self.window.commands.table[name]
        assert action.isEnabled(), name
        action.trigger()

    @property
    def focus(self) -> QWidget:
        """Return the focused widget."""
        return QApplication.focusWidget() or self.window.canvas
