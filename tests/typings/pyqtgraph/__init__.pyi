# The part of pyqtgraph that the editor uses; the library ships no types.

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainterPath, QResizeEvent
from PySide6.QtWidgets import (
    QGraphicsItem,
    QGraphicsObject,
    QGraphicsView,
    QGraphicsWidget,
    QWidget,
)

def setConfigOptions(*, imageAxisOrder: str = ..., antialias: bool = ...) -> None: ...

class GraphicsObject(QGraphicsObject):
    def __init__(self, parent: QGraphicsItem | None = ...) -> None: ...

class ViewBox(QGraphicsWidget):
    def __init__(self, *, enableMenu: bool = ..., enableMouse: bool = ...) -> None: ...
    def setRange(
        self,
        *,
        xRange: tuple[float, float],
        yRange: tuple[float, float],
        padding: float,
        disableAutoRange: bool,
    ) -> None: ...
    def viewRange(self) -> list[list[float]]: ...

class GraphicsView(QGraphicsView):
    def __init__(
        self, parent: QWidget | None = ..., useOpenGL: bool | None = ..., background: object = ...
    ) -> None: ...
    def resizeEvent(self, event: QResizeEvent | None) -> None: ...
    def setCentralItem(self, item: QGraphicsWidget) -> None: ...

def arrayToQPath(
    x: npt.NDArray[np.float64],
    y: npt.NDArray[np.float64],
    connect: npt.NDArray[np.int32],
    finiteCheck: bool = True,
) -> QPainterPath: ...
