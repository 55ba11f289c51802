"""Terrain of the floor: zones and painted tiles, by colour, pattern and cost."""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import attrgetter, is_
from typing import ClassVar

import numpy as np
import numpy.typing as npt
from PySide6.QtGui import QPainter

from editor.canvas.camera import Box, Camera
from editor.canvas.overlays.groups import OverlayGroup
from editor.canvas.overlays.overlay import LegendRow, Overlay, Reads, Scene
from editor.canvas.painting.block_texels import Table, table_of
from editor.canvas.painting.changes import Stale, along_edges
from editor.canvas.painting.cost_picture import paint_cost_shapes, paint_costs, typical_costs
from editor.canvas.painting.terrain_looks import (
    CHEAP,
    MIDDLING,
    TerrainLook,
    look_of,
)
from editor.canvas.painting.terrain_picture import Grounds, TerrainPicture, paint_shapes
from editor.canvas.painting.vector import is_vector
from editor.look import pens, style
from editor.look.style import CANVAS, Z
from editor.tools.messages import terrain as say
from navcore.i18n import mark, tr
from navcore.level.elements import TILES
from navcore.level.model import Element, Level, Point, Terrain, Tiles, Zone, in_drawing_order
from navcore.level.tables import GROUND
from navcore.level.tiles import blocks_on, terrain_at, terrain_named, tile_side

NAME = "terrain"
_TERRAINS = attrgetter("terrains")


@dataclass(frozen=True, slots=True)
class _Used:
    """Terrains that a level uses, for its present zones and tiles."""

    zones: object
    tiles: object
    names: frozenset[str]


class TerrainOverlay(Overlay):
    """Zones and painted tiles in the colours of their terrains."""

    name: ClassVar[str] = NAME
    title: ClassVar[str] = mark("Terrain")
    group: ClassVar[OverlayGroup] = OverlayGroup.FLOOR
    z: ClassVar[Z] = Z.TERRAIN
    draws: ClassVar[tuple[type[Element], ...]] = (Zone, Tiles)
    reads: ClassVar[frozenset[Reads]] = frozenset({Reads.LEVEL, Reads.WORLD, Reads.SWITCHES})

    def __init__(self) -> None:
        """Start without a level."""
        super().__init__()
        self._pictures: dict[str, TerrainPicture] = {}
        """That of each storey."""
        self._used: _Used | None = None
        self._made: tuple[tuple[object, ...], Table] | None = None
        """The source of the last table, and the table."""
        self._side = 1.0
        """Side of a tile at the last painting, metres."""

    def legend(self, scene: Scene) -> tuple[LegendRow, ...]:
        """Return every terrain that is there, in the order of the table."""
        level = scene.document.level
        used, profile = self._names_in(level), scene.bake.shown_floor.profile_in(level.settings)
        if style.current().classic:
            return _legend_of_costs() if level.areas else ()
        table = self._table(scene)
        return tuple(
            legend_row(look, say.facts(terrain, profile))
            for terrain, look in zip(level.settings.all_terrains, table.looks, strict=True)
            if terrain.name in used
        )

    def fact(self, scene: Scene, place: Point) -> str:
        """Return the terrain there and its cost; empty on plain ground."""
        document = scene.document
        settings = document.level.settings
        level = scene.run.switches.applied(document.level)
        name = terrain_at(level, place, document.storey.drawn_on)
        if name == GROUND:
            return ""
        profile = scene.bake.shown_floor.profile_in(settings)
        return say.facts(terrain_named(settings, name), profile)

    def stale(self, old: Element | None, new: Element | None) -> Iterable[Stale]:
        """Around zones, and the tiles that are others."""
        zones = [element if isinstance(element, Zone) else None for element in (old, new)]
        yield from along_edges(*zones)
        blocks = [element for element in (old, new) if isinstance(element, Tiles)]
        if blocks:
            yield _around(blocks, self._side), 1.0, 1.0

    def paint(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Paint tiles over zones, later zones over earlier ones; storeys from the lowest up."""
        storey = scene.document.storey
        self._side = tile_side(scene.document.level.settings)
        if style.current().classic:
            self._paint_costs(painter, scene, camera)
            return
        for name in storey.names if storey.name is None else (storey.name,):
            self._paint_storey(painter, scene, camera, name)

    def _paint_costs(self, painter: QPainter, scene: Scene, camera: Camera) -> None:
        """Every cell of the floor by its cost, as the source documents have their mesh."""
        world = scene.bake.shown_floor.shown(scene.run.world)
        if is_vector(painter):
            paint_cost_shapes(painter, world, _by_cost(), camera)
        else:
            ratio = scene.device_ratio
            paint_costs(painter, world, _by_cost(), camera, scene.box, ratio)

    def _paint_storey(self, painter: QPainter, scene: Scene, camera: Camera, name: str) -> None:
        level, unseen = scene.document.level, scene.document.unseen
        is_laid = scene.run.switches.is_on
        zones = [
            zone
            for zone in in_drawing_order(level.of(Zone))
            if is_laid(zone) and zone.id not in unseen and level.settings.layer_of(zone) == name
        ]
        grounds = Grounds(zones, blocks_on(level, name), self._side)
        if not (zones or grounds.blocks):
            return
        table = self._table(scene)
        if is_vector(painter):
            paint_shapes(painter, grounds, table, camera, scene.box)
            return
        picture = self._pictures.setdefault(name, TerrainPicture())
        picture.paint(painter, grounds, table, camera, scene.box, scene.device_ratio)

    def _table(self, scene: Scene) -> Table:
        settings, theme = scene.document.level.settings, style.current()
        profile, known = scene.bake.shown_floor.profile_in(settings), self._made
        made_of = (settings, profile, theme)
        if known is not None and all(map(is_, known[0], made_of)):
            return known[1]
        table = table_of(settings, profile, theme)
        self._made = (made_of, table)
        return table

    def _names_in(self, level: Level) -> frozenset[str]:
        zones, tiles = level.of(Zone), level.of(Tiles)
        used = self._used
        if used is None or used.zones is not zones or used.tiles is not tiles:
            names = {zone.terrain for zone in zones.values()}
            # A large level has thousands of blocks, and few mixtures of terrains.
            names.update(*set(map(_TERRAINS, tiles.values())))
            used = self._used = _Used(zones, tiles, frozenset(names))
        return used.names


def _by_cost() -> tuple[TerrainLook, ...]:
    """Return the looks of the classes of costs, and of blocked floor."""
    theme = style.current()
    rows = [Terrain(name=GROUND, cost=cost) for cost in typical_costs()]
    shut = Terrain(name=GROUND, needs=("",))
    return tuple(look_of(row, None, theme, by_cost=True) for row in (*rows, shut))


def _legend_of_costs() -> tuple[LegendRow, ...]:
    """Return the three colours of costs, and that of blocked floor."""
    cheap, middling, *_, dear, shut = _by_cost()
    rows = (
        (cheap, tr("cost up to {0}").format(say.factor(CHEAP))),
        (middling, tr("cost up to {0}").format(say.factor(MIDDLING))),
        (dear, tr("cost over {0}").format(say.factor(MIDDLING))),
        (shut, tr("not walkable")),
    )
    return tuple(legend_row(look, words) for look, words in rows)


def legend_row(look: TerrainLook, words: str) -> LegendRow:
    """Return a line with the swatch of a terrain on the floor."""
    theme = style.current()
    fill = pens.mixed(theme.walkable, look.colour, look.alpha) if look.colour else theme.walkable
    ink = pens.mixed(fill, look.ink, CANVAS.terrain_ink_alpha) if look.ink else ""
    pattern = "dots" if look.pattern == "dots" else ""
    return LegendRow(
        words, fill, theme.control, ink, cross=look.pattern == "cross", pattern=pattern
    )


def _around(blocks: list[Tiles], side: float) -> Box:
    """Return a box around the tiles that differ between two states of a block, metres."""
    low, high = (0, 0), (TILES, TILES)
    if len(blocks) == 2:
        numbers = {name: n for n, name in enumerate({*blocks[0].terrains, *blocks[1].terrains}, 1)}
        old, new = (_numbered(block, numbers) for block in blocks)
        differ = np.flatnonzero(old != new)
        if len(differ):
            columns = differ % TILES
            low = (int(columns.min()), int(differ[0]) // TILES)
            high = (int(columns.max()) + 1, int(differ[-1]) // TILES + 1)
    x, z = blocks[0].cx * TILES, blocks[0].cz * TILES
    return (
        (x + low[0]) * side, (z + low[1]) * side, (x + high[0]) * side, (z + high[1]) * side,
    )  # fmt: skip


def _numbered(block: Tiles, numbers: dict[str, int]) -> npt.NDArray[np.uint8]:
    """The numbers of the terrains of a block's tiles, row after row; 0 where there is none."""
    runs = np.array(block.runs, np.int32)
    own = np.array([0, *(numbers[name] for name in block.terrains)], np.uint8)
    return own[runs[::2]].repeat(runs[1::2])


OVERLAYS = (TerrainOverlay,)
