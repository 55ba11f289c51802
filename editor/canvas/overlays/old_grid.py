"""Where the grid that a game has and the present bake differ, cell by cell."""

from typing import ClassVar

from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.patterned_cells import (
    GAINED_PATTERN,
    LOST_PATTERN,
    CellPattern,
    paint_cells,
)
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.services.backgrounds.earlier import shown_on
from navcore.bake.grid_differences import GAINED, LOST, Differences
from navcore.i18n import mark, several, tr
from navcore.level.model import Background
from navcore.level.operations.backgrounds import file_name


class OldGridOverlay(Overlay):
    """Cells that were lost, in falling lines; cells that were gained, in dots."""

    name: ClassVar[str] = "old_grid"
    title: ClassVar[str] = mark("Floor lost and gained")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.DRAW, Preset.CHECK})
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.BACKGROUNDS})
    exported: ClassVar[bool] = False

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """How many cells were lost and gained; of several grids by name."""
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
        return tuple(rows)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """A tint and a pattern over the cells that differ."""
        theme = style.current()
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


def _row(text: str, token: str, pattern: str) -> LegendRow:
    fill = pens.mixed(style.current().outside, token, CANVAS.difference_alpha)
    return LegendRow(text, fill, token, token, pattern=pattern)


OVERLAYS = (OldGridOverlay,)
