"""Waypoints where agents of the shown type can't walk."""

import math
from dataclasses import dataclass
from operator import is_
from typing import ClassVar, Final, TypeAlias

import numpy as np
from PySide6.QtCore import QLineF, QPointF, Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera, Floats
from editor.canvas.overlays.network import NetworkOverlay
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.marks import Marks
from editor.canvas.painting.network import waypoint_radius
from editor.canvas.painting.network_arrays import Flags, NetworkArrays, RowIds, Rows, arrays_of
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.corridor import CorridorCheck, Place, shown_radius
from navcore.bake.grid import NavGrid
from navcore.i18n import tr
from navcore.level.model import Point, Waypoint

_CASING: Final = 5.0
_LINE: Final = 2.0
"""Widths, pixels."""

_Found: TypeAlias = tuple[Rows, Floats]
_NONE: Final[_Found] = (np.empty(0, np.int64), np.empty((0, 2)))


class OffFloorOverlay(Overlay):
    """A struck-out ring around each, while waypoints are shown.

    Doors count as open, and a waypoint in a blocked cell is on floor if it keeps all distances by
    the exact outlines: agents arrive in the neighbouring cell.
    """

    name: ClassVar[str] = "off_floor"
    z: ClassVar[Z] = Z.PROBLEMS
    # Not in the kept picture: the marks are few, and extend beyond changed cells.
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SELECTION})

    def __init__(self) -> None:
        """Start without waypoints."""
        super().__init__()
        self._check = CorridorCheck()
        self._seen: _Seen | None = None
        self._marks = Marks(paint_mark, mark_span)
        self._known: tuple[tuple[object, ...], _Found] | None = None

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return what the rings are, where there are any."""
        if not len(self.found(scene)[0]):
            return ()
        theme = style.current()
        words = tr("waypoint that is not on floor")
        return (LegendRow(words, theme.outside, theme.error, mark="struck ring"),)

    def tip(self, scene: Scene, place: Point) -> str:
        """That a waypoint is not on floor."""
        ids, places = self.found(scene)
        if not len(ids):
            return ""
        far = np.hypot(places[:, 0] - place[0], places[:, 1] - place[1])
        row = int(np.argmin(far))
        if far[row] > self._radius(scene.scale) / scene.scale:
            return ""
        name = scene.document.level.of(Waypoint)[int(ids[row])].name
        return tr("{0} stands where agents can't walk: move it onto floor.").format(name)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint over everything else there."""
        ids, places = self.found(scene)
        sizes = np.full(len(ids), self._radius(camera.scale))
        kinds = np.zeros(len(ids), np.int8)
        self._marks.draw(painter, places, kinds, sizes, camera, scene.box, scene.device_ratio)

    @staticmethod
    def _radius(scale: float) -> float:
        return max(CANVAS.off_floor_least, waypoint_radius(scale) + CANVAS.off_floor_around)

    def found(self, scene: Scene) -> _Found:
        """Return ids (n,) and places (n, 2) on the active storey; empty if all are shown."""
        document = scene.document
        level = document.level
        all_storeys = document.storey.several and document.storey.name is None
        if not level.of(Waypoint) or all_storeys or NetworkOverlay.name not in scene.shown:
            return _NONE
        grid = scene.bake.shown_floor.shown(scene.bake.world).grid
        profile = scene.bake.shown_floor.profile_in(level.settings)
        key = (level.of(Waypoint), grid, profile, document.hidden, document.storey.apart)
        if self._known is not None and all(
            a is b for a, b in zip(self._known[0], key, strict=True)
        ):
            return self._known[1]
        network = arrays_of(level)
        site = Place(level, scene.bake.world, profile, document.storey.drawn_on)
        rows = np.flatnonzero(self._off(network, site, grid))
        gone = document.hidden | document.storey.apart
        if gone:
            left_out = np.fromiter(gone, np.int64, len(gone))
            rows = rows[~np.isin(network.ids[rows], left_out, assume_unique=True)]
        found = (network.ids[rows], network.places[rows])
        self._known = (key, found)
        return found

    def _off(self, network: NetworkArrays, site: Place, grid: NavGrid) -> Flags:
        """Return (n,) which waypoints are not on floor; only moved ones are tested again."""
        about = (grid, site.profile, site.storey)
        off, new = np.zeros(len(network.ids), np.bool_), np.ones(len(network.ids), np.bool_)
        seen = self._seen
        if seen is not None and all(map(is_, about, seen.about)):
            if np.array_equal(network.ids, seen.ids):
                # In a drag no row changes: looking them up would take most of the time.
                new = _differ(network.places, seen.places)
                off = seen.off & ~new
            else:
                known = RowIds()
                known.put(seen.ids)
                kept = known.rows_of(network.ids)
                there = np.flatnonzero(kept >= 0)
                kept = kept[there]
                same = ~_differ(network.places[there], seen.places[kept])
                new[there[same]] = False
                off[there[same]] = seen.off[kept[same]]
        rows = np.flatnonzero(new)
        rows = rows[~grid.are_walkable(network.places[rows])]
        if len(rows):
            lines = np.hstack((network.places[rows], network.places[rows]))
            clear = self._check.clearance(site).clear(lines, shown_radius(site.level, site.profile))
            off[rows] = ~clear
        self._seen = _Seen(about, network.ids, network.places.copy(), off)
        return off


def _differ(some: Floats, others: Floats) -> Flags:
    """(n,) which of these places (n, 2) are not the same."""
    # Column by column: along an axis of two numbers numpy takes ten times as long.
    differ = some != others
    either: Flags = differ[:, 0] | differ[:, 1]
    return either


@dataclass(frozen=True, slots=True)
class _Seen:
    """Waypoints that are not on floor, for one floor."""

    about: tuple[object, ...]
    """The floor: grid, type and storey."""
    ids: Rows
    """(n,)"""
    places: Floats
    """(n, 2) metres."""
    off: Flags
    """(n,)"""


def paint_mark(
    painter: QPainter, at: QPointF, size: float, facing: float, kind: int, player: bool
) -> None:
    """A ring with a stroke through it."""
    theme, slope = style.current(), size * math.sqrt(0.5)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    stroke = QLineF(at.x() - slope, at.y() + slope, at.x() + slope, at.y() - slope)
    for token, width in ((theme.outside, _CASING), (theme.error, _LINE)):
        painter.setPen(pens.pen(token, width))
        painter.drawEllipse(at, size, size)
        painter.drawLine(stroke)


def mark_span(size: float, kind: int, player: bool) -> float:
    """Pixels that a mark of this radius reaches from its middle."""
    return size + _CASING


OVERLAYS = (OffFloorOverlay,)
