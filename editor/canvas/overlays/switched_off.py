"""Agents that are switched off: pale, with a dashed ring, as switched-off obstacles are."""

import numpy as np
from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.run.agent_drawing import Crowd


def paint_switched_off(painter: QPainter, camera: Camera, crowd: Crowd) -> None:
    """Paint over agents of a crowd in view that take no part in runs."""
    rows = np.flatnonzero(crowd.roster.absent)
    if not len(rows):
        return
    theme, box = style.current(), camera.box
    painter.setBrush(pens.brush(theme.outside, alpha=CANVAS.agent_off_alpha))
    painter.setPen(pens.pen(theme.obstacle_line, CANVAS.agent_rim, CANVAS.agent_start_dash))
    for row in rows.tolist():
        (x, z), radius = crowd.positions[row].tolist(), float(crowd.radii[row])
        if box[0] - radius < x < box[2] + radius and box[1] - radius < z < box[3] + radius:
            reach = max(CANVAS.agent_least, radius * camera.scale)
            painter.drawEllipse(QPointF(*camera.to_pixel((x, z))), reach, reach)
