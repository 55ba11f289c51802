"""Islands: pieces of floor that no path joins, each in a colour and with its number."""

from collections.abc import Iterable
from typing import ClassVar, Final

from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.overlays.groups import OverlayGroup, Preset
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.class_picture import ClassPicture, Paints
from editor.canvas.painting.island_classes import IslandClasses
from editor.canvas.painting.label_room import LabelRoom, Rank
from editor.canvas.painting.labels import near
from editor.look import pens, style
from editor.look.style import CANVAS, ISLANDS, Z
from editor.tools.messages import islands as say
from editor.tools.messages import number
from navcore.bake.grid import NavGrid
from navcore.i18n import mark, several, tr
from navcore.level.model import Point
from navcore.world import World

NAME: Final = "islands"
NUMBERED: Final = 60
"""Number of largest islands with numbers on the canvas."""
LISTED: Final = 5
"""Number of largest islands in the legend."""
_PAINTS: Final = Paints(ISLANDS, alpha=CANVAS.island_alpha)


class IslandsOverlay(Overlay):
    """The largest keeps the colour of the floor; the others are coloured by size."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = mark("Islands")
    group: ClassVar[OverlayGroup] = OverlayGroup.CHECK
    presets: ClassVar[frozenset[Preset]] = frozenset({Preset.CHECK})
    z: ClassVar[Z] = Z.HEAT
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.WORLD})

    def __init__(self) -> None:
        """Start without a floor."""
        super().__init__()
        self._islands = IslandClasses()
        self._places: tuple[NavGrid, list[Point]] | None = None

    def stale_cells(self, world: World, *, moving: bool) -> Iterable[Box] | None:
        """Tiles of islands that have become others: a door may cut off half of the level."""
        changed = self._islands.follow(world.grid, keep=moving)
        if changed is None:
            return None
        lattice, half = world.grid.lattice, world.grid.cell_size / 2
        return [
            (x0 - half, z0 - half, x1 + half, z1 + half)
            for rect in changed
            for x0, z0 in (lattice.centre_of(rect.column0, rect.row0),)
            for x1, z1 in (lattice.centre_of(rect.column1 - 1, rect.row1 - 1),)
        ]

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return the largest islands with their floor; and the number of other islands."""
        islands, grid = self._of(scene)
        count = len(islands.order)
        if not count:
            return ()
        theme = style.current()
        cell = grid.cell_size**2
        areas = [float(islands.sizes[region]) * cell for region in islands.order.tolist()]
        told = [tr("{0} m²").format(number(area, 1)) for area in areas[:LISTED]]
        first = tr("one island, {0}") if count == 1 else tr("largest island, {0}")
        rows = [LegendRow(first.format(told[0]), theme.walkable, theme.walkable_edge)]
        for place, area in enumerate(told[1:], start=2):
            fill = pens.mixed(theme.walkable, ISLANDS[place - 2], CANVAS.island_alpha)
            rows.append(LegendRow(tr("island {0}, {1}").format(place, area), fill))
        if count > LISTED:
            words = several(count - LISTED, "1 smaller island", "{0} smaller islands")
            rows.append(LegendRow(words, theme.raised))
        return tuple(rows)

    def tip(self, scene: Scene, place: Point) -> str:
        """Return which island it is, and how large."""
        islands, grid = self._of(scene)
        found = islands.number_of(grid, *grid.lattice.cell_of(*place))
        if not found:
            return ""
        area = float(islands.sizes[islands.order[found - 1]]) * grid.cell_size**2
        return say.island(found, len(islands.order), area)

    def label(self, room: LabelRoom, scene: Scene, camera: Camera) -> None:
        """Numbers from 2 on, in the middle of their islands."""
        for place, (x, z) in enumerate(self._middles(scene), start=2):
            if camera.sees((x, z, x, z)):
                room.add(near(str(place), camera.to_pixel((x, z)), Rank.NUMBER))

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint whole cells, like the floor."""
        islands, grid = self._of(scene)
        ClassPicture().paint(
            painter, islands.classes, grid.lattice, camera, scene.box, scene.device_ratio, _PAINTS
        )

    def _middles(self, scene: Scene) -> list[Point]:
        islands, grid = self._of(scene)
        if self._places is None or self._places[0] is not grid:
            last = min(NUMBERED, len(islands.order))
            cells = [islands.middle_of(place) for place in range(2, last + 1)]
            self._places = (grid, [grid.lattice.centre_of(*cell) for cell in cells])
        return self._places[1]

    def _of(self, scene: Scene) -> tuple[IslandClasses, NavGrid]:
        """Return the islands of the run, for the shown type or radius."""
        grid = scene.bake.shown_floor.shown(scene.run.world).grid
        self._islands.follow(grid, keep=scene.moving)
        return self._islands, grid


OVERLAYS = (IslandsOverlay,)
