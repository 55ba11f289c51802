"""A hand that counts gestures: what a designer does to get a level drawn."""

from hand import NONE, Hand
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from editor.shell.window import MainWindow
from navcore.level.model import Point


class CountedHand:
    """A click, a drag, a key, and what is typed up to Enter are one gesture each.

    An entry of a menu is two: the menu and the entry. Moving the mouse is none, for it moves
    before each click.
    """

    def __init__(self, window: MainWindow) -> None:
        """Over the canvas of this window; nothing is counted yet."""
        self.window = window
        self.count = 0
        self._hand = Hand(window.canvas)

    def since(self, count: int) -> int:
        """How many gestures since there were so many."""
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
        """A click beside the canvas."""
        self.count += 1
        QApplication.processEvents()  # What has just come to be shown gets its place.
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
        """What has the focus."""
        return QApplication.focusWidget() or self.window.canvas
