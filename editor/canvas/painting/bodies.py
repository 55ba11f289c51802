"""Drawing elements of any kind by their bodies."""

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.painting.drawing import draw_polygons, shapes
from editor.kinds import appearance_of
from editor.look import pens
from editor.look.style import CANVAS, Theme
from navcore.level.bodies import Body
from navcore.level.model import Element, Polygon


def draw_body(
    painter: QPainter,
    element: Element,
    body: Body,
    camera: Camera,
    ratio: float,
    theme: Theme,
) -> None:
    """Draw the outline, disc or line of an element in its kind's colour; dashed if not active."""
    colour = getattr(theme, appearance_of(element).colour or "text2")
    dash = () if element.active else CANVAS.switched_off_dash
    painter.setPen(pens.pen(colour, CANVAS.outline, dash))
    painter.setBrush(pens.brush(colour, CANVAS.selection_fill_alpha))
    if isinstance(element, Polygon):
        draw_polygons(painter, shapes([body.trace], camera, CANVAS.outline, ratio))
        return
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    places = [QPointF(*camera.to_pixel(place)) for place in body.trace]
    if len(places) > 1:
        painter.drawPolyline(places)
    else:
        radius = max(CANVAS.agent_least, body.girth * camera.scale)
        painter.drawEllipse(places[0], radius, radius)
