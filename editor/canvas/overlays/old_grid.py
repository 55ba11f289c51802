"""Differences between a game's grid, or an earlier level, and the present bake, by cell."""

from typing import ClassVar

from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.patterned_cells import (
    CUT_OFF_PATTERN,
    GAINED_PATTERN,
    JOINED_PATTERN,
    LOST_PATTERN,
    CellPattern,
    paint_cells,
)
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.services.backgrounds.earlier import shown_on
from editor.tools.messages.door_effects import square_metres
from navcore.bake.grid_differences import GAINED, LOST, Differences
from navcore.i18n import mark, several, tr
from navcore.level.model import Background
from navcore.level.operations.backgrounds import file_name
from navcore.level.tables import GROUND
from navcore.report.comparing.floors import CUT_OFF, JOINED, FloorChange


class OldGridOverlay(Overlay):
    """Lost cells in falling lines; gained cells in dots.

    Compared with an earlier level also floor that became unreachable, in crossing lines, and floor
    that became reachable, in rising ones.
    """

    name: ClassVar[str] = "old_grid"
    title: ClassVar[str] = mark("Floor lost and gained")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW, Preset.CHECK})
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the numbers of lost and gained cells; for several grids by name."""
        theme = style.current()
        rows: list[LegendRow] = []
        shown = _shown(scene)
        for background, found in shown:
            name = f"{file_name(background.path)}: " if len(shown) > 1 else ""
            if found.lost == found.gained == 0:
                text = tr("the same as {0}").format(file_name(background.path))
                rows.append(LegendRow(text, theme.outside, theme.control))
            if found.lost:
                count = several(found.lost, "lost 1 cell", "lost {0} cells")
                rows.append(_row(name + count, theme.door_shut, LOST_PATTERN))
            if found.gained:
                count = several(found.gained, "gained 1 cell", "gained {0} cells")
                rows.append(_row(name + count, theme.door_open, GAINED_PATTERN))
        change = _reach_changed(scene)
        if change is not None and change.reach is not None:
            for kind, form, token, pattern in (
                (CUT_OFF, tr("cut off: {0}"), theme.door_shut, CUT_OFF_PATTERN),
                (JOINED, tr("within reach now: {0}"), theme.door_open, JOINED_PATTERN),
            ):
                metres = change.reach.square_metres(kind)
                if metres:
                    rows.append(_row(form.format(square_metres(metres)), token, pattern))
        return tuple(rows)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A tint and a pattern over the cells that differ."""
        theme = style.current()
        change = _reach_changed(scene)
        if change is not None and change.reach is not None:
            for kind, look in (
                (CUT_OFF, CellPattern(theme.door_shut, CUT_OFF_PATTERN)),
                (JOINED, CellPattern(theme.door_open, JOINED_PATTERN)),
            ):
                paint_cells(
                    painter, change.reach.cells, kind, change.reach.lattice, look, camera,
                    scene.box, scene.device_ratio,
                )  # fmt: skip
        for background, found in _shown(scene):
            painter.setOpacity(background.opacity)
            for kind, look in (
                (LOST, CellPattern(theme.door_shut, LOST_PATTERN)),
                (GAINED, CellPattern(theme.door_open, GAINED_PATTERN)),
            ):
                paint_cells(
                    painter, found.cells, kind, found.lattice, look, camera, scene.box,
                    scene.device_ratio,
                )  # fmt: skip
        painter.setOpacity(1.0)


def _shown(scene: Scene) -> list[tuple[Background, Differences]]:
    grids = [b for b in scene.backgrounds.all if b.kind == "grid"]
    found = [(background, scene.backgrounds.differences(background)) for background in grids]
    shown = [(background, known) for background, known in found if known is not None]
    earlier = scene.backgrounds.earlier
    since = shown_on(earlier, scene.document.storey.name)
    if since is not None and (since.lost or since.gained):
        shown.append((Background(path=earlier.name, kind="grid", opacity=1.0), since))
    return shown


def _reach_changed(scene: Scene) -> FloorChange | None:
    """Return floor that became unreachable or reachable for the shown agent type."""
    found, document = scene.backgrounds.earlier.found, scene.document
    if found is None:
        return None
    shown = scene.bake.shown_floor.profile_in(document.level.settings)
    about = ("" if shown is None else shown.name, document.storey.name or GROUND)
    return next((one for one in found.floors if (one.type, one.layer) == about), None)


def _row(text: str, token: str, pattern: str) -> LegendRow:
    fill = pens.mixed(style.current().outside, token, CANVAS.difference_alpha)
    return LegendRow(text, fill, token, token, pattern=pattern)


OVERLAYS = (OldGridOverlay,)
