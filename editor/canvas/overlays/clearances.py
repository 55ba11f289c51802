"""Widths of doors and gaps, and which agents fit through."""

import math
from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QPointF
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.agents import agent_boxes
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.drawing import outlines, text_size
from editor.canvas.painting.label_room import Label, LabelRoom, Rank, beside
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.messages import clearances as say
from navcore.i18n import mark, several, tr
from navcore.level.model import Point
from navcore.proof.clearances import Kind, Passage

NAME: Final = "widths"

COLOURS: Final[dict[Kind, str]] = {"never": "door_shut", "by luck": "warn", "always": "ok"}
"""Token of each verdict."""

_URGENT: Final[tuple[Kind, ...]] = ("by luck", "never", "always")
"""Verdicts by priority of their labels if two overlap."""


class WidthsOverlay(Overlay):
    """A line across each narrow place with its width, coloured by verdict."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = mark("Widths")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.CHECK})
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.CLEARANCES, Reads.LEVEL, Reads.RUN})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the three verdicts."""
        return _legend(scene)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return which agents fit through the narrow place there."""
        return _tip(scene, place)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the width of each place."""
        _label(room, scene, camera)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Lines with ticks."""
        _paint(painter, scene, camera)


class PreviewWidthsOverlay(Overlay):
    """The same while another radius is tried or a panel lists the widths."""

    name: ClassVar[str] = "preview_widths"
    z: ClassVar[Z] = Z.PROBLEMS
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.CLEARANCES, Reads.LEVEL, Reads.RUN})

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the three verdicts."""
        return _legend(scene) if _stands_in(scene) else ()

    def tip(self, scene: Scene, place: Point) -> str:
        """Return which agents fit through the narrow place there."""
        return _tip(scene, place) if _stands_in(scene) else ""

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the width of each place."""
        if _stands_in(scene):
            _label(room, scene, camera)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint only if the other overlay does not."""
        if _stands_in(scene):
            _paint(painter, scene, camera)


def _stands_in(scene: Scene) -> bool:
    wanted = scene.bake.shown_floor.tried is not None or scene.bake.widths.watched
    return wanted and NAME not in scene.shown


def _tip(scene: Scene, place: Point) -> str:
    reach = CANVAS.handle_reach / scene.scale
    level = scene.document.level
    profile = scene.bake.shown_floor.profile_in(level.settings)
    found = scene.bake.widths.at(level, profile, place, reach)
    if found is None or not _is_long(found, scene.scale):
        return ""
    largest = 0.0 if found.greatest_radius is None else found.greatest_radius
    return say.passage(found.verdict, found.width, found.always_from, largest)


def _legend(scene: Scene) -> tuple[LegendRow, ...]:
    """Return the verdicts of what is drawn at this scale."""
    theme = style.current()
    found = {passage.verdict for passage in passages_in(scene) if _is_long(passage, scene.scale)}
    rows: dict[Kind, LegendRow] = {
        "always": LegendRow(tr("wide enough"), theme.outside, theme.ok, across=True),
        "by luck": LegendRow(
            tr("passable only at this grid alignment"),
            theme.outside,
            theme.warn,
            dash=CANVAS.width_dash,
            across=True,
        ),
        "never": LegendRow(
            tr("too narrow"), theme.outside, theme.door_shut, cross=True, across=True
        ),
    }
    told = [row for kind, row in rows.items() if kind in found]
    if found and scene.bake.widths.traffic is not None:
        told.append(LegendRow(tr("thicker: more paths"), theme.outside, theme.text2, across=True))
    return tuple(told)


def passages_in(scene: Scene) -> Sequence[Passage]:
    """The narrow places of the level as it is drawn, for the type or radius that is shown."""
    level = scene.document.level
    return scene.bake.widths.of(level, scene.bake.shown_floor.profile_in(level.settings))


class _InView:
    """The narrow places in view, found out again only for others or another view."""

    def __init__(self) -> None:
        """Start without passages."""
        self._of: tuple[Sequence[Passage], Camera] | None = None
        self._lines: tuple[float, list[list[QPointF]]] | None = None
        self.passages: list[Passage] = []

    def look(self, passages: Sequence[Passage], camera: Camera) -> list[Passage]:
        """Return the passages in view."""
        if self._of is None or self._of[0] is not passages or self._of[1] != camera:
            self._of, self._lines = (passages, camera), None
            self.passages = [passage for passage in passages if _is_seen(passage, camera)]
        return self.passages

    def lines(self, camera: Camera, ratio: float) -> list[list[QPointF]]:
        """Return the pixels of both ends of each of them."""
        if self._lines is None or self._lines[0] != ratio:
            rings = [passage.ends for passage in self.passages]
            shapes = outlines(rings, camera, CANVAS.width_line, ratio)
            self._lines = (ratio, [shape.toList() for shape in shapes])
        return self._lines[1]


_IN_VIEW: Final = _InView()


def _seen(scene: Scene, camera: Camera) -> list[Passage]:
    return _IN_VIEW.look(passages_in(scene), camera)


def _paint(painter: QPainter, scene: Scene, camera: Camera) -> None:
    seen = _seen(scene, camera)
    lines = _IN_VIEW.lines(camera, scene.device_ratio)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
    picked = scene.bake.widths.picked if scene.bake.widths.watched else ()
    traffic = scene.bake.widths.traffic
    if traffic is not None:
        for passage, ends in zip(seen, lines, strict=True):
            _paint_traffic(painter, ends, traffic.through(passage), traffic.most)
    for passage, ends in zip(seen, lines, strict=True):
        _paint_line(painter, passage, ends, picked=passage in picked)


def _label(room: LabelRoom, scene: Scene, camera: Camera) -> None:
    """Add numbers beside their lines, if there is room."""
    seen, traffic = _seen(scene, camera), scene.bake.widths.traffic
    told = [p for p in seen if p.width * camera.scale >= CANVAS.width_told_from]
    told.sort(key=lambda p: (_URGENT.index(p.verdict), p.width))
    if traffic is not None:
        told.sort(key=lambda p: -traffic.through(p))
    lines = [(camera.to_pixel(p.ends[0]), camera.to_pixel(p.ends[1])) for p in seen]
    room.keep_off_lines(lines)
    if told:
        room.keep_off(agent_boxes(scene, camera))
    for passage in told:
        words = tr("{0} m, grid-dependent") if passage.verdict == "by luck" else tr("{0} m")
        words = words.format(f"{passage.width:.2f}")
        paths = 0 if traffic is None else traffic.through(passage)
        if paths:
            words = tr("{0}, {1}").format(words, several(paths, "1 path", "{0} paths"))
        ends = (camera.to_pixel(passage.ends[0]), camera.to_pixel(passage.ends[1]))
        size = text_size(words)
        places = tuple(beside(ends, size))
        room.add(Label(words, size, places, Rank.NUMBER, COLOURS[passage.verdict]))


def _is_long(passage: Passage, scale: float) -> bool:
    return passage.width * scale >= CANVAS.width_from


def _is_seen(passage: Passage, camera: Camera) -> bool:
    (x0, z0), (x1, z1) = passage.ends
    if not _is_long(passage, camera.scale):
        return False
    return camera.sees((min(x0, x1), min(z0, z1), max(x0, x1), max(z0, z1)))


def _paint_line(painter: QPainter, passage: Passage, ends: list[QPointF], *, picked: bool) -> None:
    """Paint a line with a tick at each end, and a cross if no agent fits."""
    theme = style.current()
    colour = getattr(theme, COLOURS[passage.verdict])
    along = ends[1] - ends[0]
    length = math.hypot(along.x(), along.y())
    across = QPointF(-along.y(), along.x()) * (CANVAS.width_tick / length)
    dash = () if passage.verdict != "by luck" else CANVAS.width_dash
    if picked:
        painter.setPen(pens.pen(theme.accent, CANVAS.width_picked))
        painter.drawLine(*ends)
        for end in ends:
            painter.drawLine(end - across, end + across)
    ticks = [(end - across, end + across) for end in ends]
    for pen in (
        pens.pen(theme.outside, CANVAS.width_casing, alpha=CANVAS.path_casing_alpha),
        pens.pen(colour, CANVAS.width_line, dash),
    ):
        painter.setPen(pen)
        painter.drawLine(*ends)
        if dash:
            painter.setPen(pens.pen(colour, CANVAS.width_line))
        for tick in ticks:
            painter.drawLine(*tick)
    if passage.verdict == "never":
        _paint_cross(painter, ends[0] + along / 2, along / length)


def _paint_traffic(painter: QPainter, ends: list[QPointF], paths: int, most: int) -> None:
    """Paint a band below the line, broader for more paths."""
    if paths:
        wide = CANVAS.traffic_band * (0.25 + 0.75 * paths / most)
        painter.setPen(pens.pen(style.current().text2, wide, alpha=CANVAS.traffic_alpha))
        painter.drawLine(*ends)


def _paint_cross(painter: QPainter, middle: QPointF, along: QPointF) -> None:
    half = CANVAS.width_cross
    for turn in (1, -1):
        arm = QPointF(along.x() - turn * along.y(), along.y() + turn * along.x()) * half
        painter.drawLine(middle - arm, middle + arm)


OVERLAYS = (WidthsOverlay, PreviewWidthsOverlay)
