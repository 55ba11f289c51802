"""A hand on the mouse and the keyboard: sends Qt's own events, at places of the world."""

from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent, QPixmap, QRegion, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from editor.canvas.canvas import Canvas
from navcore.level.model import Point

LEFT, MIDDLE, RIGHT = (
    Qt.MouseButton.LeftButton,
    Qt.MouseButton.MiddleButton,
    Qt.MouseButton.RightButton,
)
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
CTRL = Qt.KeyboardModifier.ControlModifier
ALT = Qt.KeyboardModifier.AltModifier


def wait_for_hints(canvas: Canvas) -> None:
    """Wait until hint and legend tell of what has happened."""
    QCoreApplication.processEvents()
    while canvas.teller.is_due:
        QTest.qWait(1)


class Hand:
    """Presses, moves and releases over a canvas; keys go to the widget that has the focus."""

    def __init__(self, canvas: Canvas) -> None:
        """Create the hand over this canvas."""
        self.canvas = canvas

    def pixel(self, place: Point) -> QPointF:
        """Return the pixel of a place of the world on the canvas."""
        return QPointF(*self.canvas.viewport.camera.to_pixel(place))

    def move(self, place: Point, held: Qt.MouseButton = Qt.MouseButton.NoButton, keys=NONE) -> None:
        """Move there."""
        self._send(QEvent.Type.MouseMove, place, Qt.MouseButton.NoButton, held, keys)

    def press(self, place: Point, button: Qt.MouseButton = LEFT, keys=NONE) -> None:
        """Press a button there."""
        self._send(QEvent.Type.MouseButtonPress, place, button, button, keys)

    def release(self, place: Point, button: Qt.MouseButton = LEFT, keys=NONE) -> None:
        """Let a button go there."""
        self._send(QEvent.Type.MouseButtonRelease, place, button, Qt.MouseButton.NoButton, keys)

    def click(self, place: Point, button: Qt.MouseButton = LEFT, keys=NONE) -> None:
        """Move to a place, press and release."""
        self.move(place, keys=keys)
        self.press(place, button, keys)
        self.release(place, button, keys)

    def double_click(self, place: Point) -> None:
        """Two quick clicks."""
        self.click(place)
        self._send(QEvent.Type.MouseButtonDblClick, place, LEFT, LEFT, NONE)
        self.release(place)

    def press_again(self, place: Point) -> None:
        """The second press of a double click; the button stays down."""
        self._send(QEvent.Type.MouseButtonDblClick, place, LEFT, LEFT, NONE)

    def drag(self, start: Point, *places: Point, keys=NONE) -> None:
        """Press at the start, move over all places and release at the last one."""
        self.hold(start, *places, keys=keys)
        self.release(places[-1], keys=keys)

    def hold(self, start: Point, *places: Point, keys=NONE) -> None:
        """Press at the start and move over all places; the button stays down."""
        self.move(start, keys=keys)
        self.press(start, keys=keys)
        for place in places:
            self.move(place, LEFT, keys)

    def wheel(self, place: Point, turned: int, keys=NONE) -> None:
        """Turn the wheel by an angle in eighths of a degree."""
        pixel = self.pixel(place)
        event = QWheelEvent(
            pixel,
            self.canvas.mapToGlobal(pixel),
            QPoint(),
            QPoint(0, turned),
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(self.canvas, event)

    def scroll(self, place: Point, pixels: QPoint, keys: Qt.KeyboardModifier) -> None:
        """Two fingers on a touchpad: steps finer than a wheel's, with their pixels."""
        pixel = self.pixel(place)
        event = QWheelEvent(
            pixel,
            self.canvas.mapToGlobal(pixel),
            pixels,
            pixels * 4,
            Qt.MouseButton.NoButton,
            keys,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QCoreApplication.sendEvent(self.canvas, event)

    def key(self, *keys: Qt.Key, modifiers=NONE) -> None:
        """Press and release keys one after the other."""
        for key in keys:
            QTest.keyClick(self._focus(), key, modifiers)

    def type(self, text: str) -> None:
        """Type text, each sign where the focus is by then."""
        for sign in text:
            QTest.keyClicks(self._focus(), sign)

    def _focus(self) -> QWidget:
        return self.canvas.window().focusWidget() or self.canvas

    def _send(
        self,
        kind: QEvent.Type,
        place: Point,
        button: Qt.MouseButton,
        held: Qt.MouseButton,
        keys: Qt.KeyboardModifier,
    ) -> None:
        pixel = self.pixel(place)
        event = QMouseEvent(kind, pixel, self.canvas.mapToGlobal(pixel), button, held, keys)
        QCoreApplication.sendEvent(self.canvas, event)


def bare(canvas: Canvas) -> QImage:
    """Return the picture of the canvas without the widgets over it."""
    picture = QPixmap(canvas.size() * canvas.devicePixelRatioF())
    picture.setDevicePixelRatio(canvas.devicePixelRatioF())
    canvas.render(picture, QPoint(), QRegion(), QWidget.RenderFlag.DrawWindowBackground)
    return picture.toImage()
