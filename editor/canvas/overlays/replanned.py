"""Agents that a change of the world made plan another path: a ring each, for a moment.

It is computed from the recording and the shown moment, so that it appears again whenever that
moment is shown.
"""

from bisect import bisect_left
from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.overlay import Scene
from editor.look import pens, style
from editor.look.style import CANVAS
from editor.look.theme import motion_reduced
from editor.run.agent_drawing import Crowd
from navcore.sim.events import Kind
from navcore.sim.recording import Recording

SHOWN: Final = 0.36
"""Seconds of the run for which a ring is visible."""
FADES: Final = 0.12
"""Seconds at the end in which it fades."""
FOLLOWS: Final = 1.0
"""Seconds after a change in which a new path counts as its effect: plans wait for their turn."""


def paint_replanned(painter: QPainter, scene: Scene, camera: Camera, crowd: Crowd) -> None:
    """Rings in the colour of paths; none where the user wants less motion."""
    playhead = scene.run.playhead
    if playhead.at_start or motion_reduced():
        return
    theme = style.current()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    for agent_id, alpha in replanned(playhead.record.recording, playhead.seconds).items():
        row = crowd.roster.rows.get(agent_id)
        if row is None:
            continue
        size = max(CANVAS.agent_least, float(crowd.radii[row]) * camera.scale)
        reach = size + 2 * CANVAS.agent_ring_gap
        centre = QPointF(*camera.to_pixel(crowd.positions[row].tolist()))
        for colour, width in (
            (theme.outside, CANVAS.selection_casing),
            (theme.path, CANVAS.path_line),
        ):
            painter.setPen(pens.pen(colour, width, alpha=alpha))
            painter.drawEllipse(centre, reach, reach)


def replanned(recording: Recording, seconds: float) -> Mapping[int, float]:
    """Ids of agents that a change made plan another path lately, and how opaque a ring is."""
    events, rate = recording.events, recording.settings.steps_per_second
    first, end = (
        bisect_left(events, moment * rate, key=lambda event: int(event["step"]))
        for moment in (seconds - SHOWN - FOLLOWS, seconds)
    )
    found: dict[int, float] = {}
    changed = -FOLLOWS
    for event in events[first:end]:
        at = int(event["step"]) / rate
        if event["kind"] == Kind.WORLD_CHANGED:
            changed = at
        elif event["kind"] == Kind.REPLANNED and changed >= 0 and at - changed <= FOLLOWS:
            left = SHOWN - (seconds - at)
            if left > 0:
                found[int(event["agent"])] = min(1.0, left / FADES)
    return found
