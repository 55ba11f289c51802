"""Corridors: how wide the paths along edges are, from one waypoint to the other (S4-048)."""

import math
from collections.abc import Collection, Iterable
from typing import ClassVar, Final

import numpy as np
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from editor.canvas.camera import Box, Camera, Floats, grown
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Scene
from editor.canvas.painting.changes import Stale, around_joined
from editor.canvas.painting.network_arrays import NetworkArrays, arrays_of
from editor.canvas.painting.rings import RingStyle, paint_rings
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from navcore.i18n import mark, tr
from navcore.level.edit import Edit
from navcore.level.model import Edge, Element, Level, Ring, Waypoint

_STEPS: Final = 9
"""Corners of the arc at each end."""
_REACH: Final = 4.0
"""Pixels."""


class CorridorsOverlay(Overlay):
    """Free room along edges where both ends say how much they have: one even fill for all."""

    name: ClassVar[str] = "corridors"
    title: ClassVar[str] = mark("Path widths")
    group: ClassVar[OverlayGroup] = OverlayGroup.LEVEL
    z: ClassVar[Z] = Z.GHOSTS
    draws: ClassVar[tuple[type[Element], ...]] = (Waypoint, Edge)

    def __init__(self) -> None:
        """Start without a network."""
        super().__init__()
        self._network = NetworkArrays()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the meaning of the fill, if an edge has a path width at both ends."""
        network = self._state(scene)
        said = network.clear > 0
        if not (said.any() and said[network.ends].all(axis=1).any()):
            return ()
        theme = style.current()
        fill = pens.mixed(theme.walkable, theme.edge, CANVAS.corridor_alpha)
        return (LegendRow(tr("path width"), fill, theme.edge),)

    def shows(self, edit: Edit, kinds: Collection[type[Element]]) -> bool:
        """Return whether an edit affects the overlay: only if a waypoint has a path width."""
        return super().shows(edit, kinds) and self._widest(edit) > 0

    def stale_edit(self, edit: Edit, level: Level) -> Iterable[Stale]:
        """Around edges, as wide as the widest may be."""
        return around_joined(edit, level, (Waypoint, Edge), self._widest(edit), _REACH)

    def stale_within(self, box: Box, edit: Edit, level: Level) -> Stale:
        """Return the box enlarged by the widest path."""
        return grown(box, self._widest(edit)), _REACH, _REACH

    def _widest(self, edit: Edit) -> float:
        """Return the greatest clear radius that was painted last or comes with an edit, metres."""
        ends = (*edit.before.values(), *edit.after.values())
        wide = max((end.clear_radius for end in ends if isinstance(end, Waypoint)), default=0.0)
        return max(wide, float(self._network.clear.max(initial=0.0)))

    def _state(self, scene: Scene) -> NetworkArrays:
        self._network = arrays_of(scene.document.level)
        return self._network

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint on the floor, below all elements."""
        document, network = scene.document, self._state(scene)
        widest = float(network.clear.max(initial=0.0))
        left, top, width, height = camera.pixels_of(scene.box)
        if not (widest and width and height):
            return
        rows = network.edges_in(grown(scene.box, widest + _REACH / camera.scale))
        rows = rows[(network.clear[network.ends[rows]] > 0).all(axis=1)]
        unseen = document.unseen
        seen = [row for row in rows.tolist() if int(network.edge_ids[row]) not in unseen]
        if not seen:
            return
        ratio = scene.device_ratio
        rings = [
            corridor_ring(network.places[network.ends[row]], network.clear[network.ends[row]])
            for row in seen
        ]
        layer = QImage(
            math.ceil(width * ratio), math.ceil(height * ratio),
            QImage.Format.Format_ARGB32_Premultiplied,
        )  # fmt: skip
        layer.setDevicePixelRatio(ratio)
        layer.fill(Qt.GlobalColor.transparent)
        inner = QPainter(layer)
        inner.translate(-left, -top)
        paint_rings(
            inner, rings, camera, scene.box, ratio, RingStyle("", 1.0, style.current().edge)
        )
        inner.end()
        painter.setOpacity(CANVAS.corridor_alpha)
        painter.drawImage(QPointF(left, top), layer)
        painter.setOpacity(1.0)


def corridor_ring(ends: Floats, radii: Floats) -> Ring:
    """Return the outline of two discs and all between them, counter-clockwise.

    Args:
        ends: (2, 2) middles, metres.
        radii: (2,) metres; if one disc lies in the other, the outline is that of the larger.
    """
    (start, end), (wide, narrow) = ends, radii.tolist()
    length = float(np.hypot(*(end - start)))
    heading = math.atan2(end[1] - start[1], end[0] - start[0])
    if length <= abs(wide - narrow):
        middle, radius = (start, wide) if wide >= narrow else (end, narrow)
        turns = np.linspace(0.0, math.tau, 2 * _STEPS, endpoint=False)
        return _arc(middle, radius, turns)
    # Angle at which the common tangents touch both discs, from the line between the centres.
    lean = math.acos((wide - narrow) / length)
    around_start = np.linspace(heading + lean, heading + math.tau - lean, _STEPS)
    around_end = np.linspace(heading - lean, heading + lean, _STEPS)
    return (*_arc(start, wide, around_start), *_arc(end, narrow, around_end))


def _arc(middle: Floats, radius: float, turns: Floats) -> Ring:
    x, z = middle.tolist()
    places = zip(x + radius * np.cos(turns), z + radius * np.sin(turns), strict=True)
    return tuple((float(a), float(b)) for a, b in places)


OVERLAYS = (CorridorsOverlay,)
