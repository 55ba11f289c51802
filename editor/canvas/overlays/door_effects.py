"""Effects of toggling doors: lost or gained floor, with its area."""

from typing import ClassVar, Final

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import Qt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import EVERY_PRESET, OverlayGroup, Preset
from editor.canvas.overlays.hovered import element_at
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.drawing import draw_line, outlines
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.canvas.painting.patterned_cells import (
    GAINED_PATTERN,
    LOST_PATTERN,
    CellPattern,
    paint_cells,
)
from editor.look import pens, style
from editor.look.style import CANVAS, STROKES, Z
from editor.tools.messages import door_effects as say
from navcore.i18n import mark, tr
from navcore.level.model import Point
from navcore.level.pick import pick_index
from navcore.level.tables import GROUND
from navcore.proof.door_effects.effects import DoorEffects, Effect
from navcore.proof.door_effects.table import DoorRow

NAME: Final = "door_effects"
LOST: Final = 1
GAINED: Final = 2
_POINTING: Final = frozenset({"select", "door", "probe"})
"""Tools with which the mouse asks for the effect of a door; others draw."""

_READS: Final = frozenset(
    {Reads.DOORS, Reads.LEVEL, Reads.WORLD, Reads.TOOL, Reads.RUN, Reads.SWITCHES}
)


class DoorEffectsOverlay(Overlay):
    """Effect of the door under the mouse."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = mark("What a door changes")
    group: ClassVar[OverlayGroup] = OverlayGroup.FLOOR
    presets: ClassVar[frozenset[Preset]] = EVERY_PRESET
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = _READS
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start without a door."""
        super().__init__()
        self._cells = _Cells()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return how much floor would be lost and gained."""
        return _legend(_hovered(scene))

    def fact(self, scene: Scene, place: Point) -> str:
        """Return what toggling it does, in clauses for the hint; "" until that is known."""
        door = hovered_door(scene) if _is_asked(scene) else None
        row = None if door is None else scene.doors.row_of(door)
        if row is None:
            return ""
        document = scene.document
        who = "" if scene.tool.name == "door" else document.state.name
        # If a route lies over the door, a click selects the route: "it" would be the route.
        pointed = element_at(scene, place)
        return say.toggling(
            row, document.level, who, says_key=scene.tool.name != "door",
            names=pointed is not None and pointed.id != door,
        )  # fmt: skip

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the area in its middle."""
        _label(_hovered(scene), self._cells, room, scene, camera)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Falling lines over what would be lost, dots over what would be gained."""
        _paint(_hovered(scene), self._cells, painter, scene, camera)


class PickedDoorsOverlay(Overlay):
    """Effect of the chosen row of the panel Doors, while the panel is visible."""

    name: ClassVar[str] = "picked_doors"
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = _READS
    exported: ClassVar[bool] = False

    def __init__(self) -> None:
        """Start without a door."""
        super().__init__()
        self._cells = _Cells()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return how much floor would be lost and gained."""
        return _legend(_picked(scene))

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Add the area in its middle."""
        _label(_picked(scene), self._cells, room, scene, camera)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint the effect, and an outline around each door."""
        row = _picked(scene)
        _paint(row, self._cells, painter, scene, camera)
        if row is not None:
            level = scene.document.level
            rings = [level.areas[one].polygon for one in row.doors if one in level.areas]
            line = STROKES["reason"]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            for shape in outlines(rings, camera, line.width, scene.device_ratio):
                draw_line(painter, shape, line, closed=True)


class _Cells:
    """Change of each cell, cached for the last effect."""

    def __init__(self) -> None:
        self._made: tuple[Effect, str, npt.NDArray[np.uint8]] | None = None

    def of(self, effect: Effect, effects: DoorEffects, layer: str) -> npt.NDArray[np.uint8]:
        """(depth, width) LOST or GAINED, 0 for neither, of a storey."""
        if self._made is None or self._made[0] is not effect or self._made[1] != layer:
            cells = np.zeros(effects.core_labels(layer).shape, np.uint8)
            cells[effects.mask(effect.lost, layer)] = LOST
            cells[effects.mask(effect.gained, layer)] = GAINED
            self._made = (effect, layer, np.ascontiguousarray(cells[1:-1, 1:-1]))
        return self._made[2]


def _legend(row: DoorRow | None) -> tuple[LegendRow, ...]:
    if row is None:
        return ()
    theme, effect = style.current(), row.effect
    rows = []
    if effect.lost.square_metres:
        told = tr("cut off, {0}").format(say.square_metres(effect.lost.square_metres))
        rows.append(_row(told, theme.door_shut, LOST_PATTERN))
    if effect.gained.square_metres:
        told = tr("opened up, {0}").format(say.square_metres(effect.gained.square_metres))
        rows.append(_row(told, theme.path, GAINED_PATTERN))
    return tuple(rows)


def _label(
    row: DoorRow | None, kept: _Cells, room: LabelRoom, scene: Scene, camera: Camera
) -> None:
    found = scene.doors.found
    if row is None or found is None:
        return
    effect, effects = row.effect, found.effects_of(row)
    cells = kept.of(effect, effects, _layer(scene))
    lattice = effects.world.grid.lattice
    for kind, part, form in (
        (LOST, effect.lost, tr("−{0}")), (GAINED, effect.gained, tr("+{0}")),
    ):  # fmt: skip
        chosen = cells == kind
        if part.square_metres and chosen.any():
            place = lattice.centre_of(*_middle(chosen))
            told = form.format(say.square_metres(part.square_metres))
            room.add(near(told, camera.to_pixel(place), Rank.RESULT))


def _paint(
    row: DoorRow | None, kept: _Cells, painter: QPainter, scene: Scene, camera: Camera
) -> None:
    found = scene.doors.found
    if row is None or found is None:
        return
    theme, effects = style.current(), found.effects_of(row)
    cells, lattice = kept.of(row.effect, effects, _layer(scene)), effects.world.grid.lattice
    for kind, look in (
        (LOST, CellPattern(theme.door_shut, LOST_PATTERN)),
        (GAINED, CellPattern(theme.path, GAINED_PATTERN)),
    ):
        paint_cells(painter, cells, kind, lattice, look, camera, scene.box, scene.device_ratio)


def _row(text: str, token: str, pattern: str) -> LegendRow:
    fill = pens.mixed(style.current().outside, token, CANVAS.difference_alpha)
    return LegendRow(text, fill, token, token, pattern=pattern)


def _layer(scene: Scene) -> str:
    """Return the active storey, if the level has it."""
    layer = scene.bake.shown_floor.layer
    return layer if layer in scene.document.level.settings.layer_names else GROUND


def _is_asked(scene: Scene) -> bool:
    """Return whether effects apply to what is shown: not in a drag, nor with switches of a run."""
    as_drawn = scene.run.playhead.at_start or not scene.run.switches.switched
    return not scene.document.dragging and as_drawn and scene.doors.is_current


def hovered_door(scene: Scene) -> int | None:
    """Return the id of the door under the mouse, if its effect is to be shown."""
    document = scene.document
    if scene.pointer is None or scene.tool.name not in _POINTING or document.dragging:
        return None
    if scene.tool.can_take_back():
        return None
    reach = CANVAS.handle / 2 / scene.scale
    for one in pick_index(document.level).at(scene.pointer, reach, document.unseen):
        area = document.level.areas.get(one)
        if area is not None:
            return one if area.door else None
    return None


def _hovered(scene: Scene) -> DoorRow | None:
    """Return the effect of the door under the mouse, if it has one."""
    door = hovered_door(scene) if _is_asked(scene) else None
    row = None if door is None else scene.doors.row_of(door)
    return row if row is not None and row.effect.matters else None


def _picked(scene: Scene) -> DoorRow | None:
    """Return the effect of the chosen row, unless another door is hovered."""
    row = scene.doors.row
    if row is None or not scene.doors.watched or not _is_asked(scene):
        return None
    return None if NAME in scene.shown and _hovered(scene) else row


def _middle(chosen: npt.NDArray[np.bool_]) -> tuple[int, int]:
    """Column and row of the cell nearest to the middle of some cells."""
    rows, columns = np.nonzero(chosen)
    nearest = int(((rows - rows.mean()) ** 2 + (columns - columns.mean()) ** 2).argmin())
    return int(columns[nearest]), int(rows[nearest])


OVERLAYS = (DoorEffectsOverlay, PickedDoorsOverlay)
