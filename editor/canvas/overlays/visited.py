"""Heat map of the cells that the search for the probe's path expanded, later ones stronger."""

from typing import ClassVar

from PySide6.QtGui import QPainter

from editor.canvas.camera import Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.class_picture import ClassPicture, Paints
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.services.visited import SHADES, Visited
from editor.tools import compared
from editor.tools.messages.probe import visited_words
from navcore.i18n import mark
from navcore.path.searcher import Engine


class VisitedOverlay(Overlay):
    """The expanded cells: those of A* if the path is compared with it.

    On uniform ground the default search only expands jump points, which are few cells.
    """

    name: ClassVar[str] = "visited"
    title: ClassVar[str] = mark("Cells visited by the search")
    group: ClassVar[OverlayGroup] = OverlayGroup.PATHS
    presets: ClassVar[frozenset[Preset]] = frozenset()
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.PROBE, Reads.WORLD})

    def __init__(self) -> None:
        """Start without a search."""
        super().__init__()
        self._picture = ClassPicture()

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the number of cells, and the search."""
        found = _found(scene)
        if found is None:
            return ()
        theme = style.current()
        fill = pens.mixed(theme.walkable, theme.text, CANVAS.visited_alphas[1])
        words = visited_words(found.count, cell_by_cell=found.engine == "astar")
        return (LegendRow(words, fill, theme.control),)

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """The colour of text, at 8 to 20 %."""
        found = _found(scene)
        if found is None or not found.count:
            return
        least, most = CANVAS.visited_alphas
        alphas = tuple(least + (most - least) * n / (SHADES - 1) for n in range(SHADES))
        lattice, paints = found.world.grid.lattice, Paints(_flat(), alphas=alphas)
        self._picture.paint(
            painter, found.classes, lattice, camera, scene.box, scene.device_ratio, paints
        )


def _flat() -> tuple[str, ...]:
    return (style.current().text,) * SHADES


def _found(scene: Scene) -> Visited | None:
    probe, world = scene.probe, scene.run.world
    if probe.result is None:
        return None
    engine: Engine = "astar" if probe.against == compared.ASTAR else "auto"
    profile = scene.bake.shown_floor.profile_in(world.level.settings)
    layer = scene.document.storey.drawn_on
    if layer not in world.level.settings.layer_names:
        return None
    if scene.document.dragging:
        # There is no time for it in frames of a drag; it follows when the drag is over.
        return probe.visited.known_on(world)
    return probe.visited.of(world, probe.result, profile, layer, engine)


OVERLAYS = (VisitedOverlay,)
