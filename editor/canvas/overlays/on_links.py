"""Agents on links: a ring around each, with its progress.

On a ladder an agent hardly moves in plan; without the ring it would look stuck.
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Scene
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.run.agent_drawing import Crowd
from navcore.sim.agents import NEVER

_TURN = 16 * 360
"""Qt counts sixteenths of a degree, counter-clockwise from the right."""
_TOP = 16 * 90


def paint_on_links(painter: QPainter, scene: Scene, camera: Camera, crowd: Crowd) -> None:
    """Paint rings around agents of a crowd that take a link at the shown moment."""
    run = scene.run
    simulation = None if run.playhead.at_start else run.timeline.shown
    if simulation is None or not simulation.agents.are_linked:
        return
    agents, theme = simulation.agents, style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for at in (agents.link_begun != NEVER).nonzero()[0].tolist():
        row = crowd.roster.rows.get(int(agents.ids[at]))
        if row is None:
            continue
        begun, done = int(agents.link_begun[at]), int(agents.link_done[at])
        share = (simulation.steps - begun) / max(1, done - begun)
        centre = QPointF(*camera.to_pixel(crowd.positions[row].tolist()))
        reach = max(CANVAS.agent_least, float(crowd.radii[row]) * camera.scale) + CANVAS.link_ring
        ring = QRectF(centre.x() - reach, centre.y() - reach, 2 * reach, 2 * reach)
        painter.setPen(pens.pen(theme.outside, CANVAS.link_ring_casing))
        painter.drawEllipse(ring)
        painter.setPen(pens.pen(theme.link, CANVAS.link_line, alpha=CANVAS.link_far_alpha))
        painter.drawEllipse(ring)
        painter.setPen(pens.pen(theme.link, CANVAS.link_end))
        painter.drawArc(ring, _TOP, -round(_TURN * min(1.0, max(0.0, share))))
